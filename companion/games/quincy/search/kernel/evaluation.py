"""What boards of Quincy are worth, every ply to them at once, and which is chosen.

Knows squares and dominoes as integers alone, and is compiled with the rules where
that can be done.
"""

from __future__ import annotations

from typing import Final

from companion.games.quincy.rules.kernel.state import (
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
    line_count,
    members,
    unbreakable,
)

LINE: Final = 1000
WINDOW: Final = (0, 2, 12, 60, 0)
"""What a four without enemy stones is worth by the stones in it; a whole one is a line."""

CERTAIN: Final = 2_000
"""What a won game counts for, where it is one of several that may come about."""

TARGETS: Final = 256
_LOWEST: Final = 1 << 20
_FOUR: Final = LINE_LENGTH + 1


def _fours() -> list[list[int]]:
    """Return, for each of four directions, the sites of every four, one after the other."""
    span = LINE_LENGTH - 1
    return [
        [
            (rank + number * ranks) * SIZE + file + number * files
            for rank in range(SIZE - span * ranks)
            for file in range(SIZE)
            if 0 <= file + span * files < SIZE
            for number in range(LINE_LENGTH)
        ]
        for files, ranks in ((1, 0), (-1, 1), (0, 1), (1, 1))
    ]


def _worth(own: int, enemy: int) -> int:
    if own and enemy:
        return 0
    return WINDOW[own] - WINDOW[enemy]


_FOURS: Final = _fours()
_CODES: Final = [(code % _FOUR, code // _FOUR) for code in range(_FOUR * _FOUR)]
"""Own and enemy stones in a four by its code: an own stone counts 1, an enemy one 5."""

_WORTH: Final = [_worth(own, enemy) for own, enemy in _CODES]
_PUT: Final = [
    _worth(own + 1, enemy) - _worth(own, enemy) if own + enemy < LINE_LENGTH else 0
    for own, enemy in _CODES
]
_REMOVED: Final = [
    _worth(own, enemy - 1) - _worth(own, enemy) if enemy else 0 for own, enemy in _CODES
]
_THREE: Final = LINE_LENGTH - 1
_NAMING: Final[list[Dominoes]] = [
    sum(1 << domino for domino in range(len(DECK)) if NAMED[domino] >> site & 1)
    for site in range(SIZE * SIZE)
]
"""The dominoes that name each site."""


def dominoes_for(target: int) -> Dominoes:
    """Return the dominoes that allow the ply to *target*."""
    if target >= REMOVAL:
        return _NAMING[target - REMOVAL] & WITH_BLANK
    return _NAMING[target]


def after_target(own: Squares, enemy: Squares, target: int) -> tuple[Squares, Squares]:
    """Return the stones of the side to move and the others after its ply to *target*."""
    if target >= REMOVAL:
        return own, enemy & ~(1 << target - REMOVAL)
    return own | 1 << target, enemy


def _cells(own: Squares, enemy: Squares) -> list[int]:
    cells = [0] * (SIZE * SIZE)
    for site in members(own):
        cells[site] = 1
    for site in members(enemy):
        cells[site] = _FOUR
    return cells


def standing(own: Squares, enemy: Squares) -> int:
    """Return what the stones *own* are worth less what those of the *enemy* are."""
    gains = [0] * (SIZE * SIZE)
    return _gain(own, enemy, gains, [])


def _gain(own: Squares, enemy: Squares, gains: list[int], threes: list[int]) -> int:
    """Return the standing, and add to *gains* what a ply to each site adds to it, lines aside.

    *threes* receives the sites of each four that the side to move has three stones of.
    """
    cells = _cells(own, enemy)
    own_lines, enemy_lines = line_count(own), line_count(enemy)
    total = LINE * (own_lines - enemy_lines)
    full = own_lines + enemy_lines > 0
    for sites in _FOURS:
        # More stones beside a line in its direction make no other line.
        lined = _lined(cells, sites) if full else 0
        for at in range(0, len(sites), LINE_LENGTH):
            a, b, c, d = sites[at], sites[at + 1], sites[at + 2], sites[at + 3]
            code = cells[a] + cells[b] + cells[c] + cells[d]
            if code == _THREE:
                threes.append(a)
                threes.append(b)
                threes.append(c)
                threes.append(d)
            if lined and lined & (1 << a | 1 << b | 1 << c | 1 << d):
                continue
            total += _WORTH[code]
            put, removed = _PUT[code], _REMOVED[code]
            if put or removed:
                gains[a] += removed if cells[a] else put
                gains[b] += removed if cells[b] else put
                gains[c] += removed if cells[c] else put
                gains[d] += removed if cells[d] else put
    return total


def _lined(cells: list[int], sites: list[int]) -> Squares:
    """Return the squares of each four of *sites* that is a line."""
    lined = 0
    for at in range(0, len(sites), LINE_LENGTH):
        first = cells[sites[at]]
        if first:
            four = sites[at : at + LINE_LENGTH]
            if all(cells[site] == first for site in four):
                lined |= sum([1 << site for site in four])
    return lined


def listed(own: Squares, enemy: Squares) -> list[int]:
    """
    Return every ply that some domino allows to the side with the stones *own*, the best first.

    Each is a number that `value_of` and `target_of` read.  Equal values come in the
    order of sites, farthest first.
    """
    gains = [0] * (SIZE * SIZE)
    threes: list[int] = []
    base = _gain(own, enemy, gains, threes)
    found = []
    for site in members(GRID & ~(own | enemy)):
        value = base + gains[site]
        if site in threes:
            # A line changes what the fours beside it are worth.
            after = own | 1 << site
            is_won = line_count(after) >= LINES_TO_WIN
            value = CERTAIN if is_won else standing(after, enemy)
        found.append((value + _LOWEST) * TARGETS + site)
    for site in members(enemy & ~unbreakable(enemy)):
        found.append((base + gains[site] + _LOWEST) * TARGETS + REMOVAL + site)
    found.sort(reverse=True)
    return found


def value_of(ply: int) -> int:
    """Return what a ply of `listed` is worth to the side that makes it."""
    return ply // TARGETS - _LOWEST


def target_of(ply: int) -> int:
    """Return the target of a ply of `listed`."""
    return ply % TARGETS


def shares(
    plies: list[int], known: Dominoes, pool: Dominoes, unknown: int, unseen: Squares, least: float
) -> list[float]:
    """
    Return how likely each of *plies*, in order, is the first that can be made.

    The list ends where less than *least* remains; what remains to 1 is not in it.

    Args:
        plies: as `listed` returns them, in the order in which the side likes them.
        known: dominoes that it has for certain.
        pool: dominoes of which it has some others, none of them *known*.
        unknown: how many of those, each set of so many as likely.
        unseen: squares that the side overlooks.
        least: 0 .. 1.
    """
    size = pool.bit_count()
    # The share of hands without any of n dominoes of the pool, by n.
    without = [1.0] * (size + 1)
    for number in range(1, size + 1):
        left = 1.0
        for drawn in range(unknown):
            left *= max(0, size - number - drawn) / max(1, size - drawn)
        without[number] = left
    found = []
    rest = 1.0
    useful = 0
    for ply in plies:
        target = ply % TARGETS
        if unseen and unseen >> target % REMOVAL & 1:
            found.append(0.0)
            continue
        useful |= dominoes_for(target)
        now = 0.0 if useful & known else without[(useful & pool).bit_count()]
        found.append(rest - now)
        rest = now
        if rest < least:
            break
    return found
