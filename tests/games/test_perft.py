"""Counts ply sequences and compares them with the counts in ``tests/data/perft``."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games import find_game

FOLDER = Path(__file__).parents[1] / "data" / "perft"
QUICK_LIMIT = 300_000
"""Counts above this take too long for every run and are marked slow."""


class Entry(NamedTuple):
    """One count: the position's description, the depth and how many sequences there are."""

    game: str
    options: str
    where: str
    depth: int
    count: int

    def position(self):
        game = find_game(self.game)
        if self.where != "start" and not self.where.startswith("seed "):
            assert self.options == "-", f"a position text carries its options: {self}"
            return game.from_text(self.where)
        pairs = {} if self.options == "-" else dict(p.split("=") for p in self.options.split(","))
        seed = int(self.where.removeprefix("seed ")) if self.where != "start" else 0
        return game.initial(game.parse_options(pairs), seed=seed)


def entries_of(file):
    """Every entry of one perft file; the file is named after its game."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        options, where, counts = (part.strip() for part in line.split("|"))
        for pair in counts.split(";"):
            depth, count = pair.split()
            yield Entry(file.stem, options, where, int(depth), int(count))


def marked(entry):
    marks = [pytest.mark.slow] if entry.count > QUICK_LIMIT else []
    return pytest.param(entry, marks=marks, id=f"{entry.game}-{entry.where}-{entry.depth}")


ENTRIES = [entry for file in sorted(FOLDER.glob("*.txt")) for entry in entries_of(file)]


def divided(position, depth):
    """Every move with the sequences below it, as a debugger of rules wants to read it."""
    lines = [
        f"{move.text}: {position.play(move).perft(depth - 1)}" for move in position.legal_moves()
    ]
    return "\n".join([position.to_text(), *lines])


@pytest.mark.parametrize("entry", [marked(entry) for entry in ENTRIES])
def test_counts_are_as_recorded(entry):
    position = entry.position()
    count = position.perft(entry.depth)
    if count != entry.count:
        pytest.fail(f"counted {count} for {entry}\n{divided(position, entry.depth)}")


def test_every_game_has_recorded_counts():
    from companion.games import GAMES

    assert {entry.game for entry in ENTRIES} == set(GAMES)


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.depth == 2 and e.count < 3000])
def test_counts_agree_with_playing_every_move(entry):
    position = entry.position()
    assert sum(len(position.play(m).legal_moves()) for m in position.legal_moves()) == entry.count
