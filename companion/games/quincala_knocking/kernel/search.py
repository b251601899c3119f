"""What placements of the Mini Quincala Knocking Game are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.contract import Side, Site
from companion.engine.limits import WIN
from companion.games.quincala.kernel.rules import Placed, Tower, TowerRoutes
from companion.games.quincala_knocking.kernel.rules import KnockingRules

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64


FALLEN: Final = 300
"""What it costs to have lost a piece of a first size; of a second twice as much, and so on."""

PLAIN: Final = 6
"""What a dot of one's own color alone is worth: from there a move can start."""

CARRIED: Final = 48
"""What a further piece in such a tower is worth: it reaches farther, and strikes in one move."""

FORWARD: Final = 2
"""What each row is worth that such a piece has come forward: without it nobody would begin."""

PIECE_LEFT: Final = 15
"""What a piece on a dot of one's own color is worth."""

LOCKED: Final = 3
"""What a piece in a mixed tower is worth: it can't move, but be knocked."""

CLOSER: Final = 6
"""What a step costs between a piece that has nothing to lose and one that is to be knocked."""


STATES: Final = 8
"""States followed between two looks at what came of them: one ply in five is worth enough."""


class KnockingEvaluation:
    """The tables of one board and set-up by which its placements are valued, and one placement.

    That is looked at, and hunts in it are valued with another tower on one dot.
    """

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
        self._gone: i64 = 0
        self._lost: i64 = 0
        self._hunted_white: i64 = 0
        self._hunted_black: i64 = 0
        self._hunting: i64 = 0
        self._near_sites: list[int] = []
        self._near_pieces: list[int] = []

    def value(self, placement: Placed, gone: Tower) -> int:
        """Return White's standing less Black's where the game goes on, *gone* as in a `Leg`."""
        towers = list(self._rules.towers(placement))
        value = self._standing(towers)
        if gone:
            self._look_at(towers, gone)
            value += self._fallen(0, towers[0])
        return int(value)

    def values(self, routes: TowerRoutes, side: Side, enough: int, most: int) -> list[int]:
        """Return what each end of *routes* is worth to *side*, which makes them.

        In the order of their arrivals, up to the first that is worth *enough*: *routes* are
        begun, and followed no farther than that, nor to more than *most* ends.  Only the
        tower at the dot of an arrival is another one than before it.
        """
        own: i64 = self._rules.full[side]
        other: i64 = self._rules.full[1 - side]
        dots: i64 = len(self._ranks)
        values: list[int] = []
        stills: list[int] = []
        last: i64 = -1
        is_more = True
        while is_more:
            is_more = routes.follow(most, None, STATES)
            valued: i64 = len(values)
            for number in range(valued, len(routes.arrivals)):
                arrival: i64 = routes.arrivals[number]
                origin = arrival // dots
                site = arrival - origin * dots
                held = routes.helds[origin]
                tower = held.towers[site]
                join = held.load.join(tower)
                assert join is not None, "arrivals are legal"
                gone: i64 = held.gone | join.knocked
                value: i64
                if gone & own == own:
                    # Where both sides have lost, the one that made the leg has.
                    value = 1 - WIN
                elif gone & other == other:
                    value = WIN - 1
                else:
                    self._bring_up(stills, routes, origin)
                    worths = self._worths[site]
                    after = tower + join.change
                    value = stills[origin] - worths[tower] + worths[after]
                    if gone:
                        if origin != last or gone != self._gone:
                            self._look_at(held.towers, gone)
                            last = origin
                        value += self._fallen(site, after)
                    if side:
                        value = -value
                values.append(int(value))
                if value >= enough:
                    return values
        return values

    def winning_arrival(self, routes: TowerRoutes, side: Side, most: int) -> int:
        """Return the first arrival of *routes*, which are begun, with which *side* wins, or -1."""
        own: i64 = self._rules.full[side]
        other: i64 = self._rules.full[1 - side]
        dots: i64 = len(self._ranks)
        number = 0
        is_more = True
        while is_more:
            is_more = routes.follow(most, None, STATES)
            while number < len(routes.arrivals):
                arrival: i64 = routes.arrivals[number]
                number += 1
                origin = arrival // dots
                held = routes.helds[origin]
                tower = held.towers[arrival - origin * dots]
                join = held.load.join(tower)
                assert join is not None, "arrivals are legal"
                gone: i64 = held.gone | join.knocked
                if gone & other == other and gone & own != own:
                    return int(arrival)
        return -1

    def _bring_up(self, stills: list[int], routes: TowerRoutes, state: i64) -> None:
        """Fill *stills* with what all that does not move is worth in each state up to *state*.

        It is what it was in the state before it, but at the dot between them.
        """
        dots: i64 = len(self._ranks)
        number: i64 = len(stills)
        while number <= state:
            held, entry = routes.helds[number], routes.entries[number]
            site = routes.sites[number]
            towers, worths = held.towers, self._worths[site]
            if entry >= 0:
                origin: i64 = entry // dots
                before = worths[routes.helds[origin].towers[site]]
                stills.append(stills[origin] - before + worths[towers[site]])
            else:
                stills.append(int(self._standing(towers)))
            number += 1

    def _standing(self, towers: list[Tower]) -> i64:
        """Return what *towers* by site are worth, hunts left aside."""
        value: i64 = 0
        for site, tower in enumerate(towers):
            if tower:
                value += self._worths[site][tower]
        return value

    def _look_at(self, towers: list[Tower], gone: i64) -> None:
        """Prepare who hunts whom among *towers* with the pieces *gone*, for changes of one dot."""
        white: i64 = self._own[0]
        span: i64 = self._span
        fallen_white = gone & white
        fallen_black = gone >> span & white
        self._gone = gone
        self._lost = _lost(fallen_black) - _lost(fallen_white)
        self._hunted_black = fallen_white & ~fallen_black
        self._hunted_white = fallen_black & ~fallen_white
        sizes = self._hunted_black | self._hunted_white
        self._hunting = sizes | sizes << span
        self._near_sites = []
        self._near_pieces = []
        hunting = self._hunting
        if hunting:
            for site, tower in enumerate(towers):
                pieces: i64 = tower
                if pieces & hunting:
                    self._near_sites.append(site)
                    self._near_pieces.append(pieces & hunting)

    def _fallen(self, changed: i64, after: i64) -> i64:
        """Return what the pieces gone and hunts are worth, with *after* on *changed*."""
        value = self._lost
        if not self._hunting:
            return value
        sites: list[int] = []
        pieces: list[int] = []
        for number in range(len(self._near_sites)):
            site = self._near_sites[number]
            if site != changed:
                sites.append(site)
                pieces.append(self._near_pieces[number])
        if after & self._hunting:
            sites.append(changed)
            pieces.append(after & self._hunting)
        value -= CLOSER * self._hunt(sites, pieces, self._hunted_black, 0)
        value += CLOSER * self._hunt(sites, pieces, self._hunted_white, self._span)
        return value

    def _tower(self, site: Site, white: Tower, black: Tower) -> int:
        """Return what the *white* and *black* pieces on *site* are worth."""
        if not white | black:
            return 0
        bright, dark = white.bit_count(), black.bit_count()
        rank = self._ranks[site]
        if bright and dark:
            return LOCKED * (bright - dark)
        if bright:
            return PLAIN + CARRIED * (bright - 1) + bright * (PIECE_LEFT + FORWARD * rank)
        return -PLAIN - CARRIED * (dark - 1) - dark * (PIECE_LEFT + FORWARD * (self._last - rank))

    def _hunt(self, sites: list[int], pieces: list[int], sizes: i64, shift: i64) -> i64:
        """Return the steps from each hunted piece of *sizes* to its nearest hunter."""
        total: i64 = 0
        span: i64 = self._span
        while sizes:
            size = sizes & -sizes
            sizes ^= size
            hunter = size << shift
            hunted = size << span - shift
            for at in range(len(sites)):
                if pieces[at] & hunted:
                    least: i64 = 9
                    apart = self._apart[sites[at]]
                    for other in range(len(sites)):
                        if pieces[other] & hunter:
                            steps: i64 = apart[sites[other]]
                            if steps < least:
                                least = steps
                    total += least
        return total


def _lost(fallen: i64) -> i64:
    """Return what it costs to have lost a piece of each of the sizes *fallen*."""
    sizes: i64 = 0
    while fallen:
        fallen &= fallen - 1
        sizes += 1
    return FALLEN * sizes * (sizes + 1) // 2
