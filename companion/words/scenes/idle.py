"""The words of a screen at which nobody is."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

TOUCH_TO_GO_ON = Phrase("touch anything to go on")
IDLE = menu_line(
    "When not in use",
    "After five minutes: dim and show sample games, go dark, or stay as it is.",
    buttons.CHANGE,
)
IDLE_TITLES = {"show": Phrase("show games"), "dark": Phrase("go dark"), "stay": Phrase("stay")}
