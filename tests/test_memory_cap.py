"""Too little memory, at the start or in the middle of a game: one line, and the save intact."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import is_out_of_memory
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir

ROOT = Path(__file__).parents[1]
BEFORE = ["c2-c3", "c4xc2"]
LATER = ["c1xc3", "c5-c4", "c3xc5"]
SCRIPT = """
tap "Resume"
press confirm
{moves}
hold hint
press back
resize 1600x900
{grow}
"""

CAPPED = """
import resource, sys
from companion.cli import main
with open("/proc/self/statm") as file:
    taken = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + int(float(sys.argv[1]) * 1_000_000),) * 2)
sys.exit(main(sys.argv[2:]))
"""
"""Caps the process at so many MB beyond what the command line alone takes."""


@pytest.fixture
def folder(tmp_path):
    """A folder with a game that was left after two plies."""
    with StateDir(tmp_path / "state") as state:
        match = Saves(state).begin(NewMatch(find_game("alquerque")))
        for text in BEFORE:
            match.propose(match.position.parse(text))
            match.confirm(match.stamp)
    return tmp_path


def play_on(folder, more_mb, grow=""):
    """Play the left game on with *more_mb* MB; return status, standard error, and what is kept."""
    moves = "\n".join(f'move "{text}"' for text in LATER)
    (folder / "script.txt").write_text(SCRIPT.format(moves=moves, grow=grow))
    done = subprocess.run(
        [sys.executable, "-c", CAPPED, str(more_mb), "sim", "--script", "script.txt",
         "--state", "state"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "MALLOC_ARENA_MAX": "1"},
        capture_output=True, text=True, check=False, cwd=folder, timeout=300,
    )  # fmt: skip
    with StateDir(folder / "state") as state:
        unfinished = Saves(state).unfinished({})
        assert unfinished.notices == ()
        return done.returncode, done.stderr, [ply.move.text for ply in unfinished.match.plies]


def check_kept(status, message, kept):
    """Assert that the end was a good one, or told in one line; return whether it was good."""
    assert kept[:2] == BEFORE and kept == (BEFORE + LATER)[: len(kept)]
    if status == 0:
        assert (message, kept) == ("", BEFORE + LATER)
        return True
    assert status == 2, message
    assert re.fullmatch(r"companion: [^\n]*\n", message), message
    return False


def test_a_line_is_left_however_little_memory_there_is(folder):
    # How little ends it where depends on the folder, down to the length of its name.
    ends = [play_on(folder, tenths / 10) for tenths in range(3, 16)]
    for status, message, kept in ends:
        assert (status, kept) == (2, BEFORE), message
        assert re.fullmatch(r"companion: [^\n]*\n", message), message


@pytest.mark.parametrize("more_mb", [1, 45, 120])
def test_with_too_little_memory_to_start_it_says_so_in_one_line(folder, more_mb):
    status, message, kept = play_on(folder, more_mb)
    assert (status, kept) == (2, BEFORE)
    # Where not even the modules can be loaded, nobody has asked for the 160 MB yet.
    assert message in (
        "companion: expected 160 MB of memory to start, got less\n",
        "companion: expected more memory than there is, got none\n",
    )


LISTED = """
import errno, os, resource, sys
from companion import cli
def without_memory(name):
    if {is_gone}:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20))
    raise {error}
cli.import_module = without_memory
sys.exit(cli.main(["games"]))
"""
"""Has no memory left for a module that is wanted."""


@pytest.mark.parametrize(
    "error",
    [
        "MemoryError",
        'OSError(errno.ENOMEM, os.strerror(errno.ENOMEM), "companion/storage")',
        'SystemError("error return without exception set")',
        'ImportError("x.so: failed to map segment: Cannot allocate memory")',
    ],
)
def test_however_the_lack_of_memory_is_raised_it_is_told_in_the_same_words(error):
    done = listed(error, is_gone=False)
    assert done.returncode == 2
    assert done.stderr == "companion: expected more memory than there is, got none\n"


def listed(error, *, is_gone):
    """What it does where loading a module raises *error*, with memory or none left by then."""
    script = LISTED.format(error=error, is_gone=is_gone)
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_whatever_is_raised_where_no_memory_is_left_comes_of_that():
    """Python then even says that code which it writes itself is wrong."""
    error = """SyntaxError("expected ':'")"""
    done = listed(error, is_gone=True)
    assert done.returncode == 2
    assert done.stderr == "companion: expected more memory than there is, got none\n"
    assert listed(error, is_gone=False).stderr.endswith("SyntaxError: expected ':'\n")


def test_with_enough_the_same_game_is_played_to_its_end(folder):
    assert check_kept(*play_on(folder, 250))


def test_where_memory_ends_in_the_middle_of_the_game_every_confirmed_move_is_kept(folder):
    status, message, kept = play_on(folder, 600, grow="resize 8000x8000")
    assert (status, kept) == (2, BEFORE + LATER)
    assert "memory" in message and message.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("more_mb", range(0, 300, 12))
def test_at_any_cap_it_plays_or_says_so_in_one_line_and_the_save_is_intact(folder, more_mb):
    check_kept(*play_on(folder, more_mb))


def test_a_lack_of_memory_is_known_in_every_disguise():
    for error in (
        MemoryError(),
        RuntimeError("can't start new thread"),
        ImportError("x.so: failed to map segment: Cannot allocate memory"),
        OSError(12, "Cannot allocate memory"),
        SystemError("error return without exception set"),
    ):
        assert is_out_of_memory(error)
    try:
        try:
            raise MemoryError
        finally:
            raise ValueError("what comes of it")
    except ValueError as error:
        assert is_out_of_memory(error)
    assert not is_out_of_memory(ValueError("another"))
