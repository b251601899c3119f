"""The saved games: who won, how it went, and how it stood at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.match.library import Shelved
from companion.match.record import Record
from companion.ui.layout import Box
from companion.ui.marks import BoardPicture
from companion.ui.pen import Pen
from companion.ui.pictures import sizes_in_play
from companion.ui.scenes.menu import Choice, MenuScene
from companion.words.facts import outcome_text, plies_text, reason_text
from companion.words.games import game_title
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class RecordsScene(MenuScene):
    """The records, the newest first, the chosen one with its last position and its moves."""

    name = "records"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.shelf = stage.services.library.records()

    def title(self) -> str:
        """Return the heading."""
        return tr("Records") if self.shelf else tr("No game has been recorded yet")

    def make_choices(self) -> list[Choice]:
        """Return a line for each record."""
        return [self._choice(shelved) for shelved in self.shelf]

    def _choice(self, shelved: Shelved) -> Choice:
        record = shelved.record
        if record is None:
            return Choice(shelved.path.name, None, shelved.problem, tr("unreadable"))
        when = record.started[:16] or shelved.path.stem
        return Choice(game_title(record.game.name), None, self._story(record), when)

    def _story(self, record: Record) -> str:
        ended = tr("Unfinished.")
        if record.outcome is not None:
            reason = reason_text(record.outcome, record.game.name)
            ended = f"{outcome_text(record.outcome, record.game.name)}. {reason}"
        moves = " ".join(ply.text for ply in record.plies)
        return f"{ended} {plies_text(len(record.plies))}:\n{moves}"

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw the last position of the chosen record over its story."""
        if not self.shelf:
            return
        shelved = self.shelf[self.list.selected or 0]
        gap = pen.layout.px(10)
        if pen.layout.is_portrait:
            view = Box(box.x, box.y, min(box.h, box.w // 2), box.h)
            text_box = Box(view.right + gap, box.y, box.right - view.right - gap, box.h)
        else:
            view = Box(box.x, box.y, box.w, round(box.h * 0.55))
            text_box = Box(box.x, view.bottom + gap, box.w, box.bottom - view.bottom - gap)
        if shelved.record is not None:
            self._draw_end(pen, view, shelved.record)
        pen.panel(text_box)
        pen.paragraph(self.note(), text_box.inset(pen.layout.px(12), pen.layout.px(8)), 16, "text")

    def _draw_end(self, pen: Pen, view: Box, record: Record) -> None:
        last = self.stage.services.library.last_position(record)
        if last is None:
            return
        sizes = sizes_in_play(last)
        painter = self.stage.painter(last.board, view, has_names=False, sizes=sizes)
        painter.paint(pen.surface, BoardPicture(placement=last.pieces()))
