"""What the right end of the banner says of lamps, sensors, buttons and saving."""

from __future__ import annotations

from typing import NamedTuple

from companion.ports import LinkState
from companion.words.translate import Text

NOT_SAVED = Text("not being saved")
NO_BUTTONS = Text("no buttons")
SENSORS_DO_NOT_FIT = Text("sensors: board does not fit")
LAMPS_DO_NOT_FIT = Text("LED: board does not fit")


class Status(NamedTuple):
    """A few words on how a device is, and whether they tell of something broken."""

    text: str
    is_trouble: bool = False


_LINK = {
    LinkState.OFF: Text("LED off"),
    LinkState.SEARCHING: Text("LED not found"),
    LinkState.CONNECTED: Text("LED ok"),
    LinkState.LOST: Text("LED lost"),
    LinkState.SILENT: Text("LED: no answer"),
    LinkState.FOREIGN: Text("LED: other protocol"),
    LinkState.TOO_FEW: Text("LED: too few lamps"),
    LinkState.FLOODING: Text("LED: noise"),
}
_FINE = (LinkState.OFF, LinkState.SEARCHING, LinkState.CONNECTED)


def led_status(state: LinkState) -> Status:
    """Return the link to the lamps' controller being in *state*."""
    return Status(_LINK[state](), state not in _FINE)
