"""What a position of Nine Men's Morris is worth: men first, then mills and room to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.contract import Position
from companion.engine.knowledge import Knowledge
from nine_mens_morris.men import Rules, State, sites_of
from nine_mens_morris.rules import MorrisPosition

MAN: Final = 100
MILL: Final = 25
"""A mill that stands: its men are safe, and it can be opened and closed again."""

TWO: Final = 12
"""Two men of a line whose third point is empty."""

WAY: Final = 4
"""An empty point beside a man."""

NEAR_LIMIT: Final = 12
"""Quiet plies before the draw from which the count makes another position of it."""


class MorrisKnowledge(Knowledge):
    """Men, mills, lines that lack one man, and ways."""

    def value(self, position: Position) -> int:
        """Return what White has, less what Black has."""
        assert isinstance(position, MorrisPosition), "the game of this knowledge"
        rules, state = position.rules, position.state
        return _worth(rules, state, 0) - _worth(rules, state, 1)

    def children(self, position: Position) -> Sequence[Position]:
        """Return the position after every ply, those after a mill first."""
        assert isinstance(position, MorrisPosition), "the game of this knowledge"
        rules, state = position.rules, position.state
        plies = sorted(rules.plies(state), key=lambda ply: ply.removed is None)
        return [MorrisPosition(rules, rules.after(state, ply)) for ply in plies]

    def key(self, position: Position) -> object:
        """Return the key, with the quiet count where the draw is near."""
        assert isinstance(position, MorrisPosition), "the game of this knowledge"
        limit, quiet = position.rules.draw_after, position.state.quiet
        return position.state if limit and quiet + NEAR_LIMIT >= limit else position.key


def _worth(rules: Rules, state: State, side: int) -> int:
    own, empty = state.men[side], rules.empty(state)
    mills = twos = ways = 0
    for site in sites_of(own):
        ways |= rules.beside[site]
        mills += len(rules.closes(own, site))
    for site in sites_of(empty):
        twos += len(rules.closes(own | 1 << site, site))
    men = own.bit_count() + state.hand[side]
    # Each mill was met at three of its points.
    return MAN * men + MILL * (mills // 3) + TWO * twos + WAY * (ways & empty).bit_count()


KNOWLEDGE: Final = MorrisKnowledge()
