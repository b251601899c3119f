"""Pieces gliding along the legs of a move.  Explains what happened; never holds anything up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.contract import HalfMove, Lifted, Piece, Placement, Site, Touch
from companion.contract.codes import Does
from companion.ui.board.marks import BoardPicture, Flight

LEG_S = 0.2
"""How long a leg takes on screen: long enough to follow, too short to wait for."""

GOES_ROUND_S = 60.0
"""How long legs that somebody has to make come again and again before they stand still."""


class Leg(NamedTuple):
    """One leg to show: the board without the pieces that move, and where they go."""

    standing: Placement
    pieces: tuple[Piece, ...]
    start: Site
    end: Site


@dataclass(frozen=True)
class Motion:
    """Legs shown one after the other from *started_s* on."""

    legs: tuple[Leg, ...]
    started_s: float

    def is_over(self, now_s: float) -> bool:
        """Return whether everything has arrived."""
        return now_s - self.started_s >= LEG_S * len(self.legs)

    def at(self, now_s: float) -> tuple[Placement, Flight]:
        """Return the standing pieces and the flight of this moment, the last one when over."""
        passed = max(0.0, now_s - self.started_s) / LEG_S
        number = min(int(passed), len(self.legs) - 1)
        leg = self.legs[number]
        part = min(1.0, passed - number)
        eased = part * part * (3 - 2 * part)
        return leg.standing, Flight(leg.pieces, leg.start, leg.end, eased)

    def shown_on(self, picture: BoardPicture, now_s: float) -> BoardPicture:
        """Return *picture* with the pieces where they are at this moment."""
        standing, flight = self.at(now_s)
        return replace(picture, placement=standing, flights=(flight,))


def leg_between(before: HalfMove, after: HalfMove) -> Leg | None:
    """Return the leg that the last touch of *after* made, or None where nothing moved."""
    lifted = before.lifted()
    touch = after.touches[-1] if after.touches else None
    if lifted is None or not isinstance(touch, int) or not moves_piece(before, touch):
        return None
    return Leg(without(before.pieces(), lifted), lifted.pieces, lifted.site, touch)


def moves_piece(half: HalfMove, touch: Touch) -> bool:
    """Return whether *touch* would move what is lifted: the end of a chain does not."""
    return any(fact.code == Does.MOVE for fact in half.next_touches().get(touch, ()))


def legs_of(halves: Sequence[HalfMove]) -> tuple[Leg, ...]:
    """Return the legs between half-made turns that follow one another."""
    legs = (leg_between(one, other) for one, other in itertools.pairwise(halves))
    return tuple(leg for leg in legs if leg is not None)


def halves_of(half: HalfMove) -> list[HalfMove]:
    """Return the half-made turns from nothing touched up to *half*."""
    halves = [half.position.begin()]
    for touch in half.touches:
        halves.append(halves[-1].extended(touch))
    return halves


def without(placement: Placement, lifted: Lifted) -> Placement:
    """Return *placement* without the pieces in the hand."""
    rest = dict(placement)
    staying = list(rest.get(lifted.site, ()))
    for piece in lifted.pieces:
        if piece in staying:
            staying.remove(piece)
    if staying:
        rest[lifted.site] = tuple(staying)
    else:
        rest.pop(lifted.site, None)
    return rest
