"""31. Ten years of files: start, list, export and the end of a game stay quick."""

import random
import subprocess
import sys
import time

import pytest

from companion.match.match import Match, NewMatch
from companion.storage.disk import Disk
from companion.storage.library import MOST_RECORDS_LISTED, Library
from companion.storage.record import record_of, record_path, record_text, write_record
from companion.storage.saves import Saves
from companion.storage.state_dir import JOURNAL_NAME, StateDir
from companion.ui import destinations as to
from tests.faults.running import ROOT
from tests.match.playing import ALQUERQUE, play_at_random

MANY = 100_000
OF_ONE_SECOND = 1_000
SET_ASIDE = 1_000
START_S, LIST_S, TURN_S = 2.0, 1.0, 0.05
EXPORT_MB = 200

MEASURE = """
import sys
from pathlib import Path
from companion.storage.library import Library
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
with StateDir(Path(sys.argv[1])) as state:
    print(Library(Saves(state), {}).export())
from tests.bounds import own_peak_mb
print(own_peak_mb())
"""


def a_record():
    match = Match.start(NewMatch(ALQUERQUE), started="2026-07-04 18:30:05")
    play_at_random(match, random.Random(31), 40)
    return record_of(match)


def filled(folder, many):
    """Fill *folder* with *many* records, some of one second, and with files set aside."""
    text = record_text(a_record()).encode()
    (folder / "records").mkdir(parents=True)
    for n in range(many):
        day = f"20{n % 10 + 16}-{n % 12 + 1:02}-{n % 28 + 1:02}"
        name = f"{day}_{n % 24:02}{n // 60 % 60:02}{n % 60:02}_alquerque_{n}.txt"
        (folder / "records" / name).write_bytes(text)
    for n in range(min(many, OF_ONE_SECOND)):
        number = f"_{n + 1}" if n else ""
        (folder / "records" / f"2026-07-04_183005_alquerque{number}.txt").write_bytes(text)
    for n in range(min(many, SET_ASIDE)):
        (folder / f"{JOURNAL_NAME}.set-aside-{n + 1}").write_bytes(b"old")
    return folder


sizes = pytest.mark.parametrize(
    "many", [2_000, pytest.param(MANY, marks=pytest.mark.slow)], ids=str
)


@sizes
def test_fault_31_start_list_and_end_are_quick_among_ten_years_of_files(tmp_path, many, sit):
    folder = filled(tmp_path / "state", many)
    with StateDir(folder) as state:
        began_s = time.monotonic()
        library = Library(Saves(state), {})
        library.look()
        look_s = time.monotonic() - began_s
        listed = library.records()
        list_s = time.monotonic() - began_s - look_s
        assert len(listed) == MOST_RECORDS_LISTED
    sitting = sit(folder)
    sitting.stage.go(to.Records())
    turns_s = []
    while sitting.scene.name == "working":
        before = time.perf_counter()
        sitting.ticks(1)
        turns_s.append(time.perf_counter() - before)
        time.sleep(0.01)
    # The first and the last draw a scene for the first time, among however few files.
    turns_s = sorted(turns_s[1:-1])
    longest = turns_s[len(turns_s) * 99 // 100] if turns_s else 0.0
    print(f"{many}: start {look_s:.2f} s, list {list_s:.2f} s, p99 of turns {longest:.3f} s")
    assert look_s < START_S
    # On a machine that does other things as well.
    assert list_s < 3 * LIST_S
    assert longest < 5 * TURN_S


def test_fault_31_a_record_among_many_of_its_second_looks_at_few(tmp_path):
    class Counting(Disk):
        looks = 0

        def exists(self, path):
            self.looks += 1
            return super().exists(path)

        def read(self, path, limit):
            self.looks += 1
            return super().read(path, limit)

    folder = filled(tmp_path, OF_ONE_SECOND) / "records"
    record, disk = a_record(), Counting()
    other = Match.start(NewMatch(ALQUERQUE), started=record.started)
    play_at_random(other, random.Random(32), 9)
    path = write_record(record_of(other), folder, disk)
    assert path.name == f"2026-07-04_183005_alquerque_{OF_ONE_SECOND + 1}.txt"
    assert disk.looks < 40
    assert record_path(record_of(other), folder, disk) == path


@pytest.mark.slow
def test_fault_31_all_of_it_is_exported_in_little_memory(tmp_path):
    folder = filled(tmp_path / "state", MANY)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(folder)], capture_output=True, text=True, check=True,
        cwd=ROOT,
    )  # fmt: skip
    peak_mb = float(done.stdout.split()[-1])
    print(f"{peak_mb:.0f} MB")
    assert peak_mb < EXPORT_MB
