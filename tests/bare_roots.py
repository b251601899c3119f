"""Does what the README tells a newcomer, on Debians that have nothing but what it names.

    sudo make test-roots ARGS="[--root NAME ...] [--user NAME ...] [--sequence NAME ...]"

Each cell of the table is a system, a user and a sequence of commands, and can be run by
itself.  Its row in docs/installing.md is written when it ends, unless only some tests ran.

The systems are kept, as `tools.roots` tells, and what pip has fetched with them.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tools.roots import TOOLS, System, bare_root, roots_folder

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

MEND = "sudo apt install mmdebstrap, then sudo make test-roots"


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


def with_checkout(cell: Cell, scratch: Path) -> tuple[System, str]:
    """Return a bare system in which somebody has a checkout, and where it is there."""
    system = System(bare_root(cell.root, packages()), scratch, cell.user)
    checkout = f"{system.home}/board-companion"
    shutil.copytree(
        PROJECT, system.file(checkout), symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED)
    )
    system.run("root", "chown", "--recursive", f"{cell.user}:", system.home)
    return system, checkout


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
        system, checkout = with_checkout(cell, Path(scratch))
        with (logs / "python").open("w+", encoding="utf-8") as log:
            system.run(cell.user, "python3", "--version", log=log)
            log.seek(0)
            python = log.read().split()[-1]
        for number, word in enumerate(SEQUENCES[cell.sequence], 1):
            arguments = [f"ARGS={tests}"] if word == "test" and tests else []
            path = logs / f"{cell.root}-{cell.user}-{cell.sequence}-{number}-{word}.log"
            print(f"{cell.key} make {word}: {path}", flush=True)
            started = time.monotonic()
            with path.open("w", encoding="utf-8") as log:
                command = ("make", "-C", checkout, word, *arguments)
                status = system.run(cell.user, *command, log=log)
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
