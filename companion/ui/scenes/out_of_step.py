"""Asking how the real table stands, to lead it from there to where the game is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from companion.contract import Board, Placement
from companion.match.match import Match
from companion.table.steps import checking_steps, restoring_steps, set_up_steps
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import places_picture
from companion.ui.desk import Desk
from companion.ui.panels.panels import draw_board_over_text
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.scenes.set_table import GuideStep
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words import screens as words
from companion.words.guide import tasks_after
from companion.words.screens import StandingText
from companion.words.voice import Voice

MOST_PLIES_BACK = 6
"""A table that is further behind is set from its beginning or looked through."""


class Guess(NamedTuple):
    """One way in which the table may stand: its line, and what it looks like then."""

    choice: Choice
    standing: Placement


class OutOfStepScene(MenuScene):
    """The ways in which the table may stand, each with its board beside the list."""

    name = "out of step"
    way_out = buttons.TO_THE_GAME
    heading = words.HOW_IT_STANDS
    has_picture = True

    def __init__(self, stage: Desk, match: Match) -> None:
        super().__init__(stage)
        self.match = match
        self.guesses = self._guesses()

    def make_choices(self) -> list[Choice]:
        return [guess.choice for guess in self.guesses]

    def _guesses(self) -> list[Guess]:
        half, board = self.match.half, self.match.position.board
        wanted, after = half.pieces(), tasks_after(self.match.position)
        unknown, empty = words.standing_text(words.NOT_KNOWN), words.standing_text(words.EMPTY)
        return [
            self._guess(unknown, wanted, lambda: (*checking_steps(wanted), *after)),
            *(
                self._guess(
                    text, standing, partial(restoring_steps, standing, wanted, half.off_board())
                )
                for text, standing in (*self._earlier(), *self._later())
            ),
            self._guess(empty, {}, lambda: (*set_up_steps(wanted, board), *after)),
        ]

    def _guess(
        self, text: StandingText, standing: Placement, steps: Callable[[], tuple[GuideStep, ...]]
    ) -> Guess:
        """Return the guess that is told by *text*; *steps* are worked out when it is chosen."""

        def set_right() -> None:
            self.stage.go(to.SetRight(self.match, steps()))

        verb = buttons.SET_RIGHT()
        return Guess(Choice(text.title, set_right, text.line, text.move, verb), standing)

    def _earlier(self) -> list[tuple[StandingText, Placement]]:
        """Return what the table may not have left yet, the latest first."""
        positions, voice = self.match.positions, self._voice
        placements = []
        if self.match.half.touches:
            placements.append((words.standing_text(words.NOT_MADE), positions[-1].pieces()))
        for back in range(1, min(MOST_PLIES_BACK, len(self.match.plies)) + 1):
            position, move = positions[-1 - back], self.match.plies[-back].move
            text = words.behind_text(back, position, move, voice)
            placements.append((text, position.pieces()))
        if len(self.match.plies) > MOST_PLIES_BACK:
            placements.append((words.standing_text(words.AT_BEGINNING), positions[0].pieces()))
        return placements

    def _later(self) -> list[tuple[StandingText, Placement]]:
        """Return what was taken back, where a move was."""
        if not self.match.undone:
            return []
        position, move = self.match.position, self.match.undone[-1].move
        text = words.ahead_text(position, move, self._voice)
        return [(text, position.play(move).pieces())]

    @property
    def _voice(self) -> Voice:
        return Voice(self.match.seats, self.stage.config.screen.notation)

    def _chosen_standing(self) -> Placement:
        return self.guesses[self.list.selected or 0].standing

    def board(self) -> Board:
        return self.match.position.board

    def picture(self, now_s: float) -> BoardPicture:
        """Return where pieces stand if the chosen line is true, to be compared with the table."""
        return places_picture(self._chosen_standing())

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw how the table would stand over what the chosen line means."""
        position, standing = self.match.position, self._chosen_standing()
        is_turned = self.stage.is_turned(self.match)
        draw_board_over_text(pen, self.stage, box, position, self.note(), standing, is_turned)
