"""What is pressed and spoken while a script runs, line by line, for people to read."""

from __future__ import annotations

from typing import Final

from companion.ports import ButtonName
from companion.words.buttons import button_title

COLUMN: Final = 16
"""Characters that what is pressed takes in front of what is spoken."""


class Transcript:
    """The presses and sentences so far: what was pressed, then what was heard of it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._pressed = ""

    def press(self, button: ButtonName, how: str = "") -> None:
        """Note that *button* is pressed; *how* says so where that is not short."""
        self._end_press()
        self._pressed = button_title(button) + (f" {how}" if how else "")

    def hear(self, sentence: str) -> None:
        """Note that *sentence* is spoken."""
        pressed, self._pressed = self._pressed, ""
        self._lines.append(f"{pressed:{COLUMN}}{sentence}")

    def _end_press(self) -> None:
        if self._pressed:
            # Nothing was spoken for it.
            self._lines.append(self._pressed)
            self._pressed = ""

    def text(self, title: str) -> str:
        """Return all of it, under *title* and a line that explains it."""
        self._end_press()
        heading = [f"# {title}", "# Left: the button that is pressed. Right: what is spoken.", ""]
        return "\n".join([*heading, *self._lines, ""])
