"""Asking how the real table stands, to lead it from there to where the game is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.contract import Board, Placement
from companion.match.match import Match
from companion.table.steps import checking_steps, restoring_steps, set_up_steps
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import places_picture
from companion.ui.desk import Desk
from companion.ui.panels.panels import draw_board_over_text
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.ui.ways import GuideStep
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words.guide import told_after
from companion.words.phrases import short_move
from companion.words.scenes import game as words

MOST_PLIES_BACK = 6
"""A table that is further behind is set from its beginning or looked through."""


class Guess(NamedTuple):
    """One way in which the table may stand.

    Attributes:
        standing: what it looks like then.
        steps: what sets it right then, worked out when it is chosen.
    """

    title: str
    value: str
    line: str
    standing: Placement
    steps: Callable[[], tuple[GuideStep, ...]]


class OutOfStepScene(MenuScene):
    """The ways in which the table may stand, each with its board beside the list."""

    name = "out of step"

    def __init__(self, stage: Desk, match: Match) -> None:
        super().__init__(stage)
        self.match = match
        self.guesses = self._guesses()

    def title(self) -> str:
        """Return the question."""
        return words.HOW_IT_STANDS()

    def leave_label(self) -> str:
        """Return what Back does."""
        return buttons.TO_THE_GAME()

    def make_choices(self) -> list[Choice]:
        """Return a line for each guess."""
        return [
            Choice(guess.title, self._leader(guess), guess.line, guess.value, buttons.SET_RIGHT())
            for guess in self.guesses
        ]

    def _leader(self, guess: Guess) -> Callable[[], None]:
        return lambda: self.stage.ways.to_set_right(self.match, guess.steps())

    def _guesses(self) -> list[Guess]:
        wanted = self.match.half.pieces()
        return [
            Guess(
                words.NOT_KNOWN.title(),
                "",
                words.NOT_KNOWN.line(),
                wanted,
                lambda: self._with_hands(checking_steps(wanted)),
            ),
            *self._earlier(),
            *self._later(),
            Guess(
                words.EMPTY.title(),
                "",
                words.EMPTY.line(),
                {},
                lambda: self._with_hands(set_up_steps(wanted, self.match.position.board)),
            ),
        ]

    def _with_hands(self, steps: tuple[GuideStep, ...]) -> tuple[GuideStep, ...]:
        return (*steps, *told_after(self.match.position))

    def _earlier(self) -> list[Guess]:
        """Return the positions that the table may not have left yet, the latest first."""
        positions, plies = self.match.positions, self.match.plies
        guesses = []
        if self.match.half.touches:
            title, told = words.NOT_MADE.title(), words.NOT_MADE.line()
            guesses.append(self._guess(title, "", told, positions[-1].pieces()))
        for back in range(1, min(MOST_PLIES_BACK, len(plies)) + 1):
            move = short_move(plies[-back].move.text)
            title, told = words.behind_title(back), words.BEHIND(move=move)
            guesses.append(self._guess(title, move, told, positions[-1 - back].pieces()))
        if len(plies) > MOST_PLIES_BACK:
            title, told = words.AT_BEGINNING.title(), words.AT_BEGINNING.line()
            guesses.append(self._guess(title, "", told, positions[0].pieces()))
        return guesses

    def _later(self) -> list[Guess]:
        """Return the position that was taken back, where one was."""
        if not self.match.undone:
            return []
        move = self.match.undone[-1].move
        short, standing = short_move(move.text), self.match.position.play(move).pieces()
        title, told = words.AHEAD.title(), words.AHEAD.line(move=short)
        return [self._guess(title, short, told, standing)]

    def _guess(self, title: str, value: str, line: str, standing: Placement) -> Guess:
        half = self.match.half
        return Guess(
            title,
            value,
            line,
            standing,
            lambda: restoring_steps(standing, half.pieces(), half.off_board()),
        )

    def _chosen_standing(self) -> Placement:
        return self.guesses[self.list.selected or 0].standing

    def board(self) -> Board:
        """Return the board of the match."""
        return self.match.position.board

    def picture(self, now_s: float) -> BoardPicture:
        """Return where pieces stand if the chosen line is true, to be compared with the table."""
        standing = self._chosen_standing()
        return places_picture(standing, standing)

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw how the table would stand over what the chosen line means."""
        picture = BoardPicture(placement=self._chosen_standing())
        is_turned = self.stage.is_turned(self.match)
        draw_board_over_text(
            pen, self.stage, box, self.match.position, picture, self.note(), is_turned
        )
