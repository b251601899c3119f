"""What can be drawn on paper: shapes, broken lines, texts; in millimeters, y upwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from companion.art.shapes import Blend, Fill, Ink, Patch, Point, Ring, Shape, Stroke

Anchor: TypeAlias = Literal["start", "middle", "end"]

CAP_HEIGHT = 0.67
"""Height of the digits and capital letters of the bundled typeface, in its sizes."""

MM_PER_POINT = 25.4 / 72

PALE = Blend("white", "ink", 0.395)
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

    @property
    def patch(self) -> Patch:
        """Return it as a shape."""
        left, bottom, right, top = self
        return Patch(((left, bottom), (right, bottom), (right, top), (left, top)))

    def grown(self, by: float) -> PaperBox:
        """Return the box with *by* more on every side."""
        return PaperBox(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def moved(self, by: Point) -> PaperBox:
        """Return the box moved to the right and up."""
        dx, dy = by
        return PaperBox(self.left + dx, self.bottom + dy, self.right + dx, self.top + dy)


class Dashed(NamedTuple):
    """A broken line; *lengths* are those of its dashes and gaps."""

    line: Ring | Stroke
    ink: Ink
    lengths: tuple[float, ...]


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
    ink: Ink
    anchor: Anchor = "start"
    is_bold: bool = False
    most_width: float | None = None


class Group(NamedTuple):
    """Items of which only what lies inside of *clip* is seen."""

    items: tuple[Item, ...]
    clip: Shape


class Copy(NamedTuple):
    """The part of a drawing inside of *window*, moved by *shift*; *window* is on the page."""

    drawing: Drawing
    shift: Point
    window: PaperBox


Item: TypeAlias = Fill | Dashed | Text | Group | Copy


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
    silhouette: Shape | None = None


@dataclass(frozen=True, eq=False)
class Sheet:
    """One page."""

    width: float
    height: float
    items: tuple[Item, ...]


def centered_text(center: Point, text: str, size: float, ink: Ink, is_bold: bool = False) -> Text:
    """Return *text* with the middle of its digits or capitals at *center*."""
    x, y = center
    return Text((x, y - size * CAP_HEIGHT / 2), text, size, ink, "middle", is_bold)
