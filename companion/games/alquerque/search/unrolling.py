"""Writes the search out for the shipped board, as `rules.unrolling` does with the rules."""

from __future__ import annotations

from pathlib import Path

from companion.games.alquerque.rules.unrolling import shipped_ways, unrolled


def unrolled_loops() -> str:
    """Return `kernel.tree` with the ways of the shipped board written out, and its `WAYS`."""
    source = (Path(__file__).with_name("kernel") / "tree.py").read_text(encoding="utf-8")
    ways = shipped_ways()
    # Its calls then go straight to the rules written out.
    source = source.replace("rules.kernel.loops import", "rules.kernel.unrolled import")
    return unrolled(source, {"ways": ways}) + f"WAYS: Final = {ways!r}\n"
