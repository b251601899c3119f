"""The sample games that come with the program: whole games, each with what it shows.

Knows where they are; their format is that of every record.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from companion.contract import Game
from companion.contract.board_table import STANDARD_INPUT
from companion.errors import RecordError, did_you_mean
from companion.plugins import GAMES

PREFIX = "sample:"
"""How a sample is told from a file where either can be named."""


def sample_names() -> list[str]:
    """Return the names of the samples: those of one game together, as the games are listed."""
    return list(_samples())


def sample_path(name: str) -> Path:
    """Return the record of the sample called *name*.

    Raises:
        RecordError: no sample is called so.
    """
    known = _samples()
    if name not in known:
        raise RecordError(
            "expected a sample ({known}), got {name!r}{guess}",
            known=", ".join(known),
            name=name,
            guess=did_you_mean(name, known),
        )
    return known[name]


def named_record(text: str) -> Path:
    """Return the record that *text* names: a file, ``sample:NAME``, or ``-`` for standard input.

    Raises:
        RecordError: no sample is called so.
    """
    if text.startswith(PREFIX):
        return sample_path(text.removeprefix(PREFIX))
    return STANDARD_INPUT if text == "-" else Path(text)


@cache
def _samples() -> dict[str, Path]:
    """Return the record of each sample by its name, that of its file."""
    return {path.stem: path for game in GAMES.values() for path in samples_of(game)}


def is_sample(path: Path) -> bool:
    """Return whether the record at *path* is one of the samples."""
    return path in _samples().values()


def samples_of(game: Game) -> list[Path]:
    """Return the records of the samples of *game*, in the order of their names."""
    return sorted(Path(str(resources.files(game.folder)), "samples").glob("*.txt"))
