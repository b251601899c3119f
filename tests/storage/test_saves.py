import errno
import os
import random
import zlib
from datetime import datetime, timedelta

import pytest

from companion.contract import parse_board
from companion.errors import JournalError
from companion.match.entries import CommentEntry, Header, PlyEntry, board_mark, clean_comment
from companion.match.match import NewMatch
from companion.plugins import find_game, load_board
from companion.storage.disk import Disk, set_aside
from companion.storage.journal import SIZE_LIMIT, Journal, line_of
from companion.storage.record_reader import read_record
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from tests.match.playing import ALQUERQUE, KNOCKING, agree, committed, moves, play, play_at_random
from tests.storage.failing_disk import FailingDisk, full, read_only

STARTED = datetime(2026, 7, 4, 18, 30, 5)


@pytest.fixture
def state(tmp_path):
    with StateDir(tmp_path) as held:
        yield held


@pytest.fixture
def saves(state):
    return Saves(state, wall_clock=lambda: STARTED)


def left_behind(state, disk=None):
    """What the next process would find."""
    return Saves(state, disk).unfinished({})


def a_match(saves, plies=6):
    match = saves.begin(NewMatch(ALQUERQUE))
    play_at_random(match, random.Random(1), plies)
    return match


def files_in(state):
    return sorted(path.name for path in state.path.iterdir() if path.name != "lock")


class TestResuming:
    def test_nothing_was_left_at_first(self, saves):
        assert saves.unfinished({}) is None

    @pytest.mark.parametrize("game", [ALQUERQUE, KNOCKING], ids=lambda game: game.name)
    def test_a_match_is_found_as_it_was(self, saves, state, game):
        match = saves.begin(NewMatch(game, seed=9, players=("Ann, B.", "computer 3")))
        play_at_random(match, random.Random(4), 12)
        match.comment(2, "why?")
        match.back()
        agree(match)
        unfinished = left_behind(state)
        assert unfinished.notices == ()
        assert committed(unfinished.match) == committed(match)
        assert unfinished.match.header == match.header
        assert unfinished.match.header.players == ("Ann B.", "computer 3")

    def test_a_resumed_match_is_saved_on(self, saves, state):
        match = a_match(saves)
        again = Saves(state)
        resumed = again.resume(again.unfinished({}))
        play_at_random(resumed, random.Random(2), 2)
        assert committed(left_behind(state).match) == committed(resumed)
        assert len(resumed.plies) == len(match.plies) + 2

    def test_a_torn_tail_is_dropped_with_a_notice_and_does_no_harm_later(self, saves, state):
        a_match(saves)
        with saves.journal_path.open("ab") as file:
            file.write(b'0badc0de {"ply":')
        again = Saves(state)
        unfinished = again.unfinished({})
        assert [notice.code for notice in unfinished.notices] == ["torn-tail"]
        resumed = again.resume(unfinished)
        play_at_random(resumed, random.Random(2), 1)
        clean = left_behind(state)
        assert (clean.notices, committed(clean.match)) == ((), committed(resumed))

    def test_damage_in_the_middle_is_kept_aside_and_the_good_part_offered(self, saves, state):
        match = a_match(saves)
        original = saves.journal_path.read_bytes()
        lines = original.splitlines(keepends=True)
        damaged = b"".join([*lines[:3], lines[3].replace(b"ply", b"plY"), *lines[4:]])
        saves.journal_path.write_bytes(damaged)
        unfinished = left_behind(state)
        assert [(n.code, n.values[0]) for n in unfinished.notices] == [("journal-damaged", 4)]
        assert moves(unfinished.match) == moves(match)[:2]
        aside = state.path / unfinished.notices[0].values[2]
        assert aside.read_bytes() == damaged
        assert saves.journal_path.read_bytes() == damaged

    def test_one_damaged_file_is_kept_aside_once(self, saves, state):
        a_match(saves)
        saves.journal_path.write_bytes(saves.journal_path.read_bytes().replace(b'e":1', b'e":0'))
        assert left_behind(state).notices == left_behind(state).notices
        assert files_in(state) == ["current.journal", "current.journal.damaged-1"]

    def test_an_illegal_ply_with_a_good_checksum_is_damage(self, saves, state):
        match = a_match(saves, plies=2)
        checksum = int(saves.journal_path.read_bytes().splitlines()[-1][:8], 16)
        with saves.journal_path.open("ab") as file:
            file.write(line_of(PlyEntry(0, "a1-e5"), checksum)[0])
        unfinished = left_behind(state)
        assert [(n.code, n.values[0]) for n in unfinished.notices] == [("journal-damaged", 4)]
        assert moves(unfinished.match) == moves(match)
        resumed = Saves(state).resume(unfinished)
        play_at_random(resumed, random.Random(1), 1)
        clean = left_behind(state)
        assert (clean.notices, committed(clean.match)) == ((), committed(resumed))

    def test_a_journal_with_no_good_line_is_moved_aside(self, saves, state):
        a_match(saves)
        saves.journal_path.write_bytes(bytes(300))
        unfinished = left_behind(state)
        assert unfinished.match is None
        assert [notice.code for notice in unfinished.notices] == ["journal-unreadable"]
        assert files_in(state) == ["current.journal.damaged-1"]

    def test_every_place_of_a_zeroed_block_is_told(self, saves, state):
        match = a_match(saves, plies=4)
        data = saves.journal_path.read_bytes()
        for at in range(0, len(data), 7):
            saves.journal_path.write_bytes(
                data[:at] + bytes(len(data[at : at + 50])) + data[at + 50 :]
            )
            unfinished = left_behind(state)
            assert unfinished.notices, at
            assert (
                unfinished.match is None
                or moves(unfinished.match) == moves(match)[: len(unfinished.match.plies)]
            )

    def test_a_folder_in_the_place_of_the_journal_is_told(self, saves, state):
        saves.journal_path.mkdir()
        assert left_behind(state).notices[0].code == "journal-unreadable"
        assert a_match(saves).saving_problem == ""


class TestOtherVersions:
    def untouched(self, saves, state, data):
        saves.journal_path.write_bytes(data)
        with pytest.raises(JournalError):
            Saves(state).unfinished({})
        assert saves.journal_path.read_bytes() == data
        assert files_in(state) == ["current.journal"]

    def test_a_newer_journal_is_refused_and_untouched(self, saves, state):
        line = line_of(Header("alquerque", {}, 0, "alquerque", ""), 0)[0]
        body = line[9:-1].replace(b'"board-companion-journal":', b'"board-companion-journal":9')
        self.untouched(saves, state, b"%08x %s\n" % (zlib.crc32(body), body))

    def test_a_journal_that_is_too_large_is_untouched(self, saves, state):
        self.untouched(saves, state, bytes(SIZE_LIMIT + 9))

    def test_a_game_that_is_not_here_is_untouched(self, saves, state):
        self.untouched(saves, state, line_of(Header("go", {}, 0, "goban", ""), 0)[0])

    def test_another_board_of_the_name_is_refused_and_the_right_one_resumed(self, saves, state):
        text = (
            'name = "mini-quincala"\nnote = "mine"\nrows = ["oooo", "oooo", "oooo"]\n'
            '[setups.start.white]\n1 = ["a1"]\n2 = ["b1"]\n3 = ["c1"]\n'
            '[setups.start.black]\n1 = ["a3"]\n2 = ["b3"]\n3 = ["c3"]\n'
        )
        board = parse_board(text, "mine.toml")
        match = saves.begin(NewMatch(KNOCKING, board=board))
        play_at_random(match, random.Random(1), 3)
        self.untouched(saves, state, saves.journal_path.read_bytes())
        unfinished = saves.unfinished({"mini-quincala": board})
        assert committed(unfinished.match) == committed(match)

    def test_it_makes_room_for_a_new_match_when_set_aside(self, saves, state):
        a_match(saves)
        assert set_aside(Disk(), saves.journal_path).name == "current.journal.set-aside-1"
        assert left_behind(state) is None


class TestFiling:
    def test_a_finished_match_becomes_a_record_and_its_journal_goes(self, saves, state):
        match = a_match(saves)
        match.resign(0)
        agree(match)
        path = saves.finish(match)
        record = read_record(path, find_game)
        assert [ply.text for ply in record.plies] == moves(match)
        assert record.outcome == match.outcome
        assert match.is_closed
        assert files_in(state) == ["records"]

    def test_starting_over_files_the_match_as_unfinished(self, saves, state):
        match = a_match(saves)
        again = Saves(state)
        path = again.finish(again.resume(left_behind(state)))
        record = read_record(path, find_game)
        assert (record.outcome, [ply.text for ply in record.plies]) == (None, moves(match))
        assert files_in(state) == ["records"]

    def test_a_match_without_a_ply_leaves_nothing(self, saves, state):
        match = saves.begin(NewMatch(ALQUERQUE))
        assert saves.finish(match) is None
        assert files_in(state) == []

    def test_records_of_one_second_get_times_of_their_own(self, saves):
        paths = []
        for seed in range(3):
            match = saves.begin(NewMatch(ALQUERQUE, seed=seed))
            play(match, "c2-c3")
            paths.append(saves.finish(match).name)
        assert paths == [
            "2026-07-04_183005_alquerque.txt",
            "2026-07-04_183006_alquerque.txt",
            "2026-07-04_183007_alquerque.txt",
        ]

    def test_a_record_written_before_a_crash_is_not_written_twice(self, saves, state):
        match = a_match(saves)
        journal = saves.journal_path.read_bytes()
        first = saves.finish(match)
        saves.journal_path.write_bytes(journal)
        again = Saves(state)
        assert again.finish(again.resume(left_behind(state))) == first

    def test_a_record_that_cannot_be_written_keeps_the_journal(self, state):
        disk = FailingDisk()
        saves = Saves(state, disk)
        match = a_match(saves)
        disk.fails = full
        with pytest.raises(OSError):
            saves.finish(match)
        assert not match.is_closed
        assert committed(left_behind(state).match) == committed(match)

    def test_a_new_match_never_overwrites_an_unfinished_one(self, saves, state):
        match = a_match(saves)
        data = saves.journal_path.read_bytes()
        Saves(state).begin(NewMatch(KNOCKING))
        assert (state.path / "current.journal.set-aside-1").read_bytes() == data
        assert len(match.plies) > 0

    @pytest.mark.parametrize("plies", [1, 2])
    def test_not_even_one_of_a_single_ply(self, saves, state, plies):
        a_match(saves, plies)
        data = saves.journal_path.read_bytes()
        Saves(state).begin(NewMatch(KNOCKING))
        assert (state.path / "current.journal.set-aside-1").read_bytes() == data

    def test_nor_one_whose_plies_are_damaged(self, saves, state):
        a_match(saves, plies=3)
        header, *plies = saves.journal_path.read_bytes().splitlines(keepends=True)
        data = b"".join([header, plies[0].replace(b"ply", b"plY"), *plies[1:]])
        saves.journal_path.write_bytes(data)
        Saves(state).begin(NewMatch(KNOCKING))
        assert (state.path / "current.journal.set-aside-1").read_bytes() == data

    def test_each_that_is_set_aside_is_kept(self, state):
        kept = []
        for seed in range(3):
            saves = Saves(state)
            saves.begin(NewMatch(ALQUERQUE, seed=seed))
            play(Saves(state).resume(left_behind(state)), "c2-c3")
            kept.append(saves.journal_path.read_bytes())
            set_aside(Disk(), saves.journal_path)
        names = [f"current.journal.set-aside-{number}" for number in (1, 2, 3)]
        assert [(state.path / name).read_bytes() for name in names] == kept

    def test_a_match_without_a_ply_is_overwritten(self, saves, state):
        saves.begin(NewMatch(ALQUERQUE))
        Saves(state).begin(NewMatch(KNOCKING))
        assert files_in(state) == ["current.journal"]
        assert left_behind(state).match.header.game == "quincala-knocking"

    def test_clocks_that_jump_lose_no_record(self, state):
        rng = random.Random(22)
        clock = lambda: STARTED + timedelta(days=rng.randrange(-3650, 3650))  # noqa: E731
        saves = Saves(state, wall_clock=clock)
        for _ in range(50):
            match = saves.begin(NewMatch(ALQUERQUE))
            play(match, "c2-c3")
            saves.finish(match)
        assert len(list(saves.records_path.iterdir())) == 50


class TestFailingDisks:
    def test_a_disk_full_at_any_write_stops_nobody_and_heals(self, tmp_path):
        number, was_hit = 0, True
        while was_hit:
            number += 1
            path = tmp_path / str(number)
            with StateDir(path) as state:
                was_hit = self.full_at(state, number)
        assert number > 15

    def full_at(self, state, number):
        """Play on while three calls from *number* on fail; return whether any did."""
        disk = FailingDisk()
        disk.fails = lambda n, name: errno.ENOSPC if number <= n < number + 3 else None
        saves = Saves(state, disk)
        match = saves.begin(NewMatch(ALQUERQUE, seed=number))
        rng, told_of, safe = random.Random(5), False, []
        for _ in range(6):
            play_at_random(match, rng, 1)
            told_of = told_of or bool(match.saving_problem)
            if not match.saving_problem:
                safe = moves(match)
            unfinished = left_behind(state)
            kept = moves(unfinished.match) if unfinished and unfinished.match else []
            assert kept[: len(safe)] == safe, number
        match.save()
        match.save()
        match.save()
        assert match.saving_problem == ""
        assert committed(left_behind(state).match) == committed(match)
        return told_of

    def test_a_journal_that_goes_on_after_half_a_line_is_caught(self, state, monkeypatch):
        def careless(journal, entry=None):
            if not journal._is_ours:
                write(journal, entry)
                return
            if entry is not None:
                journal._add(entry)
            rest, journal._written = bytes(journal._data[journal._written :]), len(journal._data)
            descriptor = journal._disk.open_end(journal._path)
            try:
                journal._disk.write(descriptor, rest)
                journal._disk.sync(descriptor)
            finally:
                journal._disk.close(descriptor)

        write = Journal._write
        monkeypatch.setattr(Journal, "_write", careless)
        with pytest.raises(AssertionError):
            self.full_at(state, 9)

    def test_a_disk_read_only_from_the_start_is_told_and_playable(self, state):
        disk = FailingDisk()
        disk.fails = read_only
        match = a_match(Saves(state, disk))
        assert (match.saving_problem, len(match.plies)) == ("Read-only file system", 6)
        assert left_behind(state) is None

    def test_a_disk_read_only_in_mid_game_keeps_what_was_safe(self, state):
        disk = FailingDisk()
        match = a_match(Saves(state, disk))
        before = moves(match)
        disk.fails = read_only
        play_at_random(match, random.Random(3), 2)
        assert match.saving_problem == "Read-only file system"
        assert moves(left_behind(state).match) == before

    def test_a_read_only_disk_lets_a_match_be_resumed_unsaved(self, saves, state):
        match = a_match(saves)
        disk = FailingDisk()
        disk.fails = read_only
        again = Saves(state, disk)
        resumed = again.resume(again.unfinished({}))
        assert committed(resumed) == committed(match)
        assert resumed.saving_problem == "Read-only file system"

    def test_a_folder_that_is_not_held_is_not_written(self, tmp_path):
        (tmp_path / "file").write_text("no folder")
        with StateDir(tmp_path / "file" / "state") as state:
            match = a_match(Saves(state))
            assert match.saving_problem == state.problem == "Not a directory"

    def test_without_the_lock_nothing_is_written_even_where_it_could_be(self, tmp_path):
        with StateDir(tmp_path) as state:
            state.problem = "No locks available"
            assert a_match(Saves(state)).saving_problem == "No locks available"
            assert files_in(state) == []

    def test_a_journal_that_was_taken_away_is_written_anew(self, saves, state):
        match = a_match(saves)
        saves.journal_path.unlink()
        play_at_random(match, random.Random(3), 1)
        match.save()
        assert match.saving_problem == ""
        assert committed(left_behind(state).match) == committed(match)

    def test_a_full_journal_is_told(self, saves, monkeypatch):
        monkeypatch.setattr("companion.storage.journal.SIZE_LIMIT", 700)
        assert a_match(saves, plies=12).saving_problem == "the journal is full"


class TestWear:
    def test_a_ply_costs_one_sync_and_little_more_than_its_text(self, state):
        disk = FailingDisk()
        match = Saves(state, disk).begin(NewMatch(KNOCKING))
        rng = random.Random(2)
        for _ in range(30):
            disk.done.clear()
            play_at_random(match, rng, 1)
            assert sum(name in ("sync", "sync_dir") for name, _ in disk.done) == 1
            assert sum(size for _, size in disk.done) < 1024

    def test_nothing_is_written_while_nobody_commits(self, state):
        disk = FailingDisk()
        match = a_match(Saves(state, disk))
        disk.done.clear()
        match.touch(next(iter(match.half.next_touches())))
        match.back()
        match.save()
        match.offer_draw(0)
        assert disk.done == []

    def test_the_longest_comment_stays_below_a_block(self):
        text = clean_comment("\U0001f600" * 5000)
        assert len(line_of(CommentEntry(99999, text), 0)[0]) < 4096


def test_a_named_pipe_in_the_place_of_a_file_hangs_nobody(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="regular file"):
        Disk().read(tmp_path / "pipe", 100)


def test_boards_that_differ_to_the_rules_have_different_marks():
    plain = 'name = "x"\nnote = "n"\nrows = ["ooo", "ooo"]\n'
    texts = [
        plain,
        plain + 'cuts = [["a1", "b1"]]\n',
        plain + 'lines = "none"\n',
        plain.replace("ooo", "oo.", 1),
        plain + '[setups.start.white]\n1 = ["a1"]\n',
        plain + '[areas]\nwhite = ["a1"]\n',
    ]
    marks = {board_mark(parse_board(text, "x.toml")) for text in texts}
    assert len(marks) == len(texts)
    other_look = plain.replace('"n"', '"m"') + "outline = false\n"
    assert board_mark(parse_board(other_look, "x")) == board_mark(parse_board(plain, "x"))
    assert board_mark(load_board("alquerque")) == board_mark(load_board("alquerque"))
