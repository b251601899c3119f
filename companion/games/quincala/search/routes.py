"""Which move of legs leads to a placement that the search has found."""

from __future__ import annotations

from typing import Final

from companion.contract import Move
from companion.games.quincala.rules.kernel.core import TowerRules
from companion.games.quincala.rules.text import canonical_move
from companion.games.quincala.rules.turn import PASS, LegPosition

MOST_FOUND: Final = 100_000
"""Placements after one ply that a search looks at, those of the shortest routes.

Random games do not come near it.  Tall towers may have millions, which nobody has time
or memory for.
"""


def route_to(position: LegPosition, placement: int, ended: int) -> Move:
    """Return the canonical move of legs from *position* to *placement*, or the pass.

    Args:
        position: where the move begins.
        placement: after the turn.
        ended: what the end of the turn takes away from the placement that a route leads to.
    """
    rules: TowerRules = position.rules
    routes = rules.routes(position.placement, position.side, position.gone, MOST_FOUND)
    ends = routes.placements()
    if not ends:
        return PASS
    wanted = ends.index(placement + ended)
    return canonical_move(position.board, routes, routes.arrivals[wanted])
