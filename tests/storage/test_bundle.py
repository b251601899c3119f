"""All that was saved, in one file."""

import io
import os
import zipfile

from companion.storage.bundle import FILE_LIMIT, LIST_NAME, bundle_bytes
from companion.storage.state_dir import StateDir


def archive_from(data):
    return zipfile.ZipFile(io.BytesIO(data))


def test_everything_that_was_saved_is_in_it(tmp_path):
    with StateDir(tmp_path):
        (tmp_path / "records").mkdir()
        (tmp_path / "records" / "one.txt").write_bytes(b"a record")
        (tmp_path / "journal").write_bytes(b"a game\xff")
        (tmp_path / "exports").mkdir()
        (tmp_path / "exports" / "old.zip").write_bytes(b"not again")
        bundle = archive_from(bundle_bytes(tmp_path))
    assert bundle.testzip() is None
    assert {name: bundle.read(name) for name in bundle.namelist()} == {
        "journal": b"a game\xff", "records/one.txt": b"a record",
    }  # fmt: skip


def test_the_same_saves_make_the_same_file(tmp_path):
    (tmp_path / "journal").write_bytes(b"a game")
    first = bundle_bytes(tmp_path)
    os.utime(tmp_path / "journal", (1, 1))
    assert bundle_bytes(tmp_path) == first


def test_what_cannot_be_read_is_named_and_keeps_nothing_else_out(tmp_path):
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(FILE_LIMIT + 1)
    (tmp_path / "fine").write_bytes(b"fine")
    (tmp_path / "link").symlink_to("/etc/hostname")
    os.mkfifo(tmp_path / "pipe")
    bundle = archive_from(bundle_bytes(tmp_path))
    assert bundle.namelist() == ["fine", LIST_NAME]
    assert bundle.read(LIST_NAME).decode() == f"huge: larger than {FILE_LIMIT} bytes\n"
