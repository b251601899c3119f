"""What a position of Nine Men's Morris is worth: men first, then mills and room to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.contract import Side
from companion.engine.knowledge import Knowledge
from nine_mens_morris.men import Rules, State, sites_of
from nine_mens_morris.rules import MorrisPosition

MAN, MILL, TWO, WAY = 100, 25, 12, 4
"""A man; a mill; two men of a line whose third point is empty; an empty point beside a man."""


class MorrisKnowledge(Knowledge[MorrisPosition]):
    """Men, mills, lines that lack one man, and ways."""

    def value(self, position: MorrisPosition) -> int:
        """Return what White has, less what Black has."""
        rules, state = position.rules, position.state
        return _worth(rules, state, 0) - _worth(rules, state, 1)

    def children(self, position: MorrisPosition) -> Sequence[MorrisPosition]:
        """Return the position after every ply."""
        rules, state = position.rules, position.state
        return [MorrisPosition(rules, rules.after(state, ply)) for ply in position.plies]

    def key(self, position: MorrisPosition) -> object:
        """Return the whole state: on ways of one length the quiet plies are mostly as many."""
        return position.exact


def _worth(rules: Rules, state: State, side: Side) -> int:
    own, empty, ways = state.men[side], rules.empty(state), 0
    for site in sites_of(own):
        ways |= rules.beside[site]
    # Each mill is met at three of its points.
    mills = sum(len(rules.closes(own, site)) for site in sites_of(own)) // 3
    twos = sum(len(rules.closes(own | 1 << site, site)) for site in sites_of(empty))
    men = own.bit_count() + state.hand[side]
    return MAN * men + MILL * mills + TWO * twos + WAY * (ways & empty).bit_count()


KNOWLEDGE: Final = MorrisKnowledge()
