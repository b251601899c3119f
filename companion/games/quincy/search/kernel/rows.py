"""What the stones on one straight row of Quincy's grid are worth, whatever its direction.

A four lies on one row, and so does a line: what a board is worth is the sum of what its
rows are, and a ply changes those alone that go through its square.  Each row that has come
up is kept with all that is to be known of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.quincy.rules.kernel.state import GRID, LINE_LENGTH, SIZE, lines_of

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64

LINE: Final = 1000
WINDOW: Final = (0, 2, 12, 60, 0)
"""What a four without enemy stones is worth by the stones in it; a whole one is a line."""

FREE: Final = 0
OWN: Final = 1
ENEMY: Final = 2
"""What is on a square, a digit in the code of each row through it."""

DIGITS: Final = 3
"""The code of a row is the sum of its digits times their weights."""


ROWS: Final = [list(row) for row in lines_of(GRID)]
"""The sites of every row that has room for a four, one after the other."""

THROUGH: Final = [
    [(number, DIGITS ** row.index(site)) for number, row in enumerate(ROWS) if site in row]
    for site in range(SIZE * SIZE)
]
"""For each site the rows through it, and its weight in the code of each."""


class GridRow:
    """What the stones on a row are worth to the side to move.

    Attributes:
        worth: lines, and fours beside which no line is.
        own_lines: of the side to move.
        gains: for each square what a ply there adds to the worth, more than on an empty
            row; a stone there is removed, a line that is made left aside.
        completing: the squares that one stone of the side to move makes a four with.
    """

    def __init__(self, squares: list[int]) -> None:
        self.worth: i64 = 0
        self.own_lines: i64 = 0
        self.gains = [-gain for gain in _gains_of_empty(len(squares))]
        self.completing: list[int] = []
        lined = self._find_lines(squares)
        for start in range(len(squares) - LINE_LENGTH + 1):
            four = range(start, start + LINE_LENGTH)
            own = sum([squares[at] == OWN for at in four])
            enemy = sum([squares[at] == ENEMY for at in four])
            if own == LINE_LENGTH - 1 and not enemy:
                self.completing += [at for at in four if squares[at] == FREE]
            # More stones beside a line in its direction make no other line.
            if True not in lined[start : start + LINE_LENGTH]:
                self._count(squares, start, own, enemy)

    def _find_lines(self, squares: list[int]) -> list[bool]:
        """Return which of *squares* are in a line, and count what the lines are worth."""
        lined = [False] * len(squares)
        start = 0
        while start < len(squares):
            end = start
            while end < len(squares) and squares[end] == squares[start]:
                end += 1
            if squares[start] != FREE and end - start >= LINE_LENGTH:
                lined[start:end] = [True] * (end - start)
                is_own = squares[start] == OWN
                self.worth += LINE if is_own else -LINE
                self.own_lines += 1 if is_own else 0
            start = end
        return lined

    def _count(self, squares: list[int], start: int, own: int, enemy: int) -> None:
        """Count the four at *start* with so many stones."""
        now = _worth(own, enemy)
        self.worth += now
        for at in range(start, start + LINE_LENGTH):
            if squares[at] == FREE:
                self.gains[at] += _worth(own + 1, enemy) - now
            elif squares[at] == ENEMY:
                self.gains[at] += _worth(own, enemy - 1) - now


def _worth(own: int, enemy: int) -> int:
    if own and enemy:
        return 0
    return WINDOW[own] - WINDOW[enemy]


def _gains_of_empty(squares: int) -> list[int]:
    """Return what the first stone on a row of so many *squares* adds, by its square."""
    starts = range(squares - LINE_LENGTH + 1)
    return [
        WINDOW[1] * sum([start <= at < start + LINE_LENGTH for start in starts])
        for at in range(squares)
    ]


EMPTY_GAINS: Final = [0] * (SIZE * SIZE)
"""What the first stone on an empty grid adds, by its site."""

for _row in ROWS:
    for _site, _gain in zip(_row, _gains_of_empty(len(_row)), strict=True):
        EMPTY_GAINS[_site] += _gain

_KNOWN: Final[list[list[GridRow | None]]] = [
    [None] * (DIGITS**length if length >= LINE_LENGTH else 0) for length in range(SIZE + 1)
]
"""Every row that has come up, by its length and code."""


def row_of(number: int, code: i64) -> GridRow:
    """Return the row *number* of `ROWS` with the stones that *code* says."""
    known = _KNOWN[len(ROWS[number])]
    row = known[code]
    if row is None:
        length = len(ROWS[number])
        squares = [int(code // DIGITS**at % DIGITS) for at in range(length)]
        row = known[code] = GridRow(squares)
    return row
