"""The program's move as the legs that a person makes for it on the board.

Screen and lamps show one leg: what to lift, where to put it, what to take away.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import NamedTuple

from companion.art.marks import Mark
from companion.contract import Fact, HalfMove, Site, harmed_sites
from companion.ui.board.marks import Arrow, BoardPicture
from companion.ui.board.motion import halves_of, moves_piece
from companion.ui.board.pictures import turn_outlines


class CarryLeg(NamedTuple):
    """One leg of a move, or all of it where nothing moves.

    Attributes:
        before: the half-made turn that it goes on from.
        start: where something is lifted, or None.
        end: where it, or what comes from beside the board, is put, or None.
        taken: the sites from which a piece of the other side leaves the board.
        facts: what it does.
    """

    before: HalfMove
    start: Site | None
    end: Site | None
    taken: tuple[Site, ...]
    facts: tuple[Fact, ...]

    @property
    def site(self) -> Site | None:
        """Return the site to touch for it, or None where nothing on the board is touched."""
        return self.end if self.end is not None else next(reversed(self.taken), None)


def legs_to_carry(half: HalfMove) -> tuple[CarryLeg, ...]:
    """Return the legs of *half*, a whole move, in order: one at least."""
    legs = []
    for before, after in itertools.pairwise(halves_of(half)):
        is_last = len(after.touches) == len(half.touches)
        touch = after.touches[-1]
        if not isinstance(touch, int) or (not before.touches and not is_last):
            # What is chosen first says only what the next touch moves.
            continue
        facts = before.next_touches()[touch]
        taken = harmed_sites(facts)
        lifted = before.lifted()
        if lifted is not None and moves_piece(before, touch):
            legs.append(CarryLeg(before, lifted.site, touch, taken, facts))
        else:
            legs.append(CarryLeg(before, None, None if taken else touch, taken, facts))
    return tuple(legs) or (CarryLeg(half, None, None, (), half.facts()),)


def leg_picture(leg: CarryLeg) -> BoardPicture:
    """Return the board before *leg*, with its places marked and an arrow along it."""
    marks = dict.fromkeys(leg.taken, frozenset({Mark.REMOVE}))
    arrows: tuple[Arrow, ...] = ()
    if leg.end is not None:
        arrival = Mark.PLACE if leg.start is None else Mark.TARGET
        marks[leg.end] = frozenset({Mark.CAPTURE if leg.end in leg.taken else arrival})
    if leg.start is not None:
        marks[leg.start] = frozenset({Mark.SELECTED})
        if leg.end is not None:
            # What is taken on the way has a mark of its own.
            arrows = (Arrow(leg.start, leg.end, leg.end in leg.taken, True),)
    lifted = leg.before.lifted() if leg.start is not None else None
    return BoardPicture(
        placement=leg.before.pieces(),
        marks=marks,
        lifted=lifted,
        arrows=arrows,
        immune=leg.before.immune(),
        outlines=turn_outlines(leg.before, None),
    )


def made_picture(half: HalfMove) -> BoardPicture:
    """Return the board after *half*, a whole move, with the way that it took."""
    picture = BoardPicture(placement=half.pieces(), last_move=half.route())
    marks = {site: frozenset({Mark.LAST_MOVE}) for site in harmed_sites(half.facts())}
    outlines = turn_outlines(half, None)
    return replace(picture, marks=marks, immune=half.immune(), outlines=outlines)
