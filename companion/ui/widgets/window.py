"""The window or screen of the machine: the touchscreen, and what may stand beside it."""

from __future__ import annotations

import contextlib
import ctypes
import os
from importlib import resources
from typing import Protocol

import pygame

from companion.errors import LIBRARIES, BackendError
from companion.storage.state_dir import APPLICATION
from companion.ui.lamps import Mounting
from companion.ui.widgets.layout import LEAST_ASPECT_OF_LANDSCAPE

PANEL_SHARE = 0.52
"""The table's width beside the touchscreen, as a share of the screen's shorter side."""

STRIP_PX = 64
"""Rows that are turned at once: with all of 1920x1080 it took 25 ms, in strips 5 ms."""

NO_SCREEN_DRIVERS = ("dummy", "offscreen")

NO_DESKTOP_DRIVERS = (*NO_SCREEN_DRIVERS, "kmsdrm")

DESKTOP_SHARE = 0.9
"""So much of a display a window takes that was larger: a desktop has bars, and frames it."""


class SidePanel(Protocol):
    """Something drawn in the same window beside the touchscreen."""

    def lay_out(self, rect: pygame.Rect) -> None:
        """Place it at *rect* of the window."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw into its place."""


class Window:
    """The display, with the touchscreen at its left and perhaps a panel at its right.

    A display that hangs turned is drawn to by way of a picture of its own, since the
    driver of a machine without a desktop, kmsdrm, does not turn pictures.

    Attributes:
        surface: the whole picture, upright; without a turn the display itself.
        screen: the part of it that is the touchscreen.
        rotation: degrees by which the picture is turned clockwise on the display.
        is_fullscreen: whether it takes all of the display.
        left: the window's size as it was last, with a panel and without one.
    """

    def __init__(
        self,
        screen_size: tuple[int, int],
        panel: SidePanel | None,
        is_fullscreen: bool,
        rotation: int = 0,
        left_size: tuple[int, int] | None = None,
        *,
        hides_mouse: bool = True,
    ) -> None:
        """Open the display.

        Args:
            screen_size: of the touchscreen, before it is turned.
            panel: what stands beside it.
            is_fullscreen: whether it takes all of the display.
            rotation: of the picture.
            left_size: of the whole window as it was left, in place of *screen_size*.
            hides_mouse: fingers are all that point here in full screen.
        """
        self._panel = panel
        self._hides_mouse = hides_mouse
        self.rotation = rotation
        self.is_fullscreen = is_fullscreen
        width, height = Mounting(rotation).turned(screen_size)
        if panel is not None:
            width += round(PANEL_SHARE * min(screen_size))
        size = Mounting(rotation).turned((width, height))
        self._windowed = size if left_size is None else _brought_down(left_size)
        self.left: dict[bool, tuple[int, int]] = {self.has_panel: self._windowed}
        pygame.display.set_caption("Board Companion")
        _set_icon()
        self._open()
        self._split()

    @property
    def has_panel(self) -> bool:
        """Return whether something stands beside the touchscreen."""
        return self._panel is not None

    def _open(self) -> None:
        """Open the display, or the window on it, as it should be now."""
        pygame.mouse.set_visible(not (self.is_fullscreen and self._hides_mouse))
        if self.is_fullscreen:
            self._display = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            return
        self._display = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
        if self.display_size != self._windowed:
            # SDL forgets the size that is given while a window leaves full screen.
            self._display = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)

    def _split(self) -> None:
        if not self.is_fullscreen:
            self._windowed = self.left[self.has_panel] = self.display_size
        width, height = Mounting(self.rotation).turned(self.display_size)
        self.surface = self._display if self.rotation == 0 else pygame.Surface((width, height))
        screen_w = width
        if self._panel is not None:
            screen_w = _screen_width(width, height)
            self._panel.lay_out(pygame.Rect(screen_w, 0, width - screen_w, height))
        self.screen = self.surface.subsurface(pygame.Rect(0, 0, max(1, screen_w), height))

    @property
    def display_size(self) -> tuple[int, int]:
        """Return the size of the display, or of the window on it, as SDL knows it."""
        return self._display.get_size()

    @property
    def screen_size(self) -> tuple[int, int]:
        """Return the size of the touchscreen part, upright."""
        return self.screen.get_size()

    def follow(self, rotation: int, panel: SidePanel | None, is_fullscreen: bool) -> bool:
        """Become as the settings want it; return whether that changes anything.

        The window keeps its size: without a panel the touchscreen takes all of it.
        """
        if (rotation, panel, is_fullscreen) == (self.rotation, self._panel, self.is_fullscreen):
            return False
        self.rotation, self._panel = rotation, panel
        if is_fullscreen != self.is_fullscreen:
            self.is_fullscreen = is_fullscreen
            self._open()
        self._split()
        return True

    def resized(self) -> None:
        """Take over the window's new size."""
        self._display = pygame.display.get_surface()
        self._split()

    def set_size(self, size: tuple[int, int]) -> None:
        """Give the window another size, as a player's hand would."""
        self._display = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._split()

    def draw_panel(self) -> None:
        """Draw what stands beside the touchscreen."""
        if self._panel is not None:
            self._panel.draw(self.surface)

    def flip(self) -> None:
        """Show what was drawn."""
        if self.rotation == 180:
            self._display.blit(pygame.transform.flip(self.surface, True, True), (0, 0))
        elif self.rotation:
            self._blit_quarter_turned()
        pygame.display.flip()

    def _blit_quarter_turned(self) -> None:
        width, height = self.surface.get_size()
        for y in range(0, height, STRIP_PX):
            strip = self.surface.subsurface((0, y, width, min(STRIP_PX, height - y)))
            turned = pygame.transform.rotate(strip, -self.rotation)
            x = y if self.rotation == 270 else height - y - strip.get_height()
            self._display.blit(turned, (x, 0))


def _screen_width(width: int, height: int) -> int:
    """Return the touchscreen's width in a window that it shares with a panel."""
    landscape = round(width - PANEL_SHARE * height)
    if landscape >= height * LEAST_ASPECT_OF_LANDSCAPE:
        return landscape
    return round(width / (1 + PANEL_SHARE))


def _brought_down(size: tuple[int, int]) -> tuple[int, int]:
    """Return *size*, smaller where the display that is there now is."""
    (width, height), (most_w, most_h) = size, pygame.display.get_desktop_sizes()[0]
    return (
        width if width <= most_w else round(most_w * DESKTOP_SHARE),
        height if height <= most_h else round(most_h * DESKTOP_SHARE),
    )


def has_desktop() -> bool:
    """Return whether the program is in a window, or could be."""
    return pygame.display.get_driver().lower() not in NO_DESKTOP_DRIVERS


def _set_icon() -> None:
    """Give the window the icon that the program has in the menu of a desktop."""
    path = resources.files("companion") / "desktop" / f"{APPLICATION}.svg"
    # Not every SDL reads SVG.
    with contextlib.suppress(pygame.error, OSError), path.open("rb") as file:
        pygame.display.set_icon(pygame.image.load(file, path.name))


def _require_libraries_of_a_desktop() -> None:
    """Return where there is no X server, or the libraries by which SDL finds it.

    Raises:
        BackendError: one of them is missing.
    """
    for library in ("libX11.so.6", "libXext.so.6") if os.environ.get("DISPLAY") else ():
        try:
            ctypes.CDLL(library)
        except OSError:
            raise BackendError(
                "expected a display, got none: {library} is missing: sudo apt install {package}",
                library=library, package=LIBRARIES[library],
            ) from None  # fmt: skip


def open_display() -> None:
    """Open SDL's display driver.

    Raises:
        BackendError: there is no screen to draw on.
    """
    # Fingers must not arrive a second time as a mouse.
    os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    for desktop in ("X11", "WAYLAND"):
        # By this a desktop finds the window's entry in its menu.  pygame has put the name of
        # the Python file there that was started.
        os.environ[f"SDL_VIDEO_{desktop}_WMCLASS"] = APPLICATION
    try:
        pygame.display.init()
    except pygame.error as error:
        _require_libraries_of_a_desktop()
        raise BackendError("expected a display, got none: {error}", error=error) from error
    driver = pygame.display.get_driver()
    if driver in NO_SCREEN_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        _require_libraries_of_a_desktop()
        raise BackendError("expected a display, got none: neither a desktop nor a screen is here")
    # SDL 2 tells this name in capitals.
    if driver.lower() == "kmsdrm":
        # SDL takes its renderer for OpenGL by itself, but has only OpenGL ES there: nothing
        # fails and the screen stays black (seen with SDL 2.32 of Debian 13).
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")
    elif driver == "x11":
        # SDL would show each picture as a texture of OpenGL: without a graphics processor that
        # took 2.2 ms instead of 0.1 at 800x480, and 90 MB of memory.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    pygame.key.set_repeat()
