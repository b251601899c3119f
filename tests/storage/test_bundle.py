"""All that was saved, in one file."""

import io
import os
import zipfile

import pytest

from companion.cli import main
from companion.storage.bundle import FILE_LIMIT, LIST_NAME, bundle_of
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
        bundle = archive_from(bundle_of(tmp_path).data)
    assert bundle.testzip() is None
    assert {name: bundle.read(name) for name in bundle.namelist()} == {
        "journal": b"a game\xff", "records/one.txt": b"a record",
    }  # fmt: skip


def test_the_same_saves_make_the_same_file(tmp_path):
    (tmp_path / "journal").write_bytes(b"a game")
    first = bundle_of(tmp_path).data
    os.utime(tmp_path / "journal", (1, 1))
    assert bundle_of(tmp_path).data == first


def test_what_cannot_be_read_is_named_and_keeps_nothing_else_out(tmp_path):
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(FILE_LIMIT + 1)
    (tmp_path / "fine").write_bytes(b"fine")
    (tmp_path / "link").symlink_to("/etc/hostname")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dark").mkdir()
    (tmp_path / "dark" / "sound").write_bytes(b"sound")
    made = bundle_of(tmp_path)
    bundle = archive_from(made.data)
    assert bundle.namelist() == ["dark/sound", "fine", LIST_NAME]
    assert bundle.read(LIST_NAME).decode().splitlines() == [
        "link: a link", f"huge: larger than {FILE_LIMIT} bytes", "pipe: not a regular file",
    ]  # fmt: skip
    assert made.left_out == 3


@pytest.fixture
def stick(tmp_path):
    """A state folder whose records are on a stick."""
    (tmp_path / "stick").mkdir()
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "records").symlink_to(tmp_path / "stick")
    return tmp_path / "stick"


def test_records_on_a_stick_are_in_it_and_nothing_else_that_is_there(stick, tmp_path):
    (stick / "one.txt").write_bytes(b"a record")
    (stick / "passwords").write_bytes(b"secret")
    (stick / "hosts.txt").symlink_to("/etc/hosts")
    (stick / "zero.txt").symlink_to("/dev/zero")
    (stick / "loop").symlink_to(stick)
    (stick / "photos").mkdir()
    (stick / "photos" / "letter.txt").write_bytes(b"private")
    made = bundle_of(tmp_path / "state")
    bundle = archive_from(made.data)
    assert bundle.namelist() == ["records/one.txt", LIST_NAME]
    assert bundle.read("records/one.txt") == b"a record"
    assert bundle.read(LIST_NAME).decode().splitlines() == [
        "records/hosts.txt: a link", "records/loop: a link", "records/passwords: not a record",
        "records/photos: not a record", "records/zero.txt: a link",
    ]  # fmt: skip
    assert made.left_out == 5


@pytest.mark.parametrize(
    ("target", "line"),
    [
        ("nowhere", "records: No such file or directory"),
        ("records", "records: Too many levels of symbolic links"),
        ("/dev/zero", "records: not a regular file"),
    ],
)
def test_records_that_lead_nowhere_are_named(tmp_path, target, line):
    (tmp_path / "records").symlink_to(target)
    bundle = archive_from(bundle_of(tmp_path).data)
    assert bundle.namelist() == [LIST_NAME]
    assert bundle.read(LIST_NAME).decode() == f"{line}\n"


def test_the_command_tells_of_what_is_not_in_it(stick, tmp_path, capsys):
    (stick / "one.txt").write_bytes(b"a record")
    arguments = ["export", str(tmp_path / "saves.zip"), "--state", str(tmp_path / "state")]
    assert main(arguments) == 0
    assert "\n" not in capsys.readouterr().out.strip()
    (tmp_path / "state" / "settings.toml").symlink_to("nowhere")
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "1 file is not in it; not-included.txt in it says which and why."
    ]
