"""A turn of Alquerque as it is made, touch by touch.

Everything here is worked out from the touches so far; the list of all legal
moves is never needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from companion.contract import (
    Fact,
    HalfMove,
    Lifted,
    Move,
    Piece,
    Placement,
    Position,
    Progress,
    Refusal,
    Site,
    Token,
    Touch,
)
from companion.contract.codes import Cause, Does
from companion.games.alquerque.rules.codes import AlquerqueCause
from companion.games.alquerque.rules.kernel.state import (
    AlquerqueRules,
    AlquerqueState,
    Sites,
    able_to_capture,
    after_capture,
    after_huff,
    after_step,
    hops_from,
    is_on_farthest_rank,
    missing,
    outcome_of,
    own_and_enemy,
    placement,
    sites_of,
    step_ends,
)
from companion.games.alquerque.rules.text import move_of


class AlquerqueTurn(HalfMove):
    """A turn being made: a huff, or a piece and the points that it goes to.

    Args:
        taken: the points from which the touches so far capture.
        done: what the touches so far do.
    """

    def __init__(
        self,
        position: Position,
        rules: AlquerqueRules,
        state: AlquerqueState,
        touches: tuple[Site, ...] = (),
        taken: Sites = 0,
        done: tuple[Fact, ...] = (),
    ) -> None:
        self.position = position
        self.rules = rules
        self.state = state
        self.touches: tuple[Touch, ...] = touches
        self._sites = touches
        self._taken = taken
        self._done = done

    @property
    def _is_huff(self) -> bool:
        return len(self._sites) == 1 and bool(self.state.offenders >> self._sites[0] & 1)

    @property
    def move(self) -> Move | None:
        """Return the move that the touches make; a capture that must go on is none."""
        must_go_on = self._taken and self.rules.must_capture and self._hops()
        is_whole = self._is_huff or (len(self._sites) > 1 and not must_go_on)
        return move_of(self.rules.board, self._sites) if is_whole else None

    def _own(self) -> Sites:
        own, _ = own_and_enemy(self.state)
        if len(self._sites) > 1:
            own = own & ~(1 << self._sites[0]) | 1 << self._sites[-1]
        return own

    def _enemy(self) -> Sites:
        _, enemy = own_and_enemy(self.state)
        gone = 1 << self._sites[0] if self._is_huff else self._taken
        return enemy & ~gone

    def _barred(self) -> Sites:
        """Return the points that the piece may not enter again."""
        visited = self.state.visited
        if not visited:
            return 0
        barred = visited[self._sites[0]]
        for site in self._sites[1:]:
            barred |= 1 << site
        return barred

    def _hops(self) -> dict[Site, Site]:
        """Return where the piece may hop to, each with the point that it jumps."""
        enemy = self._enemy()
        closed = self._own() | enemy | self._barred()
        hops = hops_from(self.rules, self.state.side, self._sites[-1], enemy, closed)
        return {end: jumped.bit_length() - 1 for jumped, _, end in hops}

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        ahead = self._liftable() if not self._sites else self._reachable()
        return {site: self._with_win(site, ahead[site]) for site in sorted(ahead)}

    def _liftable(self) -> dict[Site, tuple[Fact, ...]]:
        rules, state = self.rules, self.state
        if outcome_of(rules, state) is not None:
            return {}
        able = able_to_capture(rules, state)
        ahead: dict[Site, tuple[Fact, ...]] = {
            site: (Fact(Does.HUFF, (Piece(1 - state.side, 1), site)),)
            for site in sites_of(state.offenders)
        }
        for site in sites_of(able if able and rules.must_capture else self._own()):
            if able >> site & 1 or step_ends(rules, state, site):
                ahead[site] = ()
        return ahead

    def _reachable(self) -> dict[Site, tuple[Fact, ...]]:
        rules, state = self.rules, self.state
        if self._is_huff or (len(self._sites) > 1 and not self._taken):
            return {}
        own, enemy = Piece(state.side, 1), Piece(1 - state.side, 1)
        moved = Fact(Does.MOVE, (own,))
        ahead: dict[Site, tuple[Fact, ...]] = {
            end: (moved, Fact(Does.CAPTURE, (enemy, over))) for end, over in self._hops().items()
        }
        if len(self._sites) == 1 and not (rules.must_capture and able_to_capture(rules, state)):
            for end in sites_of(step_ends(rules, state, self._sites[0])):
                ahead[end] = (moved,)
        return ahead

    def _with_win(self, site: Site, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        half = self._touched(site, facts)
        return facts if half.move is None else facts + half.ending()

    def _touched(self, site: Site, facts: tuple[Fact, ...]) -> AlquerqueTurn:
        taken = self._taken
        for fact in facts:
            if fact.code == Does.CAPTURE and isinstance(fact.values[1], int):
                taken |= 1 << fact.values[1]
        return AlquerqueTurn(
            self.position, self.rules, self.state, (*self._sites, site), taken, self._done + facts
        )

    def ending(self) -> tuple[Fact, ...]:
        """Return the win that the complete turn brings to either side, if any."""
        outcome = outcome_of(self.rules, self.next_state())
        if outcome is None or outcome.winner is None:
            return ()
        return (Fact(Does.WIN, (outcome.winner,)),)

    def refusal(self, touch: Touch) -> Refusal:
        if isinstance(touch, Token):
            return Refusal(Cause.TOKEN)
        if not 0 <= touch < len(self.rules.board):
            return Refusal(Cause.OFF_BOARD)
        if outcome_of(self.rules, self.state) is not None:
            return Refusal(Cause.GAME_OVER)
        if self.progress is Progress.COMPLETE:
            return Refusal(Cause.COMPLETE)
        if not self._sites:
            return self._why_not_lifted(touch)
        return self._why_not_reached(touch)

    def _why_not_lifted(self, site: Site) -> Refusal:
        """Return why the turn cannot begin on *site*."""
        offenders = self.state.offenders
        if 1 << site & self._enemy():
            if offenders:
                return Refusal(AlquerqueCause.NOT_AN_OFFENDER, tuple(sites_of(offenders)))
            return Refusal(Cause.NOT_YOURS)
        if not 1 << site & self._own():
            return Refusal(Cause.EMPTY)
        return self._must_capture() or Refusal(Cause.NO_MOVES)

    def _must_capture(self) -> Refusal | None:
        able = able_to_capture(self.rules, self.state)
        if not (able and self.rules.must_capture):
            return None
        return Refusal(AlquerqueCause.MUST_CAPTURE, tuple(sites_of(able)))

    def _why_not_reached(self, site: Site) -> Refusal:
        """Return why the piece picked up cannot go to *site*."""
        at = self._sites[-1]
        if site == at:
            return Refusal(Cause.SAME_SITE)
        if 1 << site & (self._own() | self._enemy()):
            return self._why_not_onto_a_piece(at, site)
        for ray in self.rules.board.rays[at]:
            if site in ray:
                steps = ray.index(site) + 1
                if steps == 1:
                    return self._why_no_step(at, site)
                if steps == 2:
                    return self._why_no_hop(at, ray[0], site)
                return Refusal(AlquerqueCause.TOO_FAR)
        return Refusal(Cause.OFF_LINE)

    def _why_not_onto_a_piece(self, at: Site, site: Site) -> Refusal:
        neighbors = self.rules.board.neighbors
        if 1 << site & self._enemy() and site in neighbors[at]:
            behind = neighbors[site][neighbors[at].index(site)]
            if behind in self._hops():
                return Refusal(AlquerqueCause.LAND_BEHIND, (behind,))
        return Refusal(Cause.OCCUPIED)

    def _why_no_step(self, at: Site, site: Site) -> Refusal:
        if self._taken:
            return Refusal(AlquerqueCause.MUST_GO_ON, tuple(self._hops()))
        if refusal := self._must_capture():
            return refusal
        side = self.state.side
        if not self.rules.steps[side][at] & 1 << site:
            is_last = is_on_farthest_rank(self.rules.board, side, at)
            return Refusal(AlquerqueCause.LAST_RANK if is_last else AlquerqueCause.BACKWARDS)
        return Refusal(AlquerqueCause.NO_RETURN)

    def _why_no_hop(self, at: Site, over: Site, site: Site) -> Refusal:
        jumped = 1 << over
        if jumped & self._taken:
            return Refusal(AlquerqueCause.TWICE)
        if jumped & self._own():
            return Refusal(AlquerqueCause.OWN_PIECE_BETWEEN)
        if not jumped & self._enemy():
            return Refusal(AlquerqueCause.NOTHING_TO_JUMP)
        if all(end != site for _, _, end in self.rules.hops[self.state.side][at]):
            return Refusal(AlquerqueCause.BACKWARDS)
        return Refusal(AlquerqueCause.NO_RETURN)

    def extended(self, touch: Touch) -> AlquerqueTurn:
        assert not isinstance(touch, Token), "Alquerque has no tokens"
        facts = self.next_touches()[touch]
        return self._touched(touch, tuple(fact for fact in facts if fact.code != Does.WIN))

    def next_state(self) -> AlquerqueState:
        """Return the state that the complete turn leads to."""
        rules, state, sites = self.rules, self.state, self._sites
        if self._is_huff:
            return after_huff(state, sites[0])
        if self._taken:
            return after_capture(rules, state, sites[0], sites[-1], self._enemy(), self._barred())
        return after_step(rules, state, able_to_capture(rules, state), sites[0], sites[1])

    def pieces(self) -> Placement:
        return placement(*self._white_and_black())

    def off_board(self) -> tuple[Piece, ...]:
        """Return the pieces off the board after the touches so far, White's first."""
        return missing(self.rules, *self._white_and_black())

    def _white_and_black(self) -> tuple[Sites, Sites]:
        own, enemy = self._own(), self._enemy()
        return (enemy, own) if self.state.side else (own, enemy)

    def lifted(self) -> Lifted | None:
        if not self._sites or self.progress is Progress.COMPLETE:
            return None
        return Lifted(self._sites[-1], (Piece(self.state.side, 1),))

    def facts(self) -> tuple[Fact, ...]:
        """Return what the touches so far do, with the win when they end the game."""
        return self._done if self.move is None else self._done + self.ending()
