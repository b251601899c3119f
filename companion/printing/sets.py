"""What each game needs on paper: its board, its pieces, how many of each.

Most of it is known from the game's board and its first position; the file
``paper.toml`` in its folder may say the rest, see ``docs/printing.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from companion.contract import Board, Game, Options, Piece
from companion.plugins import find_game
from companion.plugins.data_file import read_data
from companion.printing.board_drawing import BoardOnPaper
from companion.printing.page import PAPERS

FILE: Final = "paper.toml"
KEYS: Final = ("pitch_mm", "each", "dominoes")
"""All that the file may say."""

LEAST_PITCH_MM: Final = 5.0
LARGEST_PITCH_MM: Final = 100.0
LARGEST_USUAL_PITCH_MM: Final = 30
"""Where the file names none: small boards need no giant pieces."""

MOST_EACH: Final = 1000
MOST_PIPS: Final = 9

SHAPES: Final = {"tiles": "tile", "stones": "stone"}
"""Pieces cut out, by what the board file says the real ones are."""


class Batch(NamedTuple):
    """Pieces that are alike: the side they belong to, their value, how many."""

    side: int
    value: int
    number: int


@dataclass(frozen=True)
class GameSet:
    """What one game needs on paper.

    Attributes:
        pitch_mm: the distance of neighboring dots where none is asked for.
        each: pieces a side; None where those of the first position are all there are.
        dominoes: the highest number of the domino set that belongs to it, or None.
    """

    game: Game
    pitch_mm: float
    each: int | None = None
    dominoes: int | None = None

    def sizes(self, options: Options) -> int:
        """Return how many values its pieces have under *options*."""
        return max((piece.value for piece in self._pieces(options)), default=1)

    def shape(self, options: Options) -> str:
        """Return what its pieces are: tile, stone, disc (nested sizes) or counter."""
        plain = "disc" if self.sizes(options) > 1 else "counter"
        return SHAPES.get(self.game.shipped_board().pieces, plain)

    def batches(self, options: Options, own: Board | None = None) -> list[Batch]:
        """Return all pieces of the game but its dominoes, the largest first; numbers in order.

        Args:
            options: of the game; values that it has not under them are left out.
            own: a board of one's own, whose set-up is counted instead where it has one.
        """
        start = own.setups.get("start", ()) if own is not None else ()
        sizes = self.sizes(options)
        counts = Counter(Piece(side, value) for side, value, _ in start if value <= sizes)
        batches = [
            Batch(piece.side, piece.value, number)
            for piece, number in (counts or Counter(self._pieces(options))).items()
        ]
        if self.shape(options) == "tile":
            return sorted(batches)
        return sorted(batches, key=lambda batch: (-batch.value, batch.side))

    def _pieces(self, options: Options) -> Iterator[Piece]:
        """Yield those of the first position; where each side has a number, so many of both."""
        if self.each is not None:
            return chain.from_iterable([Piece(side, 1)] * self.each for side in (0, 1))
        first = self.game.initial(options)
        return chain(*first.pieces().values(), first.off_board())

    def domino_tiles(self) -> list[tuple[int, int]]:
        """Return the tiles of its domino set, from the double blank on; none where it has none."""
        if self.dominoes is None:
            return []
        pips = range(self.dominoes + 1)
        return [(low, high) for low in pips for high in pips[low:]]


def find_set(name: str) -> GameSet:
    """Return what the game called *name* needs.

    Raises:
        OptionError: there is no such game.
        PluginError: its file says what none may say.
    """
    game = find_game(name)
    data = read_data(name, FILE)
    data.check_keys(*KEYS)
    usual = usual_pitch_mm(game.shipped_board())
    pitch_mm = data.number("pitch_mm", LEAST_PITCH_MM, LARGEST_PITCH_MM, usual)
    each = data.whole("each", range(1, MOST_EACH + 1)) if "each" in data else _fill(game)
    dominoes = data.whole("dominoes", range(MOST_PIPS + 1)) if "dominoes" in data else None
    return GameSet(game, pitch_mm, each, dominoes)


def _fill(game: Game) -> int | None:
    """Return how many pieces a side fill the board; None where its first position has some."""
    first = game.initial()
    return None if first.pieces() or first.off_board() else (len(first.board) + 1) // 2


def usual_pitch_mm(board: Board) -> float:
    """Return the largest whole pitch at which *board* fits on one A4 page, if any does."""
    windows = [paper.window for paper in (PAPERS["A4"], PAPERS["A4"].turned())]
    for pitch in range(LARGEST_USUAL_PITCH_MM, int(LEAST_PITCH_MM), -1):
        box = BoardOnPaper(board, pitch).box
        if any(box.width <= one.width and box.height <= one.height for one in windows):
            return pitch
    return LEAST_PITCH_MM
