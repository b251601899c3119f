"""A TOML file, read within bounds; what its options mean is for others to know."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from companion.errors import ConfigError, reason_of
from companion.storage.disk import Disk

SIZE_LIMIT = 2**15
LINE_LIMIT = 500
SHOWN_LIMIT = 60


def read_toml(path: Path, disk: Disk) -> dict[str, Any]:
    """Return what the file *path* holds.

    Raises:
        OSError: it is not there, or cannot be read.
        ConfigError: it is no TOML, or larger than any that people write.
    """
    data = disk.read(path, SIZE_LIMIT)
    # Parsing a dotted key takes the cube of its length: a bounded line bounds it.
    if len(data) > SIZE_LIMIT or max(map(len, data.split(b"\n"))) > LINE_LIMIT:
        raise ConfigError(
            f"{path}: expected at most {SIZE_LIMIT} bytes and {LINE_LIMIT} a line, got more"
        )
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise ConfigError(f"{path}: expected TOML in UTF-8, {reason}") from error


def read_named(path: Path, disk: Disk) -> dict[str, Any]:
    """Return what the file *path* holds; raise ConfigError also where it cannot be read."""
    try:
        return read_toml(path, disk)
    except OSError as error:
        told = f"expected a readable file, got {shown(path)}: {reason_of(error)}"
        raise ConfigError(told) from error


def shown(value: object) -> str:
    """Return *value* as a message quotes it, not too much of it."""
    text = repr(str(value) if isinstance(value, Path) else value)
    return text if len(text) <= SHOWN_LIMIT else text[: SHOWN_LIMIT - 3] + "..."
