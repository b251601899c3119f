"""One suite over every game: what `companion.contract.position` promises, on random positions.

The positions come from random games named by a seed; a failure prints the game,
its options, the seed and the moves that lead there.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from more_games import MORE
from symmetry import turned_move, turned_position

from companion.contract import (
    HARMFUL,
    SEED_LIMIT,
    Move,
    Progress,
    RefusedError,
    Token,
    option_text,
)
from companion.errors import CompanionError, IllegalMoveError, OptionError
from companion.games import GAMES, find_game

FIRST, SECOND_AND_THIRD = (1,), (2, 3)
"""The seeds of random games: those that are always played, and more."""

LONGEST_GAME = 150
KEPT = 5
"""Positions kept of each random game, its last one among them."""
MOVES_TRIED = 40
MOST_COUNTED = 800
"""Positions with more moves than this are counted one ply deep only."""
LONGEST_ROUTE = 12
TOKENS = (
    Token("pass", ()),
    Token("tile", (3,)),
    Token("", ()),
    Token("domino", (0, 9)),
    Token("domino", (9, 0)),
    Token("domino", (1,)),
    Token("hand", (0, 99)),
    Token("hand", (0, 3)),
    Token("hand", ()),
)
UNLIMITED_SUPPLY = {"quincy"}
"""Games whose pieces off the board are not counted: there are always more."""


class Case(NamedTuple):
    """A game with some options as texts, and the seeds of the random games played with them."""

    name: str
    pairs: tuple[tuple[str, str], ...]
    seeds: tuple[int, ...] = FIRST

    @property
    def game(self):
        return find_game(self.name)

    @property
    def options(self):
        return self.game.parse_options(dict(self.pairs))


def cases():
    """Every game with its defaults, each preset, and each value of each option."""
    for game in GAMES.values():
        yield Case(game.name, ())
        for preset in game.presets:
            yield Case(game.name, (("preset", preset),))
        for spec in game.option_specs:
            needed = tuple((need, "on") for need in spec.needs)
            values = (3,) if isinstance(spec.values, range) else spec.values
            for value in values:
                if value != spec.default:
                    yield Case(game.name, (*needed, (spec.name, option_text(value))))
    yield Case("alquerque", (("preset", "bell-strict"), ("huffing", "on")))


def id_of(case):
    return "-".join([case.name, *(f"{name}={value}" for name, value in case.pairs)])


CASES = list(cases())
MORE_CASES = [case._replace(seeds=SECOND_AND_THIRD) for case in CASES]
PARAMS = [
    *(pytest.param(case, id=id_of(case)) for case in CASES),
    *(pytest.param(case, id=f"{id_of(case)}-more", marks=MORE) for case in MORE_CASES),
]
every_case = pytest.mark.parametrize("case", PARAMS)
COUNTED = [param for param in PARAMS if param.values[0].name not in UNLIMITED_SUPPLY]


class Place(NamedTuple):
    """A position of a random game and how it came about."""

    position: object
    story: str


@cache
def places(case):
    """Some positions of a few random games, finished ones among them where games finish."""
    kept = []
    for seed in case.seeds:
        line = list(random_game(case, seed))
        chance = random.Random(seed)
        kept += chance.sample(line[:-1], min(KEPT - 1, len(line) - 1)) + line[-1:]
    return kept


def random_game(case, seed):
    chance = random.Random(seed)
    position, moves = case.game.initial(case.options, seed=seed), []
    for _ in range(LONGEST_GAME):
        yield Place(
            position, f"{case.name} {case.pairs} --seed {seed} --moves '{' '.join(moves)}'"
        )
        legal = position.legal_moves()
        if not legal:
            return
        move = chance.choice(legal)
        moves.append(move.text.replace(" ", ":"))
        position = position.play(move)


def some_moves(position):
    """All legal moves, or a fixed sample where there are very many."""
    moves = position.legal_moves()
    if len(moves) <= MOVES_TRIED:
        return moves
    return random.Random(0).sample(list(moves), MOVES_TRIED)


def random_halves(place, count=6):
    """Half-made turns along random routes, the untouched one first."""
    for seed in range(count):
        chance = random.Random(seed)
        half = place.position.begin()
        yield half
        while half.next_touches() and len(half.touches) < LONGEST_ROUTE:
            half = half.touch(chance.choice(list(half.next_touches())))
            yield half


def seen(position):
    """Everything that a position tells."""
    return (
        position.to_text(),
        position.key,
        position.side,
        dict(position.options),
        dict(position.pieces()),
        position.off_board(),
        list(position.legal_moves()),
        position.outcome(),
        position.claims(),
    )


def told(half):
    """Everything that a half-made turn tells."""
    return (
        half.touches,
        half.progress,
        half.move,
        list(half.next_touches().items()),
        dict(half.pieces()),
        half.off_board(),
        half.lifted(),
        half.facts(),
    )


# Positions


@every_case
def test_texts_are_read_back_equal(case):
    for position, story in places(case):
        assert seen(case.game.from_text(position.to_text())) == seen(position), story


@every_case
def test_texts_are_one_line(case):
    for position, story in places(case):
        assert len(position.to_text().splitlines()) == 1, story


@every_case
def test_a_seed_names_one_game(case):
    for seed in case.seeds:
        one, other = (case.game.initial(case.options, seed=seed) for _ in range(2))
        assert seen(one) == seen(other)


@pytest.mark.parametrize("case", COUNTED)
def test_pieces_are_conserved(case):
    for position, story in places(case):
        start = case.game.initial(case.options, seed=FIRST[0])
        assert inventory(position) == inventory(start), story


def standing(place):
    return Counter(piece for pieces in place.pieces().values() for piece in pieces)


def inventory(place):
    return standing(place) + Counter(place.off_board())


@every_case
def test_pieces_stand_on_the_board_in_board_order(case):
    for position, story in places(case):
        placement = position.pieces()
        assert list(placement) == sorted(placement), story
        assert all(0 <= site < len(position.board) for site in placement), story
        assert all(placement.values()), story


@every_case
def test_there_are_moves_exactly_while_there_is_no_outcome(case):
    for position, story in places(case):
        assert bool(position.legal_moves()) == (position.outcome() is None), story


@every_case
def test_a_finished_position_takes_no_touch(case):
    for position, story in places(case):
        if position.outcome() is not None:
            half = position.begin()
            assert not half.next_touches(), story
            assert half.move is None, story
            assert half.refusal(0).code == "game-over", story
            assert position.claims() == (), story
            assert position.perft(1) == 0, story


@pytest.mark.parametrize("every", [pytest.param((*CASES, *MORE_CASES), id="more", marks=MORE)])
def test_some_random_game_of_each_kind_ends(every):
    ended = {case.name for case in every for p, _ in places(case) if p.outcome() is not None}
    assert ended == set(GAMES)


# Moves


@every_case
def test_moves_lead_to_different_positions(case):
    for position, story in places(case):
        keys = [position.play(move).key for move in position.legal_moves()]
        assert len(set(keys)) == len(keys), story


@every_case
def test_moves_come_in_a_fixed_order(case):
    for position, story in places(case):
        again = case.game.from_text(position.to_text())
        assert list(again.legal_moves()) == list(position.legal_moves()), story


@every_case
def test_move_texts_are_read_back(case):
    for position, story in places(case):
        for move in some_moves(position):
            assert position.parse(move.text) == move, f"{move.text} in {story}"


@every_case
def test_moves_are_made_by_touching_their_sites(case):
    for position, story in places(case):
        for move in some_moves(position):
            half = position.begin()
            for touch in move.touches:
                half = half.touch(touch)
            after = position.play(move)
            label = f"{move.text} in {story}"
            assert half.move == move, label
            assert position.after(half).to_text() == after.to_text(), label
            assert dict(half.pieces()) == dict(after.pieces()), label
            assert half.off_board() == after.off_board(), label
            assert half.facts() == position.explain(move), label


@every_case
def test_any_route_is_accepted_and_leads_where_a_legal_move_leads(case):
    for place in places(case):
        position, story = place
        shortest = {position.play(m).key: m for m in position.legal_moves()}
        for half in random_halves(place):
            if half.move is None:
                continue
            after = position.after(half)
            label = f"{half.move.text} in {story}"
            assert after.key in shortest, label
            assert len(shortest[after.key].touches) <= len(half.touches), label
            assert position.play(half.move).to_text() == after.to_text(), label
            assert position.play(position.parse(half.move.text)).key == after.key, label


@every_case
def test_playing_changes_nothing_in_the_position_played_from(case):
    for position, story in places(case):
        before = seen(position)
        for move in some_moves(position):
            position.play(move)
        assert seen(position) == before, story


@every_case
def test_a_move_that_decides_the_game_says_so(case):
    for position, story in places(case):
        for move in some_moves(position):
            outcome = position.play(move).outcome()
            codes = [fact for fact in position.explain(move) if fact.code in ("win", "lose")]
            label = f"{move.text} in {story}"
            if outcome is None or outcome.winner is None:
                assert codes == [], label
            else:
                expected = [("win", (outcome.winner,)), ("lose", (1 - outcome.winner,))]
                assert len(codes) == 1, label
                assert tuple(codes[0]) in expected, label


@every_case
def test_perft_is_what_playing_every_move_counts(case):
    for position, story in places(case)[:4]:
        moves = position.legal_moves()
        assert position.perft(1) == len(moves), story
        for move in some_moves(position):
            after = position.play(move)
            assert after.perft(1) == len(after.legal_moves()), f"{move.text} in {story}"
        if len(moves) <= MOST_COUNTED:
            assert position.perft(2) == sum(position.play(m).perft(1) for m in moves), story


@every_case
def test_the_other_player_sees_the_same_game(case):
    for position, story in places(case):
        turned = turned_position(case.name, position.to_text(), position.board)
        other = case.game.from_text(turned)
        assert other.to_text() == turned, story
        outcome, swapped = position.outcome(), other.outcome()
        assert (outcome and outcome.reason) == (swapped and swapped.reason), story
        assert len(other.legal_moves()) == len(position.legal_moves()), story
        for move in some_moves(position):
            after = other.play(other.parse(turned_move(move.text, position.board)))
            expected = turned_position(case.name, position.play(move).to_text(), position.board)
            assert after.to_text() == expected, f"{move.text} in {story}"


# Half-made turns


@every_case
def test_an_unfinished_turn_is_no_move(case):
    for place in places(case):
        for half in random_halves(place, 2):
            label = f"{half.touches} in {place.story}"
            assert (half.move is None) == (half.progress is Progress.INCOMPLETE), label
            if half.move is None:
                with pytest.raises(IllegalMoveError):
                    place.position.half_move(Move("?", half.touches))
                with pytest.raises(IllegalMoveError):
                    place.position.after(half)


@every_case
def test_progress_says_whether_a_touch_may_follow(case):
    for place in places(case):
        for half in random_halves(place):
            label = f"{half.touches} in {place.story}"
            if half.progress is Progress.EXTENDABLE:
                assert half.next_touches(), label
            if half.progress is Progress.COMPLETE:
                assert not half.next_touches(), label


@every_case
def test_next_touches_come_in_board_order(case):
    for place in places(case):
        for half in random_halves(place):
            sites = [touch for touch in half.next_touches() if isinstance(touch, int)]
            assert sites == sorted(sites), f"{half.touches} in {place.story}"


@every_case
def test_next_touches_are_worked_out_once(case):
    for place in places(case):
        for half in random_halves(place):
            told = half.next_touches()
            assert half.next_touches() is told, f"{half.touches} in {place.story}"


@every_case
def test_harmful_facts_are_the_pieces_that_leave(case):
    for place in places(case):
        for half in random_halves(place):
            for touch, facts in half.next_touches().items():
                harm = [fact.values[0] for fact in facts if fact.code in HARMFUL]
                gone = standing(half) - standing(half.touch(touch))
                assert Counter(harm) == gone, f"{half.touches} {touch} in {place.story}"


@every_case
def test_lifted_pieces_stand_where_they_are_lifted(case):
    for place in places(case):
        for half in random_halves(place):
            lifted = half.lifted()
            label = f"{half.touches} in {place.story}"
            if lifted is not None:
                assert set(lifted.pieces) <= set(half.pieces()[lifted.site]), label
            moving = [t for t, facts in half.next_touches().items() if moves(facts)]
            assert (lifted is not None) == bool(half.touches and moving), label


def moves(facts):
    return any(fact.code == "move" for fact in facts)


@every_case
def test_chains_stand_in_one_piece_and_none_is_left_after_the_turn(case):
    for place in places(case):
        for half in random_halves(place):
            label = f"{half.touches} in {place.story}"
            standing = half.pieces()
            for chain in half.chains():
                assert len(set(chain)) == len(chain), label
                assert {standing[site][0].side for site in chain} == {half.position.side}, label
            if half.touches and half.progress is Progress.COMPLETE:
                assert half.chains() == (), label


@every_case
def test_what_is_refused_has_a_reason_and_changes_nothing(case):
    for place in places(case):
        board = place.position.board
        for half in random_halves(place, 2):
            before = told(half)
            for touch in (*range(-2, len(board) + 3), 10**9, *TOKENS):
                if touch in half.next_touches():
                    continue
                label = f"{touch} after {half.touches} in {place.story}"
                refusal = half.refusal(touch)
                assert refusal.code, label
                assert all(0 <= site < len(board) for site in refusal.sites), label
                with pytest.raises(RefusedError) as caught:
                    half.touch(touch)
                assert caught.value.refusal == refusal, label
            assert told(half) == before, f"{half.touches} in {place.story}"


@every_case
def test_undone_takes_back_the_last_touch(case):
    for place in places(case):
        previous = None
        for half in random_halves(place):
            label = f"{half.touches} in {place.story}"
            if previous is not None and half.touches:
                assert told(half.undone()) == previous, label
            previous = told(half)


@every_case
def test_touching_leaves_the_turn_before_as_it_was(case):
    for place in places(case):
        for half in random_halves(place, 2):
            before = told(half)
            for touch in half.next_touches():
                half.touch(touch)
            assert told(half) == before, f"{half.touches} in {place.story}"


@every_case
def test_a_turn_of_another_position_is_refused(case):
    start = case.game.initial(case.options, seed=1)
    move = start.legal_moves()[0]
    with pytest.raises(IllegalMoveError):
        start.play(move).after(start.half_move(move))


# Options


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_option_values_are_read_from_their_texts(game):
    for spec in game.option_specs:
        for value in spec.values:
            assert spec.parse(option_text(value)) == value


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_defaults_and_presets_are_complete_options(game):
    assert all(spec.default in spec.values for spec in game.option_specs)
    for preset in game.presets:
        options = game.parse_options({"preset": preset})
        assert game.initial(options).options == options


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seed", [-1, SEED_LIMIT])
def test_seeds_out_of_range_are_refused(game, seed):
    with pytest.raises(OptionError):
        game.initial(seed=seed)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_unknown_options_and_presets_are_refused(game):
    for pairs in ({"no such option": "on"}, {"preset": "no such preset"}):
        with pytest.raises(OptionError):
            game.parse_options(pairs)


def test_an_unknown_game_is_refused_with_the_known_ones():
    with pytest.raises(OptionError, match=", ".join(GAMES)):
        find_game("chess")


# Hostile texts


def spoiled(text, chance):
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(letters) + 1)
        letters[at : at + chance.randint(0, 2)] = chance.choice(
            "wb123./()- x=:é\0\nxhuff9٣y|@~p,^[]"
        )
    return "".join(letters)


@every_case
def test_spoiled_position_texts_are_refused_or_read(case):
    chance = random.Random(4)
    for position, story in places(case):
        for _ in range(25):
            text = spoiled(position.to_text(), chance)
            try:
                other = case.game.from_text(text)
            except CompanionError as error:
                assert len(str(error).splitlines()) == 1, f"{text!r} from {story}"
                continue
            assert case.game.from_text(other.to_text()).key == other.key, repr(text)


@every_case
def test_spoiled_move_texts_are_refused_or_read(case):
    chance = random.Random(5)
    for position, story in places(case):
        keys = {position.play(m).key for m in position.legal_moves()}
        for move in list(some_moves(position))[:10]:
            text = spoiled(move.text, chance)
            try:
                other = position.parse(text)
            except CompanionError as error:
                assert len(str(error).splitlines()) == 1, f"{text!r} from {story}"
                continue
            assert position.play(other).key in keys, f"{text!r} from {story}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(text=st.text(max_size=60))
def test_any_text_is_refused_or_read(game, text):
    position = game.initial()
    for read in (game.from_text, position.parse):
        try:
            read(text)
        except CompanionError as error:
            assert len(str(error).splitlines()) == 1
