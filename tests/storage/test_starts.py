"""Noticing that the program crashes again and again."""

import pytest

from companion.storage.starts import CRASHES, NAME, SIZE_LIMIT, WITHIN_S, Starts, since_boot_s


def test_three_starts_without_an_end_make_the_next_one_safe(tmp_path):
    starts = Starts(tmp_path)
    assert [starts.begin(at_s, "boot") for at_s in (0, 10, 20, 30, 40)] == [
        False, False, False, True, True,
    ]  # fmt: skip


def test_starts_further_apart_are_none_of_a_series(tmp_path):
    starts = Starts(tmp_path)
    third = WITHIN_S / (CRASHES - 1)
    assert not any(starts.begin(number * third + 1, "boot") for number in range(20))


def test_an_orderly_end_forgets_what_came_before(tmp_path):
    starts = Starts(tmp_path)
    for at_s in range(3):
        starts.begin(at_s, "boot")
    starts.end()
    starts.end()
    assert not starts.begin(4, "boot")


def test_starts_before_the_machine_was_switched_on_do_not_count(tmp_path):
    for at_s in range(3):
        Starts(tmp_path).begin(at_s, "one boot")
    assert not Starts(tmp_path).begin(4, "another")


def test_the_real_clock_and_boot_are_taken_without_others(tmp_path):
    starts = Starts(tmp_path)
    before = since_boot_s()
    assert [starts.begin() for _ in range(4)] == [False, False, False, True]
    assert since_boot_s() - before < WITHIN_S


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\x00\n\n", b"boot\n", b"boot nan\nboot x\nboot 1e999\n", b"boot 1\n" * 9999],
)
def test_a_damaged_file_counts_as_no_crashes_or_some(tmp_path, data):
    (tmp_path / NAME).write_bytes(data)
    starts = Starts(tmp_path)
    starts.begin(100, "boot")
    starts.end()
    assert not starts.begin(101, "boot")
    assert (tmp_path / NAME).stat().st_size < SIZE_LIMIT


def test_a_folder_that_cannot_be_written_stops_no_start(tmp_path):
    assert not Starts(tmp_path / "missing").begin(1, "boot")
    Starts(tmp_path / "missing").end()
