"""The game as the other player sees it: positions and moves turned, from their texts alone."""

from __future__ import annotations

import re
from typing import Protocol

from companion.contract import Board

_NAME = re.compile(r"[a-z][0-9]+")


class Symmetry(Protocol):
    """How the texts of a game read from the other side of the board, colors swapped."""

    def position(self, text: str, board: Board) -> str:
        """Return the text of the position as the other player sees it."""

    def move(self, text: str, board: Board) -> str:
        """Return the notation of the same move as the other player sees it."""


class HalfTurn:
    """The board turned by half a turn, for positions as `companion.contract.texts` writes them.

    A game whose positions have more than rows and a side overrides `word`.

    Args:
        cell: what one dot is in a row, as a regular expression.
        between: what stands between two dots of a row.
        sides: the letters of the two sides.
    """

    def __init__(self, cell: str = ".", between: str = "", sides: str = "wb") -> None:
        self._cell = re.compile(cell)
        self._between = between
        self._swap = str.maketrans(sides, sides[::-1])

    def position(self, text: str, board: Board) -> str:
        """Return the text of the position as the other player sees it."""
        rows, side, *words = text.split(" ")
        cells = [self._cell.findall(row) for row in reversed(rows.split("/"))]
        turned = "/".join(self._between.join(reversed(row)) for row in cells)
        others = [self.word(word, board) for word in words]
        return " ".join([self.swapped(turned), self.swapped(side), *others])

    def move(self, text: str, board: Board) -> str:
        """Return the notation of the same move as the other player sees it."""
        return turned_names(text, board)

    def word(self, word: str, board: Board) -> str:
        """Return what stands for *word*, one of those after the side; options stay."""
        return word

    def swapped(self, text: str) -> str:
        """Return *text* with the letters of the two sides swapped."""
        return text.translate(self._swap)


def turned_names(text: str, board: Board) -> str:
    """Return *text* with the name of every dot replaced by that of the opposite one."""

    def opposite(match: re.Match[str]) -> str:
        file, rank = ord(match[0][0]) - ord("a"), int(match[0][1:])
        return f"{chr(ord('a') + board.files - 1 - file)}{board.ranks + 1 - rank}"

    return _NAME.sub(opposite, text)
