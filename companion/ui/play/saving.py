"""What stands in front of a turn while what was confirmed is on its way to the disk."""

from __future__ import annotations

from typing import Final

from companion.ui.play.front import Front
from companion.ui.play.turn import Turn, banner_of
from companion.ui.view import View
from companion.words.notices import SAVING_NOTE
from companion.words.status import SAVING

SHOWN_AFTER_S: Final = 0.3
"""What takes no longer is not worth a word that nobody could read."""


class SavingMode(Front):
    """The move as it was confirmed; nothing more is taken until it is safe."""

    name = "saving"

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self._since_s = self.stage.now_s
        self._is_told = False
        self._before = banner_of(turn)

    @property
    def _is_long(self) -> bool:
        return self.stage.now_s - self._since_s >= SHOWN_AFTER_S

    def show(self, view: View) -> View:
        """Return the move as it is laid out, and that it is being saved once that takes a while.

        It has no menu: what that offers would be refused.
        """
        view = (
            super()
            .show(view)
            ._replace(
                banner=self._before,
                picture=self.turn.picture(),
                is_brief=not self._is_long,
                has_menu=False,
            )
        )
        if not self._is_long:
            return view
        return view._replace(banner=self._before._replace(text=SAVING()), note=SAVING_NOTE())

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
            self.is_over = True
            self.turn.take(answer)
            self.stage.redraw()
