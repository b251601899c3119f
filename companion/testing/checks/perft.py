"""Counts of ply sequences: ``options | position | depth count; depth count`` a line.

Options are ``name=value`` with commas between, ``-`` for none; the position is ``start``,
``seed N``, or its text, which has its options in it.  A line that begins with ``#`` says
where the counts come from.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from companion.contract import Game, Position

QUICK_LIMIT = 300_000
"""Counts above this take too long for every run and are marked slow."""

FEW = 3000
"""Sequences that are played one by one as well."""


class PerftEntry(NamedTuple):
    """One count: the position's description, the depth and how many sequences there are."""

    game: Game
    options: str
    where: str
    depth: int
    sequences: int

    def __str__(self) -> str:
        """Return the entry as one line of a file."""
        return f"{self.options} | {self.where} | {self.depth} {self.sequences}"

    @property
    def position(self) -> Position:
        """Return the position that is counted from.

        Raises:
            CompanionError: the game has no such options, or *where* is no position of it.
        """
        if self.where != "start" and not self.where.startswith("seed "):
            assert self.options == "-", f"expected options in the text of the position: {self}"
            return self.game.from_text(self.where)
        pairs = [] if self.options == "-" else self.options.split(",")
        options = self.game.parse_options(dict(_pair(text) for text in pairs))
        seed = int(self.where.removeprefix("seed ")) if self.where != "start" else 0
        return self.game.initial(options, seed=seed)


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def entries_of(file: Path, game: Game) -> list[PerftEntry]:
    """Return the counts of *game* in *file*.

    Raises:
        ValueError: naming file and line of what is no count, or there is none at all.
    """
    entries: list[PerftEntry] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            options, where, counts = (part.strip() for part in line.split("|"))
            for pair in counts.split(";"):
                depth, count = map(int, pair.split())
                entries.append(PerftEntry(game, options, where, depth, count))
        except ValueError:
            wanted = "options | position | depth count; depth count"
            raise ValueError(f"{file}:{number}: expected {wanted}, got {line!r}") from None
    if not entries:
        raise ValueError(f"{file}: expected counts of plies, got none")
    return entries


def divided(position: Position, depth: int) -> str:
    """Return every move with the sequences below it, as a debugger of rules wants to read it."""
    lines = [
        f"{move.text}: {position.play(move).perft(depth - 1)}" for move in position.legal_moves()
    ]
    return "\n".join([position.to_text(), *lines])


class PerftChecks:
    """Counts: as recorded, and as playing every move counts."""

    def test_counts_are_as_recorded(self, counted: PerftEntry) -> None:
        count = counted.position.perft(counted.depth)
        if count != counted.sequences:
            counts = divided(counted.position, counted.depth)
            pytest.fail(f"counted {count} for {counted}\n{counts}")

    def test_counts_agree_with_playing_every_move(self, few_counted: PerftEntry) -> None:
        position = few_counted.position
        ends = (position.play(move).legal_moves() for move in position.legal_moves())
        assert sum(len(moves) for moves in ends) == few_counted.sequences
