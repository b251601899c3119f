"""A line of text, typed on a keyboard, on the keys on screen, or with the four buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.contract.texts import UNFIT, composed
from companion.match.entries import COMMENT_LIMIT
from companion.ports import ButtonName, Press
from companion.ui.desk import Desk
from companion.ui.scene import Scene, is_back, opens_menu
from companion.ui.targets import KeyTarget, TouchTarget
from companion.ui.view import Labels
from companion.ui.widgets import events, keyboard
from companion.ui.widgets.keyboard import PlacedKey, lay_out_typing, place_keys
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words.buttons import CANCEL as CANCEL_IT
from companion.words.scenes import records as words

NAMED = {
    keyboard.SHIFT: words.SHIFT,
    keyboard.SIGNS: words.SIGNS,
    keyboard.ACCENTS: words.ACCENTS,
    keyboard.LETTERS: words.LETTERS,
    keyboard.SPACE: words.SPACE,
    keyboard.ERASE: words.ERASE,
    keyboard.CANCEL: CANCEL_IT,
    keyboard.DONE: words.TYPED,
}
"""What is written on the keys that type nothing by themselves."""


class TypingScene(Scene):
    """Takes a text of at most *most* characters, beginning with *text*; *take* gets it.

    Next walks along a row of keys and Hint to the next row; Confirm takes the
    key.  Back erases, and leaves where there is nothing to erase.
    """

    name = "typing"

    def __init__(
        self,
        stage: Desk,
        title: str,
        text: str,
        take: Callable[[str], None],
        most: int = COMMENT_LIMIT,
    ) -> None:
        super().__init__(stage)
        self._most = most
        self.text = text
        self._focused = ""
        self._title = title
        self._take = take
        self._page = keyboard.LETTERS
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
            ButtonLabel(self.title_of(key), key.name == keyboard.DONE),
        )

    def stamp(self) -> object:
        return (self.focus, self._page)

    def draw(self, pen: Pen) -> None:
        """Draw the text with its cursor, and the keys."""
        box = lay_out_typing(self.stage.layout).text
        pen.panel(box, "note")
        inner = box.inset(pen.layout.px(12), pen.layout.px(8))
        pen.paragraph(f"{self.text}|", inner, 20, "note_text", is_centered=False)
        focus = self.focus
        for index, key in enumerate(self.keys()):
            is_focused = index == focus
            is_on = key.name == keyboard.SHIFT and self._is_shifted
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

    def wants_text(self) -> bool:
        return True

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

    def press(self, press: Press) -> None:
        """Walk over the keys, take one, erase or leave."""
        if opens_menu(press):
            self.stage.pop()
        elif is_back(press) and self.text:
            self.text = self.text[:-1]
        elif is_back(press):
            self.stage.pop()
        elif press.button is ButtonName.NEXT:
            self._walk(1)
        elif press.button is ButtonName.HINT:
            self._next_row()
        elif press.button is ButtonName.CONFIRM and not self.stage.is_stale(press):
            self._strike(self.keys()[self.focus])

    def previous(self) -> None:
        self._walk(-1)

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
        if key.name == keyboard.SHIFT:
            self._is_shifted = not self._is_shifted
        elif key.name in (keyboard.SIGNS, keyboard.ACCENTS, keyboard.LETTERS):
            self._turn_to(key.name)
        elif key.name == keyboard.SPACE:
            self._add(" ")
        elif key.name == keyboard.ERASE:
            self.text = self.text[:-1]
        elif key.name == keyboard.CANCEL:
            self.stage.pop()
        elif key.name == keyboard.DONE:
            self._finish()
        else:
            self._add(self.title_of(key))

    def _turn_to(self, page: str) -> None:
        # Where one page leads to another, that leads back.
        self._page, self._focused = page, self._page
        # Shift goes along to the letters with accents and back.
        self._is_shifted = self._is_shifted and keyboard.SIGNS not in (self._page, self._focused)

    def _finish(self) -> None:
        self.stage.pop()
        self._take(self.text)
