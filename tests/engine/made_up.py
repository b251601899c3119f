"""Games made of numbers alone, and values by looking at everything: no bound, order or table.

In such a game plies lead to few positions, by many ways, and many are worth the same. So what
a search cuts off, keeps or takes for a tie decides far more often than on any board.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.contract import Outcome
from companion.engine.knowledge import Knowledge
from companion.engine.limits import WIN


class Node(NamedTuple):
    """One position: what it is worth to side 0, what follows, and which of that are captures."""

    side: int
    value: int
    after: tuple[int, ...] = ()
    captures: tuple[int, ...] = ()
    end: Outcome | None = None


class MadeUp:
    """A position of the game *nodes*, named by its number."""

    def __init__(self, nodes, number):
        self.nodes = nodes
        self.key = number
        self.node = nodes[number]
        self.side = self.node.side

    def outcome(self):
        return self.node.end

    def all(self, numbers):
        return [MadeUp(self.nodes, number) for number in numbers]


class Numbers(Knowledge):
    """What is known of them.

    Args:
        has_captures: leaves are followed while pieces are taken.
        known: what positions are worth for certain, to their side to move.
        is_forgetful: no position is known again in a table.
    """

    def __init__(self, has_captures=False, known=(), is_forgetful=False):
        self.has_captures = has_captures
        self._known = dict(known)
        self._is_forgetful = is_forgetful

    def value(self, position):
        return position.node.value

    def children(self, position):
        return position.all(position.node.after)

    def captures(self, position):
        return position.all(position.node.captures)

    def key(self, position):
        return object() if self._is_forgetful else position.key

    def exact(self, position):
        return self._known.get(position.key)


def layered(chance, plies, width=6, draws=False):
    """A game in layers, *plies* of them and some more for captures: a ply leads to the next one.

    So each position is always looked at equally far, and a table may change nothing.
    """
    ends = [Outcome(0, "won"), Outcome(1, "won"), *([Outcome(None, "drawn")] if draws else [])]
    nodes = [Node(0, 0, tuple(range(1, width + 1)))]
    layers = plies + 4
    for layer in range(1, layers + 1):
        first = 1 + layer * width
        for _ in range(width):
            side = layer % 2 if chance.random() < 0.85 else 1 - layer % 2
            value = 10 * chance.randint(-5, 5)
            if chance.random() < 0.06:
                nodes.append(Node(side, value, end=chance.choice(ends)))
            elif layer == layers:
                nodes.append(Node(side, value))
            else:
                after = tuple(chance.sample(range(first, first + width), chance.randint(2, 4)))
                nodes.append(Node(side, value, after, after[: chance.randint(0, 2)]))
    return nodes


def ending(chance, size=26, longest=5):
    """A game that ends on every way, after more or fewer plies: each position comes up at several.

    Looked at far enough, everything is known for certain.
    """
    ends = [Outcome(0, "won"), Outcome(1, "won"), Outcome(None, "drawn")]
    nodes = []
    for number in range(size):
        later = range(number + 1, min(size, number + 1 + longest))
        if number and (len(later) < 2 or chance.random() < 0.2):
            nodes.append(Node(chance.randrange(2), 0, end=chance.choice(ends)))
        else:
            after = tuple(chance.sample(later, chance.randint(2, min(3, len(later)))))
            nodes.append(Node(chance.randrange(2), 10 * chance.randint(-3, 3), after))
    return nodes


def circling(chance, size=9):
    """A game that leads back to where it was, again and again."""
    return [
        Node(chance.randrange(2), 10 * chance.randint(-5, 5),
             tuple(chance.sample(range(size), chance.randint(2, 3))))
        for _ in range(size)
    ]  # fmt: skip


def worth_of(knowledge, position, depth, seen=frozenset(), ply=0):
    """What *position* is worth to its side to move, so many plies ahead.

    What the last ply leads to counts as it stands, repeated or not.
    """
    end, exact = position.outcome(), knowledge.exact(position)
    if end is not None:
        if end.winner is None:
            return 0
        return WIN - ply if end.winner == position.side else ply - WIN
    if exact is not None:
        return exact + (ply if exact < 0 else -ply if exact else 0)
    if depth == 0:
        return _rested(knowledge, position, ply)
    if ply and position.key in seen:
        return 0
    children = knowledge.children(position)
    if not children:
        return _standing(knowledge, position)
    return max(_first_plies(knowledge, position, children, depth, seen, ply))


def first_values(knowledge, position, depth, seen=frozenset()):
    """What each first ply of *position* is worth, by the key of what it leads to."""
    children = knowledge.children(position)
    values = _first_plies(knowledge, position, children, depth, frozenset(seen), 0)
    return {child.key: value for child, value in zip(children, values, strict=True)}


def _first_plies(knowledge, position, children, depth, seen, ply):
    onward = seen | {position.key}
    values = []
    for child in children:
        value = worth_of(knowledge, child, depth - 1, onward, ply + 1)
        values.append(value if child.side == position.side else -value)
    return values


def _standing(knowledge, position):
    value = knowledge.value(position)
    return -value if position.side else value


def _rested(knowledge, position, ply):
    """The best of standing still and all captures, to their end."""
    best = _standing(knowledge, position)
    for child in knowledge.captures(position) if knowledge.has_captures else ():
        value = worth_of(knowledge, child, 0, frozenset(), ply + 1)
        best = max(best, value if child.side == position.side else -value)
    return best
