"""A game being played: the half-made turn, what is committed, and what must be agreed on.

Knows the rules only through their contract, and neither screen, clock nor
files: what is committed goes to a `Sink` before the match says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from companion.clock import GIVEN_MS, ClockSetting, Times, clock_text, parse_clock
from companion.contract import (
    Board,
    Fact,
    Game,
    HalfMove,
    Move,
    Options,
    Outcome,
    Piece,
    Position,
    Refusal,
    Side,
    Site,
    Touch,
    harmed_pieces,
    removed_sites,
)
from companion.contract.codes import Cause
from companion.contract.position import MOST_TOUCHES
from companion.errors import CompanionError
from companion.match.entries import (
    FREE_HINTS,
    CommentEntry,
    Entry,
    Header,
    HintEntry,
    HintLimits,
    PlyEntry,
    RedoEntry,
    ResultEntry,
    TakeBackEntry,
    TimeEntry,
    board_mark,
    clean_comment,
    clean_name,
)
from companion.match.history import NOTHING_GIVEN, History, Ply
from companion.match.question import (
    AGREED_DRAW,
    Answer,
    MatchCause,
    MatchEnd,
    Question,
    QuestionKind,
)
from companion.match.seats import PERSONS, Seats
from companion.match.sink import Sink, SinkConnection


class MatchState:
    """One game between two sides at one table, as the screen, the lamps and the record read it.

    Attributes:
        header: how the match began.
        game: the game it is.
        stamp: changes with every change of anything.
        question: what is to be agreed on, or None.
        is_closed: its record is written; nothing changes any more.
        positions: all of them, the first one first: one more than plies.
        plies: those that are committed.
        hints: how many were shown to each side, and how many may be.
        seats: which seats the program plays, as the header says, and which people elsewhere.
        entries: all that was committed, in order, the header aside; the last one may be on its
            way to the disk while `is_saving`.
        half: the half-made turn.
        clock: the time of each side, or None where nobody counts it.
        used_ms: how much of its time the running turn has used; whoever has a clock says so.
    """

    def __init__(self, header: Header, game: Game, first: Position) -> None:
        self.header = header
        self.game = game
        self.stamp = 0
        self.question: Question | None = None
        self.is_closed = False
        self.seats = Seats(header.players)
        self.entries: list[Entry] = []
        self.clock = parse_clock(header.clock)
        self.used_ms = 0
        self._fallen: frozenset[Side] = frozenset()
        self._sink = SinkConnection[Answer]()
        self._history = History(first, header.hints)
        self.positions: Sequence[Position] = self._history.positions
        self.plies: Sequence[Ply] = self._history.plies
        self.hints = self._history.hints
        self.half = first.begin()

    @property
    def position(self) -> Position:
        """Return the position after all committed plies."""
        return self._history.position

    def recent(self, count: int) -> tuple[Position, list[Move]]:
        """Return the position *count* plies ago, or the first one, and the moves since."""
        start = max(0, len(self.plies) - count)
        return self.positions[start], [ply.move for ply in self.plies[start:]]

    @property
    def undone(self) -> Sequence[Ply]:
        """Return the plies taken back, the one that `redo` would play last."""
        return self._history.undone

    @property
    def times(self) -> Times | None:
        """Return what both sides had left as the running turn began; None without a clock.

        What they were given since is counted.
        """
        if self.clock is None:
            return None
        last = self.plies[-1].clock if self.plies else None
        counted_ms = self.plies[-1].given_ms if last is not None else NOTHING_GIVEN
        times = Times(self.clock, last) if last is not None else Times.at_first(self.clock)
        for side in (0, 1):
            times = times.given(side, self._history.given_ms[side] - counted_ms[side])
        for side in self._fallen:
            times = times.fallen(side)
        return times

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, by rule, agreement or resignation, or None."""
        return self._history.outcome

    @property
    def last_route(self) -> tuple[Site, ...]:
        """Return where the pieces of the last ply have been, empty when there is none."""
        return self.plies[-1].route if self.plies else ()

    @property
    def set_up_number(self) -> int | None:
        """Return the seed that names the set-up where the players see what it shuffled."""
        return self.header.seed if self.game.is_shuffled and not self.header.position else None

    @property
    def last_removed(self) -> tuple[Site, ...]:
        """Return the sites from which the last ply removed pieces, in order."""
        return removed_sites(self.plies[-1].facts) if self.plies else ()

    @property
    def last_gone(self) -> dict[Site, Piece]:
        """Return the pieces that the last ply took off the board, by their sites."""
        return harmed_pieces(self.plies[-1].facts) if self.plies else {}

    @property
    def is_ours_to_write(self) -> bool:
        """Return whether what is entered next is entered at this table: that of who is to move.

        Two tables have the same entries because there is always one of them that writes.
        """
        return self.position.side not in self.seats.elsewhere

    @property
    def is_saving(self) -> bool:
        """Return whether something was confirmed that is done once it is safe on disk."""
        return self._sink.is_waiting

    @property
    def saving_problem(self) -> str:
        """Return why the match is not being saved, or an empty text."""
        return self._sink.problem

    def _no_change(self) -> Refusal | None:
        if self.is_closed:
            return Refusal(MatchCause.CLOSED)
        return Refusal(MatchCause.SAVING) if self.is_saving else None

    def _no_play(self) -> Refusal | None:
        if refusal := self._no_change():
            return refusal
        if self.question:
            return Refusal(MatchCause.QUESTION_OPEN)
        if self.outcome:
            return Refusal(Cause.GAME_OVER)
        return None


NO_OPTIONS: Options = MappingProxyType({})


class NewMatch(NamedTuple):
    """What a new match is made of, as it was chosen.

    Attributes:
        position: it begins with that, and not with the game's own.
        players: who plays each side, or each seat: see `Header`.
        hints: how many hints each side may ask for.
        clock: the time of each side.
        board: replaces the shipped one.
        started: when it began, where another table has said so; empty for now.
    """

    game: Game
    options: Options = NO_OPTIONS
    seed: int = 0
    position: Position | None = None
    players: tuple[str, ...] = PERSONS
    hints: HintLimits = FREE_HINTS
    clock: ClockSetting | None = None
    board: Board | None = None
    started: str = ""


class Match(MatchState):
    """One game between two sides at one table.

    Touches change only the half-made turn.  `confirm` commits it, and answers
    open questions; it is bound to the stamp of what the players saw.
    """

    @classmethod
    def start(cls, new: NewMatch, *, started: str = "", journal: Sink | None = None) -> Match:
        """Return the *new* match, its header in the *journal* if one is given.

        *started* is a local date and time, ``2026-07-04 18:30:05``.

        Raises:
            OptionError: an option or the seed is unknown or out of range.
        """
        first = new.position or new.game.initial(new.options, new.seed, new.board)
        text = first.to_text() if new.position else ""
        mark = board_mark(first.board)
        names = tuple(map(clean_name, new.players))
        header = Header(
            new.game.name, dict(first.options), new.seed, first.board.name, mark, started, text,
            names, new.hints, clock_text(new.clock),
        )  # fmt: skip
        match = cls(header, new.game, first)
        if journal is not None:
            match._sink.sink = journal
            match._sink.put(header)
        return match

    @classmethod
    def replayed(
        cls, header: Header, entries: Sequence[Entry], game: Game, board: Board | None = None
    ) -> tuple[Match, int, str]:
        """Return the match that *entries* tell, how many of them are good, and why not more.

        Raises:
            CompanionError: not even the first position can be set up.
        """
        if header.position:
            first = game.from_text(header.position, board)
        else:
            first = game.initial(header.options, header.seed, board)
        match = cls(header, game, first)
        good, reason = len(entries), ""
        for number, entry in enumerate(entries):
            try:
                match._history.replay(entry)
            except CompanionError as error:
                good, reason = number, error.message
                break
        match.entries += entries[:good]
        match.half = match.position.begin()
        return match, good, reason

    # The half-made turn.

    def touch(self, touch: Touch) -> Answer:
        """Extend the half-made turn by *touch*, or say why not; see `touched_by`."""
        if refusal := self._no_play():
            return self._refused(refusal)
        touched = touched_by(self.half, touch)
        if touched.refusal is not None:
            return self._refused(touched.refusal)
        self.half = touched.half
        return self._changed(touched.code, touched.facts)

    def propose(self, move: Move) -> Answer:
        """Lay *move* out as the half-made turn, for the players to make and confirm.

        Raises:
            IllegalMoveError: the rules do not allow it; nothing changes.
        """
        if refusal := self._no_play():
            return self._refused(refusal)
        return self._laid_out(self.position.half_move(move), "proposed")

    def follow(self, touches: Sequence[Touch]) -> Answer:
        """Make *touches* the half-made turn: what was done at the table, whatever was touched.

        Raises:
            IllegalMoveError: the rules do not allow them; nothing changes.
        """
        if refusal := self._no_play():
            return self._refused(refusal)
        if len(touches) > MOST_TOUCHES:
            return self._refused(Refusal(MatchCause.ROUTE_TOO_LONG))
        half = self.position.begin()
        facts: tuple[Fact, ...] = ()
        for touch in touches:
            facts = half.next_touches().get(touch, ())
            half = half.touch(touch)
        self.half = half
        return self._changed("touched" if touches else "deselected", facts)

    def note_hint(self) -> Answer:
        """Count a hint for the ply being made, the first one for it, or say why there is none."""
        if refusal := self._no_play():
            return self._refused(refusal)
        if not self.hints.is_shown:
            if self.hints.left(self.position.side) == 0:
                return self._refused(Refusal(MatchCause.NO_HINTS_LEFT))
            self._note(HintEntry(self.position.side))
        return self._changed("hinted")

    def back(self) -> Answer:
        """Withdraw the question, undo the last touch, or take back the last ply.

        Another person is asked before; a program is not.
        """
        if refusal := self._no_change():
            return self._refused(refusal)
        if self.question:
            self.question = None
            return self._changed("withdrawn")
        if self.half.touches:
            return self._laid_out(self.half.undone(), "undone")
        question = take_back_question(self._history, self.seats)
        if question is None:
            return self._refused(Refusal(MatchCause.NOTHING_TO_TAKE_BACK))
        if self.seats.has_person and question.awaiting == (question.asker,):
            return self._agree(question)
        self.question = self._written_by(question)
        return self._changed("asked")

    def confirm(self, stamp: int) -> Answer:
        """Commit the half-made turn or agree to the question, as they were at *stamp*."""
        if stamp != self.stamp:
            return self._refused(Refusal(MatchCause.STALE))
        if self.question and not self.is_saving:
            return self._agree(self.question)
        if refusal := self._no_play():
            return self._refused(refusal)
        move = self.half.move
        if move is None:
            is_begun = bool(self.half.touches)
            return self._refused(Refusal(Cause.INCOMPLETE if is_begun else Cause.NOTHING_TOUCHED))
        return self._commit(move)

    def redo(self) -> Answer:
        """Play the ply that was taken back last again, and what the program answered."""
        if refusal := self._no_play():
            return self._refused(refusal)
        if not self.undone or self.seats.elsewhere:
            return self._refused(Refusal(MatchCause.NOTHING_TO_REDO))
        if self.half.touches:
            return self._refused(Refusal(Cause.TURN_BEGUN))
        return self._put(RedoEntry(), self._redone)

    def comment(self, index: int, text: str) -> Answer:
        """Note *text* beside the ply with this *index*, from 0."""
        if self.is_closed:
            return self._refused(Refusal(MatchCause.CLOSED))
        if not 0 <= index < len(self.plies):
            return self._refused(Refusal(MatchCause.NO_SUCH_PLY))
        self._note(CommentEntry(index, clean_comment(text)))
        return self._changed("commented")

    def give_time(self, side: Side) -> Answer:
        """Give *side* some seconds more, which nobody has to agree to, or say why not."""
        if refusal := self._no_play():
            return self._refused(refusal)
        times = self.times
        if times is None:
            return self._refused(Refusal(MatchCause.NO_CLOCK))
        if times.left[side].has_fallen:
            return self._refused(Refusal(MatchCause.TIME_IS_UP))
        self._note(TimeEntry(side, GIVEN_MS))
        return self._changed("time-given")

    # What must be agreed on.

    def offer_draw(self, side: Side) -> Answer:
        """Ask for a draw: *side* confirms, then the other side."""
        both = (side, 1 - side)
        return self._ask(Question(QuestionKind.DRAW, side, both, outcome=AGREED_DRAW))

    def resign(self, side: Side) -> Answer:
        """Ask *side* whether it really gives up: never on a single press."""
        outcome = Outcome(1 - side, MatchEnd.RESIGNED)
        return self._ask(Question(QuestionKind.RESIGN, side, (side,), outcome=outcome))

    def claim(self, index: int, side: Side) -> Answer:
        """Ask for the end that the rules offer here: *side* confirms, then the other side."""
        claims = self.position.claims()
        if not 0 <= index < len(claims):
            return self._refused(Refusal(MatchCause.NO_CLAIM))
        claim, both = claims[index], (side, 1 - side)
        return self._ask(Question(QuestionKind.CLAIM, side, both, 0, claim.outcome, claim))

    def flag(self) -> Answer:
        """Ask whether the side whose opponent's time is out claims the win, or plays on."""
        side, times = self.position.side, self.times
        if refusal := self._no_play():
            return self._refused(refusal)
        if times is None or not times.is_out(side, self.used_ms):
            return self._refused(Refusal(MatchCause.NO_FLAG))
        # The flag falls once, whatever is answered.
        self._fallen |= {side}
        # A person says so where the program has won.
        speaker = None if 1 - side in self.seats.elsewhere else self.seats.speaker(1 - side)
        awaiting = (1 - side if speaker is None else speaker,)
        outcome = Outcome(1 - side, MatchEnd.TIME)
        return self._ask(Question(QuestionKind.FLAG, None, awaiting, outcome=outcome))

    def answer(self, agree: bool, stamp: int) -> Answer:
        """Agree to the open question or decline it, as it was at *stamp*."""
        if stamp != self.stamp:
            return self._refused(Refusal(MatchCause.STALE))
        if self.question is None:
            return self._refused(Refusal(MatchCause.NO_QUESTION))
        if refusal := self._no_change():
            return self._refused(refusal)
        if agree:
            return self._agree(self.question)
        self.question = None
        return self._changed("declined")

    # With phones and another table.

    def take_seat(self, seat: int) -> None:
        """Have the moves of *seat*, which a phone was to make, be made at the table."""
        seats = self.seats
        self.seats = Seats(self.header.players, seats.elsewhere, seats.taken | {seat})
        self.stamp += 1

    def sit(self, elsewhere: frozenset[Side]) -> None:
        """Have the people of the sides *elsewhere* sit at another table, all others here."""
        self.seats = Seats(self.header.players, elsewhere, self.seats.taken)
        self.question = None
        self.stamp += 1

    def check(self, entry: Entry) -> None:
        """Hold *entry* against what there is.

        Raises:
            CompanionError: it cannot follow on that.
        """
        if isinstance(entry, PlyEntry):
            self._history.played(entry)
        else:
            self._history.check(entry)

    def accept(self, entry: Entry) -> Answer:
        """Enter what was committed at another table.

        Raises:
            CompanionError: it cannot follow on what there is; nothing changes.
        """
        if refusal := self._no_change():
            return self._refused(refusal)
        if isinstance(entry, PlyEntry):
            return self._accept_ply(entry)
        self._history.check(entry)
        if isinstance(entry, ResultEntry | TakeBackEntry):
            self.question = None
            return self._enter(entry)
        self._note(entry)
        return self._changed("hinted" if isinstance(entry, HintEntry) else "time-given")

    def _accept_ply(self, entry: PlyEntry) -> Answer:
        ply, position = self._history.played(entry)

        def done() -> Answer:
            self._history.push(ply, position)
            return self._settled("committed", ply.facts)

        return self._put(entry, done)

    def put_question(self, question: Question | None) -> None:
        """Have *question* be the one that is open: another table asks it, or asks no more."""
        self.question = self._written_by(question) if question is not None else None
        self.stamp += 1

    # Keeping it.

    def keep_in(self, sink: Sink) -> None:
        """Save in *sink*, which has all entries so far, from now on."""
        self._sink.sink = sink
        self.save()

    def save(self) -> None:
        """Try again to save what could not be saved; `saving_problem` tells how it went."""
        problem = self.saving_problem
        self._sink.save()
        if self.saving_problem != problem:
            self.stamp += 1

    def settle(self) -> Answer | None:
        """Return the answer that was ``saving``, once it is safe or known not to be; or None."""
        return self._sink.settle()

    def conclude(self) -> None:
        """Do what was confirmed, for whoever writes all of the match behind it."""
        self._sink.conclude()

    def close(self) -> None:
        """Refuse every further change: the record is written."""
        self.is_closed = True
        self.question = None
        self.stamp += 1

    def _refused(self, refusal: Refusal) -> Answer:
        return Answer("refused", self.stamp, refusal=refusal)

    def _changed(self, code: str, facts: tuple[Fact, ...] = ()) -> Answer:
        self.stamp += 1
        return Answer(code, self.stamp, facts)

    def _laid_out(self, half: HalfMove, code: str) -> Answer:
        self.half = half
        return self._changed(code, half.facts())

    def _commit(self, move: Move) -> Answer:
        half = self.half
        position = self.position.after(half)
        side, is_hinted, times = self.position.side, self.hints.is_shown, self.times
        left = times.after(side, self.used_ms).left if times is not None else None
        ply = Ply(
            side,
            move,
            half.facts(),
            is_hinted,
            route=half.route(),
            clock=left,
            given_ms=self._history.given_ms,
        )

        def done() -> Answer:
            self._history.push(ply, position)
            return self._settled("committed", ply.facts)

        return self._put(PlyEntry(side, move.text, is_hinted, left), done)

    def _settled(self, code: str, facts: tuple[Fact, ...] = ()) -> Answer:
        """Begin the next turn; propose a draw where the position is due for it."""
        self.half = self.position.begin()
        if code != "ended":
            self.used_ms, self._fallen = 0, frozenset()
        may_ask = code != "taken-back" and self.outcome is None and self.is_ours_to_write
        if may_ask and self._history.is_draw_due():
            both = (self.position.side, 1 - self.position.side)
            self.question = Question(QuestionKind.REPETITION, None, both, outcome=AGREED_DRAW)
        return self._changed(code, facts)

    def _ask(self, question: Question) -> Answer:
        if refusal := self._no_play():
            return self._refused(refusal)
        self.question = self._written_by(question)
        return self._changed("asked")

    def _written_by(self, question: Question) -> Question:
        """Return *question*, to which the table that writes has to agree last."""
        writer = self.position.side
        if self.is_ours_to_write or writer in question.awaiting:
            return question
        return replace(question, awaiting=(*question.awaiting, writer))

    def _agree(self, question: Question) -> Answer:
        if len(question.awaiting) > 1:
            self.question = replace(question, awaiting=question.awaiting[1:])
            return self._changed("agreed")
        self.question = None
        return self._enter(question.entry)

    def _enter(self, entry: ResultEntry | TakeBackEntry) -> Answer:
        def done() -> Answer:
            self._history.replay(entry)
            return self._settled("ended" if isinstance(entry, ResultEntry) else "taken-back")

        return self._put(entry, done)

    def _put(self, entry: Entry, then: Callable[[], Answer]) -> Answer:
        """Enter *entry*, and do *then* once it is safe, now or later."""
        self.entries.append(entry)
        return self._sink.put(entry, then) or self._changed("saving")

    def _redone(self) -> Answer:
        self._history.replay(RedoEntry())
        if self.undone and self.seats.level_to_move(self.position) is not None:
            return self._put(RedoEntry(), self._redone)
        return self._settled("redone", self.plies[-1].facts)

    def _note(self, entry: Entry) -> None:
        """Record an entry that nobody waits for: what comes next is written after it."""
        self.entries.append(entry)
        self._sink.put(entry)
        self._history.replay(entry)


class Touched(NamedTuple):
    """What came of a touch of a half-made turn: what it is now, or why it stays as it was.

    Attributes:
        code: as that of an `Answer`.
        facts: what the touch does, or what the turn does that it leaves.
    """

    half: HalfMove
    code: str
    facts: tuple[Fact, ...] = ()
    refusal: Refusal | None = None


def touched_by(half: HalfMove, touch: Touch) -> Touched:
    """Return what *touch* makes of *half*: the one way of a finger, wherever it is.

    While only one piece is selected, touching it again deselects it and
    touching another movable one selects that instead.
    """
    facts = half.next_touches().get(touch)
    if facts is not None:
        if len(half.touches) >= MOST_TOUCHES:
            return Touched(half, "refused", refusal=Refusal(MatchCause.ROUTE_TOO_LONG))
        return Touched(half.extended(touch), "touched", facts)
    if len(half.touches) == 1:
        fresh = half.position.begin()
        if touch == half.touches[0]:
            return Touched(fresh, "deselected", fresh.facts())
        if touch in fresh.next_touches():
            chosen = fresh.extended(touch)
            return Touched(chosen, "reselected", chosen.facts())
    return Touched(half, "refused", refusal=half.refusal(touch))


def take_back_question(history: History, seats: Seats) -> Question | None:
    """Return the take-back of the last result agreed on or ply in *history*, or None.

    Whoever made the ply is taken to ask for it by that, and the other side is asked.
    What the program has played since goes back together with a person's ply, and the
    program agrees to it.
    """
    undoable = _undoable(history, seats)
    if undoable is None:
        return None
    plies, asker = undoable
    awaiting = asker if 1 - asker in seats.obliging else 1 - asker
    return Question(QuestionKind.TAKE_BACK, asker, (awaiting,), plies)


def _undoable(history: History, seats: Seats) -> tuple[int, Side] | None:
    if agreed := history.agreed:
        asker = history.position.side if agreed.winner is None else 1 - agreed.winner
        return 0, 1 - asker if asker in seats.elsewhere else asker
    if not history.plies:
        return None
    if not seats.has_person:
        return 1, history.plies[-1].side
    for plies, position in enumerate(reversed(history.positions[:-1]), 1):
        if seats.is_here(position):
            return plies, position.side
    return None
