"""The hint that a player asked for, and how far it has been read.

It is for one position and for the turn as far as it was begun: as soon as either
changes nothing of it shows.  Knows the match and the search, neither drawing nor words.
"""

from __future__ import annotations

import enum
from typing import Final

from companion.contract import HalfMove, Hands, Move, Position, Touch
from companion.engine.limits import Limits, Result
from companion.engine.service import Engine, Fault, SearchRequest
from companion.match.match import Match

HINT_S: Final = 1.5
"""How long a hint is thought about; with its reasons the last answer is there within 2 s."""

STOOD_S: Final = 0.7
"""How long the best move has to have stood before its piece is named."""

PLIES_BEFORE: Final = 6
"""So many plies go along with the position, so that a hint does not lead back at once."""


class HintStep(enum.Enum):
    """How much of a hint shows: each press of Hint shows more."""

    THINKING = "nothing yet"
    NUDGE = "which piece"
    MOVE = "the whole move"
    LINE = "what is expected to follow"


class StartedMove(enum.Enum):
    """How a half-made turn stands to the move that the search would make."""

    NOT = "nothing is touched"
    WELL = "the move begins like that"
    DONE = "it leads to the same position"
    OTHERWISE = "it has to be undone first"


def begun(half: HalfMove, move: Move) -> StartedMove:
    """Return how *half* stands to *move*, a legal move of its position."""
    touched = len(half.touches)
    if not touched:
        return StartedMove.NOT
    if half.touches == move.touches:
        return StartedMove.DONE
    if half.touches == move.touches[:touched]:
        return StartedMove.WELL
    position = half.position
    # Routes differ where what they lead to does not.
    if half.move is not None and position.after(half).key == position.play(move).key:
        return StartedMove.DONE
    return StartedMove.OTHERWISE


def is_bound(half: HalfMove) -> bool:
    """Return whether a hint has to go on from *half*: it names a real piece, which is held.

    Nobody knows what else is held, so that another one is no better advice.
    """
    position = half.position
    is_named = position.game.hands(position.options) is Hands.NAMED
    return bool(half.touches) and is_named


class HintSession:
    """One hint after another for one match.

    What shows stays: a better answer shows at the next press.

    Attributes:
        step: how much shows, or None for nothing.
        result: the answer that shows, or None.
        ply: which ply of the line shows, from 0, the move itself.
        begun: how the begun turn stands to the move.
    """

    def __init__(self, engine: Engine, match: Match) -> None:
        self._engine = engine
        self._match = match
        self._for: tuple[Position, tuple[Touch, ...]] | None = None
        self._asked: SearchRequest[Result] | None = None
        self._line: list[Position] = []
        self._nudged: tuple[Touch, ...] = ()
        self._best: Result | None = None
        self._best_since_s = 0.0
        self._is_all_wanted = False
        self.step: HintStep | None = None
        self.result: Result | None = None
        self.begun = StartedMove.NOT
        self.ply = 0

    @property
    def asked_position(self) -> Position:
        """Return the position that the hint is for."""
        return self._match.position

    @property
    def first_number(self) -> int:
        """Return the number of the ply that the hint is for, as the list of moves counts."""
        return len(self._match.plies) + 1

    @property
    def is_thinking(self) -> bool:
        """Return whether a better answer may still come."""
        return self._asked is not None

    @property
    def position(self) -> Position:
        """Return the position that shows: further on while the line is walked through."""
        if self.step is not HintStep.LINE or self.result is None:
            return self._match.position
        while len(self._line) <= self.ply:
            self._line.append(self._line[-1].play(self.result.line[len(self._line) - 1]))
        return self._line[self.ply]

    @property
    def move(self) -> Move | None:
        """Return the move that shows: that of the hint, or a later one of its line."""
        if self.result is None:
            return None
        return self.result.line[self.ply] if self.step is HintStep.LINE else self.result.move

    def ask(self) -> None:
        """Begin to think about the present position, and show that."""
        self.close()
        match = self._match
        self._for = (match.position, match.half.touches)
        self.step = HintStep.THINKING
        # Which piece to look at is settled where one that is held has been named.
        self._is_all_wanted = is_bound(match.half)
        self._asked = self._engine.ask(
            *match.recent(PLIES_BEFORE),
            Limits(time_s=HINT_S),
            is_explained=True,
            begun=match.half.touches if self._is_all_wanted else (),
        )

    def more(self) -> None:
        """Show the next part of the hint, or nothing after its last one."""
        if self.result is None:
            return
        if self.step is HintStep.NUDGE:
            self._is_all_wanted = True
            self.step, self.result = HintStep.THINKING, None
            self._show_if_settled(self._best_since_s)
        elif self.step is HintStep.MOVE and self.has_line:
            self.step, self._line = HintStep.LINE, [self._match.position]
            # Where hands are hidden the line is the move alone.
            self.ply = min(1, len(self.result.line) - 1)
        else:
            self.close()

    @property
    def has_line(self) -> bool:
        """Return whether there is something to say of what follows the move."""
        if self.result is None:
            return False
        position = self._match.position
        # Where hands are hidden it is said that nobody can know.
        is_hidden = position.public() is not position
        return is_hidden or len(self.result.line) > 1

    @property
    def is_other_piece(self) -> bool:
        """Return whether the move begins with another piece than the one that was named."""
        nudged = self._nudged
        return bool(nudged) and self.result is not None and nudged != self.result.move.touches[:1]

    def walk(self, by: int) -> None:
        """Show a later ply of the line, or an earlier one; round its ends."""
        if self.result is not None:
            self.ply = (self.ply + by) % len(self.result.line)

    def close(self) -> None:
        """Show nothing, and think no further."""
        if self._asked is not None:
            self._asked.drop()
        self._asked = self._for = None
        self.step = self.result = self._best = None
        self.ply, self._line, self._nudged = 0, [], ()

    def follow(self) -> bool:
        """Close what no longer fits the match; return whether there was something."""
        match = self._match
        if self._for is None:
            return False
        position, touches = self._for
        is_same = match.position is position and match.half.touches == touches
        if is_same and match.question is None:
            return False
        self.close()
        return True

    def poll(self, now_s: float) -> Result | Fault | None:
        """Return the answer that shows from now on, or why there is none; else None.

        A fault that comes after a first answer takes nothing away: it is not told.
        """
        asked = self._asked
        if asked is None:
            return None
        answer = asked.answer()
        if not asked.is_open:
            self._asked = None
        if isinstance(answer, Result):
            if self._best is None or answer.move != self._best.move:
                self._best_since_s = now_s
            self._best = answer
        elif self._asked is None and self._best is None:
            # It failed, or somebody else has asked since.
            self.close()
            return answer
        return self._show_if_settled(now_s)

    def _show_if_settled(self, now_s: float) -> Result | None:
        """Show the best answer once nothing better is waited for; return it if it is new."""
        best = self._best
        if self.step is not HintStep.THINKING or best is None:
            return None
        stands = begun(self._match.half, best.move)
        is_all = self._is_all_wanted or stands is StartedMove.DONE
        has_stood = not is_all and now_s - self._best_since_s >= STOOD_S
        if self.is_thinking and not has_stood:
            return None
        self.result, self.begun = best, stands
        if is_all:
            self.step = HintStep.MOVE
        else:
            self.step, self._nudged = HintStep.NUDGE, best.move.touches[:1]
        return best
