"""Work that takes longer than a frame: how far it is, and a way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

import pygame

from companion.ports import Press, Previous
from companion.ui.context import UiContext
from companion.ui.scene import Scene, is_back
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.background import Made, Telling, Work
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words.buttons import CANCEL
from companion.words.records import WORKING


class WorkingScene(Scene, Generic[Made]):
    """Waits for *work*, then makes room for what comes of it."""

    name = "working"

    def __init__(
        self,
        stage: UiContext,
        work: Work[Made],
        telling: Telling,
        then: Callable[[Made], None],
        failed: Callable[[str], None],
    ) -> None:
        super().__init__(stage)
        self.work = work
        self._told = telling
        self._then = then
        self._failed = failed
        self._shown = -1

    def banner(self) -> Banner:
        """Return how far it is."""
        return Banner(self._told(self.work.done, self.work.count))

    def labels(self) -> Labels:
        return (ButtonLabel(CANCEL()), NOTHING, NOTHING, NOTHING)

    def note(self) -> str:
        """Return what a player may do meanwhile."""
        return WORKING()

    def draw(self, pen: Pen, view: View) -> None:
        """Draw a bar that fills."""
        layout = pen.layout
        board = layout.board
        box = board.inset(layout.px(40), max(1, board.h // 2 - layout.px(14)))
        pen.panel(box, "panel", "button_edge")
        count = self.work.count
        if count:
            inner = box.inset(layout.px(4))
            width = round(inner.w * min(1.0, self.work.done / count))
            color = pen.theme.color("commit")
            rect = pygame.Rect(inner.x, inner.y, width, inner.h)
            pygame.draw.rect(pen.surface, color, rect, border_radius=layout.px(4))
        pen.panel(layout.note)
        inner = layout.note.inset(layout.px(12), layout.px(8))
        pen.paragraph(view.note, inner, 18, "text")

    def on(self, event: Press | Previous) -> None:
        """Give up waiting."""
        if isinstance(event, Press) and is_back(event):
            self.work.drop()
            self.stage.pop()

    def is_waiting(self) -> bool:
        """Return that work is done."""
        return True

    def update(self, now_s: float) -> None:
        """Show how far it is, and what came of it."""
        self.work.look()
        if self.work.is_over:
            self.stage.pop()
            self.finish()
        elif self.work.done != self._shown:
            self._shown = self.work.done
            self.stage.redraw()

    def finish(self) -> None:
        """Hand on what came of the work, which is over, or its problem."""
        if self.work.made is not None:
            self._then(self.work.made)
        else:
            self._failed(self.work.problem)
