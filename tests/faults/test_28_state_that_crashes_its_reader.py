"""28. What was saved crashes its reader in any way: it is set aside, and the program starts."""

import json
import random
import zlib
from datetime import datetime

import pytest

from companion.match.entries import PlyEntry, to_json
from companion.match.match import NewMatch
from companion.storage import saves as saves_module
from companion.storage.library import Library
from companion.storage.saves import Saves
from companion.storage.state_dir import JOURNAL_NAME, NAME, Starts, StateDir
from tests.faults.running import is_safe_start, running
from tests.match.playing import ALQUERQUE, KNOCKING, play_at_random

STARTED = datetime(2026, 7, 4, 18, 30, 5)
WILD = (
    None, True, -1, 0, 1, 2, 2**31, 10**40, 1.5, 1e308, "", "x", "\ud800", "a\udfff", "\0", "\n",
    "\u202e", "é" * 300, "../../etc", [], [None], ["person"], {}, {"a": "\ud800"},
    [["person"] * 2],
)  # fmt: skip


def journal_of(lines):
    """Return a journal of JSON *lines*, every checksum right."""
    data, checksum = b"", 0
    for line in lines:
        body = json.dumps(line).encode("ascii")
        checksum = zlib.crc32(body, checksum)
        data += b"%08x %s\n" % (checksum, body)
    return data


def lines_of(data):
    return [json.loads(line[9:]) for line in data.splitlines()]


def a_journal(folder, game, seed):
    """Return the lines of a journal of some plies of *game*."""
    with StateDir(folder) as state:
        saves = Saves(state, wall_clock=lambda: STARTED)
        play_at_random(saves.begin(NewMatch(game, seed=seed)), random.Random(seed), 8)
        return lines_of(saves.journal_path.read_bytes())


def made_wild(lines, chance):
    """Return *lines* with some values, keys or whole lines replaced by what nobody writes."""
    lines = json.loads(json.dumps(lines))
    for _ in range(chance.randint(1, 3)):
        line = chance.choice(lines)
        what = chance.random()
        if what < 0.7:
            line[chance.choice(list(line))] = chance.choice(WILD)
        elif what < 0.9:
            result = {"result": chance.choice(WILD), "winner": chance.choice([None, 0, 1])}
            lines.append(chance.choice([result, {"comment": chance.choice(WILD), "on": 0}]))
        else:
            lines.append(chance.choice(lines))
    return lines


def opened(folder):
    """Return the library of the next start in *folder*."""
    with StateDir(folder) as state:
        library = Library(Saves(state, wall_clock=lambda: STARTED), {})
        library.look()
        if library.unfinished() is not None:
            library.finish(library.resume())
        return library


@pytest.fixture
def lines(tmp_path):
    return [a_journal(tmp_path / game.name, game, 1) for game in (ALQUERQUE, KNOCKING)]


@pytest.mark.parametrize("journals", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_fault_28_of_many_crafted_journals_none_crashes_the_start(tmp_path, lines, journals):
    chance = random.Random(28)
    for number in range(journals):
        folder = tmp_path / str(number)
        folder.mkdir()
        crafted = journal_of(made_wild(chance.choice(lines), chance))
        (folder / JOURNAL_NAME).write_bytes(crafted)
        library = opened(folder)
        kept = [path.read_bytes() for path in folder.glob(f"{JOURNAL_NAME}*")]
        # It is gone on with, filed, told to be wrong, or kept as it was.
        assert library.notices or crafted in kept or any(folder.glob("records/*.txt")), number


@pytest.mark.parametrize("key", ["result", "comment"])
def test_fault_28_half_a_character_is_damage_and_no_crash(tmp_path, lines, key):
    bad = {"result": "\ud800", "winner": None} if key == "result" else {key: "\ud800", "on": 0}
    folder = tmp_path / "state"
    folder.mkdir()
    (folder / JOURNAL_NAME).write_bytes(journal_of([*lines[0], bad]))
    with StateDir(folder) as state:
        library = Library(Saves(state), {})
        library.look()
    assert [notice.code for notice in library.notices] == ["journal-damaged"]
    assert len(library.unfinished().plies) == 8


def test_fault_28_an_error_nobody_thought_of_moves_the_journal_aside(tmp_path, lines, monkeypatch):
    def fails(*_):
        raise ZeroDivisionError("of a bug")

    monkeypatch.setattr(saves_module, "find_game", fails)
    (tmp_path / JOURNAL_NAME).write_bytes(journal_of(lines[0]))
    library = opened(tmp_path)
    assert [(notice.code, notice.values[0]) for notice in library.notices] == [
        ("journal-unreadable", "ZeroDivisionError: of a bug")
    ]
    assert [path.name for path in tmp_path.glob(f"{JOURNAL_NAME}*")] == [
        f"{JOURNAL_NAME}.damaged-1"
    ]


KILLED_READING = """
import os, signal
from companion.storage.saves import Saves
whole = Saves.unfinished
def unfinished(saves, *given):
    found = whole(saves, *given)
    if found is not None:
        os.kill(os.getpid(), signal.SIGKILL)
Saves.unfinished = unfinished
"""


def test_fault_28_a_reader_that_takes_the_process_with_it_does_so_three_times_at_most(
    tmp_path, lines
):
    tmp_path = tmp_path / "state"
    tmp_path.mkdir()
    data = journal_of(lines[0])
    (tmp_path / JOURNAL_NAME).write_bytes(data)
    for _ in range(3):
        with running(tmp_path, before=KILLED_READING, is_up=False) as program:
            assert program.process.wait(40) < 0
    with running(tmp_path, before=KILLED_READING) as program:
        assert is_safe_start(program)
        assert program.end() == 0
    assert (tmp_path / f"{JOURNAL_NAME}.damaged-1").read_bytes() == data
    with running(tmp_path, before=KILLED_READING) as program:
        assert not is_safe_start(program)


def test_fault_28_a_crash_behind_the_reading_leaves_the_game_where_it_is(tmp_path):
    for at_s in range(3):
        starts = Starts(tmp_path / NAME)
        starts.begin(at_s, "boot")
        starts.opened()
    assert starts.begin(4, "boot")
    assert not starts.is_reading_fatal


def test_fault_28_a_reader_that_takes_any_text_is_caught(tmp_path, lines, monkeypatch):
    monkeypatch.setattr("companion.match.entries._can_be_written", lambda data: True)
    bad = journal_of([*lines[0], {"result": "\ud800", "winner": None}])
    (tmp_path / JOURNAL_NAME).write_bytes(bad)
    assert [notice.code for notice in opened(tmp_path).notices] == ["journal-unreadable"]
    assert to_json(PlyEntry(0, "\ud800")).isascii()
