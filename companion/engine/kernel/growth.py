"""The plies of a tree that grows, and which of them is best or to be looked into next.

Knows values and visits alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.contract import Position
from companion.engine.limits import EXPECTED, EXPECTED_FROM, WIN, WON_FROM

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64

Ply: TypeAlias = int | Position
"""By what a game makes the position that a ply leads to: a number of its own, or that itself."""

EXPLORE: Final = 1.0
"""How much seldom visited plies are favored; 0 follows the best alone."""

WIDTH: Final = 2.0
WIDENING: Final = 0.6
"""After n visits to a position, 1 + WIDTH * n ** WIDENING of its plies are chosen among."""

SCALE: Final = 150.0
"""A lead that counts as three quarters of a won game when plies are chosen."""

SPREAD: Final = 60.0
"""How much worse a ply is by its evaluation that seems about a third as promising."""

_HOPES: Final = [math.tanh(lead / SCALE) for lead in range(3_000)]
"""What a lead counts for; farther ones are rounded to 1."""


class Branch:
    """A ply in the tree; with *replies* once the position that it leads to was looked into.

    Attributes:
        value: what the ply is worth to the side that makes it.
        child: the position that it leads to, once it was asked for.
        side: the side to move in it, from then on.
        prior: how promising it is among its siblings by its evaluation, 0 .. 1.
        is_cut: the position that it leads to has more plies than *replies*.
    """

    def __init__(self, value: i64, ply: Ply, is_over: bool) -> None:
        self.value: i64 = value
        self.ply = ply
        self.is_over = is_over
        self.child: Position | None = None
        self.side: i64 = -1
        self.prior = 0.0
        self.is_cut = False
        self.visits: i64 = 0
        self.replies: list[Branch] = []

    def worth(self, swing: i64) -> i64:
        """Return what the ply is worth, a reply as usual counted in where none is known."""
        return self.value if self.replies or self.is_over else self.value - swing


class Growth:
    """A tree from *root* on: where it grows next, and what its plies are worth then."""

    def __init__(self, root: Branch) -> None:
        self.root = root
        self._swings: i64 = 0
        self._replied: i64 = 0

    def swing(self) -> i64:
        """Return how much a reply has cost on average."""
        return self._swings // self._replied if self._replied else 0

    def path(self) -> list[Branch]:
        """Return the way from the root to a ply without replies, the promising one of each."""
        swing = self.swing()
        node = self.root
        path = [node]
        while node.replies:
            node = _promising(node, swing)
            path.append(node)
        return path

    def learn(self, node: Branch, before: Branch) -> None:
        """Note how much less *node* is worth after the best reply than by its evaluation."""
        reply: i64 = node.replies[0].value
        if -EXPECTED_FROM < reply < EXPECTED_FROM and node.side != before.side:
            self._swings += node.value + reply
            self._replied += 1

    def tell(self, path: list[Branch]) -> None:
        """Count a visit to each ply of *path*, and tell the value of the last one upwards."""
        swing = self.swing()
        at: i64 = len(path) - 1
        while at > 0:
            node = path[at]
            node.visits += 1
            if node.replies:
                value = best(node.replies, swing).worth(swing)
                if node.is_cut and value <= -WON_FROM:
                    # No proof: a ply that is left out may be better.
                    value += WIN - EXPECTED
                value = _later(value)
                node.value = value if node.side == path[at - 1].side else -value
            at -= 1
        path[0].visits += 1

    def order(self) -> list[Branch]:
        """Return the first plies, the best first, of equal ones the most visited."""
        return sorted(self.root.replies, key=self._worst_last)

    def _worst_last(self, node: Branch) -> tuple[int, int]:
        return -node.worth(self.swing()), -node.visits


def best(nodes: list[Branch], swing: i64) -> Branch:
    """Return the first of *nodes* that is worth most, of equal ones the most visited."""
    child = nodes[0]
    most: i64 = child.worth(swing)
    for node in nodes:
        worth: i64 = node.worth(swing)
        if worth > most or (worth == most and node.visits > child.visits):
            child, most = node, worth
    return child


def _promising(node: Branch, swing: i64) -> Branch:
    """Return the reply of *node* to look into next."""
    visits = float(node.visits)
    active: i64 = 1 + int(WIDTH * visits**WIDENING)
    push = EXPLORE * math.sqrt(visits + 1.0)
    child = node.replies[0]
    most = -math.inf
    for reply in node.replies:
        if active == 0:
            break
        active -= 1
        # Looking again at an end brings nothing, nor at what is lost for certain.
        hope = _hope(reply.worth(swing)) + push * reply.prior / float(1 + reply.visits)
        if reply.value <= -EXPECTED_FROM:
            hope -= 1.0
        if reply.is_over and reply.visits > 0:
            hope -= 1.0
        if hope > most:
            child, most = reply, hope
    return child


def _hope(lead: i64) -> float:
    """Return what *lead* counts for, -1 .. 1."""
    far: i64 = len(_HOPES)
    if lead < 0:
        return -1.0 if -lead >= far else -_HOPES[-lead]
    return 1.0 if lead >= far else _HOPES[lead]


def arrange(nodes: list[Branch], chance: random.Random) -> None:
    """Sort *nodes*, the best evaluated first, and have each know how promising it is.

    Those of equal worth come in an order that *chance* names.
    """
    # As its own shuffle does, of whose time most goes into calls.
    draw = chance.getrandbits
    for last in range(len(nodes) - 1, 0, -1):
        bits = (last + 1).bit_length()
        other: int = draw(bits)
        while other > last:
            other = draw(bits)
        nodes[last], nodes[other] = nodes[other], nodes[last]
    nodes.sort(key=_worst_last)
    highest = float(nodes[0].value)
    total = 0.0
    for node in nodes:
        node.prior = math.exp((float(node.value) - highest) / SPREAD)
        total += node.prior
    for node in nodes:
        node.prior /= total


def _worst_last(node: Branch) -> int:
    return -int(node.value)


def _later(value: i64) -> i64:
    """Return *value* as it is a ply before: a win or a loss is one ply farther away."""
    if -EXPECTED_FROM < value < EXPECTED_FROM:
        return value
    return value - 1 if value > 0 else value + 1
