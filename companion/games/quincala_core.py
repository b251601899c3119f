"""Towers on dots, the legs that they make, and the routes of whole plies.

What the Quincala games share.  Knows nothing of turns, hands, wins or texts of
moves; a game tells by the hooks of `TowerRules` what may be lifted, what a
join does and when play stops.

A *tower* is an integer with one bit a piece: the sizes of side 0 from the
smallest up, then those of side 1; a game may keep more bits above them.  A
*placement* is an integer as well, the towers of all sites side by side.  It is
equal exactly for equal placements, so it is itself the key by which routes
that end alike are recognized: no hash that could be wrong once in a while.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from companion.errors import BoardError
from companion.games.board import DIRECTIONS, Board, Site
from companion.games.contract import Fact, Piece, Refusal, Side

Tower: TypeAlias = int
Placed: TypeAlias = int
"""A whole placement as one integer."""

Leg: TypeAlias = tuple[Site, Placed, Tower, Tower, Tower]
"""How things stand after a touch: (site, placement, lifted, gone, knocked).

*lifted* are the pieces at *site* that the next leg would move, 0 for none;
*gone* has a bit for each piece kind of which at least one has been knocked so
far; *knocked* are the pieces that this touch knocked.  A plain tuple: millions
are made in a search.
"""

Setup: TypeAlias = tuple[tuple[Side, int, Site], ...]

MOST_BITS = 64
"""The widest tower that fits the fixed-width unpacking."""


class Join(NamedTuple):
    """What an arrival does: the change of the tower there, who leaves it, who may go on."""

    change: int
    knocked: Tower
    onward: Tower


class _Joins(dict[Tower, "Join | None"]):
    """What happens when some lifted pieces arrive on each tower, worked out once each."""

    def __init__(self, rules: TowerRules, lifted: Tower) -> None:
        super().__init__()
        self.rules = rules
        self.lifted = lifted
        self.steps = rules.count(lifted)

    def __missing__(self, tower: Tower) -> Join | None:
        join = self[tower] = self.rules.join(self.lifted, tower)
        return join


class Routes(NamedTuple):
    """All different placements that one ply can lead to, by their canonical routes.

    Attributes:
        ends: the last leg by resulting placement, in order of discovery.
        parents: for each of `ends`, the index in `states` of what it came from.
        states: first lifts and legs that could go on.
        origins: for each of `states` the index of what it came from, -1 for a lift.
    """

    ends: dict[Placed, Leg]
    parents: list[int]
    states: list[Leg]
    origins: list[int]


class TowerRules(ABC):
    """The pieces of one set-up on one board, and the legs that they may make."""

    def __init__(self, board: Board, setup: Setup, fields: int = 2) -> None:
        """
        Lay out the tables of one board and set-up.

        Args:
            board: where the pieces stand.
            setup: the pieces and their first dots.
            fields: bits kept for each size: one a side, and what a game adds.

        Raises:
            BoardError: one side has no pieces, or there are too many sizes.
        """
        self.board = board
        self.sizes = tuple(sorted({value for _, value, _ in setup}))
        self.kinds = tuple(Piece(side, value) for side in (0, 1) for value in self.sizes)
        self.span = len(self.sizes)
        self.own = tuple(((1 << self.span) - 1) << side * self.span for side in (0, 1))
        self.totals = tuple(
            sum((side, value) == kind for side, value, _ in setup) for kind in self.kinds
        )
        self.full = tuple(
            own & sum(1 << bit for bit, total in enumerate(self.totals) if total)
            for own in self.own
        )
        self._check(board, fields)
        self._lay_out(fields * self.span)
        self.reach = tuple(self._reach(steps) for steps in range(self.span + 1))
        self.start = sum(
            1 << self.bit_of(Piece(side, value)) + site * self.width for side, value, site in setup
        )
        self._joins: dict[Tower, _Joins] = {}
        self._listed: dict[Tower, tuple[Piece, ...]] = {0: ()}

    def _check(self, board: Board, fields: int) -> None:
        if not all(self.full):
            side = ("white", "black")[self.full.index(0)]
            raise BoardError(
                f"board {board.name!r}: expected pieces of both sides, got none of {side}"
            )
        if fields * self.span > MOST_BITS:
            most = MOST_BITS // fields
            raise BoardError(
                f"board {board.name!r}: expected at most {most} sizes, got {self.span!r}"
            )

    def _lay_out(self, bits: int) -> None:
        code, self.width = next(
            (c, w) for c, w in (("B", 8), ("H", 16), ("I", 32), ("Q", 64)) if bits <= w
        )
        layout = struct.Struct(f"<{len(self.board)}{code}")
        self._unpack, self._size = layout.unpack, layout.size
        self.units = tuple(1 << site * self.width for site in range(len(self.board)))

    def _reach(self, steps: int) -> tuple[tuple[tuple[Site, Placed], ...], ...]:
        """Return for each site the dots within *steps* in board order, with what must be empty."""
        full = (1 << self.width) - 1
        table = []
        for rays in self.board.rays:
            dots = []
            for ray in rays:
                between = 0
                for dot in ray[:steps]:
                    dots.append((dot, between))
                    between |= full * self.units[dot]
            table.append(tuple(sorted(dots)))
        return tuple(table)

    # What a game says.

    @abstractmethod
    def first_lift(self, tower: Tower, side: Side) -> Tower:
        """Return the pieces of *tower* that *side* may lift to start a move, or 0."""

    @abstractmethod
    def further_lift(self, tower: Tower, side: Side) -> Tower:
        """Return the pieces of *tower* that *side* may lift after arriving there, or 0."""

    @abstractmethod
    def stops(self, gone: Tower) -> bool:
        """Return whether play ends at once when the pieces *gone* have been knocked."""

    def join(self, lifted: Tower, tower: Tower) -> Join | None:
        """Return what happens when *lifted* arrive on *tower*; None where the rules forbid it."""
        side = 0 if lifted & self.own[0] else 1
        knocked = tower & (lifted | lifted << self.span | lifted >> self.span)
        after = tower ^ knocked | lifted
        return Join(after - tower, knocked, self.further_lift(after, side))

    def immune(self, placement: Placed) -> frozenset[tuple[Site, int]]:
        """Return the dots and sizes of the immune pieces; none where a game knows none."""
        return frozenset()

    def formed_sizes(self, placement: Placed, side: Side) -> frozenset[int]:
        """Return the sizes of *side* in mixed towers; none where a game counts none."""
        return frozenset()

    # Towers.

    def bit_of(self, piece: Piece) -> int:
        """Return the index of the bit that stands for *piece*."""
        return self.kinds.index(piece)

    def count(self, tower: Tower) -> int:
        """Return the number of pieces in *tower*."""
        return (tower & (self.own[0] | self.own[1])).bit_count()

    def pieces(self, tower: Tower) -> tuple[Piece, ...]:
        """Return the pieces of *tower*, the bottom one, which is the largest, first."""
        found = self._listed.get(tower)
        # Every dot is asked for at every touch and frame, and there are few different towers.
        if found is None:
            kinds = [kind for bit, kind in enumerate(self.kinds) if tower >> bit & 1]
            found = tuple(sorted(kinds, key=lambda piece: -piece.value))
            self._listed[tower] = found
        return found

    def is_mixed(self, tower: Tower) -> bool:
        """Return whether *tower* holds pieces of both sides."""
        return bool(tower & self.own[0] and tower & self.own[1])

    def largest(self, tower: Tower) -> Tower:
        """Return the highest piece bit of *tower*, which holds pieces of one side; 0 for none."""
        return 1 << tower.bit_length() - 1 if tower else 0

    # Placements.

    def towers(self, placement: Placed) -> Sequence[Tower]:
        """Return the tower of each site, 0 for an empty dot."""
        packed = placement.to_bytes(self._size, "little")
        # Bytes are such a sequence already, and the search asks for one at every leg.
        return packed if self.width == 8 else self._unpack(packed)

    def tower_at(self, placement: Placed, site: Site) -> Tower:
        """Return the tower on *site*."""
        return placement >> site * self.width & (1 << self.width) - 1

    def standing(self, placement: Placed) -> dict[Site, tuple[Piece, ...]]:
        """Return the occupied sites with their pieces, the bottom one first."""
        return {s: self.pieces(t) for s, t in enumerate(self.towers(placement)) if t}

    def missing(self, placement: Placed) -> tuple[int, ...]:
        """Return how many of each of `kinds` the set-up has more than *placement*."""
        towers = [tower for tower in self.towers(placement) if tower]
        return tuple(
            total - sum(tower >> bit & 1 for tower in towers)
            for bit, total in enumerate(self.totals)
        )

    def gone(self, placement: Placed) -> Tower:
        """Return a bit for each kind of which *placement* lacks at least one piece."""
        return sum(1 << bit for bit, lack in enumerate(self.missing(placement)) if lack > 0)

    def off_board(self, placement: Placed) -> tuple[Piece, ...]:
        """Return the pieces that *placement* lacks: side 0 first, the largest first."""
        return self.listed(self.missing(placement))

    def listed(self, counts: Sequence[int]) -> tuple[Piece, ...]:
        """Return *counts* of the `kinds` as pieces: side 0 first, the largest first."""
        numbers = zip(self.kinds, counts, strict=True)
        pieces = [kind for kind, number in numbers for _ in range(number)]
        return tuple(sorted(pieces, key=lambda piece: (piece.side, -piece.value)))

    # Legs and routes.

    def lifts(self, placement: Placed, side: Side, gone: Tower) -> list[Leg]:
        """Return the first touches that *side* may make, in board order, legs there or not."""
        return [
            (site, placement, lifted, gone, 0)
            for site, tower in enumerate(self.towers(placement))
            if tower and (lifted := self.first_lift(tower, side))
        ]

    def legs(self, leg: Leg) -> list[Leg]:
        """Return every leg that may follow *leg*, by the arrival dot in board order."""
        site, placement, lifted, gone, _ = leg
        if not lifted:
            return []
        joins = self._joins.get(lifted) or self._joins.setdefault(lifted, _Joins(self, lifted))
        units = self.units
        towers = self.towers(placement)
        rest = placement - lifted * units[site]
        legs = []
        for target, between in self.reach[joins.steps][site]:
            if placement & between:
                continue
            join = joins[towers[target]]
            if join is None:
                continue
            change, knocked, onward = join
            after = rest + change * units[target]
            if not knocked:
                legs.append((target, after, onward, gone, 0))
            else:
                fallen = gone | knocked
                if self.stops(fallen):
                    onward = 0
                legs.append((target, after, onward, fallen, knocked))
        return legs

    def routes(self, placement: Placed, side: Side, gone: Tower) -> Routes:
        """
        Return every different placement that a ply of *side* leads to.

        Searched breadth first, each layer in the order of its routes: the first
        route to a placement is a shortest one, and of these the first in board
        order.  What may follow depends on the placement and the arrival dot
        alone, so each pair is followed once, and circles end by themselves.
        """
        states = self.lifts(placement, side, gone)
        origins = [-1] * len(states)
        ends: dict[Placed, Leg] = {}
        parents: list[int] = []
        followed: set[tuple[Site, Placed]] = set()
        for index, state in enumerate(states):
            for leg in self.legs(state):
                site, after, onward, _, _ = leg
                if after not in ends:
                    ends[after] = leg
                    parents.append(index)
                if onward and (site, after) not in followed:
                    followed.add((site, after))
                    states.append(leg)
                    origins.append(index)
        return Routes(ends, parents, states, origins)

    # What is told of a leg.

    def facts(self, before: Leg, leg: Leg) -> tuple[Fact, ...]:
        """Return what *leg*, made from *before*, does: sow, move, knock, join, mixed."""
        site, placement, lifted, _, _ = before
        target, after, _, _, knocked = leg
        own = self.own[0] if lifted & self.own[0] else self.own[1]
        left = self.tower_at(placement, site) & ~lifted & own
        stays = self.tower_at(placement, target) & ~knocked
        facts = [Fact("sow", (piece, site)) for piece in self.pieces(left)]
        facts.append(Fact("move", self.pieces(lifted)))
        facts += [Fact("knock", (piece, target)) for piece in self.pieces(knocked)]
        if self.count(stays):
            facts.append(Fact("join", (target,)))
        if self.is_mixed(self.tower_at(after, target)):
            facts.append(Fact("mixed", (target,)))
        return tuple(facts)

    def obstacle(self, leg: Leg, target: Site) -> Refusal:
        """Return what keeps the pieces lifted in *leg* from *target*: the first thing met."""
        at, placement, lifted, _, _ = leg
        (file, rank), (end_file, end_rank) = self.board.places[at], self.board.places[target]
        files, ranks = end_file - file, end_rank - rank
        if target == at:
            return Refusal("same-site")
        if files and ranks and abs(files) != abs(ranks):
            return Refusal("off-line")
        direction = DIRECTIONS.index(((files > 0) - (files < 0), (ranks > 0) - (ranks < 0)))
        for number in range(max(abs(files), abs(ranks))):
            if number and number == self.count(lifted):
                return Refusal("too-far", (at,))
            if number and self.tower_at(placement, at):
                return Refusal("blocked", (at,))
            following = self.board.neighbors[at][direction]
            if following < 0:
                return self._edge(at, direction)
            at = following
        return Refusal("immune", (target,))

    def _edge(self, site: Site, direction: int) -> Refusal:
        """Return why no line leads on from *site*."""
        (file, rank), (files, ranks) = self.board.places[site], DIRECTIONS[direction]
        place = (file + files, rank + ranks)
        if place not in self.board.places:
            return Refusal("outside")
        other = self.board.places.index(place)
        if frozenset((site, other)) in self.board.cuts:
            return Refusal("cut", (site, other))
        return Refusal("off-line")
