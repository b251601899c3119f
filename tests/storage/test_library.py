import zlib
from datetime import datetime

import pytest

from companion.contract import parse_board
from companion.errors import OptionError
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.storage.library import MOST_RECORDS_LISTED, Library
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from tests.storage.failing_disk import FailingDisk, full

ALQUERQUE = find_game("alquerque")
STARTED = datetime(2026, 7, 4, 18, 30, 5)


@pytest.fixture
def open_library(tmp_path):
    """Opens libraries on one state folder, each as a new instance of the program would."""
    held = []

    def open_library(disk=None, boards=None, clock=lambda: STARTED) -> Library:
        while held:
            held.pop().close()
        held.append(StateDir(tmp_path / "state"))
        library = Library(Saves(held[0], disk, clock), boards or {}, disk)
        library.look()
        return library

    yield open_library
    while held:
        held.pop().close()


def play(match, *texts):
    for text in texts:
        match.propose(match.position.parse(text))
        match.confirm(match.stamp)


def resign(match):
    match.resign(0)
    match.confirm(match.stamp)


def test_an_empty_folder_has_nothing_to_resume_and_no_records(open_library):
    library = open_library()
    assert library.unfinished() is None
    assert library.records() == []
    assert library.notices == []
    assert library.saving_problem() == ""


def test_a_match_can_be_resumed_by_the_next_instance(open_library):
    play(open_library().start(NewMatch(ALQUERQUE, {"forward": "on"}, 3)), "c2-c3")
    library = open_library()
    unfinished = library.unfinished()
    assert [ply.move.text for ply in unfinished.plies] == ["c2-c3"]
    match = library.resume()
    assert match.header.seed == 3
    assert match.header.options["forward"] == "on"
    play(match, "c4xc2")
    assert len(open_library().unfinished().plies) == 2


def test_resuming_twice_gives_the_same_match(open_library):
    play(open_library().start(NewMatch(ALQUERQUE, {}, 0)), "c2-c3")
    library = open_library()
    assert library.resume() is library.resume()
    assert library.unfinished() is library.resume()


def test_a_match_without_a_ply_is_forgotten(open_library):
    open_library().start(NewMatch(ALQUERQUE, {}, 0))
    assert open_library().unfinished() is None


def test_a_match_that_had_ended_becomes_a_record_at_the_next_start(open_library):
    match = open_library().start(NewMatch(ALQUERQUE, {}, 0))
    play(match, "c2-c3")
    resign(match)
    library = open_library()
    assert library.unfinished() is None
    (kept,) = library.records()
    assert kept.record.outcome == (1, "resigned")


def test_a_finished_match_is_not_unfinished(open_library):
    library = open_library()
    match = library.start(NewMatch(ALQUERQUE, {}, 0))
    resign(match)
    assert library.unfinished() is None


@pytest.mark.parametrize("is_found", [False, True])
def test_a_new_match_files_the_one_before(open_library, is_found):
    library = open_library()
    first = library.start(NewMatch(ALQUERQUE, {}, 0))
    play(first, "c2-c3", "c4xc2")
    if is_found:
        library = open_library()
    second = library.start(NewMatch(ALQUERQUE, {}, 1))
    assert second.plies == []
    assert [len(kept.record.plies) for kept in library.records()] == [2]
    assert library.unfinished() is None
    play(second, "c2-c3")
    assert library.unfinished() is second


def test_a_wrong_option_is_refused(open_library):
    with pytest.raises(OptionError, match="forward"):
        open_library().start(NewMatch(ALQUERQUE, {"forward": "sideways"}, 0))


def test_finishing_closes_the_match_and_finishing_another_one_does_nothing(open_library):
    library = open_library()
    match = library.start(NewMatch(ALQUERQUE, {}, 0))
    play(match, "c2-c3")
    path = library.finish(match)
    assert path.name.endswith("alquerque.txt")
    assert match.is_closed
    assert library.finish(match) is None


def test_a_record_on_request_leaves_the_match_open(open_library):
    library = open_library()
    match = library.start(NewMatch(ALQUERQUE, {}, 0))
    play(match, "c2-c3")
    assert library.save_record(match) == library.save_record(match)
    assert not match.is_closed
    assert library.unfinished() is match
    assert len(library.records()) == 1


def test_records_are_listed_the_newest_first_and_bad_ones_with_the_reason(open_library, tmp_path):
    for day in (4, 5, 6):
        library = open_library(clock=lambda day=day: STARTED.replace(day=day))
        play(library.start(NewMatch(ALQUERQUE, {}, 0)), "c2-c3")
        library.finish(library.unfinished())
    (tmp_path / "state" / "records" / "2030 bad.txt").write_text("nothing", encoding="utf-8")
    shelf = library.records()
    assert shelf[0].record is None
    assert "record" in shelf[0].problem
    assert [kept.record.started[8:10] for kept in shelf[1:]] == ["06", "05", "04"]


def test_a_shelf_without_end_is_listed_up_to_a_limit(open_library, tmp_path):
    library = open_library()
    folder = tmp_path / "state" / "records"
    folder.mkdir()
    for number in range(MOST_RECORDS_LISTED + 20):
        (folder / f"{number:05}.txt").write_text("", encoding="utf-8")
    shelf = library.records()
    assert len(shelf) == MOST_RECORDS_LISTED
    assert shelf[0].path.name == f"{MOST_RECORDS_LISTED + 19:05}.txt"


def ended(library, before_it_ends=lambda: None):
    """Return a match that somebody has resigned."""
    match = library.start(NewMatch(ALQUERQUE, {}, 0))
    play(match, "c2-c3")
    before_it_ends()
    resign(match)
    return match


def test_a_record_of_an_end_that_is_taken_back_goes(open_library):
    library = open_library()
    match = ended(library)
    path = library.save_record(match)
    library.withdraw_record(match, path)
    assert not path.exists()


def test_a_record_that_nothing_else_keeps_stays_when_the_end_is_taken_back(open_library):
    disk = FailingDisk()
    library = open_library(disk)
    match = ended(library, lambda: setattr(disk, "fails", full))
    assert match.saving_problem
    disk.fails = lambda number, name: None
    path = library.save_record(match)
    library.withdraw_record(match, path)
    assert path.exists()


def test_a_record_that_somebody_has_changed_stays(open_library):
    library = open_library()
    match = ended(library)
    path = library.save_record(match)
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    library.withdraw_record(match, path)
    assert path.exists()


def test_a_disk_that_is_full_is_told_and_asked_again(open_library):
    disk = FailingDisk()
    library = open_library(disk)
    match = library.start(NewMatch(ALQUERQUE, {}, 0))
    play(match, "c2-c3")
    disk.fails = full
    assert library.finish(match) is None
    assert library.saving_problem() == "No space left on device"
    assert library.save_record(match) is None
    assert not match.is_closed
    disk.fails = lambda number, name: None
    assert library.save_record(match) is not None
    assert library.saving_problem() == ""
    assert library.finish(match) is not None
    assert library.saving_problem() == ""


def test_a_new_match_begins_even_when_the_old_one_cannot_be_filed(open_library):
    disk = FailingDisk()
    library = open_library(disk)
    play(library.start(NewMatch(ALQUERQUE, {}, 0)), "c2-c3")
    disk.fails = full
    match = library.start(NewMatch(ALQUERQUE, {}, 1))
    play(match, "d2-c3")
    assert [ply.move.text for ply in match.plies] == ["d2-c3"]
    assert library.saving_problem()


def test_what_was_damaged_is_told(open_library, tmp_path):
    play(open_library().start(NewMatch(ALQUERQUE, {}, 0)), "c2-c3", "c4xc2")
    journal = tmp_path / "state" / "current.journal"
    journal.write_bytes(journal.read_bytes()[:-4])
    library = open_library()
    assert [notice.code for notice in library.notices] == ["torn-tail"]
    assert len(library.unfinished().plies) == 1


def test_a_journal_that_is_none_is_moved_aside_and_told(open_library, tmp_path):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "current.journal").write_bytes(b"\x00" * 40)
    library = open_library()
    assert [notice.code for notice in library.notices] == ["journal-unreadable"]
    assert library.unfinished() is None


def test_a_journal_of_a_newer_version_is_told_and_stays(open_library, tmp_path):
    body = b'{"board-companion-journal":99}'
    newer = b"%08x %s\n" % (zlib.crc32(body), body)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "current.journal").write_bytes(newer)
    library = open_library()
    assert [notice.code for notice in library.notices] == ["journal-refused"]
    assert library.unfinished() is None
    assert (tmp_path / "state" / "current.journal").read_bytes() == newer


def test_a_first_position_for_a_look_is_made_once_on_the_board_in_use(open_library):
    board = parse_board(
        'name="alquerque"\nnote="n"\nrows=["ooooo","ooooo","ooooo","ooooo","ooooo"]\n'
        'lines="alquerque"\n[setups.start.white]\n1=["a1"]\n[setups.start.black]\n1=["e5"]',
        "own.toml",
    )
    library = open_library(boards={"alquerque": board})
    first = library.first_position(ALQUERQUE)
    assert first is library.first_position(ALQUERQUE)
    assert first.board is board
    assert library.start(NewMatch(ALQUERQUE, {}, 0)).position.board is board


def test_a_first_position_for_a_look_has_the_options_asked_for(open_library):
    library, mixing = open_library(), find_game("quincala-mixing")
    four = library.first_position(mixing, {"sizes": 4})
    assert four == mixing.initial({"sizes": 4})
    assert library.first_position(mixing) == mixing.initial()
    assert library.first_position(mixing, {"sizes": 4}) is four


def test_a_first_position_is_laid_out_as_its_options_and_seed_say(open_library):
    querni = find_game("querni")
    library = open_library()
    shown = library.first_position(querni, {"starts": "pink"}, 7)
    assert shown == querni.initial({"starts": "pink"}, 7)
    assert shown.pieces() != library.first_position(querni).pieces()
