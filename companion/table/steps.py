"""What is done at the real table: the fewest lifts from one table to another, as steps.

A **lift** is one movement of one hand.  It takes the upper part of what stands on
one dot, from a single piece up to the whole tower, in its order, or one piece
(or a tower that was put aside before) from beside the board; and it puts that
down on one dot, on top of what stands there, or beside the board.  So nothing
comes under a piece that is not lifted.

A step is one kind of piece to be set, or one lift, or several alike lifts in a row.

Knows no game, no words and no screen: towers narrow upward, as those of all games here do, and
the board may stand on any table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from companion.contract import Board, Piece, Placement, Site
from companion.table.pairing import (
    LEDGE,
    Pairing,
    Stacking,
    best_pairing,
    counted,
    on_piece,
    piece_under,
    same_sets,
)


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

    def __init__(self, now: Stacking, pairing: Pairing) -> None:
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
