"""The limits of a search as the command line takes them."""

from __future__ import annotations

import argparse
import math
from typing import Final

from companion.commands.args.position import within
from companion.engine.limits import LEVELS, MOST_NODES, MOST_TIME_S

nodes: Final = within(1, MOST_NODES)
level: Final = within(LEVELS[0], LEVELS[-1])


def time_s(text: str) -> float:
    """Return the limit of seconds that an argument names.

    Raises:
        ArgumentTypeError: *text* is no number above 0 and up to `MOST_TIME_S`.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MOST_TIME_S:
        raise argparse.ArgumentTypeError(
            f"expected seconds above 0 and up to {MOST_TIME_S:g}, got {text!r}"
        )
    return seconds
