"""The program's move shown to who makes it on the board: by itself, or at somebody's own pace.

Knows neither match nor input; time is passed in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.contract import HalfMove, Site
from companion.ui.board.marks import BoardPicture
from companion.ui.board.motion import GOES_ROUND_S, Motion, halves_of, leg_between, legs_of
from companion.ui.play.carrying import CarryLeg, leg_picture, legs_to_carry, made_picture

LEG_SHOWN_S: Final = 1.8
"""How long each leg of a move is shown that a person makes, before its piece glides along it."""

MADE_SHOWN_S: Final = 0.8
"""How long the move is then shown as it is when it is made, before its first leg comes again."""


class LegShow:
    """The legs of a whole move, one of which is shown.

    With motion they follow each other by themselves, round and round for a while, until
    somebody goes along with them; then the first one stands with arrows along them all.

    Attributes:
        legs: all of them, in order.
        leg: the number of the one shown, from 0; as many as there are where all are made.
        is_by_hand: somebody goes along with the legs, so they wait.

    Args:
        half: the move, laid out.
        is_animated: whether pieces glide.
        now_s: when it is shown first.
    """

    def __init__(self, half: HalfMove, is_animated: bool, now_s: float) -> None:
        self.legs = legs_to_carry(half)
        self.leg = 0
        self.is_by_hand = not is_animated
        self.half = half
        self._is_animated = is_animated
        self._since_s = self._begun_s = now_s
        self._has_gone_round = False
        gliding = legs_of(halves_of(half)) if is_animated else ()
        self._motion = Motion(gliding, now_s) if gliding else None
        self._is_arriving = self._motion is not None

    @property
    def shows_all(self) -> bool:
        """Return whether no single leg is shown, but the move as it is when it is made."""
        return self.leg >= len(self.legs)

    @property
    def made(self) -> int:
        """Return how many legs somebody has made: what is shown by itself tells nothing of it."""
        return self.leg if self.is_by_hand else 0

    @property
    def to_make(self) -> CarryLeg | None:
        """Return the leg to make next, or None where all are made."""
        if self.shows_all and self.is_by_hand:
            return None
        return self.legs[self.leg % len(self.legs)]

    def wanted(self) -> frozenset[Site]:
        """Return the sites that belong to the leg to make."""
        leg = self.to_make
        sites = (leg.start, leg.site, *leg.taken) if leg is not None else ()
        return frozenset(site for site in sites if site is not None)

    def picture(self, now_s: float, is_carried: bool) -> BoardPicture:
        """Return the leg to make, or all of them where nobody makes them; pieces glide."""
        picture = self._still_picture(is_carried)
        if self._motion is None:
            return picture
        return replace(self._motion.shown_on(picture, now_s), lifted=None)

    def _still_picture(self, is_carried: bool) -> BoardPicture:
        if not is_carried or self._is_arriving:
            return made_picture(self.half)
        if self._has_gone_round and not self.is_by_hand:
            arrows = (arrow for leg in self.legs for arrow in leg_picture(leg).arrows)
            return replace(leg_picture(self.legs[0]), arrows=tuple(arrows))
        if not self.shows_all:
            return leg_picture(self.legs[self.leg])
        if self.is_by_hand:
            return made_picture(self.half)
        # The lamps go on showing what is still to be done.
        picture = leg_picture(self.legs[-1])
        return replace(picture, placement=self.half.pieces(), lifted=None)

    # Somebody goes along

    def step(self, by: int, now_s: float) -> None:
        """Show the next leg, or the one before, round the end; forward the pieces glide there."""
        left = self.leg
        self._wait()
        self.leg = (self.leg + by) % len(self.legs)
        if self.leg == left + 1:
            self._glide(left, now_s)

    def touch(self, site: Site) -> None:
        """Take a touch of one of the sites that are wanted: where the leg ends it is made."""
        self._wait()
        self.leg += site == self.legs[self.leg].site

    def reach(self, made: int) -> None:
        """Take it that so many legs are made."""
        self._wait()
        self.leg = made

    def _wait(self) -> None:
        if not self.is_by_hand:
            self.leg %= len(self.legs)
        self._motion, self._is_arriving, self.is_by_hand = None, False, True

    # Time

    def update(self, now_s: float) -> bool:
        """Let pieces glide; return whether anything on screen changes."""
        if self._motion is None:
            return False
        if self._motion.is_over(now_s):
            self._motion, self._is_arriving, self._since_s = None, False, now_s
        return True

    def has_shown_for(self, seconds: float, now_s: float) -> bool:
        """Return whether what stands still now has stood for so long."""
        return self._motion is None and now_s - self._since_s >= seconds

    def due_s(self) -> float:
        """Return when it goes on by itself, or infinity where it stands."""
        is_still = self._motion is not None or self.is_by_hand or self._has_gone_round
        return float("inf") if is_still else self._since_s + self._shown_s

    @property
    def _shown_s(self) -> float:
        return MADE_SHOWN_S if self.shows_all else LEG_SHOWN_S

    def go_round(self, now_s: float) -> bool:
        """Go on by itself where it is time to; return whether it did."""
        if now_s < self.due_s():
            return False
        if self.leg == 0 and now_s - self._begun_s >= GOES_ROUND_S:
            self._has_gone_round = True
            return True
        left, self._since_s = self.leg, now_s
        self.leg = (left + 1) % (len(self.legs) + 1)
        self._glide(left, now_s)
        return True

    def _glide(self, leg: int, now_s: float) -> None:
        """Let the pieces go along *leg*, where that moves one on the board."""
        end = self.legs[leg].end if leg < len(self.legs) else None
        if not self._is_animated or end is None:
            return
        before = self.legs[leg].before
        gliding = leg_between(before, before.extended(end))
        self._motion = Motion((gliding,), now_s) if gliding is not None else None
