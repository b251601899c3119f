"""What the board shows at one moment, as roles rather than colors or shapes.

Screen and lamps both draw from one `BoardPicture`, so they cannot disagree, and neither asks
the rules itself.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, NamedTuple

from companion.art.marks import Mark
from companion.contract import GamePlugin, HalfMove, Lifted, Piece, Placement, Site
from companion.errors import PluginError
from companion.plugins import plugin_of

if TYPE_CHECKING:
    # Pictures are also made without a screen.
    from companion.ui.widgets.layout import Box
    from companion.ui.widgets.pen import Pen
    from companion.words.voice import Voice


class Arrow(NamedTuple):
    """One leg drawn as an arrow; harmful ones take a piece off the board.

    Attributes:
        is_hint: it is what a hint advises, in the color of that role.
    """

    start: Site
    end: Site
    is_harmful: bool
    is_strong: bool
    is_hint: bool = False


class Flight(NamedTuple):
    """Pieces gliding along one leg; *part* runs from 0.0 at the start to 1.0 at the end."""

    pieces: tuple[Piece, ...]
    start: Site
    end: Site
    part: float


class OutlineKind(enum.Enum):
    """What several sites are together.  Each has a shape of its own."""

    CHAIN = "chain"
    CHOSEN = "chosen chain"
    LINE = "line"
    AREA = "area"


class Outline(NamedTuple):
    """Sites that belong together: a chain that may be or is removed, an unbreakable line, an area.

    Attributes:
        sites: those of a chain and a line in their order, one next to the other.
        kind: what they are.
    """

    sites: tuple[Site, ...]
    kind: OutlineKind


@dataclass(frozen=True)
class BoardPicture:
    """Everything that is on the board: pieces, marks, arrows, pieces in flight.

    Attributes:
        placement: the pieces that stand, bottom first; those in flight are not among them.
        marks: the roles of sites; a site may have several.
        lifted: the pieces to outline in red.
        last_move: the route of the last move, the start first; empty when there is none.
        gone: the pieces that the last move took off the board, where they stood.
        immune: (site, value) of the pieces to outline in yellow.
        outlines: chains, lines and areas.
        shaking: the site that refuses a touch, and how far its shake is, 0.0 to 1.0.
    """

    placement: Placement = field(default_factory=dict)
    marks: Mapping[Site, frozenset[Mark]] = field(default_factory=dict)
    lifted: Lifted | None = None
    last_move: tuple[Site, ...] = ()
    gone: Mapping[Site, Piece] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()
    flights: tuple[Flight, ...] = ()
    immune: frozenset[tuple[Site, int]] = frozenset()
    outlines: tuple[Outline, ...] = ()
    shaking: tuple[Site, float] | None = None


@dataclass(frozen=True)
class Look:
    """What one game draws itself.

    Attributes:
        ledge: draws in a box, after the touches so far, what matters beside the board, and
            is given the voice to call the players with, where it takes four values; None shows
            the pieces off it, or with racks the counters.
    """

    ledge: Callable[[Pen, Box, HalfMove, Voice], None] | None = None

    def takes_voice(self) -> bool:
        """Return whether `ledge` takes the voice, which games before 0.3.0 knew nothing of."""
        assert self.ledge is not None, "only a game with a panel of its own is asked"
        try:
            signature(self.ledge).bind(*range(4))
        except TypeError:
            return False
        return True


def look_of(game: str) -> Look:
    """Return what the game called *game* draws itself; nothing where it brings no `Look`.

    Raises:
        OptionError: there is no such game.
    """
    return _look_of(plugin_of(game))


@cache
def _look_of(plugin: GamePlugin) -> Look:
    try:
        look = plugin.load(plugin.look, Look) or Look()
    except PluginError:
        # The match goes on: what is drawn without a look is enough to play it.
        return Look()
    if look.ledge is None or look.takes_voice():
        return look
    draw: Callable[..., None] = look.ledge
    return Look(lambda pen, box, half, voice: draw(pen, box, half))
