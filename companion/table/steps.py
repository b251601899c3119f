"""What is done at the real table, step by step: setting it up, or setting it right.

A step is one kind of piece to be set, or one lift, or several alike lifts in a row.
Knows no words and no screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from companion.contract import Board, Piece, Placement, Site
from companion.table.pairing import counted
from companion.table.plan import Lift, after_lift, fewest_lifts


class Deed(Enum):
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

    deed: Deed
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
        steps.append(TableStep(Deed.SET, (piece,), (), sites, dict(standing)))
    return tuple(steps)


def _rank_steps(wanted: Placement, board: Board) -> Iterator[TableStep]:
    """Yield the steps that set pieces of their own, those of one rank together."""
    standing: dict[Site, tuple[Piece, ...]] = {}
    order = sorted(wanted, key=lambda site: board.places[site][::-1])
    for _, rank in groupby(order, key=lambda site: board.places[site][1]):
        sites = tuple(rank)
        standing |= {site: wanted[site] for site in sites}
        pieces = tuple(piece for site in sites for piece in wanted[site])
        deed = Deed.SET if len(pieces) == 1 else Deed.ROW
        yield TableStep(deed, pieces, (), sites, dict(standing))


def checking_steps(wanted: Placement) -> tuple[TableStep, ...]:
    """Return the steps that find or set each kind of piece, whatever stands now.

    Where every piece is one of its kind, a whole side is found at once.
    """
    kinds = _kinds(wanted)
    if all(len(sites) == 1 for _, sites in kinds):
        return side_steps(wanted)
    return tuple(TableStep(Deed.CHECK, (piece,), (), sites, wanted) for piece, sites in kinds)


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
    return TableStep(Deed.CHECK, tuple(piece for _, piece in steps), (), sites, wanted)


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
        deed = _deed_of(lift)
        starts = () if lift.start is None else (lift.start,)
        ends = () if lift.end is None else (lift.end,)
        # What comes is shown where it comes, what goes where it still is.
        shown = after if deed is Deed.PUT else standing
        yield TableStep(deed, lift.pieces, starts, ends, shown, lift.onto)
        standing = after


def _deed_of(lift: Lift) -> Deed:
    if lift.onto is not None:
        return Deed.STACK
    if lift.is_aside:
        return Deed.ASIDE
    if lift.end is None:
        return Deed.OFF
    return Deed.PUT if lift.start is None else Deed.MOVE


def _grouped(steps: Iterable[TableStep]) -> Iterator[TableStep]:
    """Join steps in a row that take alike pieces off, or bring alike pieces."""
    held: TableStep | None = None
    for step in steps:
        if held is not None and _is_alike(held, step):
            shown = step.standing if step.deed is Deed.PUT else held.standing
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
        one.deed is other.deed
        and one.deed in (Deed.OFF, Deed.PUT)
        and one.pieces == other.pieces
        and len(one.pieces) == 1
    )
