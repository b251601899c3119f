"""Wins of the Quincala games that no reply prevents, and the moves that lead to what is found.

A search follows the best evaluated replies alone, and only some plies: so it sees a win that
one of the others would have prevented, and overlooks one behind an unlikely ply.  Here a ply is
looked into if it threatens to win, and any reply after which there is no win refutes it.

Where the other side has pieces to place before it replies nothing is said: there are too many
ways to try each.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from companion.contract import Move, Position, Side
from companion.engine.kernel.best import MOST
from companion.engine.kernel.growth import Branch
from companion.engine.knowledge import BroadKnowledge
from companion.engine.limits import EXPECTED_FROM, WIN, WON_FROM, Budget, StoppedError
from companion.engine.mcts import FIRST_KEPT
from companion.engine.searcher import Ranked, Search, Searcher
from companion.games.quincala.kernel.rules import TowerRules
from companion.games.quincala.rules import PASS, LegPosition, canonical_move

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


PLIES: Final = 3
"""The own ply, a reply, and the ply that wins, after the pieces that are placed before it."""

TO_ATTACK, TO_DEFEND = 0.2, 0.25
"""Shares of a search that look for such a win: one's own before the usual search, and the
other side's after what that has chosen."""

VALUED: Final = 200
"""What it counts as, in nodes, to find all placements that a ply leads to."""

LEAST_NODES: Final = 100_000
"""With fewer nodes there is time for the usual search alone."""


class ForcedWins(Searcher):
    """A `Searcher` that looks for wins in two turns of either side, beside the usual search.

    Args:
        knowledge: of the game.
        usual: what searches without this, by the same limits.
        threatens: whether the side that led to a position would win, were it to move in it.
        winning: what follows a position where its side wins within the turn, None otherwise
            and once it is late.
        budget: its limits end the search.
    """

    proves = True

    def __init__(
        self,
        knowledge: BroadKnowledge[Any],
        usual: Searcher,
        threatens: Callable[[Any], bool],
        winning: Callable[[Any], Position | None],
        budget: Budget,
    ) -> None:
        self._knowledge = knowledge
        self._usual = usual
        self._threatens = threatens
        self._wins = winning
        self._budget = budget
        # What won or refuted last often does so again: it is tried first.
        self._won_by = 0
        self._refuted_by = 0

    def ranked(
        self,
        position: Position,
        depth: int,
        chance: random.Random,
        report: Callable[[Search], None] = lambda ranking: None,
    ) -> Search:
        """Return the first plies, the best first: one that forces a win before all others."""
        if depth < PLIES or not self._budget.has_nodes(LEAST_NODES):
            return self._usual.ranked(position, depth, chance, report)
        order, number = self._knowledge.evaluated(position, FIRST_KEPT, self._budget.is_late)
        self._budget.nodes += number
        first = Search(order, 1)
        report(first)
        if self._budget.is_late():
            return first
        with self._budget.holding_back(1 - TO_ATTACK):
            won = self._winning(position)
        if won is not None:
            return Search([won], PLIES, lambda: order)
        with self._budget.holding_back(TO_DEFEND):
            ranking = self._usual.ranked(position, depth, chance, report)
        return self._defended(ranking, position.side)

    def line(self, position: Position, first: Position, most: int) -> list[Position]:
        return self._usual.line(position, first, most)

    def _defended(self, ranking: Search, side: Side) -> Search:
        """Return *ranking* behind the first ply after which no win of the other side is found.

        A ply after which *side*, which makes it, goes on is not judged: a piece placed.
        """
        for number, ranked in enumerate(islice(ranking.every(), FIRST_KEPT)):
            # To repeat a position counts as over, but the game goes on.
            is_over = ranked.child.outcome() is not None
            if is_over or ranked.child.side == side or ranked.value <= -EXPECTED_FROM:
                break
            if self._winning(ranked.child) is None:
                if number:
                    return Search([ranked], ranking.depth, lambda: [*ranking.every()])
                break
        return ranking

    def _winning(self, position: Position) -> Ranked | None:
        """Return the ply with which the side to move wins in two turns, None if not found."""
        try:
            for branch, change in self._plies(position, self._won_by):
                self._look()
                child = self._knowledge.position_after(position, branch.ply)
                if child.side == position.side:
                    return None
                if branch.value >= WON_FROM:
                    plies = 1
                else:
                    plies = 0 if branch.is_over else self._plies_to_win(child)
                if plies:
                    self._won_by = change
                    return Ranked(WIN - plies, child)
        except StoppedError:
            pass
        return None

    def _plies_to_win(self, child: Position) -> int:
        """Return in how many plies the side that led to *child* wins in its next turn, or 0.

        The ply to *child* counts, and the win is one whatever the reply.
        """
        if not self._threatens(child) or self._wins(child) is not None:
            return 0
        replies = self._plies(child, self._refuted_by)
        if len(replies) >= self._knowledge.most_plies:
            return 0
        longest = 0
        for reply, change in replies:
            self._look()
            after = self._knowledge.position_after(child, reply.ply)
            if after.side == child.side:
                return 0
            plies = self._plies_of_turn(after)
            if not plies and reply.value > -WON_FROM:
                self._refuted_by = change
                return 0
            longest = max(longest, 2 + plies)
        return longest

    def _plies_of_turn(self, after: Position) -> int:
        """Return how many plies the side to move needs to win within its turn, 0 if it cannot.

        Pieces that it has to place first are plies as well.
        """
        at, plies = after, 0
        while (outcome := at.outcome()) is None:
            following = self._wins(at)
            if following is None:
                return 0
            at, plies = following, plies + 1
        return plies if outcome.winner == after.side else 0

    def _look(self) -> None:
        """Count what one ply costs; StoppedError where a limit is met."""
        self._budget.check()
        self._budget.nodes += VALUED

    def _plies(self, position: Position, likely: int) -> list[tuple[Branch, int]]:
        """Return the plies of *position*, and by what each changes the placement.

        The one that changes it by *likely* comes first, then the best evaluated ones.
        They are all, unless a limit is met.
        """
        assert isinstance(position, LegPosition), "one of these games"
        branches, _ = self._knowledge.branches(position, MOST, self._budget.is_late)
        plies = []
        for branch in branches:
            after = branch.ply.placement if isinstance(branch.ply, LegPosition) else branch.ply
            assert isinstance(after, int), "a placement"
            plies.append((branch, after - position.placement))
        plies.sort(key=lambda ply: ply[1] != likely)
        return plies
