"""A record that is not as it should be: why, and whether to open what is good of it."""

from __future__ import annotations

from pathlib import Path

from companion.ui.desk import Desk
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.words.translate import tr


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
            return tr("This record is faulty. Open its good part?")
        return tr("Nothing of this record can be opened")

    def make_choices(self) -> list[Choice]:
        """Return the way out, and the good part where it may be had."""
        told = f"{self._path.name}:\n{self._problem}"
        leave = Choice(tr("Leave it"), self.leave, told, verb=tr("go back"))
        if not self._may_open:
            return [leave]
        promise = tr("Shows the moves before the fault. The file stays as it is.")
        opened = Choice(
            tr("Open the good part"), self._open, f"{promise}\n{told}", verb=tr("open")
        )
        return [leave, opened]

    def _open(self) -> None:
        self.stage.pop()
        self.stage.ways.to_viewer(self._path, is_lenient=True)
