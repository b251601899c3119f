"""How the game stands, as a bar for those who want it.

The search is asked after each ply, when nobody else needs it; a hidden hand is never
part of it.
"""

from __future__ import annotations

from typing import Final

from companion.art.theme import Color
from companion.contract import Hands, Position
from companion.engine.limits import Limits, Result, bar_share
from companion.engine.service import Engine, SearchRequest
from companion.match.match import Match
from companion.ui.play.hinting import Hinting
from companion.ui.play.mode import Mode
from companion.ui.play.turn import Turn
from companion.ui.view import View
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.pen import Pen

THINK_S: Final = 0.6
"""How long each position is looked at: the bar is no hint."""

BAR_DESIGN_PX: Final = 6
PORTRAIT_BAR_DESIGN_PX: Final = 12


class Evaluation:
    """How one match stands, as far as the search says.

    Attributes:
        share: how much of the bar is the first side's, 0.0 to 1.0.
    """

    def __init__(self, engine: Engine, match: Match) -> None:
        self._engine = engine
        self._match = match
        self._done: Position | None = None
        self._asked: SearchRequest[Result] | None = None
        self.share = 0.5

    @property
    def is_possible(self) -> bool:
        """Return whether everybody may know how the game stands: not where hands are secret."""
        match = self._match
        return match.game.hands(match.header.options) is Hands.OPEN

    @property
    def is_asking(self) -> bool:
        """Return whether the search is at work for the bar, and for nobody else."""
        return self._asked is not None and self._asked.is_open

    def update(self, *, may_ask: bool) -> bool:
        """Ask about a new position, or take the answer; return whether the bar has changed."""
        if self._asked is not None:
            return self._follow(self._asked)
        position = self._match.position
        if position is self._done or not may_ask or self._engine.is_busy:
            return False
        outcome = self._match.outcome
        if outcome is not None:
            self._done = position
            self.share = 0.5 if outcome.winner is None else 1.0 - outcome.winner
            return True
        # One that is not answered is not asked about again: the bar stays as it was.
        self._done = position
        self._asked = self._engine.ask(position, [], Limits(time_s=THINK_S))
        return False

    def _follow(self, asked: SearchRequest[Result]) -> bool:
        """Take what came of *asked*, unless the match went on; return whether the bar changed."""
        if self._match.position is not asked.position:
            asked.drop()
        answer = asked.answer()
        if not asked.is_open:
            # Answered, or a hint or a move was needed.
            self._asked = None
        if not isinstance(answer, Result):
            return False
        share = bar_share(answer.score)
        self.share = share if asked.position.side == 0 else 1 - share
        return True


class BarMode(Mode):
    """The bar of *evaluation* by the board of *turn*, for who wants to see it.

    Args:
        hint: goes first where it needs the search.
    """

    def __init__(self, turn: Turn, evaluation: Evaluation, hint: Hinting) -> None:
        self._turn = turn
        self._evaluation = evaluation
        self._hint = hint

    def show(self, view: View) -> View:
        if not self._turn.table.has_bar:
            return view
        return view._replace(panels=(*view.panels, self._draw))

    def _draw(self, pen: Pen, view: View) -> None:
        table = self._turn.table
        colors = table.side_color(0), table.side_color(1)
        box = bar_box(table.layout(has_menu=view.has_menu))
        is_turned = self._turn.stage.is_turned(self._turn.match)
        draw_bar(pen, box, self._evaluation.share, colors, is_turned=is_turned)

    def update(self, now_s: float) -> None:
        may_ask = self._hint.step is None
        if self._turn.table.has_bar and self._evaluation.update(may_ask=may_ask):
            self._turn.stage.redraw()


def bar_box(layout: ScreenLayout) -> Box:
    """Return the place of the bar: beside the board, or under it on a portrait screen."""
    board = layout.board
    if layout.is_portrait:
        h = layout.px(PORTRAIT_BAR_DESIGN_PX)
        top = max((board.bottom, *(box.bottom for box in layout.clocks_by_board)))
        free = layout.off_board.y - top
        left = layout.off_board.x
        return Box(left, top + (free - h) // 2, layout.moves.right - left, h)
    # No board is drawn up to its edge, so the bar may begin a little inside of it.
    # At the left it may not: there the rows have their names.
    w = layout.px(BAR_DESIGN_PX)
    x = board.x - w if layout.panel_is_left else board.right - layout.px(3)
    return Box(x, layout.off_board.y, w, layout.buttons[0].bottom - layout.off_board.y)


def draw_bar(
    pen: Pen, box: Box, share: float, colors: tuple[Color, Color], *, is_turned: bool
) -> None:
    """Draw a bar of two *colors*, the first side's *share* from its own end of the board on.

    It is upright in a *box* that is higher than wide; *is_turned* has the second side's end near.
    """
    near, far = colors[::-1] if is_turned else colors
    part = 1 - share if is_turned else share
    is_upright = box.h > box.w
    length = round(max(box.h, box.w) * part)
    pen.fill(box, far)
    first = box._replace(y=box.bottom - length, h=length) if is_upright else box._replace(w=length)
    pen.fill(first, near)
    x, y = box.center
    thick = pen.layout.px(2)
    middle = box._replace(y=y, h=thick) if is_upright else box._replace(x=x, w=thick)
    pen.fill(middle, pen.theme.color("amber"))
    pen.outline(box, "muted")
