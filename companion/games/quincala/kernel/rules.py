"""Towers and placements as integers, the legs that towers make, and where a ply of them leads.

Knows nothing of turns, hands or wins; a game tells by the hooks of `LegRules` what may be
lifted, what a join does and when play stops.

A *tower* is an integer with one bit a piece: the sizes of side 0 from the smallest up, then
those of side 1; a game may keep more bits above them.  A *placement* is an integer as well, the
towers of all sites side by side.  It is equal exactly for equal placements, so it is itself the
key by which routes that end alike are recognized: no hash alone, which is wrong once in a while.

What moves together is a *load*; while it is in the hand, over all that does not move with it,
it is *held*.  A load that comes down on a larger piece of its own color goes on as it was, over
the same pieces as before.  Where it has been makes no difference then, so each dot is tried once
for all ways there: that leaves half of the legs to be looked at.
"""

from __future__ import annotations

import random
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from companion.contract import DIRECTIONS, Board, Fact, Piece, Refusal, Side, Site
from companion.contract.codes import Cause, Does
from companion.errors import BoardError
from companion.games.quincala.codes import TowerCause, TowerDoes

# Towers and placements

Tower: TypeAlias = int
Placed: TypeAlias = int
"""A whole placement as one integer."""

Setup: TypeAlias = tuple[tuple[Side, int, Site], ...]

MOST_BITS = 64
"""The widest tower that fits the fixed-width unpacking."""


class Towers:
    """The pieces of one set-up on one board, and the integers that stand for them."""

    def __init__(self, board: Board, setup: Setup, fields: int = 2) -> None:
        """Lay out the tables of one board and set-up.

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
        self.start = sum(
            1 << self.bit_of(Piece(side, value)) + site * self.width for side, value, site in setup
        )
        self._listed: dict[Tower, tuple[Piece, ...]] = {0: ()}

    def _check(self, board: Board, fields: int) -> None:
        if not all(self.full):
            side = ("white", "black")[self.full.index(0)]
            raise BoardError(
                "board {board!r}: expected pieces of both sides, got none of {side}",
                board=board.name,
                side=side,
            )
        if fields * self.span > MOST_BITS:
            most = MOST_BITS // fields
            raise BoardError(
                "board {board!r}: expected at most {most} sizes, got {span!r}",
                board=board.name,
                most=most,
                span=self.span,
            )

    def _lay_out(self, bits: int) -> None:
        code, self.width = next(
            (c, w) for c, w in (("B", 8), ("H", 16), ("I", 32), ("Q", 64)) if bits <= w
        )
        layout = struct.Struct(f"<{len(self.board)}{code}")
        self._unpack, self._size = layout.unpack, layout.size
        self.units = tuple(1 << site * self.width for site in range(len(self.board)))
        self._dots = sum(self.units)

    # Towers.

    def bit_of(self, piece: Piece) -> int:
        """Return the index of the bit that stands for *piece*."""
        return self.kinds.index(piece)

    def count(self, tower: Tower) -> int:
        """Return the number of pieces in *tower*."""
        return (tower & (self.own[0] | self.own[1])).bit_count()

    def pieces(self, tower: Tower) -> tuple[Piece, ...]:
        """Return the pieces of *tower*, the bottom one, which is the largest, first."""
        pieces = self._listed.get(tower)
        # Every dot is asked for at every touch and frame, and there are few different towers.
        if pieces is None:
            kinds = [kind for bit, kind in enumerate(self.kinds) if tower >> bit & 1]
            pieces = tuple(sorted(kinds, key=lambda piece: -piece.value))
            self._listed[tower] = pieces
        return pieces

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
        dots = self._dots
        return tuple(
            total - (placement & dots << bit).bit_count() for bit, total in enumerate(self.totals)
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


# Legs

Leg: TypeAlias = tuple[Site, Placed, Tower, Tower, Tower]
"""How things stand after a touch: (site, placement, lifted, gone, knocked).

*lifted* are the pieces at *site* that the next leg would move, 0 for none;
*gone* has a bit for each piece kind of which at least one has been knocked so
far; *knocked* are the pieces that this touch knocked.
"""

WEIGHT_BITS: Final = 30
"""Of a dot in marks: compiled, larger numbers are multiplied ten times as slowly."""

MARKS: Final = (1 << WEIGHT_BITS) - 1
"""The bits of a mark that count: larger numbers cost more to keep and to look up."""


TOLD_EVERY: Final = 16
"""States between two reports of how many placements there are: a millisecond or so."""

MANY: Final = 1 << 40
"""As good as all states."""

OnProgress: TypeAlias = Callable[[int], None]


class Join:
    """What an arrival does: the change of the tower there, who leaves it, who may go on."""

    def __init__(self, change: int, knocked: Tower, onward: Tower) -> None:
        self.change = change
        self.knocked = knocked
        self.onward = onward


class Load:
    """Pieces that move together, and what happens where they arrive."""

    def __init__(self, rules: LegRules, lifted: Tower) -> None:
        self.rules = rules
        self.lifted = lifted
        self.steps = rules.count(lifted)
        self._nowhere = Join(0, 0, 0)
        self.on_empty = rules.join(lifted, 0)
        self._joins: dict[Tower, Join] = {}

    def join(self, tower: Tower) -> Join | None:
        """Return what happens on *tower*, worked out once; None where the rules forbid it."""
        if not tower:
            return self.on_empty
        join = self._joins.get(tower)
        if join is None:
            join = self._joins[tower] = self.rules.join(self.lifted, tower) or self._nowhere
        return join if join is not self._nowhere else None


class Held:
    """A load in the hand, over all the pieces that do not move with it.

    Attributes:
        rest: the placement without the load.
        towers: the towers of `rest` by site.
        gone: a bit for each kind of which a piece has been knocked so far.
        mark: of `rest`: equal for equal placements of one ply, and rarely for others.
        tried: for each site whether the load has come down there, if it may.
    """

    def __init__(
        self, load: Load, rest: Placed, towers: list[Tower], gone: Tower, mark: int
    ) -> None:
        self.load = load
        self.units = load.rules.units
        self.rest = rest
        self.towers = towers
        self.gone = gone
        self.mark = mark
        self.tried = [False] * len(towers)

    def targets(self, site: Site) -> list[Site]:
        """Return the dots that the load gets to from *site* in one leg, in board order."""
        rules, steps = self.load.rules, self.load.steps
        if steps == 1:
            return rules.near[site]
        targets = []
        for line in rules.lines[steps][site]:
            for dot in line:
                targets.append(dot)
                if self.towers[dot]:
                    break
        targets.sort()
        return targets

    def onward(self, join: Join) -> Tower:
        """Return the pieces that may go on after *join*, or 0: none do where play stops."""
        if join.knocked and self.load.rules.stops(self.gone | join.knocked):
            return 0
        return join.onward

    def leg(self, site: Site, join: Join) -> Leg:
        """Return the leg to *site*, where *join* happens."""
        after, knocked = self.rest + join.change * self.units[site], join.knocked
        if not knocked:
            return site, after, join.onward, self.gone, 0
        return site, after, self.onward(join), self.gone | knocked, knocked

    def following(self, site: Site, join: Join, rest: Placed) -> Held:
        """Return what goes on after *join* at *site*, in the hand, over *rest*."""
        change, rules = join.change - join.onward, self.load.rules
        towers = self.towers.copy()
        towers[site] += change
        mark = self.mark + change * rules.weights[site]
        return Held(rules.load(join.onward), rest, towers, self.gone | join.knocked, mark)


class TowerRoutes:
    """All different placements that one ply can lead to, by their canonical routes.

    A *state* is a load held at a dot, to start the ply with or to go on.  An
    *arrival* is an integer: the number of the state that it comes from, times
    the number of dots, plus the dot.  Lists of integers, not of objects: there are
    thousands of both in a ply, and the garbage collector would walk them all.

    Attributes:
        helds: what is held in each state.
        sites: where.
        entries: the arrival that each state came about by, -1 for a first lift.
        arrivals: the last arrival of each placement found so far, in order of discovery.
        is_cut: there are more arrivals, which were not looked for.
    """

    def __init__(self, rules: LegRules) -> None:
        self._rules = rules
        self._dots = len(rules.near)
        self.helds: list[Held] = []
        self.sites: list[Site] = []
        self.entries: list[int] = []
        self.arrivals: list[int] = []
        self.is_cut = False
        self._followed = 0
        self._known: dict[tuple[Placed, Tower], Held] = {}
        self._marked: dict[int, int] = {}

    def __len__(self) -> int:
        """Return the number of different placements."""
        return len(self.arrivals)

    def ends(self) -> list[tuple[Placed, Tower]]:
        """Return each placement with what is gone then, in order of discovery."""
        legs = [self.leg(arrival) for arrival in self.arrivals]
        return [(leg[1], leg[3]) for leg in legs]

    def placements(self) -> list[Placed]:
        """Return the placements, in order of discovery."""
        return [self._placement(arrival) for arrival in self.arrivals]

    def leg(self, arrival: int) -> Leg:
        """Return the leg that ends with *arrival*."""
        held, site, join = self._parts(arrival)
        return held.leg(site, join)

    def origins(self, arrivals: Sequence[int]) -> list[tuple[int, Site, bool]]:
        """Return for each of *arrivals* the state it comes from, its dot, and if it knocks."""
        routes = []
        for arrival in arrivals:
            origin, site = arrival // self._dots, arrival % self._dots
            held = self.helds[origin]
            tower = held.towers[site]
            join = held.load.join(tower) if tower else None
            routes.append((origin, site, join is not None and join.knocked != 0))
        return routes

    def _placement(self, arrival: int) -> Placed:
        held, site, join = self._parts(arrival)
        return held.rest + join.change * held.units[site]

    def _parts(self, arrival: int) -> tuple[Held, Site, Join]:
        held, site = self.helds[arrival // self._dots], arrival % self._dots
        join = held.load.join(held.towers[site])
        assert join is not None, "arrivals are legal"
        return held, site, join

    def enter(self, held: Held, site: Site, entry: int) -> None:
        """Add the state of *held* at *site*."""
        self.helds.append(held)
        self.sites.append(site)
        self.entries.append(entry)

    def follow(self, most: int, tell: OnProgress | None = None, states: int = MANY) -> bool:
        """Find the arrivals from the states and from those that they lead to; see `routes`.

        Returns:
            whether there are more to find, as only so many *states* were followed.
        """
        weights, marked = self._rules.weights, self._marked
        index = self._followed
        until = index + states
        is_whole = states == MANY
        before = index * self._dots
        while index < len(self.helds):
            if index == until:
                self._followed = index
                return True
            if most and len(marked) > most:
                self.is_cut = True
                break
            if tell is not None and not index % TOLD_EVERY:
                tell(len(marked))
            held = self.helds[index]
            load, towers, tried, start = held.load, held.towers, held.tried, held.mark
            for site in held.targets(self.sites[index]):
                if tried[site]:
                    continue
                tried[site] = True
                tower = towers[site]
                join = load.join(tower) if tower else load.on_empty
                if join is None:
                    continue
                arrival = before + site
                mark = start + join.change * weights[site] & MARKS
                is_new = marked.setdefault(mark, arrival) == arrival or self._keep(arrival, mark)
                if is_new and not is_whole:
                    self.arrivals.append(arrival)
                if join.onward and (not join.knocked or held.onward(join)):
                    self._go_on(held, site, join, arrival)
            before += self._dots
            index += 1
        if is_whole:
            # At once: one by one costs a tenth of the time of counting.
            self.arrivals = list(marked.values())
        return False

    def _keep(self, arrival: int, mark: int) -> bool:
        """Keep *arrival*, whose *mark* is taken; False where one before led to its placement."""
        # Whole placements are compared where marks are equal, so none is ever lost.
        while (other := self._marked.setdefault(mark, arrival)) != arrival:
            if self._placement(other) == self._placement(arrival):
                return False
            mark += 1
        return True

    def _go_on(self, held: Held, site: Site, join: Join, arrival: int) -> None:
        """Add the state after *arrival* unless it is there already."""
        change = join.change - join.onward
        if change or join.onward != held.load.lifted:
            rest = held.rest + change * held.units[site]
            known = self._known.get((rest, join.onward))
            if known is None:
                known = held.following(site, join, rest)
                self._known[rest, join.onward] = known
            # The placement has been reached: it is as if the load had come down there.
            if known.tried[site]:
                return
            known.tried[site] = True
            held = known
        self.enter(held, site, arrival)


class LegRules(Towers, ABC):
    """The legs that the pieces of one set-up may make on one board."""

    def __init__(self, board: Board, setup: Setup, fields: int = 2) -> None:
        super().__init__(board, setup, fields)
        self.near = [sorted(ray[0] for ray in rays if ray) for rays in board.rays]
        self.lines = [
            [[list(ray[:steps]) for ray in rays if ray] for rays in board.rays]
            for steps in range(self.span + 1)
        ]
        dice = random.Random(len(board))
        self.weights = [dice.getrandbits(WEIGHT_BITS) for _ in range(len(board))]
        self._loads: dict[Tower, Load] = {}

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

    # Legs and routes.

    def load(self, lifted: Tower) -> Load:
        """Return the pieces *lifted* as a load, made once for each."""
        load = self._loads.get(lifted)
        if load is None:
            load = self._loads[lifted] = Load(self, lifted)
        return load

    def lifts(self, placement: Placed, side: Side, gone: Tower) -> list[Leg]:
        """Return the first touches that *side* may make, in board order, legs there or not."""
        return [
            (site, placement, lifted, gone, 0)
            for site, tower in enumerate(self.towers(placement))
            if tower and (lifted := self.first_lift(tower, side))
        ]

    def legs(self, leg: Leg) -> list[Leg]:
        """Return every leg that may follow *leg*, by the arrival dot in board order."""
        if not leg[2]:
            return []
        held = self._held(leg, list(self.towers(leg[1])))
        load, towers = held.load, held.towers
        return [
            held.leg(site, join)
            for site in held.targets(leg[0])
            if (join := load.join(towers[site])) is not None
        ]

    def leg_to(self, leg: Leg, site: Site) -> Leg | None:
        """Return the leg to *site* that may follow *leg*, or None: one of `legs` alone."""
        if not leg[2]:
            return None
        held = self._held(leg, list(self.towers(leg[1])))
        join = held.load.join(held.towers[site]) if site in held.targets(leg[0]) else None
        return None if join is None else held.leg(site, join)

    def routes(
        self,
        placement: Placed,
        side: Side,
        gone: Tower,
        most: int = 0,
        tell: OnProgress | None = None,
    ) -> TowerRoutes:
        """Return every different placement that a ply of *side* leads to.

        Searched breadth first, each layer in the order of its routes: the first
        route to a placement is a shortest one, and of these the first in board
        order.  What may follow depends on the placement and the arrival dot
        alone, so each pair is followed once, and circles end by themselves.

        Args:
            placement: before the ply.
            side: the one that makes it.
            gone: as in a `Leg`.
            most: once there are more placements than this, no others are looked for; 0 is
                no bound.
            tell: hears every millisecond or so how many there are, and may raise; other
                threads have their turn then, as none has during compiled code.
        """
        routes = self.first_routes(placement, side, gone)
        routes.follow(most, tell)
        return routes

    def first_routes(self, placement: Placed, side: Side, gone: Tower) -> TowerRoutes:
        """Return the same with nothing but the first lifts, to be followed piece by piece."""
        routes = TowerRoutes(self)
        towers = list(self.towers(placement))
        for lift in self.lifts(placement, side, gone):
            routes.enter(self._held(lift, towers.copy()), lift[0], -1)
        return routes

    def _held(self, leg: Leg, towers: list[Tower]) -> Held:
        """Return what is lifted after *leg*; *towers*, of its placement, are changed for it."""
        site, placement, lifted, gone, _ = leg
        towers[site] -= lifted
        rest = placement - lifted * self.units[site]
        # Marks tell placements from the first one of the ply, which has the mark 0.
        return Held(self.load(lifted), rest, towers, gone, 0 - lifted * self.weights[site])


# What is told of legs


class TowerRules(LegRules):
    """The legs that the pieces of one set-up may make, and what they are to the players."""

    # What a game may add.

    def immune(self, placement: Placed) -> frozenset[tuple[Site, int]]:
        """Return the dots and sizes of the immune pieces; none where a game knows none."""
        return frozenset()

    def formed_sizes(self, placement: Placed, side: Side) -> frozenset[int]:
        """Return the sizes of *side* in mixed towers; none where a game counts none."""
        return frozenset()

    # What is told of a leg.

    def facts(self, before: Leg, leg: Leg) -> tuple[Fact, ...]:
        """Return what *leg*, made from *before*, does: sow, move, knock, join, mixed."""
        site, placement, lifted, _, _ = before
        target, after, _, _, knocked = leg
        own = self.own[0] if lifted & self.own[0] else self.own[1]
        left = self.tower_at(placement, site) & ~lifted & own
        stays = self.tower_at(placement, target) & ~knocked
        facts = [Fact(Does.SOW, (piece, site)) for piece in self.pieces(left)]
        facts.append(Fact(Does.MOVE, self.pieces(lifted)))
        facts += [Fact(Does.KNOCK, (piece, target)) for piece in self.pieces(knocked)]
        if self.count(stays):
            facts.append(Fact(TowerDoes.JOIN, (target,)))
        if self.is_mixed(self.tower_at(after, target)):
            facts.append(Fact(TowerDoes.MIXED, (target,)))
        return tuple(facts)

    def obstacle(self, leg: Leg, target: Site) -> Refusal:
        """Return what keeps the pieces lifted in *leg* from *target*: the first thing met."""
        at, placement, lifted, _, _ = leg
        (file, rank), (end_file, end_rank) = self.board.places[at], self.board.places[target]
        files, ranks = end_file - file, end_rank - rank
        if target == at:
            return Refusal(Cause.SAME_SITE)
        if files and ranks and abs(files) != abs(ranks):
            return Refusal(Cause.OFF_LINE)
        direction = DIRECTIONS.index(((files > 0) - (files < 0), (ranks > 0) - (ranks < 0)))
        for number in range(max(abs(files), abs(ranks))):
            if number and number == self.count(lifted):
                return Refusal(TowerCause.TOO_FAR, (at,))
            if number and self.tower_at(placement, at):
                return Refusal(TowerCause.BLOCKED, (at,))
            following = self.board.neighbors[at][direction]
            if following < 0:
                return self._edge(at, direction)
            at = following
        return Refusal(TowerCause.IMMUNE, (target,))

    def _edge(self, site: Site, direction: int) -> Refusal:
        """Return why no line leads on from *site*."""
        (file, rank), (files, ranks) = self.board.places[site], DIRECTIONS[direction]
        place = (file + files, rank + ranks)
        if place not in self.board.places:
            return Refusal(TowerCause.OUTSIDE)
        other = self.board.places.index(place)
        if frozenset((site, other)) in self.board.cuts:
            return Refusal(TowerCause.CUT, (site, other))
        return Refusal(Cause.OFF_LINE)
