"""Work that takes longer than a frame: how far it is, and a way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import pygame

from companion.ports import Press
from companion.ui.scene import NOTHING, Labels, Scene, is_back
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.ui.stage import Stage

Made = TypeVar("Made")
Made_co = TypeVar("Made_co", covariant=True)

Told = Callable[[int, int], str]
"""Returns the banner when so much is done, of so much (0: not known)."""


class Work(Protocol[Made_co]):
    """Something that is being made: in a thread, or a bit more at every look."""

    @property
    def made(self) -> Made_co | None:
        """Return what came of it, None before it is done."""
        ...

    @property
    def problem(self) -> str:
        """Return why nothing came of it, or an empty text."""
        ...

    @property
    def done(self) -> int:
        """Return how far it is, of `count`."""
        ...

    @property
    def count(self) -> int:
        """Return how much there is to do; 0 while that is not known."""
        ...

    @property
    def is_over(self) -> bool:
        """Return whether it is made, or cannot be."""
        ...

    def look(self) -> None:
        """Bring it on, where it does not go on by itself."""
        ...

    def drop(self) -> None:
        """Stop: nobody waits for it."""
        ...

    def wait(self) -> None:
        """Return when it is over; for tests and scripts."""
        ...


class WorkingScene(Scene, Generic[Made]):
    """Waits for *work*, then makes room for what comes of it."""

    name = "working"

    def __init__(
        self,
        stage: Stage,
        work: Work[Made],
        told: Told,
        then: Callable[[Made], None],
        failed: Callable[[str], None],
    ) -> None:
        super().__init__(stage)
        self.work = work
        self._told = told
        self._then = then
        self._failed = failed
        self._shown = -1

    def banner(self) -> Banner:
        """Return how far it is."""
        return Banner(self._told(self.work.done, self.work.count))

    def labels(self) -> Labels:
        """Return that Back gives up waiting."""
        return (ButtonLabel(tr("cancel")), NOTHING, NOTHING, NOTHING)

    def note(self) -> str:
        """Return what a player may do meanwhile."""
        return tr("This may take a while. Back stops it; nothing is lost.")

    def draw(self, pen: Pen) -> None:
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
        pen.paragraph(self.note(), inner, 18, "text")

    def press(self, press: Press) -> None:
        """Give up waiting."""
        if is_back(press):
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
            finish(self.work, self._then, self._failed)
        elif self.work.done != self._shown:
            self._shown = self.work.done
            self.stage.redraw()


def to_work(
    stage: Stage,
    work: Work[Made],
    told: Told,
    then: Callable[[Made], None],
    failed: Callable[[str], None],
) -> None:
    """Call *then* or *failed* with what comes of *work*, at once where it is done already."""
    if work.is_over:
        finish(work, then, failed)
    else:
        stage.push(WorkingScene(stage, work, told, then, failed))


def finish(work: Work[Made], then: Callable[[Made], None], failed: Callable[[str], None]) -> None:
    """Call *then* with what *work*, which is over, has made, or *failed* with its problem."""
    if work.made is not None:
        then(work.made)
    else:
        failed(work.problem)
