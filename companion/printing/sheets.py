"""The pages of one job: a board, the pieces or a drilling template of one game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.contract import Board, Options
from companion.printing.board_drawing import BoardOnPaper, millimeters
from companion.printing.drawing import Drawing, Sheet
from companion.printing.drill_drawing import DrillPlan
from companion.printing.page import Paper, sheets
from companion.printing.piece_shapes import domino, piece, piece_pages
from companion.printing.sets import GameSet
from companion.printing.tiling import contents, tiled
from companion.words import sheets as words


@dataclass(frozen=True)
class Job:
    """What is printed for one game on one kind of paper.

    Attributes:
        game: what the game needs.
        pitch: the distance of neighboring dots in mm.
    """

    game: GameSet
    paper: Paper
    pitch: float

    def board_sheets(self, board: Board, style: str) -> list[Sheet]:
        """Return the pages of *board*, drawn in *style*."""
        on_paper = BoardOnPaper(board, self.pitch, style)
        note = words.board_note(board, millimeters(self.pitch))
        return self._tiled("board", on_paper.drawing(), (note,))

    def drill_sheets(self, plan: DrillPlan) -> list[Sheet]:
        """Return the pages of the drilling template *plan*."""
        numbers = (millimeters(number) for number in (plan.led_pitch, plan.pitch, plan.hole))
        notes = (
            words.drill_note(plan.panel, plan.lamps, *numbers),
            words.first_lamp_note(plan.board, plan.corner, plan.lamps),
        )
        return self._tiled("drill", plan.drawing(), notes)

    def piece_sheets(self, options: Options, own: Board | None = None) -> list[Sheet]:
        """Return the pages of all pieces under *options*, or of the set-up of the board *own*."""
        kind, sizes = self.game.shape(options), self.game.sizes(options)
        tints = self.game.game.shipped_board().colors
        pieces: list[Drawing] = []
        for batch in self.game.batches(options, own):
            drawing = piece(kind, tints[batch.side], batch.value, sizes, self.pitch)
            pieces += [drawing] * batch.number
        dominoes = [domino(low, high) for low, high in self.game.domino_tiles()]
        count = len(pieces) + len(dominoes)
        nested = sizes if kind == "disc" else 1
        notes = (
            words.pieces_note(count, nested, self.game.game.board_name, millimeters(self.pitch)),
            words.cut_note(len(dominoes)),
        )
        pages = piece_pages([*pieces, *dominoes], self.paper.window)
        return sheets(self.paper, self._title("pieces"), notes, pages)

    def _tiled(self, what: str, drawing: Drawing, notes: tuple[str, ...]) -> list[Sheet]:
        tiling = tiled(drawing, self.paper)
        pages = [contents(drawing, tiling, tile) for tile in tiling.tiles]
        return sheets(tiling.paper, self._title(what), notes, pages, is_glued=True)

    def _title(self, what: str) -> str:
        return words.sheet_title(self.game.game.name, what)
