"""What is asked and told when the table is switched off."""

from __future__ import annotations

from companion.words.notices import reason_text
from companion.words.translate import Phrase, tr

GOING = Phrase("Switching off…")
REFUSED = Phrase("It cannot be switched off from here: {reason}.")


def ask_title(is_machine: bool) -> str:
    """Return the question, about the machine or the program alone."""
    return tr("Switch off?") if is_machine else tr("Close the program?")


def no_texts() -> tuple[str, str, str]:
    """Return the way out: its title, what it means, what Confirm does."""
    return tr("Cancel"), tr("Go back to where you were."), tr("cancel")


def yes_texts(is_machine: bool) -> tuple[str, str, str]:
    """Return the deed: its title, what it means, what Confirm does."""
    if is_machine:
        told = tr(
            "Everything is saved and the machine shuts down. Wait until its light "
            "stops blinking before you cut the power."
        )
        return tr("Switch off"), told, tr("switch off")
    return tr("Close"), tr("Everything is saved. The machine stays on."), tr("close")


def unsaved_text(reason: str) -> str:
    """Return that something would be lost."""
    return tr("The last moves are not saved: {reason}.").format(reason=reason_text(reason))
