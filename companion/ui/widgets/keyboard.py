"""The keys of the keyboard on screen and where they are.  Pure geometry: no pygame, no drawing."""

from __future__ import annotations

from typing import NamedTuple

from companion.ui.widgets.layout import Box, ScreenLayout

SHIFT = "shift"
SIGNS = "signs"
LETTERS = "letters"
SPACE = "space"
ERASE = "erase"
CANCEL = "cancel"
DONE = "done"

ROW_WIDTH = 10.0
"""All rows are as wide as ten letters."""

_LAST = ((SPACE, 2.5), (ERASE, 2.0), (CANCEL, 2.0), (DONE, 2.0))

PAGES: dict[str, tuple[tuple[tuple[str, float], ...], ...]] = {
    LETTERS: (
        tuple((letter, 1.0) for letter in "qwertyuiop"),
        tuple((letter, 1.0) for letter in "asdfghjkl'"),
        ((SHIFT, 1.0), *((letter, 1.0) for letter in "zxcvbnm,.")),
        ((SIGNS, 1.5), *_LAST),
    ),
    SIGNS: (
        tuple((sign, 1.0) for sign in "1234567890"),
        tuple((sign, 1.0) for sign in '-/:;()!?"&'),
        tuple((sign, 1.0) for sign in "+=*#%@<>,."),
        ((LETTERS, 1.5), *_LAST),
    ),
}
"""Each page's rows: what a key types or is, and its width in letters."""

GAP = 4
EDGE_PORTRAIT = 4
"""What is free beside the keys of a tall screen: ten letters need all the rest for fingers."""

ROW_H_PORTRAIT = 104
TEXT_H_PORTRAIT = 240


class PlacedKey(NamedTuple):
    """One key: what it types or is, its row from 0, where it is, and where touches mean it."""

    name: str
    row: int
    box: Box
    area: Box


class TypingPlaces(NamedTuple):
    """Where the keys and the text are."""

    keys: Box
    text: Box


def lay_out_typing(layout: ScreenLayout) -> TypingPlaces:
    """Return where keys and text are: over and beside the four buttons."""
    pad = layout.info.x if layout.is_portrait else layout.px(8)
    edge = layout.px(EDGE_PORTRAIT) if layout.is_portrait else pad
    width = max(1, layout.width - 2 * edge)
    top = layout.banner.bottom + pad
    buttons = layout.buttons[0]
    bottom = buttons.y - pad
    if layout.is_portrait:
        keys_h = min(layout.px(4 * ROW_H_PORTRAIT), max(1, (bottom - top) * 3 // 4))
        keys = Box(edge, bottom - keys_h, width, keys_h)
        text_h = max(1, min(layout.px(TEXT_H_PORTRAIT), keys.y - pad - top))
        return TypingPlaces(keys, Box(edge, keys.y - pad - text_h, width, text_h))
    keys = Box(pad, top, width, max(1, bottom - top))
    return TypingPlaces(keys, Box(pad, buttons.y, max(1, buttons.x - 2 * pad), buttons.h))


def place_keys(page: str, box: Box, gap: int) -> tuple[PlacedKey, ...]:
    """Return the keys of *page* in *box*, row by row, with *gap* between them."""
    rows = PAGES[page]
    placed: list[PlacedKey] = []
    height = box.h / len(rows)
    for number, row in enumerate(rows):
        y = box.y + round(number * height)
        h = max(1, box.y + round((number + 1) * height) - gap - y)
        at = 0.0
        for name, width in row:
            x = box.x + round(at * (box.w + gap) / ROW_WIDTH)
            at += width
            right = box.x + round(at * (box.w + gap) / ROW_WIDTH) - gap
            key = Box(x, y, max(1, right - x), h)
            area = key._replace(w=key.w + gap, h=key.h + gap)
            placed.append(PlacedKey(name, number, key, area))
    return tuple(placed)
