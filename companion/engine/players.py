"""The players of a match: levels, limits of nodes, plain UCT, and any legal move.

Their time is that of the thread, so that other work on the machine takes none of it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.contract import Move, Position
from companion.engine.knowledge import any_move
from companion.engine.limits import FULL, LEVELS, MOST_NODES, Limits
from companion.engine.search import search
from companion.engine.uct import uct_move
from companion.errors import EngineError, Message

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
