"""Writes the search out for the shipped board, as `rules.unrolling` does with the rules."""

from __future__ import annotations

from pathlib import Path

from companion.games.alquerque.rules.unrolling import written_out


def unrolled_loops() -> str:
    """Return `kernel.tree` as `written_out` writes it, with calls of the rules written out."""
    source = (Path(__file__).with_name("kernel") / "tree.py").read_text("utf-8")
    return written_out(source.replace("rules.kernel.loops import", "rules.kernel.unrolled import"))
