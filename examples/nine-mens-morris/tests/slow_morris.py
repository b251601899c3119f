"""Nine Men's Morris once more, by names and sets, slowly: what the tests hold the rules against.

Shares nothing with the rules but the board's names; lines are found by looking along
files and ranks.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

ROWS = ("o..o..o", ".o.o.o.", "..ooo..", "ooo.ooo", "..ooo..", ".o.o.o.", "o..o..o")
POINTS = tuple(
    f"{chr(97 + column)}{rank}"
    for rank, row in enumerate(reversed(ROWS), 1)
    for column, cell in enumerate(row)
    if cell == "o"
)


class Slow(NamedTuple):
    """A position: who stands where, the side to move, men in hand."""

    men: frozenset[tuple[str, str]]
    side: str
    hand: tuple[int, int]


@cache
def lines(diagonals: bool) -> list[tuple[str, ...]]:
    """Return all lines of three points."""
    rows = []
    for of_one in (lambda p: p[0], lambda p: p[1]):
        for key in sorted({of_one(point) for point in POINTS}):
            row = sorted(point for point in POINTS if of_one(point) == key)
            # The file and the rank in the middle are two lines each, with a hole between.
            rows += [tuple(row[:3]), tuple(row[3:])] if len(row) == 6 else [tuple(row)]
    if diagonals:
        rows += [tuple(c) for c in (("a1", "b2", "c3"), ("a7", "b6", "c5"))]
        rows += [tuple(c) for c in (("g1", "f2", "e3"), ("g7", "f6", "e5"))]
    return rows


def mills_of(men: set[str], diagonals: bool) -> list[tuple[str, ...]]:
    """Return the lines that are full of *men*."""
    return [line for line in lines(diagonals) if set(line) <= men]


@cache
def are_beside(one: str, other: str, diagonals: bool) -> bool:
    """Return whether a line leads from one to the other with nothing between."""
    for line in lines(diagonals):
        if one in line and other in line:
            return abs(line.index(one) - line.index(other)) == 1
    return False


def plies(slow: Slow, flying: bool = True, diagonals: bool = False) -> dict[str, Slow]:
    """Return what each ply leads to, by its notation; none when the game is over."""
    own = {point for side, point in slow.men if side == slow.side}
    enemy = {point for side, point in slow.men if side != slow.side}
    other = "b" if slow.side == "w" else "w"
    mine = slow.hand["wb".index(slow.side)]
    theirs = slow.hand["wb".index(other)]
    if (len(own) < 3 and not mine) or (len(enemy) < 3 and not theirs):
        return {}
    empty = set(POINTS) - own - enemy
    steps: list[tuple[str, str, set[str]]] = []
    if mine:
        steps = [(point, point, own | {point}) for point in empty]
    else:
        for start in own:
            for end in empty:
                if (flying and len(own) == 3) or are_beside(start, end, diagonals):
                    steps.append((f"{start}-{end}", end, own - {start} | {end}))
    hand = (mine - 1 if mine else 0, theirs)
    hand = hand if slow.side == "w" else (hand[1], hand[0])
    results = {}
    for text, end, after in steps:
        outs: set[str | None] = {None}
        if enemy and any(end in mill for mill in mills_of(after, diagonals)):
            safe = {point for mill in mills_of(enemy, diagonals) for point in mill}
            outs = set(enemy - safe or enemy)
        for out in outs:
            left = enemy - {out}
            men = {(slow.side, p) for p in after} | {(other, p) for p in left}
            name = f"{text}x{out}" if out else text
            results[name] = Slow(frozenset(men), other, hand)
    return results
