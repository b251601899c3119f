"""Power cut at every flush of ten games: what a card holds then, the program finds again.

The kernel of a machine that boots notes every write to its ext4; the writes are replayed here, and
each state of the disk in which a cut may leave it is mounted, and the program started on it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.app import Arguments, open_program
from companion.scripting.fingers import ManualClock
from companion.storage.state_dir import StateDir
from companion.ui.widgets.window import open_display
from tests.boot.guest import FIND_DISK, Guest
from tests.boot.log_writes import LAST_MARK, read_log

pytestmark = pytest.mark.boot

GAMES = 10
PLAYED = "/run/played"


class Promise(NamedTuple):
    """What the screen has called safe: the plies of the game in progress, the games that ended."""

    plies: tuple[str, ...] | None = None
    finished: tuple[int, ...] = ()

    def after(self, mark: str) -> Promise:
        """Return the promise once *mark* was told as well."""
        word, _, rest = mark.partition("_")
        if word == "begun":
            return self._replace(plies=())
        if word == "finished":
            return Promise(None, (*self.finished, int(rest)))
        assert self.plies is not None
        return self._replace(plies=(*self.plies, mark))


class State(NamedTuple):
    """The disk as a power cut may leave it, and what was called safe before the next flush."""

    number: int
    writes: list[tuple[int, bytes]]
    promise: Promise


def states_of(log: Path) -> Iterator[State]:
    """Return a state for each flush in *log*, with the writes since the one before it."""
    promise, number = Promise(), 0
    writes: list[tuple[int, bytes]] = []
    flushed: list[tuple[int, bytes]] | None = None
    for entry in read_log(log):
        if entry.mark == LAST_MARK:
            break
        if entry.mark:
            promise = promise.after(entry.mark)
            continue
        if entry.is_barrier and flushed is not None:
            yield State(number, flushed, promise)
            number, flushed = number + 1, None
        if entry.data:
            writes.append((entry.at, entry.data))
        if entry.is_barrier:
            flushed, writes = writes, []
    if flushed is not None:
        yield State(number, flushed, promise)


@contextmanager
def mounted(disk: Path) -> Iterator[Path]:
    """Give the folder at which a copy of *disk* is mounted."""
    # A file of its own each time: a loop device lives on for a moment, with what it has read.
    with tempfile.TemporaryDirectory(dir=disk.parent) as place:
        copy, folder = Path(place, "disk"), Path(place, "mounted")
        shutil.copy(disk, copy)
        folder.mkdir()
        subprocess.run(["mount", "-o", "loop", copy, folder], check=True)
        try:
            yield folder
        finally:
            subprocess.run(["umount", folder], check=True)


def held_by(folder: Path) -> Promise:
    """Return what the program finds in *folder* when it starts."""
    config = folder.parent / "config.toml"
    config.write_text("")
    open_display()
    with StateDir(folder / "state") as state:
        program = open_program(Arguments("sim", config), state, ManualClock())
        try:
            library = program.stage.services.library
            match = library.unfinished()
            plies = tuple(ply.move.text for ply in match.plies) if match else None
            records = [entry.record for entry in reversed(library.records())]
            program.tick()
        finally:
            program.close()
    assert None not in records, "a record that cannot be read"
    return Promise(plies, tuple(len(record.plies) for record in records if record))


@pytest.fixture(scope="module")
def played(bare: Guest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the disk as it was before ten games, and the log of what they wrote."""
    disk = bare.file("data")
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", disk], check=True)
    before = tmp_path_factory.mktemp("power") / "disk"
    shutil.copy(disk, before)
    bare.run(
        f"{FIND_DISK} data=$(disk data)\n"
        "modprobe dm-log-writes && blockdev --flushbufs $data\n"
        "sectors=$(blockdev --getsz $data)\n"
        'dmsetup create logged --table "0 $sectors log-writes $data $(disk log)"\n'
        f"mkdir -p {PLAYED} && mount /dev/mapper/logged {PLAYED}"
    )
    said = bare.python(
        "boot.inside.games", "log", f"{PLAYED}/state", "logged", GAMES, timeout_s=1800
    )
    bare.run(f"umount {PLAYED} && dmsetup remove logged && sync")
    assert said.count("finished") == GAMES
    return before, bare.file("log")


def test_cut_at_every_flush_each_move_that_was_called_safe_is_there(played):
    disk, log = played
    count = 0
    for state in states_of(log):
        with disk.open("r+b") as file:
            for at, data in state.writes:
                os.pwrite(file.fileno(), data, at)
        with mounted(disk) as folder:
            held = held_by(folder)
        promised = state.promise
        ended = len(promised.finished)
        assert held.finished[:ended] == promised.finished, state.number
        plies = promised.plies or ()
        if plies and len(held.finished) == ended:
            assert held.plies is not None, state.number
            assert held.plies[: len(plies)] == plies, state.number
        elif plies:
            assert held.finished[ended] >= len(plies), state.number
        count += 1
    assert count > 10 * GAMES
    print(f"{count} states")


def test_on_a_card_that_starts_to_fail_what_was_called_safe_is_there(bare, played, tmp_path):
    disk = bare.file("replay")
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", disk], check=True)
    bare.run(
        f"{FIND_DISK} data=$(disk replay)\n"
        "modprobe dm-flakey && blockdev --flushbufs $data\n"
        'dmsetup create card --table "0 $(blockdev --getsz $data) flakey $data 0 3600 0"\n'
        f"mount /dev/mapper/card {PLAYED}"
    )
    said = bare.python("boot.inside.games", "fail", f"{PLAYED}/state", "card", timeout_s=600)
    bare.run(f"umount {PLAYED}; dmsetup remove card && sync")
    told = [line.split("\t") for line in said.splitlines()]
    safe = tuple(ply for ply, problem in told if not problem)
    assert len(told) == 2 * len(safe) > 0, told
    copy = tmp_path / "disk"
    shutil.copy(disk, copy)
    with mounted(copy) as folder:
        held = held_by(folder)
    assert held.plies is not None and held.plies[: len(safe)] == safe
