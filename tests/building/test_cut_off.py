"""29. An update that is cut off: the old or the new program starts, and the saves are there."""

import os
import random
import re
import signal
import subprocess
import time

import pytest

from companion import version
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.storage.saves import Saves
from companion.storage.state_dir import JOURNAL_NAME, StateDir
from tests.building.checkouts import (
    copy_checkout,
    make,
    plays_a_ply,
    programs_of,
    python_word,
)
from tests.building.steps import RULE
from tests.building.updates import NEWER, an_update, keyring, starts, trial, update, updater

# The first of them waits for a whole set-up, and a hundred updates take an hour on a busy machine.
pytestmark = pytest.mark.timeout(2 * 60 * 60)

FRESH = 5
PLIES = ["c2-c3", "c4xc2", "c1xc3", "c5-c4"]
"""Two of them are in the save, and a program that resumes it plays one more."""

ON = """\
tap "Resume"
press confirm
move "{}"
"""

NEW = """\
game alquerque
move "c2-c3"
"""
LOOK = """\
expect scene "start"
wait 1
"""


def begun(checkout, **changes):
    """Begin ``make play`` in *checkout*, as a leader of what it starts."""
    environment = {**os.environ, "COMPANION_COMPILED": "no", "SDL_VIDEODRIVER": "dummy"}
    return subprocess.Popen(
        ["make", python_word(), "play", "ARGS=--version"], cwd=checkout,
        env={**environment, **changes}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip


def killed_after(checkout, seconds, with_signal=signal.SIGKILL):
    """Run ``make play`` and end all of it after *seconds*; return whether it was still at work."""
    with begun(checkout) as running:
        return is_cut_off(running, seconds, with_signal)


def is_cut_off(running, seconds, with_signal=signal.SIGKILL):
    """End all of *running* after *seconds*; return whether it was still at work."""
    try:
        running.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, with_signal)
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("with_signal", [signal.SIGKILL, signal.SIGINT])
def test_a_fresh_set_up_that_was_cut_off_is_mended_by_the_next(tmp_path, with_signal):
    chance = random.Random(7)
    started = time.monotonic()
    assert make(copy_checkout(tmp_path / "whole"), "play", "ARGS=--version").returncode == 0
    whole_s = time.monotonic() - started
    cut = 0
    for number in range(FRESH):
        checkout = copy_checkout(tmp_path / str(number))
        cut += killed_after(checkout, chance.uniform(0, whole_s), with_signal)
        done = make(checkout, "play", "ARGS=--version")
        assert done.returncode == 0, done.stderr
        works, said = plays_a_ply(checkout)
        assert works, said
    assert cut >= FRESH // 2


class Table:
    """A program that is set up in *checkout*, and a save of two plies."""

    def __init__(self, checkout):
        self.checkout = checkout
        self.state = checkout.parent / "state"
        self._version = 0
        with StateDir(self.state) as state:
            match = Saves(state).begin(NewMatch(find_game("alquerque")))
            for text in PLIES[:2]:
                match.propose(match.position.parse(text))
                match.confirm(match.stamp)
        self._journal = self.journal()

    def journal(self):
        return (self.state / JOURNAL_NAME).read_bytes()

    def save_anew(self):
        """Have the save be the one of two plies again."""
        (self.state / JOURNAL_NAME).write_bytes(self._journal)

    def change(self):
        """Have the sources be those of a version that there never was."""
        self._version += 1
        with (self.checkout / RULE).open("a", encoding="utf-8") as rule:
            rule.write(f"\n# Version {self._version}.\n")

    def run(self, script):
        """Have the program run *script* on the save; return whether that went well, and why."""
        path = self.checkout.parent / "on.txt"
        path.write_text(script, encoding="utf-8")
        done = subprocess.run(
            [self.checkout / ".venv/bin/companion", "sim", "--script", path,
             "--state", self.state],
            cwd=self.checkout.parent, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        return done.returncode == 0, done.stdout + done.stderr

    def plays_on(self, plies):
        """Assert that the program finds *plies* plies in the save, and plays the next."""
        works, said = self.run(ON.format(PLIES[plies]))
        assert works, said
        with StateDir(self.state) as state:
            unfinished = Saves(state).unfinished({})
        assert [ply.move.text for ply in unfinished.match.plies] == PLIES[: plies + 1]
        assert unfinished.notices == ()

    def go_back(self):
        """Have the version before start, as ``make previous`` does."""
        environment = self.checkout / ".venv"
        done = subprocess.run(
            [environment / "bin/python", "-I", "-m", "companion.building", "previous",
             "--to", environment],
            cwd="/", capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    def digests(self):
        programs = programs_of(self.checkout)
        return (programs.current() / "sources.json").read_bytes()


@pytest.fixture
def table(checkout):
    return Table(checkout)


def set_up(table, **changes):
    table.change()
    done = make(table.checkout, "play", "ARGS=--version", **changes)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("moments", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_an_update_that_is_cut_off_leaves_the_old_or_the_new_version_and_all_saves(table, moments):
    chance, cut, starting = random.Random(29), 0, set()
    began = time.monotonic()
    set_up(table)
    whole_s = time.monotonic() - began
    for number in range(moments):
        table.save_anew()
        table.change()
        # One moment out of each part of the whole, so that none is left out.
        cut += killed_after(table.checkout, whole_s * (number + chance.random()) / moments)
        starting.add(left := table.digests())
        table.plays_on(2)
        if number % 4 == 0:
            table.go_back()
            assert table.digests() != left
            table.plays_on(3)
    assert cut >= moments // 3
    assert make(table.checkout, "play", "ARGS=--version").returncode == 0
    table.save_anew()
    table.plays_on(2)


@pytest.mark.needs("gpg")
@pytest.mark.parametrize("moments", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_an_update_from_a_stick_that_is_cut_off_leaves_one_version_whole(table, tmp_path, moments):
    """As `companion update` puts it in, with what the service runs around each start."""
    chance, checkout, began_s, cut, starting = random.Random(37), table.checkout, 0.0, 0, []
    with keyring() as keys:
        path = an_update(checkout, tmp_path / "stick")
        for number in range(-1, moments):
            table.save_anew()
            if number < 0:
                began_s = time.monotonic()
                assert update(checkout, path, keys=keys).returncode == 0
                whole_s = time.monotonic() - began_s
            else:
                with subprocess.Popen(
                    updater(checkout, path, keys=keys), cwd="/", start_new_session=True,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                ) as running:  # fmt: skip
                    after_s = whole_s * (number + chance.random()) / moments
                    cut += is_cut_off(running, after_s)
            trial(checkout, "begin")
            table.plays_on(2)
            trial(checkout, "end")
            starting.append(starts(checkout))
            if starting[-1] == NEWER:
                back = update(checkout, "--back", keys=keys)
                assert back.returncode == 0, back.stderr
            assert starts(checkout) == version()
            table.plays_on(3)
        assert {*starting} == {version(), NEWER}
        assert cut >= moments // 3
        assert update(checkout, path, keys=keys).returncode == 0
    left = [each.name for each in programs_of(checkout).folder.iterdir()]
    assert len(left) == 2 and not list((checkout / ".venv").glob(".building-*"))


def test_an_update_that_removes_the_old_version_first_is_caught(table):
    program = table.checkout / "companion/building/program.py"
    whole = "        self.folder.mkdir(exist_ok=True)\n"
    text = program.read_text(encoding="utf-8")
    assert whole in text
    early = "        shutil.rmtree(self.folder, ignore_errors=True)\n" + whole
    program.write_text(text.replace(whole, early), encoding="utf-8")
    folder = programs_of(table.checkout).folder
    with begun(table.checkout) as running:
        while running.poll() is None and not list(folder.glob(".new-*")):
            time.sleep(0.001)
        os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == -signal.SIGKILL
    with pytest.raises(AssertionError):
        table.plays_on(2)


def test_a_save_of_a_newer_version_is_left_alone_by_the_one_before(table):
    entries = table.checkout / "companion/match/entries.py"
    text = entries.read_text(encoding="utf-8")
    newer_text, count = re.subn(r"(?m)^(\w*VERSION) = \d+$", r"\1 = 9", text)
    assert count == 2, "that of matches with a clock, and that of all others"
    entries.write_text(newer_text, encoding="utf-8")
    set_up(table)
    works, said = table.run(NEW)
    assert works, said
    newer = table.journal()
    assert b'"board-companion-journal":9' in newer
    table.go_back()
    works, said = table.run(LOOK)
    assert works, said
    assert table.journal() == newer
    table.go_back()
    works, said = table.run(ON.format("c4xc2"))
    assert works, said
