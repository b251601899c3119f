"""The rules by their text and against a generator that shares nothing with them."""

from __future__ import annotations

import pickle
import random

import pytest

from companion.contract import Fact, Outcome, Piece, Progress, Refusal, RefusedError
from companion.errors import BoardError, IllegalMoveError, PositionError
from companion.plugins import load_board
from nine_mens_morris.men import DIAGONALS, LINES
from nine_mens_morris.rules import MORRIS, MorrisPosition

from slow_morris import Slow, lines, plies

START = ".../.../.../....../.../.../... w hand=9,9"


def at(text: str) -> MorrisPosition:
    """Return the position that *text* describes."""
    return MORRIS.from_text(text)


def played(position: MorrisPosition, *texts: str) -> MorrisPosition:
    """Return *position* after the moves *texts*."""
    for text in texts:
        position = position.play(position.parse(text))
    return position


def texts_of(position: MorrisPosition) -> list[str]:
    """Return the legal moves, as texts."""
    return [move.text for move in position.legal_moves()]


# From the start


def test_the_start() -> None:
    position = MORRIS.initial()
    assert position.to_text() == START
    assert position.hand() == (Piece(0, 1),) * 9
    assert len(position.off_board()) == 18
    assert MORRIS.initial({"diagonals": True}).state.hand == (12, 12)


# The board


def test_lines_are_those_of_the_drawn_board() -> None:
    assert len(LINES) == 16
    assert len(DIAGONALS) == 4
    named = {frozenset(line.split()) for line in LINES + DIAGONALS}
    assert named == {frozenset(line) for line in lines(diagonals=True)}


def test_diagonals_are_drawn_where_they_are_played() -> None:
    nine, twelve = MORRIS.initial(), MORRIS.initial({"diagonals": True})
    assert len(nine.board.strokes) == 16
    assert len(twelve.board.strokes) == 20
    assert MORRIS.from_text(twelve.to_text()) == twelve
    assert MORRIS.from_text(twelve.to_text(), twelve.board).board is twelve.board


@pytest.mark.parametrize("options", [{}, {"diagonals": True}, {"flying": False}])
def test_a_position_goes_to_another_process(options: dict[str, bool]) -> None:
    position = played(MORRIS.initial(options), "a1", "d1")
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.legal_moves() == position.legal_moves()


def test_other_boards_are_refused() -> None:
    with pytest.raises(BoardError):
        MORRIS.initial(board=load_board("alquerque"))


# Against the slow generator


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("options", [{}, {"flying": False}, {"diagonals": True}])
def test_random_games_agree_with_the_slow_generator(seed: int, options: dict[str, bool]) -> None:
    chance = random.Random(seed)
    position = MORRIS.initial({"draw_after": 0, **options})
    rules = {"flying": True, "diagonals": False, **options}
    slow = Slow(frozenset(), "w", position.state.hand)
    for _ in range(120):
        expected = plies(slow, **rules)
        assert sorted(texts_of(position)) == sorted(expected)
        if not expected:
            assert position.outcome() is not None
            break
        text = chance.choice(sorted(expected))
        move = position.parse(text)
        assert move in position.legal_moves()
        played_by_touch = position.after(position.half_move(move))
        assert position.play(move) == played_by_touch
        position, slow = played_by_touch, expected[text]
        assert _as_slow(position) == slow
        assert MORRIS.from_text(position.to_text()) == position


def _as_slow(position: MorrisPosition) -> Slow:
    men = {
        ("wb"[tower[0].side], position.board.name_of(site))
        for site, tower in position.pieces().items()
    }
    return Slow(frozenset(men), "wb"[position.side], position.state.hand)


# Mills and what they remove

BEFORE_A_MILL = "b../.../.../....../.../.../ww. w hand=7,8"


def test_a_mill_removes_a_man_in_the_same_ply() -> None:
    position = at(BEFORE_A_MILL)
    half = position.begin().touch(position.board.site_of("g1"))
    assert half.move is None
    assert half.progress is Progress.INCOMPLETE
    assert [position.board.name_of(site) for site in half.next_touches()] == ["a7"]
    done = half.touch(position.board.site_of("a7"))
    assert done.move is not None
    assert done.move.text == "g1xa7"
    assert done.progress is Progress.COMPLETE
    corner = position.board.site_of("g1")
    assert done.facts() == (
        Fact("place", (Piece(0, 1), corner)),
        Fact("mill", (0, (0, 1, 2))),
        Fact("remove", (Piece(1, 1), position.board.site_of("a7"))),
    )
    assert done.route() == (corner,)


def test_what_a_touch_would_do_is_told_before() -> None:
    position = at(BEFORE_A_MILL)
    ahead = position.begin().next_touches()
    assert [fact.code for fact in ahead[position.board.site_of("g1")]] == ["place", "mill"]
    assert [fact.code for fact in ahead[position.board.site_of("d7")]] == ["place"]


def test_men_in_a_mill_stay_while_there_are_others() -> None:
    # Black's mill on rank 7, and one man beside it.
    position = at("bbb/b../.../....../.../.../ww. w hand=7,5")
    assert [text for text in texts_of(position) if text.startswith("g1")] == ["g1xb6"]


def test_men_in_mills_go_when_all_are_in_mills() -> None:
    position = at("bbb/.../.../....../.../.../ww. w hand=7,6")
    taken = [text for text in texts_of(position) if text.startswith("g1")]
    assert taken == ["g1xa7", "g1xd7", "g1xg7"]


def test_two_mills_at_once_remove_one_man() -> None:
    # d1 closes the mills on rank 1 and on file d.
    position = at("b.b/.../.../....../.w./.w./w.w w hand=4,6")
    done = played(position, "d1xa7")
    assert [fact.code for fact in position.explain(position.parse("d1xa7"))] == [
        "place", "mill", "mill", "remove",
    ]  # fmt: skip
    assert sum(tower[0].side for tower in done.pieces().values()) == 1


def test_a_mill_with_nobody_to_remove_is_a_whole_ply() -> None:
    assert "g1" in texts_of(at(".../.../.../....../.../.../ww. w hand=7,9"))


def test_a_mill_may_be_opened_and_closed_again() -> None:
    position = at("www/.../.../...b.b/..b/.b./b.. w")
    position = played(position, "d7-d6", "a1-d1")
    assert "d6-d7xd1" in texts_of(position)


def test_diagonals_are_lines_with_the_option_alone() -> None:
    rows = "b../.b./.../....../w../w../..."
    assert "a1" in texts_of(at(f"{rows} w hand=3,3"))
    assert "a1xa7" in texts_of(at(f"{rows} w hand=3,3 diagonals=on"))


# Moving and flying


def test_men_move_along_lines_to_the_next_point() -> None:
    position = at("b.b/b.b/.../w...../.../.../www w")
    assert texts_of(position) == ["d1-d2", "g1-g4", "a4-b4"]


def test_with_three_men_left_they_go_anywhere() -> None:
    position = at("b.b/b.b/.../....../.../.../www w")
    assert len(texts_of(position)) == 3 * 17
    assert "a1-d7" in texts_of(position)


def test_who_may_not_fly_moves_on_with_three_men() -> None:
    position = at("b.b/b.b/.../....../.../.../www w flying=off")
    assert texts_of(position) == ["a1-a4", "d1-d2", "g1-g4"]


def test_only_the_side_with_three_men_flies() -> None:
    position = at("b.b/b.b/.../....../.../.../www b")
    assert texts_of(position) == [
        "b6-b4", "b6-d6", "f6-f4", "f6-d6", "a7-a4", "a7-d7", "g7-g4", "g7-d7",
    ]  # fmt: skip


def test_three_men_do_not_fly_while_some_are_in_hand() -> None:
    position = at("b.b/b.b/.../....../.../.../www w hand=1,0")
    assert all("-" not in text for text in texts_of(position))


# Ends


def test_who_is_left_with_two_men_loses() -> None:
    position = at("bb./.../.../b...../.../w../ww. w")
    assert position.outcome() is None
    flown = played(position, "b2-g1xa7")
    assert flown.outcome() == Outcome(0, "too-few-men")
    assert texts_of(flown) == []
    assert position.explain(position.parse("b2-g1xa7"))[-1] == Fact("win", (0,))


def test_two_men_are_no_loss_while_there_are_more_in_hand() -> None:
    assert at("b../.../.../....../.../.../www b hand=6,7").outcome() is None


def test_who_cannot_move_loses() -> None:
    # White's men in the corner are shut in.
    shut = at("b../.../.../wb..../.../.b./wwb w flying=off")
    assert shut.outcome() == Outcome(1, "no-moves")
    before = at("b../.../.../wb..../.../.b./ww. b hand=0,1 flying=off")
    assert before.explain(before.parse("g1")) == (
        Fact("place", (Piece(1, 1), 2)),
        Fact("win", (1,)),
    )


def test_plies_without_a_mill_end_in_a_draw() -> None:
    position = at("b.b/b../.../....../.../.../www w quiet=98 flying=off")
    position = played(position, "a1-a4")
    countdown = position.countdown()
    assert countdown is not None
    assert countdown.passed == 99
    assert position.outcome() is None
    position = played(position, "g7-g4")
    assert position.outcome() == Outcome(None, "no-mill")


def test_a_mill_begins_the_count_again() -> None:
    position = at("b.b/b.b/.../w...../.../.../.ww w quiet=50")
    assert played(position, "a4-a1xa7").state.quiet == 0


def test_placing_does_not_count() -> None:
    assert played(MORRIS.initial({"draw_after": 1}), "a1", "d1", "g1").state.quiet == 0


def test_without_a_limit_nothing_is_counted() -> None:
    position = at("b.b/b.b/.../....../.../.../www w draw_after=0")
    assert played(position, "a1-a4").state.quiet == 0
    assert position.countdown() is None


# Refusals


@pytest.mark.parametrize(
    ("text", "touches", "expected"),
    [
        (BEFORE_A_MILL, ["a1"], "occupied"),
        (BEFORE_A_MILL, ["g1", "d7"], "remove-a-man"),
        (BEFORE_A_MILL, ["g1", "a7", "d7"], "complete"),
        ("bbb/b../.../....../.../.../ww. w hand=7,5", ["g1", "d7"], "in-a-mill"),
        ("b.b/b.b/.../w...../.../.../www w", ["a1"], "no-moves"),
        ("b.b/b.b/.../w...../.../.../www w", ["a7"], "not-yours"),
        ("b.b/b.b/.../w...../.../.../www w", ["d2"], "empty"),
        ("b.b/b.b/.../w...../.../.../www w", ["d1", "d3"], "not-beside"),
        ("b.b/b.b/.../w...../.../.../www w", ["d1", "d1"], "same-site"),
        ("b.b/b.b/.../w...../.../.../www w", ["d1", "a1"], "occupied"),
        ("b../.../.../....../.../.../www w", ["a1"], "game-over"),
    ],
)
def test_refusals(text: str, touches: list[str], expected: str) -> None:
    position = at(text)
    half = position.begin()
    for name in touches[:-1]:
        half = half.touch(position.board.site_of(name))
    with pytest.raises(RefusedError) as caught:
        half.touch(position.board.site_of(touches[-1]))
    assert caught.value.refusal.code == expected


def test_touches_beside_the_board_are_refused() -> None:
    assert MORRIS.initial().begin().refusal(99) == Refusal("off-board")


# Texts


@pytest.mark.parametrize("text", ["", "a1-", "z1", "a1xa7", "a1-a4", "g1", "g1xb2"])
def test_moves_that_are_none_here(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        at(BEFORE_A_MILL).parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "w",
        START.replace(" w ", " x "),
        START.replace("9,9", "10,9"),
        START.replace("9,9", "9"),
        START.replace("9,9", "-1,9"),
        START + " quiet=1",
        START + " hand=9,9",
        START + " flying=perhaps",
        START + " huffing=on",
        ".../.../.../....../.../.../..x w hand=9,9",
        ".../.../.../....../.../..." + " w hand=9,9",
        "www/www/www/w...../.../.../... w",
        "b.b/b.b/.../....../.../.../www w quiet=101",
    ],
)
def test_what_is_no_position_text(text: str) -> None:
    with pytest.raises(PositionError):
        at(text)
