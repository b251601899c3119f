"""A line of text, typed on a keyboard, on the keys on screen, or with the four buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from companion.contract.texts import composed
from companion.errors import UNFIT
from companion.match.entries import COMMENT_LIMIT
from companion.ports import ButtonName, Press, Previous
from companion.ui.context import UiContext
from companion.ui.scene import Scene, is_back, opens_menu
from companion.ui.targets import KeyTarget, TouchTarget
from companion.ui.view import Labels, View
from companion.ui.widgets import events
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import records as words
from companion.words.buttons import CANCEL as CANCEL_IT
from companion.words.translate import spoken_language

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

TYPEWRITERS = {
    "de": ("qwertzuiop", "asdfghjkl'", "yxcvbnm,."),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn',."),
}
"""The letters of a wide screen in languages whose keyboards have them elsewhere."""

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
    """Return the keys of *page*, row by row; each row takes the whole width.

    On a wide screen letters are where keyboards of the language in force have them.
    """
    rows = (TALL if layout.is_portrait else WIDE)[page]
    typewriter = TYPEWRITERS.get(spoken_language())
    if page == LETTERS and typewriter and not layout.is_portrait:
        first, second, third = map(_of, typewriter)
        rows = (first, second, ((SHIFT, 1.0), *third), rows[-1])
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


NAMED = {
    SHIFT: words.SHIFT,
    SIGNS: words.SIGNS,
    ACCENTS: words.ACCENTS,
    LETTERS: words.LETTERS,
    SPACE: words.SPACE,
    ERASE: words.ERASE,
    CANCEL: CANCEL_IT,
    DONE: words.TYPED,
}
"""What is written on the keys that type nothing by themselves."""


class TypingScene(Scene):
    """Takes a text of at most *most* characters, beginning with *text*; *take* gets it.

    The keys of *page* are shown first.

    Next walks along a row of keys and Hint to the next row; Confirm takes the
    key.  Back erases, and leaves where there is nothing to erase.
    """

    name = "typing"
    wants_text = True

    def __init__(
        self,
        stage: UiContext,
        title: str,
        text: str,
        take: Callable[[str], None],
        most: int = COMMENT_LIMIT,
        page: str = LETTERS,
    ) -> None:
        super().__init__(stage)
        self._most = most
        self.text = text
        self._focused = ""
        self._title = title
        self._take = take
        self._page = page
        self._is_shifted = not text

    # What is shown

    def keys(self) -> tuple[PlacedKey, ...]:
        """Return the keys as they are now."""
        return place_keys(self._page, self.stage.layout)

    @property
    def focus(self) -> int:
        """Return the number of the key in focus; the first where there is no such key now."""
        names = [key.name for key in self.keys()]
        return names.index(self._focused) if self._focused in names else 0

    def title_of(self, key: PlacedKey) -> str:
        """Return what is written on *key*."""
        if key.name in NAMED:
            return NAMED[key.name]()
        large = key.name.upper()
        # There is no large ß on this keyboard.
        return large if self._is_shifted and len(large) == 1 else key.name

    def banner(self) -> Banner:
        """Return what the text is about."""
        return Banner(self._title)

    def note(self) -> str:
        """Return the text as far as it is typed."""
        return self.text

    def labels(self) -> Labels:
        key = self.keys()[self.focus]
        back = words.ERASE() if self.text else CANCEL_IT()
        return (
            ButtonLabel(back),
            ButtonLabel(words.NEXT_KEY()),
            ButtonLabel(words.NEXT_ROW()),
            ButtonLabel(self.title_of(key), key.name == DONE),
        )

    def show(self) -> View:
        return super().show()._replace(stamp=(self.focus, self._page))

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the text with its cursor, and the keys."""
        box = lay_out_typing(self.stage.layout).text
        pen.panel(box, "note")
        inner = box.inset(pen.layout.px(12), pen.layout.px(8))
        pen.paragraph(f"{self.text}|", inner, 20, "note_text", is_centered=False)
        focus = self.focus
        for index, key in enumerate(self.keys()):
            is_focused = index == focus
            is_on = key.name == SHIFT and self._is_shifted
            ground = "choice" if is_focused or is_on else "button"
            pen.panel(key.box, ground, "text" if is_focused else "button_edge")
            size = 22 if len(key.name) == 1 else 17
            title, is_bold = self.title_of(key), True
            width = key.box.w - pen.layout.px(8)
            if pen.layout.is_large:
                width = key.box.w - pen.layout.px(2)
                is_bold = pen.fonts.width_px(title, pen.layout.text_px(0), True) <= width
            pen.text(title, key.box.center, size, "text", width, is_bold, "center")

    def targets(self) -> tuple[TouchTarget, ...]:
        return tuple(
            KeyTarget(key.area, partial(self._touch, key), self.title_of(key), key.box.center)
            for key in self.keys()
        )

    # Input

    def type_text(self, text: str) -> None:
        if text == events.ERASE:
            self.text = self.text[:-1]
        elif text == events.END:
            self._finish()
        else:
            self._add(text)

    def _add(self, text: str) -> None:
        self.text = composed(self.text + UNFIT.sub("", text))[: self._most]
        self._is_shifted = False

    def on(self, event: Press | Previous) -> None:
        """Walk over the keys, take one, erase or leave."""
        if isinstance(event, Previous):
            self._walk(-1)
        elif opens_menu(event):
            self.stage.pop()
        elif is_back(event) and self.text:
            self.text = self.text[:-1]
        elif is_back(event):
            self.stage.pop()
        elif event.button is ButtonName.NEXT:
            self._walk(1)
        elif event.button is ButtonName.HINT:
            self._next_row()
        elif event.button is ButtonName.CONFIRM and not self.stage.is_stale(event):
            self._strike(self.keys()[self.focus])

    def _walk(self, by: int) -> None:
        keys = self.keys()
        here = keys[self.focus]
        row = [key for key in keys if key.row == here.row]
        self._focused = row[(row.index(here) + by) % len(row)].name

    def _next_row(self) -> None:
        """Go to the key that is nearest in the next row."""
        keys = self.keys()
        here = keys[self.focus]
        row = (here.row + 1) % (keys[-1].row + 1)
        ahead = [key for key in keys if key.row == row]
        self._focused = min(
            ahead, key=lambda key: abs(key.box.center[0] - here.box.center[0])
        ).name

    def _touch(self, key: PlacedKey) -> None:
        self._focused = key.name
        self._strike(key)

    def _strike(self, key: PlacedKey) -> None:
        if key.name == SHIFT:
            self._is_shifted = not self._is_shifted
        elif key.name in (SIGNS, ACCENTS, LETTERS):
            self._turn_to(key.name)
        elif key.name == SPACE:
            self._add(" ")
        elif key.name == ERASE:
            self.text = self.text[:-1]
        elif key.name == CANCEL:
            self.stage.pop()
        elif key.name == DONE:
            self._finish()
        else:
            self._add(self.title_of(key))

    def _turn_to(self, page: str) -> None:
        # Where one page leads to another, that leads back.
        self._page, self._focused = page, self._page
        # Shift goes along to the letters with accents and back.
        self._is_shifted = self._is_shifted and SIGNS not in (self._page, self._focused)

    def _finish(self) -> None:
        self.stage.pop()
        self._take(self.text)
