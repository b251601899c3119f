"""What placements of the Mini Quincala Knocking Game are worth.

Knows placements alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

from typing import Final

from companion.contract import Site
from companion.games.quincala.rules.kernel.core import Placed, Tower
from companion.games.quincala_knocking.rules.kernel.state import KnockingRules

FALLEN: Final = 300
"""What it costs to have lost a piece of a first size; of a second twice as much, and so on."""

PLAIN: Final = 6
"""What a dot of one's own color alone is worth: from there a move can start."""

CARRIED: Final = 36
"""What a further piece in such a tower is worth: it reaches farther, and strikes in one move."""

FORWARD: Final = 3
"""What each row is worth that a piece has come forward: without it nobody would begin."""

PIECE_LEFT: Final = 15
"""What a piece on the board is worth."""

CLOSER: Final = 6
"""What a step costs between a piece that has nothing to lose and one that is to be knocked."""


class KnockingEvaluation:
    """The tables of one board and set-up by which its placements are valued."""

    def __init__(self, rules: KnockingRules) -> None:
        self._rules = rules
        self._span = rules.span
        self._own = (rules.own[0], rules.own[1])
        places = rules.board.places
        self._ranks = [rank for _, rank in places]
        self._last = rules.board.ranks - 1
        self._apart = [
            [max(abs(file - to_file), abs(rank - to_rank)) for to_file, to_rank in places]
            for file, rank in places
        ]

    def value(self, placement: Placed, gone: Tower) -> int:
        """Return White's standing less Black's where the game goes on, *gone* as in a `Leg`."""
        white, black = self._own
        fallen_white, fallen_black = gone & white, (gone & black) >> self._span
        hunted_black = fallen_white & ~fallen_black
        hunted_white = fallen_black & ~fallen_white
        sizes = hunted_black | hunted_white
        hunting = sizes | sizes << self._span
        value = _lost(fallen_black.bit_count()) - _lost(fallen_white.bit_count())
        near: list[tuple[Site, Tower]] = []
        for site, tower in enumerate(self._rules.towers(placement)):
            if tower:
                value += self._tower(site, tower & white, tower & black)
                if tower & hunting:
                    near.append((site, tower & hunting))
        if near:
            value -= CLOSER * self._hunt(near, hunted_black, 0)
            value += CLOSER * self._hunt(near, hunted_white, self._span)
        return value

    def _tower(self, site: Site, white: Tower, black: Tower) -> int:
        """Return what the *white* and *black* pieces on *site* are worth."""
        bright, dark = white.bit_count(), black.bit_count()
        rank = self._ranks[site]
        value = PIECE_LEFT * (bright - dark)
        value += FORWARD * (bright * rank - dark * (self._last - rank))
        if not dark:
            value += PLAIN + CARRIED * (bright - 1)
        elif not bright:
            value -= PLAIN + CARRIED * (dark - 1)
        return value

    def _hunt(self, near: list[tuple[Site, Tower]], sizes: Tower, shift: int) -> int:
        """Return the steps from each hunted piece of *sizes* to its nearest hunter."""
        total = 0
        while sizes:
            size = sizes & -sizes
            sizes ^= size
            hunter = size << shift
            hunted = size << self._span - shift
            for site, tower in near:
                if tower & hunted:
                    least = 9
                    apart = self._apart[site]
                    for other, pieces in near:
                        if pieces & hunter and apart[other] < least:
                            least = apart[other]
                    total += least
        return total


def _lost(sizes: int) -> int:
    return FALLEN * sizes * (sizes + 1) // 2
