"""Querni on plain integers: where each number lies, and what may become of it.

This module knows neither notation nor players; `rules.game` dresses it in the contract.
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
from companion.games.querni.rules.codes import QuerniEnd
from companion.games.querni.rules.kernel.chains import (
    TILES,
    Chain,
    Links,
    chains_of,
    chains_with,
    is_chained,
    runs_of,
)
from companion.games.querni.rules.kernel.moving import (
    CLOSED,
    FREE,
    TILE,
    Marks,
    Route,
    StepWays,
    can_move,
    reach,
    reopen,
    routes,
    ways_on,
)

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64

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
        if tiles[number + 1] in rules.ways.beside[tiles[number]]:
            links |= 1 << number
    return links


def links_at(rules: QuerniRules, tiles: Tiles, number: int, end: Site) -> Links:
    """Return the links that *number* has to its two neighbors when it lies on *end*."""
    below = end in rules.ways.beside[tiles[number - 1]]
    above = end in rules.ways.beside[tiles[number + 1]]
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
        beside_it = chains_of(rest)
        moves = rules.moves[number]
        for route in routes(rules.ways, marks, start):
            end = route[-1]
            listed.append((route, moves[end]))
            for first, last in beside_it:
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
        beside_it = chains if rest == links else chains_of(rest)
        total += (len(sites) - 1) * (1 + len(beside_it))
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
