"""The menu of a match: everything that is neither a touch nor a confirm."""

from __future__ import annotations

from collections.abc import Callable

from companion.config.values import VIEWS
from companion.contract import Board
from companion.ui.board.marks import BoardPicture
from companion.ui.desk import Desk
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.ui.scenes.start.players import tutor_choice
from companion.ui.ways import Played
from companion.words.facts import claim_text
from companion.words.games import game_title, side_name
from companion.words.translate import tr


def view_title(view: str, game: str = "") -> str:
    """Return which side of the board is near, as a setting reads, by its name in *game*."""
    if view == "mover":
        return tr("side to move near")
    if not game:
        return tr("first player near") if view == "first" else tr("second player near")
    return tr("{side} near").format(side=side_name(VIEWS.index(view), game))


class GameMenuScene(MenuScene):
    """Take back, offer, resign, turn the board, save, leave."""

    name = "game menu"

    def __init__(self, stage: Desk, play: Played) -> None:
        super().__init__(stage)
        self.play = play
        self._saved = ""

    def board(self) -> Board:
        """Return the board of the match."""
        return self.play.board()

    def picture(self, now_s: float) -> BoardPicture:
        """Return what the lamps show during the game."""
        return self.play.picture(now_s)

    def title(self) -> str:
        """Return the game that is played."""
        return game_title(self.play.match.game.name)

    def leave_label(self) -> str:
        """Return what Back does."""
        return tr("to the game")

    def make_choices(self) -> list[Choice]:
        """Return what can be done with the match now."""
        return [
            Choice(tr("Continue"), self.leave, tr("Back to the game."), verb=tr("go on")),
            *self._moves_choices(),
            *self._history_choices(),
            *self._ending_choices(),
            *self._house_choices(),
        ]

    def _moves_choices(self) -> list[Choice]:
        if self.play.is_programs():
            # They are the program's; of a hidden hand they would tell too much.
            return []
        line = tr("As arrows and as a list. Holding Hint shows them, too.")
        return [Choice(tr("All legal moves"), self._show_moves, line)]

    def _history_choices(self) -> list[Choice]:
        match = self.play.match
        choices = []
        if match.plies:
            choices.append(
                Choice(
                    tr("Take back"),
                    lambda: self._do(self._take_back),
                    tr("Ask to take back the last move. Both sides have to agree."),
                )
            )
        if match.undone:
            choices.append(
                Choice(
                    tr("Redo"),
                    lambda: self._do(lambda: self.play.take(match.redo())),
                    tr("Play the move that was taken back last once more."),
                )
            )
        return choices

    def _take_back(self) -> None:
        match = self.play.match
        while match.half.touches:
            match.back()
        self.play.take(match.back())

    def _ending_choices(self) -> list[Choice]:
        match = self.play.match
        side, game = match.seats.speaker(match.position.side), match.game.name
        if side is None:
            return []
        name = side_name(side, game)
        choices = [
            Choice(
                tr("Offer a draw"),
                lambda: self._do(lambda: self.play.take(match.offer_draw(side))),
                tr("{side} offers a draw; the other side has to agree.").format(side=name),
            )
        ]
        for index, claim in enumerate(match.position.claims()):
            choices.append(
                Choice(
                    tr("End by count"),
                    self._claimer(index),
                    claim_text(claim, game) + " " + tr("Both sides have to agree."),
                )
            )
        choices.append(
            Choice(
                tr("Resign"),
                lambda: self._do(lambda: self.play.take(match.resign(side))),
                tr("{side} gives up the game. You will be asked once more.").format(side=name),
            )
        )
        return choices

    def _claimer(self, index: int) -> Callable[[], None]:
        match = self.play.match
        side = match.seats.speaker(match.position.side)
        return lambda: self._do(lambda: self.play.take(match.claim(index, side)))

    def _house_choices(self) -> list[Choice]:
        stage = self.stage
        return [
            Choice(
                tr("Read the rules"),
                self._read_rules,
                tr("How this game is played, with its options."),
                verb=tr("read"),
            ),
            *([tutor_choice(self)] if self.play.match.seats.has_person else []),
            Choice(
                tr("Table out of step"),
                lambda: self._do(lambda: stage.ways.to_out_of_step(self.play.match)),
                tr("The table stands otherwise: be shown what to lift and where to put it."),
                verb=tr("set it right"),
            ),
            Choice(
                tr("Turn the board"),
                self._turn,
                tr("Which side of the board is at the bottom of the screen."),
                view_title(stage.config.screen.view, self.play.match.game.name),
                tr("change"),
            ),
            Choice(
                tr("Save a record"),
                self._save,
                self._saved or tr("Write the moves so far into a file, now."),
                verb=tr("save"),
            ),
            Choice(
                tr("Settings"),
                lambda: stage.ways.to_settings(),
                tr("Board side, lamp brightness, colors and motion."),
            ),
            Choice(
                tr("Leave the table"),
                lambda: stage.ways.to_start(),
                tr("To the start screen. The game can be resumed at any time."),
            ),
        ]

    def _do(self, act: Callable[[], None]) -> None:
        self.leave()
        act()

    def _show_moves(self) -> None:
        self._do(self.play.show_moves)

    def _read_rules(self) -> None:
        position = self.play.match.position
        self.stage.ways.to_rules(position.game, position.options, position.board)

    def _turn(self) -> None:
        self.stage.change(self.stage.config.following("view"))

    def _save(self) -> None:
        path = self.stage.services.library.save_record(self.play.match)
        self._saved = (
            tr("Saved as {name}.").format(name=path.name)
            if path
            else tr("The record could not be written.")
        )
