"""What lamps and buttons mean, with the lamps lit as an example."""

from __future__ import annotations

from typing import Final

from companion.art.marks import Mark
from companion.contract import Board
from companion.match.match import Match
from companion.ports import ButtonName
from companion.ui.board.marks import BoardPicture
from companion.ui.desk import Desk
from companion.ui.lamps.light import PALETTES
from companion.ui.scenes.menu import Choice, MenuScene
from companion.words.buttons import button_title
from companion.words.scenes import legend as words

OF_MARKS: Final = {
    Mark.MOVABLE: words.MOVABLE,
    Mark.SELECTED: words.SELECTED,
    Mark.TARGET: words.TARGET,
    Mark.CAPTURE: words.CAPTURE,
    Mark.LAST_MOVE: words.LAST_MOVE,
    Mark.HINT: words.HINT,
    Mark.FOCUS: words.FOCUS,
    Mark.ERROR: words.ERROR,
    Mark.PLACE: words.PLACE,
    Mark.REMOVE: words.REMOVE,
    Mark.WIN: words.WIN,
}
"""What each light means, in the order in which players meet them."""

LIT: Final = 4
"""So many dots show the light of the chosen line."""


class LegendScene(MenuScene):
    """A line for each button and each light, which is on the board for the chosen line."""

    name = "legend"
    heading = words.LEGEND.title

    def __init__(self, stage: Desk, match: Match) -> None:
        super().__init__(stage)
        self._board = match.position.board

    def board(self) -> Board:
        return self._board

    def picture(self, now_s: float) -> BoardPicture:
        """Return a few dots with the light of the chosen line, none for a button."""
        at = self.list.selected
        if at is None or at < len(ButtonName):
            return BoardPicture()
        mark = list(OF_MARKS)[at - len(ButtonName)]
        count = len(self._board)
        sites = {count * part // LIT + count // (2 * LIT) for part in range(LIT)}
        return BoardPicture(marks=dict.fromkeys(sites, frozenset({mark})))

    def make_choices(self) -> list[Choice]:
        """Return the buttons, then the lights."""
        leds = self.stage.config.leds
        is_usual = leds.colors == "standard" and not leds.calm
        glows = PALETTES[leds.colors]
        return [
            *(Choice(button_title(name), None, words.OF_BUTTONS[name]()) for name in ButtonName),
            *(
                Choice(light.title(), None, light.text(is_usual), swatch=glows[mark].color)
                for mark, light in OF_MARKS.items()
            ),
        ]
