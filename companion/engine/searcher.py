"""What every searcher of open positions gives: the first plies, the best first.

Knows positions alone; `companion.engine.alphabeta` is the usual one, and the
`Knowledge` of a game may name another.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from companion.contract import Position


class Ranked(NamedTuple):
    """A first ply as far as it is known: its worth, and where it leads.

    The worth is as `Result.score`, but that of a win which is expected, and not proved, is
    counted from `limits.EXPECTED`.
    """

    value: int
    child: Position
    is_over: bool = False


def worst_last(ranked: Ranked) -> int:
    """Return what plies are sorted by, the best first."""
    return -ranked.value


class Search(NamedTuple):
    """The first plies that were looked at, the best first, and the plies looked ahead for all.

    Attributes:
        others: finds the rest of the first plies where there are thousands: they are of no
            use but where all in *order* lose in the next turn.  With another one than the
            default it is not proved that the position is lost, whatever *order* says.
    """

    order: Sequence[Ranked]
    depth: int
    others: Callable[[], Sequence[Ranked]] = tuple

    def every(self) -> Iterator[Ranked]:
        """Yield all first plies; the others are found when they are asked for."""
        yield from self.order
        yield from self.others()


class Searcher(Protocol):
    """Ranks the first plies of one position; made for it, and given up after it.

    The `Budget` that it is made with is checked at least every few milliseconds:
    once it says so the searcher ends with what it has.

    Attributes:
        proves: values from `limits.WON_FROM` on are proved: no reply was left out.
    """

    proves: bool = False

    def ranked(
        self,
        position: Position,
        depth: int,
        chance: random.Random,
        report: Callable[[Search], None] = lambda ranking: None,
    ) -> Search:
        """Return the first plies, the best first.

        Args:
            position: whose side is to move; the game goes on.
            depth: the most plies to look ahead, where the searcher counts in plies.
            chance: all chance that there is: the same one gives the same answer.
            report: told what is found so far, first as soon as there is anything at all.
        """

    def line(self, position: Position, first: Position, most: int) -> list[Position]:
        """Return *first* and what is expected to follow it, at most *most* positions."""
