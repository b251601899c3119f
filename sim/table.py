"""The table of the simulator: the LED grid as it arrived on the wire, and fingers on its buttons.

Draws what the virtual controller decoded, never what the program meant to send.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from companion.ports import ButtonName
from sim.firmware import VirtualMatrix
from sim.virtual_controller import VirtualController
from sim.virtual_pins import VirtualPins

GROUND = (20, 22, 27)
PANEL = (12, 13, 16)
LAMP_OFF = (34, 37, 43)
BOARD_OUTLINE = (66, 58, 46)
BOARD_FACE = (26, 24, 22)
INK = (238, 236, 230)
MUTED = (164, 168, 176)
BUTTON_RIM = (74, 79, 88)
BUTTON_CAPS: Mapping[ButtonName, tuple[int, int, int]] = {
    ButtonName.BACK: (196, 72, 60),
    ButtonName.NEXT: (222, 186, 70),
    ButtonName.HINT: (70, 120, 196),
    ButtonName.CONFIRM: (52, 160, 104),
}
GLOW_STEPS = 5
MOST_KEPT = 8
"""So many pictures of the table without its lit lamps: lamps that blink alternate between some."""

OUTLINE_REACH = 0.84
"""From a dot to the edge of the board, in dots."""

FACE_PART = 0.9
"""How much of that lies within the outline."""

EDGE = 6
"""From the outermost lamps' places to the edge of the panel, in pixels."""

Place = tuple[int, int]
"""Column and row of a lamp, from 0 at the near left."""

DrawText = Callable[
    [pygame.Surface, str, tuple[int, int], int, tuple[int, int, int], int], pygame.Rect
]
"""Draws a text centered at a place: surface, text, center, size in pixels, color, most width."""


@dataclass(frozen=True)
class PanelView:
    """What the panel shows at one moment.

    Attributes:
        frame: three bytes a lamp, as decoded from the wire.
        dots: of the board, to hint at what lies on top.
        occupied: where a piece stands on a sensor.
        held: the button that is drawn pushed in.
    """

    frame: bytes
    dots: Sequence[Place] = ()
    occupied: frozenset[Place] = frozenset()
    held: ButtonName | None = None


class TablePanel:
    """Draws the table beside the touchscreen and tells which button is under the mouse.

    Args:
        draw_text: writes on it.
        title: stands above the lamps.
        labels: what is written on each button.
        places: of the lamps, in strip order.
    """

    def __init__(
        self,
        draw_text: DrawText,
        title: str,
        labels: Mapping[ButtonName, str],
        places: Sequence[Place],
    ) -> None:
        self.places = places
        self._columns, self._rows = (most + 1 for most in map(max, zip(*places, strict=True)))
        self._draw_text = draw_text
        self._title = title
        self._labels = labels
        self._rect = pygame.Rect(0, 0, 1, 1)
        self._glows: dict[tuple[int, tuple[int, int, int]], pygame.Surface] = {}
        self._unlit: dict[tuple[object, ...], pygame.Surface] = {}

    def lay_out(self, rect: pygame.Rect) -> None:
        """Place the table at *rect* of the window."""
        self._rect = pygame.Rect(rect)
        self._glows.clear()
        self._unlit.clear()

    def button_at(self, x: float, y: float) -> ButtonName | None:
        """Return the button whose cap lies at the place, or None."""
        for name, (center, radius) in self._caps().items():
            if (x - center[0]) ** 2 + (y - center[1]) ** 2 <= (radius * 1.25) ** 2:
                return name
        return None

    def place_at(self, x: float, y: float) -> Place | None:
        """Return which lamp of the panel is under a place of the window, or None."""
        left, bottom, pitch = self._lattice()
        column, row = round((x - left) / pitch), round((bottom - y) / pitch)
        is_there = 0 <= column < self._columns and 0 <= row < self._rows
        return (column, row) if is_there else None

    def _lattice(self) -> tuple[float, float, float]:
        """Return where the first lamp is, and how far it is to the next."""
        grid = self._grid()
        pitch = min((grid.w - 2 * EDGE) / self._columns, (grid.h - 2 * EDGE) / self._rows)
        left = grid.centerx - pitch * (self._columns - 1) / 2
        return left, grid.centery + pitch * (self._rows - 1) / 2, pitch

    def draw(self, surface: pygame.Surface, view: PanelView) -> None:
        """Draw the whole table."""
        lit = {lamp: rgb for lamp, rgb in enumerate(_levels(view.frame)) if any(rgb)}
        dark = frozenset(range(len(self.places))).difference(lit)
        key = (tuple(view.dots), dark, view.held)
        if key not in self._unlit:
            if len(self._unlit) >= MOST_KEPT:
                self._unlit.clear()
            self._draw_unlit(surface, view, dark)
            self._unlit[key] = surface.subsurface(self._rect.clip(surface.get_rect())).copy()
        else:
            surface.blit(self._unlit[key], self._rect.clip(surface.get_rect()))
        pitch = self._lattice()[2]
        before = surface.get_clip()
        # Its frame keeps the light in.
        surface.set_clip(self._panel().clip(before))
        for lamp, rgb in lit.items():
            glow = self._glow(_lamp_radius(pitch), rgb)
            at = glow.get_rect(center=self._px(self.places[lamp]))
            surface.blit(glow, at, special_flags=pygame.BLEND_RGB_ADD)
        for place in view.occupied:
            # Around the lamp: what shines through the board is seen beside the piece.
            radius = max(3, int(pitch * 0.45))
            pygame.draw.circle(surface, MUTED, self._px(place), radius, 2)
        surface.set_clip(before)

    def _draw_unlit(self, surface: pygame.Surface, view: PanelView, dark: frozenset[int]) -> None:
        """Draw all but the lamps that are lit: while those pulse, it stays as it is."""
        surface.fill(GROUND, self._rect)
        self._draw_grid(surface, view.dots, dark)
        self._draw_buttons(surface, view.held)
        rect = self._rect
        self._draw_text(surface, self._title, (rect.centerx, rect.y + 20), 15, INK, rect.w - 16)

    def _reach(self, dots: Sequence[Place], spread: int) -> float:
        """Return how far from its dots the board's outline is, in lamps.

        Nearer than on the real board where that is larger than the panel under it.
        """
        most_column, most_row = self._columns - 1, self._rows - 1
        rooms = [
            room
            for column, row in dots
            for room in (column, row, most_column - column, most_row - row)
        ]
        return min(spread * OUTLINE_REACH, 0.5 + min(rooms, default=0))

    def _grid(self) -> pygame.Rect:
        rect = self._rect
        side = max(16, min(rect.w - 20, int(rect.h * 0.62)))
        return pygame.Rect(rect.x + (rect.w - side) // 2, rect.y + 40, side, side)

    def _panel(self) -> pygame.Rect:
        """Return the panel that the lamps are on, a little larger than their lattice."""
        pitch = self._lattice()[2]
        width, height = (count * pitch + 2 * EDGE for count in (self._columns, self._rows))
        panel = pygame.Rect(0, 0, width, height)
        panel.center = self._grid().center
        return panel

    def _caps(self) -> dict[ButtonName, tuple[tuple[int, int], int]]:
        rect, grid = self._rect, self._grid()
        free = max(20, rect.bottom - grid.bottom - 8)
        step = rect.w / 4
        radius = int(max(6, min(step * 0.32, free * 0.30)))
        y = grid.bottom + int(free * 0.40)
        return {
            name: ((int(rect.x + step * (i + 0.5)), y), radius)
            for i, name in enumerate(ButtonName)
        }

    def _draw_grid(
        self, surface: pygame.Surface, dots: Sequence[Place], dark: frozenset[int]
    ) -> None:
        """Draw the panel, the board on it and its *dark* lamps."""
        pitch, spread = self._lattice()[2], _spread(dots)
        pygame.draw.rect(surface, PANEL, self._panel(), border_radius=8)
        reach_px = self._reach(dots, spread) * pitch
        _draw_board(surface, {dot: self._px(dot) for dot in dots}, spread, reach_px)
        radius = max(1, _lamp_radius(pitch) // 2)
        for lamp in dark:
            pygame.draw.circle(surface, LAMP_OFF, self._px(self.places[lamp]), radius)

    def _px(self, place: Place) -> tuple[int, int]:
        """Return where the center of the lamp at *place* is in the window."""
        left, bottom, pitch = self._lattice()
        return round(left + place[0] * pitch), round(bottom - place[1] * pitch)

    def _glow(self, radius: int, rgb: tuple[int, int, int]) -> pygame.Surface:
        # Quantized, so that a pulsing lamp does not fill the cache.
        key = (radius, (rgb[0] & 0xF8, rgb[1] & 0xF8, rgb[2] & 0xF8))
        if key not in self._glows:
            if len(self._glows) > 256:
                self._glows.clear()
            self._glows[key] = _glow_picture(radius, rgb)
        return self._glows[key]

    def _draw_buttons(self, surface: pygame.Surface, held: ButtonName | None) -> None:
        for name, (center, radius) in self._caps().items():
            pygame.draw.circle(surface, BUTTON_RIM, center, radius + 4)
            pygame.draw.circle(surface, PANEL, center, radius + 2)
            is_held = name is held
            shade = tuple(int(c * (0.6 if is_held else 1.0)) for c in BUTTON_CAPS[name])
            pygame.draw.circle(surface, shade, center, radius - (2 if is_held else 0))
            below = (center[0], center[1] + radius + 16)
            self._draw_text(surface, self._labels[name], below, 14, INK, self._rect.w // 4 - 4)


def _levels(frame: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield red, green and blue of each lamp of *frame*."""
    return zip(*(frame[channel::3] for channel in range(3)), strict=False)


def _lamp_radius(pitch: float) -> int:
    return max(2, int(pitch * 0.3))


def _spread(dots: Sequence[Place]) -> int:
    """Return how many lamps lie from one dot of the board to the next, at least 1."""
    columns = sorted({column for column, _ in dots})
    return min((b - a for a, b in pairwise(columns)), default=1)


def _draw_board(
    surface: pygame.Surface, dots: Mapping[Place, tuple[int, int]], spread: int, reach_px: float
) -> None:
    """Draw the outline of a board around its *dots*, given as places with their pixels."""
    # Drawn twice, the smaller shape on top: what is left of the larger one is the outline.
    for color, part in ((BOARD_OUTLINE, 1.0), (BOARD_FACE, FACE_PART)):
        radius = max(3, round(reach_px * part))
        for (column, row), at in dots.items():
            pygame.draw.circle(surface, color, at, radius)
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                other = dots.get((column + across * spread, row + up * spread))
                if other is not None:
                    pygame.draw.line(surface, color, at, other, 2 * radius + 1)


def _glow_picture(radius: int, rgb: tuple[int, int, int]) -> pygame.Surface:
    brightest = max(rgb)
    hue = tuple(c / brightest for c in rgb)
    # Eyes see a lamp at a tenth of its current as about a third as bright.
    strength = (brightest / 255) ** 0.45
    side = radius * 7
    picture = pygame.Surface((side, side))
    center = (side // 2, side // 2)
    for ring in range(GLOW_STEPS, 0, -1):
        part = strength * (1 - ring / (GLOW_STEPS + 1)) ** 2 * 0.7
        color = tuple(int(255 * h * part) for h in hue)
        pygame.draw.circle(
            picture, color, center, radius + (side // 2 - radius) * ring // GLOW_STEPS
        )
    core = tuple(int(255 * strength * (0.75 * h + 0.25)) for h in hue)
    pygame.draw.circle(picture, core, center, radius)
    return picture


class SimTable:
    """Draws the table when something changed on it, and presses the virtual pins.

    Args:
        controller: receives the lamps' bytes.
        pins: behind the buttons.
        matrix: the sensors under it, which may be switched off.
        drawing: draws it.
    """

    def __init__(
        self,
        controller: VirtualController,
        pins: VirtualPins,
        matrix: VirtualMatrix,
        drawing: TablePanel,
    ) -> None:
        self._controller = controller
        self._pins = pins
        self._matrix = matrix
        self._drawing = drawing
        self._held: ButtonName | None = None
        self._drawn: tuple[object, ...] = ()
        self._lamps: Callable[[], Sequence[int]] = list

    def watch(self, lamps: Callable[[], Sequence[int]]) -> None:
        """Ask *lamps* for those under the board's dots."""
        self._lamps = lamps

    def lay_out(self, rect: pygame.Rect) -> None:
        """Place it at *rect* of the window."""
        self._drawing.lay_out(rect)

    def is_changed(self) -> bool:
        """Return whether it looks different from when it was drawn."""
        return self._looks() != self._drawn

    def note_drawn(self) -> None:
        """Take it that all is about to be drawn as it looks now, or newer, wherever it is seen."""
        self._drawn = self._looks()

    def colors(self) -> list[tuple[int, int, int]]:
        """Return how the lamps under the board's dots shine, as it arrived on the wire."""
        levels = list(_levels(self._controller.frame))
        return [levels[lamp] for lamp in self._lamps() if lamp < len(levels)]

    def _looks(self) -> tuple[object, ...]:
        """Return all that its picture depends on: an unchanged frame comes again each second."""
        return (self._controller.frame, self._lamps(), self._held, self._matrix.count)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the lamps as they are lit, and the buttons."""
        view = PanelView(
            frame=self._controller.frame,
            dots=[self._drawing.places[lamp] for lamp in self._lamps()],
            occupied=self._matrix.occupied if self._matrix.is_on else frozenset(),
            held=self._held,
        )
        self._drawing.draw(surface, view)

    def pointer_down(self, x: float, y: float) -> bool:
        """Press the button under the mouse, or put or lift a piece; return whether either is."""
        self._held = self._drawing.button_at(x, y)
        if self._held is None:
            return self._handle_piece(x, y)
        self._pins.press(self._held)
        return True

    def _handle_piece(self, x: float, y: float) -> bool:
        place = self._drawing.place_at(x, y)
        if place is None or not self._matrix.has(place):
            return False
        handle = self._matrix.lift if place in self._matrix.occupied else self._matrix.put
        handle(place)
        return True

    def pointer_up(self) -> bool:
        """Let the button go; return whether one was held."""
        held, self._held = self._held, None
        if held is None:
            return False
        self._pins.release(held)
        return True
