"""Alquerque on plain integers: two sets of points, and what may become of them.

A set of points is an int with bit *n* set for site *n*.  This module knows neither
notation nor players; `rules.game` dresses it in the contract.  Successors, counts and random
games come from `loops` where it has the rules, and from the list of plies where it has not.

Source: the published rule sheet of Alquerque, with the additional rules of
R. C. Bell, Board and Table Games from Many Civilizations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.contract import (
    DIRECTIONS,
    Board,
    Options,
    OptionValue,
    Outcome,
    Piece,
    Placement,
    Side,
    Site,
)
from companion.contract.codes import End
from companion.contract.kernel.chance import drawn, seeded, share
from companion.errors import BoardError
from companion.games.alquerque.rules.codes import AlquerqueEnd
from companion.games.alquerque.rules.kernel.loops import Kernel, kernel_for, ways_of

Sites: TypeAlias = int
"""A set of sites, one bit each."""

Hop: TypeAlias = tuple[Sites, Sites, Site]
"""The point jumped and the point landed on, each as a set of one, and the landing site."""


class AlquerqueState(NamedTuple):
    """What changes from ply to ply.

    Attributes:
        quiet: plies since the last capture or huff; stays 0 without a quiet limit.
        offenders: pieces that the side to move may huff; they belong to the other side.
        visited: for each site the points on which its piece has stood, its own
            included; empty without the option ``no_return``.
    """

    white: Sites
    black: Sites
    side: Side
    quiet: int
    offenders: Sites
    visited: tuple[Sites, ...]


@dataclass(frozen=True, eq=False)
class AlquerqueRules:
    """The tables of one board under one set of options.

    Attributes:
        steps: for each side and site the points to which a step may lead.
        hops: for each side and site the hops, in board order of the landing.
        over: for each side and site all points that some hop jumps.
        must_capture: a side that can capture has no other ply.
        kernel: what the tables say for a whole side at once; None where its rules or
            its boards are not these.
        full: the pieces of each side in the set-up.
        variant: a number that is the same for the same rules of play.
    """

    board: Board
    options: Mapping[str, OptionValue]
    steps: tuple[tuple[Sites, ...], ...]
    hops: tuple[tuple[tuple[Hop, ...], ...], ...]
    over: tuple[tuple[Sites, ...], ...]
    must_capture: bool
    huffing: bool
    no_return: bool
    quiet_limit: int
    kernel: Kernel | None
    full: tuple[Sites, Sites]
    variant: int


def rules_for(board: Board, options: Options) -> AlquerqueRules:
    """Return the rules of play on *board* under the complete *options*.

    Raises:
        BoardError: the board has no set-up ``start`` with pieces of value 1 on both sides.
    """
    return _rules(board, tuple(options.items()))


@lru_cache(maxsize=128)
def _rules(board: Board, items: tuple[tuple[str, OptionValue], ...]) -> AlquerqueRules:
    options = dict(items)
    forward = str(options["forward"])
    compulsory, huffing = bool(options["compulsory"]), bool(options["huffing"])
    no_return, quiet_limit = bool(options["no_return"]), int(options["quiet_limit"])
    hops = tuple(_hop_table(board, side, forward == "on") for side in (0, 1))
    ways = None if huffing or no_return or forward != "off" else ways_of(board)
    flags = 4 * compulsory + 2 * huffing + no_return
    return AlquerqueRules(
        board=board,
        options=MappingProxyType(options),
        steps=tuple(_step_table(board, side, forward != "off") for side in (0, 1)),
        hops=hops,
        over=tuple(tuple(sum(jumped for jumped, _, _ in at) for at in table) for table in hops),
        must_capture=compulsory and not huffing,
        huffing=huffing,
        no_return=no_return,
        quiet_limit=quiet_limit,
        kernel=None if ways is None else kernel_for(ways, compulsory),
        full=_set_up(board),
        variant=(quiet_limit * 3 + ("off", "on", "captures-free").index(forward)) * 8 + flags,
    )


def _set_up(board: Board) -> tuple[Sites, Sites]:
    sides = [0, 0]
    for side, value, site in board.setups.get("start", ()):
        if value != 1:
            raise BoardError(
                "expected pieces of value 1 in set-up start of board {board}, got {value!r}",
                board=board.name,
                value=value,
            )
        sides[side] |= 1 << site
    if not (sides[0] and sides[1]):
        raise BoardError(
            "expected pieces of both sides in set-up start of board {board}", board=board.name
        )
    return sides[0], sides[1]


def advance(side: Side, direction: int) -> int:
    """Return the ranks that one step in *direction* brings *side* forward: -1, 0 or 1."""
    ranks = DIRECTIONS[direction][1]
    return ranks if side == 0 else -ranks


def is_on_farthest_rank(board: Board, side: Side, site: Site) -> bool:
    """Return whether *site* lies on the last rank that *side* can reach."""
    return board.places[site][1] == (board.ranks - 1 if side == 0 else 0)


def _step_table(board: Board, side: Side, forward_only: bool) -> tuple[Sites, ...]:
    table = []
    for site, around in enumerate(board.neighbors):
        ends = 0
        for direction, end in enumerate(around):
            if end < 0 or (forward_only and advance(side, direction) < 0):
                continue
            # On the farthest rank a piece has nothing but sideways captures left.
            if forward_only and is_on_farthest_rank(board, side, site):
                continue
            ends |= 1 << end
        table.append(ends)
    return tuple(table)


def _hop_table(board: Board, side: Side, forward_only: bool) -> tuple[tuple[Hop, ...], ...]:
    table = []
    for around in board.neighbors:
        hops = []
        for direction, over in enumerate(around):
            end = board.neighbors[over][direction] if over >= 0 else -1
            if end >= 0 and not (forward_only and advance(side, direction) < 0):
                hops.append((1 << over, 1 << end, end))
        table.append(tuple(sorted(hops, key=lambda hop: hop[2])))
    return tuple(table)


def sites_of(sites: Sites) -> Iterator[Site]:
    """Yield the members of a set of sites in board order."""
    while sites:
        lowest = sites & -sites
        yield lowest.bit_length() - 1
        sites ^= lowest


def starting_state(rules: AlquerqueRules, side: Side) -> AlquerqueState:
    """Return the set-up with *side* to move."""
    white, black = rules.full
    return AlquerqueState(white, black, side, 0, 0, unmoved(rules, white | black))


def unmoved(rules: AlquerqueRules, pieces: Sites) -> tuple[Sites, ...]:
    """Return the visited points when every one of *pieces* has only stood where it stands."""
    if not rules.no_return:
        return ()
    return tuple(pieces & 1 << site for site in range(len(rules.board)))


def able_to_capture(rules: AlquerqueRules, state: AlquerqueState) -> Sites:
    """Return the pieces of the side to move that can capture."""
    own, enemy = own_and_enemy(state)
    if rules.kernel is not None:
        return rules.kernel.able_to_capture(own, enemy)
    closed = own | enemy
    over, visited = rules.over[state.side], state.visited
    able = 0
    for site in sites_of(own):
        if over[site] & enemy:
            barred = closed | visited[site] if visited else closed
            if can_hop(rules, state.side, site, enemy, barred):
                able |= 1 << site
    return able


def hops_from(
    rules: AlquerqueRules, side: Side, at: Site, enemy: Sites, closed: Sites
) -> list[Hop]:
    """Return the hops of a piece on *at* over one of *enemy* to a point not in *closed*."""
    return [hop for hop in rules.hops[side][at] if hop[0] & enemy and not hop[1] & closed]


def can_hop(rules: AlquerqueRules, side: Side, at: Site, enemy: Sites, closed: Sites) -> bool:
    """Return whether there are `hops_from` *at*; to list them counts plies a tenth slower."""
    for jumped, landing, _ in rules.hops[side][at]:
        if jumped & enemy and not landing & closed:
            return True
    return False


def step_ends(rules: AlquerqueRules, state: AlquerqueState, site: Site) -> Sites:
    """Return the points to which the piece on *site* can step, captures left aside."""
    closed = state.white | state.black
    if state.visited:
        closed |= state.visited[site]
    return rules.steps[state.side][site] & ~closed


def has_ply(rules: AlquerqueRules, state: AlquerqueState) -> bool:
    """Return whether the side to move can do anything at all, the quiet limit left aside."""
    own, enemy = own_and_enemy(state)
    if rules.kernel is not None:
        return rules.kernel.has_ply(own, enemy)
    if state.offenders or any(step_ends(rules, state, site) for site in sites_of(own)):
        return True
    return able_to_capture(rules, state) != 0


def plies(rules: AlquerqueRules, state: AlquerqueState) -> dict[AlquerqueState, tuple[Site, ...]]:
    """Return every state that a ply leads to, each with the canonical touches.

    There is none when the game is over.  Huffs come first, then captures, then steps, each
    in board order of the touches.  Routes to the same state are all of one length, for every
    hop captures one piece; so the first in board order is the canonical one.
    """
    routes: dict[AlquerqueState, tuple[Site, ...]] = {}
    if not state.white or not state.black or is_dead(rules, state):
        return routes
    for site in sites_of(state.offenders):
        routes[after_huff(state, site)] = (site,)
    able = able_to_capture(rules, state)
    own, enemy = own_and_enemy(state)
    for start in sites_of(able):
        path = state.visited[start] if state.visited else 0
        _add_captures(rules, state, (start,), (own ^ 1 << start, enemy, path), set(), routes)
    if not (able and rules.must_capture):
        for start in sites_of(own):
            for end in sites_of(step_ends(rules, state, start)):
                routes[after_step(rules, state, able, start, end)] = (start, end)
    return routes


def _add_captures(
    rules: AlquerqueRules,
    state: AlquerqueState,
    route: tuple[Site, ...],
    sets: tuple[Sites, Sites, Sites],
    seen: set[tuple[Site, Sites, Sites]],
    routes: dict[AlquerqueState, tuple[Site, ...]],
) -> None:
    """Add all captures that prolong *route*, in board order; *seen* ends doubled routes."""
    friends, enemy, path = sets
    closed = friends | enemy | path
    for jumped, landing, end in hops_from(rules, state.side, route[-1], enemy, closed):
        left = enemy ^ jumped
        onward = path | landing if state.visited else 0
        if (end, left, onward) in seen:
            continue
        seen.add((end, left, onward))
        longer = (*route, end)
        goes_on = can_hop(rules, state.side, end, left, friends | left | onward)
        if not (goes_on and rules.must_capture):
            routes.setdefault(after_capture(rules, state, route[0], end, left, onward), longer)
        if goes_on:
            _add_captures(rules, state, longer, (friends, left, onward), seen, routes)


def after_huff(state: AlquerqueState, site: Site) -> AlquerqueState:
    """Return the state after the piece on *site* is huffed: the same side goes on.

    Reading: a huff starts the quiet count anew, because it takes a piece off the
    board, and the count is to show that no more pieces will be taken.
    """
    kept = ~(1 << site)
    visited = state.visited
    if visited:
        visited = (*visited[:site], 0, *visited[site + 1 :])
    return AlquerqueState(state.white & kept, state.black & kept, state.side, 0, 0, visited)


def after_step(
    rules: AlquerqueRules, state: AlquerqueState, able: Sites, start: Site, end: Site
) -> AlquerqueState:
    """Return the state after a step; *able* are the pieces that could have captured."""
    moved = 1 << start | 1 << end
    if not rules.huffing:
        able = 0
    elif able & 1 << start:
        able ^= moved
    visited = state.visited
    if visited:
        points = list(visited)
        points[start], points[end] = 0, visited[start] | 1 << end
        visited = tuple(points)
    quiet = state.quiet + 1 if rules.quiet_limit else 0
    if state.side:
        return AlquerqueState(state.white, state.black ^ moved, 0, quiet, able, visited)
    return AlquerqueState(state.white ^ moved, state.black, 1, quiet, able, visited)


def after_capture(
    rules: AlquerqueRules, state: AlquerqueState, start: Site, end: Site, left: Sites, path: Sites
) -> AlquerqueState:
    """Return the state after a capture from *start* to *end* that leaves the enemies *left*."""
    own = state.black if state.side else state.white
    friends = own ^ 1 << start
    own = friends | 1 << end
    offenders = 0
    if rules.huffing and can_hop(rules, state.side, end, left, friends | left | path):
        offenders = 1 << end
    visited = state.visited
    if visited:
        stays = own | left
        visited = tuple(v if stays & 1 << site else 0 for site, v in enumerate(visited))
        visited = (*visited[:end], path, *visited[end + 1 :])
    if state.side:
        return AlquerqueState(left, own, 0, 0, offenders, visited)
    return AlquerqueState(own, left, 1, 0, offenders, visited)


def own_and_enemy(state: AlquerqueState) -> tuple[Sites, Sites]:
    """Return the pieces of the side to move and those of the other one."""
    if state.side:
        return state.black, state.white
    return state.white, state.black


def is_dead(rules: AlquerqueRules, state: AlquerqueState) -> bool:
    """Return whether the quiet limit is reached, so that the pieces are counted."""
    return 0 < rules.quiet_limit <= state.quiet


def outcome_of(rules: AlquerqueRules, state: AlquerqueState) -> Outcome | None:
    """Return how the game ended with *state*, or None while it goes on.

    Reading: a side that is out of pieces or moves has lost even when the quiet
    limit is reached by the same ply, because the limit is there for games that
    nothing else ends.
    """
    if not state.white or not state.black:
        return Outcome(0 if state.white else 1, End.NO_PIECES)
    if not has_ply(rules, state):
        return Outcome(1 - state.side, End.NO_MOVES)
    return counted(state, AlquerqueEnd.QUIET_COUNT) if is_dead(rules, state) else None


def counted(state: AlquerqueState, reason: str) -> Outcome:
    """Return the outcome by count: the side with more pieces wins, equal numbers draw."""
    lead = state.white.bit_count() - state.black.bit_count()
    return Outcome(None if lead == 0 else 0 if lead > 0 else 1, reason)


def placement(white: Sites, black: Sites) -> Placement:
    """Return the two sets of points as pieces in board order."""
    return {site: (Piece(black >> site & 1, 1),) for site in sites_of(white | black)}


def missing(rules: AlquerqueRules, white: Sites, black: Sites) -> tuple[Piece, ...]:
    """Return the pieces of the set-up that are not on the board, White's first."""
    gone = (
        full.bit_count() - left.bit_count()
        for full, left in zip(rules.full, (white, black), strict=True)
    )
    return tuple(Piece(side, 1) for side, count in enumerate(gone) for _ in range(count))


def successors(rules: AlquerqueRules, state: AlquerqueState) -> list[AlquerqueState]:
    """Return the state after every ply, in a fixed order; none when the game is over."""
    if rules.kernel is None:
        return list(plies(rules, state))
    if is_dead(rules, state):
        return []
    own, enemy = own_and_enemy(state)
    quiet = state.quiet + 1 if rules.quiet_limit else 0
    return [
        state_of(left, after, 1 - state.side, quiet if left == enemy else 0)
        for after, left in rules.kernel.plies(own, enemy)
    ]


def state_of(own: int, enemy: int, side: int, quiet: int) -> AlquerqueState:
    """Return the state in which *side* is to move with *own*, without huffs and visits."""
    if side:
        return AlquerqueState(enemy, own, side, quiet, 0, ())
    return AlquerqueState(own, enemy, side, quiet, 0, ())


def perft(rules: AlquerqueRules, state: AlquerqueState, depth: int) -> int:
    """Return the number of sequences of *depth* plies, 1 or more."""
    limit = rules.quiet_limit
    # The kernel knows no limit, so it counts where none is met.
    if rules.kernel is not None and (not limit or state.quiet + depth <= limit):
        own, enemy = own_and_enemy(state)
        return rules.kernel.perft(own, enemy, depth)
    following = successors(rules, state)
    if depth == 1:
        return len(following)
    return sum(perft(rules, after, depth - 1) for after in following)


def playout(
    rules: AlquerqueRules, state: AlquerqueState, seed: int, most_plies: int
) -> AlquerqueState:
    """Return where random plies lead: to the end of the game, or as far as *most_plies*.

    At each turn one of all plies is drawn, each of them with equal chance but for the
    limits of `share`.  Plies are what `plies` lists: one for each state that they lead
    to, however many routes do, and a huff is one.  The lowest 32 bits of *seed* name
    what is drawn.
    """
    seed &= 0xFFFFFFFF
    if rules.kernel is not None:
        own, enemy = own_and_enemy(state)
        own, enemy, quiet, made = rules.kernel.playout(
            own, enemy, state.quiet, rules.quiet_limit, most_plies, seed
        )
        return state_of(own, enemy, (state.side + made) % 2, quiet)
    chance = seeded(seed)
    for _ in range(most_plies):
        following = successors(rules, state)
        if not following:
            break
        chance = drawn(chance)
        state = following[share(chance, len(following))]
    return state
