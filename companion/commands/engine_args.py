"""The limits of a search as the command line takes them."""

from __future__ import annotations

import argparse
import math

from companion.commands.position_args import whole_number
from companion.engine.limits import LEVELS, MOST_NODES, MOST_TIME_S


def nodes(text: str) -> int:
    """
    Return the limit of nodes that an argument names.

    Raises:
        ArgumentTypeError: *text* is no whole number from 1 to `MOST_NODES`.
    """
    return whole_number(text, 1, MOST_NODES)


def level(text: str) -> int:
    """
    Return the level that an argument names.

    Raises:
        ArgumentTypeError: *text* is none of `LEVELS`.
    """
    return whole_number(text, LEVELS[0], LEVELS[-1])


def time_s(text: str) -> float:
    """
    Return the limit of seconds that an argument names.

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
