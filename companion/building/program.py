"""The copies of the program in an environment: each whole, one of them chosen.

A copy is an unpacked wheel in ``program/NUMBER``.  The environment sees it by a path file,
which is replaced by rename: the program that starts is the old one or the new one, never
parts of both, and one that runs keeps its own.  The version before stays, to go back to.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.building.environment import Environment, write_whole
from companion.building.wheel import Digests
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

    def add(self, wheel: Path, digests: Digests) -> None:
        """Let the program in *wheel* start from now on.

        Args:
            wheel: of the program.
            digests: of the sources that it was made of.

        Raises:
            SetUpError: it does not start.
        """
        self.folder.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=self.folder) as new:
            copy = Path(new, "copy")
            unpack(wheel, digests, copy)
            self._probe(copy, "the new copy of the program")
            # Else a power cut could keep its name and lose what is in its files.
            os.sync()
            name = str(max(self._numbers(), default=0) + 1)
            copy.rename(self.folder / name)
        # It may run, and load more of its modules.
        running = self.current()
        self._choose(name)
        self._write_launcher()
        self._keep(self.folder / name, running, self.before())

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
        """Let the version `before` start from now on; return when it was installed.

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
        self._choose(copy.name)
        return datetime.fromtimestamp((copy / SOURCES).stat().st_mtime)

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
                f"and status {done.returncode}: run make {self.environment.command} again"
            )

    def _path_file(self) -> Path:
        return self.environment.site_packages / PATH_FILE

    def _choose(self, name: str) -> None:
        # Relative, so that the environment can be moved.
        write_whole(self._path_file(), f"../../../{FOLDER}/{name}\n")

    def _write_launcher(self) -> None:
        launcher = self.environment.folder / "bin" / "companion"
        if not launcher.is_file() or launcher.read_text(encoding="utf-8") != LAUNCHER:
            write_whole(launcher, LAUNCHER, 0o755)


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
