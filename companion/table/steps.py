"""What is done at the real table: the fewest lifts from one table to another, as steps.

A **lift** is one movement of one hand.  It takes the upper part of what stands on
one dot, from a single piece up to the whole tower, in its order, or one piece
(or a tower that was put aside before) from beside the board; and it puts that
down on one dot, on top of what stands there, or beside the board.  So nothing
comes under a piece that is not lifted.

A step is one kind of piece to be set, or one lift, or several alike lifts in a row.

Knows no game, no words and no screen: towers narrow upward, as those of all games here do, and
the board may stand on any table.

Pieces of a kind are alike, so the fewest lifts depend on who is taken for whom.
A piece rests on a dot, on another piece, or on the ledge.  With the pairing
given, every piece that has to rest on something else must be lifted itself at
least once, and waits at most for the one piece that rests there now; so what
waits for each other makes paths, which cost nothing more, and rings, each of
which costs one more lift, since one of its pieces has to be put aside.

The search pairs one kind of piece after the other, the largest first, and leaves out what
cannot beat the best pairing found.

Leaving in place whatever can stay, without a search, is no substitute: of 1,000 random pairs of
positions of one game it needed up to 4 lifts more in 271 to 386 where pieces make towers of
three to five sizes, and more lifts in up to 106 where they do not.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import NamedTuple, TypeAlias

from companion.contract import Board, Piece, Placement, Site

LEDGE = -1
"""The support of everything beside the board.  A dot is its number from 0."""


def on_piece(index: int) -> int:
    """Return the support that the piece with this *index* is."""
    return -2 - index


def piece_under(support: int) -> int:
    """Return the index of the piece that *support* is, or -1 for a dot or the ledge."""
    return -2 - support if support < LEDGE else -1


@dataclass(frozen=True)
class Stacking:
    """Every piece of a set with what it rests on.

    Attributes:
        kinds: the pieces, those on the board first.
        supports: what each rests on: a dot, `LEDGE`, or `on_piece`.
        above: the index of the piece that rests on each, or -1.
    """

    kinds: tuple[Piece, ...]
    supports: tuple[int, ...]
    above: tuple[int, ...]

    @classmethod
    def of(cls, placement: Placement, ledge: Iterable[Piece]) -> Stacking:
        """Return the pieces of *placement* and those on the *ledge*, each of them singly."""
        kinds: list[Piece] = []
        supports: list[int] = []
        for site, tower in sorted(placement.items()):
            support = site
            for piece in tower:
                kinds.append(piece)
                supports.append(support)
                support = on_piece(len(kinds) - 1)
        for piece in sorted(ledge):
            kinds.append(piece)
            supports.append(LEDGE)
        above = [-1] * len(kinds)
        for index, support in enumerate(supports):
            if support < LEDGE:
                above[piece_under(support)] = index
        return cls(tuple(kinds), tuple(supports), tuple(above))

    def occupants(self) -> dict[int, int]:
        """Return the piece that rests on each support, the ledge left out."""
        return {support: i for i, support in enumerate(self.supports) if support != LEDGE}


def counted(placement: Placement) -> Counter[Piece]:
    """Return how many pieces of each kind *placement* has."""
    return Counter(piece for tower in placement.values() for piece in tower)


def same_sets(
    table: Placement, wanted: Placement, ledge: Iterable[Piece]
) -> tuple[Stacking, Stacking]:
    """Return both placements with ledges that make them the same set of pieces."""
    standing, goal = counted(table), counted(wanted)
    whole = (standing + Counter(ledge)) | goal
    return (
        Stacking.of(table, (whole - standing).elements()),
        Stacking.of(wanted, (whole - goal).elements()),
    )


@dataclass(frozen=True)
class Assignment:
    """What each piece has to rest on in the end, and which have to be lifted for it.

    Attributes:
        chosen: the piece of the wanted position that each becomes.
        goals: the support of each piece in the end, pieces numbered as they stand now.
        misplaced: the pieces that rest on something else now.
        rings: those that wait for each other in a ring, ring by ring.
    """

    chosen: tuple[int, ...]
    goals: tuple[int, ...]
    misplaced: frozenset[int]
    rings: tuple[tuple[int, ...], ...]

    @property
    def lifts(self) -> int:
        """Return how many lifts it takes."""
        return len(self.misplaced) + len(self.rings)


def paired(now: Stacking, then: Stacking, chosen: Sequence[int]) -> Assignment:
    """Return what follows where the piece *i* of *now* becomes the piece *chosen[i]* of *then*."""
    back = [0] * len(chosen)
    for index, other in enumerate(chosen):
        back[other] = index
    goals = []
    for other in chosen:
        support = then.supports[other]
        goals.append(support if support >= LEDGE else on_piece(back[piece_under(support)]))
    misplaced = frozenset(i for i in range(len(goals)) if not _rests(now, goals, i))
    return Assignment(tuple(chosen), tuple(goals), misplaced, rings_of(now, goals, misplaced))


def _rests(now: Stacking, goals: Sequence[int], index: int) -> bool:
    support, goal = now.supports[index], goals[index]
    if support == goal:
        return True
    # What leaves the board together goes in one hand.
    return goal == LEDGE and support < LEDGE and goals[piece_under(support)] == LEDGE


def rings_of(
    now: Stacking, goals: Sequence[int], misplaced: frozenset[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the *misplaced* pieces that wait for each other in a ring, ring by ring."""
    occupants = now.occupants()
    left = set(misplaced)
    rings = []
    while left:
        way = []
        index: int | None = min(left)
        while index in left:
            left.discard(index)
            way.append(index)
            index = occupants.get(goals[index])
        if index == way[0]:
            rings.append(tuple(way))
    return tuple(rings)


# The pairing that takes the fewest lifts

MOST_ALIKE = 5
"""A kind of more pieces gets one pairing, made better by swaps, and is not searched.

Swaps alone find the best where pieces do not stand on each other, as in all
games with many alike.
"""

MOST_TRIES = 3000
"""Pairings of one kind that the search tries before it is content with the best so far."""


Way: TypeAlias = tuple[tuple[int, int], ...]
"""The pieces of one kind, each with what it becomes."""


def best_pairing(now: Stacking, then: Stacking, most_tries: int = MOST_TRIES) -> Assignment:
    """Return the pairing of two standings of the same pieces that takes the fewest lifts."""
    kinds = _Kinds(now, then)
    plain = _Search(kinds, most_tries, kinds.different_ways())
    plain.run()
    if plain.least_found == plain.best.lifts:
        return plain.best
    # Only rings are left to be avoided: ways that lift the same pieces differ in them.
    full = _Search(kinds, most_tries, kinds.ways, plain.best)
    full.begin_with(kinds.around_rings(plain.best))
    full.run()
    return full.best


class _Kinds:
    """The kinds of piece, the largest first, and the ways of pairing each.

    What a piece stands on is of a kind that comes before its own.
    """

    def __init__(self, now: Stacking, then: Stacking) -> None:
        self.now, self.then = now, then
        groups: dict[Piece, tuple[list[int], list[int]]] = {}
        for index, kind in enumerate(now.kinds):
            groups.setdefault(kind, ([], []))[0].append(index)
        for index, kind in enumerate(then.kinds):
            groups[kind][1].append(index)
        order = sorted(groups, key=lambda kind: (-kind.value, kind.side))
        self.ways = [self._ways(*groups[kind]) for kind in order]
        self.number = {i: n for n, kind in enumerate(order) for i in groups[kind][0]}

    def around_rings(self, pairing: Assignment) -> set[int]:
        """Return the kinds on which the rings of *pairing* depend."""
        pieces = {i for ring in pairing.rings for i in ring}
        under = {piece_under(pairing.goals[i]) for i in pieces}
        return {self.number[i] for i in pieces | under if i >= 0}

    def different_ways(self) -> list[list[Way]]:
        """Return the ways of each kind without those that keep the same pieces in place."""
        return [list({self._kept(way): way for way in ways}.values()) for ways in self.ways]

    def _kept(self, way: Way) -> tuple[object, ...]:
        supports = self.now.supports
        return tuple(
            (self.is_kept(i, j), self.rider(i, j), supports[i] < LEDGE and self.place(j))
            for i, j in way
        )

    def _ways(self, here: list[int], there: list[int]) -> list[Way]:
        if len(here) > MOST_ALIKE:
            return [self._straight(here, there)]
        standing = [i for i in here if self.now.supports[i] != LEDGE]
        lying = [i for i in here if self.now.supports[i] == LEDGE]
        ways: dict[tuple[int, ...], Way] = {}
        for places in itertools.permutations(there, len(standing)):
            key = tuple(map(self.place, places))
            if key not in ways:
                rest = [j for j in there if j not in places]
                ways[key] = (
                    *zip(standing, places, strict=True),
                    *zip(lying, rest, strict=True),
                )
        return list(ways.values())

    def _straight(self, here: list[int], there: list[int]) -> Way:
        """Return the way that leaves in place what can stay there."""
        places: dict[int, list[int]] = {}
        for j in there:
            places.setdefault(self.then.supports[j], []).append(j)
        way, rest = [], []
        for i in here:
            support = places.get(self.now.supports[i])
            if support:
                way.append((i, support.pop()))
            else:
                rest.append(i)
        left = [j for js in places.values() for j in js]
        return (*way, *zip(rest, left, strict=True))

    def place(self, j: int) -> int:
        """Return *j*, or `LEDGE` for any piece that ends there: one is as good as another."""
        return j if self.then.supports[j] != LEDGE else LEDGE

    def is_kept(self, i: int, j: int) -> bool:
        """Return whether *i* stays where it is as *j*, on its dot or on the ledge."""
        return self.then.supports[j] >= LEDGE and self.then.supports[j] == self.now.supports[i]

    def rider(self, i: int, j: int) -> int | None:
        """Return the place that what stands on *i* must get to stay on it as *j*, or None."""
        above = self.now.above[i]
        if above < 0 or self.then.supports[j] == LEDGE:
            return LEDGE if above >= 0 else None
        wanted = self.then.above[j]
        is_alike = wanted >= 0 and self.then.kinds[wanted] == self.now.kinds[above]
        return wanted if is_alike else None

    def gain(self, way: Way) -> int:
        """Return how many pieces need no lift by *way*: its own, and what may stay on them."""
        return sum(self.is_kept(i, j) + (self.rider(i, j) is not None) for i, j in way)


class _Search:
    """Pairs one kind after the other and counts what each choice loses for certain.

    Attributes:
        best: the best pairing found.
        least_found: the fewest misplaced pieces of any pairing.
    """

    def __init__(
        self, kinds: _Kinds, most_tries: int, ways: list[list[Way]], best: Assignment | None = None
    ) -> None:
        self.kinds, self.ways = kinds, ways
        self.tries_left = most_tries
        count = len(kinds.now.kinds)
        self.best = best or Assignment((), (), frozenset(range(count)), ((),) * (count + 1))
        self.least_found = count + 1
        self.is_plain = best is None
        gains = [[kinds.gain(way) for way in ways_of_kind] for ways_of_kind in ways]
        self.least = count - sum(max(column) for column in gains)
        self.losses = [[max(column) - gain for gain in column] for column in gains]
        self.places = [[{i: kinds.place(j) for i, j in way} for way in column] for column in ways]
        self.chosen = [0] * count
        self.order = list(range(len(ways)))

    def begin_with(self, first: set[int]) -> None:
        """Pair these kinds before all others: what hangs on them shows the sooner."""
        self.order.sort(key=lambda number: number not in first)

    def run(self) -> None:
        """Look for the best pairing as long as there are tries left."""
        self._descend(0, self.least, self.losses)

    def _limit(self) -> int:
        return self.least_found if self.is_plain else self.best.lifts

    def _descend(self, depth: int, least: int, losses: list[list[int]]) -> None:
        """Pair the kind at *depth* and all after it.

        Args:
            depth: how many kinds are paired.
            least: the lifts that the choices so far need for certain.
            losses: what each way of each kind would lose on top of that.
        """
        if depth == len(self.ways):
            self._arrived()
            return
        kind = self.order[depth]
        rest = sum(min(losses[later]) for later in self.order[depth + 1 :])
        if not self.is_plain:
            rest += self._rings_so_far(depth)
        for loss, number in sorted((loss, n) for n, loss in enumerate(losses[kind])):
            is_given_up = self.tries_left < 0 and bool(self.best.chosen)
            if is_given_up or least + loss + rest >= self._limit():
                return
            self.tries_left -= 1
            way = self.ways[kind][number]
            for i, j in way:
                self.chosen[i] = j
            lost, changed = self._with_riders(way, losses, self.order[:depth])
            self._descend(depth + 1, least + loss + lost, changed)

    def _with_riders(
        self, way: Way, losses: list[list[int]], done: list[int]
    ) -> tuple[int, list[list[int]]]:
        """Return what is lost where pieces of the kinds *done* do not stay on those of *way*.

        And *losses* with what the other kinds would lose like that.
        """
        lost, changed = 0, list(losses)
        for i, j in way:
            place = self.kinds.rider(i, j)
            if place is None:
                continue
            above = self.kinds.now.above[i]
            number = self.kinds.number[above]
            if number in done:
                lost += self.kinds.place(self.chosen[above]) != place
                continue
            changed[number] = [
                loss + (places[above] != place)
                for loss, places in zip(changed[number], self.places[number], strict=True)
            ]
        return lost, changed

    def _rings_so_far(self, depth: int) -> int:
        """Return how many rings there are whatever the kinds from *depth* on become."""
        now, then = self.kinds.now, self.kinds.then
        done = [i for number in self.order[:depth] for i, _ in self.ways[number][0]]
        back = {self.chosen[i]: i for i in done}
        goals = [LEDGE] * len(now.kinds)
        for i in done:
            support = then.supports[self.chosen[i]]
            if support >= LEDGE:
                goals[i] = support
            elif piece_under(support) in back:
                goals[i] = on_piece(back[piece_under(support)])
        moved = frozenset(i for i in done if goals[i] not in (LEDGE, now.supports[i]))
        return len(rings_of(now, goals, moved))

    def _arrived(self) -> None:
        pairing = paired(self.kinds.now, self.kinds.then, self.chosen)
        self.least_found = min(self.least_found, len(pairing.misplaced))
        pairing = self._untangled(pairing)
        if pairing.lifts < self.best.lifts:
            self.best = pairing

    def _untangled(self, pairing: Assignment) -> Assignment:
        """Let alike pieces change places as long as that takes rings apart."""
        better: Assignment | None = pairing
        while better is not None:
            pairing, better = better, self._swapped(better)
        return pairing

    def _swapped(self, pairing: Assignment) -> Assignment | None:
        kinds = self.kinds.now.kinds
        for ring in pairing.rings:
            for i, k in itertools.product(ring, pairing.misplaced.difference(ring)):
                if kinds[i] == kinds[k]:
                    chosen = list(pairing.chosen)
                    chosen[i], chosen[k] = chosen[k], chosen[i]
                    other = paired(self.kinds.now, self.kinds.then, chosen)
                    if other.lifts < pairing.lifts:
                        return other
        return None


class Lift(NamedTuple):
    """One movement of one hand.

    Attributes:
        pieces: what is in the hand, the bottom one first.
        start: the dot they come from, or None for beside the board.
        end: the dot they go to, or None for beside the board.
        is_aside: they lie beside the board only until their place is free.
        onto: the piece beside the board that they are put on, or None.
    """

    pieces: tuple[Piece, ...]
    start: Site | None
    end: Site | None
    is_aside: bool = False
    onto: Piece | None = None


def fewest_lifts(
    table: Placement, wanted: Placement, ledge: Iterable[Piece] = ()
) -> tuple[Lift, ...]:
    """Return the fewest lifts that turn *table* into *wanted*, in an order that can be made.

    Args:
        table: what stands now; every tower narrows upward.
        wanted: what shall stand.
        ledge: the pieces beside the board now; what *wanted* needs beyond them is
            taken from there as well, and what it leaves over is put there.
    """
    now, then = same_sets(table, wanted, ledge)
    return tuple(_Hands(now, best_pairing(now, then)).work())


def after_lift(placement: Placement, lift: Lift) -> dict[Site, tuple[Piece, ...]]:
    """Return what stands on the board after *lift*, which takes the top of its dot."""
    standing = dict(placement)
    if lift.start is not None:
        left = standing[lift.start][: -len(lift.pieces)]
        if left:
            standing[lift.start] = left
        else:
            del standing[lift.start]
    if lift.end is not None:
        standing[lift.end] = (*standing.get(lift.end, ()), *lift.pieces)
    return standing


class _Hands:
    """Makes the lifts of a pairing one by one, the tidiest possible one next."""

    def __init__(self, now: Stacking, pairing: Assignment) -> None:
        self.kinds = now.kinds
        self.goals = pairing.goals
        self.supports = list(now.supports)
        self.occupants = now.occupants()
        self.todo = set(pairing.misplaced)

    def work(self) -> list[Lift]:
        """Return all lifts in order."""
        lifts = []
        while self.todo:
            ready = [i for i in self.todo if self.goals[i] not in self.occupants]
            if ready:
                index = min(ready, key=self._rank)
                self.todo.discard(index)
                lifts.append(self._lift(index, self.goals[index]))
            else:
                index = min(self.todo, key=self._aside_rank)
                lifts.append(self._lift(index, LEDGE)._replace(is_aside=True))
        return lifts

    def _lift(self, index: int, goal: int) -> Lift:
        pieces = tuple(self.kinds[i] for i in self._stack(index))
        start, end = self._ground(self.supports[index]), self._ground(goal)
        under = piece_under(goal)
        onto = self.kinds[under] if end is None and under >= 0 else None
        self.occupants.pop(self.supports[index], None)
        self.supports[index] = goal
        if goal != LEDGE:
            self.occupants[goal] = index
        return Lift(pieces, start, end, onto=onto)

    def _stack(self, index: int) -> list[int]:
        """Return the piece and all that stands on it, upward."""
        stack = [index]
        while (above := self.occupants.get(on_piece(stack[-1]))) is not None:
            stack.append(above)
        return stack

    def _ground(self, support: int) -> Site | None:
        """Return the dot under *support*, or None beside the board."""
        while support < LEDGE:
            support = self.supports[piece_under(support)]
        return support if support != LEDGE else None

    def _is_settled(self, support: int) -> bool:
        """Return whether *support* is where it shall be, all the way down to the board."""
        while support < LEDGE:
            index = piece_under(support)
            if index in self.todo:
                return False
            support = self.supports[index]
        return support != LEDGE

    def _rank(self, index: int) -> tuple[int, ...]:
        """Return a value that is the lower the sooner the lift should be made.

        Whole towers that belong together first, on towers that are ready; what
        leaves the board before what moves, what comes from the ledge last.
        """
        goal = self.goals[index]
        is_untidy = self._carries_others(index)
        is_early = goal != LEDGE and not self._is_settled(goal)
        start = self._ground(self.supports[index])
        phase = 0 if goal == LEDGE else 1 if start is not None else 2
        side, value = self.kinds[index]
        end = self._ground(goal)
        return (is_untidy + is_early, phase, side, -value, _order(end), _order(start), index)

    def _carries_others(self, index: int) -> bool:
        return any(i in self.todo for i in self._stack(index)[1:])

    def _aside_rank(self, index: int) -> tuple[int, ...]:
        """Return a value that is the lower the better the piece is put aside."""
        stack = self._stack(index)
        awaited = sum(piece_under(self.goals[i]) in stack for i in self.todo)
        return (self._carries_others(index), awaited, len(stack), index)


def _order(site: Site | None) -> int:
    return -1 if site is None else site


# Steps


class StepKind(Enum):
    """What hands do in one step."""

    SET = "set"
    """Pieces of one kind are put on their places."""

    CHECK = "check"
    """Pieces of one kind, or of one side, are looked for, and set where they are missing."""

    ROW = "row"
    """Pieces each of its own kind are put along one rank, each on its place."""

    OFF = "off"
    """Pieces leave the board."""

    MOVE = "move"
    """A piece or a tower goes from one place to another."""

    PUT = "put"
    """Pieces come from beside the board."""

    ASIDE = "aside"
    """A piece or a tower leaves the board until its place is free."""

    STACK = "stack"
    """Pieces are put on another one that lies beside the board."""


class TableStep(NamedTuple):
    """One step, as the screen shows it and as words tell it.

    Attributes:
        pieces: what is in the hand each time, the bottom one first.
        starts: the places that something is taken from, each once.
        ends: the places that something is put on, each once.
        standing: what the screen shows meanwhile.
        onto: the piece beside the board that they are put on, or None.
    """

    kind: StepKind
    pieces: tuple[Piece, ...]
    starts: tuple[Site, ...]
    ends: tuple[Site, ...]
    standing: Placement
    onto: Piece | None = None


def set_up_steps(wanted: Placement, board: Board) -> tuple[TableStep, ...]:
    """Return the steps that set an empty *board*: kind by kind, or else rank by rank."""
    kinds = _kinds(wanted)
    if all(len(sites) == 1 for _, sites in kinds):
        return tuple(_rank_steps(wanted, board))
    standing: dict[Site, tuple[Piece, ...]] = {}
    steps = []
    for piece, sites in kinds:
        for site in sites:
            standing[site] = (*standing.get(site, ()), piece)
        steps.append(TableStep(StepKind.SET, (piece,), (), sites, dict(standing)))
    return tuple(steps)


def _rank_steps(wanted: Placement, board: Board) -> Iterator[TableStep]:
    """Yield the steps that set pieces of their own, those of one rank together."""
    standing: dict[Site, tuple[Piece, ...]] = {}
    order = sorted(wanted, key=lambda site: board.places[site][::-1])
    for _, rank in groupby(order, key=lambda site: board.places[site][1]):
        sites = tuple(rank)
        standing |= {site: wanted[site] for site in sites}
        pieces = tuple(piece for site in sites for piece in wanted[site])
        kind = StepKind.SET if len(pieces) == 1 else StepKind.ROW
        yield TableStep(kind, pieces, (), sites, dict(standing))


def checking_steps(wanted: Placement) -> tuple[TableStep, ...]:
    """Return the steps that find or set each kind of piece, whatever stands now.

    Where every piece is one of its kind, a whole side is found at once.
    """
    kinds = _kinds(wanted)
    if all(len(sites) == 1 for _, sites in kinds):
        return side_steps(wanted)
    return tuple(TableStep(StepKind.CHECK, (piece,), (), sites, wanted) for piece, sites in kinds)


def side_steps(wanted: Placement) -> tuple[TableStep, ...]:
    """Return the steps that find each side's pieces at once."""
    sides = {piece.side for tower in wanted.values() for piece in tower}
    return tuple(_side_step(wanted, side) for side in sorted(sides))


def _side_step(wanted: Placement, side: int) -> TableStep:
    steps = [
        (site, piece)
        for site, tower in sorted(wanted.items())
        for piece in tower
        if piece.side == side
    ]
    sites = tuple(dict.fromkeys(site for site, _ in steps))
    return TableStep(StepKind.CHECK, tuple(piece for _, piece in steps), (), sites, wanted)


def _kinds(wanted: Placement) -> list[tuple[Piece, tuple[Site, ...]]]:
    """Return each kind of piece with its places, in an order in which they can be set."""
    where: dict[Piece, list[Site]] = {}
    for site, tower in sorted(wanted.items()):
        for piece in tower:
            where.setdefault(piece, []).append(site)
    if all(len(sites) == 1 for sites in where.values()):
        # Called out one by one, they are laid along the ranks.
        order = sorted(where, key=lambda piece: (piece.side, where[piece]))
    else:
        order = sorted(where, key=lambda piece: (piece.side, -piece.value))
    if not _can_be_set(wanted, order):
        order = sorted(where, key=lambda piece: (-piece.value, piece.side))
    return [(piece, tuple(where[piece])) for piece in order]


def _can_be_set(wanted: Placement, order: list[Piece]) -> bool:
    """Return whether no piece would have to come under one that stands already."""
    rank = {piece: number for number, piece in enumerate(order)}
    return all(list(tower) == sorted(tower, key=rank.__getitem__) for tower in wanted.values())


def restoring_steps(
    table: Placement, wanted: Placement, off_board: Iterable[Piece] = ()
) -> tuple[TableStep, ...]:
    """Return the steps of the fewest lifts that turn *table* into *wanted*.

    Args:
        table: what stands now.
        wanted: what shall stand.
        off_board: what shall lie beside the board.
    """
    whole = Counter(off_board) + counted(wanted)
    lifts = fewest_lifts(table, wanted, (whole - counted(table)).elements())
    return tuple(_grouped(_lift_steps(table, lifts)))


def _lift_steps(table: Placement, lifts: Iterable[Lift]) -> Iterator[TableStep]:
    standing = table
    for lift in lifts:
        after = after_lift(standing, lift)
        kind = _kind_of(lift)
        starts = () if lift.start is None else (lift.start,)
        ends = () if lift.end is None else (lift.end,)
        # What comes is shown where it comes, what goes where it still is.
        shown = after if kind is StepKind.PUT else standing
        yield TableStep(kind, lift.pieces, starts, ends, shown, lift.onto)
        standing = after


def _kind_of(lift: Lift) -> StepKind:
    if lift.onto is not None:
        return StepKind.STACK
    if lift.is_aside:
        return StepKind.ASIDE
    if lift.end is None:
        return StepKind.OFF
    return StepKind.PUT if lift.start is None else StepKind.MOVE


def _grouped(steps: Iterable[TableStep]) -> Iterator[TableStep]:
    """Join steps in a row that take alike pieces off, or bring alike pieces."""
    held: TableStep | None = None
    for step in steps:
        if held is not None and _is_alike(held, step):
            shown = step.standing if step.kind is StepKind.PUT else held.standing
            held = held._replace(
                starts=held.starts + step.starts, ends=held.ends + step.ends, standing=shown
            )
            continue
        if held is not None:
            yield held
        held = step
    if held is not None:
        yield held


def _is_alike(one: TableStep, other: TableStep) -> bool:
    return (
        one.kind is other.kind
        and one.kind in (StepKind.OFF, StepKind.PUT)
        and one.pieces == other.pieces
        and len(one.pieces) == 1
    )
