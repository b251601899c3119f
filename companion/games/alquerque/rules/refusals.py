"""Why a touch is refused in Alquerque, as precisely as the rules can tell.

Knows only the geometry of one touch and the state of the half-made turn; the
sentences are made elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.contract import Refusal, Side, Site
from companion.contract.codes import Cause
from companion.games.alquerque.rules.codes import AlquerqueCause
from companion.games.alquerque.rules.kernel.state import (
    AlquerqueRules,
    AlquerqueState,
    Sites,
    able_to_capture,
    is_on_farthest_rank,
    sites_of,
)


@dataclass(frozen=True)
class AlquerqueReach:
    """A picked-up piece and its surroundings, captures of this turn already made.

    Attributes:
        friends: the other pieces of its side.
        enemy: the pieces of the other side that still stand.
        taken: the points from which this turn has captured.
        barred: the points to which ``no_return`` forbids it to go.
        landings: where its next hop may end.
        has_hopped: whether the turn has captured yet, so that steps are over.
    """

    side: Side
    at: Site
    friends: Sites
    enemy: Sites
    taken: Sites
    barred: Sites
    landings: tuple[Site, ...]
    has_hopped: bool


def why_not_lifted(rules: AlquerqueRules, state: AlquerqueState, site: Site) -> Refusal:
    """Return why the turn cannot begin on *site*."""
    own, enemy = (state.white, state.black) if state.side == 0 else (state.black, state.white)
    if 1 << site & enemy:
        if state.offenders:
            return Refusal(AlquerqueCause.NOT_AN_OFFENDER, tuple(sites_of(state.offenders)))
        return Refusal(Cause.NOT_YOURS)
    if not 1 << site & own:
        return Refusal(Cause.EMPTY)
    able = able_to_capture(rules, state)
    if able and rules.must_capture:
        return Refusal(AlquerqueCause.MUST_CAPTURE, tuple(sites_of(able)))
    return Refusal(Cause.NO_MOVES)


def why_not_reached(
    rules: AlquerqueRules, state: AlquerqueState, reach: AlquerqueReach, site: Site
) -> Refusal:
    """Return why the picked-up piece cannot go to *site*."""
    bit = 1 << site
    if site == reach.at:
        return Refusal(Cause.SAME_SITE)
    if bit & (reach.friends | reach.enemy):
        return _why_not_onto_a_piece(rules, reach, site)
    for ray in rules.board.rays[reach.at]:
        if site in ray:
            steps = ray.index(site) + 1
            if steps == 1:
                return _why_no_step(rules, state, reach, site)
            if steps == 2:
                return _why_no_hop(rules, reach, ray[0], site)
            return Refusal(AlquerqueCause.TOO_FAR)
    return Refusal(AlquerqueCause.OFF_LINE)


def _why_not_onto_a_piece(rules: AlquerqueRules, reach: AlquerqueReach, site: Site) -> Refusal:
    around = rules.board.neighbors[reach.at]
    if 1 << site & reach.enemy and site in around:
        behind = rules.board.neighbors[site][around.index(site)]
        if behind in reach.landings:
            return Refusal(AlquerqueCause.LAND_BEHIND, (behind,))
    return Refusal(Cause.OCCUPIED)


def _why_no_step(
    rules: AlquerqueRules, state: AlquerqueState, reach: AlquerqueReach, site: Site
) -> Refusal:
    if reach.has_hopped:
        return Refusal(AlquerqueCause.MUST_GO_ON, reach.landings)
    able = able_to_capture(rules, state)
    if able and rules.must_capture:
        return Refusal(AlquerqueCause.MUST_CAPTURE, tuple(sites_of(able)))
    if not rules.steps[reach.side][reach.at] & 1 << site:
        if is_on_farthest_rank(rules.board, reach.side, reach.at):
            return Refusal(AlquerqueCause.LAST_RANK)
        return Refusal(AlquerqueCause.BACKWARDS)
    return Refusal(AlquerqueCause.NO_RETURN)


def _why_no_hop(rules: AlquerqueRules, reach: AlquerqueReach, over: Site, site: Site) -> Refusal:
    jumped = 1 << over
    if jumped & reach.taken:
        return Refusal(AlquerqueCause.TWICE)
    if jumped & reach.friends:
        return Refusal(AlquerqueCause.OWN_PIECE_BETWEEN)
    if not jumped & reach.enemy:
        return Refusal(AlquerqueCause.NOTHING_TO_JUMP)
    if all(end != site for _, _, end in rules.hops[reach.side][reach.at]):
        return Refusal(AlquerqueCause.BACKWARDS)
    return Refusal(AlquerqueCause.NO_RETURN)
