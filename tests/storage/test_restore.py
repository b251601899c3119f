"""A collection brought back: all of it or nothing, and no game in the place of another."""

import errno
import gc
import io
import random
import struct
import tracemalloc
import warnings
import zipfile
import zlib
from tempfile import TemporaryFile
from types import MappingProxyType

import pytest

from companion.cli import main
from companion.errors import CollectionError
from companion.match.match import NewMatch
from companion.storage import restore as module
from companion.storage.bundle import FILE_LIMIT, bundle_of
from companion.storage.disk import Disk
from companion.storage.incoming import finish_import
from companion.storage.library import Library
from companion.storage.restore import Collection, plan_restore, restore
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from tests.match.playing import ALQUERQUE, play
from tests.storage.crash_model import Change, ModelDisk, crash_states
from tests.storage.failing_disk import FailingDisk, full, read_only

TITLE = b"Board Companion record 1\n"
GAME = TITLE + b"Game: alquerque\n\n1. White c2-c3\n"
OTHER = TITLE + b"Game: alquerque\n\n1. White d2-c3\n"
ONE = "records/2026-07-04_183005_alquerque.txt"
TWO = "records/2026-07-04_183005_alquerque_2.txt"
THREE = "records/2026-07-04_183005_alquerque_3.txt"


def zipped(files):
    """A zip file of *files*, contents by name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def filled(folder, files):
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def contents(folder):
    """What is in *folder*, by name, but the lock of whoever holds it."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def brought_back(files, folder, disk=None):
    """Bring *files*, or a zip file of bytes, back into *folder*; return the plan."""
    disk = disk or Disk()
    with TemporaryFile() as file:
        file.write(files if isinstance(files, bytes) else zipped(files))
        collection = Collection(file, "saves.zip")
        plan = plan_restore(collection, folder, disk, {})
        restore(plan, collection, folder, disk)
        return plan


@pytest.fixture
def journal(tmp_path):
    """The journal of a game of these moves, which nobody has finished."""

    def journal(*texts):
        folder = tmp_path / f"table-{len(list(tmp_path.iterdir()))}"
        with StateDir(folder) as state:
            play(Saves(state).begin(NewMatch(ALQUERQUE)), *texts)
        return (folder / "current.journal").read_bytes()

    return journal


@pytest.fixture
def here(tmp_path):
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


def test_what_was_exported_comes_back_byte_for_byte(tmp_path, here, journal):
    files = {
        ONE: GAME, "records/of Anna.txt": OTHER, "records/broken.txt": TITLE + b"Game: ?\xff\n",
        "current.journal": journal("c2-c3"), "current.turn": b"[]\n",
        "current.journal.damaged-1": b"half a game", "settings.toml": b"[screen]\n",
        "settings.toml.damaged-2": b"=", "players.txt": b"Anna\n", "last-games.txt": b"{}\n",
        "lessons.txt": b"alquerque/01-lines\n",
    }  # fmt: skip
    there = filled(tmp_path / "there", files)
    plan = brought_back(bytes(bundle_of(there).data), here)
    assert contents(here) == files
    assert (plan.new, plan.beside, plan.faulty, plan.match) == (3, 0, 1, "resumed")


class TestNames:
    def test_a_game_that_is_here_stays_as_it_is_and_is_not_doubled(self, here):
        filled(here, {ONE: GAME})
        plan = brought_back({ONE: GAME, TWO: OTHER}, here)
        assert contents(here) == {ONE: GAME, TWO: OTHER}
        assert (plan.new, plan.beside, plan.present) == (1, 0, 1)

    def test_another_game_of_the_same_name_comes_in_beside_it_and_once(self, here):
        filled(here, {ONE: GAME})
        assert brought_back({ONE: OTHER}, here).beside == 1
        assert contents(here) == {ONE: GAME, TWO: OTHER}
        assert brought_back({ONE: OTHER}, here).present == 1
        assert contents(here) == {ONE: GAME, TWO: OTHER}

    def test_a_new_name_is_none_that_another_game_of_the_collection_has(self, here):
        filled(here, {ONE: GAME})
        files = {ONE: OTHER, TWO: GAME + b"2. Black b4-b3\n"}
        brought_back(files, here)
        assert contents(here) == {ONE: GAME, TWO: files[TWO], THREE: OTHER}
        brought_back(files, here)
        assert len(contents(here)) == 3

    @pytest.mark.parametrize("name", ["records/Anna & Ben.txt", "records/x5.txt", "records/_.txt"])
    def test_names_that_people_gave_are_kept(self, here, name):
        filled(here, {name: GAME})
        for _ in range(2):
            brought_back({name: OTHER}, here)
        assert contents(here) == {name: GAME, name.replace(".txt", "_2.txt"): OTHER}

    def test_a_folder_in_the_way_of_a_record_is_another_thing(self, here):
        (here / ONE).mkdir(parents=True)
        brought_back({ONE: GAME}, here)
        assert contents(here) == {TWO: GAME}

    def test_lists_and_settings_that_are_here_stay(self, here):
        filled(here, {"settings.toml": b"mine", "players.txt": b"Ben\n"})
        plan = brought_back({"settings.toml": b"theirs", "players.txt": b"Ben\n", ONE: GAME}, here)
        assert contents(here) == {"settings.toml": b"mine", "players.txt": b"Ben\n", ONE: GAME}
        assert plan.kept == ("settings.toml",)

    def test_what_is_of_no_collection_is_left_out_and_counted(self, here):
        long = "records/" + "x" * 240 + ".txt"
        strangers = {
            "notes.txt": b"?", "records/photo.jpg": b"?", "records/list.txt": b"milk", long: GAME,
            "records/a\nb.txt": GAME, "records/deep/game.txt": GAME, "import.list": b"lock\n",
        }  # fmt: skip
        silent = {"lock": b"", "starts": b"x", "not-included.txt": b"x", "current.turn": b"[]"}
        plan = brought_back({**strangers, **silent, ONE: GAME}, here)
        assert contents(here) == {ONE: GAME}
        assert plan.ignored == len(strangers)

    def test_records_on_a_stick_that_a_link_leads_to_come_back_there(self, here, tmp_path):
        (tmp_path / "stick").mkdir()
        (here / "records").symlink_to(tmp_path / "stick")
        brought_back({ONE: GAME}, here)
        assert (here / "records").is_symlink()
        assert (here / ONE).read_bytes() == GAME


class TestUnfinishedGame:
    def test_it_can_be_gone_on_with_at_the_next_start(self, here, journal):
        brought_back({"current.journal": journal("c2-c3")}, here)
        with StateDir(here) as state:
            library = Library(Saves(state), {})
            library.look()
            assert [ply.move.text for ply in library.unfinished().plies] == ["c2-c3"]

    def test_it_becomes_a_record_where_another_one_is_unfinished(self, here, journal):
        own, theirs = journal("c2-c3"), journal("d2-c3")
        filled(here, {"current.journal": own})
        plan = brought_back({"current.journal": theirs}, here)
        assert (plan.match, plan.new) == ("filed", 0)
        (record,) = (here / "records").iterdir()
        assert "1. White d2-c3" in record.read_text(encoding="utf-8")
        assert (here / "current.journal").read_bytes() == own
        assert brought_back({"current.journal": theirs}, here).match == "present"
        assert len(contents(here)) == 2

    def test_one_that_has_gone_on_here_is_here_already(self, here, journal):
        own = journal("c2-c3", "c4xc2")
        filled(here, {"current.journal": own})
        before = b"".join(own.splitlines(keepends=True)[:2])
        assert brought_back({"current.journal": before}, here).match == "present"
        assert contents(here) == {"current.journal": own}

    def test_its_record_takes_the_name_of_no_other_record_that_comes_in(self, here, journal):
        own, theirs = journal("c2-c3"), journal("d2-c3")
        filled(here, {"current.journal": own})
        brought_back({"current.journal": theirs}, here)
        (record,) = (here / "records").iterdir()
        record.unlink()
        brought_back({"current.journal": theirs, f"records/{record.name}": OTHER}, here)
        assert record.read_bytes() == OTHER
        assert len(contents(here)) == 3

    @pytest.mark.parametrize("fault", [b"nothing of ours", b"\x00" * 400, None])
    def test_one_that_cannot_be_read_is_kept_aside(self, here, journal, fault):
        own = journal("c2-c3")
        theirs = fault or own[: len(own) // 2] + b"\x00" + own[len(own) // 2 + 1 :]
        filled(here, {"current.journal": own})
        files = {"current.journal": theirs, "current.journal.set-aside-1": b"of before"}
        assert brought_back(files, here).match == "aside"
        assert contents(here) == {
            "current.journal": own, "current.journal.set-aside-1": b"of before",
            "current.journal.set-aside-2": theirs,
        }  # fmt: skip
        assert brought_back(files, here).match == "present"


def patched(data, mark, offset, value):
    """*data* with the two bytes at *offset* behind the first *mark* set to *value*."""
    at = data.index(mark) + offset
    return data[:at] + struct.pack("<H", value) + data[at + 2 :]


def linked(name="records/x.txt", target="/etc/passwd", kind=0o120777):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        entry = zipfile.ZipInfo(name)
        entry.external_attr = kind << 16
        archive.writestr(entry, target)
    return packed.getvalue()


def doubled():
    packed = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(packed, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(ONE, GAME)
        archive.writestr(ONE, OTHER)
    return packed.getvalue()


def bomb():
    """4 GB in 4 MB; the bombs of 4 kB name what lies in them many times: see `overlapping`."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(2):
            with archive.open(f"records/{number}.txt", "w", force_zip64=True) as file:
                for _ in range(20):
                    file.write(bytes(1 << 20))
    return packed.getvalue()


def overlapping(count=256):
    """A zip file of a few kB of which *count* entries of 16 MB are the same bytes."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    plain = TITLE + bytes(FILE_LIMIT - len(TITLE))
    data = compressor.compress(plain) + compressor.flush()
    sizes = struct.pack("<III", zlib.crc32(plain), len(data), len(plain))
    local = struct.pack("<4sHHHHH", b"PK\3\4", 20, 0, 8, 0, 0) + sizes
    files = local + struct.pack("<HH", 5, 0) + b"a.txt" + data
    directory = b""
    for number in range(count):
        name = b"%05d" % number
        directory += struct.pack("<4sHHHHHH", b"PK\1\2", 20, 20, 0, 8, 0, 0) + sizes
        directory += struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, 0) + name
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, count, count, len(directory), len(files), 0)
    return files + directory + end


def lying(size):
    """A zip file whose one record says that it has *size* bytes."""
    data = zipped({ONE: GAME})
    at = data.index(b"PK\1\2") + 24
    return data[:at] + struct.pack("<I", size) + data[at + 4 :]


GOOD = zipped({ONE: GAME})
HOSTILE = {
    "text": b"no zip file",
    "empty": b"",
    "cut": GOOD[: len(GOOD) // 2],
    "parent": zipped({ONE: GAME, "../x.txt": b"?"}),
    "parent-of-records": zipped({ONE: GAME, "records/../../x.txt": b"?"}),
    "absolute": zipped({ONE: GAME, "/etc/x": b"?"}),
    "dot": zipped({ONE: GAME, "./x": b"?"}),
    "link": linked(),
    "device": linked(kind=0o020666),
    "pipe": linked(kind=0o010666),
    "twice": doubled(),
    "encrypted": patched(GOOD, b"PK\1\2", 8, 1),
    "unknown packing": patched(GOOD, b"PK\1\2", 10, 97),
    "lzma": patched(GOOD, b"PK\1\2", 10, zipfile.ZIP_LZMA),
    "checksum": patched(GOOD, b"PK\1\2", 16, 0x1234),
    "damaged": patched(GOOD, b".txt", 6, 0xFFFF),
    "shorter than it is": lying(10),
    "longer than it is": lying(len(GAME) + 10),
    "4 GB": lying(0xFFFFFFF0),
    "bomb": bomb(),
    "4 GB from 30 kB": overlapping(),
    "nothing of ours": zipped({"photo.jpg": b"?", "records/list.txt": b"milk"}),
    "no file": zipped({}),
    "NUL in a name": GOOD.replace(b"alquerque.txt", b"alquer\0ue.txt"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line_and_changes_nothing(here, tmp_path, capsys, name):
    (tmp_path / "saves.zip").write_bytes(HOSTILE[name])
    filled(here, {TWO: OTHER})
    before = contents(here)
    assert main(["import", str(tmp_path / "saves.zip"), "--state", str(here)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "expected a collection of saved games, got" in told.err
    assert contents(here) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "saves.zip"]


def test_more_files_than_any_collection_has_are_refused_before_they_are_looked_at(monkeypatch):
    many = zipped({f"records/{number}.txt": GAME for number in range(11)})
    monkeypatch.setattr(module, "MOST_FILES", 10)
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(CollectionError, match="more than 10 files"):
        Collection(io.BytesIO(many), "saves.zip")


@pytest.mark.parametrize("block", range(1, 50))
def test_a_signature_that_two_reads_cut_apart_is_counted_once(monkeypatch, block):
    monkeypatch.setattr(module, "_BLOCK", block)
    signature = b"PK\x01\x02"
    file = io.BytesIO(b"?" + signature * 3 + b"PK" + signature + b"PK\x01")
    assert module._count_in(file, signature) == 4


def test_a_file_that_changes_after_it_was_checked_brings_nothing_back(tmp_path, here):
    path = tmp_path / "saves.zip"
    # More than is read at a time.
    long = GAME + random.Random(31).randbytes(1 << 16).hex().encode()
    path.write_bytes(zipped({ONE: long, TWO: OTHER}))
    filled(here, {"players.txt": b"Anna\n"})
    with path.open("rb") as file:
        collection = Collection(file, "saves.zip")
        plan = plan_restore(collection, here, Disk(), {})
        path.write_bytes(zipped({ONE: long, TWO: OTHER.replace(b"d2", b"a1")}))
        with pytest.raises(CollectionError, match="is damaged"):
            restore(plan, collection, here, Disk())
    assert contents(here) == {"players.txt": b"Anna\n"}


def test_a_record_more_takes_little_memory(tmp_path):
    """Ten years of records are 100,000, and a Raspberry Pi may have 512 MB."""
    random_text = random.Random(31).randbytes

    def held(many):
        """The most bytes that are held until all is compared."""
        files = {
            f"records/2026-07-04_{number:06}_alquerque.txt": GAME
            + random_text(1000).hex().encode()
            for number in range(many)
        }
        (tmp_path / "saves.zip").write_bytes(zipped(files))
        del files
        with (tmp_path / "saves.zip").open("rb") as file:
            gc.collect()
            tracemalloc.start()
            try:
                collection = Collection(file, "saves.zip")
                plan = plan_restore(collection, tmp_path / "here", Disk(), {})
                return tracemalloc.get_traced_memory()[1] if plan.new == many else 0
            finally:
                tracemalloc.stop()

    # What is held for good from the first time on.
    held(10)
    few, many = held(100), held(1100)
    print((many - few) / 1000)
    assert 0 < (many - few) / 1000 < 900


@pytest.mark.parametrize("seed", range(4))
def test_any_bytes_wrong_are_refused_or_bring_back_what_is_allowed(tmp_path, seed):
    rng = random.Random(seed)
    good = zipped({ONE: GAME, "players.txt": b"Anna\n", "current.journal.damaged-1": b"x" * 99})
    for number in range(500):
        data = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)) :]
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            brought_back(bytes(data), folder)
        except CollectionError:
            assert contents(folder) == {}, f"seed {seed}, number {number}"
        assert set(contents(folder).values()) <= {GAME, b"Anna\n", b"x" * 99}
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(map(str, range(500)))


class TestPowerCut:
    """Every state that a power cut may leave, and the start after it."""

    THIRD = GAME + b"2. Black b4-b3\n"
    HERE = MappingProxyType({ONE: GAME, "players.txt": b"Ben\n"})
    THERE = MappingProxyType({ONE: OTHER, TWO: THIRD, "lessons.txt": b"querni/01\n"})
    AFTER = MappingProxyType({**HERE, TWO: THIRD, THREE: OTHER, "lessons.txt": b"querni/01\n"})

    def restored(self, folder, skipped=0):
        disk = ModelDisk(
            folder, {folder / name: data for name, data in self.HERE.items()}, skipped
        )
        self.sync_what_is_here(disk)
        brought_back(self.THERE, folder, disk)
        disk.mark("told")
        return disk

    def sync_what_is_here(self, disk):
        skipped, disk.skipped = disk.skipped, 0
        for path, inode in disk.names.items():
            disk.log.append(Change("names", path.parent, {path: inode}))
            if inode != "folder":
                disk.log.append(Change("data", inode, bytes(disk.contents[inode])))
                disk.log.append(Change("sync", inode))
        for folder in {path.parent for path in disk.names} | {disk.root}:
            disk.log.append(Change("sync_dir", folder))
        disk.log.append(Change("mark", None, "before"))
        disk.skipped = skipped

    def wrong(self, disk, folder):
        """The states that the next start does not make those before or after."""
        for marks, _, files in crash_states(disk):
            if not marks:
                continue
            after = ModelDisk(folder, files)
            finish_import(folder, after)
            left = {
                str(path.relative_to(folder)): bytes(after.contents[inode])
                for path, inode in after.names.items()
                # The next list that is written takes the place of half a one.
                if inode != "folder" and path.suffix != ".new"
            }
            if left != self.AFTER and (marks[-1] == "told" or left != self.HERE):
                yield left

    def test_brings_back_all_or_nothing(self, tmp_path):
        disk = self.restored(tmp_path)
        assert list(self.wrong(disk, tmp_path)) == []
        assert len(list(crash_states(disk))) > 50

    def test_needs_every_sync(self, tmp_path):
        for number in range(1, self.restored(tmp_path).syncs + 1):
            disk = self.restored(tmp_path, number)
            assert next(self.wrong(disk, tmp_path), None), f"sync {number} is of no use"


def calls_of(files, folder):
    """How many calls of a disk bringing back *files* takes."""
    disk = FailingDisk()
    brought_back(files, folder, disk)
    return len(disk.done)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_disk_that_fails_at_any_call_keeps_all_that_was_there(tmp_path, code):
    files, before = {ONE: OTHER, "lessons.txt": b"querni/01\n"}, {ONE: GAME}
    after = {ONE: GAME, TWO: OTHER, "lessons.txt": b"querni/01\n"}
    filled(tmp_path / "count", before)
    for failing in range(1, calls_of(files, tmp_path / "count") + 1):
        folder, disk = filled(tmp_path / str(failing), before), FailingDisk()
        disk.fails = lambda number, name, failing=failing: code if number == failing else None
        with pytest.raises(OSError, match=r".") as raised:
            brought_back(files, folder, disk)
        assert raised.value.errno == code
        finish_import(folder, Disk())
        assert contents(folder) in (before, after), f"call {failing}"


@pytest.mark.parametrize("fails", [full, read_only])
def test_a_full_or_read_only_disk_changes_nothing(here, fails):
    filled(here, {ONE: GAME})
    disk = FailingDisk()
    disk.fails = fails
    with pytest.raises(OSError, match=r"space|Read-only"):
        brought_back({ONE: OTHER}, here, disk)
    assert contents(here) == {ONE: GAME}


def test_what_came_meanwhile_under_a_name_stays(here, journal):
    listed = f"{ONE}\nplayers.txt\ncurrent.journal\n../x\nlock\n"
    own = {ONE: GAME, "players.txt": b"Ben\n", "current.journal": b"own"}
    waiting = {f"{ONE}.import": OTHER, "players.txt.import": b"", "current.journal.import": b"in"}
    filled(here, {**own, **waiting, "import.list": listed.encode()})
    filled(here.parent, {"x.import": b"?"})
    finish_import(here, Disk())
    assert contents(here) == {**own, TWO: OTHER, "current.journal.set-aside-1": b"in"}
    assert (here.parent / "x.import").exists()


class TestCommand:
    @pytest.fixture
    def saves(self, tmp_path):
        (tmp_path / "saves.zip").write_bytes(zipped({ONE: GAME, TWO: OTHER, "x": b""}))
        return str(tmp_path / "saves.zip")

    def test_it_says_what_it_does(self, saves, here, capsys):
        filled(here, {ONE: GAME})
        assert main(["import", saves, "--state", str(here)]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "1 record comes back.", "1 record is here already.",
            "1 file does not belong to a collection and is left out.",
        ]  # fmt: skip
        assert contents(here) == {ONE: GAME, TWO: OTHER}

    def test_a_dry_run_changes_nothing_not_even_a_missing_folder(self, saves, tmp_path, capsys):
        folder = tmp_path / "new" / "state"
        assert main(["import", saves, "--dry-run", "--state", str(folder)]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == "Nothing has been changed."
        assert not folder.parent.exists()

    def test_it_waits_for_no_running_program(self, saves, here, capsys):
        with StateDir(here):
            assert main(["import", saves, "--state", str(here)]) == 2
        assert "expected no other running instance" in capsys.readouterr().err
        assert contents(here) == {}

    def test_a_second_time_everything_is_here(self, saves, here, capsys):
        for _ in range(2):
            main(["import", saves, "--state", str(here)])
        assert capsys.readouterr().out.splitlines()[2:] == [
            "Everything in it is here already.",
            "1 file does not belong to a collection and is left out.",
        ]
