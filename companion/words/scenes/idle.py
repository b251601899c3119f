"""The words of a screen at which nobody is."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase, tr

TOUCH_TO_GO_ON = Phrase("touch anything to go on")
IDLE = menu_line(
    "When not in use",
    "After five minutes: dim and show sample games, go dark, or stay as it is.",
    buttons.CHANGE,
)


def idle_title(kind: str) -> str:
    """Return what the screen does after five minutes, as a setting reads."""
    return {"show": tr("show games"), "dark": tr("go dark"), "stay": tr("stay")}[kind]
