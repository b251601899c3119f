"""27. A crash every minute, every ten minutes: a safe start by the fifth."""

import pytest

from companion.storage import state_dir as starts_module
from companion.storage.state_dir import NAME, Starts
from tests.faults.running import crash, is_safe_start, running

SPACINGS = (0.1, 1, 19, 20.1, 30, 60, 120, 600, 1_000)


def first_safe_start(paths, spacing_s, crashes=20):
    """Return the number of the first safe start, from 1, of a program that always crashes."""
    for number in range(crashes):
        starts = Starts(*paths)
        is_safe = starts.begin(1_000 + number * spacing_s, "boot")
        starts.opened()
        if is_safe:
            return number + 1
    return None


@pytest.mark.parametrize("spacing_s", SPACINGS)
def test_fault_27_a_crash_at_any_pace_leads_to_a_safe_start_by_the_fifth(tmp_path, spacing_s):
    assert first_safe_start([tmp_path / NAME], spacing_s) in (4, 5)


@pytest.mark.parametrize("spacing_s", SPACINGS)
def test_fault_27_so_does_one_on_a_card_that_cannot_be_written(tmp_path, spacing_s):
    memory = tmp_path / "memory"
    memory.mkdir()
    paths = [tmp_path / "gone" / NAME, memory / NAME]
    assert first_safe_start(paths, spacing_s) in (4, 5)


def test_fault_27_a_safe_start_that_crashes_is_followed_by_another(tmp_path):
    starts = Starts(tmp_path / NAME)
    safe = [starts.begin(number * 600, "boot") for number in range(12)]
    assert all(safe[4:])


def test_fault_27_counting_fast_crashes_alone_is_caught(tmp_path, monkeypatch):
    monkeypatch.setattr(starts_module, "_is_slow", lambda before, now_s: False)
    assert first_safe_start([tmp_path / NAME], 20.1) is None


def test_fault_27_the_program_itself_starts_safely_where_its_folder_cannot_be_written(tmp_path):
    state, memory = tmp_path / "state", tmp_path / "memory"
    # A folder in their place: even root cannot write them there.
    (state / NAME).mkdir(parents=True)
    memory.mkdir()
    for _ in range(3):
        with running(state, RUNTIME_DIRECTORY=str(memory)) as program:
            crash(program)
    with running(state, RUNTIME_DIRECTORY=str(memory)) as program:
        assert is_safe_start(program)
