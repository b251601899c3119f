"""What placements of the Mini Quincala Knocking Game are worth.

Knows placements alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

from typing import Final

from companion.contract import Side, Site
from companion.engine.limits import WIN
from companion.games.quincala.rules.kernel.core import Placed, Tower, TowerRoutes
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
        self._worths = [
            [
                self._tower(site, tower & rules.own[0], tower & rules.own[1])
                for tower in range(1 << 2 * rules.span)
            ]
            for site in range(len(places))
        ]

    def value(self, placement: Placed, gone: Tower) -> int:
        """Return White's standing less Black's where the game goes on, *gone* as in a `Leg`."""
        towers = list(self._rules.towers(placement))
        return self._standing(towers) + self._fallen(gone, towers, 0, towers[0])

    def values(self, routes: TowerRoutes, side: Side, enough: int) -> list[int]:
        """
        Return what each end of *routes* is worth to *side*, which makes them.

        In the order of their arrivals, up to the first that is worth *enough*.  Only the
        tower at the dot of an arrival is another one than before it.
        """
        own, other = self._rules.full[side], self._rules.full[1 - side]
        sign = -1 if side else 1
        dots, last = len(self._ranks), -1
        found: list[int] = []
        still = 0
        for arrival in routes.arrivals:
            origin, site = arrival // dots, arrival % dots
            if origin != last:
                last = origin
                held = routes.helds[origin]
                towers = held.towers
                still = self._standing(towers)
            tower = towers[site]
            join = held.load.join(tower)
            assert join is not None, "arrivals are legal"
            gone = held.gone | join.knocked
            if gone & own == own:
                # Where both sides have lost, the one that made the leg has.
                value = 1 - WIN
            elif gone & other == other:
                value = WIN - 1
            else:
                worths = self._worths[site]
                value = still - worths[tower] + worths[tower + join.change]
                if gone:
                    value += self._fallen(gone, towers, site, tower + join.change)
                value *= sign
            found.append(value)
            if value >= enough:
                break
        return found

    def _standing(self, towers: list[Tower]) -> int:
        """Return what *towers* by site are worth, hunts left aside."""
        value = 0
        for site, tower in enumerate(towers):
            if tower:
                value += self._worths[site][tower]
        return value

    def _fallen(self, gone: Tower, towers: list[Tower], changed: Site, after: Tower) -> int:
        """Return what the pieces *gone* and hunts are worth, with *after* on *changed*."""
        white, black = self._own
        fallen_white, fallen_black = gone & white, (gone & black) >> self._span
        hunted_black = fallen_white & ~fallen_black
        hunted_white = fallen_black & ~fallen_white
        sizes = hunted_black | hunted_white
        hunting = sizes | sizes << self._span
        value = _lost(fallen_black.bit_count()) - _lost(fallen_white.bit_count())
        if not hunting:
            return value
        near: list[tuple[Site, Tower]] = []
        for site, tower in enumerate(towers):
            if site == changed:
                tower = after
            if tower & hunting:
                near.append((site, tower & hunting))
        if near:
            value -= CLOSER * self._hunt(near, hunted_black, 0)
            value += CLOSER * self._hunt(near, hunted_white, self._span)
        return value

    def _tower(self, site: Site, white: Tower, black: Tower) -> int:
        """Return what the *white* and *black* pieces on *site* are worth."""
        if not white | black:
            return 0
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
