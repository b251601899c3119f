"""What a search may cost and has cost, and what it found: a move, and a score with what that says.

Knows limits and a clock that is passed in, no positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.contract import Move
from companion.errors import EngineError

if TYPE_CHECKING:
    from companion.engine.reason import Reason


WIN: Final = 1_000_000
"""The score of a won game; a win in *n* plies counts *n* less."""

PIECE: Final = 100
"""What a piece more is worth; scores are hundredths of one, or of what stands for one."""

WON_FROM: Final = WIN - 10_000
"""Scores from here on say that the game is won for certain: every reply was looked at."""

EXPECTED: Final = WIN - 20_000
"""The value within a search of a game won where some replies were left out.

As of `WIN`, a win in *n* plies counts *n* less.
"""

EXPECTED_FROM: Final = EXPECTED - 10_000
"""Values from here on are wins, proved or expected."""

WINNING: Final = 2_000
"""The score of an expected win, and the highest one of all that are not proved."""

NEARLY_WON: Final = 400
"""The score at which nine tenths of the bar are filled.

From there on `companion.words.program.score_text` says "far ahead", so that bar and
words agree.  It is not a winning chance measured in games.
"""

UNSURE: Final = 0.03
"""What the bar leaves to the side that is behind, as long as its loss is not proved."""

_SLOPE: Final = math.log((0.9 - UNSURE) / (0.1 - UNSURE)) / NEARLY_WON

MOST_NODES: Final = 1_000_000_000
MOST_TIME_S: Final = 3600.0
DEEPEST: Final = 64
LEVELS: Final = range(1, 9)
"""From a child's first game to all that the other limits allow."""

FULL: Final = LEVELS[-1]

LONGEST_SCORE: Final = 20
"""Characters of a score that is none, as far as they are told."""


@dataclass(frozen=True)
class Limits:
    """How long a search may go on; it ends at the first limit met.

    However small they are, there is a move.  With *nodes* alone a search is the
    same on every machine.

    Args:
        nodes: positions valued, 1 .. `MOST_NODES`; None is no limit.
        time_s: seconds, above 0 and up to `MOST_TIME_S`; None is no limit.
        depth: plies, 1 .. `DEEPEST`.
        level: how well it plays, one of `LEVELS`; the highest is full strength.

    Raises:
        EngineError: a limit is out of range.
    """

    nodes: int | None = None
    time_s: float | None = None
    depth: int = DEEPEST
    level: int = FULL

    def __post_init__(self) -> None:
        if self.nodes is not None and not 1 <= self.nodes <= MOST_NODES:
            raise EngineError(
                "expected a limit of 1 to {most_nodes} nodes, got {nodes!r}",
                most_nodes=MOST_NODES,
                nodes=self.nodes,
            )
        if self.time_s is not None and not 0 < self.time_s <= MOST_TIME_S:
            raise EngineError(
                "expected a limit above 0 and up to {most_time_s:g} seconds, got {time_s!r}",
                most_time_s=MOST_TIME_S,
                time_s=self.time_s,
            )
        if not 1 <= self.depth <= DEEPEST:
            raise EngineError(
                "expected a depth of 1 to {deepest} plies, got {depth!r}",
                deepest=DEEPEST,
                depth=self.depth,
            )
        if self.level not in LEVELS:
            raise EngineError(
                "expected a level of 1 to {full}, got {level!r}", full=FULL, level=self.level
            )


@dataclass(frozen=True)
class Result:
    """What a search found.

    Attributes:
        move: the best move, always legal.
        line: the plies expected, *move* first; at least one.
        score: what *move* is worth to the side to move: hundredths of a piece or of
            what stands for one in the game, its `Knowledge.unit`, at most `WINNING`;
            `WON_FROM` and above for a win that is proved.
        nodes: positions valued.
        depth: plies looked ahead in full, 1 where only the first was.
        is_final: whether the search is over; an earlier answer may be bettered.
        reasons: what speaks for *move*, where that was asked for and the search is over.

    Raises:
        EngineError: *score* is none, as the values of a game from outside may have it.
    """

    move: Move
    line: tuple[Move, ...]
    score: int
    nodes: int
    depth: int
    is_final: bool = True
    reasons: tuple[Reason, ...] = ()

    def __post_init__(self) -> None:
        _require_whole(self.score)


def expected(value: int) -> int:
    """Return *value* of a search as it is where some plies were left out: no proof of a win."""
    if abs(value) < WON_FROM:
        return value
    return value - WIN + EXPECTED if value > 0 else value + WIN - EXPECTED


def plies_to_win(value: int) -> int | None:
    """Return after how many plies the *value* of a search has the game won or lost, or None."""
    if abs(value) < EXPECTED_FROM:
        return None
    return (WIN if abs(value) >= WON_FROM else EXPECTED) - abs(value)


def score_of(value: int, unit: int) -> int:
    """Return the *value* of a search as a `Result` tells it, in a game with that `unit`.

    Raises:
        EngineError: *value* is none, as the values of a game from outside may have it.
    """
    _require_whole(value)
    if abs(value) >= WON_FROM:
        return value
    most = WINNING - (abs(value) < EXPECTED_FROM)
    return max(-most, min(most, round(value * PIECE / unit)))


def _require_whole(value: object) -> None:
    if not isinstance(value, int) or abs(value) > WIN:
        raise EngineError(
            "expected values of positions as whole numbers below {won_from}, got {score}",
            won_from=WON_FROM,
            score=str(value)[:LONGEST_SCORE],
        )


def plies_to_end(score: int) -> int | None:
    """Return in how many plies *score* says that the game is won or lost at most, or None."""
    return WIN - abs(score) if abs(score) >= WON_FROM else None


def bar_share(score: int) -> float:
    """Return how much of the evaluation bar is the side to move's: a logistic of *score*.

    It is 0.0 where the game is lost for certain, 0.5 where both stand alike, 1.0 where it
    is won for certain, and stays away from both ends by `UNSURE` where nothing is.
    """
    if plies_to_end(score) is not None:
        return 1.0 if score > 0 else 0.0
    # The logistic by its other form, as exp() of the scores near a sure loss overflows.
    return (1 + (1 - 2 * UNSURE) * math.tanh(_SLOPE * score / 2)) / 2


KEPT_SHARE: Final = 0.1
MOST_KEPT_S: Final = 0.2
"""What is kept of the time for what follows the search: the look at the next turn, the texts."""


class StoppedError(Exception):
    """A limit is met; what was found so far stands."""


class Budget:
    """Counts nodes and watches limits; *is_cancelled* is asked now and then."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float], is_cancelled: Callable[[], bool]
    ) -> None:
        self.nodes = 0
        self._most = limits.nodes
        self._clock = clock
        self._is_cancelled = is_cancelled
        self._until: float | None = None
        self._end: float | None = None
        if limits.time_s is not None:
            self._end = clock() + limits.time_s
            self._until = self._end - min(MOST_KEPT_S, KEPT_SHARE * limits.time_s)

    def check(self) -> None:
        """Raise StoppedError when a limit is met."""
        if (self._most is not None and self.nodes >= self._most) or self.is_late():
            raise StoppedError

    def next_look(self, most: int) -> int:
        """Return at how many nodes to check again: *most* from now, or where the limit is."""
        step = most if self._most is None else max(1, min(most, self._most - self.nodes))
        return self.nodes + step

    def has_nodes(self, number: int) -> bool:
        """Return whether so many positions may still be valued."""
        return self._most is None or self._most - self.nodes >= number

    @contextmanager
    def holding_back(self, share: float) -> Iterator[None]:
        """End what is done within so early that *share* of the time left remains."""
        most, until = self._most, self._until
        if most is not None:
            self._most = most - int(share * (most - self.nodes))
        if until is not None:
            self._until = until - share * (until - self._clock())
        try:
            yield
        finally:
            self._most, self._until = most, until

    def is_late(self) -> bool:
        """Return whether the time of the search is over, or nobody waits for it."""
        return (self._until is not None and self._clock() >= self._until) or self._is_cancelled()

    def is_over(self) -> bool:
        """Return whether all the time is used, also what was kept for after the search."""
        return (self._end is not None and self._clock() >= self._end) or self._is_cancelled()
