"""Keeps the lamps in step with the view: a new frame only when something changed.

A wave of light runs once over free lamps at the start, a capture and the end.  Each lamp brightens
and dims once as the wave passes, so that waves a second apart flash no lamp more than twice in any
second: see WCAG 2.2, 2.3.1, and `companion.ui.lamps.THREE_FLASHES`.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.art.marks import Mark
from companion.config.values import Config, LedConfig
from companion.contract import Board, Site, harmed_sites
from companion.errors import BoardError
from companion.match.match import Match
from companion.match.question import Answer
from companion.ports import PixelIndex
from companion.ui.lamps import (
    CALM_S,
    PALETTES,
    STEPS_PER_S,
    LampLight,
    Panel,
    Rgb,
    lamp_map,
    roles_of,
    step_at,
)
from companion.ui.view import View

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
COLORS: Final[dict[WaveKind, Rgb]] = {
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
    def color(self) -> Rgb:
        """Return the color of all of it."""
        return COLORS[self.kind]


MOVING_S: Final = 10.0
"""For so long patterns run after something has changed; then they stand still.

Each of their frames wakes the processor, and keeps the wire busy.
"""

REMINDING_S: Final = 60.0
"""As often they run once more, for who tells lamps apart by their patterns."""


def panel_of(leds: LedConfig) -> Panel:
    """Return the LED panel as configured."""
    return Panel(*leds.panel_size, leds.first_corner, leds.along, leds.serpentine)


class LampShow:
    """Turns views into frames for the LED grid.

    Attributes:
        panel: the LED panel as configured.
        problem: why the lamps of the present board cannot be lit, or an empty text.
        is_hurried: the last seconds of a clock run, which free lamps may tell.
        wave: the wave of light that runs, None as soon as somebody plays on.
    """

    def __init__(self, config: Config) -> None:
        self.panel = panel_of(config.leds)
        self.problem = ""
        self.is_hurried = False
        self._config = config
        self._lights: tuple[Board, LampLight | None] | None = None
        self._last: bytes | None = None
        self._step: tuple[int | None, int | None] = (-1, None)
        self.wave: Wave | None = None
        self._waved_at_s = -LEAST_APART_S
        self._view: View | None = None
        self._stirred_at_s = 0.0
        self._roles: tuple[View, dict[Site, Mark]] | None = None
        self._shown: dict[Site, Mark] = {}

    def light_for(self, board: Board) -> LampLight | None:
        """Return what lights the lamps of *board*, or None when it does not fit the panel."""
        if self._lights is None or self._lights[0] is not board:
            self._lights = (board, self._make_light(board))
        return self._lights[1]

    def _make_light(self, board: Board) -> LampLight | None:
        leds = self._config.leds
        try:
            lamps = self._lamps_of(board)
        except BoardError as error:
            self.problem = error.message
            return None
        self.problem = ""
        count, cap_ma = self.panel.lamp_count, leds.current_cap_ma
        return LampLight(lamps, count, leds.brightness, cap_ma, PALETTES[leds.colors], leds.calm)

    def _lamps_of(self, board: Board) -> tuple[PixelIndex, ...]:
        given = self._config.lamps.get(board.name)
        if not given:
            return lamp_map(board, self.panel)
        if len(given) != len(board) or max(given) >= self.panel.lamp_count:
            raise BoardError(
                "board {board}: expected {wanted} lamps below "
                "{lamp_count}, got {count} up to {most}",
                board=board.name,
                wanted=len(board),
                lamp_count=self.panel.lamp_count,
                count=len(given),
                most=max(given),
            )
        return tuple(map(PixelIndex, given))

    def frame(self, view: View, now_s: float) -> bytes:
        single = view.single_lamp
        if single is not None:
            leds = self._config.leds
            count = self.panel.lamp_count
            return LampLight((), count, leds.brightness, leds.current_cap_ma).single(single)
        board = view.board
        light = self.light_for(board) if board is not None else None
        if light is None:
            return bytes(3 * self.panel.lamp_count)
        if self._roles is None or self._roles[0] is not view:
            self._note(view, roles_of(view.picture), now_s)
        assert self._roles is not None, "they have just been noted"
        assert board is not None, "it has lamps"
        step, free = self._step_at(now_s), self._waving(board, now_s)
        return light.frame(self._roles[1], step, is_hurried=self._tells_hurry(), free=free)

    def _note(self, view: View, roles: dict[Site, Mark], now_s: float) -> None:
        if roles != self._shown:
            self._shown = roles
            self.stir(now_s)
        self._roles = (view, roles)

    def answered(self, answer: Answer, match: Match, now_s: float) -> None:
        """Begin the wave of a capture or an end, as *answer* tells."""
        if answer.code == "ended" or (answer.code == "committed" and match.outcome is not None):
            self.begin_wave(match.position.board, WaveKind.END, now_s)
        elif answer.code == "committed" and (sites := harmed_sites(answer.facts)):
            self.begin_wave(match.position.board, WaveKind.CAPTURE, now_s, sites)

    def begin_wave(
        self, board: Board, kind: WaveKind, now_s: float, origins: Sequence[Site] = ()
    ) -> None:
        """Let a wave of this *kind* run over what is free of *board*, where waves are wanted."""
        leds = self._config.leds
        is_soon = now_s < self._waved_at_s + LEAST_APART_S and kind is not WaveKind.END
        if leds.lamp_show == "off" or is_soon:
            return
        self._waved_at_s = now_s
        is_calm = leds.calm or leds.lamp_show == "calm"
        self.wave = Wave(board, kind, now_s, origins, is_calm)

    def _wave_step(self, board: Board | None, now_s: float) -> int | None:
        wave = self.wave
        return wave.step_at(now_s) if wave is not None and wave.board is board else None

    def _waving(self, board: Board, now_s: float) -> dict[Site, Rgb]:
        """Return the colors of the wave that runs over *board*."""
        wave, step = self.wave, self._wave_step(board, now_s)
        if wave is None or step is None:
            return {}
        red, green, blue = wave.color
        return {
            site: (round(red * level), round(green * level), round(blue * level))
            for site, level in wave.levels(step).items()
        }

    def stir(self, now_s: float) -> None:
        """Let patterns blink for a while: somebody is there."""
        self._stirred_at_s = now_s

    def _step_at(self, now_s: float) -> int | None:
        """Return the step of the patterns at *now_s*, or None where they stand still."""
        is_new = 0 <= now_s - self._stirred_at_s < MOVING_S
        if is_new or now_s % REMINDING_S < CALM_S or self._tells_hurry():
            return step_at(now_s)
        return None

    def _tells_hurry(self) -> bool:
        return self.is_hurried and self._config.leds.last_seconds

    def next_change_s(self, now_s: float, latest_s: float) -> float:
        """Return when the lamps look different after *now_s*, or *latest_s* where that is sooner.

        So that a resting program wakes up twice a second for a slow blink, not at each step.
        """
        light = self._lights[1] if self._lights is not None else None
        if self._lights is None or light is None or self._roles is None:
            return latest_s
        wave, running = self.wave, self._wave_step(self._lights[0], now_s)
        if wave is not None and running is not None:
            latest_s = min(latest_s, wave.next_s(running))
        at = self._step_at(now_s)
        if at is None:
            return min(REMINDING_S * math.ceil(now_s / REMINDING_S), latest_s)
        step = light.next_step(self._roles[1], at, is_hurried=self._tells_hurry())
        return latest_s if step is None else min(step / STEPS_PER_S, latest_s)

    def changed_frame(self, view: View, now_s: float) -> bytes | None:
        """Return the frame for *view* at *now_s*, or None when the lamps show it already."""
        step = self._step_at(now_s), self._wave_step(view.board, now_s)
        # Of the same view only a pattern or a wave can have changed.
        if step == self._step and self._view is view:
            return None
        self._step, self._view = step, view
        frame = self.frame(view, now_s)
        if frame == self._last:
            return None
        self._last = frame
        return frame
