"""How the picture lies on the panel, and where on it a touch of the panel is.  Pure: no pygame.

Panel coordinates are pixels of the display as the machine knows it, picture
coordinates those of what is drawn; both x to the right and y down from 0.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TypeAlias

from companion.config.values import ScreenConfig

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
