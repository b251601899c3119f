"""A win in one turn is taken, and a loss in one turn avoided, checked by trying everything."""

import random
from collections import Counter
from itertools import count

import pytest

from companion.engine.limits import Limits
from companion.games import find_game
from companion.games.querni.rules.game import QuerniPosition
from companion.games.querni.rules.kernel.state import QuerniState, tiles_at
from tests.engine.one_turn import check, check_quincy, is_judged

KINDS = {
    "alquerque": ("alquerque", {}),
    "alquerque-huffing": ("alquerque", {"compulsory": True, "huffing": True}),
    "knocking": ("quincala-knocking", {}),
    "mixing-3": ("quincala-mixing", {"sizes": 3}),
    "mixing-5": ("quincala-mixing", {"sizes": 5}),
    "querni": ("querni", {}),
    "querni-endgames": ("querni", {}),
    "quincy": ("quincy", {}),
    "quincy-4": ("quincy", {"players": 4}),
    "quincy-physical": ("quincy", {"dominoes": "physical"}),
}
FEW = {"mixing-5": 4, "mixing-3": 12, "knocking": 24}
USUAL = 40
MANY = 1_000
MOST_PLIES = 200
LAST = 4
"""Positions taken from the end of each random game, where wins are near."""

WITHOUT_WINS = {"querni", "mixing-5"}
"""Random games of these seldom come near a win: some of their positions are made instead."""

NODES = 1
"""So few that looking ahead does not find by chance what must never be missed."""


def ends_of_games(kind):
    """Positions near the end of random games, one game after the other."""
    name, options = KINDS[kind]
    for seed in count():
        chance = random.Random(f"{kind} {seed}")
        positions = [find_game(name).initial(options, seed)]
        while positions[-1].outcome() is None and len(positions) < MOST_PLIES:
            position = positions[-1]
            positions.append(position.play(chance.choice(position.legal_moves())))
        for position in positions[-LAST - 1 :]:
            if position.outcome() is None and is_judged(position):
                yield position


def querni_endgames():
    """Positions with few consecutive tiles a side, close together: random games never end so."""
    start = find_game("querni").initial()
    for seed in count():
        chance = random.Random(seed)
        near = [site for site, (file, _) in enumerate(start.board.places) if file < 5]
        squares = chance.sample(near, 10)
        both = []
        for _ in (0, 1):
            number, first = chance.randint(3, 5), chance.randint(1, 12)
            both.append(tiles_at(start.rules, {first + n: squares.pop() for n in range(number)}))
        yield QuerniPosition(start.rules, QuerniState(tuple(both), seed % 2, 0))


def checked(kind, number):
    """How often the hint won, lost and went on in *number* positions."""
    check_one = check_quincy if kind.startswith("quincy") else check
    source = querni_endgames() if kind == "querni-endgames" else ends_of_games(kind)
    positions = zip(range(number), source, strict=False)
    return Counter(check_one(position, Limits(nodes=NODES), seed) for seed, position in positions)


@pytest.mark.parametrize("kind", KINDS)
def test_hints_win_at_once_and_never_lose_at_once(kind):
    found = checked(kind, FEW.get(kind, USUAL))
    assert found["wins"] or kind in WITHOUT_WINS, found


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_hints_in_many_positions_win_at_once_and_never_lose_at_once(kind):
    found = checked(kind, MANY)
    assert found["wins"] or kind in WITHOUT_WINS, found
