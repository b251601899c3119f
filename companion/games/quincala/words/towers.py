"""How towers move, told for all Quincala games, and positions for the pictures of it."""

from __future__ import annotations

from companion.contract import Board, Piece, Site
from companion.contract.texts import rows_text
from companion.games.quincala.rules.text import tower_text
from companion.words.translate import tr


def lifting_texts() -> tuple[str, str, str]:
    """Return how a Quincala move begins and how far it goes, which all variants share."""
    return (
        tr(
            "Pieces on the same dot form a tower, the largest at the bottom. To move, "
            "lift everything from a dot that holds only your own pieces."
        ),
        tr(
            "Then make a leg: straight along a file, rank or diagonal, in any of "
            "{count} directions. One piece goes one step; a tower goes at most as "
            "many steps as it has pieces."
        ).format(count=8),
        tr(
            "Every dot along the way must be empty; only the last one may be "
            "occupied. A leg never leaves the playing area."
        ),
    )


def towers_text(board: Board, sizes: int, changes: str) -> str:
    """Return the rows of a Quincala position: the set-up after *changes*.

    Args:
        board: a shipped one.
        sizes: pieces of larger sizes are left out.
        changes: words such as ``d3>e4``, what stands on d3 moved to e4, and
            ``c4>``, taken off the board.
    """
    towers: dict[Site, list[Piece]] = {}
    for side, value, site in board.setups["start"]:
        if value <= sizes:
            towers[site] = [Piece(side, value)]
    for word in changes.split():
        start, _, end = word.partition(">")
        lifted = towers.pop(board.site_of(start))
        if end:
            onto = board.site_of(end)
            towers[onto] = sorted([*towers.get(onto, []), *lifted], key=lambda p: -p.value)
    return rows_text(board, {site: tower_text(tower) for site, tower in towers.items()})
