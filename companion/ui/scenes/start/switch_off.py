"""Asks before the machine is switched off, and tells when that cannot be done."""

from __future__ import annotations

from companion.contract import Board
from companion.ports import OffState, Press
from companion.ui.desk import Desk
from companion.ui.scenes.menu import Choice, MenuScene
from companion.words.notices import reason_text
from companion.words.scenes import start as words


class SwitchOffScene(MenuScene):
    """The question, the way out first; a touch alone moves the cursor and switches nothing off."""

    name = "switch off"
    keeps_lamps = True

    def __init__(self, stage: Desk) -> None:
        super().__init__(stage)
        self.power = stage.services.power
        self.is_going = False
        self._reason = ""

    def board(self) -> Board | None:
        """Return the board of the scene behind; darkness once it goes."""
        return None if self.is_going else super().board()

    def title(self) -> str:
        """Return the question, or that it is being done."""
        asked = words.ASK_CLOSE if self.power is None else words.ASK_OFF
        return words.GOING() if self.is_going else asked()

    def make_choices(self) -> list[Choice]:
        """Return the way out and the deed, which tells what would be lost or went wrong."""
        if self.is_going:
            return [Choice(words.GOING(), None, words.GOING())]
        deed = words.CLOSE if self.power is None else words.DO_SWITCH_OFF
        unsaved = self.stage.services.library.saving_problem()
        lines = [words.REFUSED(reason=self._reason)] if self._reason else []
        lines += [words.UNSAVED(reason=reason_text(unsaved))] if unsaved else []
        answers = ((words.STAY_ON, self.stage.pop), (deed, self._begin))
        return [Choice.of(line, act, "\n".join([*lines, line.line()])) for line, act in answers]

    def leave_label(self) -> str:
        return "" if self.is_going else super().leave_label()

    def press(self, press: Press) -> None:
        if not self.is_going:
            super().press(press)

    def take_at(self, index: int) -> None:
        """Move the cursor to the line under the finger; Confirm answers."""
        self.list.selected = index

    def _begin(self) -> None:
        self.stage.services.library.save()
        if self.power is None:
            self.stage.is_closing = True
            return
        self.is_going, self._reason = True, ""
        self.power.switch_off(self.stage.now_s)

    def is_waiting(self) -> bool:
        return self.is_going

    def update(self, now_s: float) -> None:
        """Close the program once the machine goes, or tell why it does not."""
        if not self.is_going or self.power is None:
            return
        state = self.power.state(now_s)
        if state is OffState.DONE:
            self.stage.is_closing = True
        elif state is OffState.REFUSED:
            self.is_going, self._reason = False, self.power.reason()
            self.refresh()
