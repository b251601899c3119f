"""What boards of Quincy are worth, every ply to them at once, and which is chosen.

Knows squares and dominoes as integers alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from companion.games.quincy.rules.kernel.state import (
    DECK,
    LINES_TO_WIN,
    NAMED,
    REMOVAL,
    SIZE,
    WITH_BLANK,
    Dominoes,
    Squares,
    unbreakable,
)
from companion.games.quincy.search.kernel.rows import (
    EMPTY_GAINS,
    ENEMY,
    FREE,
    OWN,
    ROWS,
    THROUGH,
    row_of,
)

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64

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
