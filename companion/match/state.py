"""What a match is at a moment: what is committed, the half-made turn, what is asked.

Changes nothing; `Match` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Game, HalfMove, Outcome, Position, Site, removed_sites
from companion.match.entries import Header
from companion.match.hints import HintCount
from companion.match.history import History, Ply
from companion.match.keeping import Keeping
from companion.match.question import Question
from companion.match.seats import Seats


class MatchState:
    """
    One game between two sides at one table, as the screen, the lamps and the record read it.

    Attributes:
        header: how the match began.
        game: the game it is.
        stamp: changes with every change of anything.
        question: what is to be agreed on, or None.
        is_closed: its record is written; nothing changes any more.
        hints: how many were shown to each side, and how many may be.
        seats: which seats the program plays, as the header says.
    """

    def __init__(self, header: Header, game: Game, first: Position) -> None:
        self.header = header
        self.game = game
        self.stamp = 0
        self.question: Question | None = None
        self.is_closed = False
        self.seats = Seats(header.players)
        self._keeping = Keeping()
        self._history = History(first)
        self.hints = HintCount(header.hints, self._history)
        self._half = first.begin()

    @property
    def position(self) -> Position:
        """Return the position after all committed plies."""
        return self._history.position

    @property
    def positions(self) -> Sequence[Position]:
        """Return all positions, the first one first: one more than plies."""
        return self._history.positions

    @property
    def plies(self) -> Sequence[Ply]:
        """Return the committed plies."""
        return self._history.plies

    @property
    def undone(self) -> Sequence[Ply]:
        """Return the plies taken back, the one that `redo` would play last."""
        return self._history.undone

    @property
    def half(self) -> HalfMove:
        """Return the half-made turn."""
        return self._half

    @property
    def repetition_count(self) -> int:
        """Return how often the present position has stood, this time included."""
        return self._history.repetition_count

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
    def saving_problem(self) -> str:
        """Return why the match is not being saved, or an empty text."""
        return self._keeping.problem
