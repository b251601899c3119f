"""Where a tile of Querni can go, whoever's it is and whatever its number: steps and jumps.

What is on the squares is a list, and so are the tables: boards may have more squares
than a machine word has bits, and compiled code reads lists of small ints fastest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.contract import Board, Site

Route: TypeAlias = tuple[Site, ...]
"""The square that a tile starts from, then the squares that it lands on."""

Jump: TypeAlias = tuple[Site, Site]
"""The square that is jumped over, and the one that is landed on."""

Marks: TypeAlias = list[int]
"""What is on each site: `FREE`, `TILE` or `CLOSED`; one mark more stands for off the board."""

FREE: Final = 0
TILE: Final = 1
CLOSED: Final = 2
"""A square that the moving tile has been on: it cannot return there, nor jump over it."""


@dataclass(frozen=True, eq=False)
class StepWays:
    """Where one may go on a board from each site, and from off the board, that is nowhere.

    Attributes:
        steps: the adjacent sites, in board order.
        beside: the same as sets.
        jumps: in board order of the landing.
    """

    steps: list[list[Site]]
    beside: list[frozenset[Site]]
    jumps: list[list[Jump]]


def ways_on(board: Board) -> StepWays:
    """Return where one may go on *board*."""
    steps = [sorted(site for site in around if site >= 0) for around in board.neighbors]
    jumps = [_jumps_from(board, site) for site in range(len(board))]
    return StepWays([*steps, []], [*map(frozenset, steps), frozenset()], [*jumps, []])


def _jumps_from(board: Board, site: Site) -> list[Jump]:
    jumps = []
    for direction, over in enumerate(board.neighbors[site]):
        end = board.neighbors[over][direction] if over >= 0 else -1
        if end >= 0:
            jumps.append((over, end))
    return sorted(jumps, key=lambda jump: jump[1])


def stepped(ways: StepWays, marks: Marks, start: Site) -> list[Site]:
    """Return where the tile on *start* can step, in board order."""
    return [end for end in ways.steps[start] if marks[end] == FREE]


def jumped(ways: StepWays, marks: Marks, at: Site) -> list[Site]:
    """Return where one jump can bring the tile on *at*, in board order."""
    return [end for over, end in ways.jumps[at] if marks[over] == TILE and marks[end] == FREE]


def can_move(ways: StepWays, marks: Marks, start: Site) -> bool:
    """Return whether the tile on *start* can step or jump."""
    return bool(stepped(ways, marks, start) or jumped(ways, marks, start))


def reach(ways: StepWays, marks: Marks, start: Site) -> tuple[list[Site], list[int]]:
    """Return where the tile on *start* can go, and how; *marks* have it closed until `reopen`.

    A shortest route lands on no square twice, so a search in width finds every
    square; it goes on in board order, so the first route found is the first in order.

    Reading: the spaces that a tile may not pass through twice are those that it
    lands on, its start included; a jumped tile stays and may be jumped again,
    because the rules speak of passing through a space and jumping over a tile.

    Returns:
        *start*, the squares that jumps lead to as they are found, then those that only
        a step leads to; for each the index of the square before it on its route of
        jumps, -1 for *start* and where there is none.
    """
    sites, before = [start], [-1]
    marks[start] = CLOSED
    # The list grows meanwhile.
    for index, at in enumerate(sites):
        for over, end in ways.jumps[at]:
            if marks[over] == TILE and marks[end] == FREE:
                marks[end] = CLOSED
                sites.append(end)
                before.append(index)
    for end in ways.steps[start]:
        if marks[end] == FREE:
            marks[end] = CLOSED
            sites.append(end)
            before.append(-1)
    return sites, before


def reopen(marks: Marks, sites: list[Site]) -> None:
    """Undo in *marks* that `reach` has closed *sites*; the first one has its tile again."""
    for site in sites:
        marks[site] = FREE
    marks[sites[0]] = TILE


def routes(ways: StepWays, marks: Marks, start: Site) -> list[Route]:
    """Return the canonical route to every square that the tile on *start* can go to, in order.

    A square beside *start* is stepped on, wherever jumps lead to it as well.
    """
    sites, before = reach(ways, marks, start)
    reopen(marks, sites)
    around = ways.beside[start]
    jumps: list[Route] = [(start,)]
    listed: list[Route] = []
    for index in range(1, len(sites)):
        end = sites[index]
        if before[index] >= 0:
            jumps.append((*jumps[before[index]], end))
        listed.append((start, end) if end in around else jumps[index])
    listed.sort()
    return listed
