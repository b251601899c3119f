"""A game that is paused: the clocks stand still and nobody sees the board."""

from __future__ import annotations

from companion.match.match import Match
from companion.ports import ButtonName, Press
from companion.ui.clocks.faces import draw_faces
from companion.ui.desk import Desk
from companion.ui.scene import Scene, is_back
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words.scenes import timing as words
from companion.words.voice import Voice


class PauseScene(Scene):
    """Both clocks large, no board, and dark lamps; Confirm or Back plays on."""

    name = "pause"

    def __init__(self, stage: Desk, match: Match) -> None:
        super().__init__(stage)
        self.match = match

    def banner(self) -> Banner:
        return Banner(words.PAUSED())

    def note(self) -> str:
        """Return how to go on."""
        return words.PAUSED_NOTE()

    def labels(self) -> Labels:
        on = buttons.PLAY_ON()
        return (ButtonLabel(on), NOTHING, NOTHING, ButtonLabel(on, True))

    def draw(self, pen: Pen) -> None:
        """Draw the faces where the board was, and how to go on."""
        layout, match, times = self.stage.layout, self.match, self.match.times
        pen.panel(layout.info, "note")
        inner = layout.info.inset(layout.px(16), layout.px(14))
        pen.paragraph(self.note(), inner, 20, "note_text")
        if times is not None:
            voice = Voice(match.seats, self.stage.config.screen.notation)
            names = words.clock_names(match.header.players, match.game.name, voice)
            faces = times.faces(match.position.side, match.used_ms)
            draw_faces(pen, self._boxes(), faces, names, None)

    def _boxes(self) -> tuple[Box, Box]:
        """Return the places of two faces, one over the other."""
        layout, gap = self.stage.layout, self.stage.layout.px(16)
        area = layout.board.inset(gap)
        h = (area.h - gap) // 2
        upper = Box(area.x, area.y, area.w, h)
        return upper._replace(y=area.bottom - h), upper

    def press(self, press: Press) -> None:
        """Play on; a press that was meant for the menu does nothing."""
        plays_on = is_back(press) or press.button is ButtonName.CONFIRM
        if plays_on and not self.stage.is_stale(press):
            self.stage.pop()
