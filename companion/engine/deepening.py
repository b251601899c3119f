"""Iterative deepening: all first plies are looked at, each time one ply farther."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from companion.engine.budget import StoppedError
from companion.engine.limits import EXPECTED_FROM, WIN, plies_to_win
from companion.engine.searcher import Ranked, Search, worst_last

DEEPEST_FORCED = 4
"""Plies to look ahead where there is no choice: enough to say how the game stands."""

PlyValue: TypeAlias = Callable[[Ranked, int, int, int], int]
"""
What a first ply is worth to the side that makes it, that many plies ahead.

Exact between the bounds that follow, the lower one first; StoppedError where a limit is met.
"""


class Deepening:
    """Iterative deepening at the first position.

    Args:
        asked: what looks ahead.
        beam: first plies that are followed; None is all.
        margin: that of `AlphaBeta`.
    """

    def __init__(self, asked: PlyValue, beam: int | None = None, margin: int = 0) -> None:
        self._asked = asked
        self._beam = beam
        self._margin = margin

    def ranked(
        self, order: Sequence[Ranked], depth: int, report: Callable[[Search], None]
    ) -> Search:
        """Return *order* anew, looked at up to *depth* plies ahead; `Searcher.ranked` has more."""
        ranking = Search(order, 1)
        report(ranking)
        if len(order) == 1:
            depth = min(depth, DEEPEST_FORCED)
        for deeper in range(2, depth + 1):
            best = ranking.order[0].value
            end = plies_to_win(best)
            if end is not None and end < deeper:
                break
            try:
                deepened = self._deepened(ranking.order, deeper)
            except _PartlyError as partly:
                return Search(partly.order, ranking.depth)
            except StoppedError:
                break
            ranking = Search(deepened, deeper)
            report(ranking)
        return ranking

    def _deepened(self, order: Sequence[Ranked], depth: int) -> list[Ranked]:
        """Return *order* anew at *depth*; _PartlyError where a limit is met among them."""
        alpha = -WIN
        better: list[Ranked] = []
        worse: list[Ranked] = []
        left: Sequence[Ranked] = ()
        for number, ranked in enumerate(order):
            # Where all of them lose the others are followed too, at full strength.
            if number == self._beam and (self._margin or alpha > -EXPECTED_FROM):
                left = order[number:]
                break
            try:
                value = self._value(ranked, depth, alpha, is_first=not number)
            except StoppedError:
                if not better:
                    raise
                partly = [*better[::-1], *worse, *order[number:]]
                if alpha <= -EXPECTED_FROM:
                    # All that was looked at loses: the others may not.
                    partly.sort(key=worst_last)
                raise _PartlyError(partly) from None
            if value > alpha:
                alpha = value
                better.append(ranked._replace(value=value))
            else:
                worse.append(ranked._replace(value=value))
        # Each of the better ones was the best when it was found.
        worse.sort(key=worst_last)
        if self._margin:
            return [*sorted([*better[::-1], *worse], key=worst_last), *left]
        return [*better[::-1], *worse, *left]

    def _value(self, ranked: Ranked, depth: int, alpha: int, *, is_first: bool) -> int:
        """Return the value of a first ply, exact where it is within the margin of *alpha*."""
        if ranked.is_over:
            return ranked.value
        if is_first or self._margin:
            return self._asked(ranked, depth, max(-WIN, alpha - self._margin), WIN)
        value = self._asked(ranked, depth, alpha, alpha + 1)
        return self._asked(ranked, depth, alpha, WIN) if value > alpha else value


class _PartlyError(StoppedError):
    """A limit is met with some of the first plies looked at, the best so far first."""

    def __init__(self, order: list[Ranked]) -> None:
        super().__init__()
        self.order = order
