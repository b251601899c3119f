"""Counting and playing Alquerque fast: `loops` for one board and its rules.

On the shipped board the loops are taken written out where they have been compiled;
`setup.py` makes that module, and there is none where nothing is compiled.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any, Final

from companion.contract import Board
from companion.games.alquerque.rules.kernel import loops
from companion.games.alquerque.rules.kernel.loops import EVERYWHERE, POINTS, Ways

WRITTEN_OUT: Final = "companion.games.alquerque.rules.kernel.unrolled"


def ways_of(board: Board) -> Ways | None:
    """Return the ways of *board*, or None where one of them is no shift.

    That is a board with more than `POINTS` points, or with holes, so that one
    direction leads further along one rank than along another.
    """
    ways = []
    for direction in range(8):
        around = {site: ends[direction] for site, ends in enumerate(board.neighbors)}
        ends = {site: end for site, end in around.items() if end >= 0}
        shifts = {end - site for site, end in ends.items()}
        if len(shifts) > 1 or len(board) > POINTS:
            return None
        if shifts:
            shift = shifts.pop()
            steps = sum(1 << site for site in ends)
            hops = sum(1 << site for site, end in ends.items() if end in ends)
            ways.append((max(shift, 0), max(-shift, 0), steps, hops))
    return tuple(ways)


def kernel_for(board: Board, must_capture: bool) -> Kernel | None:
    """Return the kernel for *board*, or None where `ways_of` has no ways."""
    ways = ways_of(board)
    return None if ways is None else Kernel(code_for(ways, WRITTEN_OUT, loops), ways, must_capture)


def code_for(ways: Ways, name: str, plain: ModuleType) -> Any:  # noqa: ANN401
    """Return the module called *name*, *plain* written out, if it has been for the same board."""
    try:
        written = import_module(name)
    except ModuleNotFoundError:
        return plain
    return written if ways == written.WAYS else plain


class Kernel:
    """The rules without ``forward``, ``huffing`` and ``no_return`` on one board.

    The sets *own* and *enemy* are of the side to move and of the other one.

    Args:
        code: the module whose functions are called, a form of `loops`.
        must_capture: a side that can capture must, to the end of the route.
    """

    def __init__(self, code: Any, ways: Ways, must_capture: bool) -> None:  # noqa: ANN401
        self.code = code
        self.ways = ways
        self.must_capture = must_capture

    def able_to_capture(self, own: int, enemy: int) -> int:
        """Return the pieces of *own* that can capture."""
        able: int = self.code.able_to_capture(self.ways, own, enemy)
        return able

    def has_ply(self, own: int, enemy: int) -> bool:
        """Return whether any piece of *own* can step or capture."""
        has: bool = self.code.has_ply(self.ways, own, enemy)
        return has

    def plies(self, own: int, enemy: int) -> list[tuple[int, int]]:
        """Return for each ply what it leaves of *own* and of *enemy*, captures first."""
        listed: list[int] = self.code.plies(self.ways, own, enemy, self.must_capture)
        return [(ply & EVERYWHERE, ply >> POINTS) for ply in listed]

    def perft(self, own: int, enemy: int, depth: int) -> int:
        """Return the number of sequences of *depth* plies, 1 or more."""
        number: int = self.code.perft(self.ways, own, enemy, self.must_capture, depth)
        return number

    def playout(
        self, own: int, enemy: int, quiet: int, limit: int, most: int, seed: int
    ) -> tuple[int, int, int, int]:
        """Return where random plies lead, as `loops.playout` does."""
        end: tuple[int, int, int, int] = self.code.playout(
            self.ways, own, enemy, self.must_capture, quiet, limit, most, seed
        )
        return end
