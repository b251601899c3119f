"""What each game needs on paper: its board, its pieces, how many of each."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import NamedTuple

from companion.contract import Board, OptionValue
from companion.errors import OptionError
from companion.games import GAMES

FROM_THE_RULES = "as the rules of the game have it"


class Batch(NamedTuple):
    """Pieces that are alike: the side they belong to, their value, how many."""

    side: int
    value: int
    number: int


@dataclass(frozen=True)
class GameSet:
    """What one game needs on paper; the keys of ``sets.toml``, which explains them."""

    name: str
    board: str
    pitch_mm: float
    shape: str
    sides: tuple[str, str]
    values: int
    each: int
    sizes: tuple[int, int, int] | None = None
    dominoes: int | None = None
    checkers: bool = False
    doubles_line: bool = False

    def parse_options(self, pairs: Mapping[str, str]) -> dict[str, OptionValue]:
        """
        Return the options of the game that *pairs* name.

        Raises:
            OptionError: a name or a value is unknown.
        """
        return GAMES[self.name].parse_options(pairs)

    def sizes_under(self, options: Mapping[str, OptionValue]) -> int:
        """Return how many values its pieces have under *options*."""
        return int(options.get("sizes", self.values)) if self.sizes else self.values

    def batches(self, sizes: int, board: Board | None) -> list[Batch]:
        """
        Return all pieces of the game but its dominoes, the largest first; numbers in order.

        Args:
            sizes: greater values are left out.
            board: its set-up is counted; None for the numbers of the set.
        """
        start = board.setups.get("start", ()) if board is not None else ()
        counts = Counter((side, value) for side, value, _ in start)
        if not counts:
            pieces = ((side, value) for side in (0, 1) for value in range(1, self.values + 1))
            counts = Counter(dict.fromkeys(pieces, self.each))
        batches = [
            Batch(side, value, number)
            for (side, value), number in counts.items()
            if value <= sizes
        ]
        if self.shape == "tile":
            return sorted(batches)
        return sorted(batches, key=lambda batch: (-batch.value, batch.side))

    def domino_tiles(self) -> list[tuple[int, int]]:
        """Return the tiles of its domino set, from the double blank on; none where it has none."""
        if self.dominoes is None:
            return []
        pips = range(self.dominoes + 1)
        return [(low, high) for low in pips for high in pips[low:]]


@cache
def game_sets() -> Mapping[str, GameSet]:
    """Return what can be printed, by the name of the game."""
    text = (resources.files("companion.printing") / "sets.toml").read_text(encoding="utf-8")
    return {name: _game_set(name, entry) for name, entry in tomllib.loads(text).items()}


def _game_set(name: str, entry: dict[str, object]) -> GameSet:
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
    return GameSet(name, **{**entry, **lists})  # type: ignore[arg-type]


def find_set(name: str) -> GameSet:
    """
    Return what the game called *name* needs.

    Raises:
        OptionError: there is no such game.
    """
    if name not in game_sets():
        raise OptionError(f"expected a game ({', '.join(game_sets())}), got {name!r}")
    return game_sets()[name]
