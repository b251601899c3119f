"""Querni on plain integers: where each number lies, and what may become of it.

This module knows neither notation nor players; `companion.games.querni.rules` puts it into the
contract.

A set of links is an int with bit *n* set where the numbers *n* and *n* + 1 of one side lie on
adjacent squares.  What is on the squares is a list, and so are the tables: boards may have more
squares than a machine word has bits, and compiled code reads lists of small ints fastest.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from companion.contract import Board, Options, OptionValue, Outcome, Piece, Placement, Side, Site
from companion.errors import BoardError
from companion.games.querni.codes import QuerniEnd

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64


# Chains

TILES: Final = 16
"""Tiles of each side, numbered from 1; 16 and 1 are not consecutive."""

SHORTEST_CHAIN: Final = 3
MOST_KEPT: Final = 1 << 14

Links: TypeAlias = int
"""A set of links: bit n stands for the numbers n and n + 1 on adjacent squares."""

Chain: TypeAlias = tuple[int, int]
"""The first and the last number of a chain."""


@lru_cache(maxsize=MOST_KEPT)
def runs_of(links: Links) -> tuple[Chain, ...]:
    """Return the longest chains, of three numbers or more, that *links* hold together."""
    runs = []
    first = 1
    for number in range(1, TILES + 1):
        if not links >> number & 1:
            if number - first + 1 >= SHORTEST_CHAIN:
                runs.append((first, number))
            first = number + 1
    return tuple(runs)


@lru_cache(maxsize=MOST_KEPT)
def chains_of(links: Links) -> tuple[Chain, ...]:
    """Return every chain that may be removed: each run and its parts of at least three."""
    return tuple(
        (first, last)
        for start, end in runs_of(links)
        for first in range(start, end - SHORTEST_CHAIN + 2)
        for last in range(first + SHORTEST_CHAIN - 1, end + 1)
    )


@lru_cache(maxsize=MOST_KEPT)
def chains_with(links: Links, number: int) -> tuple[Chain, ...]:
    """Return every chain that may be removed and holds *number*."""
    return tuple(chain for chain in chains_of(links) if chain[0] <= number <= chain[1])


def is_chained(links: Links, number: int) -> bool:
    """Return whether a chain that may be removed holds *number*."""
    # Bit n of the pairs: n, n + 1 and n + 2 are a chain, the shortest that there is.
    pairs = links & links >> 1
    return bool(pairs << 2 >> number & 7)


def other_ends(links: Links, number: int) -> list[int]:
    """Return the numbers that end a removable chain of which *number* is the other end."""
    return [
        first if last == number else last
        for first, last in chains_of(links)
        if number in (first, last)
    ]


# Steps and jumps, whoever's the tile is

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
        adjacent: the same as sets.
        jumps: in board order of the landing.
    """

    steps: list[list[Site]]
    adjacent: list[frozenset[Site]]
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
    around = ways.adjacent[start]
    jumps: list[Route] = [(start,)]
    listed: list[Route] = []
    for index in range(1, len(sites)):
        end = sites[index]
        if before[index] >= 0:
            jumps.append((*jumps[before[index]], end))
        listed.append((start, end) if end in around else jumps[index])
    listed.sort()
    return listed


# Positions and plies

SIDE_NAMES: Final = ("blue", "pink")

Tiles: TypeAlias = tuple[Site, ...]
"""The site of every number of one side.

Numbers 0 and `TILES` + 1 stand for nothing and lie off the board for ever, so that
every number has two neighbors.  Off the board is the site after the last one.
"""


class QuerniState(NamedTuple):
    """What changes from ply to ply; *quiet* are the plies in a row without a removal."""

    tiles: tuple[Tiles, Tiles]
    side: Side
    quiet: int


class QuerniPly(NamedTuple):
    """What one ply does: *number* goes to *end*, then the chain *first* to *last* leaves.

    A *number* of 0 moves nothing, a *first* of 0 removes nothing; both make a pass.
    """

    number: int
    end: Site
    first: int
    last: int


PASS = QuerniPly(0, 0, 0, 0)


@dataclass(frozen=True, eq=False)
class QuerniRules:
    """The tables of one board under one set of options.

    Attributes:
        off: the site that stands for "off the board".
        moves: the ply that brings a number to a site, for all, as making them takes long.
    """

    board: Board
    options: Mapping[str, OptionValue]
    ways: StepWays
    off: Site
    moves: list[list[QuerniPly]]
    draw_after: int
    passing: bool


def rules_for(board: Board, options: Options) -> QuerniRules:
    """Return the rules of play on *board* under the complete *options*."""
    return _rules(board, tuple(options.items()))


@lru_cache(maxsize=64)
def _rules(board: Board, items: tuple[tuple[str, OptionValue], ...]) -> QuerniRules:
    options = dict(items)
    off = len(board)
    return QuerniRules(
        board=board,
        options=MappingProxyType(options),
        ways=ways_on(board),
        off=off,
        moves=[
            [QuerniPly(number, end, 0, 0) for end in range(off)] for number in range(TILES + 1)
        ],
        draw_after=int(options["draw_after"]),
        passing=bool(options["passing"]),
    )


def dealt(rules: QuerniRules, seed: int) -> tuple[QuerniState, int]:
    """Return the set-up that *seed* names, blue to move, and the coin: the side it shows.

    The coin is tossed after both sides are laid, so that it does not change the set-up.

    Raises:
        BoardError: the board does not list 16 squares for each side.
    """
    board, chance = rules.board, random.Random(seed)
    squares = [board.orders.get(name, ()) for name in SIDE_NAMES]
    for name, sites in zip(SIDE_NAMES, squares, strict=True):
        if len(sites) != TILES:
            raise BoardError(
                "expected {tiles} dots in orders.{name} of board {board}, got {count!r}",
                tiles=TILES,
                name=name,
                board=board.name,
                count=len(sites),
            )
    if len({*squares[0], *squares[1]}) != 2 * TILES:
        raise BoardError(
            "expected no dot in both orders of board {board}, got a common one", board=board.name
        )
    blue, pink = (_laid(rules, sites, chance) for sites in squares)
    return QuerniState((blue, pink), 0, 0), chance.randrange(2)


def _laid(rules: QuerniRules, sites: tuple[Site, ...], chance: random.Random) -> Tiles:
    numbers = list(range(1, TILES + 1))
    chance.shuffle(numbers)
    return tiles_at(rules, dict(zip(numbers, sites, strict=True)))


def tiles_at(rules: QuerniRules, sites: Mapping[int, Site]) -> Tiles:
    """Return the tiles that lie where *sites* says by number, the others off the board."""
    return tuple(sites.get(number, rules.off) for number in range(TILES + 2))


def marks_of(rules: QuerniRules, both: tuple[Tiles, Tiles]) -> Marks:
    """Return on which squares the tiles of both sides lie."""
    marks = [FREE] * (rules.off + 1)
    for tiles in both:
        for site in tiles:
            marks[site] = TILE
    return marks


# Chains


def links_of(rules: QuerniRules, tiles: Tiles) -> Links:
    """Return which numbers touch the next one."""
    links: i64 = 0
    number: i64
    for number in range(1, TILES):
        if tiles[number + 1] in rules.ways.adjacent[tiles[number]]:
            links |= 1 << number
    return links


def links_at(rules: QuerniRules, tiles: Tiles, number: int, end: Site) -> Links:
    """Return the links that *number* has to its two neighbors when it lies on *end*."""
    below = end in rules.ways.adjacent[tiles[number - 1]]
    above = end in rules.ways.adjacent[tiles[number + 1]]
    return below << number - 1 | above << number


# Plies


def plies(rules: QuerniRules, state: QuerniState) -> list[tuple[Route, QuerniPly]]:
    """Return every ply with its canonical touches, in order of the touches, a pass last.

    A chain is touched at its lowest number first, and a pass has no touches here.  Plies
    that remove the moved tile lead to one position wherever it went; the shortest one
    stands for all, which is the chain alone where that is there without a move.
    """
    own = state.tiles[state.side]
    marks = marks_of(rules, state.tiles)
    links = links_of(rules, own)
    listed: list[tuple[Route, QuerniPly]] = []
    removals: dict[Chain, tuple[Route, QuerniPly]] = {
        (first, last): ((own[first], own[last]), QuerniPly(0, 0, first, last))
        for first, last in chains_of(links)
    }
    # In board order, and sorted so far, so that little is left to sort at the end.
    for start, number in sorted(zip(own, range(TILES + 2), strict=True)):
        if start == rules.off:
            break
        rest = links & ~(3 << number - 1)
        chains_left = chains_of(rest)
        moves = rules.moves[number]
        for route in routes(rules.ways, marks, start):
            end = route[-1]
            listed.append((route, moves[end]))
            for first, last in chains_left:
                listed.append(
                    ((*route, own[first], own[last]), QuerniPly(number, end, first, last))
                )
            joined = rest | links_at(rules, own, number, end)
            if joined != rest and is_chained(joined, number):
                _add_removals(own, number, route, joined, removals)
    listed.extend(removals.values())
    listed.sort()
    if rules.passing or not listed:
        listed.append(((), PASS))
    return listed


def _add_removals(
    own: Tiles,
    number: int,
    route: Route,
    links: Links,
    removals: dict[Chain, tuple[Route, QuerniPly]],
) -> None:
    """Add the removals of *number* moved along *route*, unless *removals* has shorter ones."""
    end = route[-1]
    for first, last in chains_with(links, number):
        ends = [end if n == number else own[n] for n in (first, last)]
        touches = (*route, *ends)
        known = removals.get((first, last))
        if known is None or (len(touches), touches) < (len(known[0]), known[0]):
            removals[first, last] = (touches, QuerniPly(number, end, first, last))


def ply_to(rules: QuerniRules, state: QuerniState, tiles: Tiles) -> tuple[Route, QuerniPly]:
    """Return the entry of `plies` that makes *tiles* those of the side to move."""
    own = state.tiles[state.side]
    gone = [n for n in range(1, TILES + 1) if tiles[n] == rules.off != own[n]]
    first, last = (gone[0], gone[-1]) if gone else (0, 0)
    moved = [n for n in range(1, TILES + 1) if own[n] != tiles[n] != rules.off]
    if not moved:
        for touches, ply in plies(rules, state):
            is_within = not ply.number or first <= ply.number <= last
            if is_within and (ply.first, ply.last) == (first, last):
                return touches, ply
        return (), PASS
    number, end = moved[0], tiles[moved[0]]
    way: Route = ()
    for way in routes(rules.ways, marks_of(rules, state.tiles), own[number]):
        if way[-1] == end:
            break
    if not first:
        return way, rules.moves[number][end]
    return (*way, own[first], own[last]), QuerniPly(number, end, first, last)


def count_plies(rules: QuerniRules, state: QuerniState) -> int:
    """Return how many plies that are no pass there are, without making them."""
    own = state.tiles[state.side]
    marks = marks_of(rules, state.tiles)
    links = links_of(rules, own)
    chains = chains_of(links)
    removable = set(chains)
    total = 0
    for number in range(1, TILES + 1):
        start = own[number]
        if start == rules.off:
            continue
        rest = links & ~(3 << number - 1)
        sites, _ = reach(rules.ways, marks, start)
        chains_left = chains if rest == links else chains_of(rest)
        total += (len(sites) - 1) * (1 + len(chains_left))
        # Which of 0 to 3 its links can be: to none, the one below, the one above, or both.
        joins: i64 = 0
        for other in range(number - 1, number + 2, 2):
            for end in rules.ways.steps[own[other]]:
                if marks[end] == CLOSED and end != start:
                    joins |= 1 << (links_at(rules, own, number, end) >> number - 1)
        reopen(marks, sites)
        for join in range(1, 4):
            joined = rest | join << number - 1
            if joins >> join & 1 and is_chained(joined, number):
                removable.update(chains_with(joined, number))
    return total + len(removable)


def has_ply(rules: QuerniRules, state: QuerniState) -> bool:
    """Return whether the side to move can move a tile or remove a chain."""
    own = state.tiles[state.side]
    marks = marks_of(rules, state.tiles)
    for site in own:
        if site != rules.off and can_move(rules.ways, marks, site):
            return True
    return bool(runs_of(links_of(rules, own)))


def after_ply(rules: QuerniRules, state: QuerniState, ply: QuerniPly) -> QuerniState:
    """Return the state after *ply*; a removal starts the quiet count anew."""
    number, end, first, last = ply
    tiles = list(state.tiles[state.side])
    if number:
        tiles[number] = end
    for gone in range(first, last + 1 if first else 0):
        tiles[gone] = rules.off
    other = state.tiles[1 - state.side]
    both = (other, tuple(tiles)) if state.side else (tuple(tiles), other)
    return QuerniState(both, 1 - state.side, 0 if first else state.quiet + 1)


def perft(rules: QuerniRules, state: QuerniState, depth: int) -> int:
    """Return the number of ply sequences of length *depth*, which is at least 1."""
    if outcome_of(rules, state) is not None:
        return 0
    if depth == 1:
        count = count_plies(rules, state)
        return count + 1 if rules.passing or not count else count
    return sum(
        perft(rules, after_ply(rules, state, ply), depth - 1) for _, ply in plies(rules, state)
    )


# Ends


def outcome_of(rules: QuerniRules, state: QuerniState) -> Outcome | None:
    """Return how the game ended with *state*, or None while it goes on.

    Reading: a chain can still be formed while three consecutive numbers of a side
    are on the board, wherever they lie, because tiles may move freely; the quiet
    plies are counted for both players together, because the rules say that turns
    pass with neither player removing a chain; a removal by the last of them starts
    the count anew, and so comes before the draw.
    """
    numbers = [numbers_in(tiles, rules.off) for tiles in state.tiles]
    for side in (0, 1):
        if not numbers[side]:
            return Outcome(side, QuerniEnd.ALL_REMOVED)
    if not any(present & present >> 1 & present >> 2 for present in numbers):
        return Outcome(None, QuerniEnd.NO_CHAINS)
    return Outcome(None, QuerniEnd.NO_REMOVAL) if state.quiet >= rules.draw_after else None


def numbers_in(tiles: Tiles, off: Site) -> i64:
    """Return the numbers on the board, one bit each."""
    present: i64 = 0
    number: i64
    for number in range(1, TILES + 1):
        if tiles[number] != off:
            present |= 1 << number
    return present


def placement(rules: QuerniRules, both: tuple[Tiles, Tiles]) -> Placement:
    """Return the tiles of both sides as pieces in board order."""
    standing = [
        (site, (Piece(side, number),))
        for side, tiles in enumerate(both)
        for number, site in enumerate(tiles)
        if site != rules.off
    ]
    return dict(sorted(standing))


def missing(rules: QuerniRules, both: tuple[Tiles, Tiles]) -> tuple[Piece, ...]:
    """Return the removed tiles, blue's first, by number."""
    return tuple(
        Piece(side, number)
        for side, tiles in enumerate(both)
        for number in range(1, TILES + 1)
        if tiles[number] == rules.off
    )
