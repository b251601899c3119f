"""A record being looked through: forward and back, leg by leg, by itself, with comments.

Knows neither screen nor clock: time is passed in.  Where a record holds what its
players may not see, what is shown is its public form.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.clock import BothLeft, Times, parse_both, parse_clock
from companion.contract import (
    Board,
    Game,
    HalfMove,
    Move,
    Outcome,
    Position,
)
from companion.errors import ClockError, RecordError
from companion.match.entries import clean_comment
from companion.storage.record import (
    Record,
    check_result,
    first_position,
    own_comment,
    public_record,
    steps,
)

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Plies a second, or legs, in the order in which they are offered."""

NORMAL_SPEED = 1.0

Watch = Callable[[int], None]
"""Is told how many plies are checked; what it raises ends the checking."""


@dataclass(frozen=True)
class Course:
    """A record with its moves found legal, as far as they are.

    Attributes:
        record: as it was read; plies after a fault are still in it.
        moves: the plies that are legal.
        positions: as they may be shown, the first one first: one more than moves.
        origins: the same positions with all that the rules know, to play on from.
        fault: why the record goes no further, naming the line; empty when it is whole.
    """

    record: Record
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    origins: tuple[Position, ...]
    fault: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, by rule or as the record says, or None."""
        is_whole = len(self.moves) == len(self.record.plies) and not self.fault
        return self.positions[-1].outcome() or (self.record.outcome if is_whole else None)

    def shortened(self, plies: int) -> Course:
        """Return the course up to where *plies* are made, 0 .. the number of moves."""
        is_whole = plies == len(self.moves)
        return replace(
            self,
            moves=self.moves[:plies],
            positions=self.positions[: plies + 1],
            origins=self.origins[: plies + 1],
            fault=self.fault if is_whole else "",
        )


def course_of(
    record: Record,
    board: Board | None = None,
    *,
    is_lenient: bool = False,
    is_hiding: bool = False,
    watch: Watch = lambda plies: None,
) -> Course:
    """Return the course of *record*.

    Args:
        record: what to check.
        board: replaces the shipped board of the game.
        is_lenient: end before the first fault instead of raising.
        is_hiding: show nothing that its players may not see.  An unfinished game is
            shown so in any case: it may be gone on with.
        watch: is told how far the checking is.

    Raises:
        RecordError: naming the line of a fault, or what cannot be set up.
    """
    origins = [first_position(record, board)]
    moves: list[Move] = []
    fault = record.fault
    try:
        for move, position in steps(record, origins[0]):
            moves.append(move)
            origins.append(position)
            watch(len(moves))
        check_result(record, origins[-1])
    except RecordError as error:
        if not is_lenient:
            raise
        fault = error.message
    course = Course(record, tuple(moves), tuple(origins), tuple(origins), fault)
    if not is_hiding and course.outcome is not None:
        return course
    shown = public_record(record, origins[0])
    if shown is record:
        return course
    # Notation tells a move whole, so it means the same in both forms.
    shown = replace(shown, plies=record.plies[: len(moves)], outcome=None)
    first = first_position(shown, board)
    public = tuple(steps(shown, first))
    return replace(
        course,
        moves=tuple(move for move, _ in public),
        positions=(first, *(position for _, position in public)),
    )


class Playback:
    """The cursor in a course: so many whole plies, and so many touches of the next.

    Attributes:
        course: what is looked through.
        ply: how many plies are made, those before the one that is being made.
        leg: how many touches of the next ply are made.
        by_legs: whether a step is one touch and not a whole ply.
        speed: one of `SPEEDS`.
        is_playing: whether `update` steps forward by itself.
    """

    def __init__(self, course: Course) -> None:
        self.course = course
        self.ply = 0
        self.leg = 0
        self.by_legs = False
        self.speed = NORMAL_SPEED
        self.is_playing = False
        self._due_s: float | None = None

    # Where it is

    @property
    def game(self) -> Game:
        """Return the game of the record."""
        return self.course.record.game

    @property
    def set_up_number(self) -> int | None:
        """Return the seed that names the set-up where the players see what it shuffled."""
        record = self.course.record
        return record.seed if record.game.is_shuffled and not record.position else None

    @property
    def last(self) -> int:
        """Return how many plies there are."""
        return len(self.course.moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return all positions as they may be shown, the first one first."""
        return self.course.positions

    @property
    def position(self) -> Position:
        """Return the position after the plies made."""
        return self.course.positions[self.ply]

    @property
    def half(self) -> HalfMove:
        """Return the half-made turn at the cursor."""
        half = self.position.begin()
        if self.leg:
            for touch in self.course.moves[self.ply].touches[: self.leg]:
                half = half.extended(touch)
        return half

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended where the cursor is at its end, or None."""
        return self.course.outcome if self.is_at_end else None

    @property
    def is_at_end(self) -> bool:
        """Return whether everything is made."""
        return self.ply == self.last

    @property
    def left(self) -> BothLeft | None:
        """Return what both sides have left after the plies made; None where nothing tells."""
        record = self.course.record
        try:
            if self.ply:
                return parse_both(record.plies[self.ply - 1].clock)
            setting = parse_clock(record.clock)
        except ClockError:
            return None
        return Times.at_first(setting).left if setting is not None else None

    @property
    def last_half(self) -> HalfMove | None:
        """Return the whole turn made last; None at the start."""
        if self.ply == 0:
            return None
        return self.positions[self.ply - 1].half_move(self.course.moves[self.ply - 1])

    # Steps

    def jump(self, ply: int) -> None:
        """Go to where *ply* plies are made, 0 .. `last`, and wait there."""
        if not 0 <= ply <= self.last:
            raise ValueError(f"expected a ply of 0 to {self.last}, got {ply!r}")
        self.is_playing = False
        self.ply, self.leg = ply, 0

    def show(self, ply: int, leg: int) -> None:
        """Go to where *ply* plies and *leg* touches of the next are made, and wait there."""
        self.jump(ply)
        legs = len(self.course.moves[ply].touches) if ply < self.last else 1
        if not 0 <= leg < max(1, legs):
            raise ValueError(f"expected a leg of 0 to {max(1, legs) - 1}, got {leg!r}")
        self.leg = leg

    def forward(self) -> bool:
        """Make the next leg or ply; return whether there was one."""
        if self.is_at_end:
            return False
        self.leg += 1
        if not self.by_legs or self.leg >= len(self.course.moves[self.ply].touches):
            self.ply, self.leg = self.ply + 1, 0
        return True

    def back(self) -> bool:
        """Undo the last leg or ply; return whether there was one."""
        if self.ply == self.leg == 0:
            return False
        if not self.by_legs and self.leg:
            self.leg = 0
        elif self.leg:
            self.leg -= 1
        else:
            self.ply -= 1
            touches = self.course.moves[self.ply].touches
            self.leg = max(0, len(touches) - 1) if self.by_legs else 0
        return True

    # By itself

    def play(self) -> None:
        """Go on by itself from the next `update`; from the end, from the beginning."""
        if self.is_at_end:
            self.jump(0)
        self.is_playing, self._due_s = self.last > 0, None

    def faster(self) -> None:
        """Go on to the next of the speeds, from the fastest to the slowest."""
        self.speed = SPEEDS[bisect.bisect(SPEEDS, self.speed) % len(SPEEDS)]
        self._due_s = None

    def update(self, now_s: float) -> bool:
        """Step forward when it is time to at *now_s*; return whether it did."""
        if not self.is_playing:
            return False
        if self._due_s is None or now_s < self._due_s - 1 / self.speed:
            # The clock began to count here, or went backwards.
            self._due_s = now_s + 1 / self.speed
        if now_s < self._due_s:
            return False
        self._due_s = now_s + 1 / self.speed
        self.forward()
        if self.is_at_end:
            self.is_playing = False
        return True

    # Comments

    @property
    def comment(self) -> str:
        """Return what is said of the ply made last, or before the first one."""
        record = self.course.record
        return record.plies[self.ply - 1].comment if self.ply else record.comment

    def commented(self, text: str) -> Record:
        """Return the record with *text* as the comment at the cursor."""
        record = self.course.record
        # Tags are the program's own: read back, they would no longer be the comment's.
        comment = own_comment(clean_comment(text))
        if self.ply == 0:
            return replace(record, comment=comment)
        plies = list(record.plies)
        plies[self.ply - 1] = plies[self.ply - 1]._replace(comment=comment)
        return replace(record, plies=tuple(plies))
