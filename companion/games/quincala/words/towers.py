"""Positions of all Quincala games as their pages of rules write them."""

from __future__ import annotations

from companion.contract import Board, Piece, Site
from companion.contract.texts import rows_text
from companion.games.quincala.rules.text import tower_text


def towers_text(board: Board, text: str, sizes: int = 5) -> str:
    """Return the position of *text*: the setup after changes, and what follows the rows.

    Args:
        board: a shipped one.
        text: words such as ``d3>e4``, what stands on d3 moved to e4, and
            ``c4>``, taken off the board; then the side and fields.
        sizes: pieces of larger sizes are left out.
    """
    towers: dict[Site, list[Piece]] = {}
    for side, value, site in board.setups["start"]:
        if value <= sizes:
            towers[site] = [Piece(side, value)]
    words = text.split()
    for word in (word for word in words if ">" in word):
        start, _, end = word.partition(">")
        lifted = towers.pop(board.site_of(start))
        if end:
            onto = board.site_of(end)
            towers[onto] = sorted([*towers.get(onto, []), *lifted], key=lambda p: -p.value)
    rows = rows_text(board, {site: tower_text(tower) for site, tower in towers.items()})
    return " ".join([rows, *(word for word in words if ">" not in word)])
