"""A record that is not as it should be: why, and whether to open what is good of it."""

from __future__ import annotations

from pathlib import Path

from companion.ui.desk import Desk
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.words.scenes import records as words


class FaultScene(MenuScene):
    """The reason with its line; leaving it comes first.

    Args:
        path: the file.
        problem: line and reason.
        may_open: whether opening the good part has not been tried yet.
    """

    name = "fault"

    def __init__(self, stage: Desk, path: Path, problem: str, *, may_open: bool) -> None:
        super().__init__(stage)
        self._path = path
        self._problem = problem
        self._may_open = may_open

    def title(self) -> str:
        """Return that the record cannot be opened."""
        if self._may_open:
            return words.ASK_GOOD_PART()
        return words.NO_GOOD_PART()

    def make_choices(self) -> list[Choice]:
        """Return the way out, and the good part where it may be had."""
        told = f"{self._path.name}:\n{self._problem}"
        leave = Choice.of(words.LEAVE_IT, self.leave, told)
        if not self._may_open:
            return [leave]
        told = f"{words.OPEN_GOOD_PART.line()}\n{told}"
        return [leave, Choice.of(words.OPEN_GOOD_PART, self._open, told)]

    def _open(self) -> None:
        self.stage.pop()
        self.stage.ways.to_viewer(self._path, is_lenient=True)
