"""Data files that turned out to be damaged: the program goes on without, and says so once."""

from __future__ import annotations

import array
import logging
import sys
from importlib.resources.abc import Traversable
from typing import Final

from companion.errors import unexpected

TYPEFACE_SUM: Final = 0xB1B0AFBA
"""What the four-byte numbers of a font file add up to, in four bytes.

Source: OpenType specification 1.9, table "head", checksumAdjustment.
"""

_log = logging.getLogger(__name__)
_files: Final[dict[str, None]] = {}


def note_damaged(path: Traversable | str, error: BaseException) -> None:
    """Record that *path* is damaged; *error* is what reading it raised.

    Standard error is told the first time.
    """
    name = str(path)
    if name not in _files:
        _files[name] = None
        _log.warning("companion: expected an undamaged file, got %r: %s", name, unexpected(error))


def damaged_files() -> tuple[str, ...]:
    """Return the files that were found damaged since the program started."""
    return tuple(_files)


def read_typeface(file: Traversable) -> bytes:
    """Return the font *file*, whose check sum is right.

    Raises:
        ValueError: it is not.
        OSError: it cannot be read.
    """
    data = file.read_bytes()
    numbers = array.array("I", data + bytes(-len(data) % 4))
    if sys.byteorder == "little":
        numbers.byteswap()
    total = sum(numbers) & 0xFFFFFFFF
    if total != TYPEFACE_SUM:
        raise ValueError(f"expected a font with check sum {TYPEFACE_SUM:#x}, got {total:#x}")
    return data
