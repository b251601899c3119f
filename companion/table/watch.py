"""Follows the pieces on a real board through a match or a guide; knows no sensor or screen."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.contract import HalfMove, Position, Site, Token, Touch, sites_among
from companion.contract.codes import Does
from companion.match.question import Answer
from companion.table.sensed import agrees, difference, may_be_taken, occupied_by, read_table
from companion.table.steps import StepKind, TableStep, restoring_steps

GUIDE_AFTER_S: Final = 4.0
"""What stands wrong for so long, while nothing changes, is no move on its way."""

HANDS_AFTER_S: Final = 15.0
"""Pieces that are missing are in hands, and hands may think for longer."""


class TableEvent(NamedTuple):
    """What a change at the table means.

    Attributes:
        half: the half-made turn that it makes, or None where that stays as it is.
        refused: the site that no turn explains, or None.
    """

    half: HalfMove | None = None
    refused: Site | None = None


NOTHING: Final = TableEvent()


class TableWatch:
    """What a sensed board has shown so far.

    Attributes:
        tapped: the sites whose pieces were lifted in this turn and stand again.
        is_ignored: the players go on by touch until the table agrees again.
    """

    def __init__(self) -> None:
        self.tapped: frozenset[Site] = frozenset()
        self.is_ignored = False
        self._emptied: frozenset[Site] = frozenset()
        self._position: Position | None = None
        self._touches: tuple[Touch, ...] = ()
        self._seen: frozenset[Site] | None = None
        self._odd: tuple[object, float] | None = None

    def look(
        self, half: HalfMove, occupied: frozenset[Site] | None, *, may_read: bool = True
    ) -> TableEvent:
        """Return what has changed since the last look.

        Args:
            half: the half-made turn as it is known.
            occupied: the settled sites, or None while they are not known.
            may_read: whether the table may alter the turn now.
        """
        seen, self._seen = self._seen, occupied
        before, self._touches = self._touches, half.touches
        if half.position is not self._position:
            self._position = half.position
            self._emptied = self.tapped = frozenset()
        if occupied is None:
            return NOTHING
        changed = occupied ^ (occupied_by(half.pieces()) if seen is None else seen)
        has_new_token = before != half.touches and isinstance((0, *half.touches)[-1], Token)
        refilled = self._note(changed, occupied, half)
        news = NOTHING
        if (changed or has_new_token) and may_read:
            news = self._meaning(half, occupied, changed, refilled, seen)
        if occupied == occupied_by(half.position.pieces()):
            self._emptied = self.tapped = frozenset()
        return news._replace(refused=None) if seen is None or has_new_token else news

    def _note(
        self, changed: frozenset[Site], occupied: frozenset[Site], half: HalfMove
    ) -> frozenset[Site]:
        """Note what was emptied, and return the sites that stand again."""
        before = occupied_by(half.position.pieces())
        refilled = changed & occupied & self._emptied
        self._emptied |= (changed - occupied) & before
        self.tapped |= refilled
        return refilled

    def _meaning(
        self,
        half: HalfMove,
        occupied: frozenset[Site],
        changed: frozenset[Site],
        refilled: frozenset[Site],
        seen: frozenset[Site] | None,
    ) -> TableEvent:
        sites = sites_among(half.touches)
        if len(refilled) == 1 and half.lifted() is not None:
            (site,) = refilled
            if site in half.next_touches():
                landed = half.extended(site)
                # Back where it came from, with nothing changed, it was put back.
                if site not in sites[:1] or landed.pieces() != half.position.pieces():
                    return TableEvent(landed)
        if len(changed) == 1 and _is_landing(half, changed - occupied):
            # It stands again in a moment, with what is in the hand: see above.
            return NOTHING
        if len(changed) == 1 and changed <= occupied and changed <= half.next_touches().keys():
            (site,) = changed
            put = half.extended(site)
            if agrees(put, occupied):
                return TableEvent(put)
        is_put_back = len(sites) == 1 and changed == {sites[0]} and sites[0] in occupied
        if seen is not None and changed and not is_put_back:
            differed = occupied_by(half.pieces()) ^ seen
            if changed <= differed:
                # The table comes to where the turn is already.
                return NOTHING
        read = read_table(half, occupied, self.tapped)
        if read is not None:
            return NOTHING if read.touches == half.touches else TableEvent(read)
        return self._refused(half, changed)

    def _refused(self, half: HalfMove, changed: frozenset[Site]) -> TableEvent:
        if len(changed) != 1:
            return NOTHING
        (site,) = changed
        if site in half.next_touches() or may_be_taken(half.position, site):
            # It makes no turn yet, but may become one.
            return NOTHING
        return TableEvent(refused=site)

    def needs_guide(self, half: HalfMove, occupied: frozenset[Site] | None, now_s: float) -> bool:
        """Return whether the table has differed for so long that somebody has to mend it."""
        differing = difference(half, occupied) if occupied is not None else frozenset()
        if not differing or occupied is None:
            self._odd = None
            self.is_ignored = self.is_ignored and occupied is None
            return False
        state = (half.position, half.touches, occupied)
        if self._odd is None or self._odd[0] != state:
            self._odd = (state, now_s)
        stands_wrong = bool(differing & occupied) and not _waits_for_token(half)
        after_s = GUIDE_AFTER_S if stands_wrong else HANDS_AFTER_S
        return not self.is_ignored and now_s - self._odd[1] >= after_s

    def ignore(self) -> None:
        """Go on by touch until the table agrees again."""
        self.is_ignored = True


def _is_landing(half: HalfMove, emptied: frozenset[Site]) -> bool:
    """Return whether what was lifted makes room for the piece in the hand."""
    onward = half.next_touches() if half.lifted() is not None else {}
    return any(fact.code == Does.MOVE for site in emptied for fact in onward.get(site, ()))


def _waits_for_token(half: HalfMove) -> bool:
    """Return whether something beside the board is to be chosen before a piece is put."""
    return any(isinstance(touch, Token) and touch.values for touch in half.next_touches())


class GuideWatch:
    """What a sensed board has shown since a guide began.

    A sensor tells that something stands on a dot, never what.  So a step is done when what
    it fills was filled while the guide was looking, and what it empties is empty; where
    pieces stood before, or others stand as well, a person has to say so.
    """

    def __init__(self) -> None:
        self._occupied: frozenset[Site] | None = None
        self._filled: frozenset[Site] = frozenset()

    def look(self, occupied: frozenset[Site] | None) -> bool:
        """Update the steps done from the occupied sites; None while they are unknown.

        Returns:
            Whether a dot was filled or emptied since the last look.
        """
        before, self._occupied = self._occupied, occupied
        if before is None or occupied is None or before == occupied:
            return False
        self._filled |= occupied - before
        return True

    def is_done(self, step: TableStep) -> bool:
        """Return whether the board shows that *step* was done; False where it cannot tell."""
        if self._occupied is None or not (step.starts or step.ends) or not _is_plain(step):
            return False
        ends, starts = frozenset(step.ends), frozenset(step.starts) - frozenset(step.ends)
        return ends <= self._occupied & self._filled and not starts & self._occupied


def _is_plain(step: TableStep) -> bool:
    """Return whether *step* fills empty dots and empties those that it takes something from."""
    standing = step.standing
    if step.kind is StepKind.MOVE and any(site in standing for site in step.ends):
        return False
    if step.kind in (StepKind.SET, StepKind.CHECK, StepKind.ROW, StepKind.PUT) and any(
        len(standing[site]) > 1 for site in step.ends
    ):
        return False
    return all(len(standing[site]) == len(step.pieces) for site in step.starts)


class RealTable:
    """The table as the players have it in front of them.

    Attributes:
        steps: what sets it right after a take-back or a redo; empty once play goes on.
    """

    def __init__(self, position: Position) -> None:
        self.steps: tuple[TableStep, ...] = ()
        self._position = position

    @property
    def needs_guide(self) -> bool:
        """Return whether it takes more than one step to set it right."""
        return len(self.steps) > 1

    def note(self, answer: Answer, position: Position) -> bool:
        """Note that *answer* led to *position*; return whether the history was gone along."""
        before, self._position = self._position, position
        is_history = answer.code in ("taken-back", "redone")
        self.steps = ()
        if is_history:
            now = position.pieces()
            self.steps = restoring_steps(before.pieces(), now, position.off_board())
        return is_history

    def handed_over(self) -> tuple[TableStep, ...]:
        """Return the steps to whoever leads through them, and forget them."""
        steps, self.steps = self.steps, ()
        return steps
