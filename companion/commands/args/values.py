"""The values that several commands take: numbers, seeds, seconds, and files to be written."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.contract import SEED_LIMIT
from companion.engine.limits import MOST_TIME_S
from companion.errors import Message
from companion.storage.disk import is_file_or_free
from companion.words.translate import told


def number_within(text: str, low: int, high: int) -> int | None:
    """Return the whole number from *low* to *high* that *text* is, or None where it is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    return int(text) if is_number and low <= int(text) <= high else None


def within(low: int, high: int) -> Callable[[str], int]:
    """Return what reads an argument that is a whole number from *low* to *high*.

    Raises:
        ArgumentTypeError: when it reads what is no such number.
    """

    def read(text: str) -> int:
        number = number_within(text, low, high)
        if number is None:
            raise argparse.ArgumentTypeError(
                told(
                    Message(
                        "expected {low} to {high}, got {text!r}", low=low, high=high, text=text
                    )
                )
            )
        return number

    return read


seed: Final = within(0, SEED_LIMIT - 1)
"""Reads the number of a set-up, a coin or a choice."""


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
            told(
                Message(
                    "expected seconds above 0 and up to {most_time_s:g}, got {text!r}",
                    most_time_s=MOST_TIME_S,
                    text=text,
                )
            )
        )
    return seconds


def out_file(ending: str) -> Callable[[str], Path]:
    """Return what reads the name of a file that ends with *ending*, such as ``.png``.

    A device or a pipe may have any name.

    Raises:
        ArgumentTypeError: when it reads a name that says that it is a file of another kind.
        OSError: when no file can be written there.
    """

    def read(text: str) -> Path:
        path = Path(text)
        if path.suffix.lower() != ending and is_file_or_free(path):
            raise argparse.ArgumentTypeError(
                told(
                    Message(
                        "expected a name that ends in {ending}, got {text!r}",
                        ending=ending,
                        text=text,
                    )
                )
            )
        return path

    return read
