"""Which move of legs leads to a placement that the search has found."""

from __future__ import annotations

from companion.contract import Move
from companion.games.quincala.rules.kernel.core import TowerRules
from companion.games.quincala.rules.text import canonical_moves
from companion.games.quincala.rules.turn import PASS, LegPosition


def route_to(position: LegPosition, placement: int, ended: int) -> Move:
    """
    Return the canonical move of legs from *position* to *placement*, or the pass.

    Args:
        position: where the move begins.
        placement: after the turn.
        ended: what the end of the turn takes away from the placement that a route leads to.
    """
    rules: TowerRules = position.rules
    routes = rules.routes(position.placement, position.side, position.gone)
    ends = routes.placements()
    if not ends:
        return PASS
    wanted = ends.index(placement + ended)
    return canonical_moves(position.board, routes)[wanted]
