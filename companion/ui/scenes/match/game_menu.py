"""The menu of a match: everything that is neither a touch nor a confirm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.match.question import Answer
from companion.ui import destinations as to
from companion.ui.desk import Desk
from companion.ui.destinations import MatchScreen
from companion.ui.scenes.match.legend import LegendScene
from companion.ui.scenes.match.pause import PauseScene
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.scenes.settings.settings import volume_choice
from companion.ui.scenes.start.players import tutor_choice
from companion.words import buttons
from companion.words.facts import claim_text
from companion.words.games import game_title, side_name
from companion.words.scenes import game as words
from companion.words.scenes import legend
from companion.words.scenes.start import SETTINGS
from companion.words.scenes.timing import PAUSE


class GameMenuScene(MenuScene):
    """Take back, offer, resign, turn the board, save, leave."""

    name = "game menu"
    keeps_lamps = True
    way_out = buttons.PLAY_ON

    def __init__(self, stage: Desk, play: MatchScreen) -> None:
        super().__init__(stage)
        self.play = play
        self._saved = ""

    def title(self) -> str:
        return game_title(self.play.match.game.name)

    def make_choices(self) -> list[Choice]:
        match = self.play.match
        choices = [Choice.of(words.CONTINUE, self.leave)]
        if match.clock is not None:
            pause = self.after_leaving(lambda: self.stage.push(PauseScene(self.stage, match)))
            choices.append(Choice.of(PAUSE, pause))
        # A question is answered first.
        if match.question is None:
            choices += [*self._moves_choices(), *self._ending_choices()]
        return choices + self._house_choices()

    def _moves_choices(self) -> list[Choice]:
        match, choices = self.play.match, []
        # The moves of the program are its own; of a hidden hand they would tell too much.
        if not self.play.program.is_due():
            choices.append(Choice.of(words.ALL_MOVES, self.after_leaving(self.play.show_moves)))
        if match.plies:
            line = words.TAKE_BACK_YOURS if match.seats.is_duel else words.TAKE_BACK.line
            take_back = self.after_leaving(self._take_back)
            choices.append(Choice.of(words.TAKE_BACK, take_back, line()))
        if match.undone:
            choices.append(Choice.of(words.REDO, self._taking(match.redo)))
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
        name, is_duel = side_name(side, game), match.seats.is_duel
        offering = words.OFFER_COMPUTER() if is_duel else words.OFFER_DRAW.line(side=name)
        resigning = words.RESIGN_YOURS() if is_duel else words.RESIGN.line(side=name)
        choices = [
            Choice.of(words.OFFER_DRAW, self._taking(partial(match.offer_draw, side)), offering)
        ]
        for index, claim in enumerate(match.position.claims()):
            line = f"{claim_text(claim, game)} {words.BOTH_AGREE()}"
            act = self._taking(partial(match.claim, index, side))
            choices.append(Choice.of(words.END_BY_COUNT, act, line))
        resign = self._taking(partial(match.resign, side))
        return [*choices, Choice.of(words.RESIGN, resign, resigning)]

    def _taking(self, ask: Callable[[], Answer]) -> Callable[[], None]:
        """Return what leaves the menu and shows what the match answers."""
        return self.after_leaving(lambda: self.play.take(ask()))

    def _house_choices(self) -> list[Choice]:
        stage, match, view = self.stage, self.play.match, self.stage.config.screen.view
        ask_for_table = self.after_leaving(partial(stage.go, to.OutOfStep(match)))
        return [
            Choice.of(words.READ_RULES, self._read_rules),
            Choice.of(legend.LEGEND, lambda: stage.push(LegendScene(stage, match))),
            *([tutor_choice(self)] if match.seats.has_person else []),
            Choice.of(words.OUT_OF_STEP, ask_for_table),
            self.option_choice("view", words.TURN_BOARD, words.view_title(view, match.game.name)),
            volume_choice(stage),
            Choice.of(words.SAVE, self._save, self._saved),
            Choice.of(SETTINGS, partial(stage.go, to.SettingsMenu())),
            Choice.of(words.LEAVE, partial(stage.go, to.StartScreen())),
        ]

    def _read_rules(self) -> None:
        position = self.play.match.position
        self.stage.go(to.Rules(position.game, position.options, position.board))

    def _save(self) -> None:
        path = self.stage.services.library.save_record(self.play.match)
        self._saved = words.SAVED(name=path.name) if path else words.NOT_SAVED()
