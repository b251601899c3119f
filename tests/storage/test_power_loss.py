"""Every state that a power cut may leave, according to the order of writes and syncs."""

import random
from datetime import datetime
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from companion.config.files import load_settings, save_settings
from companion.config.values import Settings
from companion.errors import CompanionError
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.storage import disk as disk_module
from companion.storage import journal as journal_module
from companion.storage.disk import Disk
from companion.storage.journal import Journal
from companion.storage.record_reader import parse_record
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from tests.match.playing import ALQUERQUE, KNOCKING, agree, moves, play
from tests.storage.crash_model import ModelDisk, crash_states

STARTED = datetime(2026, 7, 4, 18, 30, 5)


class Shown(NamedTuple):
    """What the table was told is safe: the moves that would be resumed, and the records."""

    match: tuple | None = None
    records: frozenset = frozenset()
    is_safe: bool = True


class KeptTable:
    """One table that plays on a disk and marks what it shows."""

    def __init__(self, state, disk):
        self.state, self.disk = state, disk
        self.saves = Saves(state, disk, lambda: STARTED)
        self.records = set()
        self.match = None

    def show(self):
        played = tuple(moves(self.match)) if self.match else None
        # What is not saved is said to be so; nothing is promised then.
        is_safe = self.match is None or not self.match.saving_problem
        if isinstance(self.disk, ModelDisk):
            self.disk.mark(Shown(played, frozenset(self.records), is_safe))

    def begin(self, game):
        self.match = self.saves.begin(NewMatch(game))
        self.show()

    def play(self, *texts):
        for text in texts:
            play(self.match, text)
            self.show()

    def take_back(self):
        self.match.back()
        agree(self.match)
        self.show()

    def restart(self):
        """The process is killed: what it wrote is in memory, synced or not."""
        self.saves = Saves(self.state, self.disk, lambda: STARTED)
        self.match = self.saves.resume(self.saves.unfinished({}))
        self.show()

    def finish(self):
        self.records.add(tuple(moves(self.match)))
        self.saves.finish(self.match)
        self.match = None
        self.show()


def an_evening(table):
    table.begin(ALQUERQUE)
    table.play("c2-c3", "c4xc2")
    table.take_back()
    table.restart()
    table.play("c4xc2")
    table.finish()
    table.begin(KNOCKING)
    table.play("b1-c1")
    table.finish()


def found(files, state):
    """What a program that starts on *files* finds."""
    disk = ModelDisk(state.path, files)
    unfinished = Saves(state, disk).unfinished({})
    match = unfinished.match if unfinished else None
    records = frozenset(
        tuple(ply.text for ply in parse_record(data, find_game).plies)
        for path, data in files.items()
        if path.suffix == ".txt"
    )
    return Shown(tuple(moves(match)) if match else None, records)


def allowed(marks, following):
    """What may be found: what was promised last, and everything tried since."""
    marks = [Shown(), *marks]
    promised = max(n for n, shown in enumerate(marks) if shown.is_safe)
    return marks[promised:] + [following] * (following is not None)


def is_whole(got, choices):
    """Whether *got* is of *choices*; a journal may only go when its record is there."""
    if not isinstance(got, Shown) or got.match not in [shown.match for shown in choices]:
        return False
    if got.match is None and choices[0].match:
        return got.records == choices[-1].records
    return got.records in [shown.records for shown in choices]


def violations(disk, state):
    """Return the first crash state in which something promised is not there, or wrong."""
    for marks, following, files in crash_states(disk):
        choices = allowed(marks, following)
        try:
            got = found(files, state)
        except CompanionError as error:
            got = str(error)
        if not is_whole(got, choices):
            return [(choices, got, files)]
    return []


@pytest.fixture
def state(tmp_path):
    return SimpleNamespace(path=tmp_path, problem="")


@pytest.fixture
def evening(state):
    """Plays the evening and returns its disk."""

    def evening(**given):
        disk = ModelDisk(state.path, **given)
        an_evening(KeptTable(state, disk))
        return disk

    return evening


def test_no_power_cut_loses_what_was_shown(evening, state):
    disk = evening()
    assert violations(disk, state) == []
    assert len(list(crash_states(disk))) > 50


def test_leaving_out_any_one_sync_loses_something(evening, state):
    for number in range(1, evening().syncs + 1):
        assert violations(evening(skipped=number), state), f"sync {number} is of no use"


def test_the_model_does_to_files_what_the_system_does(tmp_path, state, evening):
    with StateDir(tmp_path) as real:
        an_evening(KeptTable(real, Disk()))
    model = evening()
    in_model = {path: bytes(model.contents[i]) for path, i in model.names.items() if i != "folder"}
    on_disk = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    on_disk.pop(tmp_path / "lock")
    assert on_disk == in_model


class TestFailingSync:
    """A failed sync, after which Linux takes the lost pages for clean."""

    def fail(self, evening, state, number):
        disk = ModelDisk(state.path)
        disk.failing_syncs = {number}
        table = KeptTable(state, disk)
        table.begin(ALQUERQUE)
        table.play("c2-c3", "c4xc2", "c1xc3")
        return disk, table

    @pytest.mark.parametrize("number", [1, 3, 4, 5])
    def test_nothing_is_called_safe_that_is_not(self, evening, state, number):
        disk, table = self.fail(evening, state, number)
        assert violations(disk, state) == []
        assert table.match.saving_problem == ("Input/output error" if number == 5 else "")

    def test_a_journal_that_syncs_again_on_the_file_is_caught(self, evening, state, monkeypatch):
        def careless(journal, entry=None):
            if not journal._is_ours:
                write(journal, entry)
                return
            if entry is not None:
                journal._add(entry)
            rest = bytes(journal._data[journal._written :])
            descriptor = journal._disk.open_end(journal._path)
            journal._disk.write(descriptor, rest)
            journal._written = len(journal._data)
            try:
                journal._disk.sync(descriptor)
            except OSError:
                journal._disk.sync(descriptor)
            journal._disk.close(descriptor)

        write = Journal._write
        monkeypatch.setattr(Journal, "_write", careless)
        disk, _ = self.fail(evening, state, 4)
        assert violations(disk, state)


def in_place(disk, path, data):
    descriptor = disk.create(path, is_new=False)
    disk_module.write_synced(disk, descriptor, data)
    disk.sync_dir(path.parent)


class TestSettings:
    OLD, NEW = Settings(theme="light", brightness=10), Settings(theme="contrast", brightness=90)

    def lost(self, state, skipped=0):
        disk = ModelDisk(state.path, skipped=skipped)
        for settings in (self.OLD, self.NEW):
            save_settings(settings, state.path, disk)
            disk.mark(settings)
        bad = []
        for marks, following, files in crash_states(disk):
            shown = marks[-1] if marks else None
            got, notices = load_settings(state.path, ModelDisk(state.path, files))
            if notices or got not in (shown or Settings(), following or shown):
                bad.append((shown, following, got, notices))
        return bad

    def test_no_power_cut_loses_or_mixes_settings(self, state):
        assert self.lost(state) == []

    def test_leaving_out_any_one_sync_does(self, state):
        for number in range(1, 5):
            assert self.lost(state, number), f"sync {number} is of no use"

    def test_writing_them_in_place_does(self, state, monkeypatch):
        monkeypatch.setattr("companion.config.files.write_whole", in_place)
        assert self.lost(state)


@pytest.mark.parametrize("seed", range(3))
def test_no_power_cut_loses_a_random_game(state, seed):
    rng = random.Random(seed)
    disk = ModelDisk(state.path)
    disk.failing_syncs = frozenset(rng.sample(range(1, 40), 5))
    table = KeptTable(state, disk)
    table.begin(rng.choice([ALQUERQUE, KNOCKING]))
    for _ in range(12):
        if table.match.outcome:
            break
        table.play(rng.choice(table.match.position.legal_moves()).text)
        if rng.random() < 0.2:
            table.restart()
    assert violations(disk, state) == [], f"seed {seed}"


def test_the_journal_module_syncs_nothing_by_itself():
    # The model sees only what goes through the disk.
    assert not {"os", "open"} & set(vars(journal_module))
