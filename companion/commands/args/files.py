"""The one way in which every command takes the name of a file that it writes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.storage.disk import is_file_or_free


def out_file(ending: str) -> Callable[[str], Path]:
    """Return what reads the name of a file that ends with *ending*, such as ``.png``.

    A device or a pipe may have any name.
    """
    return partial(_out_file, ending=ending)


def _out_file(text: str, ending: str) -> Path:
    """Return the file that an argument names.

    Raises:
        ArgumentTypeError: its name would say that it is a file of another kind.
        OSError: no file can be written there.
    """
    path = Path(text)
    if path.suffix.lower() != ending and is_file_or_free(path):
        raise argparse.ArgumentTypeError(f"expected a name that ends in {ending}, got {text!r}")
    return path
