"""kill -9 at random moments: what the table was told is there when the program starts again."""

import contextlib
import os
import random
import select
import signal
import time

import pytest

from companion.errors import RecordError
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.storage.disk import Disk
from companion.storage.record_reader import read_record
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from tests.match.playing import ALQUERQUE, KNOCKING, LONE_PIECES, committed, moves, play

LONGEST_GAME = 25
MOST_S = 0.03
"""A kill comes at most so long after the first word: about two games of play."""


class LateDisk(Disk):
    """A disk whose writes leave the process late: three at a time."""

    late = ()

    def write(self, descriptor, data):
        self.late = (*self.late, data)

    def sync(self, descriptor):
        if len(self.late) > 2:
            super().write(descriptor, b"".join(self.late))
            self.late = ()


def play_until_killed(path, disk, tell, seed):
    """Play game after game in the folder *path*, telling each thing that is done."""
    rng = random.Random(seed)
    saves = Saves(StateDir(path), disk)
    unfinished = saves.unfinished({})
    match = saves.resume(unfinished) if unfinished and unfinished.match else None
    while True:
        if match is None:
            tell("beginning")
            match = saves.begin(NewMatch(rng.choice([ALQUERQUE, KNOCKING]), seed=seed))
            tell("begun")
        if match.outcome or len(match.plies) >= LONGEST_GAME:
            tell("finishing")
            saves.finish(match)
            tell("finished")
            match = None
            continue
        match.question = None
        match.propose(rng.choice(match.position.legal_moves()))
        match.confirm(match.stamp)
        assert not match.saving_problem
        tell(match.plies[-1].move.text)


def told_before_the_kill(path, disk, rng):
    """Run a child, kill it at a random moment, and return what it told until then."""
    reader, writer = os.pipe()
    seed = rng.randrange(10**6)
    child = os.fork()
    if child == 0:
        try:
            play_until_killed(
                path, disk, lambda line: os.write(writer, line.encode() + b"\n"), seed
            )
        finally:
            os._exit(1)
    os.close(writer)
    select.select([reader], [], [], 10)
    time.sleep(rng.random() * MOST_S)
    os.kill(child, signal.SIGKILL)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1]), f"the child failed by itself: seed {seed}"
    with os.fdopen(reader) as file:
        return file.read().splitlines()


class Ledger:
    """What was promised over all runs: the plies of the current game, and what is under way."""

    def __init__(self):
        self.plies = []
        self.step = "finished"

    def take(self, lines):
        for line in lines:
            if line in ("beginning", "begun", "finishing", "finished"):
                self.step = line
                self.plies = [] if line == "begun" else self.plies
            else:
                self.step = "playing"
                self.plies.append(line)

    def check(self, path):
        """Return what is wrong in the folder *path*, or nothing; go on from what is there."""
        started = time.monotonic()
        with StateDir(path) as state:
            saves = Saves(state)
            unfinished = saves.unfinished({})
            took_s = time.monotonic() - started
            match = unfinished.match if unfinished else None
            problem = self.problem(match, saves) or ("slow" if took_s > 5 else "")
        self.step = "finished" if match is None else "playing"
        self.plies = moves(match) if match else []
        return problem

    def problem(self, match, saves):
        if match is None:
            if self.step in ("beginning", "finished"):
                return ""
            if self.step == "finishing" and self.plies in records(saves):
                return ""
            return f"lost {self.plies}"
        if self.step in ("beginning", "finished") and not match.plies:
            return ""
        extra = len(match.plies) - len(self.plies)
        if moves(match)[: len(self.plies)] != self.plies or extra not in (0, 1):
            return f"expected {self.plies}, got {moves(match)}"
        again = match.position.game.from_text(match.position.to_text())
        return "" if again == match.position else "another position"


def records(saves):
    """The moves of every record that can be read."""
    games = []
    for path in saves.records_path.glob("*"):
        with contextlib.suppress(RecordError):
            games.append([ply.text for ply in read_record(path, find_game).plies])
    return games


def problems_of(kills, path, disk, seed):
    rng, ledger = random.Random(seed), Ledger()
    problems = []
    plies = 0
    for number in range(kills):
        lines = told_before_the_kill(path, disk, rng)
        plies += len(lines)
        ledger.take(lines)
        if problem := ledger.check(path):
            problems.append((seed, number, problem))
    assert plies > kills, "the children hardly played"
    return problems


def test_no_kill_loses_a_committed_ply(tmp_path):
    assert problems_of(40, tmp_path, Disk(), seed=1) == []


@pytest.mark.slow
def test_no_kill_of_a_thousand_loses_a_committed_ply(tmp_path):
    assert problems_of(1000, tmp_path, Disk(), seed=2) == []


def test_a_journal_that_writes_late_is_caught(tmp_path):
    assert problems_of(10, tmp_path, LateDisk(), seed=3) != []


def test_a_long_match_is_resumed_in_time(tmp_path):
    with StateDir(tmp_path) as state:
        first = ALQUERQUE.from_text(LONE_PIECES + " quiet_limit=0")
        match = Saves(state).begin(NewMatch(ALQUERQUE, position=first))
        for text in ("e1-d1", "a5-b5", "d1-e1", "b5-a5") * 150:
            match.question = None
            play(match, text)
        started = time.monotonic()
        unfinished = Saves(state).unfinished({})
        assert time.monotonic() - started < 5
        assert committed(unfinished.match) == committed(match)
