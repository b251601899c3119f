"""The rules of Querni, claim by claim, and against a second generator."""

from __future__ import annotations

import pickle
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.contract import (
    Fact,
    Lifted,
    Move,
    Outcome,
    Piece,
    Progress,
    Refusal,
    RefusedError,
    Token,
    parse_board,
)
from companion.errors import (
    BoardError,
    IllegalMoveError,
    NotationError,
    OptionError,
    PositionError,
)
from companion.games.querni.rules import QUERNI, QuerniPosition
from companion.plugins import load_board
from tests.amounts import few_and_many
from tests.games import slow_querni as slow
from tests.moving import played, texts, touched

BOARD = load_board("querni")
PASS = Token("pass", ())
AWAY = " 1p@j7 2p@h7 3p@j5"
"""Pink tiles that keep the game going and touch nothing."""


def lay(tiles, side="b", rest=""):
    """The position with tiles such as ``4b@c2 5b@d2``."""
    cells = dict(reversed(tile.split("@")) for tile in tiles.split())
    rows = [",".join(cells.pop(f"{f}{r}", ".") for f in "abcdefghij") for r in range(7, 0, -1)]
    assert not cells
    return QUERNI.from_text(f"{'/'.join(rows)} {side} {rest}".strip())


def site(name):
    return BOARD.site_of(name)


def refusal(position, *names):
    *before, last = names
    half = touched(position, *before)
    return half.refusal(last if isinstance(last, Token) else site(last))


def chained(number, seed=1):
    """Positions with many chains: tiles along a winding line, a few of them displaced."""
    chance = random.Random(seed)
    for _ in range(number):
        winding = [f"{f}{r}" for r in range(1, 8) for f in "abcdefghij"[:: 1 if r % 2 else -1]]
        start = chance.randrange(len(winding) - 36)
        line = winding[start : start + 36]
        for _ in range(chance.randrange(7)):
            one, other = chance.sample(range(36), 2)
            line[one], line[other] = line[other], line[one]
        tiles = [f"{n}b@{line[n]}" for n in range(1, 17) if chance.random() < 0.9]
        tiles += [f"{n}p@{line[18 + n]}" for n in range(1, 17) if chance.random() < 0.9]
        yield lay(" ".join(tiles), chance.choice("bp"))


def random_positions(games, seed):
    """Every position of random games in which chains are removed readily."""
    for number in range(games):
        chance = random.Random(seed + number)
        position = QUERNI.initial(seed=seed + number)
        while position.outcome() is None:
            yield position
            moves = position.legal_moves()
            removals = [move for move in moves if "[" in move.text]
            readily = removals and chance.random() < 0.5
            position = position.play(chance.choice(removals if readily else moves))


# Set-up


def test_a_seed_shuffles_blue_then_pink_and_lays_them_by_rank():
    chance = random.Random(5)
    blue, pink = list(range(1, 17)), list(range(1, 17))
    chance.shuffle(blue)
    chance.shuffle(pink)
    files = "abdefgij"
    squares = [[f"{f}{r}" for r in ranks for f in files] for ranks in ((2, 3), (5, 6))]
    expected = {
        site(name): (Piece(side, number),)
        for side, numbers in enumerate((blue, pink))
        for name, number in zip(squares[side], numbers, strict=True)
    }
    assert QUERNI.initial(seed=5).pieces() == expected


def test_first_set_up_is_the_same_everywhere():
    assert QUERNI.initial(seed=1).to_text() == (
        ".,.,.,.,.,.,.,.,.,./8p,16p,.,10p,13p,7p,14p,.,15p,1p/3p,4p,.,12p,11p,9p,2p,.,6p,5p/"
        ".,.,.,.,.,.,.,.,.,./8b,12b,.,16b,2b,13b,14b,.,10b,5b/3b,11b,.,1b,15b,7b,6b,.,4b,9b/"
        ".,.,.,.,.,.,.,.,.,. b"
    )


def test_blue_starts_unless_told_otherwise():
    assert QUERNI.initial(seed=1).side == 0
    assert QUERNI.initial({"starts": "pink"}, seed=1).side == 1


def test_the_coin_is_tossed_after_the_tiles_are_laid():
    sides = set()
    for seed in range(20):
        chance = random.Random(seed)
        for _ in range(2):
            chance.shuffle(list(range(16)))
        position = QUERNI.initial({"starts": "coin"}, seed=seed)
        assert position.side == chance.randrange(2)
        assert position.pieces() == QUERNI.initial(seed=seed).pieces()
        sides.add(position.side)
    assert sides == {0, 1}


SMALL = 'name = "s"\nnote = "for tests"\nrows = ["oooo"]\n'


@pytest.mark.parametrize("orders", ["", 'orders.blue = ["a1"]\norders.pink = ["b1"]'])
def test_a_board_must_say_where_sixteen_tiles_of_each_side_lie(orders):
    with pytest.raises(BoardError, match=r"expected 16 dots in orders\.blue of board s"):
        QUERNI.initial(board=parse_board(SMALL + orders, "s.toml"))


def test_sides_may_not_share_a_starting_square():
    names = [f"{f}1" for f in "abcdefghijklmnop"]
    orders = f"orders = {{blue = {names}, pink = {names}}}"
    text = f'name = "s"\nnote = "n"\nrows = ["{"o" * 16}"]\n{orders}'
    with pytest.raises(BoardError, match="common"):
        QUERNI.initial(board=parse_board(text.replace("'", '"'), "s.toml"))


def test_a_position_is_read_on_a_board_of_another_shape():
    text = 'name = "s"\nnote = "n"\nrows = [".oo", "ooo", "..."]\ncuts = [["a2", "b2"]]'
    board = parse_board(text, "s.toml")
    position = QUERNI.from_text(".,3p/1b,1p,2p/ b", board)
    assert texts(position) == ["a2-b3"]
    assert position.to_text() == ".,3p/1b,1p,2p/ b"


# Steps and jumps


def test_a_tile_steps_to_the_eight_squares_around_it():
    assert texts(lay("1b@d4 9b@a1" + AWAY))[3:] == [
        "d4-c3", "d4-d3", "d4-e3", "d4-c4", "d4-e4", "d4-c5", "d4-d5", "d4-e5",
    ]  # fmt: skip


@pytest.mark.parametrize("jumped", ["9b", "9p"])
def test_a_tile_jumps_over_one_tile_of_either_color(jumped):
    position = lay(f"1b@d4 {jumped}@e5" + AWAY)
    assert "d4^f6" in texts(position)
    after = played(position, "d4^f6")
    assert after.pieces()[site("e5")] == position.pieces()[site("e5")]
    assert site("d4") not in after.pieces()


def test_a_tile_jumps_neither_two_tiles_nor_onto_one_nor_off_the_board():
    moves = texts(lay("1b@d4 2b@e4 4b@f4 6b@d6 8b@d7 7b@j3" + AWAY))
    assert not any(text.startswith(("d4^", "d6^")) for text in moves)


def test_jumps_may_follow_one_another_in_any_direction_and_stop_after_any():
    position = lay("1b@a1 3b@b1 5p@c2 7p@d2" + AWAY)
    assert [text for text in texts(position) if text.startswith("a1^")] == [
        "a1^c1", "a1^c1^c3", "a1^c1^c3^e1", "a1^c1^e3",
    ]  # fmt: skip


RING = "1b@c3 2p@d3 4p@e4 6p@d5 8p@c4 10p@h7"


def test_a_tile_does_not_return_to_its_start():
    position = lay(RING + AWAY.replace("2p@h7", ""))
    assert refusal(position, "c3", "e3", "e5", "c5", "c3") == Refusal("no-return")
    with pytest.raises(IllegalMoveError):
        position.parse("c3^e3^e5^c5^c3")


def test_no_square_is_landed_on_twice():
    position = lay("1b@a1 3b@b1 2p@c2 4p@d3 6p@e4" + " 1p@j7 3p@j5")
    assert "a1^c1^c3" in texts(position)
    assert refusal(position, "a1", "c1", "c3", "c1") == Refusal("no-return")


def test_the_same_tile_may_be_jumped_twice():
    position = lay("1b@c3 9b@d4 5p@e4" + AWAY)
    half = touched(position, "c3", "e5", "e3", "c5")
    assert half.move == Move("c3^e5^e3^c5", tuple(map(site, ("c3", "e5", "e3", "c5"))))


def test_steps_and_jumps_do_not_mix():
    position = lay("1b@c3 9b@d3 11b@f4" + AWAY)
    assert refusal(position, "c3", "e3", "e2") == Refusal("no-step-after-jump")
    position = lay("1b@c3 9b@d3 11b@f4 13b@c1 14b@c2 15b@d1" + AWAY)
    assert refusal(position, "c3", "b3", "d3") == Refusal("no-chain-here")
    assert refusal(position, "c3", "c4", "e2") == Refusal("no-second-step")


def test_a_square_reached_both_ways_is_one_ply_by_the_shortest_route():
    # c3 is a step from b2; jumps lead there as well.
    position = lay("1b@b2 9b@c2 11b@d3 5p@b3 7p@c4" + AWAY)
    assert [text for text in texts(position) if text[:2] == "b2" and text.endswith("c3")] == [
        "b2-c3"
    ]


def test_of_two_routes_as_long_the_first_in_board_order_stands():
    position = lay("1b@c3 5p@d3 6p@e4 8p@c4 7p@d5")
    assert [text for text in texts(position) if text.endswith("e5")] == ["c3^e3^e5"]
    other = position.parse("c3^c5^e5")
    assert position.play(other) == played(position, "c3^e3^e5")


# Chains


def test_each_number_must_touch_the_one_before_it_and_no_other():
    assert "[4-6]" in texts(lay("4b@a1 5b@b2 6b@c3" + AWAY))


def test_adjacent_numbers_without_the_one_between_are_no_chain():
    assert not any("[" in text for text in texts(lay("4b@a1 6b@b1 8b@c1" + AWAY)))
    assert "[4-6]" not in texts(lay("4b@a1 6b@b1 5b@d1" + AWAY))


def test_two_numbers_are_no_chain():
    assert "[4-5]" not in texts(lay("4b@a1 5b@b1 8b@h1" + AWAY))


def test_sixteen_and_one_are_not_consecutive():
    position = lay("15b@a1 16b@b1 1b@c1 2b@d1" + AWAY)
    assert not any("[" in text for text in texts(position))


def test_a_chain_is_of_one_color():
    assert "[4-6]" not in texts(lay("4b@a1 5p@b1 6b@c1" + AWAY))


def test_the_other_sides_chain_is_not_removed():
    assert "[4-6]" not in texts(lay("9b@a3 4p@a1 5p@b1 6p@c1" + AWAY))


def test_any_part_of_at_least_three_may_be_removed():
    alone = {text for text in texts(lay("4b@a1 5b@b1 6b@c1 7b@d1 8b@e1" + AWAY)) if text[0] == "["}
    assert alone == {"[4-6]", "[4-7]", "[4-8]", "[5-7]", "[5-8]", "[6-8]"}


def test_a_removal_leaves_the_rest():
    position = lay("4b@a1 5b@b1 6b@c1 7b@d1" + AWAY)
    after = played(position, "[5-7]")
    assert after.off_board()[:16].count(Piece(0, 4)) == 0
    assert after.pieces()[site("a1")] == (Piece(0, 4),)
    assert {Piece(0, n) for n in (5, 6, 7)} <= set(after.off_board())


def test_only_one_chain_is_removed_in_a_turn():
    position = lay("1b@a1 2b@b1 3b@c1 7b@a5 8b@b5 9b@c5" + AWAY)
    half = touched(position, "a1", "c1")
    assert half.progress is Progress.COMPLETE
    assert half.chains() == ()
    assert half.refusal(site("a5")) == Refusal("complete")


def test_a_move_comes_before_the_removal_and_the_moved_tile_may_stay():
    position = lay("1b@a1 2b@b1 3b@c1 9b@h1" + AWAY)
    after = played(position, "h1-h2[1-3]")
    assert after.pieces()[site("h2")] == (Piece(0, 9),)
    assert site("a1") not in after.pieces()


def test_a_move_may_make_the_chain_that_it_removes():
    position = lay("4b@a1 5b@b1 6b@d1" + AWAY)
    assert "[4-6]" not in texts(position)
    assert site("a1") not in played(position, "d1-c1[4-6]").pieces()


def test_a_move_may_break_a_chain_and_leave_its_rest():
    moves = texts(lay("4b@a1 5b@b1 6b@c1 7b@d1" + AWAY))
    assert "d1-e1[4-6]" in moves
    assert "d1-e1[4-7]" not in moves


def test_a_move_within_the_chain_is_the_removal_alone():
    position = lay("4b@a1 5b@b1 6b@c1" + AWAY)
    assert [text for text in texts(position) if text.endswith("[4-6]")] == ["[4-6]"]
    longer = position.parse("c1-c2[4-6]")
    assert position.play(longer) == played(position, "[4-6]")


def test_wherever_the_removed_tile_went_the_ply_is_one():
    position = lay("4b@a1 5b@b1 6b@d1" + AWAY)
    assert [text for text in texts(position) if text.endswith("[4-6]")] == ["d1-c1[4-6]"]
    assert position.play(position.parse("d1-c2[4-6]")) == played(position, "d1-c1[4-6]")


def test_whichever_tile_joined_the_chain_the_ply_is_one():
    position = lay("4b@a1 5b@c2 6b@c1" + AWAY)
    assert [text for text in texts(position) if text.endswith("[4-6]")] == ["a1-b1[4-6]"]
    assert position.play(position.parse("c2-b2[4-6]")) == played(position, "a1-b1[4-6]")


def test_a_step_comes_before_a_jump_that_joins_the_same_chain():
    position = lay("4b@a1 5b@b1 6b@d2 9p@c3" + AWAY.replace("3p@j5", "3p@c1"))
    assert [text for text in texts(position) if text.endswith("[4-6]")] == ["d2-c2[4-6]"]


BLOCKED = "1b@a1 1p@a2 2p@b1 3p@b2 5p@a3 7p@c1 9p@c3"


def test_a_blocked_side_without_a_chain_loses_its_turn():
    position = lay(BLOCKED)
    assert position.legal_moves() == (Move("pass", ()),)
    half = position.begin()
    assert (half.progress, half.move) == (Progress.COMPLETE, Move("pass", ()))
    assert half.next_touches() == {}
    assert half.facts() == (Fact("pass"),)
    assert half.refusal(site("a1")) == half.refusal(PASS) == Refusal("must-pass")
    after = played(position, "pass")
    assert (after.side, after.pieces()) == (1, position.pieces())
    assert "quiet=1" in after.to_text()
    assert position.perft(1) == 1


def test_a_blocked_side_may_remove_a_chain():
    tiles = "1b@a1 2b@b1 3b@c1 " + " ".join(
        f"{n}p@{f}{r}" for n, (f, r) in enumerate(((f, r) for r in (2, 3) for f in "abcde"), 1)
    )
    position = lay(tiles + " 12p@d1 14p@e1")
    assert texts(position) == ["[1-3]"]
    assert position.begin().move is None
    assert touched(position, "c1", "a1").move.text == "[1-3]"


# Passing


def test_passing_is_refused_where_the_option_is_off():
    position = QUERNI.initial(seed=1)
    assert PASS not in position.begin().next_touches()
    assert position.begin().refusal(PASS) == Refusal("may-not-pass")
    with pytest.raises(RefusedError):
        position.parse("pass")


def test_with_passing_a_player_may_pass_at_any_time():
    position = QUERNI.initial({"passing": True}, seed=1)
    assert position.legal_moves()[-1] == Move("pass", (PASS,))
    assert position.perft(1) == 129 + 1
    half = touched(position, PASS)
    assert (half.progress, half.facts()) == (Progress.COMPLETE, (Fact("pass-by-choice"),))
    assert list(position.begin().next_touches())[-1] == PASS
    after = played(position, "pass")
    assert after.to_text().endswith(" p quiet=1 passing=on")


def test_a_pass_is_not_made_in_the_middle_of_a_turn():
    position = QUERNI.initial({"passing": True}, seed=1)
    assert refusal(position, "a3", PASS) == Refusal("turn-begun")
    assert refusal(position, PASS, PASS) == Refusal("turn-begun")
    assert refusal(position, PASS, "a3") == Refusal("complete")


def test_a_forced_pass_takes_no_touch_with_passing_either():
    position = lay(BLOCKED, rest="passing=on")
    assert position.legal_moves() == (Move("pass", ()),)
    assert position.perft(1) == 1
    assert position.begin().next_touches() == {}


# Ends


def test_the_first_player_without_tiles_wins():
    position = lay("4b@a1 5b@b1 6b@c1" + AWAY)
    half = touched(position, "a1", "c1")
    assert half.facts()[-1] == Fact("win", (0,))
    after = position.after(half)
    assert after.outcome() == Outcome(0, "all-removed")
    assert after.legal_moves() == ()
    assert after.begin().refusal(site("j7")) == Refusal("game-over")
    assert after.perft(1) == 0


def test_no_three_consecutive_numbers_on_either_side_is_a_draw():
    assert lay("1b@a1 2b@b1 5p@h1 7p@h3 9p@h5").outcome() == Outcome(None, "no-chains")
    assert lay("15b@a1 16b@b1 1b@c1 5p@h1").outcome() == Outcome(None, "no-chains")


def test_three_consecutive_numbers_anywhere_keep_the_game_going():
    assert lay("1b@a1 2b@e5 3b@j7 5p@h1 7p@h3").outcome() is None
    assert lay("5b@a1 7b@e5 1p@h1 2p@j3 3p@a7").outcome() is None


def test_a_removal_that_leaves_no_chain_to_anyone_is_a_draw():
    position = lay("4b@a1 5b@b1 6b@c1 9b@f1 2p@h1 4p@h3")
    after = played(position, "[4-6]")
    assert after.outcome() == Outcome(None, "no-chains")
    assert position.explain(position.parse("[4-6]"))[-1].code == "remove"


def test_too_many_plies_without_a_removal_are_a_draw():
    position = lay("4b@a1 5b@b1 6b@d1" + AWAY, rest="quiet=29")
    after = played(position, "a1-a2")
    assert after.outcome() == Outcome(None, "no-removal")
    assert after.legal_moves() == ()


def test_a_removal_by_the_last_ply_comes_before_the_draw():
    position = lay("4b@a1 5b@b1 6b@d1 9b@f1" + AWAY, rest="quiet=29")
    after = played(position, "d1-c1[4-6]")
    assert after.outcome() is None
    assert "quiet" not in after.to_text()
    win = lay("4b@a1 5b@b1 6b@d1" + AWAY, rest="quiet=29")
    assert played(win, "d1-c1[4-6]").outcome() == Outcome(0, "all-removed")


def test_passes_of_both_sides_count_as_quiet():
    position = QUERNI.initial({"passing": True, "draw_after": 2}, seed=1)
    after = played(position, "pass", "pass")
    assert after.outcome() == Outcome(None, "no-removal")


@pytest.mark.parametrize(
    "options",
    [{"draw_after": 0}, {"draw_after": 201}, {"passing": 1}, {"starts": "white"}, {"huffing": 1}],
)
def test_unknown_options_and_values_are_refused(options):
    with pytest.raises(OptionError):
        QUERNI.initial(options)


def test_positions_that_differ_in_the_quiet_count_have_one_key():
    one, other = lay("4b@a1" + AWAY), lay("4b@a1" + AWAY, rest="quiet=3")
    assert one.key == other.key
    assert one != other
    assert one.key != lay("4b@a1" + AWAY, side="p").key


# Half-made turns


def test_the_second_touch_decides_between_a_move_and_a_chain():
    position = lay("4b@a1 5b@b1 6b@c1 9b@f1" + AWAY)
    half = touched(position, "c1")
    assert half.progress is Progress.INCOMPLETE
    assert set(half.next_touches()) == set(map(site, ("a1", "b2", "c2", "d1", "d2")))
    assert touched(position, "c1", "d1").move.text == "c1-d1"
    assert touched(position, "c1", "a1").move.text == "[4-6]"


def test_a_chain_is_touched_at_its_ends_in_either_order():
    position = lay("4b@a1 5b@b1 6b@c1 9b@f1" + AWAY)
    one, other = touched(position, "a1", "c1"), touched(position, "c1", "a1")
    assert position.after(one) == position.after(other)
    assert one.facts() == other.facts()
    assert Move("[4-6]", (site("a1"), site("c1"))) in position.legal_moves()


def test_after_a_move_own_tiles_are_ends_of_chains():
    position = lay("4b@a1 5b@b1 6b@d1 9b@f1" + AWAY)
    half = touched(position, "d1", "c1")
    assert half.progress is Progress.EXTENDABLE
    assert set(half.next_touches()) == {site("a1"), site("c1")}
    ended = half.touch(site("c1"))
    assert (ended.progress, ended.move) == (Progress.INCOMPLETE, None)
    assert set(ended.next_touches()) == {site("a1")}
    assert ended.touch(site("a1")).move.text == "d1-c1[4-6]"
    assert touched(position, "d1", "c1", "a1", "c1").move.text == "d1-c1[4-6]"


def test_after_a_jump_both_jumps_and_chains_may_follow():
    position = lay("1b@a1 2b@a2 3b@a3 9b@c1 11b@d1 6p@e2" + AWAY)
    half = touched(position, "c1", "e1")
    assert set(half.next_touches()) == set(map(site, ("a1", "a3", "e3")))
    assert half.touch(site("e3")).move.text == "c1^e1^e3"


def test_a_turn_without_a_chain_is_complete_after_a_step():
    assert touched(QUERNI.initial(seed=1), "a2", "a1").progress is Progress.COMPLETE


def test_the_middle_of_three_is_no_end_and_cannot_begin_when_it_is_stuck():
    tiles = "4b@a1 5b@b1 6b@c1 1p@a2 2p@b2 3p@c2 5p@a3 7p@b3 9p@d3 11p@d1 12p@c3"
    position = lay(tiles)
    assert refusal(position, "b1") == Refusal("no-moves")
    assert site("a1") in position.begin().next_touches()


def test_chains_are_shown_as_they_lie_in_the_middle_of_a_turn():
    position = lay("4b@a1 5b@b1 6b@d1 9b@f1 10b@f2 11b@f3 12b@g3" + AWAY)

    def names(half):
        return [[BOARD.name_of(s) for s in chain] for chain in half.chains()]

    assert names(position.begin()) == [["f1", "f2", "f3", "g3"]]
    assert names(touched(position, "d1", "c1")) == [["a1", "b1", "c1"], ["f1", "f2", "f3", "g3"]]
    assert names(touched(position, "f2", "e2")) == [["f1", "e2", "f3", "g3"]]
    assert names(touched(position, "f2", "g1")) == []
    assert names(touched(position, "d1", "c1", "a1"))[0] == ["a1", "b1", "c1"]


def test_the_tile_is_lifted_only_while_it_may_move_on():
    position = lay("4b@a1 5b@b1 6b@d1 9b@f1" + AWAY)
    assert touched(position, "d1").lifted() == Lifted(site("d1"), (Piece(0, 6),))
    assert touched(position, "d1", "c1").lifted() is None
    assert touched(position, "d1", "c1", "a1").lifted() is None
    jump = lay("1b@c1 9b@d1 6p@e2" + AWAY)
    assert touched(jump, "c1", "e1").lifted() == Lifted(site("e1"), (Piece(0, 1),))


def test_facts_of_a_turn():
    position = lay("4b@a1 5b@b1 6b@d1 9b@f1" + AWAY)
    half = touched(position, "d1", "c1", "a1")
    assert half.facts() == (Fact("move", (Piece(0, 6),)),)
    removed = (
        Fact("chain", ((4, 5, 6),)),
        Fact("remove", (Piece(0, 4), site("a1"))),
        Fact("remove", (Piece(0, 5), site("b1"))),
        Fact("remove", (Piece(0, 6), site("c1"))),
    )
    assert half.next_touches() == {site("c1"): removed}
    assert half.touch(site("c1")).facts() == half.facts() + removed


def test_jumps_are_told_one_by_one():
    position = lay("1b@a1 3b@b1 5p@c2" + AWAY)
    assert position.explain(position.parse("a1^c1^c3")) == (Fact("move", (Piece(0, 1),)),) * 2


def test_removed_tiles_leave_only_with_the_last_touch():
    position = lay("4b@a1 5b@b1 6b@d1 9b@f1" + AWAY)
    before = len(position.off_board())
    assert len(touched(position, "d1", "c1", "a1").off_board()) == before
    assert len(touched(position, "d1", "c1", "a1", "c1").off_board()) == before + 3


def test_turn_of_another_position_is_refused():
    start = QUERNI.initial(seed=1)
    half = touched(start, "a2", "a1")
    with pytest.raises(IllegalMoveError):
        played(start, "a2-a1").after(half)
    with pytest.raises(IllegalMoveError):
        start.after(touched(start, "a2"))


def test_a_half_made_turn_never_waits_for_the_list_of_moves(monkeypatch):
    turns = []
    for position in chained(20):
        move = max(position.legal_moves(), key=lambda m: len(m.touches))
        turns.append((position, move.touches))
    monkeypatch.setattr(QuerniPosition, "legal_moves", None)
    for position, touches in turns:
        half = position.begin()
        for touch in touches:
            half = half.touch(touch)
            half.next_touches()
        assert half.move is not None


# Refusals


STAND = "1b@b2 2b@c2 4b@d4 5b@d5 6b@e6 7b@h3 12b@b1 9p@e4 3p@h4 1p@j1 2p@j3 6p@g4 10p@i4"


@pytest.mark.parametrize(
    ("touches", "expected"),
    [
        (["e4"], Refusal("not-yours")),
        (["a7"], Refusal("empty")),
        (["b2", "b2"], Refusal("same-site")),
        (["b2", "c2"], Refusal("land-behind", (site("d2"),))),
        (["d4", "e4"], Refusal("land-behind", (site("f4"),))),
        (["h3", "h4"], Refusal("land-behind", (site("h5"),))),
        (["c2", "e4"], Refusal("occupied")),
        (["b2", "f6"], Refusal("too-far")),
        (["b2", "e3"], Refusal("off-line")),
        (["b2", "d4"], Refusal("chain-incomplete")),
        (["b2", "b4"], Refusal("nothing-to-jump", (site("b3"),))),
        (["h3", "b2"], Refusal("chain-incomplete")),
        (["h3", "e6"], Refusal("chain-too-short")),
        (["d4", "d5"], Refusal("chain-too-short")),
        (["d4", "h3"], Refusal("chain-broken", (site("e6"), site("h3")))),
        (["b2", "d2", "c2"], Refusal("no-chain-here")),
        (["b2", "d2", "d2"], Refusal("no-chain-here")),
        (["b2", "d2", "d3"], Refusal("no-step-after-jump")),
        (["b2", "d2", "b2"], Refusal("no-return")),
        (["b2", "d2", "j6"], Refusal("off-line")),
        (["d4", "f4", "g4"], Refusal("occupied")),
        (["h3", "g3", "g2"], Refusal("no-second-step")),
        (["h3", "g3", "g4"], Refusal("no-second-step")),
        (["h3", "g3", "h3"], Refusal("no-second-step")),
        (["h3", "g3", "b2"], Refusal("no-chain-here")),
        (["h3", "g3", "d5"], Refusal("no-chain-here")),
        (["h3", "g3", "d4", "d5"], Refusal("chain-too-short")),
        (["h3", "g3", "d4", "g3"], Refusal("chain-broken", (site("e6"), site("g3")))),
        (["h3", "g3", "d4", "d4"], Refusal("other-end", (site("e6"),))),
        (["h3", "g3", "d4", "a7"], Refusal("other-end", (site("e6"),))),
        (["b2", Token("pass", ())], Refusal("may-not-pass")),
        (["b2", Token("tile", (3,))], Refusal("token")),
    ],
    ids=str,
)
def test_a_refusal_says_precisely_why(touches, expected):
    assert refusal(lay(STAND), *touches) == expected


# Notation


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "a2", "a2-", "-a1", "a2a1", "a2--a1", "a2-a1 ", " a2-a1", "A2-a1", "a2-a1^a3",
        "a2^a4-a5", "a2-z9", "a2-a8", "a2-k1", "a2-a1\n", "a2–a1", "a2-a١", "[4-6", "4-6]",
        "[4-6][7-9]", "[4-6]a2-a1", "[6-4]", "[4-4]", "[4]", "[04-6]", "[4-06]", "[0-2]",
        "[14-17]", "[1-99]", "[1-100]", "[4,6]", "PASS", "pass ", "a2-a1[]", "\x00", "a2xa1",
        "a2[4-6]",
    ],
)  # fmt: skip
def test_malformed_text_is_no_notation(text):
    with pytest.raises(NotationError):
        QUERNI.initial(seed=1).parse(text)


@pytest.mark.parametrize("text", ["a2^a1", "a2-a4", "a2-b2", "[1-3]", "a5-a4", "a2-a1[1-3]"])
def test_illegal_moves_are_refused(text):
    with pytest.raises(IllegalMoveError):
        QUERNI.initial(seed=1).parse(text)


def test_a_chain_with_a_removed_number_is_refused():
    with pytest.raises(RefusedError) as caught:
        lay("4b@a1 6b@b1 7b@c1" + AWAY).parse("[4-5]")
    assert caught.value.refusal == Refusal("chain-incomplete")


def test_the_wrong_mark_is_refused_with_the_right_one():
    with pytest.raises(IllegalMoveError, match="'a2-a1'"):
        QUERNI.initial(seed=1).parse("a2^a1")


def test_moves_come_in_the_order_of_their_touches():
    position = lay("4b@a1 5b@b1 6b@d1" + AWAY)
    moves = position.legal_moves()
    assert [move.touches for move in moves] == sorted(move.touches for move in moves)
    assert texts(position)[:5] == ["a1^c1", "a1^c1^e1", "a1-a2", "a1-b2", "b1-c1"]


def test_hostile_text_fails_fast():
    start = QUERNI.initial(seed=1)
    began = time.process_time()
    for text in ("a2^" * 5_000_000, "9" * 10_000_000, "a2" + "^c2^a2" * 2_000, "," * 10_000_000):
        with pytest.raises((NotationError, IllegalMoveError)) as caught:
            start.parse(text)
        assert len(str(caught.value)) < 300
        with pytest.raises(PositionError) as refused:
            QUERNI.from_text(text + " b")
        assert len(str(refused.value)) < 300
    assert time.process_time() - began < 5


# Position text


EMPTY = "/".join([",".join("." * 10)] * 6)


@pytest.mark.parametrize(
    "text",
    [
        "", "b", EMPTY + " b",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,.", EMPTY + "/1b,.,.,.,.,.,.,.,.,. w",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,. bp", EMPTY + "/1b,.,.,.,.,.,.,.,.,.  b",
        EMPTY + "/1b,.,.,.,.,.,.,.,., b", EMPTY + "/1b,.,.,.,.,.,.,.,. b",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,.,. b", EMPTY + "/1w,.,.,.,.,.,.,.,.,. b",
        EMPTY + "/0b,.,.,.,.,.,.,.,.,. b", EMPTY + "/17b,.,.,.,.,.,.,.,.,. b",
        EMPTY + "/01b,.,.,.,.,.,.,.,.,. b", EMPTY + "/1b,1b,.,.,.,.,.,.,.,. b",
        EMPTY + "/٣b,.,.,.,.,.,.,.,.,. b", EMPTY + "/.,.,.,.,.,.,.,.,.,. b",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,. b quiet=31", EMPTY + "/1b,.,.,.,.,.,.,.,.,. b quiet=-1",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,. b quiet=", EMPTY + "/1b,.,.,.,.,.,.,.,.,. b quiet=٣",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,. b quiet=1 quiet=1",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,. b quiet=4 draw_after=3",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,. b passing=maybe",
        EMPTY + "/1b,.,.,.,.,.,.,.,.,. b preset=base", EMPTY + "/1b,.,.,.,.,.,.,.,.,. b ",
    ],
)  # fmt: skip
def test_malformed_positions_are_refused(text):
    with pytest.raises(PositionError) as caught:
        QUERNI.from_text(text)
    assert len(str(caught.value).splitlines()) == 1


def test_options_and_quiet_count_are_written_where_they_differ():
    options = {"passing": True, "draw_after": 40, "starts": "pink"}
    position = played(QUERNI.initial(options, seed=1), "pass")
    assert position.to_text().endswith(" b quiet=1 starts=pink draw_after=40 passing=on")
    assert QUERNI.from_text(position.to_text()) == position


def test_a_position_survives_pickling():
    position = played(QUERNI.initial({"draw_after": 7}, seed=2), "a2-a1")
    copy = pickle.loads(pickle.dumps(position))
    assert copy.to_text() == position.to_text()
    assert copy.board.names == position.board.names
    assert copy.legal_moves() == position.legal_moves()


@settings(max_examples=200, deadline=None, database=None, derandomize=True)
@given(st.text(alphabet="abcj127^-[]4569 ps", max_size=16))
def test_any_move_text_is_read_or_refused(text):
    position = lay("4b@a1 5b@b1 6b@c2 7b@b2" + AWAY)
    try:
        move = position.parse(text)
    except (NotationError, IllegalMoveError):
        return
    assert position.half_move(move).move == move


# Against the second generator, and symmetries


def assert_same_plies(position):
    plies = slow.plies(*slow.table_from_text(position.to_text()))
    assert sorted(texts(position)) == sorted(text for _, text, _ in plies.values()), (
        position.to_text()
    )
    assert position.perft(1) == len(plies), position.to_text()


def test_plies_of_random_games_are_those_of_the_second_generator():
    for position in random_positions(8, 40):
        assert_same_plies(position)


def test_plies_among_many_chains_are_those_of_the_second_generator():
    for position in chained(15):
        assert_same_plies(position)


@pytest.mark.slow
def test_plies_are_those_of_the_second_generator_in_many_positions():
    for position in random_positions(40, 1000):
        assert_same_plies(position)
    for position in chained(500, seed=7):
        assert_same_plies(position)


def mirrored(text):
    rows, *rest = text.split(" ")
    turned = "/".join(",".join(reversed(row.split(","))) for row in rows.split("/"))
    return " ".join([turned, *rest])


def renumbered(text):
    """The position with 17 - n in place of n: chains read backwards."""
    rows, *rest = text.split(" ")
    cells = [[c if c == "." else f"{17 - int(c[:-1])}{c[-1]}" for c in r.split(",")]
             for r in rows.split("/")]  # fmt: skip
    return " ".join(["/".join(",".join(row) for row in cells), *rest])


@few_and_many("number", 5, 12)
@pytest.mark.parametrize("change", [mirrored, renumbered])
def test_left_and_right_and_the_direction_of_counting_do_not_matter(change, number):
    for position in chained(number, seed=3):
        other = QUERNI.from_text(change(position.to_text()))
        results = {position.play(move).to_text() for move in position.legal_moves()}
        others = {other.play(move).to_text() for move in other.legal_moves()}
        assert {change(text) for text in results} == others
        assert len(other.legal_moves()) == len(position.legal_moves())


# What the screen asks for


def test_the_route_is_that_of_the_moved_tile_without_the_ends_of_a_chain():
    start = lay("3b@c3 4b@d3 5b@e3 9b@a1" + AWAY)
    assert touched(start, "a1").route() == ()
    assert touched(start, "a1", "a2").route() == (site("a1"), site("a2"))
    assert touched(start, "a1", "a2", "c3").route() == (site("a1"), site("a2"))
    assert touched(start, "a1", "a2", "c3", "e3").route() == (site("a1"), site("a2"))
    assert touched(start, "c3", "e3").route() == ()


def test_the_countdown_tells_the_plies_without_a_removal_and_their_limit():
    start = lay("3b@c3 4b@d3 5b@e3 9b@a1" + AWAY, rest="quiet=7 draw_after=9")
    assert start.countdown() == (7, 9)
    assert played(start, "a1-a2").countdown() == (8, 9)
    assert played(start, "[3-5]").countdown() == (0, 9)
