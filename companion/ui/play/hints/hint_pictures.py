"""What board and lamps show of a hint: the piece to look at, or a move leg by leg.

All of it is in the role *hint*, on screen as arrows, so that it cannot be taken
for what the rules say of the begun turn.
"""

from __future__ import annotations

import math
from dataclasses import replace

from companion.art.marks import Mark
from companion.contract import HalfMove, Move, Site, Touch, sites_among
from companion.ui.board.marks import Arrow, BoardPicture
from companion.ui.board.motion import GOES_ROUND_S
from companion.ui.board.pictures import move_arrows, turn_outlines

LEG_S = 0.7
"""How long each leg is shown before the next one joins it: slow enough to follow by hand."""

REST_LEGS = 3
"""How many times that the whole way stays before it begins again."""


def legs_shown(count: int, passed_s: float) -> int:
    """Return how many of *count* legs show after *passed_s*: one more each time, then all."""
    if count <= 1 or passed_s >= GOES_ROUND_S:
        return count
    return min(count, 1 + int(max(0.0, passed_s) / LEG_S) % (count + REST_LEGS))


def next_leg_s(count: int, passed_s: float) -> float:
    """Return after how long, counted as *passed_s* is, another number of legs may show."""
    if count <= 1 or passed_s >= GOES_ROUND_S:
        return math.inf
    return LEG_S * (1 + passed_s // LEG_S)


def hint_arrows(half: HalfMove, first: int) -> tuple[Arrow, ...]:
    """Return arrows along each leg of *half* after the first *first* touches."""
    arrows = move_arrows(half, max(0, first - 1))
    return tuple(arrow._replace(is_hint=True) for arrow in arrows)


def nudge_picture(picture: BoardPicture, touch: Touch | None) -> BoardPicture:
    """Return *picture* with nothing marked but *touch*, where it is on the board."""
    marks = {touch: frozenset({Mark.HINT})} if isinstance(touch, int) else {}
    return replace(picture, marks=marks, outlines=())


def hinted_picture(half: HalfMove, move: Move, legs: int) -> BoardPicture:
    """Return *move* from *half* on, of which it is the continuation, with so many *legs* of it.

    What is touched beside the board, or ends a chain, has no arrow; its places are
    marked all the same.
    """
    whole = half.position.half_move(move)
    arrows = hint_arrows(whole, len(half.touches))
    hidden = {arrow.end for arrow in arrows[legs:]}
    ahead = sites_among(move.touches[max(0, len(half.touches) - 1) :])
    sites: set[Site] = {site for site in ahead if site not in hidden}
    sites.update(site for arrow in arrows[:legs] for site in (arrow.start, arrow.end))
    return BoardPicture(
        placement=half.pieces(),
        marks={site: frozenset({Mark.HINT}) for site in sites},
        arrows=arrows[:legs],
        immune=half.immune(),
        outlines=turn_outlines(whole, None),
    )
