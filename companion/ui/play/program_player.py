"""The program as a player: asks the search, waits for it without waiting, remembers its choice.

Screen and lamps show one leg: what to lift, where to put it, what to take away.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from companion.art.marks import Mark
from companion.contract import (
    Fact,
    HalfMove,
    Move,
    Position,
    Site,
    harmed_pieces,
    harmed_sites,
)
from companion.engine.limits import Limits, Result
from companion.engine.service import Engine, Fault, SearchRequest
from companion.match.match import Match
from companion.match.question import Answer, QuestionKind
from companion.ui.board.marks import Arrow, BoardPicture
from companion.ui.board.motion import halves_of, moves_piece
from companion.ui.board.pictures import turn_outlines

THINK_S: Final = 3.0
"""How long the program thinks at most; lower levels end by themselves."""

CONSIDERING: Final = Limits(time_s=1.0)
"""What it may spend on an offer, which every level judges as well as it can."""

RECALLED: Final = 24
"""So many last plies are told to the search, which does not lead back to where they were.

Each is played again when it is asked, in the loop of the screen.
"""

ACCEPTED: Final = 40
"""In hundredths of a piece: a program that stands better than this plays on."""

ANSWERED: Final = frozenset({QuestionKind.DRAW, QuestionKind.CLAIM, QuestionKind.REPETITION})
"""What the program answers where no person plays for a side; a take-back it never minds."""


class HasMove(Protocol):
    """What a player has found."""

    @property
    def move(self) -> Move: ...


class MoveFinder(Protocol):
    """One who sits at no seat here: the program, or the people of another table.

    Attributes:
        is_by_hand: a person makes the move in its stead, after a fault.
        fault: the code of why no answer came to what was asked last, or empty.
    """

    is_by_hand: bool
    fault: str

    @property
    def result(self) -> HasMove | None: ...
    def is_due(self) -> bool: ...
    def agrees(self) -> bool: ...
    def look(self) -> None: ...
    def ask_again(self) -> None: ...
    def stop(self) -> None: ...
    def enter(self) -> Answer: ...
    def absence(self) -> str: ...


def limits_of(level: int) -> Limits:
    """Return what the program that plays at *level* may spend on a move."""
    return Limits(time_s=THINK_S, level=level)


class ProgramPlayer:
    """What the program does in one match when it is to move or to answer.

    Attributes:
        is_by_hand: a person makes the move in its stead, after a fault.
        fault: the code of why no answer came to what was asked last, or empty.
    """

    def __init__(self, engine: Engine, match: Match) -> None:
        self.is_by_hand = False
        self.fault = ""
        self._engine = engine
        self._match = match
        self._asked: SearchRequest[Result] | None = None
        self._is_for_answer = False
        self._found: dict[bool, tuple[Position, Result]] = {}

    @property
    def level(self) -> int | None:
        """Return the level at which the program is to move, or None where a person is."""
        return self._match.seats.level_to_move(self._match.position)

    def is_asked(self) -> bool:
        """Return whether a question waits for the program's answer."""
        question, obliging = self._match.question, self._match.seats.obliging
        if question is None or question.kind not in ANSWERED:
            return False
        return question.awaiting[0] in obliging

    def is_due(self) -> bool:
        """Return whether the program is to move or to answer, and nobody does it in its stead."""
        match = self._match
        if match.question is not None:
            return self.is_asked()
        if match.is_closed or match.outcome is not None or self.level is None:
            self.is_by_hand = False
            return False
        return not self.is_by_hand

    @property
    def result(self) -> Result | None:
        """Return what the search found for what is due in the present position, or None."""
        position, result = self._found.get(self.is_asked(), (None, None))
        return result if position is self._match.position else None

    def agrees(self) -> bool:
        """Return whether the program, whose `result` is there, agrees to the question."""
        question, result = self._match.question, self.result
        assert question is not None and result is not None, "something was asked and thought about"
        side = question.awaiting[0]
        outcome = question.outcome
        if question.kind is QuestionKind.REPETITION:
            return True
        if outcome is not None and outcome.winner is not None:
            return outcome.winner == side
        standing = result.score if self._match.position.side == side else -result.score
        return standing <= ACCEPTED

    def look(self) -> None:
        """Ask about the present position where that is not done, and take what came of it."""
        if self.result is not None or self.fault:
            return
        asked = self._asked
        if asked is None or not self._fits(asked):
            asked = self._asked = self._ask()
        answer = asked.answer()
        if isinstance(answer, Fault):
            self.fault, self._asked = answer.code, None
        elif answer is not None and answer.is_final:
            self._found[self._is_for_answer] = (self._match.position, answer)
            self._asked = None

    def _fits(self, asked: SearchRequest[Result]) -> bool:
        """Return whether *asked* is about what is due, and nobody else has asked since."""
        is_meant = self._is_for_answer == self.is_asked()
        return is_meant and asked.is_open and asked.position == self._match.position

    def _ask(self) -> SearchRequest[Result]:
        match, level = self._match, self.level
        self._is_for_answer = self.is_asked()
        limits = CONSIDERING if self._is_for_answer or level is None else limits_of(level)
        seed = match.header.seed + len(match.plies)
        return self._engine.ask(*match.recent(RECALLED), limits, seed)

    def enter(self) -> Answer:
        """Commit its move, which is laid out."""
        return self._match.confirm(self._match.stamp)

    def absence(self) -> str:
        """Return an empty text: it is always there."""
        return ""

    def ask_again(self) -> None:
        """Forget the fault: the next look asks again."""
        self.fault = ""
        self.is_by_hand = False

    def stop(self) -> None:
        """Stop thinking; what was found stays."""
        if self._asked is not None:
            self._asked.drop()
            self._asked = None


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
    picture = BoardPicture(
        placement=half.pieces(), last_move=half.route(), gone=harmed_pieces(half.facts())
    )
    marks = {site: frozenset({Mark.LAST_MOVE}) for site in harmed_sites(half.facts())}
    outlines = turn_outlines(half, None)
    return replace(picture, marks=marks, immune=half.immune(), outlines=outlines)
