"""Files whole or not at all, also on a full disk; links kept, pipes written into."""

import errno
import os
import resource
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.storage.disk import Disk, keep_aside, write_out, write_whole
from tests.bounds import open_descriptors
from tests.storage.failing_disk import FailingDisk

DATA = bytes(range(256)) * 1000
"""More than a pipe takes at once."""


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "game.gif"
    path.write_bytes(b"old")
    write_out(path, DATA)
    assert path.read_bytes() == DATA
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "far.gif", tmp_path / "near.gif"
    link.symlink_to(target)
    write_out(link, DATA)
    assert link.is_symlink()
    assert target.read_bytes() == DATA


def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    got = []
    with os.fdopen(descriptor, "rb") as file:
        reader = threading.Thread(target=lambda: got.append(file.read()))
        # Opened for reading, so a writer finds it read; it waits for the first byte.
        keeper = os.open(path, os.O_WRONLY)
        reader.start()
        write_out(path, DATA)
        os.close(keeper)
        reader.join(20)
    assert got == [DATA]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_pipe_that_nobody_reads_is_refused_at_once(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(OSError, match="No such device or address"):
        write_out(path, DATA)
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.parametrize("name", ["", ".", "/", "folder"])
def test_a_folder_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        write_out(Path(name), DATA)


def test_the_file_that_was_named_is_told(tmp_path):
    path = tmp_path / "missing" / "game.gif"
    with pytest.raises(FileNotFoundError) as error:
        write_out(path, DATA)
    assert str(error.value).endswith(repr(str(path)))


def test_a_ring_of_links_is_refused(tmp_path):
    path = tmp_path / "ring"
    path.symlink_to(path)
    with pytest.raises(OSError, match="Too many levels"):
        write_out(path, DATA)


def test_where_only_a_part_is_taken_the_old_file_stays(tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(b"old")
    code = (
        "import sys; from pathlib import Path\n"
        "from companion.storage.disk import Disk, write_whole\n"
        "write_whole(Disk(), Path(sys.argv[1]), bytes(10_000))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False,
        # The system takes so many bytes, and says so; only what follows is refused.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, 6_000)),
    )  # fmt: skip
    assert f"OSError: [Errno {errno.EFBIG}]" in done.stderr
    assert path.read_bytes() == b"old"


def test_a_full_disk_costs_neither_room_nor_descriptors(tmp_path):
    disk, path = FailingDisk(), tmp_path / "game.txt"
    disk.fails = lambda number, name: errno.ENOSPC if name == "write" else None
    before = open_descriptors()
    for _ in range(20):
        with pytest.raises(OSError, match="No space left"):
            write_whole(disk, path, DATA)
    assert list(tmp_path.iterdir()) == []
    assert open_descriptors() == before


def test_nothing_of_a_longer_file_that_was_left_stays_behind(tmp_path):
    path = tmp_path / "game.txt"
    path.with_name("game.txt.new").write_bytes(DATA)
    write_whole(Disk(), path, b"short")
    assert path.read_bytes() == b"short"


def test_what_is_kept_aside_is_all_of_it(tmp_path):
    path = tmp_path / "game.txt"
    aside = [keep_aside(Disk(), path, data, 100).name for data in (b"a", b"ab", b"a", b"ab")]
    assert aside == [f"game.txt.damaged-{number}" for number in (1, 2, 1, 2)]
    assert (tmp_path / aside[1]).read_bytes() == b"ab"
