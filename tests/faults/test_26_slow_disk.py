"""26. A sync that takes seconds: the loop turns on, and a ply is done only when it is safe."""

import errno
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.match.match import NewMatch
from companion.match.question import MatchCause
from companion.storage.disk import PATIENCE_S, STUCK, Disk, Writer
from companion.storage.journal import Journal, parse_journal
from companion.storage.saves import Saves
from companion.storage.state_dir import JOURNAL_NAME, StateDir
from companion.ui.play.scene import SHOWN_AFTER_S
from companion.words.table import SAVING
from tests.match.playing import ALQUERQUE, Noted, agree, moves
from tests.sitting import status_texts

LONGEST_TURN_S = 0.4
"""Of the loop, on a machine that does other things as well; a sync takes many times as long."""


class SlowDisk(Disk):
    """
    A disk whose syncs take *takes_s*, or as long as `gate` is shut.

    Attributes:
        safe: the content of the journal at its last sync.
    """

    def __init__(self, takes_s=0.0):
        self.takes_s = takes_s
        self.gate = threading.Event()
        self.gate.set()
        self.error = None
        self.syncs = 0
        self.safe = b""

    def sync(self, descriptor):
        time.sleep(self.takes_s)
        assert self.gate.wait(60)
        if self.error is not None:
            raise OSError(self.error, "of a test")
        file = Path(f"/proc/self/fd/{descriptor}")
        content = file.read_bytes()
        super().sync(descriptor)
        self.syncs += 1
        if file.readlink().name.startswith(JOURNAL_NAME):
            self.safe = content

    def safe_plies(self):
        """Return how many plies the journal had at its last sync."""
        return sum(hasattr(entry, "text") for entry in parse_journal(self.safe).entries)


@pytest.fixture
def slow():
    """A disk that is quick, until a test has it wait; at the end nothing waits any more."""
    disk = SlowDisk()
    yield disk
    disk.gate.set()


@pytest.fixture
def written(slow, tmp_path):
    """Begins a match that is written by another thread, and gives its saves."""
    writer = Writer(quick_s=0.05)
    with StateDir(tmp_path / "unit") as state:
        yield Saves(state, slow, writer=writer)
        slow.gate.set()
        writer.close()


def on_disk(saves):
    entries = parse_journal(saves.journal_path.read_bytes()).entries
    return [entry.text for entry in entries if hasattr(entry, "text")]


def until(holds, within_s=20):
    end = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.002)


def laid_out(match, text):
    match.propose(match.position.parse(text))
    return match


def confirmed(match, text):
    return laid_out(match, text).confirm(match.stamp)


def settled(match):
    answers = []
    until(lambda: (answer := match.settle()) is not None and not answers.append(answer))
    return answers[0]


class TestMatch:
    def test_fault_26_a_quick_disk_answers_at_once(self, written):
        match = written.begin(NewMatch(ALQUERQUE))
        assert confirmed(match, "c2-c3").code == "committed"
        assert on_disk(written) == ["c2-c3"]

    def test_fault_26_a_ply_is_done_when_it_is_safe_and_not_before(self, written, slow):
        match = written.begin(NewMatch(ALQUERQUE))
        slow.gate.clear()
        assert confirmed(match, "c2-c3").code == "saving"
        assert (moves(match), match.is_saving, match.settle()) == ([], True, None)
        slow.gate.set()
        answer = settled(match)
        assert (answer.code, moves(match), on_disk(written)) == ("committed", ["c2-c3"], ["c2-c3"])
        assert answer.stamp == match.stamp

    def test_fault_26_nothing_changes_meanwhile(self, written, slow):
        match = written.begin(NewMatch(ALQUERQUE))
        slow.gate.clear()
        confirmed(match, "c2-c3")
        for act in (
            lambda: match.confirm(match.stamp), match.back, match.redo, lambda: match.touch(3),
            lambda: match.offer_draw(0), lambda: match.resign(0), lambda: match.follow(()),
            lambda: match.propose(match.position.legal_moves()[0]), match.note_hint,
        ):  # fmt: skip
            assert act().refusal.code == MatchCause.SAVING
        slow.gate.set()
        settled(match)
        assert moves(match) == ["c2-c3"]

    def test_fault_26_take_backs_redos_and_results_wait_as_well(self, written, slow):
        match = written.begin(NewMatch(ALQUERQUE))
        confirmed(match, "c2-c3")
        match.back()
        slow.gate.clear()
        assert agree(match).code == "saving"
        assert moves(match) == ["c2-c3"]
        slow.gate.set()
        assert settled(match).code == "taken-back"
        slow.gate.clear()
        assert match.redo().code == "saving"
        slow.gate.set()
        assert (settled(match).code, moves(match)) == ("redone", ["c2-c3"])
        slow.gate.clear()
        match.resign(1)
        assert agree(match).code == "saving"
        assert match.outcome is None
        slow.gate.set()
        assert settled(match).code == "ended"
        assert match.outcome.winner == 0

    def test_fault_26_what_fails_late_is_told_and_stops_nobody(self, written, slow):
        match = written.begin(NewMatch(ALQUERQUE))
        slow.gate.clear()
        slow.error = errno.EIO
        confirmed(match, "c2-c3")
        slow.gate.set()
        assert settled(match).code == "committed"
        assert match.saving_problem == "of a test"
        slow.error = None
        assert confirmed(match, "c4xc2").code in ("committed", "saving")
        until(lambda: match.settle() or not match.is_saving)
        assert (match.saving_problem, on_disk(written)) == ("", ["c2-c3", "c4xc2"])

    def test_fault_26_a_record_is_behind_the_last_ply(self, written, slow):
        match = written.begin(NewMatch(ALQUERQUE))
        slow.gate.clear()
        confirmed(match, "c2-c3")
        written.finish(match)
        assert moves(match) == ["c2-c3"]
        assert not list(written.records_path.glob("*"))
        slow.gate.set()
        written.writer.close()
        (record,) = written.records_path.glob("*.txt")
        assert "c2-c3" in record.read_text()
        assert not written.journal_path.exists()

    def test_fault_26_a_disk_that_never_answers_stops_no_game(self, slow, tmp_path):
        now_s = [0.0]
        writer = Writer(quick_s=0.05, clock=lambda: now_s[0])
        with StateDir(tmp_path / "unit") as state:
            saves = Saves(state, slow, writer=writer)
            match = saves.begin(NewMatch(ALQUERQUE))
            slow.gate.clear()
            confirmed(match, "c2-c3")
            now_s[0] += PATIENCE_S + 1
            assert match.settle().code == "committed"
            assert match.saving_problem == STUCK
            before = time.monotonic()
            assert confirmed(match, "c4xc2").code == "committed"
            assert time.monotonic() - before < LONGEST_TURN_S
            slow.gate.set()
            writer.close()
            match.save()
            assert match.saving_problem in ("", STUCK)
        assert on_disk(saves) == ["c2-c3", "c4xc2"]

    def test_fault_26_a_match_that_does_not_wait_is_caught(self, written, slow, monkeypatch):
        class Careless(Journal):
            def append(self, entry):
                super().append(entry)

        monkeypatch.setattr("companion.storage.saves.Journal", Careless)
        match = written.begin(NewMatch(ALQUERQUE))
        slow.gate.clear()
        shown = confirmed(match, "c2-c3").code
        # Half of it may lie in the system's memory, none of it has been synced.
        assert (shown, slow.syncs) == ("committed", 1)


def test_fault_26_jobs_are_done_in_order_and_an_unknown_error_stops_none(capsys):
    writer, done = Writer(quick_s=0.0), []
    writer.do(lambda: time.sleep(0.05))
    for number in range(100):
        writer.do(lambda number=number: done.append(number))
    failed = writer.do(lambda: 1 / 0)
    writer.do(lambda: done.append("last"))
    writer.close()
    assert done == [*range(100), "last"]
    assert failed.problem == "ZeroDivisionError: division by zero"
    assert writer.failures() == [failed.problem]
    assert writer.failures() == []


def test_fault_26_a_queue_behind_a_slow_disk_is_no_disk_that_hangs(slow):
    now_s = [0.0]
    writer = Writer(quick_s=0.0, clock=lambda: now_s[0])
    gates = [threading.Event() for _ in range(3)]
    jobs = [writer.do(gate.wait) for gate in gates]
    try:
        for gate, job in zip(gates, jobs, strict=True):
            now_s[0] += PATIENCE_S - 1
            assert [job.problem for job in jobs] == [""] * 3
            gate.set()
            job.done.wait(20)
            until(lambda: writer._answered_s == now_s[0])
        slow.gate.clear()
        stuck = writer.do(slow.gate.wait)
        now_s[0] += PATIENCE_S + 1
        assert stuck.problem == STUCK
    finally:
        slow.gate.set()
        writer.close()


def test_fault_26_without_a_thread_to_be_had_the_loop_writes_itself(monkeypatch):
    def none_left(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none_left)
    writer = Writer()
    assert writer.do(lambda: 7).made == 7
    writer.close()


def turned(sitting, seconds, holds=lambda: False):
    """Let the loop turn on the real clock; return its longest turn in seconds."""
    longest_s, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end and not holds():
        before = time.monotonic()
        sitting.ticks(1)
        longest_s = max(longest_s, time.monotonic() - before)
        time.sleep(max(0.0, 0.01 - (time.monotonic() - before)))
    return longest_s


@pytest.fixture
def played(sit, slow):
    """A match on the screen whose disk is slow from now on; written by another thread."""
    writer = Writer(quick_s=0.02)
    sitting = sit(disk=slow, writer=writer)
    sitting.play("alquerque")
    until(lambda: writer.waits_s == 0)
    yield sitting
    slow.takes_s = 0.0
    slow.gate.set()


def test_fault_26_the_screen_says_so_within_a_second_and_turns_on(played, slow):
    slow.takes_s = 1.5
    played.begin_move("c2-c3")
    played.press("confirm")
    assert not played.match.plies
    longest_s = turned(played, SHOWN_AFTER_S + 0.5)
    assert played.scene.show().banner.text == SAVING()
    assert SAVING() in status_texts(played.stage)
    longest_s = max(longest_s, turned(played, 20, lambda: played.match.plies))
    assert moves(played.match) == ["c2-c3"]
    assert longest_s < LONGEST_TURN_S
    turned(played, 0.3)
    assert SAVING() not in status_texts(played.stage)
    assert played.scene.show().banner.text != SAVING()


def test_fault_26_presses_while_it_is_saved_do_nothing(played, slow):
    slow.gate.clear()
    played.move("c2-c3")
    for button in ("confirm", "back", "next", "hint", "confirm"):
        played.press(button)
    played.hold("back")
    played.touch("c4")
    assert (played.scene.name, played.match.plies) == ("saving", [])
    slow.gate.set()
    turned(played, 20, lambda: played.match.plies)
    played.ticks(2)
    assert (played.scene.name, moves(played.match)) == ("play", ["c2-c3"])
    assert not played.match.half.touches


def test_fault_26_the_end_of_a_game_does_not_hold_the_loop_up(played, slow):
    slow.takes_s = 0.5
    played.scene.take(played.match.resign(0))
    played.stage.redraw()
    played.ticks(3)
    before = time.monotonic()
    played.press("confirm")
    assert time.monotonic() - before < LONGEST_TURN_S
    longest_s = turned(played, 20, lambda: played.scene.name == "game over")
    assert played.scene.name == "game over"
    longest_s = max(longest_s, turned(played, 2))
    before = time.monotonic()
    played.press("back")
    assert max(longest_s, time.monotonic() - before) < LONGEST_TURN_S
    assert turned(played, 20, lambda: not played.library.waits_s()) < LONGEST_TURN_S
    assert len(list((played.state.path / "records").glob("*.txt"))) == 1
    assert not (played.state.path / JOURNAL_NAME).exists()


def test_fault_26_settings_are_written_beside_the_loop(played, slow):
    slow.takes_s = 0.5
    played.services.save_settings = lambda new: played.library.do(lambda: time.sleep(0.5))
    before = time.monotonic()
    played.stage.change(played.stage.config.following("theme"))
    assert time.monotonic() - before < LONGEST_TURN_S


class Counted:
    """Feeds a watchdog that notes its longest wait."""

    def __init__(self):
        self.longest_s, self._fed_at_s = 0.0, time.monotonic()

    def feed(self):
        now_s = time.monotonic()
        self.longest_s = max(self.longest_s, now_s - self._fed_at_s)
        self._fed_at_s = now_s


def saved_slowly(sitting, slow, syncs):
    """Play a ply for each time in *syncs*, which its sync takes; return the watchdog's longest."""
    watchdog = Counted()
    for number, takes_s in enumerate(syncs):
        match = sitting.match
        if match.outcome or match.question:
            slow.takes_s = 0.0
            sitting.play("alquerque")
            match = sitting.match
        slow.takes_s = takes_s
        before, since_s = len(match.plies), time.monotonic()
        sitting.move(match.position.legal_moves()[0].text)
        while match.is_saving:
            # Short of that a busy machine may have taken longer for the touches than the disk.
            assert len(match.plies) == before, number
            sitting.ticks(1)
            watchdog.feed()
            assert time.monotonic() - since_s < 4 * PATIENCE_S, number
            time.sleep(0.005)
        assert not match.saving_problem, number
        assert time.monotonic() - since_s >= takes_s, number
        assert before + 1 == len(match.plies) == slow.safe_plies(), number
    return watchdog.longest_s


@pytest.mark.slow
def test_fault_26_a_hundred_plies_on_a_disk_of_seconds_starve_no_watchdog(played, slow):
    longest_s = saved_slowly(played, slow, [1.0] * 90 + [5.0] * 7 + [15.0] * 3)
    print(f"longest wait of the watchdog: {longest_s:.2f} s")
    assert longest_s < 3.0


def test_fault_26_a_journal_that_waits_needs_no_other_sink():
    # What tests and scripts use answers at once, as ever.
    assert Noted().append(None) is None


def test_fault_26_a_job_that_is_done_before_anybody_looks_is_none_that_waits(monkeypatch):
    writer = Writer()
    try:
        assert writer.do(lambda: 1).made == 1
        monkeypatch.setattr(writer, "_queue", SimpleNamespace(put=lambda run: run()))
        assert writer.do(lambda: 2).made == 2
        assert (writer.waits_s, writer.failures()) == (0.0, [])
    finally:
        monkeypatch.undo()
        writer.close()
