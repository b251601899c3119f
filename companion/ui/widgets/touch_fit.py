"""What four touches tell about the touch device: how far off, and which axes would be right.

Pure: takes places in pixels of the picture, gives codes and numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.ui.lamps.mounting import ALL_AXES, STRAIGHT, Mounting, PxPoint, PxSize, TouchAxes

MARGIN = 0.14
"""How far the targets are from the edges, as a share of each side."""

FINE = 0.05
"""Touches this near, as a share of the shorter side, hit what they mean: a button has 0.13."""

FITTING = 0.2
"""Axes explain touches that they bring this near; the next best are further by 0.7."""


class TouchAt(NamedTuple):
    """A target and where the touch of it arrived, both in pixels of the picture."""

    target: PxPoint
    got: PxPoint

    @property
    def off_px(self) -> int:
        """Return how far the touch is from its target."""
        return round(math.dist(self.target, self.got))


@dataclass(frozen=True)
class TouchVerdict:
    """What is the matter with the touch device.

    Attributes:
        code: ``fine``; ``axes``, which explain the touches; ``off``, the right way round
            but not near; ``scattered``, no axes explain them.
        axes: the right ones, for ``axes``.
    """

    code: str
    axes: TouchAxes = STRAIGHT


def targets(size: PxSize, top: int = 0) -> tuple[PxPoint, PxPoint, PxPoint, PxPoint]:
    """Return the places to be touched on a picture of *size*, below *top*, clockwise."""
    across, down = size[0] * MARGIN, (size[1] - top) * MARGIN
    left, right = round(across), round(size[0] - across)
    high, low = round(top + down), round(size[1] - down)
    return (left, high), (right, high), (right, low), (left, low)


def verdict_on(touches: Sequence[TouchAt], mounting: Mounting, size: PxSize) -> TouchVerdict:
    """Return what *touches* tell, which arrived through *mounting* on a picture of *size*.

    The present axes are kept where they explain the touches as well as others.
    """
    side, panel = min(size), mounting.turned(size)

    def worst(axes: TouchAxes) -> float:
        other = Mounting(mounting.rotation, axes)
        return max(
            math.dist(
                touch.target,
                other.finger_to_picture(*mounting.picture_to_finger(*touch.got, panel), panel),
            )
            for touch in touches
        )

    now = max(math.dist(touch.target, touch.got) for touch in touches)
    if now <= FINE * side:
        return TouchVerdict("fine")
    best = min(ALL_AXES, key=lambda axes: (worst(axes), axes != mounting.axes))
    if worst(best) > FITTING * side:
        return TouchVerdict("scattered")
    return TouchVerdict("off") if best == mounting.axes else TouchVerdict("axes", best)
