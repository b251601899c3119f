"""The window or screen of the machine: the touchscreen, and what may stand beside it."""

from __future__ import annotations

import os
from typing import Protocol

import pygame

from companion.errors import BackendError
from companion.ui.layout import LEAST_ASPECT_OF_LANDSCAPE

PANEL_SHARE = 0.52
"""The table's width beside the touchscreen, as a share of the screen's shorter side."""

NO_SCREEN_DRIVERS = ("dummy", "offscreen")


class SidePanel(Protocol):
    """Something drawn in the same window beside the touchscreen."""

    def lay_out(self, rect: pygame.Rect) -> None:
        """Take *rect* of the window as its place."""
        ...

    def draw(self, surface: pygame.Surface) -> None:
        """Draw into its place."""
        ...


class Window:
    """The display, with the touchscreen at its left and perhaps a panel at its right.

    Attributes:
        surface: the whole window.
        screen: the part that is the touchscreen.
    """

    def __init__(
        self, screen_size: tuple[int, int], panel: SidePanel | None, is_fullscreen: bool
    ) -> None:
        self._panel = panel
        width, height = screen_size
        if panel is not None:
            width += round(PANEL_SHARE * min(screen_size))
        flags = pygame.FULLSCREEN if is_fullscreen else pygame.RESIZABLE
        pygame.display.set_caption("Board Companion")
        pygame.mouse.set_visible(not is_fullscreen)
        self.surface = pygame.display.set_mode((0, 0) if is_fullscreen else (width, height), flags)
        self._split()

    def _split(self) -> None:
        width, height = self.surface.get_size()
        screen_w = width
        if self._panel is not None:
            screen_w = _screen_width(width, height)
            self._panel.lay_out(pygame.Rect(screen_w, 0, width - screen_w, height))
        self.screen = self.surface.subsurface(pygame.Rect(0, 0, max(1, screen_w), height))

    @property
    def screen_size(self) -> tuple[int, int]:
        """Return the size of the touchscreen part."""
        return self.screen.get_size()

    def resized(self) -> None:
        """Take over the window's new size."""
        self.surface = pygame.display.get_surface()
        self._split()

    def set_size(self, size: tuple[int, int]) -> None:
        """Give the window another size, as a player's hand would."""
        self.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._split()

    def draw_panel(self) -> None:
        """Draw what stands beside the touchscreen."""
        if self._panel is not None:
            self._panel.draw(self.surface)

    def flip(self) -> None:
        """Show what was drawn."""
        pygame.display.flip()


def _screen_width(width: int, height: int) -> int:
    """Return the touchscreen's width in a window that it shares with a panel."""
    landscape = round(width - PANEL_SHARE * height)
    if landscape >= height * LEAST_ASPECT_OF_LANDSCAPE:
        return landscape
    return round(width / (1 + PANEL_SHARE))


def open_display() -> None:
    """
    Open SDL's display driver.

    Raises:
        BackendError: there is no screen to draw on.
    """
    # Fingers must not arrive a second time as a mouse.
    os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise BackendError(f"expected a display, got none: {error}") from error
    driver = pygame.display.get_driver()
    if driver in NO_SCREEN_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise BackendError("expected a display, got none: neither a desktop nor a screen is here")
    pygame.key.set_repeat()
