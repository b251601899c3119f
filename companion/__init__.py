"""Board Companion: a program beside a real board that knows the game on it."""

from typing import Final

from companion.building.compiling import choose

RULES_TEXT: Final = choose()
"""Whether the rules of this process are compiled, in words; chosen before they are imported."""


def version() -> str:
    """Return the version that is installed."""
    from importlib import metadata

    try:
        return metadata.version("board-companion")
    except metadata.PackageNotFoundError:
        return "(not installed)"
