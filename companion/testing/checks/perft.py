"""What holds of the counts of ply sequences that a game brings along."""

from __future__ import annotations

import pytest

from companion.testing.perft import PerftEntry, divided

FEW = 3000
"""Sequences that are played one by one as well."""


class PerftChecks:
    """Counts: as recorded, and as playing every move counts."""

    def test_counts_are_as_recorded(self, counted: PerftEntry) -> None:
        count = counted.position.perft(counted.depth)
        if count != counted.sequences:
            told = divided(counted.position, counted.depth)
            pytest.fail(f"counted {count} for {counted}\n{told}")

    def test_counts_agree_with_playing_every_move(self, few_counted: PerftEntry) -> None:
        position = few_counted.position
        ends = (position.play(move).legal_moves() for move in position.legal_moves())
        assert sum(len(moves) for moves in ends) == few_counted.sequences
