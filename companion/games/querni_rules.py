"""Querni on plain integers: where each number lies, and what may become of it.

A set of squares is an int with bit *n* set for site *n*.  This module knows
neither notation nor players; `companion.games.querni` dresses it in the contract.

Source: the published rule sheet of Querni by Enrique Fernández Alcázar.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.errors import BoardError
from companion.games.board import Board, Site
from companion.games.contract import Outcome, Piece, Placement, Side
from companion.games.options import Options, OptionValue
from companion.games.querni_chains import TILES, Chain, Links, chains_of, chains_with, runs_of

SIDE_NAMES = ("blue", "pink")

Sites: TypeAlias = int
"""A set of sites, one bit each."""

Tiles: TypeAlias = tuple[Site, ...]
"""The site of every number of one side.

Numbers 0 and `TILES` + 1 stand for nothing and lie off the board for ever, so that
every number has two neighbors.  Off the board is the site after the last one.
"""

Jump: TypeAlias = tuple[Sites, Sites, Site]
"""The square jumped and the square landed on, each as a set of one, and the landing site."""

Route: TypeAlias = tuple[Site, ...]
"""The square that a tile starts from, then the squares that it lands on."""


class State(NamedTuple):
    """What changes from ply to ply; *quiet* are the plies in a row without a removal."""

    tiles: tuple[Tiles, Tiles]
    side: Side
    quiet: int


class Ply(NamedTuple):
    """What one ply does: *number* goes to *end*, then the chain *first* to *last* leaves.

    A *number* of 0 moves nothing, a *first* of 0 removes nothing; both make a pass.
    """

    number: int
    end: Site
    first: int
    last: int


PASS = Ply(0, 0, 0, 0)


@dataclass(frozen=True, eq=False)
class Rules:
    """The tables of one board under one set of options.

    Attributes:
        around: for each site its adjacent squares; none off the board.
        jumps: for each site the jumps, in board order of the landing.
        off: the site that stands for "off the board".
    """

    board: Board
    options: Mapping[str, OptionValue]
    around: tuple[Sites, ...]
    jumps: tuple[tuple[Jump, ...], ...]
    off: Site
    draw_after: int
    passing: bool


def rules_for(board: Board, options: Options) -> Rules:
    """Return the rules of play on *board* under the complete *options*."""
    return _rules(board, tuple(options.items()))


@lru_cache(maxsize=64)
def _rules(board: Board, items: tuple[tuple[str, OptionValue], ...]) -> Rules:
    options = dict(items)
    around = tuple(
        sum(1 << other for other in neighbors if other >= 0) for neighbors in board.neighbors
    )
    return Rules(
        board=board,
        options=MappingProxyType(options),
        around=(*around, 0),
        jumps=tuple(_jumps_from(board, site) for site in range(len(board))),
        off=len(board),
        draw_after=int(options["draw_after"]),
        passing=bool(options["passing"]),
    )


def _jumps_from(board: Board, site: Site) -> tuple[Jump, ...]:
    jumps = []
    for direction, over in enumerate(board.neighbors[site]):
        end = board.neighbors[over][direction] if over >= 0 else -1
        if end >= 0:
            jumps.append((1 << over, 1 << end, end))
    return tuple(sorted(jumps, key=lambda jump: jump[2]))


def dealt(rules: Rules, seed: int) -> tuple[State, int]:
    """
    Return the set-up that *seed* names, blue to move, and the coin: the side it shows.

    The coin is tossed after both sides are laid, so that it does not change the set-up.

    Raises:
        BoardError: the board does not list 16 squares for each side.
    """
    board, chance = rules.board, random.Random(seed)
    squares = [board.orders.get(name, ()) for name in SIDE_NAMES]
    for name, sites in zip(SIDE_NAMES, squares, strict=True):
        if len(sites) != TILES:
            raise BoardError(
                f"expected {TILES} dots in orders.{name} of board {board.name}, got {len(sites)!r}"
            )
    if len({*squares[0], *squares[1]}) != 2 * TILES:
        raise BoardError(f"expected no dot in both orders of board {board.name}, got a common one")
    blue, pink = (_laid(rules, sites, chance) for sites in squares)
    return State((blue, pink), 0, 0), chance.randrange(2)


def _laid(rules: Rules, sites: tuple[Site, ...], chance: random.Random) -> Tiles:
    numbers = list(range(1, TILES + 1))
    chance.shuffle(numbers)
    return tiles_at(rules, dict(zip(numbers, sites, strict=True)))


def tiles_at(rules: Rules, sites: Mapping[int, Site]) -> Tiles:
    """Return the tiles that lie where *sites* says by number, the others off the board."""
    return tuple(sites.get(number, rules.off) for number in range(TILES + 2))


def occupied(rules: Rules, tiles: Tiles) -> Sites:
    """Return the squares on which *tiles* lie."""
    squares = 0
    for site in tiles:
        squares |= 1 << site
    return squares & ~(1 << rules.off)


# Moving


def can_move(rules: Rules, start: Site, taken: Sites) -> bool:
    """Return whether a tile on *start* can step or jump while the squares *taken* hold tiles."""
    if rules.around[start] & ~taken:
        return True
    return any(over & taken and not landing & taken for over, landing, _ in rules.jumps[start])


def landings(rules: Rules, at: Site, others: Sites, closed: Sites) -> list[Site]:
    """Return where a tile on *at* can jump over one of *others* to, *closed* squares left out."""
    return [
        end
        for over, landing, end in rules.jumps[at]
        if over & others and not landing & (others | closed)
    ]


def routes(rules: Rules, start: Site, others: Sites) -> dict[Site, Route]:
    """
    Return every square that the tile on *start* can move to, with its canonical route.

    A shortest route lands on no square twice, so a search in width finds every
    square; it goes on in board order, so the first route found is the first in order.

    Reading: the spaces that a tile may not pass through twice are those that it
    lands on, its start included; a jumped tile stays and may be jumped again,
    because the rules speak of passing through a space and jumping over a tile.
    """
    found: dict[Site, Route] = {
        end: (start, end) for end in sites_of(rules.around[start] & ~others)
    }
    closed = others | 1 << start
    waiting: list[Route] = [(start,)]
    for route in waiting:
        for over, landing, end in rules.jumps[route[-1]]:
            if over & others and not landing & closed:
                closed |= landing
                longer = (*route, end)
                waiting.append(longer)
                found.setdefault(end, longer)
    return found


def sites_of(sites: Sites) -> Iterator[Site]:
    """Yield the members of a set of sites in board order."""
    while sites:
        lowest = sites & -sites
        yield lowest.bit_length() - 1
        sites ^= lowest


# Chains


def links_of(rules: Rules, tiles: Tiles) -> Links:
    """Return which numbers touch the next one."""
    links = 0
    around = rules.around
    for number in range(1, TILES):
        links |= (around[tiles[number]] >> tiles[number + 1] & 1) << number
    return links


def links_at(rules: Rules, tiles: Tiles, number: int, end: Site) -> Links:
    """Return the links that *number* has to its two neighbors when it lies on *end*."""
    below = rules.around[tiles[number - 1]] >> end & 1
    above = rules.around[tiles[number + 1]] >> end & 1
    return below << number - 1 | above << number


# Plies


def plies(rules: Rules, state: State) -> list[tuple[Route, Ply]]:
    """
    Return every ply that is no pass with its canonical touches, in order of the touches.

    A chain is touched at its lowest number first.  Plies that remove the moved
    tile lead to one position wherever it went; the shortest one stands for all,
    which is the chain alone where that is there without a move.
    """
    own, enemy = state.tiles[state.side], state.tiles[1 - state.side]
    taken = occupied(rules, own) | occupied(rules, enemy)
    links = links_of(rules, own)
    found: list[tuple[Route, Ply]] = []
    removals: dict[Chain, tuple[Route, Ply]] = {
        (first, last): ((own[first], own[last]), Ply(0, 0, first, last))
        for first, last in chains_of(links)
    }
    for number in range(1, TILES + 1):
        start = own[number]
        if start == rules.off:
            continue
        rest = links & ~(3 << number - 1)
        for end, route in routes(rules, start, taken ^ 1 << start).items():
            found.append((route, Ply(number, end, 0, 0)))
            for first, last in chains_of(rest):
                found.append(((*route, own[first], own[last]), Ply(number, end, first, last)))
            joined = links_at(rules, own, number, end)
            if joined:
                _add_removals(own, Ply(number, end, 0, 0), route, rest | joined, removals)
    found.extend(removals.values())
    found.sort()
    return found


def _add_removals(
    own: Tiles, move: Ply, route: Route, links: Links, removals: dict[Chain, tuple[Route, Ply]]
) -> None:
    """Add the removals of the tile that *move* moves, unless *removals* has shorter ones."""
    number, end = move.number, move.end
    for first, last in chains_with(links, number):
        ends = (end if n == number else own[n] for n in (first, last))
        touches = (*route, *ends)
        known = removals.get((first, last))
        if known is None or (len(touches), touches) < (len(known[0]), known[0]):
            removals[first, last] = (touches, Ply(number, end, first, last))


def count_plies(rules: Rules, state: State) -> int:
    """Return how many plies that are no pass there are, without making them."""
    own, enemy = state.tiles[state.side], state.tiles[1 - state.side]
    taken = occupied(rules, own) | occupied(rules, enemy)
    links = links_of(rules, own)
    removable = set(chains_of(links))
    total = 0
    for number in range(1, TILES + 1):
        start = own[number]
        if start == rules.off:
            continue
        rest = links & ~(3 << number - 1)
        ends = routes(rules, start, taken ^ 1 << start)
        total += len(ends) * (1 + len(chains_of(rest)))
        for end in ends:
            joined = links_at(rules, own, number, end)
            if joined:
                removable.update(chains_with(rest | joined, number))
    return total + len(removable)


def has_ply(rules: Rules, state: State) -> bool:
    """Return whether the side to move can move a tile or remove a chain."""
    own = state.tiles[state.side]
    taken = occupied(rules, own) | occupied(rules, state.tiles[1 - state.side])
    if any(site != rules.off and can_move(rules, site, taken) for site in own):
        return True
    return bool(runs_of(links_of(rules, own)))


def after_ply(rules: Rules, state: State, ply: Ply) -> State:
    """Return the state after *ply*; a removal starts the quiet count anew."""
    number, end, first, last = ply
    tiles = list(state.tiles[state.side])
    if number:
        tiles[number] = end
    for gone in range(first, last + 1 if first else 0):
        tiles[gone] = rules.off
    other = state.tiles[1 - state.side]
    both = (other, tuple(tiles)) if state.side else (tuple(tiles), other)
    return State(both, 1 - state.side, 0 if first else state.quiet + 1)


def perft(rules: Rules, state: State, depth: int) -> int:
    """Return the number of ply sequences of length *depth*, which is at least 1."""
    if outcome_of(rules, state) is not None:
        return 0
    if depth == 1:
        count = count_plies(rules, state)
        return count + 1 if rules.passing or not count else count
    found = [ply for _, ply in plies(rules, state)]
    if rules.passing or not found:
        found.append(PASS)
    return sum(perft(rules, after_ply(rules, state, ply), depth - 1) for ply in found)


# Ends


def outcome_of(rules: Rules, state: State) -> Outcome | None:
    """
    Return how the game ended with *state*, or None while it goes on.

    Reading: a chain can still be formed while three consecutive numbers of a side
    are on the board, wherever they lie, because tiles may move freely; the quiet
    plies are counted for both players together, because the rules say that turns
    pass with neither player removing a chain; a removal by the last of them starts
    the count anew, and so comes before the draw.
    """
    numbers = [_numbers(rules, tiles) for tiles in state.tiles]
    for side in (0, 1):
        if not numbers[side]:
            return Outcome(side, "all-removed")
    if not any(present & present >> 1 & present >> 2 for present in numbers):
        return Outcome(None, "no-chains")
    return Outcome(None, "no-removal") if state.quiet >= rules.draw_after else None


def _numbers(rules: Rules, tiles: Tiles) -> int:
    """Return the numbers on the board, one bit each."""
    off = rules.off
    present = 0
    for number, site in enumerate(tiles):
        if site != off:
            present |= 1 << number
    return present


def placement(rules: Rules, both: tuple[Tiles, Tiles]) -> Placement:
    """Return the tiles of both sides as pieces in board order."""
    standing = [
        (site, (Piece(side, number),))
        for side, tiles in enumerate(both)
        for number, site in enumerate(tiles)
        if site != rules.off
    ]
    return dict(sorted(standing))


def missing(rules: Rules, both: tuple[Tiles, Tiles]) -> tuple[Piece, ...]:
    """Return the removed tiles, blue's first, by number."""
    return tuple(
        Piece(side, number)
        for side, tiles in enumerate(both)
        for number in range(1, TILES + 1)
        if tiles[number] == rules.off
    )
