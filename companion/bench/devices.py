"""What the program is measured with: a display, a finger, and lamps at the end of a wire.

The display is an X server of its own, where Xvfb is installed: on a real driver the program
sleeps, draws and takes memory as it does for players, which on SDL's dummy one it does not.  The
lamps are the simulator's controller on a real pseudo-terminal, in a process of its own where it
counts when a byte arrives: at a table, it takes no turn at Python's lock.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, Final

import pygame

from companion.backends.devices import start_controller
from companion.config.values import Config, LedConfig
from companion.engine.service import spawn_context

WIRE_BAUD: Final = 1_000_000

TELLING_S: Final = 0.5
"""So often a controller looks whether it is still wanted."""

DISPLAY_SIZE: Final = "1920x1080x24"
HOVER_S: Final = 0.05
"""A pointer is there before it presses, and what its coming wakes has gone to sleep again."""


def has_xvfb() -> bool:
    """Return whether there is an X server that needs no screen."""
    return shutil.which("Xvfb") is not None


@contextmanager
def open_screen() -> Iterator[str]:
    """Draw on such a display meanwhile; yield the name of its driver."""
    before = dict(os.environ)
    try:
        if has_xvfb():
            with _server() as display:
                # Without a window manager nobody else says where a window is.
                os.environ |= {"DISPLAY": display, "SDL_VIDEO_WINDOW_POS": "0,0"}
                os.environ["SDL_VIDEODRIVER"] = "x11"
                yield "x11 (Xvfb)"
        else:
            os.environ["SDL_VIDEODRIVER"] = "dummy"
            yield "dummy (for x11: sudo apt install xvfb)"
    finally:
        os.environ.clear()
        os.environ |= before


@contextmanager
def _server() -> Iterator[str]:
    """Run an X server; give the name of its display, a free one, which it finds itself."""
    read_end, write_end = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(write_end),
        "-screen",
        "0",
        DISPLAY_SIZE,
        "-nolisten",
        "tcp",
    ]
    with subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL) as server:
        os.close(write_end)
        with os.fdopen(read_end, encoding="ascii") as pipe:
            display = pipe.readline().strip()
        try:
            yield f":{display}"
        finally:
            server.terminate()


def press_at(place: tuple[int, int], wake: Callable[[], None]) -> float:
    """Touch *place* of the window for a moment; return when the finger came down.

    Through the X server where there is one; else SDL's queue is filled, and *wake* called.
    """
    if pygame.display.get_driver() != "x11":
        touched_at_s = time.monotonic()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=place, button=1))
        wake()
        return touched_at_s
    x11, xtest, display = _connection(os.environ["DISPLAY"])
    xtest.XTestFakeMotionEvent(display, -1, *place, 0)
    x11.XFlush(display)
    time.sleep(HOVER_S)
    touched_at_s = time.monotonic()
    # The board is touched when the finger goes down, the tray when it goes up.
    for is_down in (1, 0):
        xtest.XTestFakeButtonEvent(display, 1, is_down, 0)
    x11.XFlush(display)
    return touched_at_s


@cache
def _connection(name: str) -> tuple[Any, Any, ctypes.c_void_p]:
    """Return the two libraries of an X client, and its connection to the display called *name*."""
    x11, xtest = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    return x11, xtest, ctypes.c_void_p(x11.XOpenDisplay(name.encode()))


class Lamps:
    """A controller in a process of its own, at the other end of a pseudo-terminal.

    Attributes:
        port: the device to open.
    """

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.port: str = pipe.recv()
        self._first_bytes_s: list[float] = []

    def first_bytes_s(self) -> list[float]:
        """Return when the first byte of each frame so far had arrived, as `time.monotonic`.

        Without frames that say the same again, as a sign of life.
        """
        while self._pipe.poll():
            self._first_bytes_s.append(self._pipe.recv())
        return self._first_bytes_s


@contextmanager
def running_lamps() -> Iterator[Lamps]:
    """Run such a controller, which takes frames of Adalight at `WIRE_BAUD` bits a second."""
    context = spawn_context()
    ours, theirs = context.Pipe()
    process = context.Process(target=_keep_lamps, args=(theirs,))
    process.start()
    theirs.close()
    try:
        yield Lamps(ours)
    finally:
        ours.close()
        process.join()


def _keep_lamps(pipe: Connection) -> None:
    """Be a controller until nobody is at the other end of *pipe*; tell it when frames arrive."""
    controller = start_controller(Config(leds=LedConfig(protocol="adalight", baud=WIRE_BAUD)))
    pipe.send(controller.port)
    told, shown = 0, b""

    def is_new(_: bytes) -> bool:
        return controller.frame_count > told

    while not pipe.poll():
        controller.wait_for_frame(is_new, TELLING_S)
        for each in [each for each in tuple(controller.arrivals) if each.number > told]:
            if each.pixels != shown:
                with suppress(BrokenPipeError):
                    pipe.send(each.first_byte_at_s)
            told, shown = each.number, each.pixels
    controller.close()
