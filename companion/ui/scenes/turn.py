"""A turn as it is shown: what is touched so far, what may come next, and what was refused.

Takes no input and changes nothing: `PlayScene` does.
"""

from __future__ import annotations

from dataclasses import replace

from companion.contract import Site, Touch
from companion.match.match import Match
from companion.match.real_table import RealTable
from companion.ui.marks import BoardPicture
from companion.ui.motion import Motion
from companion.ui.moves_list import MovesList
from companion.ui.pen import Banner, ButtonLabel, Pen
from companion.ui.pictures import moves_picture, refused_picture, steps_marks, turn_picture
from companion.ui.program_player import ProgramPlayer
from companion.ui.scene import NOTHING, Labels
from companion.ui.scenes.panels import draw_moves, draw_note
from companion.ui.scenes.table import TableScene
from companion.ui.tray import Tray
from companion.words.facts import facts_text
from companion.words.table import (
    chosen_note,
    confirm_label,
    moves_banner,
    opening_text,
    question_banner,
    question_note,
    turn_banner,
    turn_note,
)
from companion.words.translate import tr

SHAKE_S = 0.4
"""How long a refused site shakes."""


class TurnScene(TableScene):
    """A match with its half-made turn, the cursor, and the list of all moves when it is open."""

    def __init__(self, stage: object, match: Match) -> None:
        super().__init__(stage, match)
        self.focus: Touch | None = None
        self.moves: MovesList | None = None
        self._tray: Tray | None = None
        self._motion: Motion | None = None
        self._refused: tuple[str, Site | None, float] | None = None
        self._told = opening_text(match)
        self._table = RealTable(match.position)
        self.program = ProgramPlayer(self.stage.services.engine, match)

    def stamp(self) -> object:
        """Return what a confirm would mean: the turn, the cursor, the chosen move."""
        chosen = self.moves.chosen if self.moves else None
        return (self.match.stamp, self.focus, self.moves is not None, chosen)

    def banner(self) -> Banner:
        """Return whose turn it is, or who has to answer, and what is expected."""
        question = self.match.question
        if question is not None:
            asked = question_banner(question, self.match.game.name)
            return Banner(asked, self.side_color(question.awaiting[0]))
        color = self.side_color(self.match.position.side)
        if self.moves is not None:
            moves = self.moves
            return Banner(moves_banner(moves.is_ready, len(moves.moves), moves.chosen), color)
        return Banner(turn_banner(self.match.half), color)

    def labels(self) -> Labels:
        """Return what the four buttons do at this moment."""
        match = self.match
        if match.question is not None:
            return (
                ButtonLabel(tr("no")),
                NOTHING,
                NOTHING,
                ButtonLabel(tr("yes"), True),
            )
        if self.moves is not None:
            chosen = self.moves.chosen
            return (
                ButtonLabel(tr("close list")),
                ButtonLabel(tr("next move")),
                ButtonLabel(tr("close list")),
                ButtonLabel(tr("take it"), True) if chosen else NOTHING,
            )
        return (
            ButtonLabel(self._back_label()),
            ButtonLabel(tr("walk")) if match.half.next_touches() else NOTHING,
            self._hint_button(),
            self._confirm_button(),
        )

    def _back_label(self) -> str:
        if self.focus is not None:
            return tr("cursor off")
        if self.match.half.touches:
            return tr("undo touch")
        return tr("take back") if self.match.plies else tr("hold: menu")

    def _hint_button(self) -> ButtonLabel:
        return ButtonLabel(tr("set the table") if self._has_guide() else tr("all moves"))

    def _confirm_button(self) -> ButtonLabel:
        label = confirm_label(self.match.half, self.focus)
        if not label and self.program.is_by_hand:
            label = tr("ask again")
        return ButtonLabel(label, bool(label) and self.focus is None)

    def note(self) -> str:
        """Return why something was refused, what the cursor would do, or what just happened."""
        match = self.match
        if self._refused is not None:
            return self._refused[0]
        if match.question is not None:
            last = match.plies[-1].move.text if match.plies else ""
            return question_note(match.question, last, match.game.name)
        if self.moves is not None and self.moves.chosen is not None:
            return chosen_note(match.position, self.moves.chosen)
        if self.focus is not None:
            facts = match.half.next_touches().get(self.focus, ())
            return facts_text(facts, match.game.name, self.board())
        told = self._told
        return " ".join(part for part in (told, turn_note(match.half)) if part)

    @property
    def told(self) -> str:
        """What the last ply did, or was answered, until something else happens."""
        return self._told

    @told.setter
    def told(self, text: str) -> None:
        self._told = text

    def is_note_alarming(self) -> bool:
        """Return whether the note is a refusal."""
        return self._refused is not None

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board in the middle of the turn, with motion, cursor and refusal."""
        if self.moves is not None:
            return moves_picture(self.moves.half, self.moves.arrows, self.moves.chosen)
        picture = self._turn_picture(now_s)
        if self._motion is not None:
            standing, flight = self._motion.at(now_s)
            picture = replace(picture, placement=standing, flights=(flight,))
        if self._refused is not None and self._refused[1] is not None:
            part = (now_s - self._refused[2]) / SHAKE_S
            is_shaking = part < 1 and self._is_animated()
            picture = refused_picture(picture, self._refused[1], part if is_shaking else None)
        return picture

    def _turn_picture(self, now_s: float) -> BoardPicture:
        match = self.match
        if match.question is not None:
            # Nothing may be touched before the answer.
            return super().picture(now_s)
        picture = turn_picture(match.half, match.last_route, self.focus, match.last_removed)
        if self._table.steps and self.focus is None and not match.half.touches:
            picture = replace(picture, marks=steps_marks(self._table.steps))
        return picture

    def _has_guide(self) -> bool:
        """Return whether Hint leads through what the table needs after a take-back."""
        return self._table.needs_guide and self.focus is None and self.moves is None

    def _is_animated(self) -> bool:
        return self.stage.config.screen.animation

    def draw_panels(self, pen: Pen) -> None:
        """Draw the panels, with the tray or the list of all moves at their place."""
        layout, tray, pieces = self.layout, self.tray(), self.painter().pieces
        if self.moves is None and not tray.items:
            super().draw_panels(pen)
            return
        if self.moves is None or layout.is_portrait or self.has_formations():
            self.draw_ledges(pen)
        if self.moves is not None:
            pen.list(self.moves.view, self.moves.in_view(), 18)
        else:
            tray.draw(pen, layout, self.match.half, self.focus, pieces, self.stage.dominoes)
            draw_moves(pen, tray.rest(layout), self.match)
        draw_note(pen, layout.note, self.note(), self.is_note_alarming())

    def has_menu(self) -> bool:
        """Return whether the menu's button is there: the list of all moves takes its place."""
        return self.moves is None

    def lay_out(self) -> None:
        """Place the tray or the list of all moves where ledges and moves are otherwise."""
        self.tray().place(self.layout)
        if self.moves is not None:
            self.moves.place(self.layout, self.has_formations())

    def tray(self) -> Tray:
        """Return what can be touched beside the board in this turn."""
        if self._tray is None or self._tray.position is not self.match.position:
            self._tray = self.make_tray()
            self._tray.place(self.layout)
        return self._tray

    def make_tray(self) -> Tray:
        """Return a tray for the turn that begins."""
        return Tray(self.match.half)

    def entries(self) -> tuple[str, ...]:
        """Return the moves of the open list, or what is in the tray."""
        if self.moves is not None:
            return tuple(move.text for move in self.moves.moves)
        return self.tray().titles()

    def entry_place(self, title: str) -> tuple[int, int] | None:
        """Return where the move or the thing in the tray called *title* is, brought into view."""
        if title not in self.entries():
            return None
        view = self.tray().view if self.moves is None else self.moves.view
        index = self.entries().index(title)
        view.show(index)
        return view.entry_box(index, self.stage.layout.px(6)).center
