"""What the touch test says: how far off the touches were, and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase, tr

LEAVE = menu_line("Leave", verb=buttons.LEAVE)
AGAIN = menu_line("Test again", verb=buttons.TEST)
PUT_RIGHT = menu_line("Fix it", verb=buttons.SET_RIGHT)
HOLD = Phrase("Without buttons: hold a finger anywhere for two seconds.")


VERDICTS = {
    "fine": Phrase("Touch is fine"),
    "axes": Phrase("Touch is rotated or mirrored"),
    "off": Phrase("Touches miss their targets"),
    "scattered": Phrase("The touches do not agree"),
}
"""The headings of what may come of the test."""

WAY_OUT = Phrase("Press Back to leave. Without a touch, the test ends in {left} s.")


def corner_names() -> tuple[str, str, str, str]:
    """Return what the four targets are called, clockwise from the upper left."""
    return tr("upper left"), tr("upper right"), tr("lower right"), tr("lower left")


def ask_text(index: int) -> str:
    """Return what is asked of the target *index*, 0 to 3."""
    return tr("Touch the target at the {corner} ({number} of 4).").format(
        corner=corner_names()[index], number=index + 1
    )


def offsets_text(offs_px: Sequence[int]) -> str:
    """Return how far each touch was off."""
    parts = [
        tr("{corner} {off} px").format(corner=corner, off=off)
        for corner, off in zip(corner_names(), offs_px, strict=True)
    ]
    return tr("Off by: {parts}.").format(parts=", ".join(parts))


def verdict_text(code: str, changes: Mapping[str, bool]) -> str:
    """Return what came of the test and what to do; *changes* are keys of ``[screen]``."""
    if code == "axes":
        keys = ", ".join(f"screen.{key} = {str(to).lower()}" for key, to in changes.items())
        return tr("These settings fix it: {keys}.").format(keys=keys)
    return {
        "fine": tr("Every touch landed where it should. There is nothing to fix."),
        "off": tr(
            "The directions are right. Test again. If touches still miss, check "
            "whether the system scales the screen, and check the touchscreen driver."
        ),
        "scattered": tr(
            "No rotation explains them. Test again, touching only the lit target, with one finger."
        ),
    }[code]
