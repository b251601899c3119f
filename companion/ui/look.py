"""What a game may draw itself, its part ``look``; without one it is drawn as any other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from companion.contract import HalfMove
from companion.games import plugin_of
from companion.ui.layout import Box
from companion.ui.pen import Pen


@dataclass(frozen=True)
class Look:
    """
    What one game draws itself.

    Attributes:
        ledge: draws in a box, after the touches so far, what matters beside the board;
            None shows the pieces off it, or with racks the counters.
    """

    ledge: Callable[[Pen, Box, HalfMove], None] | None = None


@cache
def look_of(game: str) -> Look:
    """
    Return what the game called *game* draws itself; nothing where it brings no look.

    Raises:
        OptionError: there is no such game.
        PluginError: what it brings is no `Look`.
    """
    plugin = plugin_of(game)
    return plugin.load(plugin.look, Look) or Look()
