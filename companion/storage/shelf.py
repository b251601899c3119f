"""The names in the folder of the records: which are the newest, and what time they tell.

Nothing here reads a record: of a hundred thousand only the names are looked at.
"""

from __future__ import annotations

import contextlib
import heapq
import re
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.storage.disk import Disk

_NUMBERED: Final = re.compile(r"(.*[a-z-])_(\d{1,9})\.txt", re.ASCII | re.DOTALL)
_TIMED: Final = re.compile(r"\d{4}-\d\d-\d\d_\d{6}_", re.ASCII)


def newest_records(folder: Path, count: int, disk: Disk) -> list[Path]:
    """Return the *count* newest records in *folder*, which may be missing, the newest first."""
    return [folder / name for name in heapq.nlargest(count, _names(folder, disk), _order_of)]


def newest_time(folder: Path, disk: Disk) -> datetime | None:
    """Return the latest time that the name of a record in *folder* tells, or None."""
    latest = max((name[:17] for name in _names(folder, disk) if _TIMED.match(name)), default="")
    with contextlib.suppress(ValueError):
        # Not by strptime, which loads three modules for it before the first picture.
        return datetime.fromisoformat(latest)
    return None


def _names(folder: Path, disk: Disk) -> list[str]:
    try:
        return [name for name in disk.listing(folder) if name.endswith(".txt")]
    except OSError:
        return []


def _order_of(name: str) -> tuple[str, int]:
    """Return what sorts the tenth record of a second behind its second one."""
    numbered = _NUMBERED.fullmatch(name)
    return (numbered[1], int(numbered[2])) if numbered else (name.removesuffix(".txt"), 1)
