"""The keys of the keyboard on screen and where they are.  Pure geometry: no pygame, no drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from companion.ui.widgets.layout import Box, ScreenLayout

SHIFT = "shift"
SIGNS = "signs"
ACCENTS = "accents"
LETTERS = "letters"
SPACE = "space"
ERASE = "erase"
CANCEL = "cancel"
DONE = "done"

Row: TypeAlias = tuple[tuple[str, float], ...]
"""What each key types or is, and its width in letters."""


def _of(signs: str) -> Row:
    return tuple((sign, 1.0) for sign in signs)


_LAST = ((SPACE, 2.0), (ERASE, 1.75), (CANCEL, 1.75), (DONE, 2.0))
_LAST_TALL = ((SPACE, 4.0), (ERASE, 2.0)), ((CANCEL, 4.0), (DONE, 4.0))

WIDE: Mapping[str, tuple[Row, ...]] = {
    LETTERS: (
        _of("qwertyuiop"),
        _of("asdfghjkl'"),
        ((SHIFT, 1.0), *_of("zxcvbnm,.")),
        ((SIGNS, 1.25), (ACCENTS, 1.25), *_LAST),
    ),
    SIGNS: (
        _of("1234567890"),
        _of('-/:;()!?"&'),
        _of("+=*#%@¿¡,."),
        ((LETTERS, 2.5), *_LAST),
    ),
    ACCENTS: (
        _of("àáâãäåæçèé"),
        _of("êëìíîïñòóô"),
        ((SHIFT, 1.0), *_of("õöøœùúûüß")),
        ((LETTERS, 2.5), *_LAST),
    ),
}
"""The rows of each page of a wide screen, ten letters in each."""

TALL: Mapping[str, tuple[Row, ...]] = {
    LETTERS: (
        _of("abcdefgh"),
        _of("ijklmnop"),
        _of("qrstuvwx"),
        (*_of("yz'-,."), (ACCENTS, 1.0), (SHIFT, 1.0)),
        ((SIGNS, 2.0), *_LAST_TALL[0]),
        _LAST_TALL[1],
    ),
    SIGNS: (
        _of("123-/:()"),
        _of("456!?;¿¡"),
        _of("789+=*#%"),
        _of(",0.&@\"'_"),
        ((LETTERS, 2.0), *_LAST_TALL[0]),
        _LAST_TALL[1],
    ),
    ACCENTS: (
        _of("àáâãäåæç"),
        _of("èéêëìíîï"),
        _of("ñòóôõöøœ"),
        (*_of("ùúûüß'"), (SHIFT, 2.0)),
        ((LETTERS, 2.0), *_LAST_TALL[0]),
        _LAST_TALL[1],
    ),
}
"""The rows of each page of a tall screen.

Ten keys side by side would be narrower than a finger wants.  Nobody finds letters in broken rows
of a typewriter, and those differ by language; everybody knows the alphabet.
"""

GAP = 4
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
    width = max(1, layout.width - 2 * pad)
    top = layout.banner.bottom + pad
    buttons = layout.buttons[0]
    bottom = buttons.y - pad
    if layout.is_portrait:
        rows_h = layout.px(len(TALL[LETTERS]) * ROW_H_PORTRAIT)
        keys_h = min(rows_h, max(1, (bottom - top) * 3 // 4))
        keys = Box(pad, bottom - keys_h, width, keys_h)
        text_h = max(1, min(layout.px(TEXT_H_PORTRAIT), keys.y - pad - top))
        return TypingPlaces(keys, Box(pad, keys.y - pad - text_h, width, text_h))
    keys = Box(pad, top, width, max(1, bottom - top))
    return TypingPlaces(keys, Box(pad, buttons.y, max(1, buttons.x - 2 * pad), buttons.h))


def place_keys(page: str, layout: ScreenLayout) -> tuple[PlacedKey, ...]:
    """Return the keys of *page*, row by row; each row takes the whole width."""
    rows = (TALL if layout.is_portrait else WIDE)[page]
    box, gap = lay_out_typing(layout).keys, layout.px(GAP)
    placed: list[PlacedKey] = []
    height = box.h / len(rows)
    for number, row in enumerate(rows):
        y = box.y + round(number * height)
        h = max(1, box.y + round((number + 1) * height) - gap - y)
        letter = (box.w + gap) / sum(width for _, width in row)
        at = 0.0
        for name, width in row:
            x = box.x + round(at * letter)
            at += width
            key = Box(x, y, max(1, box.x + round(at * letter) - gap - x), h)
            area = key._replace(w=key.w + gap, h=key.h + gap)
            placed.append(PlacedKey(name, number, key, area))
    return tuple(placed)
