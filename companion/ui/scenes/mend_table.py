"""What a sensed board has too much and too little of, until it stands as the game does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.contract import Site
from companion.match.sensed_table import difference, occupied_by, read_table
from companion.ports import ButtonName, Press
from companion.ui.marks import BoardPicture, Mark
from companion.ui.pen import Banner, ButtonLabel
from companion.ui.scene import NOTHING, Labels, is_back, opens_menu
from companion.ui.scenes import ways
from companion.ui.scenes.table import TableScene
from companion.words.sensing import mend_banner, mend_note, mended_text
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.ui.scenes.play import PlayScene


class MendTableScene(TableScene):
    """
    In front of a match while its table stands otherwise; it goes away by itself.

    Attributes:
        play: the scene of the match.
    """

    name = "mend table"

    def __init__(self, stage: object, play: PlayScene) -> None:
        super().__init__(stage, play.match)
        self.play = play
        self._first = self.stage.sensing.occupied

    def _differing(self) -> tuple[tuple[Site, ...], tuple[Site, ...]]:
        """Return the sites to be filled and those to be emptied, in board order."""
        occupied = self.stage.sensing.occupied or frozenset()
        differing = sorted(difference(self.match.half, occupied))
        wanted = occupied_by(self.match.half.pieces())
        empty = tuple(site for site in differing if site in wanted)
        return empty, tuple(site for site in differing if site not in wanted)

    def banner(self) -> Banner:
        """Return what to do at the first place that differs."""
        return Banner(mend_banner(self.match.half, *self._differing()))

    def note(self) -> str:
        """Return all that is to be done."""
        return mend_note(self.match.half, *self._differing())

    def labels(self) -> Labels:
        """Return what the buttons do: Back goes on without the sensors."""
        return (ButtonLabel(tr("by touch")), NOTHING, ButtonLabel(tr("not sure")), NOTHING)

    def has_menu(self) -> bool:
        """Return True: the menu has other ways out of step."""
        return True

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board as it should stand, with what is missing and what is too much."""
        fill, empty = self._differing()
        marks = dict.fromkeys(fill, frozenset({Mark.PLACE}))
        marks |= dict.fromkeys(empty, frozenset({Mark.REMOVE}))
        return BoardPicture(self.match.half.pieces(), marks=marks, immune=self.match.half.immune())

    def press(self, press: Press) -> None:
        """Go on by touch, or look through the whole table."""
        if opens_menu(press):
            self.stage.pop()
            ways.to_game_menu(self.stage, self.play)
        elif is_back(press):
            self.play.watch.ignore()
            self.stage.pop()
        elif press.button is ButtonName.HINT:
            self.play.watch.ignore()
            ways.to_out_of_step(self.stage, self.match)

    def update(self, now_s: float) -> None:
        """Go away as soon as the table agrees, or a move explains it, or nothing is known."""
        occupied, half = self.stage.sensing.occupied, self.match.half
        if occupied is None:
            self.stage.pop()
            return
        if not difference(half, occupied):
            self.stage.pop()
            self.play.told = mended_text()
            return
        if occupied != self._first:
            self._first = occupied
            self.stage.redraw()
            if read_table(half, occupied) is not None:
                self.stage.pop()
