"""Updates: one signed file, put beside the version that runs.

An update is a wheel of the program, in which ``update.json`` says what it is, then a signature
of all that, then the length of the signature: the order of a bundle of RAUC.  So not a byte of
it is read before gpgv has found it signed with a key of this table.  gpgv, because Debian has
it at hand wherever apt is and keeps it safe, and because who publishes has such a key already.

What is checked is a copy of our own, whatever becomes of the stick meanwhile.
"""

from __future__ import annotations

import getpass
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from companion.building.environment import Environment, held
from companion.building.program import Programs, version_of_copy
from companion.errors import CompanionError, Message, SetUpError, UpdateError, reason_of
from companion.ports import Offer, Updates
from hardware.stick import OWN_PLACE

ENDING: Final = ".update"
KEYS: Final = Path("/etc/board-companion/updates.gpg")
"""The keys whose updates this table takes, as ``gpg --export`` writes them; root puts it there."""

STATE: Final = Path("/run/board-companion-update/state.json")
UNIT: Final = "board-companion-update@{word}.service"
"""What root does for the program: see ``systemd/board-companion-update@.service``."""

LOOK_S: Final = 0.2
"""How often it is looked how far that is."""

ABOUT: Final = "update.json"
LENGTH_BYTES: Final = 8
SIZE_LIMIT: Final = 128 * 2**20
SIGNATURE_LIMIT: Final = 2**16
SPARE_BYTES: Final = 16 * 2**20
"""Left free on the disk for what goes on meanwhile, such as games being saved."""

PIECE: Final = 2**20
MOST_LOOKED_AT: Final = 5000
MOST_READ: Final = 6
"""Of the names in a folder of a stick so many are looked at; so many updates there are read."""

VERSION: Final = re.compile(r"(\d+(?:\.\d+)*)((?:a|b|rc)\d+)?")
RELEASE: Final = "~"
"""Comes after every mark of a version before it, such as ``rc1``."""

READ: Final = 0.2
"""The part of the whole after which an update is read and checked."""

Watch = Callable[[float], None]
"""Takes how far it is, 0.0 to 1.0."""


class SignedUpdate(NamedTuple):
    """An update whose signature has been found good.

    Attributes:
        wheel: our copy of it.
        tag: Python, ABI and platform that it is for, as in the name of a wheel.
        requirements: the libraries that it needs, as pip reads them.
        sources: the digests of what it was made of.
        changes: what it brings, in players' words.
    """

    wheel: Path
    version: str
    tag: str
    requirements: tuple[str, ...]
    sources: dict[str, str]
    changes: str


def read_update(source: Path, folder: Path, keys: Path) -> SignedUpdate:
    """Return the update in *source*, checked, of which a copy is left in *folder*.

    Raises:
        UpdateError: it is none, or none of those whose *keys* this table has.
        OSError: the copy cannot be written.
    """
    folder.mkdir(exist_ok=True)
    wheel, signature = folder / "wheel", folder / "signature"
    _copy(source, wheel, signature)
    _require_signature(wheel, signature, keys, source.name)
    try:
        with zipfile.ZipFile(wheel) as packed:
            about = json.loads(packed.read(ABOUT))
        return SignedUpdate(
            wheel, str(about["version"]), str(about["tag"]), tuple(about["requirements"]),
            dict(about["sources"]), str(about["changes"]),
        )  # fmt: skip
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise UpdateError(
            "expected {name} to be an update that this version can read, got {reason!r}",
            name=source.name,
            reason=str(error),
        ) from error


def _copy(source: Path, wheel: Path, signature: Path) -> None:
    """Copy the two parts of *source*.

    Raises:
        UpdateError: it cannot be read, has no such parts, or there is no space for them.
        OSError: they cannot be written.
    """
    name = source.name
    with _readable(name):
        file = open(source, "rb", opener=_open_plain)  # noqa: SIM115 - closed below
    with file:
        size = _size_of(file, name)
        with _readable(name):
            file.seek(-LENGTH_BYTES, os.SEEK_END)
            signature_bytes = int.from_bytes(file.read(LENGTH_BYTES), "big")
            file.seek(0)
        wheel_bytes = size - LENGTH_BYTES - signature_bytes
        if signature_bytes > SIGNATURE_LIMIT or wheel_bytes < 0:
            raise UpdateError("expected {name} to end with its signature, got none", name=name)
        _require_space(wheel.parent, size)
        for path, count in ((wheel, wheel_bytes), (signature, signature_bytes)):
            with path.open("wb") as part:
                for piece in _pieces(file, count, name):
                    part.write(piece)


def _open_plain(path: str, flags: int) -> int:
    """Open no link, and wait for nobody where *path* is a pipe."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Tell by an `UpdateError` that the update called *name* could not be read."""
    try:
        yield
    except OSError as error:
        raise _unread(name, reason_of(error)) from error


def _unread(name: str, reason: Message) -> UpdateError:
    return UpdateError(
        "expected to read the update {name}, got {reason!r}", name=name, reason=reason
    )


def _size_of(file: BinaryIO, name: str) -> int:
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode):
        raise UpdateError("expected a file, got {name!r}, which is none", name=name)
    if not LENGTH_BYTES <= status.st_size <= SIZE_LIMIT:
        raise UpdateError(
            "expected {name} to have {least} to {most} bytes, got {size}",
            name=name, least=LENGTH_BYTES, most=SIZE_LIMIT, size=status.st_size,
        )  # fmt: skip
    return status.st_size


def _pieces(file: BinaryIO, count: int, name: str) -> Iterator[bytes]:
    """Yield the next *count* bytes of *file*."""
    while count:
        with _readable(name):
            piece = file.read(min(PIECE, count))
        if not piece:
            raise _unread(name, Message("the file has become shorter"))
        yield piece
        count -= len(piece)


def _require_space(folder: Path, needed_bytes: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed_bytes + SPARE_BYTES:
        raise UpdateError(
            "expected {needed} MB of free disk space for the update, got {free} MB",
            needed=-(-(needed_bytes + SPARE_BYTES) // 2**20), free=free // 2**20,
        )  # fmt: skip


def _require_signature(data: Path, signature: Path, keys: Path, name: str) -> None:
    """Return if *signature* is one of *data* by one of *keys*.

    A table without a clock may take a key for one of the future, so times do not count.

    Raises:
        UpdateError: it is none, or this table has no keys or no gpgv.
    """
    if not keys.is_file():
        raise UpdateError(
            "expected the keys of who makes updates in {keys!r}, got none", keys=str(keys)
        )
    command = ["gpgv", "--homedir", str(data.parent), "--keyring", str(keys.absolute()),
               "--ignore-time-conflict", "--weak-digest", "SHA1", "--status-fd", "1",
               str(signature), str(data)]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise UpdateError(
            "expected gpgv to check signatures, got none: apt install gpgv"
        ) from error
    if done.returncode != 0 or b"[GNUPG:] VALIDSIG " not in done.stdout:
        raise UpdateError(
            "expected {name} to be signed with a key of this table, got another file, "
            "or one that has changed",
            name=name,
        )


def require_fit(update: SignedUpdate, environment: Environment) -> None:
    """Return if *update* can start in *environment*.

    Raises:
        UpdateError: it is not newer than what starts there, or for another machine.
    """
    current = Programs(environment).current()
    now = version_of_copy(current) if current is not None else ""
    if order_of(update.version) <= order_of(now):
        raise UpdateError(
            "expected an update to a version newer than {now}, got {version}",
            now=now or "0", version=update.version,
        )  # fmt: skip
    if not _is_for_here(update.tag):
        raise UpdateError(
            "expected an update for {here}, got one for {tag}", here=_here(), tag=update.tag
        )
    if not environment.satisfies(update.requirements):
        raise UpdateError(
            "expected version {version} to need no other libraries than are here, got some: "
            "install it with a network",
            version=update.version,
        )
    with zipfile.ZipFile(update.wheel) as packed:
        # As much again for the bytecode.
        _require_space(environment.folder, 2 * sum(each.file_size for each in packed.infolist()))


def order_of(version: str) -> tuple[tuple[int, ...], str]:
    """Return what versions are compared by; what is none comes before all."""
    known = VERSION.fullmatch(version)
    if known is None:
        return (), ""
    numbers = [int(number) for number in known[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), known[2] or RELEASE


def _here() -> str:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def _is_for_here(tag: str) -> bool:
    return tag in ("py3-none-any", _here())


def updates_on(stick: Path) -> list[Path]:
    """Return the updates on *stick* and in our folder there, the newest first, a few at most.

    Raises:
        OSError: the stick cannot be read.
    """
    found: list[tuple[float, Path]] = []
    for folder in (stick, stick / "board-companion"):
        if folder != stick and (folder.is_symlink() or not folder.is_dir()):
            continue
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_LOOKED_AT):
                if entry.name.lower().endswith(ENDING) and entry.is_file(follow_symlinks=False):
                    found.append((entry.stat(follow_symlinks=False).st_mtime, Path(entry.path)))
    return [path for _, path in sorted(found, reverse=True)[:MOST_READ]]


def fitting(source: Path, environment: Environment, folder: Path, keys: Path) -> SignedUpdate:
    """Return the update in *source* if it fits *environment*, copied into *folder*; else raise."""
    update = read_update(source, folder, keys)
    require_fit(update, environment)
    return update


def newest_on(stick: Path, environment: Environment, folder: Path, keys: Path) -> SignedUpdate:
    """Return the newest update on *stick* that fits *environment*, copied into *folder*.

    Raises:
        UpdateError: there is none, which tells what is wrong with the first that is there.
        OSError: a copy cannot be written.
    """
    found: list[SignedUpdate] = []
    problems: list[UpdateError] = []
    with _readable(stick.name):
        paths = updates_on(stick)
    for number, path in enumerate(paths):
        try:
            found.append(fitting(path, environment, folder / str(number), keys))
        except UpdateError as error:
            shutil.rmtree(folder / str(number), ignore_errors=True)
            problems.append(error)
    if found:
        return max(found, key=lambda update: order_of(update.version))
    raise (
        problems[0]
        if problems
        else UpdateError(
            "expected an update on the stick, a file that ends with {ending}, got none",
            ending=ENDING,
        )
    )


def own_environment() -> Environment:
    """Return the environment that this program is in, which is to be changed.

    Raises:
        UpdateError: it is not one in which versions are kept, or cannot be written.
    """
    environment = Environment(Path(sys.prefix), "")
    if Programs(environment).current() is None:
        raise UpdateError(
            "expected a table set up by make install, got the program in {folder!r}: "
            "update it as it was installed",
            folder=str(environment.folder),
        )
    if not os.access(environment.folder, os.W_OK):
        raise UpdateError(
            "expected to run as root, got user {user}: sudo companion update",
            user=getpass.getuser(),
        )
    return environment


def install_file(source: Path, keys: Path, watch: Watch) -> str:
    """Let the update in *source* start from now on, on trial; return its version.

    Raises:
        UpdateError: it does not fit, or does not start here; what started before still does.
        OSError: it cannot be written; the same.
    """
    return _install(lambda where, folder: fitting(source, where, folder, keys), watch)


def install_from_stick(keys: Path, watch: Watch) -> str:
    """Do as `install_file` with the newest update on the stick that is mounted for the service."""
    stick = Path(OWN_PLACE)
    return _install(lambda where, folder: newest_on(stick, where, folder, keys), watch)


def _install(find: Callable[[Environment, Path], SignedUpdate], watch: Watch) -> str:
    environment = own_environment()
    programs = Programs(environment)
    watch(0.0)
    with held(environment.folder):
        programs.sweep()
        with tempfile.TemporaryDirectory(prefix=".building-", dir=environment.folder) as folder:
            update = find(environment, Path(folder))
            try:
                programs.add(
                    update.wheel, update.sources, is_update=True,
                    watch=lambda part: watch(READ + (1 - READ) * part),
                )  # fmt: skip
            except SetUpError as error:
                raise UpdateError(
                    "expected version {version} to start on this machine, got {reason}",
                    version=update.version, reason=error,
                ) from error  # fmt: skip
    watch(1.0)
    return update.version


def go_back(watch: Watch) -> str:
    """Let the version before start from now on, on trial; return which that is.

    Raises:
        UpdateError: there is none, or it does not start here.
    """
    environment = own_environment()
    programs = Programs(environment)
    watch(0.0)
    with held(environment.folder):
        if (before := programs.before()) is None:
            raise UpdateError("expected a version to go back to, got none")
        try:
            programs.go_back()
        except SetUpError as error:
            raise UpdateError(
                "expected the version before to start, got {reason}", reason=error
            ) from error
    watch(1.0)
    return version_of_copy(before)


def write_state(path: Path, fraction: float, problem: Message | None = None) -> None:
    """Write how far an update is, and what has ended it; a reader sees it whole."""
    told = None if problem is None else _told(problem)
    new = path.with_suffix(".new")
    new.write_text(json.dumps({"fraction": fraction, "problem": told}), encoding="utf-8")
    new.replace(path)


def _told(value: object) -> object:
    """Return *value* as JSON, which tells a message in any language later."""
    if isinstance(value, CompanionError):
        return _told(value.message)
    if isinstance(value, Message):
        values = {name: _told(each) for name, each in value.values.items()}
        return {"template": value.template, "values": values}
    return value if isinstance(value, int) else str(value)


def read_state(path: Path) -> tuple[float, Message | None]:
    """Return how far the update that writes *path* is, and what has ended it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        problem = data["problem"]
        return float(data["fraction"]), None if problem is None else _message(problem)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return 0.0, None


def _message(told: dict[str, Any]) -> Message:
    values = {
        name: _message(each) if isinstance(each, dict) else each
        for name, each in told["values"].items()
    }
    return Message(str(told["template"]), **values)


def unit_command(verb: str, word: str) -> Sequence[str]:
    """Return what has systemd *verb* the unit that does what *word* says."""
    return ("systemctl", "--no-ask-password", verb, UNIT.format(word=word))


class MachineUpdates(Updates):
    """The updates of a table that runs as a service, which may write no program itself.

    Args:
        environment: that of the program.
        keys: those whose updates it takes.
        state: where the unit writes how far it is.
        command: what starts and stops the unit.
    """

    def __init__(
        self,
        environment: Environment,
        keys: Path = KEYS,
        state: Path = STATE,
        command: Callable[[str, str], Sequence[str]] = unit_command,
    ) -> None:
        self._environment = environment
        self._programs = Programs(environment)
        self._keys = keys
        self._state = state
        self._command = command

    def next_version(self) -> str:
        return self._version(self._programs.current())

    def version_before(self) -> str:
        return self._version(self._programs.before())

    def version_left(self) -> str:
        return self._version(self._programs.left())

    def _version(self, copy: Path | None) -> str:
        return version_of_copy(copy) if copy is not None else ""

    def on_stick(self, stick: Path) -> Offer:
        with tempfile.TemporaryDirectory() as folder:
            update = newest_on(stick, self._environment, Path(folder), self._keys)
        return Offer(update.version, update.changes)

    def install(self, watch: Callable[[int, int], None]) -> str:
        return self._run("stick", watch)

    def go_back(self, watch: Callable[[int, int], None]) -> str:
        return self._run("back", watch)

    def _run(self, word: str, watch: Callable[[int, int], None]) -> str:
        """Have the unit do what *word* says, and return the version that starts from now on."""
        before = self._written_at()
        with subprocess.Popen(
            self._command("start", word), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace",
        ) as process:  # fmt: skip
            try:
                while process.poll() is None:
                    is_old = self._written_at() == before
                    watch(0 if is_old else round(100 * read_state(self._state)[0]), 100)
                    time.sleep(LOOK_S)
            except BaseException:
                # Nobody waits for it any more.
                subprocess.run(self._command("stop", word), check=False, capture_output=True)
                process.kill()
                raise
            said = process.stderr.read().strip().splitlines() if process.stderr else []
        if process.returncode != 0:
            _, problem = read_state(self._state)
            if problem is None or self._written_at() == before:
                problem = Message(said[-1] if said else f"status {process.returncode}")
            raise UpdateError(problem)
        return self.next_version()

    def _written_at(self) -> int:
        try:
            return self._state.stat().st_mtime_ns
        except OSError:
            return 0


def own_updates() -> Updates | None:
    """Return the updates of this program, or None where apt keeps its versions."""
    environment = Environment(Path(sys.prefix), "")
    return MachineUpdates(environment) if Programs(environment).current() else None
