"""Plays games at random into a folder, and tells what the screen would have called safe.

    python -m tests.boot.inside.games log FOLDER TARGET COUNT
    python -m tests.boot.inside.games fail FOLDER TARGET

FOLDER lies on TARGET, of the device mapper.  ``log`` plays COUNT games and puts each line that it
prints into the log of a target ``log-writes``, as a mark: ``begun GAME``, a ply, or ``finished
PLIES``.  ``fail`` has a target ``flakey`` fail all writes in the middle of a game; it prints each
ply and, behind a tab, why it is not saved.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from companion.match.match import Match, NewMatch
from companion.plugins import GAMES
from companion.storage.disk import Writer
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir

LONGEST = 20
FAILS_AFTER = 6


def mapper(*words: str) -> str:
    """Return what the device mapper says to *words*."""
    return subprocess.run(
        ["dmsetup", *words], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


class Evening:
    """Games that are kept in a folder, each move as the running program keeps it."""

    def __init__(self, folder: Path) -> None:
        self._rng = random.Random(37)
        self._saves = Saves(StateDir(folder), writer=Writer())

    def begin(self, name: str) -> Match:
        """Return a new game of *name*."""
        return self._saves.begin(NewMatch(GAMES[name], seed=self._rng.randrange(1000)))

    def confirm(self, match: Match) -> str:
        """Make a random ply and return it, once the screen shows it."""
        match.question = None
        match.propose(self._rng.choice(match.position.legal_moves()))
        answer = match.confirm(match.stamp)
        while answer is None or answer.code == "saving":
            time.sleep(0.001)
            answer = match.settle()
        assert answer.code == "committed", answer
        return match.plies[-1].move.text

    def finish(self, match: Match) -> None:
        """File the record of *match*."""
        self._saves.finish(match)

    def settle(self) -> None:
        """Wait until nothing is on its way to the disk."""
        while self._saves.writer.waits_s:
            time.sleep(0.001)


def play_logged(evening: Evening, target: str, count: int) -> None:
    """Play *count* games, and mark what is safe."""

    def tell(line: str) -> None:
        evening.settle()
        print(line, flush=True)
        mapper("message", target, "0", "mark", line.replace(" ", "_"))

    for number in range(count):
        name = sorted(GAMES)[number % len(GAMES)]
        match = evening.begin(name)
        tell(f"begun {name}")
        while not match.outcome and len(match.plies) < LONGEST:
            tell(evening.confirm(match))
        plies = len(match.plies)
        evening.finish(match)
        tell(f"finished {plies}")


def play_failing(evening: Evening, target: str) -> None:
    """Play half a game on a disk that works, and half on one that fails."""
    match = evening.begin("alquerque")
    while not match.outcome and len(match.plies) < 2 * FAILS_AFTER:
        if len(match.plies) == FAILS_AFTER:
            _fail(target)
        ply = evening.confirm(match)
        evening.settle()
        print(f"{ply}\t{match.saving_problem}", flush=True)


def _fail(target: str) -> None:
    """Have every write to *target* fail from now on; what it reads is as before."""
    start, size, _, *words = mapper("table", target).split()
    table = f"{start} {size} flakey {words[0]} {words[1]} 0 3600 1 error_writes"
    mapper("suspend", "--nolockfs", target)
    mapper("load", target, "--table", table)
    mapper("resume", target)


def play_task(task: str, folder: Path, target: str, *count: str) -> None:
    evening = Evening(folder)
    if task == "log":
        play_logged(evening, target, int(count[0]))
    else:
        play_failing(evening, target)


if __name__ == "__main__":
    play_task(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
