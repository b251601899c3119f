"""What stands in front of a turn while what was confirmed is on its way to the disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.ports import Press
from companion.ui.board.marks import BoardPicture
from companion.ui.play.front import FrontMode
from companion.ui.play.turn import Turn
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.pen import Banner
from companion.words.notices import SAVING_NOTE
from companion.words.status import SAVING

SHOWN_AFTER_S: Final = 0.3
"""What takes no longer is not worth a word that nobody could read."""


class SavingMode(FrontMode):
    """Shows the move as it was confirmed, and takes nothing more until it is safe."""

    name = "saving"

    def __init__(self, turn: Turn, leave: Callable[[], None]) -> None:
        super().__init__(turn, leave)
        self._since_s = self.stage.now_s
        self._is_told = False
        self._before = turn.banner()

    @property
    def _is_long(self) -> bool:
        return self.stage.now_s - self._since_s >= SHOWN_AFTER_S

    def banner(self) -> Banner:
        """Return that it is being saved, once that takes a while."""
        return self._before._replace(text=SAVING()) if self._is_long else self._before

    def note(self) -> str:
        return SAVING_NOTE() if self._is_long else ""

    def is_telling(self) -> bool:
        """Return whether it takes a while: else what comes of it is told."""
        return self._is_long

    def labels(self) -> Labels:
        return (NOTHING, NOTHING, NOTHING, NOTHING)

    def has_menu(self) -> bool:
        """Return False: what the menu offers would be refused."""
        return False

    def picture(self, now_s: float) -> BoardPicture:
        """Return the move as it is laid out."""
        return self.turn.picture(now_s)

    def press(self, press: Press) -> None:
        """Do nothing: nobody is to confirm twice."""

    def is_waiting(self) -> bool:
        """Return that the disk is waited for."""
        return True

    def update(self, now_s: float) -> None:
        """Go away once it is safe, or known not to be, and show what came of it."""
        if self._is_long and not self._is_told:
            self._is_told = True
            self.stage.redraw()
        answer = self.match.settle()
        if answer is not None:
            self.leave()
            self.turn.take(answer)
            self.stage.redraw()
