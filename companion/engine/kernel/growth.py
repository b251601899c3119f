"""The plies of a tree that grows, and which of them is best or to be looked into next.

Knows values and visits alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

import math
from typing import Final

from companion.contract import Position
from companion.engine.limits import WON_FROM

SCALE: Final = 150.0
"""A lead that counts as three quarters of a won game when plies are chosen."""

SPREAD: Final = 60.0
"""How much worse a ply is by its evaluation that seems about a third as promising."""


class Branch:
    """A ply in the tree; with *replies* once the position that it leads to was looked into.

    Attributes:
        value: what the ply is worth to the side that makes it.
        prior: how promising it is among its siblings by its evaluation, 0 .. 1.
    """

    def __init__(self, value: int, child: Position, is_over: bool) -> None:
        self.value: int = value
        self.child = child
        self.is_over = is_over
        self.prior = 0.0
        self.visits: int = 0
        self.replies: list[Branch] = []

    def worth(self, swing: int) -> int:
        """Return what the ply is worth, a reply as usual counted in where none is known."""
        return self.value if self.replies or self.is_over else self.value - swing


def best(nodes: list[Branch], swing: int) -> Branch:
    """Return the first of *nodes* that is worth most, of equal ones the most visited."""
    found = nodes[0]
    most: int = found.worth(swing)
    for node in nodes:
        worth: int = node.worth(swing)
        if worth > most or (worth == most and node.visits > found.visits):
            found, most = node, worth
    return found


def promising(nodes: list[Branch], active: int, push: float, swing: int) -> Branch:
    """Return which of the first *active* of *nodes* to look into next."""
    found = nodes[0]
    most = -math.inf
    for node in nodes[:active]:
        # Looking again at an end brings nothing, nor at what is lost for certain.
        hope = math.tanh(node.worth(swing) / SCALE) + push * node.prior / (1 + node.visits)
        if node.value <= -WON_FROM:
            hope -= 1
        if node.is_over and node.visits > 0:
            hope -= 1
        if hope > most:
            found, most = node, hope
    return found


def give_priors(nodes: list[Branch]) -> None:
    """Have each of *nodes*, the best evaluated first, know how promising it is."""
    highest: int = nodes[0].value
    total = 0.0
    for node in nodes:
        node.prior = math.exp((node.value - highest) / SPREAD)
        total += node.prior
    for node in nodes:
        node.prior /= total
