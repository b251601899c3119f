"""The rules of Quincy, claim by claim, and against a second generator."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest

from companion.contract import (
    Fact,
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
    CompanionError,
    IllegalMoveError,
    NotationError,
    OptionError,
    PositionError,
)
from companion.games.quincy.kernel.rules import (
    line_count,
    lines_of,
    members,
    pile_count,
    unbreakable,
)
from companion.games.quincy.rules import QUINCY
from companion.plugins import load_board
from tests.games.more_games import first_and_more
from tests.games.random_games import discarded
from tests.games.slow_quincy import SlowPhysicalQuincy, SlowQuincy
from tests.moving import played, texts

BOARD = load_board("quincy")
EMPTY = "/".join(["." * 9] * 9)
BLUE, YELLOW = Piece(0, 1), Piece(1, 1)
NUMBERS = range(1, 10)
DEALT = ({}, {"players": 4})
PHYSICAL = ({"dominoes": "physical"}, {"players": 4, "dominoes": "physical"})


def sites(names):
    """The sites of ``53 35``."""
    return tuple(BOARD.site_of(name) for name in names.split())


def unbreakable_on(position):
    """The squares of all stones that can never be removed."""
    return {s for team in position.state[:2] for s in members(unbreakable(team))}


def rows(blue="", yellow=""):
    """The rows of a position text with stones on the named squares."""
    cells = dict.fromkeys(blue.split(), "b") | dict.fromkeys(yellow.split(), "y")
    assert len(cells) == len(blue.split()) + len(yellow.split())
    return "/".join("".join(cells.get(f"{r}{c}", ".") for c in NUMBERS) for r in NUMBERS)


def stand(blue="", yellow="", hands="35/99", seat=1, pile="", fields=""):
    """A position; with a pile each hand needs five dominoes."""
    drawn = f" pile={pile}" if pile else ""
    text = f"{rows(blue, yellow)} {seat} hands={hands}{drawn} {fields}"
    return QUINCY.from_text(text)


def squares(position, numbers):
    """The squares on which the domino ``05`` or ``35`` can be played."""
    prefix = f"{numbers[0]}|{numbers[1]}"
    return {text[-2:] for text in texts(position) if text.startswith(prefix)}


def domino(numbers):
    return Token("domino", (int(numbers[0]), int(numbers[1])))


def hand(position, seat):
    """The hand of a seat as ``{"35", "99"}``."""
    return {f"{low}{high}" for _, (low, high) in position.hand_of(seat)}


def domino_touched(position, numbers, square=None):
    half = position.begin().touch(domino(numbers))
    return half if square is None else half.touch(BOARD.site_of(square))


def refused(half, touch):
    with pytest.raises(RefusedError) as caught:
        half.touch(touch)
    assert caught.value.refusal == half.refusal(touch)
    return caught.value.refusal


def refused_text(position, text):
    with pytest.raises(RefusedError) as caught:
        position.parse(text)
    return caught.value.refusal


def random_line(options, seed):
    """The positions of one random game, the first one first."""
    chance = random.Random(seed)
    position = QUINCY.initial(options, seed=seed)
    yield position
    while position.legal_moves():
        position = position.play(chance.choice(position.legal_moves()))
        yield position


# Set-up


@pytest.mark.parametrize("players", [2, 4])
def test_the_seed_deals_five_dominoes_to_each_seat_in_turn(players):
    deck = [f"{low}{high}" for low in range(10) for high in range(low, 10)]
    random.Random(5).shuffle(deck)
    position = QUINCY.initial({"players": players}, seed=5)
    for seat in range(players):
        assert hand(position, seat) == set(deck[5 * seat : 5 * seat + 5])
    assert position.to_text().split("pile=")[1].split()[0] == ".".join(deck[5 * players :])
    assert pile_count(position.state) == 55 - 5 * players


def test_the_grid_is_empty_and_seat_one_starts():
    start = QUINCY.initial()
    assert (start.pieces(), start.off_board(), start.lines()) == ({}, (), ())
    assert (start.side, start.seat, start.state.sizes) == (0, 0, (5, 5))
    assert start.outcome() is None


def test_yellow_or_a_coin_may_start_with_the_same_deal():
    blue, yellow = (QUINCY.initial({"starts": name}, seed=1) for name in ("blue", "yellow"))
    assert (yellow.side, yellow.seat) == (1, 1)
    assert [hand(yellow, seat) for seat in (0, 1)] == [hand(blue, seat) for seat in (0, 1)]
    coins = [QUINCY.initial({"starts": "coin"}, seed=seed) for seed in range(20)]
    assert {position.seat for position in coins} == {0, 1}
    assert coins[1].state._replace(seat=0) == blue.state


def test_four_players_sit_as_two_teams_partners_opposite():
    position = QUINCY.initial({"players": 4}, seed=1)
    turns = []
    for _ in range(5):
        turns.append((position.seat, position.side))
        position = position.play(position.legal_moves()[0])
    assert turns == [(0, 0), (1, 1), (2, 0), (3, 1), (0, 0)]


def test_other_numbers_of_players_are_refused():
    with pytest.raises(OptionError):
        QUINCY.initial({"players": 3})


def test_another_board_must_be_the_grid_named_by_rows():
    grid = str(["o" * 9] * 9)
    for text in (f"rows = {grid}", 'rows = ["oo", "oo"]\nnames = "rows"'):
        board = parse_board(f'name = "own"\nnote = "by a test"\n{text}', "own.toml")
        with pytest.raises(BoardError, match="'own'"):
            QUINCY.initial(board=board)
        with pytest.raises(BoardError):
            QUINCY.from_text(QUINCY.initial().to_text(), board)
    own = parse_board(
        f'name = "own"\nnote = "by a test"\nnames = "rows"\nrows = {grid}', "own.toml"
    )
    assert QUINCY.initial(board=own).board is own


# What a domino allows


def test_a_domino_names_two_squares_that_mirror_each_other():
    position = stand(hands="35.19/99")
    assert squares(position, "35") == {"35", "53"}
    assert squares(position, "19") == {"19", "91"}
    upper_right = BOARD.places[BOARD.site_of("19")]
    assert upper_right == (8, 8)


def test_a_double_names_one_square_of_the_doubles_line():
    assert texts(stand(hands="44/99")) == ["4|4@44"]


def test_a_taken_square_is_no_choice():
    assert texts(stand(blue="35", hands="35/99")) == ["3|5@53"]
    assert texts(stand(yellow="53", hands="35/99")) == ["3|5@35"]


def test_a_blank_puts_a_stone_anywhere_in_its_row_or_column():
    position = stand(blue="55", hands="05/99")
    expected = {f"5{n}" for n in NUMBERS} | {f"{n}5" for n in NUMBERS}
    assert squares(position, "05") == expected - {"55"}
    assert len(position.legal_moves()) == 16


def test_the_double_blank_puts_a_stone_anywhere():
    assert len(stand(hands="00/99").legal_moves()) == 81


def test_a_blank_removes_an_opposing_stone_of_its_row_or_column():
    position = stand(yellow="42 74 12", blue="44", hands="04/99")
    removals = [text for text in texts(position) if "x" in text]
    assert sorted(removals) == ["0|4x42", "0|4x74"]
    after = played(position, "0|4x42")
    assert after.pieces() == dict(stand(yellow="74 12", blue="44").pieces())
    assert after.seat == 1


def test_the_double_blank_removes_any_opposing_stone():
    position = stand(yellow="12 99", blue="44", hands="00/99")
    assert [text for text in texts(position) if "x" in text] == ["0|0x99", "0|0x12"]


def test_yellow_removes_blue_stones():
    position = stand(blue="42", yellow="44", hands="99/04", seat=2)
    assert "0|4x42" in texts(position)
    assert "0|4x44" not in texts(position)


def test_a_domino_without_a_blank_removes_nothing():
    assert texts(stand(yellow="35", hands="35/99")) == ["3|5@53"]


def test_as_many_lines_are_counted_as_listed():
    for step in (1, 8, 9, 10):
        for start in range(81):
            for length in range(1, 10):
                stones = sum(1 << start + n * step for n in range(length)) & (1 << 81) - 1
                assert line_count(stones) == len(lines_of(stones)), (start, step, length)
    chance = random.Random(4)
    for _ in range(2000):
        stones = chance.getrandbits(81) | chance.getrandbits(81)
        assert line_count(stones) == len(lines_of(stones)), stones


# Unbreakable lines

LINES = {
    "row": "12 13 14 15",
    "column": "21 31 41 51",
    "down the doubles line": "22 33 44 55",
    "across the doubles line": "28 37 46 55",
    "at the edges": "96 97 98 99",
    "longer": "12 13 14 15 16 17",
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_stone_of_a_line_cannot_be_removed(line):
    position = stand(yellow=f"{line} 68", hands="00/99")
    assert [text for text in texts(position) if "x" in text] == ["0|0x68"]
    assert unbreakable_on(position) == set(sites(line))
    assert position.lines() == ((1, tuple(sorted(sites(line)))),)


@pytest.mark.parametrize(
    "stones",
    ["12 13 14", "12 13 14 16", "18 19 21 22", "68 79 81 92", "12 22 33 44", "71 82 93 14"],
)
def test_three_in_a_row_or_stones_around_an_edge_are_no_line(stones):
    position = stand(yellow=stones, hands="00/99")
    assert (position.lines(), unbreakable_on(position)) == ((), set())
    assert len([text for text in texts(position) if "x" in text]) == len(stones.split())


def test_a_stone_is_protected_by_a_row_whatever_its_column_does():
    position = stand(yellow="42 43 44 45 34 24", hands="04/99")
    removals = {text[-2:] for text in texts(position) if "x" in text}
    assert removals == {"34", "24"}


def test_stones_that_lengthen_a_line_are_protected_too():
    after = played(stand(yellow="12 13 14 15", hands="99/16.88", seat=2), "1|6@16")
    assert unbreakable_on(after) == set(sites("12 13 14 15 16"))


def test_crossing_lines_of_both_sides_are_told_in_order():
    position = stand(blue="42 43 44 45", yellow="51 61 71 81")
    assert [side for side, _ in position.lines()] == [0, 1]
    assert unbreakable_on(position) == set(sites("42 43 44 45 51 61 71 81"))


# Dead dominoes


def test_a_dead_domino_is_swapped_and_the_turn_goes_on():
    position = stand(blue="44", hands="44.12.13.14.15/99.98.97.96.95", pile="23.24")
    assert texts(position)[-1] == "4|4~"
    after = played(position, "4|4~")
    assert (after.seat, pile_count(after.state)) == (0, 1)
    assert hand(after, 0) == {"12", "13", "14", "15", "23"}
    assert after.pieces() == position.pieces()


def test_with_an_empty_pile_a_dead_domino_is_only_discarded():
    after = played(stand(blue="44", hands="44.12/99"), "4|4~")
    assert (after.seat, hand(after, 0), after.state.sizes[0]) == (0, {"12"}, 1)


def test_a_domino_of_two_taken_squares_is_dead():
    assert "3|5~" in texts(stand(blue="35", yellow="53", hands="35/99"))


def test_a_domino_that_can_be_played_may_not_be_swapped():
    position = stand(blue="35")
    assert texts(position) == ["3|5@53"]
    assert refused_text(position, "3|5~") == Refusal("can-be-played", sites("53"))


def test_a_blank_is_dead_in_a_full_row_and_column_of_protected_and_own_stones():
    yellow = " ".join(f"1{n}" for n in NUMBERS)
    blue = " ".join(f"{n}1" for n in NUMBERS if n > 1)
    position = stand(blue=blue, yellow=yellow, hands="01/99")
    assert texts(position) == ["0|1~"]
    free = stand(blue=blue, yellow=yellow.replace("19", ""), hands="01/99")
    assert "0|1@19" in texts(free)


def test_a_seat_without_dominoes_passes():
    position = stand(hands="-/99")
    assert texts(position) == ["pass"]
    after = played(position, "pass")
    assert (after.seat, after.pieces()) == (1, {})
    assert after.key != position.key


def test_who_swaps_the_last_domino_passes():
    after = played(stand(blue="44", hands="44/99"), "4|4~")
    assert (after.outcome(), texts(after)) == (None, ["pass"])


def test_a_domino_is_drawn_after_a_stone_and_the_next_seat_moves():
    position = stand(hands="35.12.13.14.15/99.98.97.96.95", pile="66.77")
    after = played(position, "3|5@53", "9|9@99")
    assert (hand(after, 0), hand(after, 1)) == (
        {"12", "13", "14", "15", "66"},
        {"89", "79", "69", "59", "77"},
    )
    assert discarded(after) == (domino("00"), *discarded(after)[1:])
    assert {domino("35"), domino("99")} <= set(discarded(after))


# How it ends


def ends(position, move):
    """The outcome of a move, which the half-made turn foretells."""
    outcome = played(position, move).outcome()
    facts = position.explain(position.parse(move))
    won = [fact for fact in facts if fact.code == "win"]
    winner = outcome.winner if outcome else None
    assert won == ([] if winner is None else [Fact("win", (winner,))])
    return outcome


def test_two_crossing_lines_win():
    position = stand(blue="33 34 35 36 43 53", hands="36.66/99", yellow="63")
    assert ends(position, "6|6@66") is None
    position = stand(blue="33 34 35 36 43 53", hands="36/99")
    assert ends(position, "3|6@63") == Outcome(0, "two-lines")


def test_a_turn_tells_the_lines_with_the_stone_that_it_puts():
    position = stand("11 12 13", "91 92 93 94", "14/99")
    before = ((1, tuple(sorted(sites("91 92 93 94")))),)
    assert domino_touched(position, "14").lines() == position.lines() == before
    completed = ((0, tuple(sorted(sites("11 12 13 14")))),)
    assert domino_touched(position, "14", "14").lines() == completed + before


def test_one_stone_may_complete_both_lines():
    position = stand(yellow="12 13 14 25 35 45", hands="99/15", seat=2)
    assert ends(position, "1|5@15") == Outcome(1, "two-lines")
    over = played(position, "1|5@15")
    assert over.legal_moves() == ()
    assert refused_text(over, "9|9@99") == refused_text(over, "pass") == Refusal("game-over")


@pytest.mark.parametrize("seat", [1, 3])
def test_either_partner_wins_for_the_team(seat):
    hands = "/".join("15" if n == seat else str(99 - 11 * n) for n in (1, 2, 3, 4))
    position = stand(blue="12 13 14 25 35 45", hands=hands, seat=seat, fields="players=4")
    assert ends(position, "1|5@15") == Outcome(0, "two-lines")


@pytest.mark.parametrize("stones", ["11 12 13 14 16 17 18", "11 12 13 14 16 17 18 19"])
def test_one_run_of_eight_or_nine_is_one_line(stones):
    position = stand(blue=stones[:20], hands="15.99/77", yellow="22")
    assert ends(position, "1|5@15") is None
    assert len(played(position, "1|5@15").lines()) == 1


def test_two_runs_in_a_row_with_a_gap_are_two_lines():
    position = stand(blue="11 12 13 14 16 17 18", hands="19/99")
    assert ends(position, "1|9@19") == Outcome(0, "two-lines")


def test_lengthening_a_line_makes_no_second_one():
    position = stand(blue="11 12 13 14", hands="15.99/77")
    assert ends(position, "1|5@15") is None


def test_the_last_domino_wins_when_it_completes_the_second_line():
    position = stand(blue="11 12 13 14 21 31", hands="14/-")
    assert ends(position, "1|4@41") == Outcome(0, "two-lines")


def test_a_game_without_dominoes_is_a_wash():
    position = stand(blue="11 12 13 14", hands="35/-")
    assert ends(position, "3|5@53") == Outcome(None, "wash")
    assert ends(stand(blue="44", hands="44/-"), "4|4~") == Outcome(None, "wash")


def test_the_other_teams_line_does_not_count():
    position = stand(blue="11 12 13", yellow="51 52 53 54", hands="14.99/77")
    assert ends(position, "1|4@14") is None


# What a seat may know


def test_the_public_text_shows_no_hand_and_no_pile():
    position = QUINCY.initial(seed=1)
    assert position.public_text(None) == f"{EMPTY} 1 hands=5/5"
    own = ".".join(sorted(hand(position, 1)))
    assert position.public_text(1) == f"{EMPTY} 1 hands=5/{own}"


def test_the_public_text_lists_what_lies_face_up():
    start = QUINCY.initial({"players": 4}, seed=1)
    after = start.play(start.legal_moves()[0])
    (token,) = discarded(after)
    out = "out={}{}".format(*token.values)
    assert after.public_text(None).split()[1:] == ["2", "hands=5/5/5/5", out, "players=4"]


def test_an_empty_hand_is_no_secret():
    assert stand(hands="-/99").public_text(0).split()[2] == "hands=-/1"


def test_the_public_text_is_no_position():
    with pytest.raises(PositionError):
        QUINCY.from_text(QUINCY.initial(seed=1).public_text(None))
    with pytest.raises(PositionError):
        QUINCY.from_text(QUINCY.initial(seed=1).public_text(0))


def test_public_texts_hide_the_other_hands_and_the_pile():
    one = stand(hands="12.13.14.15.16/22.23.24.25.26", pile="66.77")
    other = stand(hands="12.13.14.15.16/22.23.24.25.77", pile="26.66")
    assert one.public_text(0) == other.public_text(0)
    assert one.public_text(1) != other.public_text(1)
    assert one.key != other.key
    discarded_another = stand(hands="12.13.14.15.16/22.23.24.25.26", pile="66.78")
    assert one.public_text(0) != discarded_another.public_text(0)
    moved = played(one, "1|2@12")
    assert moved.public_text(0) != played(one, "1|2@21").public_text(0)


# Real dominoes


def test_every_domino_not_discarded_counts_as_possible():
    position = QUINCY.initial({"dominoes": "physical"})
    assert len(position.hand_of(0)) == len(position.hand_of(1)) == 55
    after = played(position, "3|5@53")
    assert len(after.hand_of(1)) == 54
    assert not squares(after, "35")
    assert (pile_count(after.state), after.state.sizes[0]) == (44, 5)
    assert discarded(after) == (domino("35"),)


def test_a_dead_real_domino_is_discarded_by_the_swap():
    position = played(QUINCY.initial({"dominoes": "physical"}), "0|4@44", "4|4~")
    assert (position.seat, len(position.hand_of(1))) == (1, 53)
    assert refused_text(position, "4|4~") == Refusal("already-discarded")


def test_hands_of_real_dominoes_shrink_when_the_pile_is_empty():
    text = f"{EMPTY} 1 hands=1/2 out={{}} dominoes=physical"
    out = [f"{low}{high}" for low in range(10) for high in range(low, 10)]
    for left in ("35", "77", "99"):
        out.remove(left)
    position = QUINCY.from_text(text.format(".".join(out)))
    assert pile_count(position.state) == 0
    position = played(position, "3|5@53")
    assert (position.state.sizes[0], position.hand_of(0)) == (0, ())
    assert hand(position, 1) == {"77", "99"}
    position = played(position, "7|7@77")
    assert texts(position) == ["pass"]
    assert played(position, "pass", "9|9@99").outcome() == Outcome(None, "wash")


def test_the_text_of_a_real_game_hides_nothing_and_is_read_back():
    position = played(QUINCY.initial({"dominoes": "physical"}), "3|5@53")
    assert position.to_text().endswith(" 2 hands=5/5 out=35 dominoes=physical")
    assert position.public_text(0) == position.to_text()


# A turn as it is made


def test_a_turn_is_a_domino_and_a_square():
    position = stand(hands="35.44/99", yellow="53")
    half = position.begin()
    assert (half.progress, half.move, half.facts()) == (Progress.INCOMPLETE, None, ())
    assert half.next_touches() == {
        domino("35"): (Fact("discard", ((3, 5),)),),
        domino("44"): (Fact("discard", ((4, 4),)),),
    }
    half = half.touch(domino("35"))
    (square,) = sites("35")
    assert half.progress is Progress.INCOMPLETE
    assert half.next_touches() == {square: (Fact("place", (BLUE, square)),)}
    half = half.touch(square)
    assert (half.progress, half.next_touches()) == (Progress.COMPLETE, {})
    assert half.move == Move("3|5@35", (domino("35"), square))
    assert half.pieces() == {**position.pieces(), square: (BLUE,)}
    assert half.facts() == (Fact("discard", ((3, 5),)), Fact("place", (BLUE, square)))
    assert half.undone().undone().touches == ()


def test_a_removed_stone_leaves_the_board_in_the_turn():
    half = domino_touched(stand(yellow="47", hands="04/99"), "04", "47")
    assert half.move is not None
    assert (half.move.text, half.pieces()) == ("0|4x47", {})
    assert half.facts()[1:] == (Fact("remove", (YELLOW, *sites("47"))),)


def test_a_dead_domino_alone_is_a_whole_turn():
    half = domino_touched(stand(blue="44", hands="44.12/99"), "44")
    assert (half.progress, half.next_touches()) == (Progress.COMPLETE, {})
    assert half.move == Move("4|4~", (domino("44"),))
    assert half.facts() == (Fact("discard", ((4, 4),)), Fact("swap"))


def test_a_forced_pass_is_complete_with_nothing_touched():
    half = stand(hands="-/99").begin()
    assert (half.progress, half.next_touches()) == (Progress.COMPLETE, {})
    assert (half.move, half.facts()) == (Move("pass", ()), (Fact("pass"),))


def test_only_the_hand_of_the_seat_to_move_can_be_touched():
    position = stand(hands="35.12/99.11", seat=2)
    assert list(position.begin().next_touches()) == [domino("11"), domino("99")]


def test_every_line_through_the_stone_is_told():
    position = stand(blue="12 13 14 25 35 45 71 72 73 74", hands="15/99", yellow="75")
    lines = [fact for fact in position.explain(position.parse("1|5@15")) if fact.code == "line"]
    assert lines == [
        Fact("line", (0, tuple(sorted(sites("15 25 35 45"))))),
        Fact("line", (0, sites("12 13 14 15"))),
    ]


# Refusals


def test_a_square_needs_a_domino_first():
    assert refused(stand().begin(), *sites("35")) == Refusal("choose-domino")


def test_a_domino_must_be_in_hand():
    position = stand(hands="35/99")
    assert refused(position.begin(), domino("99")) == Refusal("not-in-hand")
    assert refused(position.begin(), domino("12")) == Refusal("already-discarded")


def test_one_domino_a_turn():
    half = domino_touched(stand(hands="35.12/99"), "35")
    assert refused(half, domino("12")) == Refusal("one-domino")
    assert refused(half, domino("35")) == Refusal("can-be-played", sites("53 35"))


def test_a_square_that_the_domino_does_not_name_is_wrong():
    half = domino_touched(stand(), "35")
    assert refused(half, *sites("55")) == Refusal("wrong-square", sites("53 35"))
    half = domino_touched(stand(yellow="12", hands="04/99"), "04")
    assert refused(half, *sites("12")).code == "wrong-square"


def test_a_taken_square_is_refused():
    half = domino_touched(stand(blue="35"), "35")
    assert refused(half, *sites("35")) == Refusal("occupied")
    half = domino_touched(stand(yellow="35"), "35")
    assert refused(half, *sites("35")) == Refusal("occupied")


def test_ones_own_stone_is_not_removed():
    half = domino_touched(stand(blue="42", hands="04/99"), "04")
    assert refused(half, *sites("42")) == Refusal("own-stone")


def test_a_protected_stone_is_refused_with_its_lines():
    half = domino_touched(stand(yellow="42 43 44 45 34", hands="04/99"), "04")
    assert refused(half, *sites("44")) == Refusal("protected", tuple(sorted(sites("42 43 44 45"))))


def test_a_pass_is_refused_while_there_is_a_domino_and_a_touch_when_there_is_none():
    assert refused(stand().begin(), Token("pass", ())) == Refusal("may-not-pass")
    assert refused_text(stand(), "pass") == Refusal("may-not-pass")
    nothing = stand(hands="-/99").begin()
    assert refused(nothing, *sites("35")) == Refusal("must-pass")
    assert refused(nothing, domino("99")) == Refusal("must-pass")


def test_a_whole_turn_takes_no_further_touch():
    swap = domino_touched(stand(blue="44", hands="44.12/99"), "44")
    assert refused(swap, *sites("44")) == Refusal("complete")
    put = domino_touched(stand(), "35", "53")
    assert refused(put, *sites("53")) == Refusal("complete")


@pytest.mark.parametrize("values", [(5, 3), (3,), (10, 10), (3, 5, 7)])
def test_what_is_no_domino_is_refused(values):
    assert refused(stand().begin(), Token("domino", values)) == Refusal("token")


# Notation


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("5|3@53", "3|5@53"), ("4|0x47", "0|4x47"), ("8|0@88", "0|8@88"), (" 3|5@53 ", "3|5@53")],
)
def test_dominoes_are_read_in_either_order(text, canonical):
    position = stand(yellow="47", hands="35.04.08/99")
    assert position.parse(text).text == canonical


def assert_no_move(text):
    with pytest.raises(NotationError) as caught:
        stand().parse(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    ["", "3|5", "35@53", "3|5@", "3|5@5", "3|5@530", "3|5@03", "3|5-53", "3|5@53~", "huff 35"],
)
def test_other_texts_are_no_moves(text):
    assert_no_move(text)


@pytest.mark.parametrize("text", ["٣|5@53", "3|5~53", "10|5@53", "Pass", "3|5@53 4|4@44"])
def test_texts_that_nearly_are_moves_are_none(text):
    assert_no_move(text)


def test_marks_must_say_what_the_move_does():
    position = stand(yellow="47 35", blue="42", hands="04.35.44/99")
    assert refused_text(position, "0|4@47") == Refusal("occupied")
    assert refused_text(position, "0|4x46") == Refusal("empty")
    assert refused_text(position, "0|4x42") == Refusal("own-stone")
    assert refused_text(position, "0|4x55").code == "wrong-square"
    assert refused_text(position, "3|5x35") == Refusal("no-blank")
    assert refused_text(position, "3|5@35") == Refusal("occupied")
    assert refused_text(position, "3|5@55") == Refusal("wrong-square", sites("53"))
    assert refused_text(position, "9|9@99") == Refusal("not-in-hand")


def test_a_dead_domino_is_not_played():
    position = stand(blue="44", hands="44.12/99")
    assert refused_text(position, "4|4@44") == Refusal("occupied")
    assert refused_text(position, "4|4@55") == Refusal("dead-domino")


def test_illegal_moves_are_not_played():
    position = stand(hands="35.12/99")
    position.legal_moves()
    for touches in (
        (domino("99"), *sites("99")),
        (domino("35"), *sites("55")),
        (domino("35"), -1),
        (domino("35"), 81),
        (domino("35"),),
        (domino("35"), domino("12")),
        sites("53 35"),
        (Token("domino", (5, 3)), *sites("53")),
        (),
    ):
        with pytest.raises(IllegalMoveError):
            position.play(Move("?", touches))


def test_moves_come_by_dominoes_and_then_by_squares():
    assert texts(stand(yellow="52", hands="35.25.05/99"))[:4] == [
        "0|5@95",
        "0|5@85",
        "0|5@75",
        "0|5@65",
    ]
    assert texts(stand(yellow="52", hands="35.25.05/99"))[-3:] == ["2|5@25", "3|5@53", "3|5@35"]


# Position texts


def test_a_position_text_reads_as_documented():
    position = stand(blue="11", yellow="95", hands="99.35.12.13.14/88.77.66.55.44", pile="22.11")
    assert position.to_text() == (
        "b......../........./........./........./........./........./........./........./"
        "....y.... 1 hands=12.13.14.35.99/44.55.66.77.88 pile=22.11"
    )


def test_hands_and_dominoes_are_read_in_any_order():
    one, other = stand(hands="53.21/99"), stand(hands="12.35/99")
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", "''"),
        (f"{EMPTY}", "....'"),
        (f"{EMPTY} 0 hands=35/99", "'0'"),
        (f"{EMPTY} 3 hands=35/99", "'3'"),
        (f"{EMPTY} b hands=35/99", "'b'"),
        (f"{EMPTY} 1", "''"),
        (f"{EMPTY} 1 hands=35", "'35'"),
        (f"{EMPTY} 1 hands=35/99/12", "'35/99/12'"),
        (f"{EMPTY} 1 hands=35/99 players=4", "'35/99'"),
        (f"{EMPTY} 1 hands=35/99 players=3", "'3'"),
        (f"{EMPTY} 1 hands=35/53", "'3|5'"),
        (f"{EMPTY} 1 hands=35/9", "'9'"),
        (f"{EMPTY} 1 hands=35/999", "'999'"),
        (f"{EMPTY} 1 hands=35/9x", "'9x'"),
        (f"{EMPTY} 1 hands=35/", "''"),
        (f"{EMPTY} 1 hands=35/٩٩", "'٩٩'"),
        (f"{EMPTY} 1 hands=11.12.13.14.15.16/99", "11.12.13.14.15.16"),
        (f"{EMPTY} 1 hands=35/99 pile=11", "'35/99'"),
        (f"{EMPTY} 1 hands=35/99 pile=", "'pile='"),
        (f"{EMPTY} 1 hands=35/99 out=11", "out only with dominoes=physical"),
        (f"{EMPTY} 1 hands=35/99 hands=35/99", "'hands=35/99'"),
        (f"{EMPTY} 1 hands=35/99 color=red", "'color=red'"),
        (f"{EMPTY} 1 hands=5/5 pile=11 dominoes=physical", "pile"),
        (f"{EMPTY} 1 hands=5/6 dominoes=physical", "'6'"),
        (f"{EMPTY} 1 hands=5/٥ dominoes=physical", "'٥'"),
        (f"{EMPTY} 1 hands=5/4 dominoes=physical", "'5/4'"),
        (f"{EMPTY} 1 hands=5/5 out=11.11 dominoes=physical", "'1|1'"),
        ("b" + EMPTY + " 1 hands=35/99", "'b...."),
        (EMPTY.replace(".", "w", 1) + " 1 hands=35/99", "'w...."),
        (EMPTY + "/......... 1 hands=35/99", "..."),
        ("bbbb.bbbb/" + "........./" * 7 + "yyyy.yyyy 1 hands=35/99", "bbbb"),
    ],
)
def test_other_texts_are_no_positions(text, value):
    with pytest.raises(PositionError) as caught:
        QUINCY.from_text(text)
    assert value in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_more_dominoes_than_there_are_cannot_be_held():
    out = [f"{low}{high}" for low in range(10) for high in range(low, 10)][:47]
    text = f"{EMPTY} 1 hands=5/5 out={'.'.join(out)} dominoes=physical"
    with pytest.raises(PositionError):
        QUINCY.from_text(text)


def test_positions_can_be_sent_to_another_process():
    position = played(stand(yellow="12", hands="04.35/99"), "0|4@44")
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.game is QUINCY


def test_equal_positions_have_equal_options():
    assert QUINCY.initial(seed=1) == QUINCY.initial(seed=1)
    assert QUINCY.initial(seed=1) != QUINCY.initial({"starts": "coin"}, seed=1)
    assert QUINCY.initial(seed=1) != "a text"


# Random games


@pytest.mark.parametrize("options", DEALT + PHYSICAL, ids=str)
def test_dominoes_are_conserved(options):
    for seed in range(5):
        for position in random_line(options, seed):
            sizes = position.state.sizes
            assert len(discarded(position)) + sum(sizes) + pile_count(position.state) == 55
            if "dominoes" in options:
                continue
            hands = [position.hand_of(seat) for seat in range(len(sizes))]
            assert tuple(len(hand) for hand in hands) == sizes
            held = [token for hand in hands for token in hand]
            assert max(Counter([*held, *discarded(position)]).values()) == 1


@pytest.mark.parametrize("options", DEALT + PHYSICAL, ids=str)
def test_a_game_lasts_as_long_as_its_dominoes(options):
    """Nobody stops before the dominoes do, unless by two lines."""
    for seed in range(5):
        *_, last = random_line(options, seed)
        if last.outcome().reason == "wash":
            assert len(discarded(last)) == 55
        else:
            side = last.outcome().winner
            assert len([line for owner, line in last.lines() if owner == side]) >= 2


def agree(position, slow):
    """Everything that both generators tell is the same."""
    label = position.to_text()
    plies = slow.plies()
    assert sorted(texts(position)) == sorted(plies), label
    assert position.perft(2) == sum(len(game.plies()) for game in plies.values()), label
    outcome = position.outcome()
    assert (outcome is not None) == slow.is_over(), label
    winner = slow.winner()
    assert (outcome and outcome.winner) == (["blue", "yellow"].index(winner) if winner else None)
    for side, team in enumerate(("blue", "yellow")):
        lines = {line for owner, line in position.lines() if owner == side}
        names = {" ".join(f"{row}{column}" for row, column in run) for run in slow.lines(team)}
        assert lines == {tuple(sorted(sites(run))) for run in names}, label


@pytest.mark.parametrize("seeds", first_and_more(range(1), range(4)))
@pytest.mark.parametrize("options", DEALT, ids=str)
def test_both_generators_agree_on_random_games(options, seeds):
    chance = random.Random(6)
    for seed in seeds:
        position = QUINCY.initial(options, seed=seed)
        slow = SlowQuincy.dealt(len(position.state.sizes), seed)
        while True:
            agree(position, slow)
            if not position.legal_moves():
                break
            move = chance.choice(position.legal_moves())
            position, slow = position.play(move), slow.plies()[move.text]


@pytest.mark.parametrize("players", [2, 4])
def test_both_generators_agree_on_a_game_with_real_dominoes(players):
    chance = random.Random(7)
    position = QUINCY.initial({"players": players, "dominoes": "physical"})
    slow = SlowPhysicalQuincy.begun(players)
    while position.legal_moves():
        assert sorted(texts(position)) == sorted(slow.plies()), position.to_text()
        move = chance.choice(position.legal_moves())
        position, slow = position.play(move), slow.plies()[move.text]
    assert slow.is_over()


def scattered(chance):
    """A position that no game need reach: stones anywhere, lines among them, any dominoes."""
    density = chance.choice([0.3, 0.6, 0.9])
    cells = [chance.choice("by") if chance.random() < density else "." for _ in range(81)]
    drawing = "/".join("".join(cells[9 * n : 9 * n + 9]) for n in range(9))
    deck = [f"{low}{high}" for low in range(10) for high in range(low, 10)]
    chance.shuffle(deck)
    hands = ".".join(deck[:5]) + "/" + ".".join(deck[5:10])
    return f"{drawing} {chance.choice('12')} hands={hands} pile={'.'.join(deck[10:14])}"


def test_both_generators_agree_on_scattered_stones():
    chance = random.Random(8)
    going = 0
    for _ in range(150):
        text = scattered(chance)
        try:
            position = QUINCY.from_text(text)
        except PositionError as error:
            assert "two lines" in str(error)
            continue
        going += position.outcome() is None and bool(position.lines())
        agree(position, SlowQuincy.read(text))
    assert going > 10


def test_hostile_texts_raise_nothing_but_errors_of_this_program():
    chance = random.Random(9)
    starts = [QUINCY.initial(options, seed=1).to_text() for options in DEALT + PHYSICAL]
    for _ in range(3000):
        letters = list(chance.choice(starts))
        for _ in range(chance.randint(1, 4)):
            letters[chance.randrange(len(letters))] = chance.choice("by./ =:,|1ü\n\x00059")
        try:
            position = QUINCY.from_text("".join(letters))
        except CompanionError:
            continue
        assert QUINCY.from_text(position.to_text()) == position
