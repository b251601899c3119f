"""Where men stand, where they may go, and what a mill is.

Sets of points are numbers, a bit for each point.  Source of the lines: the board as it is
usually printed, e.g. R. C. Bell, Board and Table Games from Many Civilizations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from companion.contract import Board, Options, Outcome, Piece, Placement, Side, Site
from companion.errors import BoardError

LINES: Final = (
    "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7",
    "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
)  # fmt: skip
"""The lines of three points; each is a mill for whoever has men on all of them."""

DIAGONALS: Final = ("a1 b2 c3", "g1 f2 e3", "a7 b6 c5", "g7 f6 e5")
"""The lines that the board of twelve men's morris has beside them."""

FEWEST: Final = 3
"""Men that a side needs to go on, and with which it may fly."""


class State(NamedTuple):
    """All that changes from ply to ply: men on the board, whose turn, men in hand, quiet plies."""

    men: tuple[int, int]
    side: Side
    hand: tuple[int, int]
    quiet: int = 0


class Ply(NamedTuple):
    """What a side does in its turn; where nothing moves or goes there is None."""

    start: Site | None
    end: Site
    removed: Site | None = None

    @property
    def touches(self) -> tuple[Site, ...]:
        """Return the points that are touched for it, in order."""
        return tuple(site for site in self if site is not None)


@dataclass(frozen=True, eq=False)
class Rules:
    """What the options and the board say.

    Attributes:
        men: how many each side begins with.
        beside: for each point those at the next points of its lines.
        mills: for each point the mills that it belongs to.
    """

    board: Board
    options: Options
    men: int
    beside: tuple[int, ...]
    mills: tuple[tuple[int, ...], ...]

    @property
    def draw_after(self) -> int:
        """Return how many plies without a mill are a draw; 0 where none are."""
        return int(self.options["draw_after"])

    # Mills

    def closes(self, men: int, site: Site) -> tuple[int, ...]:
        """Return the mills that *men* have through *site*."""
        return tuple(mill for mill in self.mills[site] if mill & men == mill)

    def removable(self, men: int) -> int:
        """
        Return those of *men* that the other side may remove.

        As usually printed: none in a mill, unless all of them are in mills.
        """
        loose = sum(1 << site for site in sites_of(men) if not self.closes(men, site))
        return loose or men

    # Plies

    def ends(self, state: State, start: Site) -> int:
        """
        Return the points to which the mover's man on *start* may go.

        As usually printed: anywhere with three men left; many play without it.
        """
        empty, left = self.empty(state), state.men[state.side].bit_count()
        return empty if left == FEWEST and self.options["flying"] else empty & self.beside[start]

    def empty(self, state: State) -> int:
        """Return the points without a man."""
        return (1 << len(self.board)) - 1 & ~(state.men[0] | state.men[1])

    def steps(self, state: State) -> Iterator[tuple[Site | None, Site]]:
        """Return what the mover may do before a man is removed, in board order."""
        if state.hand[state.side]:
            for end in sites_of(self.empty(state)):
                yield None, end
            return
        for start in sites_of(state.men[state.side]):
            for end in sites_of(self.ends(state, start)):
                yield start, end

    def plies(self, state: State) -> Iterator[Ply]:
        """Return every ply, in board order; none when the game is over."""
        if self.outcome(state) is not None:
            return
        for start, end in self.steps(state):
            yield from (Ply(start, end, out) for out in self.removals(state, start, end))

    def removals(self, state: State, start: Site | None, end: Site) -> tuple[Site | None, ...]:
        """Return which men may leave after a man has gone to *end*; None where none does."""
        enemy = state.men[1 - state.side]
        if not enemy or not self.closes(self.moved(state, start, end), end):
            return (None,)
        return tuple(sites_of(self.removable(enemy)))

    def moved(self, state: State, start: Site | None, end: Site) -> int:
        """Return the mover's men after one has gone from *start*, or from the hand, to *end*."""
        own = state.men[state.side] | 1 << end
        return own if start is None else own & ~(1 << start)

    def after(self, state: State, ply: Ply) -> State:
        """Return what *ply* leads to."""
        own = self.moved(state, ply.start, ply.end)
        enemy = state.men[1 - state.side]
        if ply.removed is not None:
            enemy &= ~(1 << ply.removed)
        is_quiet = ply.start is not None and not self.closes(own, ply.end)
        quiet = state.quiet + 1 if is_quiet and self.draw_after else 0
        hand = list(state.hand)
        hand[state.side] -= ply.start is None
        men = (enemy, own) if state.side else (own, enemy)
        return State(men, 1 - state.side, (hand[0], hand[1]), quiet)

    # Ends

    def outcome(self, state: State) -> Outcome | None:
        """
        Return how the game ended, or None while it goes on.

        As usually printed: who has fewer than three men after the placing, or cannot
        move, loses.  Reading: so does who finds no empty point to place a man on.
        """
        for side in (state.side, 1 - state.side):
            if not state.hand[side] and state.men[side].bit_count() < FEWEST:
                return Outcome(1 - side, "too-few-men")
        if next(self.steps(state), None) is None:
            return Outcome(1 - state.side, "no-moves")
        # Reading: the printed rules leave draws to agreement; this ends what nobody can win.
        if self.draw_after and state.quiet >= self.draw_after:
            return Outcome(None, "no-mill")
        return None

    def placement(self, state: State) -> Placement:
        """Return the men as pieces, in board order."""
        men = {site: (Piece(side, 1),) for side in (0, 1) for site in sites_of(state.men[side])}
        return dict(sorted(men.items()))


def sites_of(men: int) -> Iterator[Site]:
    """Return the points of the set *men*, in board order."""
    while men:
        lowest = men & -men
        yield lowest.bit_length() - 1
        men ^= lowest


def rules_for(board: Board, options: Options) -> Rules:
    """
    Return the rules on *board* under *options*, which are complete.

    Raises:
        BoardError: *board* has other points than a morris board.
    """
    return _rules(board, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _rules(board: Board, options: tuple[tuple[str, bool | int | str], ...]) -> Rules:
    chosen = dict(options)
    lines = LINES + DIAGONALS if chosen["diagonals"] else LINES
    named = [[board.site_of(name) for name in line.split()] for line in lines]
    if len({site for line in named for site in line}) != len(board):
        raise BoardError(f"expected the points of a morris board, got board {board.name!r}")
    beside = [0] * len(board)
    mills: list[tuple[int, ...]] = [()] * len(board)
    for first, middle, last in named:
        for one, other in ((first, middle), (middle, last)):
            beside[one] |= 1 << other
            beside[other] |= 1 << one
        mill = 1 << first | 1 << middle | 1 << last
        for site in (first, middle, last):
            mills[site] = (*mills[site], mill)
    men = 12 if chosen["diagonals"] else 9
    shown = _with_diagonals(board) if chosen["diagonals"] else board
    return Rules(shown, chosen, men, tuple(beside), tuple(mills))


@lru_cache(maxsize=64)
def _with_diagonals(board: Board) -> Board:
    """Return *board* with the four lines drawn on it, itself where it has them."""
    ends = [(line.split()[0], line.split()[-1]) for line in DIAGONALS]
    drawn = tuple((board.site_of(one), board.site_of(other)) for one, other in ends)
    if set(drawn) <= set(board.strokes):
        return board
    return replace(board, strokes=board.strokes + drawn)
