"""What the right end of the banner says of lamps, sensors, buttons and saving."""

from __future__ import annotations

from typing import NamedTuple

from companion.ports import LinkState
from companion.words.translate import Phrase

NOT_SAVED = Phrase("not being saved")
SAVING = Phrase("Saving…")
NO_BUTTONS = Phrase("no buttons")
STUCK = Phrase("Button stuck: {buttons}")
SENSORS_DO_NOT_FIT = Phrase("Sensors: board doesn't fit")
TOO_SMALL = Phrase("Make this window at least 480×320")
LAMPS_DO_NOT_FIT = Phrase("Lamps: board doesn't fit")


class Status(NamedTuple):
    """A few words on how a device is, and whether they tell of something broken."""

    text: str
    is_trouble: bool = False


_LINK = {
    LinkState.OFF: Phrase("Lamps off"),
    LinkState.SEARCHING: Phrase("Lamps not found"),
    LinkState.CONNECTED: Phrase("Lamps ok"),
    LinkState.LOST: Phrase("Lamps lost"),
    LinkState.SILENT: Phrase("Lamps: no answer"),
    LinkState.FOREIGN: Phrase("Lamps: wrong protocol"),
    LinkState.TOO_FEW: Phrase("Too few lamps"),
    LinkState.FLOODING: Phrase("Lamps: noise"),
}
_FINE = (LinkState.OFF, LinkState.SEARCHING, LinkState.CONNECTED)


def led_status(state: LinkState) -> Status:
    """Return the link to the lamps' controller being in *state*."""
    return Status(_LINK[state](), state not in _FINE)
