"""The rules of Alquerque, claim by claim, and against a second generator."""

from __future__ import annotations

import itertools
import pickle
import random

import pytest

from companion.contract import Claim, Fact, Outcome, Piece, Progress, Refusal, Token, parse_board
from companion.errors import (
    BoardError,
    CompanionError,
    IllegalMoveError,
    NotationError,
    OptionError,
    PositionError,
)
from companion.games.alquerque.rules.game import ALQUERQUE
from tests.games import slow_alquerque as slow
from tests.moving import texts, touched

START = "bbbbb/bbbbb/bb.ww/wwwww/wwwww w"
LINE = ["c2-c3", "c4xc2", "c1xc3", "a3xc1", "c3xa3", "c5-c4"]
WHITE, BLACK = Piece(0, 1), Piece(1, 1)


def at(text):
    return ALQUERQUE.from_text(text)


def played_from_start(moves, **options):
    position = ALQUERQUE.initial(options)
    for move in moves:
        position = position.play(position.parse(move))
    return position


def sites(*names):
    board = ALQUERQUE.initial().board
    return tuple(board.site_of(name) for name in names)


def refusal(position, *names):
    *before, last = sites(*names)
    half = position.begin()
    for site in before:
        half = half.touch(site)
    return half.refusal(last)


# Set-up, steps and lines


def test_start_is_the_published_set_up():
    assert ALQUERQUE.initial().to_text() == START


def test_only_the_pieces_around_the_middle_can_step_at_first():
    assert texts(ALQUERQUE.initial()) == ["b2-c3", "c2-c3", "d2-c3", "d3-c3"]


def test_no_diagonals_on_odd_points():
    position = at("b..../...../.w.../...../..... w")
    assert texts(position) == ["b3-b2", "b3-a3", "b3-c3", "b3-b4"]


def test_diagonals_on_even_points():
    position = at("b..../...../..w../...../..... w")
    assert len(texts(position)) == 8


def test_order_is_huffs_captures_steps_each_in_board_order():
    position = at("b..../..b../..w../w..../..... w")
    assert texts(position)[:2] == ["c3xc5", "a2-a1"]


# Captures


def test_capture_takes_pieces_at_once_and_may_stop_after_any_hop():
    position = played_from_start(LINE)
    assert {"a3xc5", "a3xc5xc3"} <= set(texts(position))
    after = position.play(position.parse("a3xc5xc3"))
    assert after.off_board() == (*position.off_board(), BLACK, BLACK)


def test_a_circle_is_one_ply_under_its_first_route():
    position = at("....b/...../...../.bb../wb... w")
    circles = [text for text in texts(position) if text.endswith("xa1")]
    assert circles == ["a1xc1xc3xa1"]


def test_a_circle_the_other_way_round_is_taken_and_leads_to_the_same_position():
    position = at("....b/...../...../.bb../wb... w")
    one, other = position.parse("a1xc1xc3xa1"), position.parse("a1xc3xc1xa1")
    assert position.play(one) == position.play(other)


def test_a_piece_is_not_captured_twice():
    position = at("b..../...../...../.b.../w.... w")
    assert refusal(position, "a1", "c3", "a1") == Refusal("complete")
    position = at("b..../...../...../.bb../w.... w")
    assert refusal(position, "a1", "c3", "a1") == Refusal("twice")


def test_an_own_circle_of_another_piece_is_another_position_when_it_stopped_early():
    position = at("....b/...../...../.bb../wb... w compulsory=on huffing=on")
    after = position.play(position.parse("a1xc1"))
    assert after.to_text().split()[2] == "offenders=c1"


# Compulsory capture


def test_capture_is_free_without_compulsory():
    assert "a2-a1" in texts(at("b..../..b../..w../w..../..... w"))


def test_compulsory_leaves_captures_only():
    position = at("b..../..b../..w../w..../..... w compulsory=on")
    assert texts(position) == ["c3xc5"]


def test_compulsory_capture_goes_on_to_the_end():
    position = at(played_from_start(LINE).to_text() + " compulsory=on")
    assert texts(position) == ["a3xc5xc3", "e3xc5xc3"]
    with pytest.raises(IllegalMoveError):
        position.parse("a3xc5")


def test_which_of_two_capturers_is_free():
    position = at("....b/.b.b./w...w/...../..... w compulsory=on")
    assert texts(position) == ["a3xc5", "e3xc5"]


def test_it_is_not_compulsory_to_take_the_most():
    position = at("b...b/.b.../w.b../..w../..... w compulsory=on")
    assert texts(position) == ["c2xc4xa4", "a3xc5"]


# Forward


def test_the_backward_capture_exists_in_base_and_not_with_forward():
    assert "a3xc5xc3" in texts(played_from_start(LINE))
    forward = ALQUERQUE.from_text(played_from_start(LINE).to_text() + " forward=on")
    assert "a3xc5" in texts(forward)
    assert "a3xc5xc3" not in texts(forward)


def test_captures_free_keeps_the_backward_capture_and_forbids_the_backward_step():
    position = ALQUERQUE.from_text(played_from_start(LINE).to_text() + " forward=captures-free")
    assert "a3xc5xc3" in texts(position)
    assert refusal(at("b..../...../..w../...../..... w forward=captures-free"), "c3", "c2") == (
        Refusal("backwards")
    )


@pytest.mark.parametrize(("side", "rank"), [("w", 5), ("b", 1)])
def test_on_the_farthest_rank_a_piece_that_can_only_step_has_no_move(side, rank):
    rows = [".....", ".....", ".....", ".....", "....."]
    other = "b" if side == "w" else "w"
    rows[5 - rank] = f"{side}...{other}"
    position = at(f"{'/'.join(rows)} {side} forward=on")
    assert texts(position) == []
    assert position.outcome() == Outcome(1 - "wb".index(side), "no-moves")


def test_on_the_farthest_rank_a_piece_captures_sideways():
    assert texts(at("wb.../...../...../...../....b w forward=on")) == ["a5xc5"]


# Huffing


def test_huffing_needs_compulsory():
    with pytest.raises(OptionError, match="compulsory"):
        ALQUERQUE.initial({"huffing": True})


def test_a_step_instead_of_a_capture_offends_with_every_able_piece():
    position = at("b..../.b.b./w...w/...../w.... w compulsory=on huffing=on")
    after = position.play(position.parse("a1-a2"))
    assert texts(after)[:2] == ["huff a3", "huff e3"]


def test_an_able_piece_that_stepped_offends_at_its_new_point():
    position = at("b..../.b.../w..../...../..... w compulsory=on huffing=on")
    after = position.play(position.parse("a3-a2"))
    assert texts(after)[0] == "huff a2"


TWO_WAYS = "b..../.b.b./w..../...../w.... w compulsory=on huffing=on"


def test_a_capture_that_stopped_early_offends_with_the_capturing_piece_alone():
    position = at(TWO_WAYS)
    after = position.play(position.parse("a3xc5"))
    assert [text for text in texts(after) if text.startswith("huff")] == ["huff c5"]


def test_a_capture_to_the_end_offends_with_nobody():
    position = at(TWO_WAYS)
    after = position.play(position.parse("a3xc5xe3"))
    assert not any(text.startswith("huff") for text in texts(after))


def test_a_capture_to_the_end_does_not_offend_with_other_able_pieces():
    position = at("b..../.b.b./w...w/...../..... w compulsory=on huffing=on")
    after = position.play(position.parse("a3xc5"))
    assert not any(text.startswith("huff") for text in texts(after))


def test_after_a_huff_the_same_side_goes_on_without_a_second_huff():
    position = at("b..../.b.b./w...w/...../w.... w compulsory=on huffing=on quiet_limit=9")
    after = position.play(position.parse("a1-a2"))
    huffed = after.play(after.parse("huff a3"))
    assert huffed.side == after.side
    assert huffed.off_board().count(WHITE) == after.off_board().count(WHITE) + 1
    assert not any(text.startswith("huff") for text in texts(huffed))


def test_the_right_to_huff_lapses_with_the_next_move():
    position = at("b..../.b.../w..../...../w.... w compulsory=on huffing=on")
    after = position.play(position.parse("a1-a2"))
    moved = after.play(after.parse("a5-a4"))
    assert "offenders" not in moved.to_text()


def test_a_huff_of_the_last_piece_wins():
    position = at("b..../.b.../w..../...../..... w compulsory=on huffing=on")
    after = position.play(position.parse("a3-a2"))
    half = touched(after, "a2")
    assert half.progress is Progress.COMPLETE
    assert half.facts() == (Fact("huff", (WHITE, sites("a2")[0])), Fact("win", (1,)))
    assert after.after(half).outcome() == Outcome(1, "no-pieces")


def test_a_side_without_a_move_of_its_own_may_still_huff():
    rows = "...../...../..w../...../b...w b compulsory=on huffing=on forward=on"
    assert at(rows).outcome() == Outcome(0, "no-moves")
    position = at(rows + " offenders=c3")
    assert position.outcome() is None
    assert texts(position) == ["huff c3"]


def test_a_huff_starts_the_quiet_count_anew():
    position = at("b..../.b.../w..../...../w.... w compulsory=on huffing=on quiet=9")
    after = position.play(position.parse("a1-a2"))
    assert "quiet=10" in after.to_text()
    assert "quiet" not in after.play(after.parse("huff a3")).to_text()


def test_a_piece_that_missed_nothing_cannot_be_huffed():
    position = at("b..../.b.../w..../...../w.... w compulsory=on huffing=on")
    after = position.play(position.parse("a1-a2"))
    assert refusal(after, "a2") == Refusal("not-an-offender", sites("a3"))


# No return


def test_a_piece_never_returns_to_a_point():
    position = played_from_start(["c2-c3", "c4xc2", "c1xc3"], no_return=True)
    later = at("b..../...../..w../...../..... w no_return=on visited=c3:c2")
    assert "c3-c2" not in texts(later)
    assert refusal(later, "c3", "c2") == Refusal("no-return")
    assert "visited=c3:c1" in position.to_text()


def test_a_capture_that_would_return_to_its_start_is_none():
    position = at("....b/...../...../.bb../wb... w no_return=on")
    assert not any(text.endswith("xa1") for text in texts(position))
    assert refusal(position, "a1", "c1", "c3", "a1").code == "complete"


def test_a_capture_that_would_return_is_not_compulsory():
    position = at("b..../...../...../.b.../w.... w no_return=on compulsory=on visited=a1:c3")
    assert texts(position) == ["a1-b1", "a1-a2"]


def test_a_captured_piece_takes_its_visits_along():
    position = at("....b/...../...../.b.../w...w w no_return=on visited=b2:b3,a1:a2")
    after = position.play(position.parse("a1xc3"))
    assert after.to_text().split()[2] == "visited=c3:a1.a2"


# Ends


def test_a_side_without_pieces_has_lost():
    position = at("...../...../...../.b.../w.... w")
    after = position.play(position.parse("a1xc3"))
    assert after.outcome() == Outcome(0, "no-pieces")
    assert texts(after) == []


def test_a_blocked_side_has_lost():
    position = at("...../...../www../www../bww.. b")
    assert position.outcome() == Outcome(0, "no-moves")


@pytest.mark.parametrize(
    ("rows", "winner"),
    [
        ("b..../...../...../...../w.... w", None),
        ("b..../...../...../...../w...w w", 0),
        ("bb.../...../...../...../w.... w", 1),
    ],
)
def test_the_quiet_limit_ends_the_game_by_count(rows, winner):
    position = at(f"{rows} quiet=49")
    after = position.play(position.parse("a1-a2"))
    assert after.outcome() == Outcome(winner, "quiet-count")
    assert texts(after) == []
    assert after.begin().refusal(0) == Refusal("game-over")


def test_quiet_limit_zero_never_ends_the_game():
    position = at("b..../...../...../...../w.... w quiet_limit=0")
    assert "quiet=" not in position.play(position.parse("a1-a2")).to_text()


def test_a_capture_starts_the_quiet_count_anew():
    position = at("b..../...../...../.b.../w.... w quiet=49")
    assert position.play(position.parse("a1xc3")).outcome() is None


def test_a_side_blocked_by_the_last_quiet_ply_has_lost():
    position = at("...../...../www../ww.../bw.w. w quiet=49")
    after = position.play(position.parse("d1-c1"))
    assert after.outcome() == Outcome(0, "no-moves")


def test_the_count_can_be_claimed():
    assert at("bb.../...../...../...../w.... w").claims() == (
        Claim("count", Outcome(1, "count"), (1, 2)),
    )
    assert at("...../...../...../...../w.... b").claims() == ()


# Options and the coin


def test_black_starts_when_asked_to():
    assert ALQUERQUE.initial({"starts": "black"}).side == 1


def test_the_coin_is_tossed_by_the_seed():
    sides = [ALQUERQUE.initial({"starts": "coin"}, seed=seed).side for seed in range(8)]
    assert sides == [random.Random(seed).randrange(2) for seed in range(8)]
    assert set(sides) == {0, 1}


def test_presets_are_bells():
    assert ALQUERQUE.parse_options({"preset": "bell"}) == {
        "starts": "white", "compulsory": True, "forward": "on",
        "huffing": False, "no_return": False, "quiet_limit": 50,
    }  # fmt: skip
    assert ALQUERQUE.parse_options({"preset": "bell-strict"})["no_return"] is True


@pytest.mark.parametrize(
    "options",
    [
        {"compulsory": "maybe"}, {"quiet_limit": 501}, {"quiet_limit": -1},
        {"nonsense": True}, {"starts": "red"}, {"no_return": 1},
    ],
)  # fmt: skip
def test_unknown_options_and_values_are_refused(options):
    with pytest.raises(OptionError):
        ALQUERQUE.initial(options)


def test_option_texts_mean_their_values():
    assert ALQUERQUE.initial({"compulsory": "off"}).options["compulsory"] is False


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_seeds_out_of_range_are_refused(seed):
    with pytest.raises(OptionError):
        ALQUERQUE.initial(seed=seed)


def test_every_option_names_its_source():
    assert all(spec.source for spec in ALQUERQUE.option_specs)


# Half-made turns


def test_a_step_is_complete():
    half = touched(ALQUERQUE.initial(), "c2", "c3")
    assert half.progress is Progress.COMPLETE
    assert half.move.text == "c2-c3"
    assert half.facts() == (Fact("move", (WHITE,)),)
    assert half.lifted() is None


def test_a_capture_that_may_go_on_says_so():
    half = touched(played_from_start(LINE), "a3", "c5")
    assert half.progress is Progress.EXTENDABLE
    assert list(half.next_touches()) == list(sites("c3"))
    assert half.lifted().site == sites("c5")[0]


def test_a_capture_that_must_go_on_is_incomplete():
    half = touched(at("b..../.b.b./w..../...../w.... w compulsory=on"), "a3", "c5")
    assert half.progress is Progress.INCOMPLETE
    assert half.move is None
    assert half.refusal(sites("b5")[0]) == Refusal("must-go-on", sites("e3"))


def test_pieces_stand_where_the_touches_put_them():
    half = touched(played_from_start(LINE), "a3", "c5")
    c5, b4 = sites("c5", "b4")
    assert half.pieces()[c5] == (WHITE,)
    assert b4 not in half.pieces()
    assert half.off_board() == (*played_from_start(LINE).off_board(), BLACK)


def test_touches_to_come_tell_captures_and_wins():
    position = at("...../...../...../.b.../w.... w")
    b2, c3 = sites("b2", "c3")
    half = touched(position, "a1")
    expected = (Fact("move", (WHITE,)), Fact("capture", (BLACK, b2)), Fact("win", (0,)))
    assert half.next_touches()[c3] == expected
    assert half.touch(c3).facts() == expected


CROWDED = "b...b/.b.../w.w../...../..w.b w"


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        (CROWDED, ["d2"], Refusal("empty")),
        (CROWDED, ["b4"], Refusal("not-yours")),
        (START, ["a1"], Refusal("no-moves")),
        (CROWDED + " compulsory=on", ["c3"], Refusal("must-capture", sites("a3"))),
        (CROWDED + " compulsory=on", ["a3", "a2"], Refusal("must-capture", sites("a3"))),
        (CROWDED, ["c3", "c3"], Refusal("same-site")),
        (CROWDED, ["c3", "b4"], Refusal("occupied")),
        (CROWDED, ["a3", "b4"], Refusal("land-behind", sites("c5"))),
        (CROWDED, ["a3", "c3"], Refusal("occupied")),
        (CROWDED, ["c3", "d5"], Refusal("off-line")),
        ("b..../...../...../..w../..w.. w", ["c1", "c3"], Refusal("own-piece-between")),
        (CROWDED, ["c3", "c5"], Refusal("nothing-to-jump")),
        (CROWDED, ["a3", "d3"], Refusal("too-far")),
        (CROWDED + " forward=on", ["c3", "c2"], Refusal("backwards")),
        ("w...b/...../...../...../..... w no_return=on visited=a5:a4", ["a5", "a4"],
         Refusal("no-return")),
        ("wb.../...../...../...../..... w forward=on", ["a5", "a4"], Refusal("last-rank")),
        ("..b../..w../..b../...../b.... w forward=on", ["c4", "c2"], Refusal("backwards")),
        (START, ["c2", "c3", "d3"], Refusal("complete")),
        (START.replace(" w", " b") + " quiet=50", ["c4"], Refusal("game-over")),
    ],
)  # fmt: skip
def test_refusals_say_precisely_why(text, names, expected):
    assert refusal(at(text), *names) == expected


@pytest.mark.parametrize(
    ("touch", "code"), [(-1, "off-board"), (25, "off-board"), (Token("pass", ()), "token")]
)
def test_what_is_no_point_is_refused(touch, code):
    assert ALQUERQUE.initial().begin().refusal(touch) == Refusal(code)


# Texts


def test_huffs_are_read_with_a_space_or_a_colon():
    position = at("b..../.b.../w..../...../w.... b compulsory=on huffing=on offenders=a3")
    assert position.parse("huff a3") == position.parse("huff:a3")
    assert position.parse("huff:a3").text == "huff a3"


@pytest.mark.parametrize(
    "text",
    ["", "c2", "c2-", "c2-c3-c4", "c2-z9", "c2-a6", "pass", "huff", "huff f6", "c2xc3-c4", "C2-C3",
     "c2-c٣", "c2-c3\nc4xc2"],
)  # fmt: skip
def test_texts_out_of_notation_are_refused(text):
    with pytest.raises(NotationError):
        ALQUERQUE.initial().parse(text)


@pytest.mark.parametrize("text", ["c2xc3", "a1-a2", "c4-c3", "huff c4", "c2-c4", "c3-c4"])
def test_moves_that_the_rules_forbid_are_refused(text):
    with pytest.raises(IllegalMoveError):
        ALQUERQUE.initial().parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "w", START[:-2], START[:-1] + "x", START.replace("/", "|"), START.replace(".", "x"),
        "bbbbb/bbbbb/bb.ww/wwwww w", "bbbbb/bbbbb/bb.ww/wwwww/wwwwww w",
        "...../...../...../...../..... w", "wwwww/wwwww/www../...../b.... w",
        "bbbbb/bbbbb/bbb../...../w.... w", START + " quiet=51", START + " quiet=-1",
        START + " quiet=x", START + " quiet=", START + " quiet", START + " quiet=1 quiet=1",
        START + " quiet=1 quiet_limit=0", START + " quiet_limit=501", START + " huffing=on",
        START + " forward=sideways", START + " nonsense=1", START + " offenders=c4",
        START + " compulsory=on huffing=on offenders=c2",
        START + " compulsory=on huffing=on offenders=c3",
        START + " compulsory=on huffing=on offenders=c4,c4",
        START + " compulsory=on huffing=on offenders=z9", START + " visited=c2:c3",
        START + " no_return=on visited=c3:c2", START + " no_return=on visited=c2",
        START + " no_return=on visited=c2:c2", START + " no_return=on visited=c2:c3,c2:c4",
        START + " no_return=on visited=c2:c3.c3", START + " preset=bell",
        START + " quiet=" + "9" * 5000,
    ],
)  # fmt: skip
def test_texts_that_are_no_position_are_refused(text):
    with pytest.raises(PositionError):
        at(text)


def test_the_key_leaves_out_the_count_and_nothing_else():
    rows = "b..../...../...../...../w.... w"
    one, other = at(rows), at(rows + " quiet=7")
    assert one.key == other.key
    assert one != other
    huffable = "b..../.b.../w..../...../w.... b compulsory=on huffing=on"
    assert at(huffable).key != at(huffable + " offenders=a3").key
    strict = rows + " no_return=on"
    assert at(strict).key != at(strict + " visited=a1:a2").key
    assert one.key != at(rows + " forward=on").key


def test_a_turn_of_another_position_is_refused():
    half = touched(ALQUERQUE.initial(), "c2", "c3")
    with pytest.raises(IllegalMoveError):
        played_from_start(["c2-c3"]).after(half)


def test_an_unfinished_turn_is_refused():
    position = ALQUERQUE.initial()
    with pytest.raises(IllegalMoveError):
        position.after(touched(position, "c2"))


def test_positions_can_be_sent_to_another_process():
    position = played_from_start(LINE, no_return=True)
    assert pickle.loads(pickle.dumps(position)).to_text() == position.to_text()


# Other boards


SMALL = """
name = "small"
note = "for tests"
rows = ["ooo", "o.o", "ooo"]
lines = "alquerque"
[setups.start.white]
1 = ["a1", "b1"]
[setups.start.black]
1 = ["a3", "b3"]
"""


def test_another_board_is_played_as_it_is_drawn():
    board = parse_board(SMALL, "small.toml")
    position = ALQUERQUE.initial(board=board)
    assert position.to_text() == "bb./../ww. w"
    assert texts(position) == ["a1-a2", "b1-c1"]
    assert ALQUERQUE.from_text("bb./../ww. w", board) == position


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("start", "begin"),
        SMALL.replace("1 =", "2 ="),
        SMALL.replace('"a3", "b3"', ""),
    ],
)
def test_boards_without_a_fitting_set_up_are_refused(text):
    with pytest.raises(BoardError):
        ALQUERQUE.initial(board=parse_board(text, "small.toml"))


# The second generator


COMBINATIONS = [
    {"compulsory": compulsory, "forward": forward, "huffing": huffing, "no_return": no_return}
    for compulsory, huffing in ((False, False), (True, False), (True, True))
    for forward, no_return in itertools.product(("off", "on", "captures-free"), (False, True))
]


def random_line(options, seed, plies):
    """Positions of a random game, each with the moves that led to it."""
    chance = random.Random(seed)
    position, moves = ALQUERQUE.initial(options), []
    for _ in range(plies):
        yield position, moves
        legal = position.legal_moves()
        if not legal:
            return
        captures = [move for move in legal if "x" in move.text]
        move = chance.choice(captures if captures and chance.random() < 0.3 else legal)
        moves.append(move.text)
        position = position.play(move)


def agree(position, options, seed, moves):
    table = slow.table_from_text(position.to_text())
    theirs = {
        notation: slow.identity(after, options)
        for notation, after in slow.plies(table, options).values()
    }
    mine = {
        move.text: slow.identity(slow.table_from_text(position.play(move).to_text()), options)
        for move in position.legal_moves()
    }
    assert mine == theirs, f"seed {seed}, options {options}, after {' '.join(moves)}"


@pytest.mark.parametrize("options", COMBINATIONS)
def test_both_generators_agree_on_random_positions(options):
    whole = ALQUERQUE.complete({**options, "quiet_limit": 20})
    for seed in range(4):
        for position, moves in random_line(whole, seed, 60):
            agree(position, whole, seed, moves)


def random_position(whole, chance):
    """A position that no game need reach: any few pieces anywhere, any right to huff."""
    cells = ["w"] * chance.randint(1, 8) + ["b"] * chance.randint(1, 8)
    cells = (cells + ["."] * 25)[:25]
    chance.shuffle(cells)
    rows = "/".join("".join(cells[n : n + 5]) for n in range(0, 25, 5))
    fields = [f"{name}={value}" for name, value in whole.items() if name == "forward"]
    fields += [f"{name}=on" for name in ("compulsory", "huffing", "no_return") if whole[name]]
    side = chance.choice("wb")
    names = [slow.name_of((n % 5 + 1, 5 - n // 5)) for n in range(25)]
    enemy = [name for name, cell in zip(names, cells, strict=True) if cell not in (".", side)]
    if whole["huffing"]:
        fields.append("offenders=" + ",".join(chance.sample(enemy, chance.randint(1, len(enemy)))))
    if whole["no_return"]:
        piece = chance.choice([n for n, cell in zip(names, cells, strict=True) if cell == side])
        points = chance.sample([name for name in names if name != piece], 6)
        fields.append(f"visited={piece}:{'.'.join(points)}")
    return at(" ".join([rows, side, *fields]))


@pytest.mark.parametrize("options", COMBINATIONS)
def test_both_generators_agree_on_scattered_pieces(options):
    whole = ALQUERQUE.complete(options)
    chance = random.Random(5)
    for _ in range(40):
        position = random_position(whole, chance)
        agree(position, whole, 5, [position.to_text()])


def test_hostile_texts_raise_nothing_but_errors_of_this_program():
    chance = random.Random(9)
    for _ in range(3000):
        letters = list(START + chance.choice(["", " no_return=on visited=c2:c3", " quiet=3"]))
        for _ in range(chance.randint(1, 4)):
            letters[chance.randrange(len(letters))] = chance.choice("wb./ =:,x1ü\n\0")
        try:
            position = at("".join(letters))
        except CompanionError:
            continue
        assert at(position.to_text()) == position
