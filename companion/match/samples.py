"""The sample games that come with the program: whole games, each with what it shows.

Knows where they are; their format is that of every record.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from companion.errors import RecordError
from companion.games import GAMES

PREFIX = "sample:"
"""How a sample is told from a file where either can be named."""


def sample_names() -> list[str]:
    """Return the names of the samples: those of one game together, as the games are listed."""
    names = sorted(path.stem for path in _folder().glob("*.txt"))
    return [name for game in GAMES for name in names if _is_of(name, game)]


def sample_path(name: str) -> Path:
    """
    Return the record of the sample called *name*.

    Raises:
        RecordError: no sample is called so.
    """
    known = sample_names()
    if name not in known:
        raise RecordError(f"expected a sample ({', '.join(known)}), got {name!r}")
    return _folder() / f"{name}.txt"


def named_record(text: str) -> Path:
    """
    Return the record that *text* names: a file, or ``sample:NAME``.

    Raises:
        RecordError: no sample is called so.
    """
    if text.startswith(PREFIX):
        return sample_path(text.removeprefix(PREFIX))
    return Path(text)


def _is_of(name: str, game: str) -> bool:
    return name.startswith(f"{game}-")


def _folder() -> Path:
    return Path(str(resources.files("companion"))) / "samples"
