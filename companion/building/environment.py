"""An environment of Python with the libraries that are asked for: whole, or made anew.

What was made last is written down last, in ``set-up.json``: an environment without it was
cut off in the middle, and one with another content is of another Python.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.building.progress import pip_progress
from companion.errors import SetUpError

MARK: Final = "set-up.json"
LOG: Final = "set-up.log"
SIGN: Final = "pyvenv.cfg"
"""What makes a folder an environment for Python."""

BEFORE_SIGN: Final = frozenset({"bin", "include", "lib", "lib64"})
"""What venv makes before that."""

PIP: Final = ("-I", "-m", "pip", "--disable-pip-version-check", "--no-input")

# Set by people for other ends: with them pip would install elsewhere.
MISLEADING: Final = (
    "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PYTHONPATH", "PYTHONHOME",
)  # fmt: skip

NO_NETWORK: Final = (
    "NewConnectionError", "Temporary failure in name resolution", "Failed to establish",
    "Network is unreachable", "Max retries exceeded", "from versions: none",
)  # fmt: skip
"""How pip says that it reaches nobody; the last also where it has been told not to look."""


LOOK_S: Final = 0.2
"""How often it is looked how far pip is."""


@dataclass(frozen=True)
class EnvironmentSpec:
    """What an environment is to have.

    Attributes:
        requirements: lines as pip reads them.
        uses_system: whether the libraries of the system are seen in it.
        python: the version of Python that it is for, such as 3.11.
    """

    requirements: tuple[str, ...]
    uses_system: bool = False
    python: str = f"{sys.version_info.major}.{sys.version_info.minor}"


def requirements_of(pyproject: Path) -> tuple[str, ...]:
    """Return the libraries that *pyproject* asks for."""
    return tuple(tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["dependencies"])


def version_of(pyproject: Path) -> str:
    """Return the version of the program that *pyproject* names."""
    return str(tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["version"])


class Environment:
    """An environment in a folder, which may be moved with all that it holds.

    Attributes:
        folder: where it is or will be.
        command: the make target that it is made for, for what a person is told; may be none.
        watch: is told how far it is, 0.0 to 1.0, and what is being done.
    """

    def __init__(self, folder: Path, command: str) -> None:
        self.folder = folder.absolute()
        self.command = command
        self.watch: Callable[[float, str], None] = lambda fraction, what: None

    @property
    def again(self) -> str:
        """Return what a person is told to do once the cause of an error is gone."""
        return f": run make {self.command} again" if self.command else ""

    @property
    def python(self) -> Path:
        """Return its interpreter."""
        return self.folder / "bin" / "python"

    @property
    def site_packages(self) -> Path:
        """Return where it keeps its libraries."""
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        return self.folder / "lib" / version / "site-packages"

    def is_whole(self) -> bool:
        """Return whether what was made last is there, whatever is wanted by now."""
        return self._made() is not None

    def has(self, wanted: EnvironmentSpec) -> bool:
        """Return whether the environment is whole and holds what is *wanted*."""
        return self._made() == asdict(wanted)

    def ensure(self, wanted: EnvironmentSpec, finish: Callable[[], None] = lambda: None) -> None:
        """Make the environment as *wanted* unless it is so already; *finish* completes it.

        Raises:
            SetUpError: something is missing for that, such as a network.
        """
        if self.has(wanted):
            return
        made = self._made()
        is_sound = made is not None and {**made, "requirements": ()} == {
            **asdict(wanted), "requirements": (),
        }  # fmt: skip
        if is_sound:
            # What pip cannot get leaves the environment as it is.
            self._install(wanted, "--dry-run")
            (self.folder / MARK).unlink()
        else:
            self._make(wanted)
        self._install(wanted)
        finish()
        # Else a power cut could keep the mark and lose what it vouches for.
        os.sync()
        write_whole(self.folder / MARK, json.dumps(asdict(wanted), indent=1))

    def _made(self) -> Mapping[str, object] | None:
        """Return what the environment was made to be; None where it is not whole."""
        try:
            made = json.loads((self.folder / MARK).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(made, dict) or not self.python.exists():
            return None
        return {**made, "requirements": tuple(made.get("requirements", ()))}

    def satisfies(self, lines: tuple[str, ...]) -> bool:
        """Return whether the libraries of *lines* are there; asks nobody and writes nothing."""
        made = self._made()
        if made is None:
            return False
        known = made["requirements"]
        if isinstance(known, tuple) and set(lines) <= set(known):
            return True
        wanted = EnvironmentSpec(lines, bool(made["uses_system"]))
        done = subprocess.run(
            [str(self.python), *PIP, "install", "--dry-run", "--no-index", "--no-cache-dir",
             *self._lines(wanted)],
            capture_output=True, check=False, cwd="/",
        )  # fmt: skip
        return done.returncode == 0

    def remove(self) -> None:
        """Remove the environment, if there is one.

        Raises:
            SetUpError: the folder holds something else.
        """
        if not self.folder.exists():
            return
        # What tells it from other folders goes last, as this may be cut off, too.
        sign = self.folder / SIGN
        others = [path for path in self.folder.iterdir() if path != sign]
        if not sign.exists() and not {path.name for path in others} <= BEFORE_SIGN:
            raise SetUpError(
                f"expected an environment or an empty folder, got {str(self.folder)!r}: "
                "empty it, or name another with VENV=FOLDER"
            )
        for path in others:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        shutil.rmtree(self.folder)

    def _make(self, wanted: EnvironmentSpec) -> None:
        self.remove()
        self.folder.mkdir(parents=True)
        self.watch(0.0, "an environment for Python")
        options = ["--system-site-packages"] if wanted.uses_system else []
        done = subprocess.run(
            [sys.executable, "-I", "-m", "venv", *options, str(self.folder)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            shutil.rmtree(self.folder, ignore_errors=True)
            lines = (done.stderr or done.stdout).strip().splitlines() or ["nothing was told"]
            raise SetUpError(f"expected an environment in {str(self.folder)!r}, got {lines[-1]!r}")

    def _install(self, wanted: EnvironmentSpec, *options: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder, "requirements.txt")
            listed.write_text("\n".join(self._lines(wanted)), encoding="utf-8")
            self.pip("install", *options, "--requirement", str(listed))

    def _lines(self, wanted: EnvironmentSpec) -> tuple[str, ...]:
        if not (wanted.uses_system and self._has("pygame")):
            return wanted.requirements
        # Whichever of the two the system has: both in one environment break each other.
        return tuple(line for line in wanted.requirements if not line.startswith("pygame"))

    def _has(self, module: str) -> bool:
        code = f"import importlib.util, sys; sys.exit(not importlib.util.find_spec({module!r}))"
        return subprocess.run([self.python, "-I", "-c", code], check=False).returncode == 0

    def pip(self, *words: str, **changes: str) -> None:
        """Run pip with *words* and *changes* in the variables; what it prints goes into the log.

        Raises:
            SetUpError: pip has failed.
        """
        log = self.folder / LOG
        variables = {key: value for key, value in os.environ.items() if key not in MISLEADING}
        # What pip fetches lies there until it is installed.
        with (
            tempfile.TemporaryDirectory(prefix=".building-", dir=self.folder) as fetched,
            log.open("w", encoding="utf-8") as written,
        ):
            process = subprocess.Popen(
                [str(self.python), *PIP, *words], stdin=subprocess.DEVNULL, stdout=written,
                stderr=subprocess.STDOUT, env={**variables, "TMPDIR": fetched, **changes},
            )  # fmt: skip
            try:
                while process.poll() is None:
                    self.watch(*pip_progress(log, Path(fetched), self.site_packages))
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(LOOK_S)
            finally:
                process.kill()
                process.wait()
        if process.returncode != 0:
            raise SetUpError(self._reason(log))

    def _reason(self, log: Path) -> str:
        """Return in one line why what *log* is of has failed, and what to do."""
        text = log.read_text(encoding="utf-8", errors="replace")
        again = f"then run make {self.command} again ({str(log)!r} tells more)"
        if "No space left" in text or "Disk quota exceeded" in text:
            return f"no space is left on the disk of {str(self.folder)!r}: make room, {again}"
        if any(words in text for words in NO_NETWORK):
            return f"the network is needed once, and it is not there: connect, {again}"
        lines = [line for line in text.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()]
        reason = (errors or lines or ["nothing"])[-1].strip()[:200]
        return f"expected the set-up to succeed, got {reason!r}: mend that, {again}"


def write_whole(path: Path, text: str, mode: int = 0o644) -> None:
    """Write *text* to *path*: after a power cut the file is the old or the new one."""
    new = path.with_name(f".{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())
    new.replace(path)
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold what is in *folder* for this process; another one that sets up waits for its end."""
    # What it lies in, as the folder itself may be made anew.
    folder.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder.parent, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
