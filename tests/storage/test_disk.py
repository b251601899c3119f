"""Writing what a person named: files whole or not at all, links kept, pipes written into."""

import os
import stat
import threading
from pathlib import Path

import pytest

from companion.storage.disk import write_out

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
