"""Positions near the end of games, where a turn may win or lose."""

import random
from itertools import count

from companion.games.querni.kernel.rules import QuerniState, tiles_at
from companion.games.querni.rules import QuerniPosition
from companion.plugins import find_game
from tests.engine.one_turn import is_judged

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

MOST_PLIES = 200

LAST = 4
"""Positions taken from the end of each random game, where wins are near."""


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
