"""What a position of Quincy is worth, and what a player may know of the dominoes.

Whatever another seat holds and whatever lies in the pile may be any of the dominoes
that are not accounted for; the real ones are never looked at.
"""

from __future__ import annotations

import random
from typing import Final

from companion.contract import Move
from companion.engine.budget import Budget
from companion.engine.knowledge import HiddenKnowledge, Outlook
from companion.engine.level import Level
from companion.games.quincy.rules.game import QuincyPosition
from companion.games.quincy.rules.kernel.state import (
    GRID,
    NAMED,
    members,
    next_states,
    own_and_enemy,
    winning_squares,
)
from companion.games.quincy.search.chances import Chances
from companion.games.quincy.search.kernel.evaluation import standing

LEVELS: Final = (
    Level(1, 20_000, 81, noise=8.0, misses_wins=0.7),
    Level(1, 20_000, 40, noise=2.5, misses_wins=0.3),
    Level(2, 20_000, 24, overlooks=0.4, noise=1.25),
    Level(2, 20_000, 20, overlooks=0.25, noise=0.7),
    Level(2, 20_000, 16, overlooks=0.12, noise=0.4, is_careful=True),
    Level(3, 20_000, 12, overlooks=0.02, noise=0.2, is_careful=True),
    Level(3, 40_000, 12, noise=0.05, is_careful=True),
)
"""Levels 1 to 7: whims are great, as dominoes decide more of a game than skill does."""


class QuincyKnowledge(HiddenKnowledge[QuincyPosition]):
    """Lines made, and fours that can still become lines."""

    unit = 60
    levels = LEVELS

    def value(self, position: QuincyPosition) -> int:
        """Return blue's standing less yellow's."""
        return standing(position.state.blue, position.state.yellow)

    def children(self, position: QuincyPosition) -> list[QuincyPosition]:
        board, options = position.board, position.options
        return [QuincyPosition(board, options, state) for state in next_states(position.state)]

    def random_child(self, position: QuincyPosition, chance: random.Random) -> QuincyPosition:
        state = chance.choice(next_states(position.state))
        return QuincyPosition(position.board, position.options, state)

    def outlook(
        self, position: QuincyPosition, budget: Budget, overlooks: float, chance: random.Random
    ) -> Outlook:
        """Return what may become of *position* by all dominoes that others may hold."""
        unseen = sum(1 << site for site in members(GRID) if chance.random() < overlooks)
        return Chances(position.state, budget, unseen)

    def imagined(
        self, position: QuincyPosition, move: Move, chance: random.Random
    ) -> QuincyPosition:
        """Return the position after *move* with hidden hands and pile dealt by *chance*."""
        if not position.state.hands:
            return _dealt(position.play(move), None, chance)
        guess = _dealt(position, position.seat, chance)
        # Its list of moves is asked for so that it plays from it.
        guess.legal_moves()
        return guess.play(move)

    def winning_move(self, position: QuincyPosition) -> Move | None:
        """Return a move that makes the second line with a domino in hand, or None."""
        side = position.side
        for move in position.legal_moves():
            # What a swap draws is not known before.
            if len(move.touches) == 2:
                outcome = position.play(move).outcome()
                if outcome is not None and outcome.winner == side:
                    return move
        return None

    def may_lose_at_once(self, position: QuincyPosition, move: Move) -> bool:
        """Return whether a domino that the next seat may hold wins after *move*."""
        # After a swap the turn goes on, and what it will be is not known.
        if len(move.touches) < 2:
            return False
        after = position.public().play(move)
        state = after.state
        if after.outcome() is not None or not state.sizes[state.seat]:
            return False
        stones, others = own_and_enemy(state)
        winning = winning_squares(stones, GRID & ~(stones | others))
        own = position.state.hands[position.seat] if position.state.hands else 0
        return any(NAMED[domino] & winning for domino in members(state.left & ~own))


def _dealt(position: QuincyPosition, owner: int | None, chance: random.Random) -> QuincyPosition:
    """Return *position* with the pile and every hand but the *owner*'s dealt by *chance*."""
    state = position.state
    known = 0 if owner is None else state.hands[owner]
    deck = members(state.left & ~known)
    chance.shuffle(deck)
    hands = []
    for seat, size in enumerate(state.sizes):
        if seat == owner:
            hands.append(known)
        else:
            hands.append(sum(1 << domino for domino in deck[:size]))
            del deck[:size]
    options = {**position.options, "dominoes": "dealt"}
    dealt = state._replace(hands=tuple(hands), pile=tuple(deck))
    return QuincyPosition(position.board, options, dealt)


KNOWLEDGE: Final = QuincyKnowledge()
