"""Turns positions and moves as the other player sees them, from their texts alone.

By half a turn with the colors swapped; in Quincy by the mirror along the doubles
line, each hand given to the next seat.
"""

from __future__ import annotations

import re

_NAME = re.compile(r"[a-z][0-9]+")
_CELL = {
    "alquerque": re.compile(r"[wb.]"),
    "querni": re.compile(r"[^,]+"),
    "quincala-knocking": re.compile(r"\.|\([^)]*\)|[0-9]+[wb]"),
    "quincala-mixing": re.compile(r"\.|\([^)]*\)|[0-9]+[wb]"),
}
_IN_HAND = re.compile(r"[0-9]+[wb](?=@)")
_PIECE = re.compile(r"[0-9]+[wb]")
_SWAP = str.maketrans("wb", "bw")
_SWAPS = {"querni": str.maketrans("bp", "pb")}
_BETWEEN = {"querni": ","}


def turned_names(text, board):
    """*text* with every site name replaced by that of the opposite site."""
    if board.name == "quincy":
        return re.sub(r"(?<=[@x])(.)(.)$", r"\2\1", text)

    def opposite(match):
        file, rank = ord(match[0][0]) - ord("a"), int(match[0][1:])
        return f"{chr(ord('a') + board.files - 1 - file)}{board.ranks + 1 - rank}"

    return _NAME.sub(opposite, text)


def turned_move(text, board):
    """The notation of the same move as the other player sees it, colors swapped."""
    return _IN_HAND.sub(lambda piece: piece[0].translate(_SWAP), turned_names(text, board))


def turned_position(game_name, text, board):
    """The text of the position as the other player sees it, colors swapped."""
    rows, side, *fields = text.split(" ")
    if game_name == "quincy":
        return " ".join(_next_seat(rows.split("/"), int(side), fields))
    cells = [_CELL[game_name].findall(row) for row in rows.split("/")]
    between, swap = _BETWEEN.get(game_name, ""), _SWAPS.get(game_name, _SWAP)
    turned = "/".join(between.join(reversed(row)) for row in reversed(cells))
    return " ".join([turned.translate(swap), side.translate(swap), *_turned(fields, board)])


def _next_seat(rows, seat, fields):
    """The words of a position of Quincy, mirrored, with all hands one seat further."""
    yield "/".join(map("".join, zip(*rows, strict=True))).translate(str.maketrans("by", "yb"))
    hands = fields[0].removeprefix("hands=").split("/")
    yield str(seat % len(hands) + 1)
    yield "hands=" + "/".join([hands[-1], *hands[:-1]])
    yield from fields[1:]


def _turned(fields, board):
    """The fields with their names turned, each list in board order again."""
    for field in fields:
        key, value = field.split("=")
        if key == "immune":
            entries = sorted(turned_names(value, board).split(","), key=_place)
            yield f"immune={','.join(entries)}"
            continue
        if key == "waits":
            pieces = _PIECE.findall(value.translate(_SWAP))
            pieces.sort(key=lambda piece: (piece[-1] == "b", -int(piece[:-1])))
            yield f"waits={''.join(pieces)}"
            continue
        if key not in ("offenders", "visited"):
            yield field
            continue
        entries = [
            ":".join(
                ".".join(sorted(turned_names(part, board).split("."), key=_place))
                for part in entry.split(":")
            )
            for entry in value.split(",")
        ]
        yield f"{key}={','.join(sorted(entries, key=_place))}"


def _place(text):
    name = text.split(":")[0]
    return int(name[1:]), name[0]
