"""How long the command line waits for a game from outside that may never answer.

On screen a search has a process of its own, which is killed when it is late.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from companion.engine.limits import Limits
from companion.errors import Message
from companion.plugins import built_in
from companion.plugins.outside import in_time

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
