"""Seats whose players make their moves at phones: the turn there, until it is confirmed there.

It is a turn of its own: nothing of it is on the screen of the table before its player confirms
it, for a turn that may be taken back tells of a hidden hand.  What it is touched with goes the way
of every finger, `touched_by`.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeGuard

from companion.contract import Fact, Move, Refusal, Touch
from companion.contract.codes import Cause
from companion.match.match import touched_by
from companion.match.question import Answer
from companion.ui.panels.tray import tokens_among
from companion.ui.view import Screen
from companion.words.table import refusal_text

if TYPE_CHECKING:
    from companion.match.match import Match
    from companion.remote.phone_seats import PhoneSeats, SeatAct
    from companion.ui.context import UiContext
    from companion.ui.play.computer import ComputerMode
    from companion.ui.play.mode import Mode


class SeatTask(enum.Enum):
    """What the player of a seat is to do."""

    WAIT = "wait"
    MOVE = "move"
    """Touch, and confirm."""
    MAKE = "make"
    """Make the move that was confirmed on the board."""
    SEE = "see"
    """Look on while it is shown."""
    ANSWER = "answer"
    ASKED = "asked"
    """Wait until others have answered, or ask no more."""
    BUSY = "busy"
    """Wait until something else at the table is over."""


class Answerable(Protocol):
    """What the match asks."""

    def answer(self, *, agree: bool) -> None: ...


class MatchOnScreen(Screen, Protocol):
    """The match on the screen of the table, as its phones know it."""

    stage: UiContext
    match: Match
    questions: Answerable

    @property
    def front(self) -> Mode | None: ...
    def take(self, answer: Answer) -> None: ...


class Confirmed(NamedTuple):
    """The move that was confirmed at a phone."""

    move: Move


class PhonePlayer:
    """The phones as players of the match of *play*, asked as the computer is.

    Attributes:
        is_by_hand: nobody makes their moves in their stead.
        fault: they have none that asking again would mend.
        half: the turn as far as it has come at the phone of who is to move.
        did: what its last touch did.
        refusal: why that was refused; empty where it was not.
    """

    is_by_hand = False
    fault = ""

    def __init__(self, seats: PhoneSeats, play: MatchOnScreen) -> None:
        self._seats = seats
        self._play = play
        self._match = match = play.match
        seats.follow(match)
        self._begin()

    def _begin(self) -> None:
        """Begin the turn of who is to move now."""
        self.half = self._match.position.begin()
        self.did: tuple[Fact, ...] = ()
        self.refusal = ""
        self._found: Confirmed | None = None

    def _follow(self) -> None:
        if self.half.position is not self._match.position:
            self._begin()

    @property
    def stamp(self) -> str:
        """Return what changes with all that Confirm or an answer may be meant for."""
        self._follow()
        return f"{self._match.stamp}.{len(self.half.touches)}"

    # As a player

    @property
    def result(self) -> Confirmed | None:
        """Return the move that was confirmed at the phone, None before."""
        self._follow()
        return self._found

    def is_due(self) -> bool:
        """Return whether a phone is to move."""
        match = self._match
        is_on = match.question is None and match.outcome is None and not match.is_closed
        return is_on and match.seats.is_at_phone(match.position)

    def absence(self) -> str:
        """Return why nothing comes of it now, as a code; empty where something may."""
        seat = self._match.position.seat
        if not self._seats.is_paired(seat):
            return "unpaired"
        return "" if seat in self._seats.present else "disconnected"

    def enter(self) -> Answer:
        """Commit its move, which is laid out."""
        return self._match.confirm(self._match.stamp)

    def look(self) -> None:
        """Do nothing: what has come is there."""

    def stop(self) -> None:
        """Do nothing: the phone goes on."""

    def ask_again(self) -> None:
        """Do nothing: it is asked all the time."""

    def agrees(self) -> bool:
        """Return False: questions are answered as any person does."""
        return False

    # What a phone asks for

    def task(self, seat: int) -> SeatTask:
        """Return what the player of *seat* is to do now."""
        match, play, front = self._match, self._play, self._play.front
        if match.outcome is not None and match.question is None:
            return SeatTask.WAIT
        if not play.stage.is_in_front(play) or match.is_closed or match.is_saving:
            return SeatTask.BUSY
        if match.question is not None:
            is_asked = match.question.awaiting[0] == seat % 2
            is_own = match.question.asker == seat % 2
            return SeatTask.ANSWER if is_asked else SeatTask.ASKED if is_own else SeatTask.WAIT
        if match.position.seat != seat or not self.is_due():
            return SeatTask.WAIT
        if not _is_for_others(front) or front.player is not self:
            return SeatTask.BUSY
        if front.moving is None and self.result is None:
            return SeatTask.MOVE
        return SeatTask.MAKE if front.carries and front.moving is not None else SeatTask.SEE

    def may_take_back(self, seat: int) -> bool:
        """Return whether the last ply of a person is that of *seat*, and may be asked back."""
        match, play = self._match, self._play
        is_free = play.stage.is_in_front(play) and match.question is None
        is_begun_here = play.front is None and match.half.touches
        if not is_free or match.outcome is not None or match.is_saving or is_begun_here:
            return False
        if play.front is not None and not _is_for_others(play.front):
            return False
        people = filter(match.seats.is_here, reversed(match.positions[:-1]))
        last = next(people, None)
        return last is not None and last.seat == seat

    def take(self, asked: SeatAct) -> bool:
        """Do what the phone that holds a seat has *asked*; return whether it may."""
        self._follow()
        seat, task = asked.seat, self.task(asked.seat)
        play, front = self._play, self._play.front
        if seat not in self._match.seats.phones:
            return False
        is_fresh = asked.stamp == self.stamp
        match asked.act:
            case "touch" if task is SeatTask.MOVE and asked.touch is not None:
                self._touch(asked.touch)
            case "back" if task is SeatTask.MOVE and self.half.touches:
                self.half, self.did, self.refusal = self.half.undone(), (), ""
            case "back" if task is SeatTask.MAKE and _is_for_others(front):
                self._lay_aside(front)
            case "back" if task is SeatTask.ASKED:
                play.take(self._match.back())
            case "confirm" if task is SeatTask.MOVE and is_fresh:
                self._confirm()
            case "confirm" if task is SeatTask.MAKE and _is_for_others(front):
                front.commit()
            case "yes" | "no" if task is SeatTask.ANSWER and is_fresh:
                play.questions.answer(agree=asked.act == "yes")
            case "take-back" if is_fresh and self.may_take_back(seat):
                _ask_back(play)
            case "draw" if task is SeatTask.MOVE and is_fresh:
                play.take(self._match.offer_draw(seat % 2))
            case "resign" if task is SeatTask.MOVE and is_fresh:
                play.take(self._match.resign(seat % 2))
            case _:
                return False
        play.stage.redraw()
        return True

    def _lay_aside(self, front: ComputerMode) -> None:
        """Have the move that was confirmed thought over again."""
        self._found, front.moving = None, None
        while self._match.half.touches:
            self._match.back()

    def _touch(self, touch: Touch) -> None:
        half = self.half
        is_site = isinstance(touch, int) and 0 <= touch < len(half.position.board)
        begun = half.position.begin().next_touches()
        if not is_site and touch not in tokens_among(begun, half):
            self._refuse(Refusal(Cause.NOTHING_TOUCHED))
            return
        touched = touched_by(half, touch)
        if touched.refusal is not None:
            self._refuse(touched.refusal)
            return
        self.half, self.refusal = touched.half, ""
        self.did = touched.facts if touched.code == "touched" else ()

    def _refuse(self, why: Refusal) -> None:
        self.refusal = refusal_text(why, self.half.position)

    def _confirm(self) -> None:
        move = self.half.move
        if move is None:
            is_begun = bool(self.half.touches)
            self._refuse(Refusal(Cause.INCOMPLETE if is_begun else Cause.NOTHING_TOUCHED))
        else:
            self._found, self.refusal = Confirmed(move), ""


def _ask_back(play: MatchOnScreen) -> None:
    """Ask for the last move of a person to be taken back, as Back at the table does."""
    front = play.front
    if _is_for_others(front):
        front.ask_back()
    else:
        play.take(play.match.back())


def _is_for_others(front: Mode | None) -> TypeGuard[ComputerMode]:
    return front is not None and front.is_for_others
