"""Why a touch is refused in Querni, as precisely as the rules can tell.

Knows only the tiles and what the half-made turn has done; the sentences are made
elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.contract import Refusal, Site
from companion.contract.codes import Cause
from companion.games.querni.rules.codes import QuerniCause
from companion.games.querni.rules.kernel.chains import SHORTEST_CHAIN, Links, chains_of
from companion.games.querni.rules.kernel.moving import Route
from companion.games.querni.rules.kernel.state import QuerniRules, Tiles


@dataclass(frozen=True)
class QuerniReach:
    """A turn that has begun and what it can still do.

    Attributes:
        own: the tiles of the side to move as they lie now.
        enemy: the other side's tiles.
        links: which of the own numbers touch now.
        number: the tile picked up, or the one touched as the end of a chain.
        entered: the squares that the moved tile has been on, its start included.
        landings: where its next jump may end.
        has_jumped: whether it has jumped yet, so that it cannot step any more.
    """

    rules: QuerniRules
    own: Tiles
    enemy: Tiles
    links: Links
    number: int
    entered: Route
    landings: tuple[Site, ...]
    has_jumped: bool

    @property
    def at(self) -> Site:
        """Return the square of the tile that is picked up."""
        return self.own[self.number]


def why_not_begun(rules: QuerniRules, own: Tiles, enemy: Tiles, site: Site) -> Refusal:
    """Return why the turn cannot begin on *site*."""
    if site in enemy:
        return Refusal(Cause.NOT_YOURS)
    return Refusal(Cause.NO_MOVES if site in own else Cause.EMPTY)


def why_not_reached(reach: QuerniReach, site: Site) -> Refusal:
    """Return why the tile picked up can neither go to *site* nor end a chain with it."""
    if site == reach.at:
        return Refusal(Cause.SAME_SITE)
    if site in reach.own:
        return _why_not_own(reach, reach.own.index(site))
    if site in reach.enemy:
        return _land_behind(reach, site) or Refusal(Cause.OCCUPIED)
    for ray in reach.rules.board.rays[reach.at]:
        if site in ray:
            return _why_not_along(reach, ray.index(site) + 1, ray[0], site)
    return Refusal(Cause.OFF_LINE)


def _why_not_own(reach: QuerniReach, other: int) -> Refusal:
    ends = {number for chain in chains_of(reach.links) for number in chain}
    if reach.number in ends or other in ends:
        return why_no_chain(reach, other)
    return _land_behind(reach, reach.own[other]) or why_no_chain(reach, other)


def _land_behind(reach: QuerniReach, site: Site) -> Refusal | None:
    """Return that the jump over *site* ends behind it, if there is such a jump."""
    around = reach.rules.board.neighbors[reach.at]
    if site not in around:
        return None
    behind = reach.rules.board.neighbors[site][around.index(site)]
    return Refusal(QuerniCause.LAND_BEHIND, (behind,)) if behind in reach.landings else None


def _why_not_along(reach: QuerniReach, steps: int, first: Site, site: Site) -> Refusal:
    if site in reach.entered:
        return Refusal(QuerniCause.NO_RETURN)
    if steps == 1:
        return Refusal(QuerniCause.NO_STEP_AFTER_JUMP)
    if steps > 2:
        return Refusal(QuerniCause.TOO_FAR)
    return Refusal(QuerniCause.NOTHING_TO_JUMP, (first,))


def why_not_after_move(reach: QuerniReach, site: Site) -> Refusal:
    """Return why the turn, whose tile has moved, cannot go on with *site*."""
    if site in reach.own:
        is_moved = site == reach.at
        behind = None if is_moved else _land_behind(reach, site)
        return behind or Refusal(QuerniCause.NO_CHAIN_HERE)
    if reach.has_jumped:
        return why_not_reached(reach, site)
    return Refusal(QuerniCause.NO_SECOND_STEP)


def why_no_chain(reach: QuerniReach, other: int) -> Refusal:
    """Return why the numbers from the one touched to *other* are no removable chain."""
    first, last = sorted((reach.number, other))
    if last - first + 1 < SHORTEST_CHAIN:
        return Refusal(QuerniCause.CHAIN_TOO_SHORT)
    if any(reach.own[number] == reach.rules.off for number in range(first, last)):
        return Refusal(QuerniCause.CHAIN_INCOMPLETE)
    for number in range(first, last):
        if not reach.links >> number & 1:
            return Refusal(QuerniCause.CHAIN_BROKEN, (reach.own[number], reach.own[number + 1]))
    raise AssertionError("a whole chain is never refused")
