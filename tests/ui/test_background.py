import threading

import pytest

from companion.errors import RecordError
from companion.ui.widgets.background import Background


def test_quick_work_is_made_at_once():
    work = Background("work", lambda tell: 7)
    work.wait()
    assert (work.made, work.problem, work.is_over) == (7, "", True)


def test_slow_work_tells_how_far_it_is_and_holds_nobody_up():
    gate = threading.Event()

    def slow(tell):
        tell(3, 9)
        gate.wait()
        return "made"

    work = Background("work", slow)
    assert (work.done, work.count, work.is_over) == (3, 9, False)
    gate.set()
    work.wait()
    assert work.made == "made"


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (RecordError("line 3: expected"), "line 3: expected"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (MemoryError(), "Cannot allocate memory"),
    ],
)
def test_what_goes_wrong_is_told(error, problem):
    def fail(tell):
        raise error

    work = Background("work", fail)
    work.wait()
    assert (work.made, work.problem, work.is_over) == (None, problem, True)


def test_dropped_work_ends_when_it_next_tells():
    gate, events = threading.Event(), []

    def slow(tell):
        gate.wait()
        tell(1, 2)
        events.append("went on")

    work = Background("work", slow)
    work.drop()
    gate.set()
    work.wait()
    assert events == []
    assert not work.is_over


def test_work_is_waited_for_as_long_as_it_may_take():
    gate = threading.Event()
    threading.Timer(0.03, gate.set).start()
    assert Background("work", lambda tell: gate.wait(), 30.0).made


def test_work_that_takes_long_does_not_hold_up_the_end_of_the_program():
    gate = threading.Event()
    Background("long work", lambda tell: gate.wait())
    threads = [thread for thread in threading.enumerate() if thread.name == "long work"]
    gate.set()
    assert threads
    assert all(thread.daemon for thread in threads)
