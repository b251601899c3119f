"""What the right end of the banner says of the lamps."""

from __future__ import annotations

from companion.ports import LinkState
from companion.words.translate import tr


def led_text(state: LinkState) -> str:
    """Return the link to the lamps' controller being in *state*, in a few words."""
    return {
        LinkState.OFF: tr("LED off"),
        LinkState.SEARCHING: tr("LED not found"),
        LinkState.CONNECTED: tr("LED ok"),
        LinkState.LOST: tr("LED lost"),
        LinkState.SILENT: tr("LED: no answer"),
        LinkState.FOREIGN: tr("LED: other protocol"),
        LinkState.TOO_FEW: tr("LED: too few lamps"),
        LinkState.FLOODING: tr("LED: noise"),
    }[state]
