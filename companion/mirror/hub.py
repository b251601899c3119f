"""What the table has told last, drawn for the pages that look on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.art.theme import THEMES
from companion.contract import Board
from companion.contract.board_table import parse_board
from companion.mirror.svg import Drawn, SvgDrawing, geometry_of
from companion.mirror.wire import picture_from
from companion.ui.board.marks import BoardPicture

HEARTBEAT_S: Final = 10.0
MOST_DEFINED: Final = 400
"""A page that has got so many shapes of one board begins anew."""

SAVES_S: Final = 20.0
SAVES_KEPT_S: Final = 30.0
"""How long saved games are waited for, and kept."""

TOLD: Final = {"text": "", "title": "", "names": (), "plies": (), "said": (0, ""), "alt": ""}
"""What of that which the table tells goes on to the pages as it is, and what is there before."""


class Layers(NamedTuple):
    """A picture for a page: what stands, and what flies, each with how far it has to go."""

    standing: Drawn
    flights: tuple[tuple[Drawn, tuple[int, int]], ...]


class Hub:
    """What the table has told last, drawn for each theme that a page asks for.

    Attributes:
        place: tells the boards of one hub from those of another: 0 for what everybody sees.
        number: counts what was told.
        record: of the match that is shown, or None.
        is_over: the table says no more.
        clients: how many pages look on.
    """

    def __init__(self, ask: Callable[[Mapping[str, Any]], None], place: int = 0) -> None:
        self.place = place
        self.number = 0
        self.record: str | None = None
        self.is_over = False
        self.clients = 0
        self.board_text: str | None = None
        self._ask = ask
        self._board: Board | None = None
        self._picture: BoardPicture | None = None
        self._seen: Mapping[str, Any] = {}
        self._told_at_s = 0.0
        self._changed = asyncio.Event()
        self._drawings: dict[str, SvgDrawing] = {}
        self._layers: dict[str, tuple[int, Layers]] = {}
        self._drawn_for: tuple[object, ...] = ()
        self._key = 0
        self._saves: tuple[float, bytes] = (float("-inf"), b"")
        self._saves_came = asyncio.Event()

    @property
    def seen(self) -> Mapping[str, Any]:
        """Return what was told last."""
        return self._seen

    @property
    def language(self) -> str:
        """Return the language that the table speaks."""
        return str(self._seen.get("language") or "en")

    def take(self, seen: Mapping[str, Any]) -> None:
        """Take what is seen now."""
        if "board" in seen and seen["board"] != self.board_text:
            self.board_text = seen["board"]
            self._board = parse_board(self.board_text, "table") if self.board_text else None
        if "record" in seen:
            self.record = seen["record"]
        self._seen = seen
        picture = seen["picture"]
        self._picture = picture_from(picture) if picture is not None else None
        self._told_at_s = time.monotonic()
        looks = (self._board, seen["turned"], seen["largest"], seen["look"])
        if looks != self._drawn_for:
            self._drawn_for = looks
            self._begin_drawings()
        self.number += 1
        self.wake()

    def wake(self) -> None:
        """Have every page look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self, since: int) -> None:
        """Wait until there is more than was told up to number *since*, but not for long."""
        if self.number == since and not self.is_over:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), HEARTBEAT_S)

    def _begin_drawings(self) -> None:
        self._drawings.clear()
        self._layers.clear()
        self._key += 1

    def drawing(self, theme: str) -> SvgDrawing | None:
        """Return what draws in the colors of *theme*, or None where there is no board."""
        if self._board is None:
            return None
        if theme not in self._drawings:
            _, is_turned, sizes, look = self._drawn_for
            geometry = geometry_of(self._board, is_turned=bool(is_turned), sizes=_whole(sizes))
            self._drawings[theme] = SvgDrawing(geometry, THEMES[theme, str(look)])
        return self._drawings[theme]

    def board_svg(self, theme: str, key: str) -> str | None:
        """Return the board without pieces, if it is still the one that *key* stands for."""
        drawing = self.drawing(theme)
        return drawing.board() if drawing is not None and key == str(self._key) else None

    def _layers_of(self, theme: str, drawing: SvgDrawing, picture: BoardPicture) -> Layers:
        number, layers = self._layers.get(theme, (-1, None))
        if layers is None or number != self.number:
            standing = drawing.draw(replace(picture, flights=()))
            flights = tuple(
                (drawing.draw(BoardPicture(flights=(flight,))), drawing.way_of(flight))
                for flight in picture.flights
            )
            layers = Layers(standing, flights)
            self._layers[theme] = (self.number, layers)
        return layers

    def message(self, theme: str, known: Known) -> dict[str, Any]:
        """Return what a page in the colors of *theme* shows next; *known* is what it has."""
        seen = self._seen
        late_ms = round(1000 * (time.monotonic() - self._told_at_s))
        message = {
            "number": self.number,
            "language": self.language,
            "clocks": [
                {**clock, "ms": max(0, clock["ms"] - late_ms)} if clock["runs"] else clock
                for clock in seen.get("clocks", ())
            ],
            "hasRecord": self.record is not None,
            "board": None,
            "seat": seen.get("seat"),
            **{name: seen.get(name, empty) for name, empty in TOLD.items()},
        }
        drawing, picture = self.drawing(theme), self._picture
        if drawing is None or picture is None:
            return message
        layers = self._layers_of(theme, drawing, picture)
        if len(drawing.definitions) > MOST_DEFINED + len(layers.standing.names):
            # All pages begin anew with the few that are in use.
            self._begin_drawings()
            return self.message(theme, known)
        new = known.new(self._key, (layers.standing, *(drawn for drawn, _ in layers.flights)))
        return message | {
            "board": f"/board/{self.place}/{self._key}/{theme}.svg",
            "places": drawing.places() if "seat" in seen else [],
            "size": [drawing.width, drawing.height],
            "definitions": [[name, drawing.definitions[name]] for name in new],
            "standing": layers.standing.uses,
            "flights": [{"pieces": drawn.uses, "way": way} for drawn, way in layers.flights],
        }

    def take_saves(self, data: bytes) -> None:
        """Take the saved games, a zip file."""
        self._saves = (time.monotonic(), data)
        self._saves_came.set()

    async def saves(self) -> bytes:
        """Return all saved games as a zip file, asked for anew once these are a while old."""
        if time.monotonic() - self._saves[0] > SAVES_KEPT_S:
            self._saves_came.clear()
            self._ask({"wants": "saves"})
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._saves_came.wait(), SAVES_S)
        return self._saves[1]


class Known:
    """The definitions that one page has got, all of one drawing."""

    def __init__(self) -> None:
        self._key = -1
        self._names: set[str] = set()

    def new(self, key: int, drawn: Sequence[Drawn]) -> list[str]:
        """Return the names in *drawn* that the page has not got; from now on it has."""
        if key != self._key:
            self._key, self._names = key, set()
        names = dict.fromkeys(name for each in drawn for name in each.names)
        new = [name for name in names if name not in self._names]
        self._names.update(new)
        return new


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


async def told(hub: Hub, theme: str) -> AsyncIterator[str]:
    """Give what is seen at *hub* from now on, as it changes: the newest, not all in between."""
    known, number = Known(), -1
    hub.clients += 1
    try:
        yield "retry: 1000\n\n"
        while not hub.is_over:
            if hub.number != number:
                number = hub.number
                yield f"data: {json.dumps(hub.message(theme, known))}\n\n"
            else:
                yield ":\n\n"
            await hub.changed(number)
    finally:
        hub.clients -= 1
