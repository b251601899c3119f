"""Draws the parts that every scene shares: banner, panels, lists, texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

import pygame

from companion.art.theme import Color, Theme, mixed
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ENTRY_GAP, ListView

LEAST_PARAGRAPH = 11
"""The size of a text on several lines that had no room in a larger one."""

ENTRY_PAD = 12
"""What a line of a list leaves free at its left and right."""

VALUE_PART = 0.45
"""How much of a line of a list the value takes at most."""

STACKED_SIZE = 15
"""The size of a value under the title of its line."""

LEAST_BESIDE = 14
"""Where title or value would be smaller beside the other, each has a line of its own."""

NAME, LEAST_NAME = 16, 14
"""The size of a player's name beside the board."""

SWATCH_PART, SWATCH_GAP_PART = 0.36, 0.4
"""The radius of the disc before a name, and the gap behind it, in parts of the letters' size."""

HEADING, LARGE_TALL_HEADING, LEAST_HEADING = 20, 19, 12
"""The size of what stands in the bar at the top: the same from turn to turn, on a tall screen
on two lines where it must; with large letters two of the usual size would have no room there.
It is smaller only where something broken is told beside it, or on a tiny screen."""

HEADING_LINE = 1.15
"""The distance of two lines there, in sizes of their letters."""

STATUS_PARTS = 3
"""How a device is takes one of so many parts of the bar at most."""

SHARE_H, LARGE_SHARE_H, PORTRAIT_LARGE_SHARE_H = 46, 72, 104
"""The height of a sentence over the bar that tells how far something is."""


class ButtonLabel(NamedTuple):
    """What one of the four buttons does right now.

    Attributes:
        line: its second line; empty when it does nothing.
        is_filled: it commits something and can do so now.
        held: its third line, what holding it does; empty where that is nothing else.
    """

    line: str
    is_filled: bool = False
    held: str = ""


class Status(NamedTuple):
    """A few words on how a device is, and whether they tell of something broken."""

    text: str
    is_trouble: bool = False


class FittedLines(NamedTuple):
    """A text on one line or several, with the size of its letters."""

    lines: list[str]
    size_px: int


class Banner(NamedTuple):
    """The bar at the top: whose turn it is, what is expected, how the devices are."""

    text: str
    disc: Color | None = None
    status: tuple[Status, ...] = ()


class Entry(NamedTuple):
    """One line of a list, with what it is set to where it is a setting."""

    title: str
    value: str = ""
    swatch: Color | None = None
    is_ticked: bool = False


@dataclass
class Pen:
    """Draws on one surface in one theme and layout.

    Attributes:
        is_across: banner and note are read from the far edge of the screen.
    """

    surface: pygame.Surface
    fonts: Fonts
    theme: Theme
    layout: ScreenLayout
    is_across: bool = False

    def clear(self) -> None:
        """Fill the screen with the table."""
        self.surface.fill(self.theme.table)

    def panel(self, box: Box, ground: str = "panel", edge: str | None = None) -> None:
        """Draw a box with rounded corners in the color of the role *ground*."""
        radius = self.layout.px(6)
        rect = pygame.Rect(box)
        pygame.draw.rect(self.surface, self.theme.color(ground), rect, border_radius=radius)
        if edge is not None:
            width = self.layout.px(1.5)
            pygame.draw.rect(self.surface, self.theme.color(edge), rect, width, radius)

    def fill(self, box: Box, color: Color) -> None:
        """Fill *box* with *color*, its corners square."""
        self.surface.fill(color, pygame.Rect(box))

    def outline(self, box: Box, role: str) -> None:
        """Draw a thin line along the inner edge of *box*."""
        pygame.draw.rect(self.surface, self.theme.color(role), pygame.Rect(box), 1)

    def frame(self, box: Box, role: str) -> None:
        """Draw a thick frame with rounded corners inside *box*."""
        rect = pygame.Rect(box)
        width = self.layout.px(4)
        pygame.draw.rect(self.surface, self.theme.color(role), rect, width, self.layout.px(6))

    def text(
        self,
        text: str,
        at: tuple[float, float],
        size: float,
        role: str = "text",
        width: float | None = None,
        is_bold: bool = False,
        anchor: str = "midleft",
    ) -> pygame.Rect:
        """Draw one line of text and return where it is.

        Args:
            text: what to write.
            at: the place of the *anchor* in pixels.
            size: in pixels of the design.
            role: the color's role.
            width: the most pixels it may take; the text shrinks, then is cut.
            is_bold: the heavy weight.
            anchor: a place of a `pygame.Rect`.
        """
        size_px = self.layout.text_px(size)
        if width is not None and self.fonts.width_px(text, size_px, is_bold) > width:
            least_px = self.layout.text_px(min(size, 10))
            if self.fonts.width_px(text, least_px, is_bold) > width:
                # What is cut in any size is cut in one that can be read.
                least_px = self.layout.text_px(min(size, 12))
            sizes = range(least_px, size_px + 1)
            text, size_px = self.fonts.fit(text, width, sizes, is_bold)
        picture = self.fonts.render(text, size_px, self.theme.color(role), is_bold)
        rect = picture.get_rect(**{anchor: (round(at[0]), round(at[1]))})
        self.surface.blit(picture, rect)
        return rect

    def paragraph(
        self,
        text: str,
        box: Box,
        size: float,
        role: str = "text",
        is_centered: bool = True,
        least: float = LEAST_PARAGRAPH,
    ) -> int:
        """Write *text* on as many lines as it takes inside *box*, smaller where it must be.

        What has no room in the *least* size is cut.

        Returns:
            Where its last line ends.
        """
        if not text or box.w <= 0:
            return box.y
        size_px = self._paragraph_px(text, box, size, least)
        lines = self.fonts.lines(text, box.w, size_px)
        line_px = self.layout.line_px(size_px)
        room = max(1, box.h // line_px)
        if len(lines) > room:
            last = " ".join(lines[room - 1 :])
            lines = [*lines[: room - 1], self.fonts.shortened(last, box.w, size_px)]
        y = box.y + ((box.h - line_px * len(lines)) // 2 if is_centered else 0)
        for line in lines:
            self.surface.blit(self.fonts.render(line, size_px, self.theme.color(role)), (box.x, y))
            y += line_px
        return y

    def text_h(self, text: str, width: int) -> int:
        """Return how high *text* is at least on lines of *width* pixels."""
        size_px = self.layout.text_px(0)
        return len(self.fonts.lines(text, width, size_px)) * self.layout.line_px(size_px)

    def _paragraph_px(self, text: str, box: Box, size: float, least: float) -> int:
        """Return the largest size at which *text* fits into *box*, no word cut, or the least."""
        least_px = self.layout.text_px(least)
        for size_px in range(self.layout.text_px(size), least_px, -1):
            room = box.h // self.layout.line_px(size_px)
            is_wide = any(self.fonts.width_px(word, size_px) > box.w for word in text.split())
            if not is_wide and len(self.fonts.lines(text, box.w, size_px)) <= room:
                return size_px
        return least_px

    @contextmanager
    def to_reader(self, box: Box) -> Iterator[None]:
        """Turn what is drawn in *box* upside down where it is read from the far edge."""
        yield
        on_screen = pygame.Rect(box).clip(self.surface.get_rect())
        if self.is_across and on_screen:
            part = self.surface.subsurface(on_screen)
            part.blit(pygame.transform.rotate(part, 180), (0, 0))

    def banner(self, banner: Banner) -> None:
        """Draw the bar at the top; what is fine with the devices gives way to a long heading."""
        box = self.layout.banner
        with self.to_reader(box):
            pygame.draw.rect(self.surface, self.theme.banner, pygame.Rect(box))
            pad = self.layout.px(12)
            x = box.x + pad
            if banner.disc is not None:
                radius = max(4, round(box.h * 0.27))
                self.disc((x + radius, box.center[1]), radius, banner.disc)
                x += 2 * radius + pad
            shown = _shown_status(self, banner, box.right - pad - x)
            right = box.right - pad
            for status in reversed(shown):
                right = _draw_status(self, status, (right, box.center[1]), box.w // STATUS_PARTS)
            heading = _heading(self, banner.text, right - x)
            _draw_heading(self, heading or _small_heading(self, banner.text, right - x), x)

    def disc(self, center: tuple[int, int], radius: int, color: Color) -> None:
        """Draw an antialiased disc with a rim, as a side's sign."""
        picture = _disc(radius, color, self.theme.muted)
        self.surface.blit(picture, picture.get_rect(center=center))

    def list(
        self, view: ListView, entries: Sequence[Entry] | Mapping[int, Entry], size: float = 19
    ) -> None:
        """Draw the entries of *view* that are in sight, the one under the cursor marked."""
        with self.scrolled(view):
            for index in view.visible():
                self._entry(view, index, entries[index], size)

    @contextmanager
    def scrolled(self, view: ListView) -> Iterator[None]:
        """Clip drawing to the box of *view*, then show how far it is scrolled, if it can be."""
        clip = self.surface.get_clip()
        self.surface.set_clip(pygame.Rect(view.box).clip(clip))
        yield
        self.surface.set_clip(clip)
        if view.most_scroll > 0:
            self._scroll_bar(view)

    def entry_size(self, view: ListView, longest: str, size: int, least: int) -> int:
        """Return the largest size, up to *size*, in which *longest* has room in *view*."""
        entry = view.entry_box(0, self.layout.px(ENTRY_GAP))
        room = entry.w - 2 * self.layout.px(ENTRY_PAD)
        for fitting in range(size, least, -1):
            if self.fonts.width_px(longest, self.layout.text_px(fitting), True) <= room:
                return fitting
        return least

    def _entry(self, view: ListView, index: int, entry: Entry, size: float) -> None:
        box = view.entry_box(index, self.layout.px(ENTRY_GAP))
        is_selected = index == view.selected
        self.panel(box, "choice" if is_selected else "panel", "text" if is_selected else None)
        pad = self.layout.px(ENTRY_PAD)
        x = box.x + pad
        if entry.swatch is not None:
            radius = self.layout.px(9)
            self.disc((x + radius, box.center[1]), radius, entry.swatch)
            x += 2 * radius + pad
        if entry.is_ticked:
            self.tick((x + self.layout.px(9), box.center[1]), self.layout.px(9))
            x += self.layout.px(18) + pad
        right = box.right - pad
        if entry.value and _is_stacked(self, entry, right - x, size):
            value_size = 0 if self.layout.is_large else STACKED_SIZE
            half = self.layout.line_px(self.layout.text_px(value_size)) // 2
            self.text(entry.value, (x, box.center[1] + half), value_size, "muted", right - x)
            at = (x, box.center[1] - half)
            self.text(entry.title, at, size, width=right - x, is_bold=is_selected)
            return
        if entry.value:
            rect = self.text(
                entry.value, (right, box.center[1]), size - 2, "muted", box.w * VALUE_PART,
                anchor="midright",
            )  # fmt: skip
            right = rect.left - pad
        size_px = self.layout.text_px(0)
        if self.layout.is_large and self.fonts.width_px(entry.title, size_px, True) > right - x:
            self.paragraph(entry.title, Box(x, box.y, right - x, box.h), 0)
            return
        self.text(entry.title, (x, box.center[1]), size, width=right - x, is_bold=is_selected)

    def tick(self, center: tuple[int, int], radius: int) -> None:
        """Draw an antialiased tick: the typeface has none."""
        factor = 4
        side = 2 * radius * factor
        big = pygame.Surface((side, side), pygame.SRCALPHA)
        corners = [(0.12, 0.55), (0.4, 0.82), (0.9, 0.2)]
        points = [(side * x, side * y) for x, y in corners]
        width = max(2, side // 6)
        pygame.draw.lines(big, self.theme.text, False, points, width)
        for point in points:
            pygame.draw.circle(big, self.theme.text, point, width // 2)
        small = pygame.transform.smoothscale(big, (2 * radius, 2 * radius))
        self.surface.blit(small, small.get_rect(center=center))

    def share(self, box: Box, text: str, share: float) -> Box:
        """Draw *text* over a bar filled to a *share*, 0 .. 1, low in *box*; return the rest."""
        layout = self.layout
        large = PORTRAIT_LARGE_SHARE_H if layout.is_portrait else LARGE_SHARE_H
        h = layout.px(large if layout.is_large else SHARE_H)
        whole = Box(box.x, box.bottom - h, box.w, h)
        self.panel(whole)
        inner = whole.inset(layout.px(12), layout.px(6))
        bar_h = layout.px(6)
        self.paragraph(text, inner._replace(h=inner.h - bar_h - layout.px(4)), 15)
        track = inner._replace(y=inner.bottom - bar_h, h=bar_h)
        self.fill(track, self.theme.panel_edge)
        self.fill(track._replace(w=round(track.w * share)), self.theme.commit)
        return box._replace(h=box.h - h - layout.px(8))

    def _scroll_bar(self, view: ListView) -> None:
        """Draw how far *view* is scrolled, at its right edge."""
        box, width = view.box, self.layout.px(4)
        length = max(self.layout.px(16), round(box.h * box.h / view.content_h))
        y = box.y + round((box.h - length) * view.scroll / view.most_scroll)
        color = mixed(self.theme.muted, self.theme.table, 0.3)
        rect = pygame.Rect(box.right - width, y, width, length)
        pygame.draw.rect(self.surface, color, rect, border_radius=width // 2)


@lru_cache(maxsize=32)
def _disc(radius: int, color: Color, rim: Color) -> pygame.Surface:
    """Return the picture of a disc: to draw it smooth takes longer than all else in a banner."""
    factor = 4
    side = 2 * (radius + 2) * factor
    big = pygame.Surface((side, side), pygame.SRCALPHA)
    middle = (side // 2, side // 2)
    pygame.draw.circle(big, rim, middle, radius * factor)
    pygame.draw.circle(big, color, middle, (radius - 1) * factor)
    return pygame.transform.smoothscale(big, (side // factor, side // factor))


def _shown_status(pen: Pen, banner: Banner, room: int) -> list[Status]:
    """Return what is told beside the heading, which has *room* pixels with it."""
    # Large letters leave room for one on a tall screen: what is wrong comes first.
    is_narrow = pen.layout.is_tall_large
    shown = list(banner.status[: 1 if is_narrow else None])
    most = pen.layout.banner.w // STATUS_PARTS
    for status in banner.status:
        taken = sum(_status_w(pen, each, most) for each in shown)
        if _heading(pen, banner.text, room - taken) is not None:
            break
        if status in shown and not status.is_trouble:
            shown.remove(status)
    return shown


def _status_w(pen: Pen, status: Status, most: int) -> int:
    """Return how wide *status* is, of *most* pixels, with what is free before it."""
    size, edges = (16, 2 * pen.layout.px(8)) if status.is_trouble else (15, 0)
    width = pen.fonts.width_px(status.text, pen.layout.text_px(size), status.is_trouble)
    return min(width, most) + edges + pen.layout.px(14)


def _draw_status(pen: Pen, status: Status, at: tuple[int, int], most: int) -> int:
    """Write *status* left of *at*, trouble on a ground of its own; return where it begins."""
    gap, pad = pen.layout.px(14), pen.layout.px(8)
    if not status.is_trouble:
        return pen.text(status.text, at, 15, "muted", most, anchor="midright").left - gap
    # What is wrong must be seen from where one plays.
    size_px = pen.layout.text_px(16)
    shown = pen.fonts.shortened(status.text, most, size_px, True)
    w, h = pen.fonts.width_px(shown, size_px, True), pen.fonts.line_px(size_px)
    box = Box(at[0] - w - 2 * pad, at[1] - h // 2, w + 2 * pad, h)
    pen.panel(box, "trouble")
    pen.text(shown, box.center, 16, "banner", w, True, "center")
    return box.x - gap


def _heading(pen: Pen, text: str, width: int) -> FittedLines | None:
    """Return *text* as a heading of *width* pixels in its one size, None without room."""
    return _heading_in(pen, text, width, _heading_px(pen))


def _heading_px(pen: Pen) -> int:
    layout = pen.layout
    return layout.text_px(LARGE_TALL_HEADING if layout.is_tall_large else HEADING)


def _heading_in(pen: Pen, text: str, width: int, size_px: int) -> FittedLines | None:
    """Return *text* in letters of that size, on a tall screen on two lines at most.

    They part after a colon or a sentence where they can, else where both are alike in width.
    """
    px = partial(pen.fonts.width_px, size_px=size_px, is_bold=True)
    if px(text) <= width:
        return FittedLines([text], size_px)
    words = text.split(" ") if pen.layout.is_portrait else []
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    fitting = [way for way in ways if max(map(px, way)) <= width]
    if not fitting:
        return None
    best = min(fitting, key=lambda way: (way[0][-1] not in ":.?!", abs(px(way[0]) - px(way[1]))))
    return FittedLines(list(best), size_px)


def _small_heading(pen: Pen, text: str, width: int) -> FittedLines:
    """Return *text* in smaller letters, and cut in the smallest."""
    least_px = pen.layout.text_px(LEAST_HEADING)
    for size_px in range(_heading_px(pen) - 1, least_px - 1, -1):
        if (heading := _heading_in(pen, text, width, size_px)) is not None:
            return heading
    return FittedLines([pen.fonts.shortened(text, width, least_px, True)], least_px)


def _draw_heading(pen: Pen, heading: FittedLines, x: int) -> None:
    lines, size_px = heading
    middle = pen.layout.banner.center[1]
    line_px = round(size_px * HEADING_LINE)
    for number, line in enumerate(lines):
        y = middle + round((number - (len(lines) - 1) / 2) * line_px)
        picture = pen.fonts.render(line, size_px, pen.theme.text, True)
        pen.surface.blit(picture, picture.get_rect(midleft=(x, y)))


def draw_name(pen: Pen, text: str, at: tuple[int, int], width: float, color: Color) -> pygame.Rect:
    """Draw somebody's name after a disc of *color*, and return where it ends.

    A long one is shortened: small letters would be read less easily.
    """
    draw_swatch(pen, at, NAME, color)
    x = at[0] + swatch_w(pen, NAME)
    room = at[0] + width - x
    sizes = range(pen.layout.text_px(LEAST_NAME), pen.layout.text_px(NAME) + 1)
    fitted = pen.fonts.fit(text, room, sizes, True)
    picture = pen.fonts.render(fitted.text, fitted.size_px, pen.theme.text, True)
    return pen.surface.blit(picture, picture.get_rect(midleft=(x, at[1])))


def draw_swatch(pen: Pen, at: tuple[int, int], size: float, color: Color) -> None:
    """Draw a disc of *color* from *at* on, before a name of *size* that doesn't say it."""
    radius = round(pen.layout.text_px(size) * SWATCH_PART)
    pen.disc((at[0] + radius, at[1]), radius, color)


def swatch_w(pen: Pen, size: float) -> int:
    """Return how much room the disc before a name takes."""
    size_px = pen.layout.text_px(size)
    return 2 * round(size_px * SWATCH_PART) + round(size_px * SWATCH_GAP_PART)


def _is_stacked(pen: Pen, entry: Entry, width: int, size: float) -> bool:
    """Return whether title and value of *entry* need a line each.

    Large letters do sooner: they cannot shrink.
    """
    layout, fonts = pen.layout, pen.fonts
    least_px = layout.text_px(0 if layout.is_large else LEAST_BESIDE)
    value_px = least_px if layout.is_large else layout.text_px(size - 2)
    if fonts.width_px(entry.value, least_px) > width * VALUE_PART:
        return True
    # In its own size the value has its room first, and the title what that leaves.
    value_w = min(fonts.width_px(entry.value, value_px), round(width * VALUE_PART))
    return fonts.width_px(entry.title, least_px, True) + value_w + layout.px(ENTRY_PAD) > width
