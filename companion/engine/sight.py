"""The game as somebody sees it who overlooks some of the other side's replies."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from companion.contract import Position, Site
from companion.engine.knowledge import Knowledge

NEAR: Final = 2
"""Steps of a king from what has changed since the first position: replies there are near."""

NEAR_SHARE, FAR_SHARE = 0.5, 2.0
"""How much more often than usual a reply is overlooked, near and far."""

MOST_PLACED: Final = 64
"""Replies from which on nobody looks where each of them is: there are too many."""


class Sight(Knowledge[Position]):
    """The knowledge of a player who overlooks a share of the replies to what he looks at.

    A reply overlooked once is overlooked throughout the search, wherever it comes up.

    Args:
        position: where the player is to move.
        overlooks: share of the replies, 0 .. 1; *chance* decides which.
        first_beam: first plies that are followed.
    """

    def __init__(
        self,
        knowledge: Knowledge[Position],
        position: Position,
        overlooks: float,
        first_beam: int,
        chance: random.Random,
    ) -> None:
        self._knowledge = knowledge
        self._position = position
        self._overlooks = overlooks
        self._chance = chance
        self._seen: dict[object, Sequence[Position]] = {}
        self.first_beam = min(first_beam, knowledge.first_beam or first_beam)
        self.beam = knowledge.beam
        self.has_captures = knowledge.has_captures

    def value(self, position: Position) -> int:
        return self._knowledge.value(position)

    def key(self, position: Position) -> object:
        return self._knowledge.key(position)

    def children(self, position: Position) -> Sequence[Position]:
        """Return the positions after the plies that are not overlooked; at least one."""
        children = self._knowledge.children(position)
        if position.side == self._position.side or not self._overlooks:
            return children
        key = self.key(position)
        if key not in self._seen:
            self._seen[key] = self._noticed(position, children)
        return self._seen[key]

    def captures(self, position: Position) -> Sequence[Position]:
        """Return the captures that are not overlooked."""
        captures = self._knowledge.captures(position)
        if not captures or position.side == self._position.side or not self._overlooks:
            return captures
        seen = {child.key for child in self.children(position)}
        return [child for child in captures if child.key in seen]

    def _noticed(self, position: Position, children: Sequence[Position]) -> Sequence[Position]:
        places = position.board.places
        looked = [places[site] for site in _changed(self._position, position)]
        is_placed = len(children) < MOST_PLACED
        noticed = []
        for child in children:
            share = self._overlooks
            if is_placed:
                moved = [places[site] for site in _changed(position, child)]
                share *= NEAR_SHARE if _is_near(looked, moved) else FAR_SHARE
            if self._chance.random() >= share:
                noticed.append(child)
        return noticed or children[:1]


def _changed(before: Position, after: Position) -> list[Site]:
    """Return the sites on which other pieces stand in *after*, in board order."""
    old, new = before.pieces(), after.pieces()
    return sorted(site for site in old.keys() | new.keys() if old.get(site) != new.get(site))


def _is_near(places: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> bool:
    return any(
        max(abs(file - other_file), abs(rank - other_rank)) <= NEAR
        for file, rank in places
        for other_file, other_rank in others
    )
