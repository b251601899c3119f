"""Where men stand, where they may go, and what a mill is.

Sets of points are numbers, a bit for each point.  Source of the lines: the board as it is
usually printed, e.g. R. C. Bell, Board and Table Games from Many Civilizations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from companion.contract import Board, Options, OptionValue, Outcome, Piece, Placement, Side, Site
from companion.contract.codes import End
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
        started = () if self.start is None else (self.start,)
        return (*started, self.end) if self.removed is None else (*started, self.end, self.removed)

    def text(self, board: Board) -> str:
        """Return the notation: ``a1``, ``a1xd2``, ``a1-a4``, ``a1-a4xb2``."""
        start = "" if self.start is None else f"{board.name_of(self.start)}-"
        removed = "" if self.removed is None else f"x{board.name_of(self.removed)}"
        return f"{start}{board.name_of(self.end)}{removed}"


@dataclass(frozen=True, eq=False)
class Rules:
    """What the options and the board say.

    Attributes:
        men: how many each side begins with.
        draw_after: plies without a mill that are a draw; 0 where none are.
        beside: for each point those at the next points of its lines.
        mills: for each point the mills that it belongs to.
    """

    board: Board
    options: Options
    men: int
    draw_after: int
    beside: tuple[int, ...]
    mills: tuple[tuple[int, ...], ...]

    def closes(self, men: int, site: Site) -> tuple[int, ...]:
        """Return the mills that *men* have through *site*."""
        return tuple(mill for mill in self.mills[site] if mill & men == mill)

    def empty(self, state: State) -> int:
        """Return the points without a man."""
        return (1 << len(self.board)) - 1 & ~(state.men[0] | state.men[1])

    def plies(self, state: State) -> Iterator[Ply]:
        """Return every ply, in the order of the points touched; none when the game is over."""
        if self.outcome(state) is None:
            for start, end in self._steps(state):
                yield from (Ply(start, end, out) for out in self._removals(state, start, end))

    def _steps(self, state: State) -> Iterator[tuple[Site | None, Site]]:
        own, empty = state.men[state.side], self.empty(state)
        if state.hand[state.side]:
            yield from ((None, end) for end in sites_of(empty))
            return
        # As usually printed: three men left fly anywhere; many play without it.
        flies = self.options["flying"] and own.bit_count() == FEWEST
        for start in sites_of(own):
            ends = empty if flies else empty & self.beside[start]
            yield from ((start, end) for end in sites_of(ends))

    def _removals(self, state: State, start: Site | None, end: Site) -> tuple[Site | None, ...]:
        """Return which men may leave after a step; None where none does."""
        enemy = state.men[1 - state.side]
        if not enemy or not self.closes(self.moved(state, start, end), end):
            return (None,)
        # As usually printed: none in a mill, unless all of them are in mills.
        loose = tuple(site for site in sites_of(enemy) if not self.closes(enemy, site))
        return loose or tuple(sites_of(enemy))

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

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on.

        As usually printed: who has fewer than three men after the placing, or cannot
        move, loses.  Reading: so does who finds no empty point to place a man on.
        """
        for side in (state.side, 1 - state.side):
            if not state.hand[side] and state.men[side].bit_count() < FEWEST:
                return Outcome(1 - side, "too-few-men")
        if next(self._steps(state), None) is None:
            return Outcome(1 - state.side, End.NO_MOVES)
        # Reading: the printed rules leave draws to agreement; this ends what nobody can win.
        return Outcome(None, "no-mill") if 0 < self.draw_after <= state.quiet else None

    def hands(self, state: State) -> tuple[Piece, ...]:
        """Return the men in hand as pieces, White's first."""
        return tuple(Piece(side, 1) for side in (0, 1) for _ in range(state.hand[side]))

    def placement(self, state: State) -> Placement:
        """Return the men as pieces, in board order."""
        men = {site: (Piece(side, 1),) for side in (0, 1) for site in sites_of(state.men[side])}
        return dict(sorted(men.items()))


def sites_of(men: int) -> Iterator[Site]:
    """Return the points of the set *men*, in board order."""
    while men:
        yield (men & -men).bit_length() - 1
        men &= men - 1


@lru_cache(maxsize=64)
def rules_for(board: Board, options: tuple[tuple[str, OptionValue], ...]) -> Rules:
    """Return the rules under *options*, all of them; a BoardError on any other board."""
    chosen = dict(options)
    extra = DIAGONALS if chosen["diagonals"] else ()
    named = [tuple(map(board.site_of, line.split())) for line in LINES + extra]
    if len(board) != len({site for line in named for site in line}):
        raise BoardError(
            "expected the points of a morris board, got board {board!r}", board=board.name
        )
    beside, mills = [0] * len(board), [tuple[int, ...]()] * len(board)
    for line in named:
        for site in line:
            mills[site] += (sum(1 << other for other in line),)
            ends = 1 << line[0] | 1 << line[2]
            beside[site] |= ends if site == line[1] else 1 << line[1]
    drawn = {(line[0], line[2]) for line in named[len(LINES) :]} - set(board.strokes)
    if drawn:
        board = replace(board, strokes=(*board.strokes, *sorted(drawn)))
    men = 12 if chosen["diagonals"] else 9
    return Rules(board, chosen, men, int(chosen["draw_after"]), tuple(beside), tuple(mills))
