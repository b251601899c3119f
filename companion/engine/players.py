"""The players of a match: levels, limits of nodes, plain UCT, and any legal move.

On the command line a game from outside may never answer: how long it is waited for stands here
too, for on screen a search has a process of its own, which is killed when it is late.

Their time is that of the thread, so that other work on the machine takes none of it.

Plain UCT knows nothing of a game but its rules: it is the yardstick, and not used for hints.
Where hands are hidden, each of many deals has a tree of its own, and the visits
of a move are added up over them.

Source: Kocsis and Szepesvári, Bandit based Monte-Carlo Planning, 2006; the
exploration constant is that of UCB1 in Auer, Cesa-Bianchi and Fischer, 2002.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

from companion.contract import Move, Outcome, Position
from companion.engine.knowledge import HiddenKnowledge, Knowledge, any_move, knowledge_of
from companion.engine.limits import FULL, LEVELS, MOST_NODES, Budget, Limits, StoppedError
from companion.engine.search import search
from companion.errors import EngineError, Message
from companion.plugins import built_in
from companion.plugins.outside import in_time

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


SEARCH, UCT, RANDOM = "search", "uct", "random"

WORDS: Final = Message(
    "level:N (1 to {full}), nodes:N, uct, uct:N playouts, random, "
    "or a number (up to {full} a level, above it nodes)",
    full=FULL,
)
"""How players are named, for the command line."""


@dataclass(frozen=True)
class Player:
    """One that chooses moves.

    Attributes:
        name: as it was named.
        way: ``search``, ``uct`` or ``random``.
        limits: of the search or, with playouts as nodes, of UCT.
    """

    name: str
    way: str
    limits: Limits

    def move(self, position: Position, seen: Iterable[object], seed: int) -> Move:
        """Return the move of this player in *position*, before which *seen* have stood.

        Raises:
            EngineError: there is none, or the game is over.
        """
        if self.way == RANDOM:
            return any_move(position, random.Random(seed))
        if self.way == UCT:
            return uct_move(position, self.limits, seed, time.thread_time)
        return search(position, self.limits, seed, seen=seen, clock=time.thread_time).move


def player_named(text: str, time_s: float | None = None) -> Player:
    """Return the player that *text* names, see `WORDS`, with at most *time_s* seconds a move.

    Raises:
        EngineError: *text* names none, or one that would think for ever.
    """
    if text == RANDOM:
        return Player(text, RANDOM, Limits())
    kind, colon, number_text = text.partition(":")
    if not colon and kind.isdecimal():
        kind, number_text = ("level" if int(kind) <= FULL else "nodes"), kind
    is_number = number_text.isascii() and number_text.isdecimal()
    number = int(number_text) if is_number and len(number_text) < 20 else 0
    if kind == "level" and number in LEVELS:
        if number == FULL and time_s is None:
            raise _endless(text)
        return Player(text, SEARCH, Limits(time_s=time_s, level=number))
    if kind == "nodes" and 1 <= number <= MOST_NODES:
        return Player(text, SEARCH, Limits(nodes=number, time_s=time_s))
    if kind == UCT and 1 <= number <= MOST_NODES:
        return Player(text, UCT, Limits(nodes=number, time_s=time_s))
    if text == UCT:
        if time_s is None:
            raise _endless(text)
        return Player(text, UCT, Limits(time_s=time_s))
    raise EngineError("expected {words}, got {text!r}", words=WORDS, text=text)


def _endless(text: str) -> EngineError:
    return EngineError("expected --time for {text!r}, which has no limit of its own", text=text)


Answer = TypeVar("Answer")

GRACE_S: Final = 5.0
"""How long after its time by the clock a search is waited for."""

UNTIMED_S: Final = 60.0
"""How long one without such a time is waited for, whatever else it costs."""

NODE_S: Final = 0.01
"""What is allowed on top for each node: more than any evaluation takes."""

BUSY: Final = 100
"""So much slower than the clock the time of a thread may pass, beside many others."""


def clock_patience_s(limits: Limits) -> float:
    """Return how long a search is waited for whose time, if it has one, is that of the clock."""
    return thread_patience_s(limits) if limits.time_s is None else limits.time_s + GRACE_S


def thread_patience_s(limits: Limits) -> float:
    """Return how long a search is waited for whose time, if it has one, is that of its thread."""
    return UNTIMED_S + NODE_S * (limits.nodes or 0) + BUSY * (limits.time_s or 0)


def in_patience(game: str, patience_s: float, search: Callable[[], Answer]) -> Answer:
    """Return what *search*, in a position of *game*, finds; it is waited for at most *patience_s*.

    A game of the program is waited for as long as it takes.

    Raises:
        PluginError: a game from outside takes longer, or raises anything.
    """
    return (
        search()
        if game in built_in()
        else in_time(search, patience_s, Message("game {game} to work", game=game))
    )
