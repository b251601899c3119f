"""5. A full disk: told within a second, and saved as soon as there is room again."""

from companion.match.match import Match
from companion.storage.journal import parse_journal
from companion.storage.library import RETRY_S
from companion.storage.state_dir import JOURNAL_NAME
from tests.sitting import status_texts
from tests.storage.failing_disk import FailingDisk, full


def on_disk(sitting):
    entries = parse_journal((sitting.state.path / JOURNAL_NAME).read_bytes()).entries
    return [entry.text for entry in entries if hasattr(entry, "text")]


def unsaved(sit):
    """A sitting with two plies, the second of which has found the disk full."""
    disk = FailingDisk()
    sitting = sit(disk=disk)
    sitting.play("alquerque")
    sitting.move("c2-c3")
    disk.fails = full
    sitting.move("c4xc2")
    return sitting, disk


def test_fault_05_a_full_disk_is_told_within_a_second(sit):
    sitting, _ = unsaved(sit)
    sitting.wait(1.0)
    assert sitting.stage._status[0].text == "not being saved"
    assert on_disk(sitting) == ["c2-c3"]


def test_fault_05_saving_goes_on_when_space_returns_without_a_move(sit):
    sitting, disk = unsaved(sit)
    sitting.wait(3 * RETRY_S)
    assert status_texts(sitting.stage)[0] == "not being saved"
    disk.fails = lambda number, name: None
    sitting.wait(RETRY_S + 1)
    assert status_texts(sitting.stage)[0] != "not being saved"
    assert on_disk(sitting) == ["c2-c3", "c4xc2"]


def test_fault_05_a_full_disk_is_not_asked_without_end(sit):
    sitting, disk = unsaved(sit)
    before = len(disk.done)
    sitting.wait(60)
    # Each try makes a file, fails to fill it and removes it.
    assert len(disk.done) - before <= 60 / RETRY_S * 5


def test_fault_05_waiting_for_the_next_move_is_caught(sit, monkeypatch):
    monkeypatch.setattr(Match, "save", lambda match: None)
    sitting, disk = unsaved(sit)
    disk.fails = lambda number, name: None
    sitting.wait(3 * RETRY_S)
    assert on_disk(sitting) == ["c2-c3"]
