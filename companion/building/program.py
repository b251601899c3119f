"""The copies of the program in an environment: each whole, one of them chosen.

A copy is an unpacked wheel in ``program/NUMBER``.  The environment sees it by a path file,
which is replaced by rename: the program that starts is the old one or the new one, never
parts of both, and one that runs keeps its own.  The version before stays, to go back to.

A copy that comes by an update is on trial until the service has come up with it; after three
starts that failed the one before starts again.
"""

from __future__ import annotations

import compileall
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from companion.building.environment import Environment, write_whole
from companion.building.progress import RUNNING, STATE, TRIAL, read_progress
from companion.building.wheel import Digests, Watch
from companion.errors import SetUpError

FOLDER: Final = "program"
PATH_FILE: Final = "board_companion.pth"
SOURCES: Final = "sources.json"
NOT_COMPILED: Final = "not-compiled.log"
"""In a copy that could not be compiled: why."""

LAUNCHER: Final = """\
#!/bin/sh
# Starts the program with the Python beside this file, wherever they lie.
here=$(dirname "$(readlink -f "$0")")
exec "$here/python" -I -m companion.cli "$@"
"""
PROBE: Final = """\
import sys
sys.path.insert(0, sys.argv[1])
from companion.cli import main
from companion.plugins import GAMES
sys.exit(main(["perft", next(iter(GAMES)), "--depth", "2"]))
"""
"""Has the copy that it is given play a little: whichever game comes first, a ply of each side."""

MOST_STARTS: Final = 3
"""So many starts of a copy on trial may fail."""

TRIAL_SCRIPT: Final = """\
#!/bin/sh
# Run by the service: "begin" before each start, "end" once the program is up.
here=$(dirname "$(readlink -f "$0")")
trial=$here/../trial
[ -e "$trial" ] || exit 0
if [ "$1" = end ]; then
    rm "$trial"
    exec sync "$here/.."
fi
# By the copy before: what is new may be what fails.
read -r copy before starts <"$trial"
exec "$here/python" -I -c '
import sys
sys.path.insert(0, sys.argv[1])
from companion.building.program import count_start
count_start(sys.prefix)
' "$here/../program/$before"
"""


class UpdateTrial(NamedTuple):
    """A copy that has not come up yet, and the one that starts again if it never does.

    Attributes:
        starts: how often it has been started.
    """

    copy: str
    before: str
    starts: int = 0


class Programs:
    """The copies of the program in *environment*."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.folder = environment.folder / FOLDER

    def current(self) -> Path | None:
        """Return the copy that starts; None where there is none."""
        try:
            line = self._path_file().read_text(encoding="utf-8").strip()
        except OSError:
            return None
        copy = self.folder / Path(line).name
        return copy if (copy / SOURCES).is_file() else None

    def is_of(self, digests: Digests) -> bool:
        """Return whether the copy that starts was made of sources with *digests*."""
        copy = self.current()
        return copy is not None and sources_of(copy) == digests

    def is_compiled(self) -> bool:
        """Return whether the rules of the copy that starts are compiled."""
        copy = self.current()
        return copy is not None and any(copy.glob("*__mypyc*"))

    def may_be_compiled(self) -> bool:
        """Return whether compiling the copy that starts has not failed yet."""
        copy = self.current()
        return copy is not None and not (copy / NOT_COMPILED).exists()

    def note_not_compiled(self, log: str) -> None:
        """Keep *log* of why the copy that starts could not be compiled."""
        copy = self.current()
        if copy is not None:
            (copy / NOT_COMPILED).write_text(log, encoding="utf-8")

    def add(
        self,
        wheel: Path,
        digests: Digests,
        is_update: bool = False,
        watch: Watch = lambda fraction: None,
    ) -> None:
        """Let the program in *wheel* start from now on.

        Args:
            wheel: of the program.
            digests: of the sources that it was made of.
            is_update: whether it comes to a service, whose user can write no bytecode there,
                and is on trial.
            watch: is told how far it is.

        Raises:
            SetUpError: it does not start.
        """
        self.folder.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=self.folder) as new:
            copy = Path(new, "copy")
            unpack(wheel, digests, copy)
            watch(0.2)
            self._probe(copy, "the new copy of the program")
            watch(0.4)
            if is_update:
                compileall.compile_dir(copy, quiet=2, workers=0)
            # Else a power cut could keep its name and lose what is in its files.
            watch(0.8)
            os.sync()
            name = str(max(self._numbers(), default=0) + 1)
            copy.rename(self.folder / name)
        # It may run, and load more of its modules.
        running = self.current()
        self._write_script("companion", LAUNCHER)
        self._write_script(TRIAL, TRIAL_SCRIPT)
        if is_update and running is not None:
            self._write_trial(UpdateTrial(name, running.name))
        self._choose(name)
        # What was left before the one that runs was left for a reason.
        is_same = running is not None and sources_of(running) == digests
        self._keep(self.folder / name, running, self.before() if is_same else None)

    def before(self) -> Path | None:
        """Return the newest copy of another version than the one that starts; None without one.

        Going back to it and asking again gives the version that was left.
        """
        current = self.current()
        now = sources_of(current) if current is not None else None
        for number in reversed(self._numbers()):
            copy = self.folder / str(number)
            if (of_it := sources_of(copy)) is not None and of_it != now:
                return copy
        return None

    def go_back(self) -> datetime:
        """Let the version `before` start from now on, on trial; return when it was installed.

        Raises:
            SetUpError: there is none, or it does not start.
        """
        copy = self.before()
        if copy is None:
            raise SetUpError(
                f"expected another version of the program in {str(self.folder)!r}, got none: "
                "it is kept from the first update on"
            )
        self._probe(copy, "the version before")
        if (running := self.current()) is not None:
            self._write_trial(UpdateTrial(copy.name, running.name))
        self._choose(copy.name)
        return datetime.fromtimestamp((copy / SOURCES).stat().st_mtime)

    def count_start(self) -> None:
        """Note a start of the copy on trial; where too many failed, let the one before start."""
        trial, current = self._trial(), self.current()
        if trial is None or current is None or current.name != trial.copy:
            if self.left() is None:
                # Power went before the copy was chosen, or another one was since.
                (self.environment.folder / TRIAL).unlink(missing_ok=True)
        elif trial.starts < MOST_STARTS:
            self._write_trial(trial._replace(starts=trial.starts + 1))
        elif sources_of(self.folder / trial.before) is not None:
            self._choose(trial.before)

    def left(self) -> Path | None:
        """Return the copy that never came up, if another one starts in its place since."""
        trial, current = self._trial(), self.current()
        if trial is None or current is None or trial.starts < MOST_STARTS:
            return None
        return self.folder / trial.copy if current.name == trial.before else None

    def _trial(self) -> UpdateTrial | None:
        try:
            text = (self.environment.folder / TRIAL).read_text(encoding="ascii")
            copy, before, starts = text.split()
            return UpdateTrial(copy, before, int(starts))
        except (OSError, ValueError):
            return None

    def _write_trial(self, trial: UpdateTrial) -> None:
        write_whole(self.environment.folder / TRIAL, " ".join(map(str, trial)) + "\n")

    def sweep(self) -> None:
        """Remove what was being made when power went; nobody else may make anything now."""
        progress = read_progress(self.environment.folder / STATE)
        if progress is not None and progress.state == RUNNING:
            return
        for left in (
            *self.environment.folder.glob(".building-*"),
            *self.environment.folder.glob("*/.new-*"),
        ):
            shutil.rmtree(left, ignore_errors=True)

    def _keep(self, *copies: Path | None) -> None:
        for number in self._numbers():
            copy = self.folder / str(number)
            if copy not in copies:
                # First, so that half of it is none: see `sources_of`.
                (copy / SOURCES).unlink(missing_ok=True)
                shutil.rmtree(copy, ignore_errors=True)

    def _numbers(self) -> list[int]:
        return sorted(int(path.name) for path in self.folder.glob("*") if path.name.isdigit())

    def _probe(self, copy: Path, which: str) -> None:
        command = [str(self.environment.python), "-I", "-c", PROBE, str(copy)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 or not done.stdout.strip().isdigit():
            answer = (done.stderr.strip().splitlines() or [done.stdout])[-1]
            raise SetUpError(
                f"expected {which} to start, got {answer!r} "
                f"and status {done.returncode}{self.environment.again}"
            )

    def _path_file(self) -> Path:
        return self.environment.site_packages / PATH_FILE

    def _choose(self, name: str) -> None:
        # Relative, so that the environment can be moved.
        write_whole(self._path_file(), f"../../../{FOLDER}/{name}\n")

    def _write_script(self, name: str, text: str) -> None:
        script = self.environment.folder / "bin" / name
        if not script.is_file() or script.read_text(encoding="utf-8") != text:
            write_whole(script, text, 0o755)


def count_start(folder: str) -> None:
    """Count a start of the program in the environment in *folder*: see `TRIAL_SCRIPT`."""
    Programs(Environment(Path(folder), "install")).count_start()


def version_of_copy(copy: Path) -> str:
    """Return the version of the program that *copy* is; empty where it does not say."""
    found = next(copy.glob("board_companion-*.dist-info"), None)
    return found.name.removesuffix(".dist-info").partition("-")[2] if found is not None else ""


def sources_of(copy: Path) -> Digests | None:
    """Return the digests of what *copy* was made of; None where it is no whole copy."""
    try:
        made_of = json.loads((copy / SOURCES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return made_of if isinstance(made_of, dict) else None


def unpack(wheel: Path, digests: Digests, folder: Path) -> None:
    """Unpack *wheel* into *folder*, which is new, and note the *digests* of its sources last."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    (folder / SOURCES).write_text(json.dumps(digests, indent=1), encoding="utf-8")
