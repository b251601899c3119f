"""Positions to search from: along random games, and with what is hidden dealt otherwise."""

import random

from companion.games.quincy.kernel.rules import members
from companion.games.quincy.rules import QuincyPosition
from companion.plugins import find_game


def along_a_game(name, options, seed, plies):
    """Positions of a random game that go on."""
    chance = random.Random(seed)
    position = find_game(name).initial(options, seed)
    for _ in range(plies):
        if position.outcome() is not None:
            return
        yield position
        position = position.play(chance.choice(position.legal_moves()))


def with_other_secrets(position, seed):
    """The same position as its player sees it, all that is hidden dealt otherwise."""
    state, seat = position.state, position.seat
    hidden = list(members(state.left & ~state.hands[seat]))
    random.Random(seed).shuffle(hidden)
    hands = list(state.hands)
    for other, size in enumerate(state.sizes):
        if other != seat:
            hands[other] = sum(1 << domino for domino in hidden[:size])
            del hidden[:size]
    changed = state._replace(hands=tuple(hands), pile=tuple(hidden))
    return QuincyPosition(position.board, position.options, changed)
