"""The guide at the table: what to set, lift or move, one step after the other, lamps lit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.contract import Placement
from companion.match.match import Match
from companion.ports import ButtonName, Press, Previous
from companion.table.steps import StepKind, TableStep, checking_steps, set_up_steps
from companion.table.watch import GuideWatch
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import step_picture
from companion.ui.context import UiContext
from companion.ui.panels.panels import draw_note, draw_off_board, note_h
from companion.ui.panels.racks import SideRacks
from companion.ui.play.table_view import TableView
from companion.ui.scene import Scene, is_back
from companion.ui.view import NOTHING, Labels, Topic, View
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words.guide import (
    STEP_COUNTER,
    set_text,
    step_note,
    step_text,
    tasks_after,
    tasks_before,
)
from companion.words.names import SetUpTask
from companion.words.table import beside_text
from companion.words.voice import Voice

GuideStep = SetUpTask | TableStep
"""A step at the board, or one beside it."""

LINE_DESIGN_PX = 28
PORTRAIT_LINE_DESIGN_PX = 30


def first_steps(match: Match) -> tuple[GuideStep, ...]:
    """Return the steps before the first move: an empty board, everything beside it."""
    position = match.position
    pieces = set_up_steps(position.pieces(), position.board)
    return (*tasks_before(position), *pieces, *tasks_after(position))


def standing_steps(match: Match) -> tuple[GuideStep, ...]:
    """Return the steps that find every piece of the present position, or set it."""
    position = match.position
    return (*checking_steps(position.pieces()), *tasks_after(position))


class SetTableScene(Scene):
    """Each step in turn: Confirm goes on, Back goes back, Next skips the rest.

    A sensed board that shows a step to be done goes on by itself.

    Args:
        steps: at least one.
        then: what comes after the last one.
        then_label: what Confirm is called there.
        seed: from which the set-up was drawn, or None where it was not drawn.
    """

    name = "set table"
    topic = Topic.TABLE

    def __init__(
        self,
        stage: UiContext,
        match: Match,
        steps: Sequence[GuideStep],
        then: Callable[[], None],
        then_label: str,
        seed: int | None = None,
    ) -> None:
        super().__init__(stage)
        self.match = match
        self.table: TableView = TableView(stage, match)
        self.steps = tuple(steps)
        self.at = 0
        self._then = then
        self._then_label = then_label
        self._seed = seed
        self._watch = GuideWatch()

    @property
    def step(self) -> GuideStep:
        """Return the step that is shown."""
        return self.steps[self.at]

    @property
    def _is_last(self) -> bool:
        return self.at == len(self.steps) - 1

    def show(self) -> View:
        """Return the table at this step, with the places that it concerns marked."""
        step = self.step
        if isinstance(step, TableStep):
            picture = step_picture(step)
        else:
            # What stands does not change while something is done beside the board.
            before = [step for step in self.steps[: self.at] if isinstance(step, TableStep)]
            picture = BoardPicture(placement=before[-1].standing if before else {})
        return super().show()._replace(picture=picture, stamp=self.at)

    def banner(self) -> Banner:
        step = self.step
        if isinstance(step, SetUpTask):
            return Banner(step.banner)
        text = step_text(step, self.match.game.name, self.table.board)
        sides = {piece.side for piece in step.pieces}
        return Banner(text, self.table.side_color(sides.pop()) if len(sides) == 1 else None)

    def _line(self, step: GuideStep) -> str:
        """Return *step* as the list of steps tells it."""
        if isinstance(step, SetUpTask):
            return step.banner
        tell = set_text if step.kind in (StepKind.SET, StepKind.CHECK, StepKind.ROW) else step_text
        return tell(step, self.match.game.name, self.table.board)

    def counter(self) -> str:
        """Return how far the guide is."""
        return STEP_COUNTER(number=self.at + 1, count=len(self.steps))

    def labels(self) -> Labels:
        """Return what the buttons do: the next step, or what follows the last one."""
        return (
            ButtonLabel(buttons.PREVIOUS() if self.at else buttons.GO_BACK()),
            NOTHING if self._is_last else ButtonLabel(buttons.SKIP_THE_REST()),
            NOTHING,
            ButtonLabel(self._then_label if self._is_last else buttons.DONE(), True),
        )

    def note(self) -> str:
        """Return where exactly, and what else helps."""
        step = self.step
        if isinstance(step, SetUpTask):
            return step.note
        return step_note(step, self.match.game.name, self.table.board, self._seed)

    def _beside(self, placement: Placement) -> SideRacks:
        """Return the tiles that are not on the table at this step."""
        standing = [piece for pieces in placement.values() for piece in pieces]
        first = self.match.positions[0]
        tiles = [piece for pieces in first.pieces().values() for piece in pieces]
        beside = {*tiles, *first.off_board()}.difference(standing)
        return SideRacks(beside, beside_text, Voice(self.match.seats))

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the board, what lies beside it, the steps, and the note."""
        layout, table = self.stage.layout, self.table
        table.draw_board(pen, view.picture, self._beside(view.picture.placement))
        box = table.ledge_box(has_menu=False)
        draw_off_board(pen, box, self.match, table.painter().pieces, Voice(self.match.seats))
        if layout.is_large:
            layout = table.layout(has_menu=False)
            layout = layout.with_note(note_h(pen, layout.note.w, view.note))
        self._draw_steps(pen, layout.moves)
        draw_note(pen, layout.note, view.note, False)

    def _draw_steps(self, pen: Pen, box: Box) -> None:
        """Draw the counter over the steps around the present one."""
        pen.panel(box)
        layout = pen.layout
        pad, title_h = layout.px(8), layout.row_px(22, 17)
        middle = box.y + pad + title_h // 2
        pen.text(self.counter(), (box.x + pad, middle), 17, "text", box.w - 2 * pad, True)
        top = box.y + pad + title_h + layout.px(2)
        if layout.is_large and not layout.is_portrait:
            rest = Box(box.x + pad, top, box.w - 2 * pad, box.bottom - layout.px(2) - top)
            pen.paragraph(self._line(self.steps[self.at]), rest, 17, is_centered=False)
            return
        line_h = layout.px(PORTRAIT_LINE_DESIGN_PX if layout.is_portrait else LINE_DESIGN_PX)
        line_h = max(line_h, pen.fonts.line_px(layout.text_px(17)))
        room = max(1, (box.bottom - pad - top) // line_h)
        first = max(0, min(self.at - room // 2, len(self.steps) - room))
        for row, step in enumerate(self.steps[first : first + room]):
            y = top + row * line_h + line_h // 2
            is_now = first + row == self.at
            role = "text" if first + row >= self.at else "muted"
            x = box.x + pad
            pen.text(self._line(step), (x, y), 17, role, box.w - 2 * pad, is_now)

    def on(self, event: Press | Previous) -> None:
        """Go on, go back, or skip the rest."""
        if isinstance(event, Previous):
            return
        if is_back(event):
            if self.at == 0:
                self.stage.pop()
            else:
                self.at -= 1
        elif event.button is ButtonName.NEXT and not self._is_last:
            self._then()
        elif event.button is ButtonName.CONFIRM and not self.stage.is_stale(event):
            if self._is_last:
                self._then()
            else:
                self.at += 1

    def update(self, now_s: float) -> None:
        """Go on where the sensors under the board have seen what was to be done."""
        if not self._watch.look(self.stage.sensing.occupied):
            return
        while isinstance(self.step, TableStep) and self._watch.is_done(self.step):
            self.stage.redraw()
            if self._is_last:
                self._then()
                return
            self.at += 1
