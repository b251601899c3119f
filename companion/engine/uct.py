"""Plain UCT with random playouts, which knows nothing of a game but its rules: the yardstick.

Where hands are hidden, each of many deals has a tree of its own, and the visits
of a move are added up over them.  Nothing of this is used for hints.

Source: Kocsis and Szepesvári, Bandit based Monte-Carlo Planning, 2006; the
exploration constant is that of UCB1 in Auer, Cesa-Bianchi and Fischer, 2002.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Final

from companion.contract import Move, Outcome, Position
from companion.engine.budget import Budget, StoppedError
from companion.engine.knowledge import HiddenKnowledge, Knowledge, any_move, knowledge_of
from companion.engine.limits import Limits

EXPLORATION: Final = math.sqrt(2)
MOST_PLIES: Final = 200
"""A playout that is still going on counts as drawn."""

PLAYOUTS_A_DEAL: Final = 100


class Node:
    """One position of the tree: how often it was visited, and what came of it for side 0."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.visits = 0
        self.points = 0.0
        self.children: list[Node] = []
        self.untried: list[Position] | None = None


def uct_move(position: Position, limits: Limits, seed: int, clock: Callable[[], float]) -> Move:
    """Return the move whose position was visited most.

    *limits* have time, playouts as *nodes*, or both; *seed* names all chance.

    Raises:
        EngineError: there is no legal move.
    """
    knowledge = knowledge_of(position.game.name)
    chance = random.Random(seed)
    budget = Budget(limits, clock, lambda: False)
    if isinstance(knowledge, HiddenKnowledge):
        return _by_deals(position, knowledge, budget, chance)
    root = Node(position)
    _grow(root, knowledge, budget, chance, None)
    if not root.children:
        return any_move(position, chance)
    best = max(root.children, key=lambda node: node.visits)
    return knowledge.move_to(position, best.position)


def _by_deals(
    position: Position, knowledge: HiddenKnowledge[Position], budget: Budget, chance: random.Random
) -> Move:
    moves = list(position.legal_moves())
    chance.shuffle(moves)
    visits = [0] * len(moves)
    while len(moves) > 1:
        deal = chance.getrandbits(64)
        root = Node(position)
        root.untried = []
        children = [knowledge.imagined(position, move, random.Random(deal)) for move in moves]
        root.children = [Node(child) for child in children]
        is_stopped = _grow(root, knowledge, budget, chance, PLAYOUTS_A_DEAL)
        for number, node in enumerate(root.children):
            visits[number] += node.visits
        if is_stopped:
            break
    return moves[visits.index(max(visits))]


def _grow(
    root: Node,
    knowledge: Knowledge[Position],
    budget: Budget,
    chance: random.Random,
    most: int | None,
) -> bool:
    """Add playouts to the tree, at most *most*; return whether a limit was met."""
    made = 0
    try:
        while most is None or made < most:
            budget.check()
            path = _path(root, knowledge, chance)
            points = _points(path[-1].position, knowledge, budget, chance)
            for node in path:
                node.visits += 1
                node.points += points
            budget.nodes += 1
            made += 1
    except StoppedError:
        return True
    return False


def _path(root: Node, knowledge: Knowledge[Position], chance: random.Random) -> list[Node]:
    """Return the nodes from *root* to one that was not visited before, or that is over."""
    path = [root]
    while True:
        node = path[-1]
        if node.untried is None:
            node.untried = list(knowledge.children(node.position))
            chance.shuffle(node.untried)
        if node.untried:
            node.children.append(Node(node.untried.pop()))
            return [*path, node.children[-1]]
        if not node.children:
            return path
        path.append(_most_promising(node))
        if not path[-1].visits:
            return path


def _most_promising(node: Node) -> Node:
    """Return the child of *node* with the highest upper confidence bound for its side."""
    side = node.position.side
    log_visits = math.log(max(1, node.visits))

    def bound(child: Node) -> float:
        if not child.visits:
            return math.inf
        share = child.points / child.visits
        own = share if side == 0 else 1 - share
        return own + EXPLORATION * math.sqrt(log_visits / child.visits)

    return max(node.children, key=bound)


def _points(
    position: Position, knowledge: Knowledge[Position], budget: Budget, chance: random.Random
) -> float:
    """Return what side 0 has of a random game from *position*: 1, a half or 0."""
    if knowledge.has_fast_playouts:
        return _share(position.playout(chance.getrandbits(32), MOST_PLIES))
    outcome = position.outcome()
    for _ in range(MOST_PLIES):
        if outcome is not None:
            break
        if budget.is_late():
            raise StoppedError
        position = knowledge.random_child(position, chance)
        outcome = position.outcome()
    return _share(outcome)


def _share(outcome: Outcome | None) -> float:
    if outcome is None or outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner == 0 else 0.0
