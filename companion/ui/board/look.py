"""What a game may draw itself, its part ``look``; without one it is drawn as any other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from companion.contract import GamePlugin, HalfMove
from companion.errors import PluginError
from companion.plugins import plugin_of
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen


@dataclass(frozen=True)
class Look:
    """What one game draws itself.

    Attributes:
        ledge: draws in a box, after the touches so far, what matters beside the board;
            None shows the pieces off it, or with racks the counters.
    """

    ledge: Callable[[Pen, Box, HalfMove], None] | None = None


def look_of(game: str) -> Look:
    """Return what the game called *game* draws itself; nothing where it brings no `Look`.

    Raises:
        OptionError: there is no such game.
    """
    return _look_of(plugin_of(game))


@cache
def _look_of(plugin: GamePlugin) -> Look:
    try:
        return plugin.load(plugin.look, Look) or Look()
    except PluginError:
        # The match goes on: what is drawn without a look is enough to play it.
        return Look()
