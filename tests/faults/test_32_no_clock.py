"""32. A Pi without a clock: it starts at the same time of day again and again."""

from datetime import datetime, timedelta

import pytest

from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.storage.disk import Disk
from companion.storage.library import Library
from companion.storage.saves import Saves, newest_records, newest_time
from companion.storage.state_dir import StateDir
from tests.match.playing import ALQUERQUE, agree, play

BOOTS = 1_000
PART = 7_370
"""Microseconds by which the clock stands on another part of the second at each boot."""

AT_START = datetime(2026, 7, 4, 18, 30, 5)


def a_boot(folder, number, clock):
    """Return the record of one evening: a game that is ended, and the program as well."""
    game = ALQUERQUE if number % 3 else find_game("querni")
    with StateDir(folder) as state:
        library = Library(Saves(state, wall_clock=clock), {})
        library.look()
        match = library.start(NewMatch(game, {}, number))
        play(match, match.position.legal_moves()[0].text)
        match.resign(match.position.side)
        agree(match)
        return library.finish(match)


@pytest.mark.parametrize("boots", [60, pytest.param(BOOTS, marks=pytest.mark.slow)])
def test_fault_32_many_boots_at_one_time_stand_in_order_and_none_is_lost(tmp_path, boots):
    # The same minute after the start, a little sooner or later.
    written = [
        a_boot(tmp_path, n, lambda n=n: AT_START + timedelta(seconds=n % 7, microseconds=n * PART))
        for n in range(boots)
    ]
    assert len(set(written)) == boots
    assert newest_records(tmp_path / "records", boots, Disk()) == written[::-1]
    with StateDir(tmp_path) as state:
        listed = [shelved.path for shelved in Library(Saves(state), {}).records()]
    assert listed == written[: -len(listed) - 1 : -1]


def test_fault_32_a_clock_alone_as_before_is_caught(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.storage.saves.newest_time", lambda *_: None)
    written = [a_boot(tmp_path, n, lambda n=n: AT_START - timedelta(seconds=n)) for n in range(5)]
    assert newest_records(tmp_path / "records", 5, Disk()) != written[::-1]


def test_fault_32_a_clock_that_goes_right_is_believed(tmp_path):
    for number in range(3):
        at = AT_START + timedelta(days=number)
        path = a_boot(tmp_path, number, lambda at=at: at)
        assert path.name.startswith(at.strftime("%Y-%m-%d_%H%M%S"))


def test_fault_32_an_unfinished_game_counts_as_well(tmp_path):
    with StateDir(tmp_path) as state:
        saves = Saves(state, wall_clock=lambda: AT_START)
        play(Library(saves, {}).start(NewMatch(ALQUERQUE, {}, 1)), "c2-c3")
    with StateDir(tmp_path) as state:
        library = Library(Saves(state, wall_clock=lambda: AT_START - timedelta(hours=1)), {})
        library.look()
        assert library.start(NewMatch(ALQUERQUE, {}, 2)).header.started == "2026-07-04 18:30:06"
    assert [path.name for path in newest_records(tmp_path / "records", 9, Disk())] == [
        "2026-07-04_183005_alquerque.txt"
    ]


def test_fault_32_records_of_one_second_are_sorted_by_their_numbers(tmp_path):
    names = [f"2026-07-04_183005_alquerque{n}.txt" for n in ("", *(f"_{n}" for n in range(2, 30)))]
    for name in names:
        (tmp_path / name).touch()
    assert [path.name for path in newest_records(tmp_path, 99, Disk())] == names[::-1]


def test_fault_32_times_that_are_none_are_left_out(tmp_path):
    assert newest_time(tmp_path / "missing", Disk()) is None
    for name in ("undated_alquerque.txt", "mine.txt", "2026-07-04_183005_alquerque.gif"):
        (tmp_path / name).touch()
    assert newest_time(tmp_path, Disk()) is None
    (tmp_path / "2026-07-04_183005_alquerque_2.txt").touch()
    assert newest_time(tmp_path, Disk()) == AT_START
    (tmp_path / "9999-99-99_999999_alquerque.txt").touch()
    assert newest_time(tmp_path, Disk()) is None


def test_fault_32_at_the_end_of_all_time_play_goes_on(tmp_path):
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "9999-12-31_235959_alquerque.txt").touch()
    assert a_boot(tmp_path, 1, lambda: AT_START).exists()


@pytest.mark.parametrize("parts", [(100_000, 400_000, 900_000), (0, 0, 1), (999_999, 1, 0)])
def test_fault_32_boots_within_one_second_stand_in_order(tmp_path, parts):
    # Games whose names are in another order than their times.
    written = [
        a_boot(tmp_path, number, lambda part=part: AT_START.replace(microsecond=part))
        for number, part in zip((1, 3, 2), parts, strict=True)
    ]
    assert newest_records(tmp_path / "records", 3, Disk()) == written[::-1]
    assert len({path.name[:17] for path in written}) == 3
