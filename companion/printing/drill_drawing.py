"""A drilling template: a hole over the lamp of each dot, true to scale."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.art.boards import MARK_HALF, crossings
from companion.art.shapes import Diamond, Disc, Fill, Ring, Stroke, edges, enlarged
from companion.contract import Board, LampGrid
from companion.contract.board import names_of
from companion.errors import PrintError
from companion.printing.board_drawing import BoardOnPaper
from companion.printing.drawing import PALE, Dashed, Drawing, Item, Text

LINE = 0.2
CROSS_LINE = 0.12
OUTLINE_DASH = (2.0, 1.2)
LAMP_RADIUS = 0.45
CROSS_BEYOND = 1.5
"""The cross of a hole reaches this far beyond it, in mm."""

NAME_SIZE = 2.4
LEAST_ROOM_FOR_NAMES = 4.5
"""Between neighboring holes, in mm."""


@dataclass(frozen=True)
class DrillPlan:
    """The holes of one board over one panel of lamps.

    Attributes:
        pitch: the distance of neighboring dots in mm.
        panel: the name of the panel in the board file.
        hole: the diameter of the holes in mm.
    """

    board: Board
    pitch: float
    panel: str
    hole: float

    @property
    def lamps(self) -> LampGrid:
        """Return where the lamps lie on the panel."""
        return self.board.lamps[self.panel]

    @property
    def led_pitch(self) -> float:
        """Return how far apart the lamps must be, in mm."""
        return self.pitch / self.lamps.pitch

    @property
    def corner(self) -> str:
        """Return the name of the near left place of the lattice, which need not be a dot."""
        return names_of(((0, 0),), self.board.naming, self.board.ranks)[0]

    def drawing(self) -> Drawing:
        """Return the template: outline, holes, the lamps between them, names."""
        paper = BoardOnPaper(self.board, self.pitch)
        edge = edges(paper.face(), LINE) if self.board.outline else ()
        marks = (Diamond(place, MARK_HALF) for place in crossings(self.board))
        items = (
            *(Dashed(line, PALE, OUTLINE_DASH) for line in edge),
            *(
                Fill(line, "ink")
                for mark in marks
                for line in edges(enlarged(mark, self.pitch), LINE)
            ),
            *self._other_lamps(),
            *self._holes(),
            *paper.labels(),
        )
        return replace(paper.drawing(), items=items)

    def _holes(self) -> Iterator[Item]:
        reach = self.hole / 2 + min(CROSS_BEYOND, (self.pitch - self.hole) / 3)
        has_names = self.pitch - self.hole >= LEAST_ROOM_FOR_NAMES
        for site, (file, rank) in enumerate(self.board.places):
            x, y = file * self.pitch, rank * self.pitch
            yield Fill(Ring((x, y), self.hole / 2, LINE), "ink")
            yield Fill(Stroke(((x - reach, y), (x + reach, y)), CROSS_LINE), "ink")
            yield Fill(Stroke(((x, y - reach), (x, y + reach)), CROSS_LINE), "ink")
            if has_names:
                beside = self.hole / 2 * math.sqrt(0.5) + 0.6
                at = (x + beside, y + beside)
                yield Text(at, self.board.names[site], NAME_SIZE, "muted")

    def _other_lamps(self) -> Iterator[Item]:
        """Yield a small point for each lamp between the outermost dots that is under none."""
        step = self.lamps.pitch
        taken = {(file * step, rank * step) for file, rank in self.board.places}
        for up in range((self.board.ranks - 1) * step + 1):
            for along in range((self.board.files - 1) * step + 1):
                if (along, up) not in taken:
                    at = (along * self.led_pitch, up * self.led_pitch)
                    yield Fill(Disc(at, LAMP_RADIUS), PALE)


def drill_plan(board: Board, pitch: float, panel: str | None, hole: float) -> DrillPlan:
    """Return the holes of *board* over the panel called *panel*, or over its first one.

    Raises:
        PrintError: the board has no such panel, or the holes would meet.
    """
    if not board.lamps:
        raise PrintError(
            "expected a board with lamps to drill for, as [lamps.WIDTHxHEIGHT] in its file, "
            "got {board!r}",
            board=board.name,
        )
    if panel is not None and panel not in board.lamps:
        known = ", ".join(board.lamps)
        raise PrintError(
            "expected a panel of board {board} ({known}), got {panel!r}",
            board=board.name,
            known=known,
            panel=panel,
        )
    if hole >= pitch:
        raise PrintError(
            "expected holes smaller than the pitch of {pitch:g} mm, got {hole:g} mm",
            pitch=pitch,
            hole=hole,
        )
    return DrillPlan(board, pitch, next(iter(board.lamps)) if panel is None else panel, hole)
