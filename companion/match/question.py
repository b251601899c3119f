"""What the match asks its players, and what it answers to each of their presses."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from companion.contract import Claim, Fact, Outcome, Refusal, Side
from companion.match.entries import ResultEntry, TakeBackEntry


class MatchEnd(enum.StrEnum):
    """How a match ends without its rules."""

    AGREED = "agreed"
    RESIGNED = "resigned"
    TIME = "time"


class MatchCause(enum.StrEnum):
    """Why the match refuses something that the rules know nothing of."""

    STALE = "stale"
    SAVING = "saving"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NOTHING_TO_REDO = "nothing-to-redo"
    ROUTE_TOO_LONG = "route-too-long"
    NO_CLAIM = "no-claim"
    NO_SUCH_PLY = "no-such-ply"
    QUESTION_OPEN = "question-open"
    NO_QUESTION = "no-question"
    NO_HINTS_LEFT = "no-hints-left"
    NO_FLAG = "no-flag"
    NO_CLOCK = "no-clock"
    TIME_IS_UP = "time-is-up"
    CLOSED = "closed"


class QuestionKind(enum.Enum):
    """What is to be agreed on."""

    TAKE_BACK = "take back"
    DRAW = "draw"
    RESIGN = "resign"
    CLAIM = "claim"
    REPETITION = "repetition"
    FLAG = "flag"


@dataclass(frozen=True)
class Question:
    """Something that happens only when everybody asked confirms it.

    Attributes:
        asker: the side that asks, or None where the program proposes.
        awaiting: the sides that still have to confirm, the next one first.
        plies: how many plies a take-back would undo; 0 undoes only the result agreed on.
        outcome: how the match would end, or None for a take-back.
        claim: the claim that is made, for `QuestionKind.CLAIM`.
    """

    kind: QuestionKind
    asker: Side | None
    awaiting: tuple[Side, ...]
    plies: int = 0
    outcome: Outcome | None = None
    claim: Claim | None = None

    @property
    def entry(self) -> ResultEntry | TakeBackEntry:
        """Return what is entered once all have agreed."""
        return ResultEntry(self.outcome) if self.outcome else TakeBackEntry(self.plies)


AGREED_DRAW: Final = Outcome(None, MatchEnd.AGREED)


@dataclass(frozen=True)
class Answer:
    """What a press or touch did, as a code, or why it did nothing.

    Codes: ``touched``, ``deselected``, ``reselected``, ``undone`` (a touch),
    ``proposed`` (a whole move laid out, not committed), ``committed``,
    ``asked`` (a question is open now), ``agreed`` (one side did, another is
    awaited), ``declined``, ``withdrawn``, ``taken-back``, ``redone``, ``ended``
    (by agreement or resignation), ``commented``, ``time-given``, ``refused`` (see
    *refusal*).

    Attributes:
        stamp: the match's stamp after it.
        facts: what the touch or the committed move does.
    """

    code: str
    stamp: int
    facts: tuple[Fact, ...] = ()
    refusal: Refusal | None = None
