import threading

from companion.plugins import find_game
from companion.ui.play import moves as moves_list
from companion.ui.play.moves import MovesList, moves_from
from companion.ui.widgets.layout import Box
from companion.words.table import groups_banner
from tests.moving import touched
from tests.tall_towers import TALL

QUINCALA = find_game("quincala-knocking").initial()
ALQUERQUE = find_game("alquerque").initial()


def listed(half) -> MovesList:
    moves = MovesList(half)
    moves.wait()
    moves.poll()
    return moves


def test_all_moves_are_listed_in_their_order_with_an_arrow_for_each_first_leg():
    moves = listed(ALQUERQUE.begin())
    assert moves.is_ready
    assert [move.text for move in moves.moves] == ["b2-c3", "c2-c3", "d2-c3", "d3-c3"]
    assert moves.view.count == 4
    assert len(moves.arrows) == 4
    assert moves.chosen is None


def test_the_move_under_the_cursor_is_chosen():
    moves = listed(ALQUERQUE.begin())
    moves.view.step(1, with_none=True)
    assert moves.chosen.text == "b2-c3"


def test_a_begun_turn_lists_the_moves_that_go_on_from_it():
    half = touched(QUINCALA, "a2", "b3")
    moves = listed(half)
    assert moves.half is half
    assert moves.moves
    assert all(move.touches[:2] == half.touches for move in moves.moves)
    assert len(moves.moves) < len(QUINCALA.legal_moves())


def test_a_roundabout_way_that_begins_no_listed_move_lists_them_all():
    half = touched(QUINCALA, "c2", "b1", "c1")
    moves = listed(half)
    assert moves.half.touches == ()
    assert moves.count == len(QUINCALA.legal_moves())


def test_many_moves_are_listed_piece_by_piece():
    moves = listed(QUINCALA.begin())
    wanted = QUINCALA.legal_moves()
    starts = list(dict.fromkeys(move.touches[0] for move in wanted))
    assert [group.start for group in moves.groups] == starts
    assert moves.view.count == len(starts)
    assert moves.titles() == tuple(QUINCALA.board.name_of(start) for start in starts)
    assert (moves.moves, moves.chosen) == ((), None)
    assert [move for group in moves.groups for move in group.moves] == sorted(
        wanted, key=lambda move: starts.index(move.touches[0])
    )


def test_only_the_arrows_of_one_piece_show():
    moves = listed(QUINCALA.begin())
    assert moves.arrows == {}
    moves.view.step(1, with_none=True)
    start = moves.groups[0].start
    assert moves.arrows
    assert {arrow.start for arrow in moves.arrows.values()} == {start}
    moves.open(moves.groups[0])
    assert {arrow.start for arrow in moves.arrows.values()} == {start}
    assert all(move.touches[0] == start for move in moves.moves)


def test_from_the_moves_of_a_piece_the_list_of_pieces_comes_back_with_it():
    moves = listed(QUINCALA.begin())
    third = moves.groups[2]
    moves.open(third)
    moves.view.step(1, with_none=True)
    assert moves.chosen == third.moves[0]
    moves.open(None)
    assert moves.chosen_group is third


def test_of_a_long_list_only_the_lines_in_view_are_made():
    moves = listed(QUINCALA.begin())
    moves.open(max(moves.groups, key=lambda group: len(group.moves)))
    assert len(moves.moves) == 28
    moves.view.place(Box(0, 0, 100, 80), 20, columns=2)
    moves.view.scroll = 200.0
    assert {index: entry.title for index, entry in moves.in_view().items()} == {
        index: moves.moves[index].text for index in range(20, 28)
    }


def test_while_the_moves_are_worked_out_there_are_none_and_they_come_once(monkeypatch):
    class Finding:
        made, problem = None, ""

        def __init__(self, *_):
            pass

    monkeypatch.setattr(moves_list, "Background", Finding)
    moves = MovesList(ALQUERQUE.begin())
    assert not moves.is_ready
    assert not moves.moves
    assert moves.chosen is None
    assert not moves.poll()
    Finding.made = moves_from(ALQUERQUE.begin())
    assert moves.poll()
    assert moves.is_ready
    assert not moves.poll()


def test_moves_that_are_found_quickly_are_listed_at_once(monkeypatch):
    assert 0 < moves_list.QUICK_S < 0.01
    monkeypatch.setattr(moves_list, "QUICK_S", 30.0)
    assert MovesList(ALQUERQUE.begin()).is_ready


def test_waiting_lists_what_came_meanwhile(monkeypatch):
    quick = type(ALQUERQUE).legal_moves
    may_go_on = threading.Event()
    monkeypatch.setattr(
        type(ALQUERQUE), "legal_moves", lambda self: may_go_on.wait(10) and quick(self)
    )
    moves = MovesList(ALQUERQUE.begin())
    assert not moves.is_ready
    may_go_on.set()
    moves.wait()
    moves.poll()
    assert [move.text for move in moves.moves] == ["b2-c3", "c2-c3", "d2-c3", "d3-c3"]


def test_of_more_moves_than_anybody_reads_some_are_listed():
    position = find_game("quincala-mixing").from_text(TALL)
    moves = listed(position.begin())
    assert moves.is_ready and not moves.is_all
    assert moves.count == moves_list.MOST_LISTED
    assert groups_banner(moves.count, moves.is_all).startswith("More than 20,000 moves")


def test_a_list_that_nobody_waits_for_is_given_up(monkeypatch):
    monkeypatch.setattr(moves_list, "MOST_LISTED", 10_000_000)
    moves = MovesList(find_game("quincala-mixing").from_text(TALL).begin())
    assert not moves.is_ready
    moves.drop()
    moves.wait()
    moves.poll()
    assert not moves.is_ready
