"""Noticing that the program crashes again and again."""

import pytest

from companion.storage.state_dir import (
    NAME,
    RUN_S,
    SIZE_LIMIT,
    WITHIN_S,
    Starts,
    since_boot_s,
    starts_paths,
)


def test_three_starts_without_an_end_make_the_next_one_safe(tmp_path):
    starts = Starts(tmp_path / NAME)
    assert [starts.begin(at_s, "boot") for at_s in (0, 10, 20, 30, 40)] == [
        False, False, False, True, True,
    ]  # fmt: skip


def test_starts_further_apart_are_none_of_a_series(tmp_path):
    starts = Starts(tmp_path / NAME)
    for number in range(20):
        assert not starts.begin(number * (RUN_S + 1), "boot")
        starts.opened()


def test_a_series_without_end_stays_one(tmp_path):
    starts = Starts(tmp_path / NAME)
    for number in range(200):
        assert starts.begin(10.0 * number, "boot") == (number >= 3)
        starts.opened()


def test_one_crash_soon_after_another_among_long_runs_is_no_series(tmp_path):
    starts, at_s = Starts(tmp_path / NAME), 0.0
    for number in range(20):
        at_s += 10.0 if number % 4 == 3 else RUN_S + 1
        assert not starts.begin(at_s, "boot")
        starts.opened()


def test_an_orderly_end_forgets_what_came_before(tmp_path):
    starts = Starts(tmp_path / NAME)
    for at_s in range(3):
        starts.begin(at_s, "boot")
    starts.end()
    starts.end()
    assert not starts.begin(4, "boot")


def test_starts_before_the_machine_was_switched_on_do_not_count(tmp_path):
    for at_s in range(3):
        Starts(tmp_path / NAME).begin(at_s, "one boot")
    assert not Starts(tmp_path / NAME).begin(4, "another")


def test_what_befell_another_version_does_not_count(tmp_path):
    for at_s in range(3):
        Starts(tmp_path / NAME).begin(at_s, "boot", "7")
    before = Starts(tmp_path / NAME)
    assert not before.begin(4, "boot", "a version, with blanks")
    assert not before.is_reading_fatal
    for at_s in (5, 6):
        assert not Starts(tmp_path / NAME).begin(at_s, "boot", "a version, with blanks")
    assert Starts(tmp_path / NAME).begin(7, "boot", "a version, with blanks")


def test_the_real_clock_and_boot_are_taken_without_others(tmp_path):
    starts = Starts(tmp_path / NAME)
    before = since_boot_s()
    assert [starts.begin() for _ in range(4)] == [False, False, False, True]
    assert since_boot_s() - before < WITHIN_S


def test_starts_within_a_millisecond_count_one_by_one(tmp_path):
    starts = Starts(tmp_path / NAME)
    assert [starts.begin(at_s, "boot") for at_s in (8.0006, 8.0007, 8.0008, 8.0009)] == [
        False, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\x00\n\n", b"boot\n", b"boot nan\nboot x\nboot 1e999\n", b"boot 1\n" * 9999],
)
def test_a_damaged_file_counts_as_no_crashes_or_some(tmp_path, data):
    (tmp_path / NAME).write_bytes(data)
    starts = Starts(tmp_path / NAME)
    starts.begin(100, "boot")
    starts.end()
    assert not starts.begin(101, "boot")
    assert (tmp_path / NAME).stat().st_size < SIZE_LIMIT


def test_a_folder_that_cannot_be_written_stops_no_start(tmp_path):
    assert not Starts(tmp_path / "missing" / NAME).begin(1, "boot")
    Starts(tmp_path / "missing" / NAME).end()


def test_the_folder_in_memory_is_that_of_the_service_or_of_the_session(tmp_path):
    of = starts_paths(tmp_path, {"RUNTIME_DIRECTORY": "/run/a:/run/b", "XDG_RUNTIME_DIR": "/c"})
    assert list(map(str, of)) == [f"{tmp_path}/starts", "/run/a/starts"]
    (_, shared) = starts_paths(tmp_path, {"XDG_RUNTIME_DIR": "/run/user/1000"})
    assert str(shared) == "/run/user/1000/board-companion-starts"
    assert len(starts_paths(tmp_path, {})) == 1


def test_crashes_behind_the_reading_never_count_as_crashes_of_it(tmp_path):
    for at_s in range(8):
        starts = Starts(tmp_path / NAME)
        starts.begin(at_s, "boot")
        assert not starts.is_reading_fatal
        starts.opened()


def test_an_orderly_end_forgets_those_in_memory_as_well(tmp_path):
    gone, memory = tmp_path / "gone" / NAME, tmp_path / NAME
    for at_s in range(8):
        starts = Starts(gone, memory)
        assert not starts.begin(at_s, "boot")
        starts.end()
    assert not memory.exists()


def test_starts_of_an_earlier_version_are_understood(tmp_path):
    (tmp_path / NAME).write_text("boot 1.000\nboot 2.000\nboot 3.000\n")
    starts = Starts(tmp_path / NAME)
    assert starts.begin(4, "boot")
    assert not starts.is_reading_fatal
