"""How the other player sees each game: what `companion.testing.HalfTurn` does not know of it."""

from __future__ import annotations

import re

from companion.contract import Board
from companion.testing import HalfTurn
from companion.testing.random_games import turned_names

_PIECE = re.compile(r"[0-9]+[wb]")
_IN_HAND = re.compile(r"[0-9]+[wb](?=@)")


class Towers(HalfTurn):
    """Towers, a piece in hand, pieces that are immune, and pieces that wait."""

    def move(self, text: str, board: Board) -> str:
        """The color of a piece from the hand is swapped."""
        turned = turned_names(text, board)
        return _IN_HAND.sub(lambda piece: self.swapped(piece[0]), turned)

    def word(self, word: str, board: Board) -> str:
        """Lists are in board order again."""
        key, value = word.split("=")
        if key == "immune":
            entries = sorted(turned_names(value, board).split(","), key=_place)
            return f"immune={','.join(entries)}"
        if key == "waits":
            pieces = _PIECE.findall(self.swapped(value))
            pieces.sort(key=lambda piece: (piece[-1] == "b", -int(piece[:-1])))
            return f"waits={''.join(pieces)}"
        return word


class Crossing(HalfTurn):
    """Pieces that should have captured, and where each piece has been."""

    def word(self, word: str, board: Board) -> str:
        """Lists are in board order again, and the lists in them."""
        key, value = word.split("=")
        if key not in ("offenders", "visited"):
            return word
        entries = [
            ":".join(
                ".".join(sorted(turned_names(part, board).split("."), key=_place))
                for part in entry.split(":")
            )
            for entry in value.split(",")
        ]
        return f"{key}={','.join(sorted(entries, key=_place))}"


class Mirror:
    """The mirror along the doubles line, each hand given to the next seat."""

    def position(self, text: str, board: Board) -> str:
        """The rows become columns, the colors are swapped."""
        rows, seat, hands, *words = text.split(" ")
        squares = "/".join(map("".join, zip(*rows.split("/"), strict=True)))
        held = hands.removeprefix("hands=").split("/")
        return " ".join(
            [
                squares.translate(str.maketrans("by", "yb")),
                str(int(seat) % len(held) + 1),
                "hands=" + "/".join([held[-1], *held[:-1]]),
                *words,
            ]
        )

    def move(self, text: str, board: Board) -> str:
        """The two numbers of the square change places."""
        return re.sub(r"(?<=[@x])(.)(.)$", r"\2\1", text)


def _place(text: str) -> tuple[int, str]:
    name = text.split(":")[0]
    return int(name[1:]), name[0]


TOWERS = Towers(cell=r"\.|\([^)]*\)|[0-9]+[wb]")
TILES = HalfTurn(cell=r"[^,]+", between=",", sides="bp")
MIRROR = Mirror()
