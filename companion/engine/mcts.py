"""Tree search that grows one position at a time, for games with thousands of plies to choose from.

It is Monte Carlo tree search as far as what to look into next goes: what seems
promising, what was looked into seldom, and the more plies of a position the more
often it is visited.  Instead of random games the evaluator says what a position
is worth, and values are told upwards as minimax does.

Knows positions and the `BroadKnowledge` of their game alone.

Source of the rule of choice: PUCT, Silver et al., Mastering the game of Go without
human knowledge, 2017; of the growing number of plies: progressive widening,
Coulom, Computing Elo ratings of move patterns in the game of Go, 2007.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

from companion.contract import Position
from companion.engine.kernel.growth import Branch, Growth, arrange, best
from companion.engine.knowledge import BroadKnowledge
from companion.engine.limits import DEEPEST, EXPECTED_FROM, Budget, StoppedError
from companion.engine.searcher import Ranked, Search, Searcher

FIRST_KEPT, KEPT = 64, 24
"""Plies of the first position and of others that are ever looked into, the best evaluated ones."""

REPORTED_EVERY: Final = 16
"""Positions looked into between two reports."""

SETTLED: Final = 2_000
"""After so many looks in a row that found nothing a search of a limited depth has ended.

One without a limit goes on: what it would look into rarely may still be better than what is
settled.
"""


class Mcts(Searcher):
    """A `Searcher` for games with `BroadKnowledge`; *seen* is as `AlphaBeta` takes it."""

    proves = True

    def __init__(
        self, knowledge: BroadKnowledge[Any], budget: Budget, seen: Iterable[object]
    ) -> None:
        self._knowledge: BroadKnowledge[Position] = knowledge
        self._budget = budget
        self._seen = frozenset(seen)
        self._position: Position
        self._growth: Growth
        self._first: list[Branch] = []
        self._deepest = 1

    def ranked(
        self,
        position: Position,
        depth: int,
        chance: random.Random,
        report: Callable[[Search], None] = lambda ranking: None,
    ) -> Search:
        """Return the first plies, the best first; the depth is that of the deepest one."""
        root = Branch(0, position, False)
        self._enter(root, position)
        self._position, self._growth = position, Growth(root)
        self._reply(root, position, FIRST_KEPT, chance)
        self._first = root.replies
        for node in self._first:
            self._child(node, position)
        report(self._found())
        idle, most = 0, SETTLED if depth < DEEPEST else sys.maxsize
        try:
            while depth > 1 and idle < most and self._is_open():
                self._budget.check()
                idle = 0 if self._grow(depth, chance) else idle + 1
                if not root.visits % REPORTED_EVERY:
                    report(self._found())
        except StoppedError:
            pass
        return self._found()

    def line(self, position: Position, first: Position, most: int) -> list[Position]:
        node = next((node for node in self._first if node.child is first), None)
        line = [first]
        while node is not None and node.replies and len(line) < most:
            node = self._best(node.replies)
            line.append(self._child(node, line[-1]))
        return line

    def _found(self) -> Search:
        swing = self._growth.swing()
        ranked = [
            Ranked(node.worth(swing), self._child(node, self._position), node.is_over)
            for node in self._growth.order()
        ]
        return Search(ranked, self._deepest, self._others if self._growth.root.is_cut else tuple)

    def _others(self) -> list[Ranked]:
        """Return the first plies that are not in the tree, the best evaluated ones first."""
        known = {self._child(node, self._position).key for node in self._first}
        order, _ = self._knowledge.evaluated(self._position, sys.maxsize)
        return [ranked for ranked in order if ranked.child.key not in known]

    def _is_open(self) -> bool:
        """Return whether there is anything left to decide."""
        return len(self._first) > 1 and self._best(self._first).value < EXPECTED_FROM

    def _grow(self, depth: int, chance: random.Random) -> bool:
        """Look into one more position, and tell its value to those that lead to it.

        Returns:
            Whether there was one: all that looks promising may be settled, or too deep.
        """
        path = self._growth.path()
        last = path[-1]
        is_new = not last.is_over and len(path) <= depth
        if is_new:
            before = path[-2]
            assert before.child is not None, "it has replies"
            self._reply(last, self._child(last, before.child), KEPT, chance)
            self._growth.learn(last, before)
            self._deepest = max(self._deepest, len(path))
        else:
            # Where all is settled that looks promising, nothing is valued any more; a search
            # that is limited by nodes alone would never end.
            self._budget.nodes += 1
        self._growth.tell(path)
        return is_new

    def _best(self, nodes: list[Branch]) -> Branch:
        return best(nodes, self._growth.swing())

    def _child(self, node: Branch, position: Position) -> Position:
        """Return what the ply of *node* leads to from *position*; it is made but once."""
        if node.child is None:
            self._enter(node, self._knowledge.position_after(position, node.ply))
        assert node.child is not None, "it is there now"
        return node.child

    def _enter(self, node: Branch, child: Position) -> None:
        node.child, node.side = child, child.side

    def _reply(self, node: Branch, position: Position, kept: int, chance: random.Random) -> None:
        """Give *node* the best plies of *position*, to which it leads."""
        replies, number = self._knowledge.branches(position, kept, self._budget.is_late)
        self._budget.nodes += number
        node.is_cut = len(replies) < number or number >= self._knowledge.most_plies
        arrange(replies, chance)
        if self._seen:
            for reply in self._knowledge.repetitions(position, replies, self._seen):
                reply.value, reply.is_over = 0, True
        node.replies = replies
