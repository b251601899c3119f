"""What can be drawn on paper, as plain values in millimeters, y upwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
Color: TypeAlias = tuple[int, int, int]
Anchor: TypeAlias = Literal["start", "middle", "end"]

CAP_HEIGHT = 0.67
"""Height of the digits and capital letters of the bundled typeface, in its sizes."""

MM_PER_POINT = 25.4 / 72

WHITE: Color = (255, 255, 255)
PALE: Color = (165, 168, 174)
"""The gray of what only helps to find one's way."""


class PaperBox(NamedTuple):
    """An upright rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Return how wide it is."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Return how high it is."""
        return self.top - self.bottom

    @property
    def center(self) -> Point:
        """Return its middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def grown(self, by: float) -> PaperBox:
        """Return the box with *by* more on every side."""
        return PaperBox(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def moved(self, by: Point) -> PaperBox:
        """Return the box moved to the right and up."""
        dx, dy = by
        return PaperBox(self.left + dx, self.bottom + dy, self.right + dx, self.top + dy)


class PaperPen(NamedTuple):
    """How a line is drawn: color, width, and the lengths of dashes and gaps if any."""

    color: Color
    width: float
    dash: tuple[float, ...] = ()


class Curve(NamedTuple):
    """A cubic Bézier curve to *end*."""

    control1: Point
    control2: Point
    end: Point


class Contour(NamedTuple):
    """A line from *start* along *steps*, each a point or a curve."""

    start: Point
    steps: tuple[Point | Curve, ...]
    is_closed: bool = True


class Path(NamedTuple):
    """Contours, filled by the even-odd rule, drawn along, or both; lines have round ends."""

    contours: tuple[Contour, ...]
    fill: Color | None = None
    pen: PaperPen | None = None


class Text(NamedTuple):
    """One line of text.

    Attributes:
        at: where its base line begins, has its middle or ends, as *anchor* says.
        size: the height of the type.
        most_width: a wider text is set smaller, then cut; None for no limit.
    """

    at: Point
    text: str
    size: float
    color: Color
    anchor: Anchor = "start"
    is_bold: bool = False
    most_width: float | None = None


class Group(NamedTuple):
    """Items of which only what lies inside of *clip* is seen."""

    items: tuple[Item, ...]
    clip: Path


class Copy(NamedTuple):
    """The part of a drawing inside of *window*, moved by *shift*; *window* is on the page."""

    drawing: Drawing
    shift: Point
    window: PaperBox


Item: TypeAlias = Path | Text | Group | Copy


@dataclass(frozen=True, eq=False)
class Drawing:
    """Something larger than life or than the paper, drawn once and shown on several pages.

    Attributes:
        box: all that is drawn lies inside.
        quiet_x: where an upright cut through it hurts least.
        quiet_y: where a level cut does.
        silhouette: its shape for a small picture.
    """

    items: tuple[Item, ...]
    box: PaperBox
    quiet_x: tuple[float, ...] = ()
    quiet_y: tuple[float, ...] = ()
    silhouette: tuple[Contour, ...] = ()


@dataclass(frozen=True, eq=False)
class Sheet:
    """One page."""

    width: float
    height: float
    items: tuple[Item, ...]


def line(points: Sequence[Point], pen: PaperPen) -> Path:
    """Return the open line through *points*."""
    return Path((Contour(points[0], tuple(points[1:]), False),), pen=pen)


def polygon(
    points: Sequence[Point], fill: Color | None = None, pen: PaperPen | None = None
) -> Path:
    """Return the closed line through *points*."""
    return Path((Contour(points[0], tuple(points[1:])),), fill, pen)


def rectangle(box: PaperBox, fill: Color | None = None, pen: PaperPen | None = None) -> Path:
    """Return *box* as a path."""
    left, bottom, right, top = box
    return polygon([(left, bottom), (right, bottom), (right, top), (left, top)], fill, pen)


def rounded(
    box: PaperBox, radius: float, fill: Color | None = None, pen: PaperPen | None = None
) -> Path:
    """Return *box* with round corners."""
    corners = (
        ((box.right - radius, box.bottom + radius), -math.tau / 4),
        ((box.right - radius, box.top - radius), 0.0),
        ((box.left + radius, box.top - radius), math.tau / 4),
        ((box.left + radius, box.bottom + radius), math.tau / 2),
    )
    steps: list[Point | Curve] = []
    for (x, y), start in corners:
        steps.append((x + radius * math.cos(start), y + radius * math.sin(start)))
        steps += arc_steps((x, y), radius, start, start + math.tau / 4)
    return Path((Contour((box.left + radius, box.bottom), tuple(steps)),), fill, pen)


def circle(
    center: Point, radius: float, fill: Color | None = None, pen: PaperPen | None = None
) -> Path:
    """Return a circle."""
    x, y = center
    steps = tuple(arc_steps(center, radius, 0.0, math.tau))
    return Path((Contour((x + radius, y), steps),), fill, pen)


def arc_steps(center: Point, radius: float, start: float, end: float) -> Iterable[Curve]:
    """Yield the curves of an arc around *center*, none longer than a quarter turn.

    It goes from *start* to *end*, in radians from the right, turning left; where *end* is
    less it turns right.
    """
    count = max(1, math.ceil(abs(end - start) / (math.tau / 4) - 1e-9))
    turn = (end - start) / count
    # The usual approximation: off by at most 0.03 % of the radius.
    reach = 4 / 3 * math.tan(turn / 4)
    for number in range(count):
        (c1, s1), (c2, s2) = (
            (math.cos(angle), math.sin(angle))
            for angle in (start + turn * number, start + turn * (number + 1))
        )
        yield Curve(
            _on(center, radius, c1 - reach * s1, s1 + reach * c1),
            _on(center, radius, c2 + reach * s2, s2 - reach * c2),
            _on(center, radius, c2, s2),
        )


def _on(center: Point, radius: float, right: float, up: float) -> Point:
    return center[0] + radius * right, center[1] + radius * up


def centered_text(
    center: Point, text: str, size: float, color: Color, is_bold: bool = False
) -> Text:
    """Return *text* with the middle of its digits or capitals at *center*."""
    x, y = center
    return Text((x, y - size * CAP_HEIGHT / 2), text, size, color, "middle", is_bold)


def scaled(contour: Contour, scale: float, shift: Point = (0.0, 0.0)) -> Contour:
    """Return *contour* larger by *scale* from the origin, then moved by *shift*."""

    def moved(point: Point) -> Point:
        return point[0] * scale + shift[0], point[1] * scale + shift[1]

    steps = tuple(
        Curve(*(moved(point) for point in step)) if isinstance(step, Curve) else moved(step)
        for step in contour.steps
    )
    return Contour(moved(contour.start), steps, contour.is_closed)
