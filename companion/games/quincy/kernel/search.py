"""What boards of Quincy are worth, every ply to them at once, and which is chosen.

Knows squares and dominoes as integers alone.  A four lies on one straight row, and so does a
line, whatever its direction: what a board is worth is the sum of what its rows are, and a ply
changes those alone that go through its square.  Each row that has come up is kept with all that
is to be known of it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from companion.games.quincy.kernel.rules import (
    DECK,
    GRID,
    LINE_LENGTH,
    LINES_TO_WIN,
    NAMED,
    REMOVAL,
    SIZE,
    WITH_BLANK,
    Dominoes,
    Squares,
    lines_of,
    unbreakable,
)

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64


# Rows

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


# Boards

CERTAIN: Final = 2_000
"""What a won game counts for, where it is one of several that may come about."""

TARGETS: Final = 256
_LOWEST: Final = 1 << 20
_SITES: Final = SIZE * SIZE
_SPLIT: Final = 62
"""The grid has more squares than an int of the machine has bits: these, and the others."""

_NAMING: Final[list[Dominoes]] = [
    sum(1 << domino for domino in range(len(DECK)) if NAMED[domino] >> site & 1)
    for site in range(_SITES)
]
"""The dominoes that name each site."""

ALLOWING: Final[list[Dominoes]] = [
    _NAMING[target % REMOVAL] & (WITH_BLANK if target >= REMOVAL else ~0)
    if target % REMOVAL < _SITES
    else 0
    for target in range(REMOVAL + _SITES)
]
"""The dominoes that allow the ply to each target."""


def after_target(own: Squares, enemy: Squares, target: int) -> tuple[Squares, Squares]:
    """Return the stones of the side to move and the others after its ply to *target*."""
    if target >= REMOVAL:
        return own, enemy & ~(1 << target - REMOVAL)
    return own | 1 << target, enemy


class _Board:
    """What is on each square and in each row, seen by the side to move."""

    def __init__(self, own: Squares, enemy: Squares) -> None:
        self.squares = [FREE] * _SITES
        self.codes = [0] * len(ROWS)
        self._put(own, OWN)
        self._put(enemy, ENEMY)

    def _put(self, stones: Squares, digit: int) -> None:
        near: i64 = stones & (1 << _SPLIT) - 1
        far: i64 = stones >> _SPLIT
        site: i64 = 0
        while near or far:
            if site == _SPLIT:
                near = far
                far = 0
            if near & 1:
                self.squares[site] = digit
                for number, weight in THROUGH[site]:
                    self.codes[number] += digit * weight
            near >>= 1
            site += 1

    def worth(self) -> int:
        """Return what the stones are worth to the side to move."""
        worth: i64 = 0
        for number, code in enumerate(self.codes):
            worth += row_of(number, code).worth
        return int(worth)

    def completed(self, site: int, worth: i64, lines: i64) -> i64:
        """Return what a ply to *site* makes of *worth* and *lines* where it makes a line."""
        for number, weight in THROUGH[site]:
            code = self.codes[number]
            before, after = row_of(number, code), row_of(number, code + OWN * weight)
            worth += after.worth - before.worth
            lines += after.own_lines - before.own_lines
        return CERTAIN if lines >= LINES_TO_WIN else worth


def standing(own: Squares, enemy: Squares) -> int:
    """Return what the stones *own* are worth less what those of the *enemy* are."""
    return _Board(own, enemy).worth()


def listed(own: Squares, enemy: Squares) -> list[int]:
    """Return every ply that some domino allows to the side with the stones *own*, the best first.

    Each is a number that `value_of` and `target_of` read.  Equal values come in the
    order of sites, farthest first.
    """
    board = _Board(own, enemy)
    gains = EMPTY_GAINS.copy()
    completing: list[int] = []
    worth: i64 = 0
    lines: i64 = 0
    for number, code in enumerate(board.codes):
        if code:
            row = row_of(number, code)
            worth += row.worth
            lines += row.own_lines
            sites = ROWS[number]
            for at, gain in enumerate(row.gains):
                if gain:
                    gains[sites[at]] += gain
            for at in row.completing:
                completing.append(sites[at])
    for site in completing:
        gains[site] = int(board.completed(site, worth, lines) - worth)
    safe = unbreakable(enemy)
    numbers: list[int] = []
    target: i64
    for target in range(_SITES):
        square = board.squares[target]
        if square == FREE:
            numbers.append(int((worth + gains[target] + _LOWEST) * TARGETS + target))
        elif square == ENEMY and not (safe and safe >> int(target) & 1):
            numbers.append(int((worth + gains[target] + _LOWEST) * TARGETS + REMOVAL + target))
    numbers.sort(reverse=True)
    return numbers


def value_of(ply: int) -> int:
    """Return what a ply of `listed` is worth to the side that makes it."""
    return ply // TARGETS - _LOWEST


def target_of(ply: int) -> int:
    """Return the target of a ply of `listed`."""
    return ply % TARGETS


def shares(
    plies: list[int], known: Dominoes, pool: Dominoes, unknown: int, unseen: Squares, least: float
) -> list[float]:
    """Return how likely each of *plies*, in order, is the first that can be made.

    The list ends where less than *least* remains; what remains to 1 is not in it.

    Args:
        plies: as `listed` returns them, in the order in which the side likes them.
        known: dominoes that it has for certain.
        pool: dominoes of which it has some others, none of them *known*.
        unknown: how many of those, each set of so many as likely.
        unseen: squares that the side overlooks.
        least: 0 .. 1.
    """
    without = _without(pool.bit_count(), unknown)
    shares: list[float] = []
    rest = 1.0
    certain: i64 = known
    likely: i64 = pool
    useful: i64 = 0
    useful_likely: i64 = 0
    for ply in plies:
        target: i64 = ply % TARGETS
        if unseen and unseen >> int(target) % REMOVAL & 1:
            shares.append(0.0)
            continue
        allowing: i64 = ALLOWING[target]
        fresh: i64 = allowing & likely & ~useful
        useful |= allowing
        while fresh:
            fresh &= fresh - 1
            useful_likely += 1
        now: float = 0.0 if useful & certain else without[useful_likely]
        shares.append(rest - now)
        rest = now
        if rest < least:
            break
    return shares


@lru_cache(maxsize=1024)
def _without(size: int, unknown: int) -> list[float]:
    """Return the share of hands without any of n dominoes of a pool of *size*, by n."""
    without = [1.0] * (size + 1)
    for number in range(1, size + 1):
        left = 1.0
        for drawn in range(unknown):
            left *= max(0, size - number - drawn) / max(1, size - drawn)
        without[number] = left
    return without


def mean_of(plies: list[int], likely: list[float]) -> tuple[float, float]:
    """Return what *plies* are worth by their `shares`, and the share that is not counted in.

    For what is left over by the shares the last of the plies stands, where there is any:
    the second number is 0 or 1.
    """
    total = 0.0
    rest = 1.0
    worst = 0.0
    is_any = False
    for at, share in enumerate(likely):
        if share:
            worst = float(plies[at] // TARGETS - _LOWEST)
            total += share * worst
            rest -= share
            is_any = True
    if not is_any:
        return 0.0, 1.0
    return (total + rest * worst if rest > 0 else total), 0.0
