"""The values that several commands take: numbers, seeds, seconds, and files to be written."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.contract import SEED_LIMIT
from companion.contract.board_table import STANDARD_INPUT
from companion.engine.limits import MOST_TIME_S
from companion.errors import Message
from companion.storage.disk import is_file_or_free
from companion.words.translate import localized


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
                localized(
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
            localized(
                Message(
                    "expected seconds above 0 and up to {most_time_s:g}, got {text!r}",
                    most_time_s=MOST_TIME_S,
                    text=text,
                )
            )
        )
    return seconds


STANDARD_OUTPUT: Final = Path("/dev/stdout")
"""What ``-`` stands for where a file is written."""


def in_file(text: str) -> Path:
    """Return the file to be read that an argument names; ``-`` is standard input."""
    return STANDARD_INPUT if text == "-" else Path(text)


def text_file(text: str) -> Path:
    """Return the file to be written that an argument names; ``-`` is standard output."""
    return STANDARD_OUTPUT if text == "-" else Path(text)


def out_file(ending: str) -> Callable[[str], Path]:
    """Return what reads the name of a file that ends with *ending*, such as ``.png``.

    A device or a pipe may have any name; ``-`` is standard output.

    Raises:
        ArgumentTypeError: when it reads a name that says that it is a file of another kind,
            or when standard output is a terminal, which could not show it.
        OSError: when no file can be written there.
    """

    def read(text: str) -> Path:
        path = text_file(text)
        if path == STANDARD_OUTPUT:
            if sys.stdout is not None and sys.stdout.isatty():
                raise argparse.ArgumentTypeError(
                    localized(
                        Message(
                            "expected a file or a pipe for a {ending} file, got a terminal",
                            ending=ending,
                        )
                    )
                )
            return path
        if path.suffix.lower() != ending and is_file_or_free(path):
            raise argparse.ArgumentTypeError(
                localized(
                    Message(
                        "expected a name that ends in {ending}, got {text!r}",
                        ending=ending,
                        text=text,
                    )
                )
            )
        return path

    return read
