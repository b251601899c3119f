from companion.art.marks import Mark
from companion.ui.board.marks import Outline, OutlineKind
from companion.ui.board.motion import leg_between
from companion.ui.board.pictures import (
    chain_outlines,
    chosen_sites,
    first_arrows,
    moves_picture,
    turn_picture,
)
from tests.moving import touched
from tests.ui.querni_positions import CHAIN_OF_FIVE, QUERNI, position, sites

WHOLE = Outline(sites("c4 d4 e3 f2 g2"), OutlineKind.CHAIN)


def names_marked(picture, mark):
    board = QUERNI.initial().board
    return {board.name_of(site) for site, kinds in picture.marks.items() if mark in kinds}


def test_a_chain_is_outlined_as_soon_as_it_exists():
    assert chain_outlines(touched(position(CHAIN_OF_FIVE)), None) == (WHOLE,)


def test_in_the_middle_of_a_turn_chains_are_outlined_as_they_lie_then():
    away = touched(position(CHAIN_OF_FIVE), "d4", "d5")
    assert chain_outlines(away, None) == (Outline(sites("e3 f2 g2"), OutlineKind.CHAIN),)
    longer = touched(position(CHAIN_OF_FIVE), "d2", "c3")
    assert chain_outlines(longer, None)[0].sites == sites("c3 c4 d4 e3 f2 g2")


def test_the_first_end_touched_marks_every_other_end():
    half = touched(position(CHAIN_OF_FIVE), "d4")
    assert names_marked(turn_picture(half, (), None), Mark.CAPTURE) == {"f2", "g2"}
    assert chosen_sites(half, None) == ()


def test_the_cursor_on_the_other_end_outlines_and_marks_exactly_what_would_leave():
    half = touched(position(CHAIN_OF_FIVE), "d4")
    picture = turn_picture(half, (), sites("f2")[0])
    assert picture.outlines == (WHOLE, Outline(sites("d4 e3 f2"), OutlineKind.CHOSEN))
    assert names_marked(picture, Mark.CAPTURE) == {"d4", "e3", "f2"}
    assert names_marked(picture, Mark.FOCUS) == {"f2"}


def test_the_cursor_elsewhere_leaves_the_ends_marked():
    half = touched(position(CHAIN_OF_FIVE), "d4")
    picture = turn_picture(half, (), sites("d5")[0])
    assert picture.outlines == (WHOLE,)
    assert names_marked(picture, Mark.CAPTURE) == {"f2", "g2"}


def test_a_removed_part_stays_outlined_where_tiles_are_to_be_lifted():
    picture = turn_picture(touched(position(CHAIN_OF_FIVE), "g2", "e3"), (), None)
    assert picture.outlines == (Outline(sites("e3 f2 g2"), OutlineKind.CHOSEN),)
    assert names_marked(picture, Mark.REMOVE) == {"e3", "f2", "g2"}
    assert not set(sites("e3 f2 g2")) & set(picture.placement)


def test_the_ends_of_a_chain_are_no_part_of_the_route():
    half = touched(position(CHAIN_OF_FIVE), "d2", "c3", "c3", "e3")
    assert half.move.text == "d2-c3[1-4]"
    assert turn_picture(half, (), None).last_move == sites("d2 c3")
    assert leg_between(half.undone(), half) is None


def test_the_last_ply_shows_its_route_and_where_tiles_have_left():
    picture = turn_picture(touched(position(CHAIN_OF_FIVE)), sites("a1 a2"), None, sites("i4 j4"))
    assert picture.last_move == sites("a1 a2")
    assert names_marked(picture, Mark.LAST_MOVE) == {"i4", "j4"}
    moved = turn_picture(
        touched(position(CHAIN_OF_FIVE), "d4", "d5"), sites("a1 a2"), None, sites("i4 j4")
    )
    assert names_marked(moved, Mark.LAST_MOVE) == set()


def test_the_preview_of_a_move_shows_the_chain_that_leaves_with_it():
    start = position(CHAIN_OF_FIVE)
    move = start.parse("d2-c3[1-4]")
    picture = moves_picture(start.begin(), {}, start.half_move(move))
    assert Outline(sites("c3 c4 d4 e3"), OutlineKind.CHOSEN) in picture.outlines
    assert names_marked(picture, Mark.CAPTURE) == {"c3", "c4", "d4", "e3"}
    assert [(arrow.start, arrow.end) for arrow in picture.arrows] == [sites("d2 c3")]


def test_a_chain_alone_has_no_arrow_among_those_of_all_moves():
    start = position(CHAIN_OF_FIVE)
    alone = [move for move in start.legal_moves() if move.text.startswith("[")]
    assert len(alone) == 6
    assert first_arrows(start.begin(), alone) == {}
