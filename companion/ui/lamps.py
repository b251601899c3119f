"""What the LED grid shows: roles of sites become colors and patterns of lamps.

Pure: takes a picture and a time, gives the bytes of a frame.  The wire and the
port are the link's business.

How the picture lies on the panel is here as well, and where on it a touch of the panel is.
Panel coordinates are pixels of the display as the machine knows it, picture
coordinates those of what is drawn; both x to the right and y down from 0.
"""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from companion.art.marks import Mark
from companion.config.values import ScreenConfig
from companion.contract import Board, LampGrid, Site
from companion.errors import BoardError
from companion.ports import PixelIndex
from companion.ui.board.marks import BoardPicture

Rgb = tuple[int, int, int]

STEPS_PER_S = 16
"""Lamp patterns change in this many steps a second, so an idle board sends few frames."""

LEAST_SINGLE_PERCENT = 10
"""A lamp that is looked for must be seen."""

CHANNEL_MA = 20.0
"""What one color channel of a WS2812 draws at full value (60 mA a lamp, all white)."""


@dataclass(frozen=True)
class Panel:
    """An LED panel and how its strip runs.

    Attributes:
        first_corner: where lamp 0 is, seen from the first player: near-left,
            near-right, far-left or far-right.
        along: whether the strip runs along ``ranks`` (left to right) or ``files``.
        is_serpentine: whether every other line runs back.
    """

    width: int
    height: int
    first_corner: str = "near-left"
    along: str = "ranks"
    is_serpentine: bool = True

    @property
    def name(self) -> str:
        """Return the panel's name in board files, such as ``16x16``."""
        return f"{self.width}x{self.height}"

    @property
    def lamp_count(self) -> int:
        """Return the number of lamps."""
        return self.width * self.height

    def pixel_of(self, column: int, row: int) -> PixelIndex:
        """Return the lamp at *column* and *row*, both from 0 at the near left corner.

        Raises:
            ValueError: the place is off the panel.
        """
        if not (0 <= column < self.width and 0 <= row < self.height):
            raise ValueError(f"expected a place on the {self.name} panel, got {(column, row)!r}")
        if self.first_corner.endswith("right"):
            column = self.width - 1 - column
        if self.first_corner.startswith("far"):
            row = self.height - 1 - row
        line, place, length = (
            (row, column, self.width) if self.along == "ranks" else (column, row, self.height)
        )
        if self.is_serpentine and line % 2 == 1:
            place = length - 1 - place
        return PixelIndex(line * length + place)


class BlinkPattern(enum.Enum):
    """How a lamp behaves in time, so that roles read without hue."""

    STEADY = "steady"
    DIM = "dim"
    SLOW_BLINK = "slow blink"
    FAST_BLINK = "fast blink"
    PULSE = "pulse"
    WINK = "wink"
    DOUBLE_FLASH = "double flash"


class Glow(NamedTuple):
    """The color and the pattern of one role."""

    color: Rgb
    pattern: BlinkPattern


GLOWS: Mapping[Mark, Glow] = {
    Mark.ERROR: Glow((255, 0, 0), BlinkPattern.DOUBLE_FLASH),
    Mark.FOCUS: Glow((255, 255, 255), BlinkPattern.WINK),
    Mark.CAPTURE: Glow((255, 24, 0), BlinkPattern.FAST_BLINK),
    Mark.TARGET: Glow((0, 200, 120), BlinkPattern.STEADY),
    Mark.SELECTED: Glow((255, 24, 0), BlinkPattern.PULSE),
    Mark.HINT: Glow((255, 150, 0), BlinkPattern.DOUBLE_FLASH),
    Mark.REMOVE: Glow((255, 0, 160), BlinkPattern.FAST_BLINK),
    Mark.PLACE: Glow((0, 80, 255), BlinkPattern.STEADY),
    Mark.WIN: Glow((255, 200, 0), BlinkPattern.PULSE),
    Mark.MOVABLE: Glow((255, 220, 160), BlinkPattern.DIM),
    Mark.LAST_MOVE: Glow((0, 80, 255), BlinkPattern.SLOW_BLINK),
}
"""Each role's glow; where a site has several roles the first listed is shown."""

HURRIED: Final = Glow((96, 60, 0), BlinkPattern.SLOW_BLINK)
"""The lamps of free dots in the last seconds of a clock: once a second, and weak.

A game is played by the others, which stay as they are.
"""

COLOR_BLIND = {
    Mark.ERROR: (255, 255, 160),
    Mark.CAPTURE: (255, 60, 0),
    Mark.TARGET: (255, 160, 0),
    Mark.SELECTED: (0, 80, 255),
    Mark.HINT: (255, 110, 0),
    Mark.REMOVE: (0, 110, 255),
    Mark.PLACE: (0, 40, 255),
    Mark.WIN: (255, 170, 0),
}
"""Colors by which the two roles of each pattern differ for color-blind people as well.

Amber and orange against blue: every common kind of color blindness leaves that difference.
"""

PALETTES: Mapping[str, Mapping[Mark, Glow]] = {
    "standard": GLOWS,
    "color-blind": {
        mark: glow._replace(color=COLOR_BLIND.get(mark, glow.color))
        for mark, glow in GLOWS.items()
    },
}
"""The glows by what the configuration calls them; patterns are the same in all."""


THREE_FLASHES = frozenset({4, 5, 9, 10, 15, 0})
"""The steps at which a fast blink is lit: three times a second, as evenly as sixteenths allow.

Source: WCAG 2.2, 2.3.1, no more than three flashes in any second, of saturated red above all.
"""

CALM_S = 2
"""Calm lamps take so long for what they do over and over."""

CYCLE_STEPS = CALM_S * STEPS_PER_S
"""After so many steps every pattern begins anew."""


AT_REST: Final = {
    BlinkPattern.STEADY: 1.0,
    BlinkPattern.DIM: 0.18,
    BlinkPattern.SLOW_BLINK: 0.1,
    BlinkPattern.FAST_BLINK: 0.25,
    BlinkPattern.WINK: 1.0,
    BlinkPattern.DOUBLE_FLASH: 0.4,
    BlinkPattern.PULSE: 1.0,
}
"""How bright each pattern is where it stands still.

Chosen by trying all of a grid, so that roles on one board differ as much as they can.
"""


def step_at(now_s: float) -> int:
    """Return the step of all patterns at *now_s*."""
    return int(now_s * STEPS_PER_S)


def level(pattern: BlinkPattern, step: int) -> float:
    """Return how bright *pattern* is at *step* (1/16 s each), 0.0 to 1.0."""
    phase = step % STEPS_PER_S
    match pattern:
        case BlinkPattern.STEADY:
            return 1.0
        case BlinkPattern.DIM:
            return 0.18
        case BlinkPattern.SLOW_BLINK:
            return 0.5 if phase < STEPS_PER_S // 2 else 0.08
        case BlinkPattern.FAST_BLINK:
            return 1.0 if phase in THREE_FLASHES else 0.0
        case BlinkPattern.WINK:
            return 0.0 if phase < 3 else 1.0
        case BlinkPattern.DOUBLE_FLASH:
            return 1.0 if phase in (0, 1, 4, 5) else 0.0
        case BlinkPattern.PULSE:
            # In two steps: while a frame is on the wire a touch waits for it.
            return 0.4 if phase < STEPS_PER_S // 2 else 1.0


def calm_level(pattern: BlinkPattern, step: int) -> float:
    """Return how bright *pattern* is at *step* where lamps swell and never flash."""
    turn = 2 * math.pi * step / (CALM_S * STEPS_PER_S)
    slow, quick = 0.5 - 0.5 * math.cos(turn), 0.5 - 0.5 * math.cos(CALM_S * turn)
    match pattern:
        case BlinkPattern.STEADY | BlinkPattern.DIM:
            return level(pattern, step)
        case BlinkPattern.SLOW_BLINK:
            return 0.4
        case BlinkPattern.FAST_BLINK:
            return 0.3 + 0.7 * quick
        case BlinkPattern.WINK:
            return 1.0 - 0.5 * slow**4
        case BlinkPattern.DOUBLE_FLASH:
            return 0.15 + 0.35 * quick + 0.5 * slow
        case BlinkPattern.PULSE:
            return 0.1 + 0.9 * slow


@cache
def steps_to_change(pattern: BlinkPattern, phase: int, is_calm: bool) -> int | None:
    """Return how many steps after *phase* of a cycle a lamp looks different, None for never."""
    now = calm_level if is_calm else level
    lit = now(pattern, phase)
    later = range(1, CYCLE_STEPS)
    return next((steps for steps in later if now(pattern, phase + steps) != lit), None)


def lamp_map(board: Board, panel: Panel) -> tuple[PixelIndex, ...]:
    """Return the lamp under each site of *board*, which lies on *panel* as `grid_of` says.

    Raises:
        BoardError: the board has more files or ranks than the panel lamps.
    """
    grid = grid_of(board, panel)
    return tuple(panel.pixel_of(*grid.at(place)) for place in board.places)


def grid_of(board: Board, panel: Panel) -> LampGrid:
    """Return where on *panel* the dots of *board* lie.

    The board file says it of a panel of this size; where it does not, the dots
    are spread as widely as fits and centered.

    Raises:
        BoardError: the board has more files or ranks than the panel lamps.
    """
    return board.lamps.get(panel.name) or _spread(board, panel)


def _spread(board: Board, panel: Panel) -> LampGrid:
    if board.files > panel.width or board.ranks > panel.height:
        raise BoardError(
            "board {board}: expected a panel of at least {files}x{ranks} lamps, got {panel!r}",
            board=board.name,
            files=board.files,
            ranks=board.ranks,
            panel=panel.name,
        )
    across = (panel.width - 1) // max(1, board.files - 1)
    up = (panel.height - 1) // max(1, board.ranks - 1)
    pitch = max(1, min(across, up))
    used = (1 + (board.files - 1) * pitch, 1 + (board.ranks - 1) * pitch)
    return LampGrid(((panel.width - used[0]) // 2, (panel.height - used[1]) // 2), pitch)


def roles_of(picture: BoardPicture) -> dict[Site, Mark]:
    """Return the role that the lamp of each marked site shows."""
    roles: dict[Site, Mark] = dict.fromkeys(picture.last_move, Mark.LAST_MOVE)
    if picture.lifted is not None:
        roles[picture.lifted.site] = Mark.SELECTED
    for site, marks in picture.marks.items():
        candidates = marks | {roles[site]} if site in roles else marks
        if candidates:
            roles[site] = next(mark for mark in GLOWS if mark in candidates)
    return roles


NOTHING_FREE: Final[Mapping[Site, Rgb]] = MappingProxyType({})


def _dimmed(color: Rgb, part: float) -> Rgb:
    red, green, blue = (round(channel * part) for channel in color)
    return red, green, blue


@dataclass(frozen=True)
class LampLight:
    """Makes the frames of one panel.

    Attributes:
        lamps: the lamp under each site.
        count: lamps on the panel.
        brightness: percent, 0 to 100.
        cap_ma: what all lamps together may draw, in milliampere.
        glows: the color and pattern of each role.
        is_calm: lamps swell and never flash.
    """

    lamps: tuple[PixelIndex, ...]
    count: int
    brightness: int
    cap_ma: int
    glows: Mapping[Mark, Glow] = field(default_factory=lambda: GLOWS)
    is_calm: bool = False

    def frame(
        self,
        roles: Mapping[Site, Mark],
        step: int | None,
        *,
        is_hurried: bool = False,
        free: Mapping[Site, Rgb] = NOTHING_FREE,
    ) -> bytes:
        """Return the frame that shows *roles* at *step*, and in free lamps that time *is_hurried*.

        Args:
            roles: by site.
            step: that of the patterns, or None where they stand still.
            is_hurried: the last seconds of a clock run.
            free: the color of sites that show nothing else.

        Returns:
            Three bytes (red, green, blue) a lamp, in strip order, whose total
            current stays under the cap.
        """
        values: dict[PixelIndex, Rgb] = {
            self.lamps[site]: _dimmed(color, self.brightness / 100) for site, color in free.items()
        }
        now = calm_level if self.is_calm else level
        for site, glow in self._glows_of(roles, is_hurried).items():
            bright = AT_REST[glow.pattern] if step is None else now(glow.pattern, step)
            values[self.lamps[site]] = _dimmed(glow.color, bright * self.brightness / 100)
        return self._capped(values)

    def next_step(
        self, roles: Mapping[Site, Mark], step: int, *, is_hurried: bool = False
    ) -> int | None:
        """Return the first step after *step* with another frame; None where it stays the same."""
        patterns = {glow.pattern for glow in self._glows_of(roles, is_hurried).values()}
        phase = step % CYCLE_STEPS
        waits = (steps_to_change(pattern, phase, self.is_calm) for pattern in patterns)
        return min((step + wait for wait in waits if wait is not None), default=None)

    def _glows_of(self, roles: Mapping[Site, Mark], is_hurried: bool) -> dict[Site, Glow]:
        glows = {site: self.glows[mark] for site, mark in roles.items()}
        if is_hurried:
            return {**dict.fromkeys(map(Site, range(len(self.lamps))), HURRIED), **glows}
        return glows

    def single(self, lamp: PixelIndex) -> bytes:
        """Return the frame in which only *lamp* is lit, white, also where brightness is 0."""
        part = max(self.brightness, LEAST_SINGLE_PERCENT) / 100
        level = round(255 * part)
        return self._capped({lamp: (level, level, level)})

    def _capped(self, values: Mapping[PixelIndex, Rgb]) -> bytes:
        drawn_ma = sum(map(sum, values.values())) * CHANNEL_MA / 255
        part = min(1.0, self.cap_ma / drawn_ma) if drawn_ma else 1.0
        frame = bytearray(3 * self.count)
        for lamp, rgb in values.items():
            # Rounded down, so that many small roundings cannot add up beyond the cap.
            frame[3 * lamp : 3 * lamp + 3] = bytes(int(value * part) for value in rgb)
        return bytes(frame)


PxPoint: TypeAlias = tuple[float, float]
PxSize: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class TouchAxes:
    """How the touch device's axes lie on the panel.

    The names and their order, first inverted, then swapped, are those of the Linux
    kernel's touchscreens.

    Source: Documentation/devicetree/bindings/input/touchscreen/touchscreen.yaml and
    drivers/input/touchscreen.c of Linux 6.6, `touchscreen_apply_prop_to_x_y`.
    """

    inverted_x: bool = False
    inverted_y: bool = False
    swapped_xy: bool = False

    def to_panel(self, x: float, y: float) -> PxPoint:
        """Return where on the panel a touch is; all from 0.0 at the left and top to 1.0."""
        x, y = (1.0 - x if self.inverted_x else x), (1.0 - y if self.inverted_y else y)
        return (y, x) if self.swapped_xy else (x, y)

    def to_device(self, x: float, y: float) -> PxPoint:
        """Return what the device tells of a touch at a place of the panel: `to_panel` undone."""
        x, y = (y, x) if self.swapped_xy else (x, y)
        return (1.0 - x if self.inverted_x else x), (1.0 - y if self.inverted_y else y)


STRAIGHT = TouchAxes()

ALL_AXES = tuple(TouchAxes(*flags) for flags in itertools.product((False, True), repeat=3))
"""Every way in which a touch device can be turned, mirrored or both."""


@dataclass(frozen=True)
class Mounting:
    """The picture's turn on the panel, and the touch device's axes.

    Attributes:
        rotation: 0, 90, 180 or 270, degrees by which the picture is turned clockwise.
    """

    rotation: int = 0
    axes: TouchAxes = STRAIGHT

    def turned(self, size: PxSize) -> PxSize:
        """Return the picture's size on a panel of *size*, and the other way round."""
        width, height = size
        return (height, width) if self.rotation in (90, 270) else size

    def to_picture(self, x: float, y: float, panel: PxSize) -> PxPoint:
        """Return where on the picture a pixel of a *panel* of this size is."""
        right, bottom = panel[0] - 1, panel[1] - 1
        if self.rotation == 90:
            return y, right - x
        if self.rotation == 180:
            return right - x, bottom - y
        return (bottom - y, x) if self.rotation == 270 else (x, y)

    def to_panel(self, x: float, y: float, panel: PxSize) -> PxPoint:
        """Return where on a *panel* of this size a pixel of the picture is."""
        return Mounting(-self.rotation % 360).to_picture(x, y, self.turned(panel))

    def finger_to_picture(self, x: float, y: float, panel: PxSize) -> PxPoint:
        """Return where on the picture a finger is: SDL tells 0.0 to 1.0 of the display's size."""
        # Some touch drivers report places slightly outside 0..1 at the edges.
        x, y = min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)
        x, y = self.axes.to_panel(x, y)
        return self.to_picture(x * (panel[0] - 1), y * (panel[1] - 1), panel)

    def picture_to_finger(self, x: float, y: float, panel: PxSize) -> PxPoint:
        """Return what SDL tells of a finger at a pixel of the picture."""
        x, y = self.to_panel(x, y, panel)
        return self.axes.to_device(x / max(1, panel[0] - 1), y / max(1, panel[1] - 1))


UPRIGHT = Mounting()


def mounting_of(screen: ScreenConfig) -> Mounting:
    """Return how picture and touch device lie, as configured."""
    axes = TouchAxes(screen.touch_inverted_x, screen.touch_inverted_y, screen.touch_swapped_xy)
    return Mounting(screen.rotation, axes)
