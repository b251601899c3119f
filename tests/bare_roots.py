"""Does what the README tells a newcomer, on Debians that have nothing but what it names.

    sudo make test-roots ARGS="[--root NAME ...] [--user NAME ...] [--sequence NAME ...]"

Each cell of the table is a system, a user and a sequence of commands, and can be run by
itself.  Its row in docs/installing.md is written when it ends, unless only some tests ran.

What apt brings is kept in ``ROOTS_CACHE``, or in ``/var/cache/board-companion-roots``, and
what pip has fetched with it.  Remove that folder to get the packages of today.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

PROJECT = Path(__file__).resolve().parents[1]
TABLE = PROJECT / "docs" / "installing.md"
NAMED = re.compile(r"`sudo apt install (make [^`]+)`")
"""The README's line with all that `make play` and `make test` need."""

SYSTEMS = {"bookworm": "Debian 12", "trixie": "Debian 13", "sid": "Debian sid"}
USERS = ("anna", "root")
SEQUENCES = {"play-test-play": ("play", "test", "play"), "test-play": ("test", "play")}
WHOLE = "play-test-play"
NOT_COPIED = (".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "build", "dist")

OF_SETUP = "tests/building tests/test_makefile.py tests/test_app.py tests/backends"
"""What runs in ``test-play``: the other sequence runs all tests, in an environment that is
made in the same way, and with a player's beside it."""

PASSED_ON = re.compile(r"(PIP|SSL|REQUESTS|CURL)_\w+|\w+_proxy", re.IGNORECASE)
"""The variables that tell pip where it finds packages and whom it trusts."""

NETWORK = ("/etc/resolv.conf", "/etc/hosts")
TOOLS = ("mmdebstrap", "unshare")
MEND = "sudo apt install mmdebstrap, then sudo make test-roots"
PIP_FILES = ("/etc/pip.conf", "/etc/xdg/pip", "~/.config/pip", "~/.pip")
ENTER = """
root=$1 scratch=$2 user=$3
shift 3
mount -t overlay overlay \\
    -o "lowerdir=$root,upperdir=$scratch/changes,workdir=$scratch/work" "$scratch/root"
cd "$scratch/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs dev/shm
while [ "$1" != -- ]; do mount -o bind,ro "$1" ".$1"; shift; done
shift
exec chroot --userspec="$user:" . "$@"
"""
"""The name spaces of mounts and processes end with the command: nothing is left of either."""


class Cell(NamedTuple):
    """One row of the table."""

    root: str
    user: str
    sequence: str

    @property
    def key(self) -> str:
        """The beginning of its row."""
        return f"| {SYSTEMS[self.root]} | {self.user} | {', '.join(SEQUENCES[self.sequence])} |"


def packages() -> list[str]:
    """Return what the README says to install."""
    match = NAMED.search((PROJECT / "README.md").read_text(encoding="utf-8"))
    assert match, "expected the packages in README.md"
    return ["python3", *match[1].split()]


def roots_folder() -> Path:
    """Return the folder for what is kept."""
    return Path(os.environ.get("ROOTS_CACHE") or "/var/cache/board-companion-roots")


def bare_root(suite: str) -> Path:
    """Return a folder with Debian's *suite* and what the README names, and nothing else."""
    digest = hashlib.sha256(" ".join(packages()).encode()).hexdigest()[:8]
    root = roots_folder() / f"{suite}-{digest}"
    if not root.exists():
        part = root.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=minbase", "--format=directory",
             # A mirror may be a snapshot of some weeks ago.
             '--aptopt=Acquire::Check-Valid-Until "false"',
             f"--include={','.join(packages())}", suite, str(part)],
            check=True,
        )  # fmt: skip
        part.rename(root)
    return root


def known_to_pip() -> Iterator[Path]:
    """Yield the files and folders by which this machine's pip finds packages and trusts them."""
    words = [value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)]
    for name in PIP_FILES:
        path = Path(name).expanduser()
        yield path
        files = [path] if path.is_file() else sorted(path.glob("*"))
        words += [file.read_text(encoding="utf-8") for file in files]
    for name in re.findall(r"(?:^|[\s=]|file://)(/[^\s,]+)", "\n".join(words), re.MULTILINE):
        # The index of a folder may name files beside itself.
        yield Path(name).parent if Path(name).name == "simple" else Path(name)


class Table:
    """A bare system in which somebody has a checkout."""

    def __init__(self, cell: Cell, scratch: Path) -> None:
        self.cell = cell
        self.scratch = scratch
        self.root = bare_root(cell.root)
        self.home = "/root" if cell.user == "root" else f"/home/{cell.user}"
        self.changes = scratch / "changes"
        for folder in (self.changes, scratch / "work", scratch / "root"):
            folder.mkdir()
        self.seen = sorted(self._see({*known_to_pip(), *map(Path, NETWORK)}))
        if cell.user != "root":
            self.run("root", "useradd", "--no-create-home", cell.user)
        shutil.copytree(
            PROJECT, self.changes / self.checkout.lstrip("/"), symlinks=True,
            ignore=shutil.ignore_patterns(*NOT_COPIED),
        )  # fmt: skip
        self.run("root", "chown", "--recursive", f"{cell.user}:", self.home)

    @property
    def checkout(self) -> str:
        """Return where it is there."""
        return f"{self.home}/board-companion"

    def _see(self, paths: Iterable[Path]) -> Iterator[str]:
        """Copy what of *paths* are files; yield the folders, which are mounted."""
        own = Path.home()
        for path in paths:
            place = str(path).replace(str(own), self.home) if path.is_relative_to(own) else path
            inside = self.changes / str(place).lstrip("/")
            if path.is_file():
                inside.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, inside)
            elif path.is_relative_to(own) and path.is_dir():
                shutil.copytree(path, inside, dirs_exist_ok=True)
            elif path.is_dir():
                inside.mkdir(parents=True, exist_ok=True)
                yield str(path)

    def run(self, user: str, *command: str, log: TextIO | None = None) -> int:
        """Run *command* there as *user* and return its status; what it says goes into *log*."""
        kept = {key: value for key, value in os.environ.items() if PASSED_ON.fullmatch(key)}
        system = "/usr/local/sbin:/usr/sbin:/sbin:" if user == "root" else ""
        variables = {
            **kept, "HOME": self.home, "USER": user, "LOGNAME": user, "TERM": "dumb",
            "PATH": f"{system}/usr/local/bin:/usr/bin:/bin",
        }  # fmt: skip
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", ENTER, "sh",
             str(self.root), str(self.scratch), user, *self.seen, "--",
             "env", "-i", *(f"{key}={value}" for key, value in variables.items()), *command],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log and subprocess.STDOUT, check=False,
        )  # fmt: skip
        return done.returncode


class Result(NamedTuple):
    """What came of a cell: the seconds of each command, what the tests said, what failed."""

    python: str
    seconds: list[float]
    tests: str
    failed: str


def play_through(cell: Cell, tests: str) -> Result:
    """Run the sequence of *cell* in a system of its own; all tests where none are named."""
    logs = roots_folder() / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    seconds, counted, failed = [], "", ""
    with tempfile.TemporaryDirectory(prefix="run-", dir=roots_folder()) as scratch:
        table = Table(cell, Path(scratch))
        with (logs / "python").open("w+", encoding="utf-8") as log:
            table.run(cell.user, "python3", "--version", log=log)
            log.seek(0)
            python = log.read().split()[-1]
        for number, word in enumerate(SEQUENCES[cell.sequence], 1):
            arguments = [f"ARGS={tests}"] if word == "test" and tests else []
            path = logs / f"{cell.root}-{cell.user}-{cell.sequence}-{number}-{word}.log"
            print(f"{cell.key} make {word}: {path}", flush=True)
            started = time.monotonic()
            with path.open("w", encoding="utf-8") as log:
                command = ("make", "-C", table.checkout, word, *arguments)
                status = table.run(cell.user, *command, log=log)
            seconds.append(time.monotonic() - started)
            said = path.read_text(encoding="utf-8", errors="replace")
            if word == "test":
                counted = ", ".join(re.findall(r"\d+ (?:failed|passed|skipped|errors?)\b", said))
            if status:
                print("\n".join(said.splitlines()[-30:]))
                failed = f"failed: make {word}"
                break
    return Result(python, seconds, counted, failed)


def row_of(cell: Cell, result: Result, is_all: bool, today: str) -> str:
    """Return the row of *cell* for the table."""
    took = " + ".join(f"{second:.0f}" for second in result.seconds)
    which = "all" if is_all else "of the set-up"
    return (
        f"{cell.key} {result.python} | {took} | {which}: {result.tests or 'none'} | "
        f"{today}, {result.failed or 'passed'} |"
    )


def noted_row(text: str, cell: Cell, row: str) -> str:
    """Return *text* with *row* in place of the one of *cell*."""
    pattern = re.compile(rf"^{re.escape(cell.key)}.*$", re.MULTILINE)
    assert pattern.search(text), f"expected a row that begins with {cell.key!r}"
    return pattern.sub(lambda _: row, text)


def run_cells() -> int:
    """Run what the command line names, note it, and return 1 where something failed."""
    parser = argparse.ArgumentParser(prog="make test-roots", description=__doc__)
    parser.add_argument("--root", nargs="+", choices=SYSTEMS, default=list(SYSTEMS))
    parser.add_argument("--user", nargs="+", choices=USERS, default=USERS)
    parser.add_argument("--sequence", nargs="+", choices=SEQUENCES, default=list(SEQUENCES))
    parser.add_argument("--tests", default="", help="for pytest, in place of all; notes nothing")
    parser.add_argument("--all-twice", action="store_true", help="all tests in both sequences")
    args = parser.parse_args()
    if os.geteuid() != 0 or not all(map(shutil.which, TOOLS)):
        parser.error(f"expected to run as root, with {' and '.join(TOOLS)}: {MEND}")
    has_failed = False
    for cell in (Cell(*of) for of in itertools.product(args.root, args.user, args.sequence)):
        is_all = args.all_twice or cell.sequence == WHOLE
        result = play_through(cell, args.tests or ("" if is_all else OF_SETUP))
        row = row_of(cell, result, is_all and not args.tests, datetime.date.today().isoformat())
        print(row, flush=True)
        if not args.tests:
            text = TABLE.read_text(encoding="utf-8")
            TABLE.write_text(noted_row(text, cell, row), encoding="utf-8")
        has_failed |= bool(result.failed)
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(run_cells())
