"""Updates by one signed file: what is refused and leaves all as it was, what is put in, the way
back."""

import os
import shutil
import subprocess
import sys

import pytest

from companion import version
from companion.backends.update import SIZE_LIMIT, order_of, read_state, write_state
from companion.errors import Message, UpdateError
from tests.building.checkouts import copy_environment, make, plays_a_ply, programs_of
from tests.building.updates import (
    NEWER,
    an_update,
    contents,
    gpg,
    keyring,
    make_key,
    starts,
    trial,
    update,
)

# The first of them waits for a whole set-up.
pytestmark = [pytest.mark.timeout(600), pytest.mark.needs("gpg")]


@pytest.fixture
def newer(checkout, keys, tmp_path):
    """A newer version for the table in the checkout, on a stick."""
    return an_update(checkout, tmp_path / "stick")


def refused(checkout, keys, path):
    """Why the update at *path* is refused: in one line, and nothing in the environment changed."""
    before = contents(checkout / ".venv")
    done = update(checkout, path, keys=keys)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert contents(checkout / ".venv") == before
    assert starts(checkout) == version()
    return done.stderr.removeprefix("companion: ").strip()


def test_an_update_starts_from_now_on_and_the_version_before_is_kept_whole(checkout, keys, newer):
    programs = programs_of(checkout)
    old = programs.current()
    before = contents(old)
    done = update(checkout, newer, keys=keys)
    assert done.stdout == f"Version {NEWER} starts from now on.\n", done.stderr
    assert starts(checkout) == NEWER
    assert plays_a_ply(checkout)[0]
    assert contents(old) == before
    assert programs.before() == old
    assert [path for path in (checkout / ".venv").iterdir() if path.name[:5] == ".buil"] == []


def test_its_bytecode_is_there_for_a_user_who_can_write_none(checkout, keys, newer):
    update(checkout, newer, keys=keys)
    copy = programs_of(checkout).current()
    sources = list((copy / "companion").rglob("*.py"))
    assert len(list((copy / "companion").rglob("*.pyc"))) == len(sources)


def test_the_way_back_is_one_command_and_so_is_the_way_forward(checkout, keys, newer):
    update(checkout, newer, keys=keys)
    for expected in (version(), NEWER):
        done = update(checkout, "--back", keys=keys)
        assert done.stdout == f"Version {expected} starts from now on.\n", done.stderr
        assert starts(checkout) == expected


def test_without_a_version_before_one_line_says_so(checkout, keys):
    done = update(checkout, "--back", keys=keys)
    assert (done.returncode, done.stderr) == (
        2, "companion: expected a version to go back to, got none\n",
    )  # fmt: skip


class TestItsSignature:
    def test_an_unsigned_one_is_refused(self, checkout, keys, newer):
        newer.write_bytes(newer.read_bytes()[:-300] + bytes(8))
        assert "to be signed with a key of this table" in refused(checkout, keys, newer)

    def test_one_by_another_key_is_refused(self, checkout, keys, tmp_path):
        with keyring():
            of_another = an_update(checkout, tmp_path / "stick")
        assert "to be signed with a key of this table" in refused(checkout, keys, of_another)

    @pytest.mark.parametrize("place", [0.0, 0.01, 0.5, 0.99])
    def test_one_with_a_changed_byte_is_refused(self, checkout, keys, newer, place):
        data = bytearray(newer.read_bytes())
        data[round(place * (len(data) - 9))] ^= 1
        newer.write_bytes(data)
        assert "to be signed with a key of this table" in refused(checkout, keys, newer)

    def test_the_signature_of_another_update_is_refused(self, checkout, keys, newer, tmp_path):
        other = an_update(checkout, tmp_path / "other", "9.1.0").read_bytes()
        size = int.from_bytes(other[-8:], "big") + 8
        data = newer.read_bytes()
        own = int.from_bytes(data[-8:], "big") + 8
        newer.write_bytes(data[:-own] + other[-size:])
        assert "to be signed with a key of this table" in refused(checkout, keys, newer)

    def test_a_clock_that_stands_years_before_the_key_does_not_matter(self, checkout, tmp_path):
        with keyring() as keys:
            make_key("Later", "--faked-system-time", "20500101T000000!")
            gpg("--yes", "--export", "--output", str(keys), "Later")
            # Signed in the year of the key, which this machine takes for one of the future.
            keys.with_name("gpg.conf").write_text("faked-system-time 20500102T000000!\n", "ascii")
            path = an_update(checkout, tmp_path / "stick", key="Later")
            done = update(checkout, path, keys=keys)
        assert done.returncode == 0, done.stderr

    def test_a_table_without_keys_takes_none(self, checkout, keys, newer):
        missing = keys.with_name("none.gpg")
        line = refused(checkout, missing, newer)
        assert line == f"expected the keys of who makes updates in {str(missing)!r}, got none"

    def test_a_machine_without_gpgv_takes_none(self, checkout, keys, newer):
        programs = newer.parent / "bin"
        programs.mkdir()
        for name in ("readlink", "dirname"):
            (programs / name).symlink_to(shutil.which(name))
        done = update(checkout, newer, keys=keys, PATH=os.fspath(programs))
        assert done.stderr.endswith("got none: apt install gpgv\n")
        assert starts(checkout) == version()


class TestItsFile:
    def test_one_that_is_cut_short_is_refused(self, checkout, keys, newer):
        data = newer.read_bytes()
        for size in (len(data) - 1, len(data) // 2, 100):
            newer.write_bytes(data[:size])
            line = refused(checkout, keys, newer)
            assert "signature, got none" in line or "to be signed" in line

    def test_an_empty_one_and_a_huge_one_are_refused_by_their_size(self, checkout, keys, newer):
        for size in (0, 7, SIZE_LIMIT + 1):
            with newer.open("wb") as file:
                file.truncate(size)
            assert refused(checkout, keys, newer).endswith(f"bytes, got {size}")

    def test_what_is_no_file_is_refused(self, checkout, keys, tmp_path):
        os.mkfifo(pipe := tmp_path / "pipe.update")
        for path, reason in (
            (tmp_path, "Is a directory"),
            (pipe, "which is none"),
            (tmp_path / "x", "No such file"),
        ):
            assert reason in refused(checkout, keys, path)


class TestWhatItIs:
    @pytest.mark.parametrize("number", ["0.0.1", version()])
    def test_one_that_is_not_newer_is_refused(self, checkout, keys, tmp_path, number):
        path = an_update(checkout, tmp_path / "stick", number)
        line = refused(checkout, keys, path)
        assert line == f"expected an update to a version newer than {version()}, got {number}"

    def test_one_for_another_machine_is_refused(self, checkout, keys, tmp_path):
        path = an_update(checkout, tmp_path / "stick", tag="cp311-cp311-linux_pdp11")
        assert refused(checkout, keys, path).endswith("got one for cp311-cp311-linux_pdp11")

    def test_one_that_needs_a_library_that_is_missing_is_refused(
        self, checkout, keys, tmp_path, monkeypatch
    ):
        monkeypatch.setattr("tools.update_bundle.requirements_of", lambda path: ["pyserial>=99"])
        path = an_update(checkout, tmp_path / "stick")
        assert "to need no other libraries than are here" in refused(checkout, keys, path)

    def test_one_that_asks_for_less_of_a_library_is_taken(
        self, checkout, keys, tmp_path, monkeypatch
    ):
        monkeypatch.setattr("tools.update_bundle.requirements_of", lambda path: ["pyserial>=2"])
        path = an_update(checkout, tmp_path / "stick")
        done = update(checkout, path, keys=keys)
        assert done.returncode == 0, done.stderr

    def test_one_that_does_not_start_is_refused(self, checkout, keys, tmp_path):
        path = an_update(checkout, tmp_path / "stick", changes={"companion/cli.py": "what?"})
        line = refused(checkout, keys, path)
        assert line.startswith(f"expected version {NEWER} to start on this machine, got expected")
        assert "SyntaxError" in line

    @pytest.mark.parametrize(
        ("older", "newer"),
        [("0.2.0", "0.2.1"), ("0.9", "0.10"), ("1.0rc1", "1.0"), ("", "0.1"), ("1.0b2", "1.0rc1")],
    )
    def test_versions_are_ordered_as_python_has_them(self, older, newer):
        assert order_of(older) < order_of(newer)

    def test_a_nought_at_the_end_makes_no_other_version(self):
        assert order_of("1.0.0") == order_of("1")


@pytest.mark.needs("root")
def test_a_disk_without_room_for_a_second_version_keeps_the_first(checkout, keys, newer):
    disk = checkout / ".venv"
    used = sum(len(data or b"") for data in contents(disk).values())
    moved = disk.rename(disk.with_name("moved"))
    disk.mkdir()
    size = f"size={used + 40 * 2**20}"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", disk], check=True)
    try:
        subprocess.run(["cp", "-a", f"{moved}/.", disk], check=True)
        with (disk / "filled").open("wb") as filler:
            filler.write(bytes(28 * 2**20))
        line = refused(checkout, keys, newer)
        assert line.startswith("expected ") and "MB of free disk space for the update" in line
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


# The scripts of the service are run by hand: before each start, and once it is up.


def test_a_version_that_comes_up_stays(checkout, keys, newer):
    update(checkout, newer, keys=keys)
    trial(checkout, "begin")
    trial(checkout, "end")
    for _ in range(5):
        trial(checkout, "begin")
    assert starts(checkout) == NEWER
    assert programs_of(checkout).left() is None


def test_after_three_starts_that_failed_the_one_before_starts(checkout, keys, newer):
    update(checkout, newer, keys=keys)
    programs = programs_of(checkout)
    failing = programs.current()
    for _ in range(3):
        trial(checkout, "begin")
        assert starts(checkout) == NEWER
    trial(checkout, "begin")
    assert starts(checkout) == version()
    assert plays_a_ply(checkout)[0]
    # As long as it has not come up it may say so; then that is over.
    assert programs.left() == failing
    trial(checkout, "begin")
    assert (starts(checkout), programs.left()) == (version(), failing)
    trial(checkout, "end")
    trial(checkout, "begin")
    assert (starts(checkout), programs.left()) == (version(), None)


def test_code_that_fails_is_not_what_goes_back(checkout, keys, newer):
    update(checkout, newer, keys=keys)
    for part in ("__init__.py", "building/program.py"):
        path = programs_of(checkout).current() / "companion" / part
        path.write_text("what?", encoding="utf-8")
    for _ in range(4):
        trial(checkout, "begin")
    assert starts(checkout) == version()


def test_power_lost_before_it_is_chosen_leaves_the_old_one_and_no_trial(checkout, keys):
    programs = programs_of(checkout)
    (checkout / ".venv/trial").write_text("2 1 0\n", encoding="ascii")
    trial(checkout, "begin")
    assert not (checkout / ".venv/trial").exists()
    assert (starts(checkout), programs.left()) == (version(), None)


def test_a_trial_that_nobody_can_read_keeps_no_program_from_starting(checkout, keys):
    (checkout / ".venv/trial").write_bytes(b"\0\0\0")
    trial(checkout, "begin")
    assert starts(checkout) == version()


def test_what_was_left_is_not_what_the_next_update_goes_back_to(checkout, keys, newer):
    programs, old = programs_of(checkout), programs_of(checkout).current()
    update(checkout, newer, keys=keys)
    for _ in range(4):
        trial(checkout, "begin")
    trial(checkout, "end")
    update(checkout, an_update(checkout, newer.parent, "9.1.0"), keys=keys)
    assert starts(checkout) == "9.1.0"
    assert programs.before() == old


def test_how_far_it_is_and_what_ended_it_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "state.json"
    assert read_state(path) == (0.0, None)
    write_state(path, 0.5)
    assert read_state(path) == (0.5, None)
    error = UpdateError("expected {one}, got {other!r}", one=Message("a {n}", n=3), other="b")
    write_state(path, 1.0, error.message)
    fraction, problem = read_state(path)
    assert (fraction, problem, problem.template) == (1.0, "expected a 3, got 'b'",
                                                     "expected {one}, got {other!r}")  # fmt: skip
    assert problem.values["one"].values == {"n": 3}


def test_the_unit_is_told_in_a_file_how_it_went(checkout, keys, newer, tmp_path):
    told = tmp_path / "state.json"
    done = update(checkout, newer, "--progress", told, keys=keys)
    assert (done.returncode, read_state(told)) == (0, (1.0, None)), done.stderr
    done = update(checkout, newer, "--progress", told, keys=keys)
    assert (done.returncode, read_state(told)[1].template) == (
        2, "expected an update to a version newer than {now}, got {version}",
    )  # fmt: skip


def test_a_program_that_was_not_set_up_like_this_says_so(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "update", tmp_path / "x.update"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "expected a table set up by make install" in done.stderr


@pytest.mark.slow
def test_make_makes_one_that_a_table_takes(checkout, keys, tmp_path):
    (checkout / "CHANGELOG.md").write_text("## Unreleased\n\n- Better.\n", encoding="utf-8")
    project = checkout / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    project.write_text(text.replace(f'"{version()}"', f'"{NEWER}"', 1), encoding="utf-8")
    copy_environment(checkout / ".venv", checkout / "other")
    done = make(checkout, "update-bundle", "VENV=other", "KEY=Owner")
    assert done.returncode == 0, done.stderr
    (path,) = (checkout / "dist").glob("*.update")
    done = update(checkout, path, keys=checkout / "dist/updates.gpg")
    assert done.returncode == 0, done.stderr
    assert starts(checkout) == NEWER
