"""Towers on dots, the legs that they make, and what is told of them.

What the Quincala games share.  Knows nothing of turns, hands, wins or texts of
moves.
"""

from __future__ import annotations

from companion.contract import DIRECTIONS, Fact, Refusal, Side, Site
from companion.contract.codes import Cause, Does
from companion.games.quincala.rules.codes import TowerCause, TowerDoes
from companion.games.quincala.rules.kernel.routes import Join as Join
from companion.games.quincala.rules.kernel.routes import Leg as Leg
from companion.games.quincala.rules.kernel.routes import LegRules
from companion.games.quincala.rules.kernel.routes import TowerRoutes as TowerRoutes
from companion.games.quincala.rules.kernel.towers import Placed as Placed
from companion.games.quincala.rules.kernel.towers import Setup as Setup
from companion.games.quincala.rules.kernel.towers import Tower as Tower


class TowerRules(LegRules):
    """The legs that the pieces of one set-up may make, and what they are to the players."""

    # What a game may add.

    def immune(self, placement: Placed) -> frozenset[tuple[Site, int]]:
        """Return the dots and sizes of the immune pieces; none where a game knows none."""
        return frozenset()

    def formed_sizes(self, placement: Placed, side: Side) -> frozenset[int]:
        """Return the sizes of *side* in mixed towers; none where a game counts none."""
        return frozenset()

    # What is told of a leg.

    def facts(self, before: Leg, leg: Leg) -> tuple[Fact, ...]:
        """Return what *leg*, made from *before*, does: sow, move, knock, join, mixed."""
        site, placement, lifted, _, _ = before
        target, after, _, _, knocked = leg
        own = self.own[0] if lifted & self.own[0] else self.own[1]
        left = self.tower_at(placement, site) & ~lifted & own
        stays = self.tower_at(placement, target) & ~knocked
        facts = [Fact(Does.SOW, (piece, site)) for piece in self.pieces(left)]
        facts.append(Fact(Does.MOVE, self.pieces(lifted)))
        facts += [Fact(Does.KNOCK, (piece, target)) for piece in self.pieces(knocked)]
        if self.count(stays):
            facts.append(Fact(TowerDoes.JOIN, (target,)))
        if self.is_mixed(self.tower_at(after, target)):
            facts.append(Fact(TowerDoes.MIXED, (target,)))
        return tuple(facts)

    def obstacle(self, leg: Leg, target: Site) -> Refusal:
        """Return what keeps the pieces lifted in *leg* from *target*: the first thing met."""
        at, placement, lifted, _, _ = leg
        (file, rank), (end_file, end_rank) = self.board.places[at], self.board.places[target]
        files, ranks = end_file - file, end_rank - rank
        if target == at:
            return Refusal(Cause.SAME_SITE)
        if files and ranks and abs(files) != abs(ranks):
            return Refusal(Cause.OFF_LINE)
        direction = DIRECTIONS.index(((files > 0) - (files < 0), (ranks > 0) - (ranks < 0)))
        for number in range(max(abs(files), abs(ranks))):
            if number and number == self.count(lifted):
                return Refusal(TowerCause.TOO_FAR, (at,))
            if number and self.tower_at(placement, at):
                return Refusal(TowerCause.BLOCKED, (at,))
            following = self.board.neighbors[at][direction]
            if following < 0:
                return self._edge(at, direction)
            at = following
        return Refusal(TowerCause.IMMUNE, (target,))

    def _edge(self, site: Site, direction: int) -> Refusal:
        """Return why no line leads on from *site*."""
        (file, rank), (files, ranks) = self.board.places[site], DIRECTIONS[direction]
        place = (file + files, rank + ranks)
        if place not in self.board.places:
            return Refusal(TowerCause.OUTSIDE)
        other = self.board.places.index(place)
        if frozenset((site, other)) in self.board.cuts:
            return Refusal(TowerCause.CUT, (site, other))
        return Refusal(Cause.OFF_LINE)
