"""What placements of Quincala Mixing are worth, tens of thousands at once.

An arrival changes the tower at its dot and no other, so all arrivals from one state
have all other towers in common: those are looked at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.contract import Side, Site
from companion.engine.kernel.best import Highest
from companion.engine.limits import WIN
from companion.games.quincala.kernel.rules import Placed, Tower, TowerRoutes
from companion.games.quincala_mixing.kernel.rules import MixingRules

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64


FORMED: Final = 200
"""What a size in a mixed tower is worth."""

TOGETHER: Final = 20
"""What the square of the number of such sizes is worth: the last ones decide."""

AGAIN: Final = 30
"""What a size is worth in a second mixed tower: one knock does not undo it."""

NEARER: Final = (3, 5, 4)
"""What a piece is worth beyond a quarter, a half and three quarters of the way across."""

VALUE_AT: Final = 32
LAST: Final = (1 << VALUE_AT) - 1
"""The number of a ply is packed below its value as what it lacks to this: the first is best."""


class MixingEvaluation:
    """The tables of one board and set-up by which its placements are valued, and one placement.

    That is looked at, and then valued as it is with another tower on one dot.
    """

    def __init__(self, rules: MixingRules) -> None:
        self._rules = rules
        self._span: i64 = rules.span
        self._white: i64 = rules.own[0]
        self._black: i64 = rules.own[1]
        self._full_white: i64 = rules.full[0]
        self._full_black: i64 = rules.full[1]
        sizes = range(rules.span + 1)
        self._worth = [FORMED * number + TOGETHER * number * number for number in sizes]
        by_rank = [_standing_on(rules, rank) for rank in range(rules.board.ranks)]
        self._standing = [by_rank[rank] for _, rank in rules.board.places]
        self._bits = [tower.bit_count() for tower in range(1 << rules.span)]
        self._base: i64 = 0
        self._mixed: list[Site] = []

    def value(self, placement: Placed, after: Side) -> int:
        """Return White's standing less Black's, a won game included, with *after* to move."""
        towers = list(self._rules.towers(placement))
        self._look_at(towers)
        return int(self._changed(towers, 0, towers[0], after))

    def note_arrivals(
        self, highest: Highest, routes: TowerRoutes, arrivals: list[int], side: Side
    ) -> None:
        """Note what the turns of *side* that end with *arrivals* of *routes* are worth to it.

        *highest* is told of each, as `unpacked` takes it apart.
        """
        last: i64 = -1
        arrival: i64
        for arrival in arrivals:
            value = self._after(routes, arrival, last, side)
            last = arrival
            self._note(highest, -value if side else value)

    def winning_arrival(self, routes: TowerRoutes, side: Side) -> int:
        """Return the first arrival of *routes* with which *side* has won, or -1."""
        won: i64 = 1 - WIN if side else WIN - 1
        last: i64 = -1
        arrival: i64
        for arrival in routes.arrivals:
            if self._after(routes, arrival, last, side) == won:
                return int(arrival)
            last = arrival
        return -1

    def note_placings(self, highest: Highest, placements: list[Placed], side: Side) -> None:
        """Note what each of *placements*, in which *side* goes on, is worth to it."""
        for placed in placements:
            value: i64 = self.value(placed, side)
            self._note(highest, -value if side else value)

    def _after(self, routes: TowerRoutes, arrival: i64, last: i64, side: i64) -> i64:
        """Return White's standing less Black's after *arrival*; *last* was looked at before."""
        dots: i64 = len(self._standing)
        origin: i64 = arrival // dots
        held = routes.helds[origin]
        towers = held.towers
        if last < 0 or last // dots != origin:
            self._look_at(towers)
        site: i64 = arrival - origin * dots
        tower = towers[site]
        join = held.load.join(tower)
        assert join is not None, "arrivals are legal"
        return self._changed(towers, site, tower + join.change, 1 - side)

    def _note(self, highest: Highest, value: i64) -> None:
        highest.note(value + WIN << VALUE_AT | LAST - highest.count)

    def _look_at(self, towers: list[Tower]) -> None:
        """Prepare all of *towers*, for changes of one of them."""
        white: i64 = self._white
        black: i64 = self._black
        base: i64 = 0
        self._mixed = []
        for site, tower in enumerate(towers):
            if tower:
                pieces: i64 = tower
                base += self._standing[site][pieces & (white | black)]
                if pieces & white and pieces & black:
                    self._mixed.append(site)
        self._base = base

    def _changed(self, towers: list[Tower], changed: i64, tower: i64, after: i64) -> i64:
        """Return White's standing less Black's, with *tower* on *changed* instead."""
        pieces: i64 = self._white | self._black
        before: i64 = towers[changed]
        tower &= pieces
        standing = self._standing[changed]
        value: i64 = self._base - standing[before & pieces] + standing[tower]
        formed: i64 = 0
        again: i64 = 0
        if tower & self._white and tower & self._black:
            formed = tower
        for site in self._mixed:
            if site != changed:
                other: i64 = towers[site]
                again |= formed & other
                formed |= other & pieces
        return self._with_formed(value, formed, again, after) if formed else value

    def _with_formed(self, value: i64, formed: i64, again: i64, after: i64) -> i64:
        """Return *value* with sizes *formed* in mixed towers, *again* in two; or who has won."""
        has_white = formed & self._full_white == self._full_white
        has_black = formed & self._full_black == self._full_black
        # If both have all, it is lost for the side that did not move.
        if has_white and (not has_black or after == 0):
            return WIN - 1
        if has_black:
            return 1 - WIN
        white, black = self._white, self._span
        bits, worth = self._bits, self._worth
        return (
            value
            + worth[bits[formed & white]]
            - worth[bits[formed >> black]]
            + AGAIN * (bits[again & white] - bits[again >> black])
        )


def unpacked(packed: int) -> tuple[int, int]:
    """Return what a ply that was noted is worth to the side that makes it, and its number."""
    return (packed >> VALUE_AT) - WIN, LAST - (packed & LAST)


def _standing_on(rules: MixingRules, rank: int) -> list[int]:
    """Return by tower what its pieces on *rank* are worth for having come so far."""
    last = rules.board.ranks - 1
    quarters = list(enumerate(NEARER, 1))
    white = sum([weight for quarter, weight in quarters if 4 * rank > quarter * last])
    black = sum([weight for quarter, weight in quarters if 4 * (last - rank) > quarter * last])
    return [
        white * (tower & rules.own[0]).bit_count() - black * (tower & rules.own[1]).bit_count()
        for tower in range(1 << 2 * rules.span)
    ]
