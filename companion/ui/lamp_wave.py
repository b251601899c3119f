"""A wave of light that runs once over the lamps of a board: at the start, a capture and the end.

Pure: takes a kind, places and a time, gives how bright each site is.  Each lamp brightens and
dims once as the wave passes, so that waves a second apart flash no lamp more than twice in any
second: see WCAG 2.2, 2.3.1, and `companion.ui.lamps.THREE_FLASHES`.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.contract import Board, Site

WaveColor: TypeAlias = tuple[int, int, int]

FRAMES_PER_S: Final = 8
"""Frames of a wave: at 115200 baud one takes 67 ms, and a touch waits for no more than that."""

LEAST_APART_S: Final = 1.0
"""A wave begins no sooner after another, but that of the end."""

CAPTURE_REACH: Final = 3.5
"""How far the wave of a capture goes, in steps of the board."""

CALM_TIMES: Final = 2.0
"""A calm wave takes so many times as long, and is so much broader and weaker."""


class WaveKind(enum.Enum):
    """What a wave is for."""

    START = "start"
    CAPTURE = "capture"
    END = "end"


LASTS_S: Final = {WaveKind.START: 1.5, WaveKind.CAPTURE: 1.0, WaveKind.END: 2.5}
COLORS: Final[dict[WaveKind, WaveColor]] = {
    WaveKind.START: (255, 220, 160),
    WaveKind.CAPTURE: (255, 150, 0),
    WaveKind.END: (255, 200, 0),
}
BRIGHTEST: Final = 0.6
"""Below what roles have, which a game is played by."""

WIDTH: Final = 0.3
"""How much of its way a wave lights at once, to either side of its crest."""


@dataclass(frozen=True)
class Wave:
    """One wave over *board*, from *origins* on, which a capture has.

    Attributes:
        begun_s: when it began.
        is_calm: it is slow, broad and weak.
    """

    board: Board
    kind: WaveKind
    begun_s: float
    origins: Sequence[Site] = ()
    is_calm: bool = False
    _ways: dict[Site, float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ways", dict(self._measured()))

    def _measured(self) -> list[tuple[Site, float]]:
        """Return the sites that it reaches, each with how far on its way, 0.0 to 1.0."""
        places = self.board.places
        if self.kind is WaveKind.START:
            top = max(1, self.board.ranks - 1)
            return [(Site(site), place[1] / top) for site, place in enumerate(places)]
        middle = ((self.board.files - 1) / 2, (self.board.ranks - 1) / 2)
        from_places: Sequence[tuple[float, float]] = [places[site] for site in self.origins]
        origins = from_places or [middle]
        far = [min(math.dist(place, origin) for origin in origins) for place in places]
        reach = CAPTURE_REACH if self.kind is WaveKind.CAPTURE else max(far) or 1.0
        return [(Site(site), way / reach) for site, way in enumerate(far) if way <= reach]

    @property
    def ends_s(self) -> float:
        """Return when it is over."""
        return self.begun_s + LASTS_S[self.kind] * (CALM_TIMES if self.is_calm else 1.0)

    def step_at(self, now_s: float) -> int | None:
        """Return the number of its frame at *now_s*, or None where it does not run."""
        is_on = self.begun_s <= now_s < self.ends_s
        return int((now_s - self.begun_s) * FRAMES_PER_S) if is_on else None

    def next_s(self, step: int) -> float:
        """Return when the frame after that of *step* begins."""
        return min(self.begun_s + (step + 1) / FRAMES_PER_S, self.ends_s)

    def levels(self, step: int) -> dict[Site, float]:
        """Return how bright each site is that it lights at *step*, above 0.0 to 1.0."""
        times = CALM_TIMES if self.is_calm else 1.0
        width, most = WIDTH * times, BRIGHTEST / times
        part = step / FRAMES_PER_S / (self.ends_s - self.begun_s)
        crest = part * (1.0 + 2 * width) - width
        lit = ((site, 1.0 - abs(crest - way) / width) for site, way in self._ways.items())
        return {site: most * level for site, level in lit if level > 0.0}

    @property
    def color(self) -> WaveColor:
        """Return the color of all of it."""
        return COLORS[self.kind]
