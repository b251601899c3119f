"""Setting the table as a match stands: one kind of piece after the other, lamps lit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.board import Site
from companion.games.contract import Piece
from companion.match.match import Match
from companion.ports import ButtonName, Press
from companion.ui.marks import BoardPicture
from companion.ui.pen import Banner, ButtonLabel
from companion.ui.pictures import places_picture
from companion.ui.scene import NOTHING, Labels, is_back, opens_menu
from companion.ui.scenes import ways
from companion.ui.scenes.table import TableScene
from companion.words.games import piece_name, side_name
from companion.words.translate import ntr, tr

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class SetTableScene(TableScene):
    """Each kind of piece in turn; Confirm goes on, Back goes back."""

    name = "set table"

    def __init__(self, stage: Stage, match: Match) -> None:
        super().__init__(stage, match)
        self.groups = self._groups()
        self.at = 0

    def _groups(self) -> list[tuple[Piece, tuple[Site, ...]]]:
        """Return the kinds of piece with where they stand, the first side's largest first."""
        where: dict[Piece, list[Site]] = {}
        for site, tower in sorted(self.match.position.pieces().items()):
            for piece in tower:
                where.setdefault(piece, []).append(site)
        order = sorted(where, key=lambda piece: (piece.side, -piece.value))
        return [(piece, tuple(where[piece])) for piece in order]

    def stamp(self) -> object:
        """Return which group is shown."""
        return self.at

    def banner(self) -> Banner:
        """Return which pieces to look for."""
        piece, sites = self.groups[self.at]
        text = ntr("{count} piece", "{count} pieces", len(sites))
        game = self.match.game.name
        has_alike = game == "alquerque"
        name = side_name(piece.side, game) if has_alike else piece_name(game, piece)
        return Banner(
            tr("Set the table: {name}, {count}").format(name=name, count=text),
            self.side_color(piece.side),
        )

    def labels(self) -> Labels:
        """Return what the buttons do: the next group, or the game."""
        is_last = self.at == len(self.groups) - 1
        back = tr("previous") if self.at else tr("start screen")
        skip = NOTHING if is_last else ButtonLabel(tr("skip"))
        return (
            ButtonLabel(back),
            skip,
            NOTHING,
            ButtonLabel(tr("play on") if is_last else tr("they stand"), True),
        )

    def note(self) -> str:
        """Return where the pieces of the group stand."""
        _, sites = self.groups[self.at]
        names = " ".join(self.board().name_of(site) for site in sites)
        return tr("The lamps show where: {names}").format(names=names)

    def picture(self, now_s: float) -> BoardPicture:
        """Return the whole position with the places of the group marked."""
        return places_picture(self.match.position.pieces(), self.groups[self.at][1])

    def press(self, press: Press) -> None:
        """Go on, go back, or skip."""
        if opens_menu(press):
            return
        if is_back(press):
            if self.at == 0:
                ways.to_start(self.stage)
            else:
                self.at -= 1
        elif press.button is ButtonName.NEXT and self.at < len(self.groups) - 1:
            ways.to_play(self.stage, self.match)
        elif press.button is ButtonName.CONFIRM and not self.stage.is_stale(press):
            self._next_group()

    def _next_group(self) -> None:
        if self.at + 1 < len(self.groups):
            self.at += 1
        else:
            ways.to_play(self.stage, self.match)
