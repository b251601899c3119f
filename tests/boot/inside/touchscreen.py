"""A touchscreen of ten fingers that the kernel takes for a real one; runs until it is unplugged.

    python -m tests.boot.inside.touchscreen FIFO

Each line in FIFO puts fingers down, moves or lifts them, all in one report, as
``0 100 200; 1 300 200`` or ``0 up``: the finger, and the place in pixels.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from evdev import AbsInfo, UInput
from evdev import ecodes as codes

SIZE = (800, 480)
FINGERS = 10


def plugged_in() -> UInput:
    """Return the device, as the usual touchscreens of a Raspberry Pi describe themselves."""
    width, height = SIZE

    def axis(most: int) -> AbsInfo:
        return AbsInfo(value=0, min=0, max=most, fuzz=0, flat=0, resolution=0)

    capabilities = {
        codes.EV_KEY: [codes.BTN_TOUCH],
        codes.EV_ABS: [
            (codes.ABS_X, axis(width - 1)),
            (codes.ABS_Y, axis(height - 1)),
            (codes.ABS_MT_SLOT, axis(FINGERS - 1)),
            (codes.ABS_MT_TRACKING_ID, axis(0xFFFF)),
            (codes.ABS_MT_POSITION_X, axis(width - 1)),
            (codes.ABS_MT_POSITION_Y, axis(height - 1)),
        ],
    }
    return UInput(capabilities, name="touchscreen", input_props=[codes.INPUT_PROP_DIRECT])


class Screen:
    """The fingers on it."""

    def __init__(self) -> None:
        self._device = plugged_in()
        self._down: dict[int, tuple[int, int]] = {}
        self._touches = 0

    def report(self, fingers: str) -> None:
        """Tell the kernel what has changed."""
        for finger in fingers.split(";"):
            slot, *place = finger.split()
            self._device.write(codes.EV_ABS, codes.ABS_MT_SLOT, int(slot))
            if place == ["up"]:
                self._device.write(codes.EV_ABS, codes.ABS_MT_TRACKING_ID, -1)
                del self._down[int(slot)]
            else:
                self._put(int(slot), int(place[0]), int(place[1]))
        self._device.write(codes.EV_KEY, codes.BTN_TOUCH, int(bool(self._down)))
        if self._down:
            # What a panel of one finger would tell: the one that has been down for longest.
            x, y = next(iter(self._down.values()))
            self._device.write(codes.EV_ABS, codes.ABS_X, x)
            self._device.write(codes.EV_ABS, codes.ABS_Y, y)
        self._device.syn()

    def _put(self, slot: int, x: int, y: int) -> None:
        if slot not in self._down:
            self._touches += 1
            self._device.write(codes.EV_ABS, codes.ABS_MT_TRACKING_ID, self._touches)
        self._down[slot] = (x, y)
        self._device.write(codes.EV_ABS, codes.ABS_MT_POSITION_X, x)
        self._device.write(codes.EV_ABS, codes.ABS_MT_POSITION_Y, y)


def serve_fingers(fifo: str) -> None:
    os.mkfifo(fifo)
    screen = Screen()
    while True:
        with Path(fifo).open(encoding="ascii") as lines:
            for line in lines:
                screen.report(line)


if __name__ == "__main__":
    serve_fingers(sys.argv[1])
