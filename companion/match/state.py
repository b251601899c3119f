"""What a match is at a moment: what is committed, the half-made turn, what is asked.

Changes nothing; `Match` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.clock.setting import parse_clock
from companion.clock.times import Times
from companion.contract import Game, Move, Outcome, Position, Refusal, Side, Site, removed_sites
from companion.contract.codes import Cause
from companion.match.entries import Header
from companion.match.history import History, Ply
from companion.match.question import MatchCause, Question
from companion.match.seats import Seats
from companion.match.sink import SinkConnection


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
        seats: which seats the program plays, as the header says.
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
        self.clock = parse_clock(header.clock)
        self.used_ms = 0
        self._fallen: frozenset[Side] = frozenset()
        self._sink = SinkConnection()
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
        """Return what both sides had left as the running turn began; None without a clock."""
        if self.clock is None:
            return None
        last = self.plies[-1].clock if self.plies else None
        times = Times(self.clock, last) if last is not None else Times.at_first(self.clock)
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
