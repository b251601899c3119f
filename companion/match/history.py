"""What is committed of a match: plies, the positions between them, and an end agreed on.

Knows no players, files or half-made turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from companion.clock import BothLeft
from companion.contract import Fact, Move, Outcome, Position, Side, Site
from companion.errors import JournalError
from companion.match.entries import (
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
)

GivenMs: TypeAlias = tuple[int, int]
"""How much time each side was given by the other."""

NOTHING_GIVEN: Final[GivenMs] = (0, 0)

REPETITIONS_FOR_A_DRAW = 3
"""How often a position stands before a draw is proposed.

Reading: published rules leave draws to agreement, so the third time is only when the
program asks, as chess players expect.
"""


@dataclass(frozen=True)
class Ply:
    """One ply of the record: who made it, the move, what it did, and what was noted.

    Attributes:
        route: where the moved pieces have been, in order.
        clock: what both sides have left after it, or None without a clock.
        given_ms: how much each side had been given by then, which *clock* counts.
    """

    side: Side
    move: Move
    facts: tuple[Fact, ...] = ()
    is_hinted: bool = False
    comment: str = ""
    route: tuple[Site, ...] = ()
    clock: BothLeft | None = None
    given_ms: GivenMs = NOTHING_GIVEN


@dataclass
class HintCount:
    """The hints of one match; those for plies that were taken back stay counted.

    Attributes:
        limits: how many each side may ask for.
        used: how many plies of each side have been hinted.
        is_shown: whether a hint was shown for the ply that is being made.
    """

    limits: HintLimits
    used: list[int] = field(default_factory=lambda: [0, 0])
    is_shown: bool = False

    def left(self, side: Side) -> int | None:
        """Return how many hints *side* may still ask for, or None for any number."""
        limit = self.limits[side]
        return None if limit is None else max(0, limit - self.used[side])

    def are_off(self, side: Side) -> bool:
        """Return whether *side* plays without hints."""
        return self.limits[side] == 0


class History:
    """Every position from the first to the present one, and what was taken back.

    Attributes:
        agreed: the end that the sides agreed on or that one resigned to, or None.
        hints: how many were shown to each side, and how many may be.
        given_ms: how much time each side was given; what is taken back does not change it.
        positions: all of them, the first one first: one more than plies.
        plies: all of them, the first one first.
    """

    def __init__(self, first: Position, hints: HintLimits) -> None:
        self.agreed: Outcome | None = None
        self.hints = HintCount(hints)
        self.given_ms = NOTHING_GIVEN
        self.positions = [first]
        self.plies: list[Ply] = []
        self._undone: list[tuple[Ply, Position]] = []
        self._seen: Counter[object] = Counter([_key(first)])
        self._counts = [1]
        self._ended: tuple[Position, Outcome | None] = (first, first.outcome())

    @property
    def position(self) -> Position:
        """Return the present position."""
        return self.positions[-1]

    @property
    def undone(self) -> Sequence[Ply]:
        """Return what was taken back, the ply that `redo` would play last."""
        return [ply for ply, _ in self._undone]

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None."""
        # Asked a hundred times a second, while a position stands for a minute.
        if self._ended[0] is not self.position:
            self._ended = (self.position, self.position.outcome())
        return self.agreed or self._ended[1]

    def is_draw_due(self) -> bool:
        """Return whether the present position is the one that should make both think of a draw.

        It is when the position stands for the third time and no other one has
        done so since the players last found a position that was new.
        """
        if self._counts[-1] != REPETITIONS_FOR_A_DRAW:
            return False
        for count in reversed(self._counts[:-1]):
            if count == 1:
                return True
            if count >= REPETITIONS_FOR_A_DRAW:
                return False
        return True

    def push(self, ply: Ply, position: Position) -> None:
        """Add *ply*, which leads to *position*; nothing can be redone any more."""
        self._undone.clear()
        self._add(ply, position)

    def check(self, entry: Entry) -> None:
        """Hold *entry*, no ply, against what there is.

        Raises:
            CompanionError: it cannot follow on that.
        """
        trial = copy(self)
        trial.plies, trial.positions = list(self.plies), list(self.positions)
        trial._undone, trial._counts = list(self._undone), list(self._counts)
        trial._seen, trial.hints = self._seen.copy(), deepcopy(self.hints)
        trial.replay(entry)

    def replay(self, entry: Entry) -> None:
        """Do what *entry* tells.

        Raises:
            CompanionError: it cannot follow on what there is; nothing changes.
        """
        match entry:
            case PlyEntry():
                self.push(*self.played(entry))
            case HintEntry(side):
                self._hint(side)
            case TimeEntry(side, ms):
                self._must_go_on()
                first, second = self.given_ms
                self.given_ms = (first + ms, second) if side == 0 else (first, second + ms)
            case TakeBackEntry(plies):
                self._take_back(plies)
            case RedoEntry():
                self._redo()
            case CommentEntry(index, text):
                self._note(index, text)
            case ResultEntry(outcome):
                self._must_go_on()
                self.agreed = outcome
            case Header():
                raise JournalError("expected a header only at the beginning")

    def played(self, entry: PlyEntry) -> tuple[Ply, Position]:
        """Return the ply that *entry* tells, and the position that it leads to.

        Raises:
            CompanionError: it cannot follow on what there is.
        """
        self._must_go_on()
        position = self.position
        if entry.side != position.side:
            raise JournalError(
                "expected a ply of side {side}, got {got!r}",
                side=position.side,
                got=entry.side,
            )
        move = position.parse(entry.text)
        half = position.half_move(move)
        facts, route = half.facts(), half.route()
        ply = Ply(
            entry.side,
            move,
            facts,
            entry.is_hinted,
            route=route,
            clock=entry.clock,
            given_ms=self.given_ms,
        )
        return ply, position.after(half)

    def _hint(self, side: Side) -> None:
        self._must_go_on()
        if side != self.position.side or self.hints.is_shown:
            raise JournalError(
                "expected the first hint for a ply of its side, got {side!r}", side=side
            )
        self.hints.used[side] += 1
        self.hints.is_shown = True

    def _take_back(self, plies: int) -> None:
        # No plies: only the result agreed on goes.
        if plies > len(self.plies) or bool(plies) == bool(self.agreed):
            raise JournalError("expected plies that can be taken back, got {plies!r}", plies=plies)
        self.agreed = None
        self.hints.is_shown = False
        for _ in range(plies):
            self._counts.pop()
            self._seen[_key(self.position)] -= 1
            self._undone.append((self.plies.pop(), self.positions.pop()))

    def _redo(self) -> None:
        self._must_go_on()
        if not self._undone:
            raise JournalError("expected a ply that had been taken back")
        self._add(*self._undone.pop())

    def _note(self, index: int, text: str) -> None:
        if not index < len(self.plies):
            raise JournalError("expected a comment on a ply there is, got {index!r}", index=index)
        self.plies[index] = replace(self.plies[index], comment=text)

    def _must_go_on(self) -> None:
        if self.outcome:
            raise JournalError("expected nothing after the end of the game")

    def _add(self, ply: Ply, position: Position) -> None:
        key = _key(position)
        self.hints.is_shown = False
        self._seen[key] += 1
        self.plies.append(ply)
        self.positions.append(position)
        self._counts.append(self._seen[key])


def _key(position: Position) -> object:
    return position.side, position.key
