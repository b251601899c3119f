"""What the right end of the banner says of lamps, sensors, buttons and saving."""

from __future__ import annotations

from typing import NamedTuple

from companion.ports import LinkState
from companion.words.translate import Phrase

NOT_SAVED = Phrase("not being saved")
SAVING = Phrase("Saving ...")
NO_BUTTONS = Phrase("no buttons")
SENSORS_DO_NOT_FIT = Phrase("sensors: board does not fit")
TOO_SMALL = Phrase("Make this window at least 480×320")
LAMPS_DO_NOT_FIT = Phrase("LED: board does not fit")


class Status(NamedTuple):
    """A few words on how a device is, and whether they tell of something broken."""

    text: str
    is_trouble: bool = False


_LINK = {
    LinkState.OFF: Phrase("LED off"),
    LinkState.SEARCHING: Phrase("LED not found"),
    LinkState.CONNECTED: Phrase("LED ok"),
    LinkState.LOST: Phrase("LED lost"),
    LinkState.SILENT: Phrase("LED: no answer"),
    LinkState.FOREIGN: Phrase("LED: other protocol"),
    LinkState.TOO_FEW: Phrase("LED: too few lamps"),
    LinkState.FLOODING: Phrase("LED: noise"),
}
_FINE = (LinkState.OFF, LinkState.SEARCHING, LinkState.CONNECTED)


def led_status(state: LinkState) -> Status:
    """Return the link to the lamps' controller being in *state*."""
    return Status(_LINK[state](), state not in _FINE)
