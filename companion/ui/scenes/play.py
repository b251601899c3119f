"""The game itself: touch the move while it is made on the table, then confirm it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.board import Site
from companion.games.contract import Move, Refusal, Touch
from companion.match.match import Match
from companion.match.question import Answer
from companion.match.real_table import RealTable
from companion.ports import ButtonName, Press
from companion.ui.list_view import ListView
from companion.ui.marks import BoardPicture
from companion.ui.motion import Motion, halves_of, leg_between, legs_of
from companion.ui.moves_list import MovesList
from companion.ui.pen import Banner, ButtonLabel, Pen
from companion.ui.pictures import moves_picture, refused_picture, steps_marks, turn_picture
from companion.ui.program_player import ProgramPlayer
from companion.ui.scene import NOTHING, Labels, opens_menu
from companion.ui.scenes import ways
from companion.ui.scenes.panels import draw_moves, draw_note
from companion.ui.scenes.table import TableScene
from companion.ui.tray import Tray
from companion.words.facts import answer_text, facts_text
from companion.words.guide import restoring_note
from companion.words.refusals import refusal_text
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


class PlayScene(TableScene):
    """A match being played by touch, by the four buttons, or by both in any mixture."""

    name = "play"
    refusal_s = 4.0
    """How long the reason for a refusal stays, unless something else happens before."""

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

    # What is shown

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

    # Input

    def press(self, press: Press) -> None:
        """Take a press of one of the four buttons."""
        if opens_menu(press):
            self._open_menu()
        elif press.button is ButtonName.BACK:
            self._back()
        elif press.button is ButtonName.NEXT:
            self._walk(1)
        elif press.button is ButtonName.HINT and press.is_long:
            self._toggle_moves()
        elif press.button is ButtonName.HINT and self._has_guide():
            self._guide()
        elif press.button is ButtonName.HINT:
            self._hint()
        elif self.stage.is_stale(press):
            self._refuse(Refusal("stale"), None)
        else:
            self._confirm()

    def _open_menu(self) -> None:
        self._close_moves()
        ways.to_game_menu(self.stage, self)

    def _hint(self) -> None:
        """Do what Hint does in the middle of a turn, where nobody is asked for hints."""
        self._toggle_moves()

    def _guide(self) -> None:
        self._told = ""
        ways.to_set_right(self.stage, self.match, self._table.handed_over())

    def _back(self) -> None:
        if self.match.question is not None:
            self.take(self.match.answer(False, self.match.stamp))
        elif self.moves is not None:
            self._close_moves()
        elif self.focus is not None:
            self.focus = None
        else:
            self.take(self.match.back())

    def previous(self) -> None:
        """Walk backwards."""
        self._walk(-1)

    def _walk(self, by: int) -> None:
        """Move the cursor over all that may be touched, and past the end to nothing."""
        self._refused = None
        if self.match.question is not None:
            return
        if self.moves is not None:
            self.moves.view.step(by, with_none=True)
            return
        stops = self.tray().stops(self.match.half)
        at = stops.index(self.focus) if self.focus in stops else 0
        self.focus = stops[(at + by) % len(stops)]
        if self.focus is None and self.match.half.move is None and len(stops) > 1:
            self.focus = stops[1 if by > 0 else -1]
        self.tray().show(self.focus)

    def _toggle_moves(self) -> None:
        self._refused = None
        if self.moves is not None:
            self._close_moves()
        elif self.match.question is None:
            self.focus = None
            self.moves = MovesList(self.match.half)
            self.lay_out()

    def _close_moves(self) -> None:
        self.moves = None
        self.lay_out()

    def show_moves(self) -> None:
        """Open the list of all legal moves."""
        if self.moves is None:
            self._toggle_moves()

    def _confirm(self) -> None:
        if self.moves is not None:
            chosen = self.moves.chosen
            self._close_moves()
            if chosen is not None:
                self._propose(chosen)
        elif self.match.question is None and self.focus is not None:
            self.touch(self.focus)
        elif self.program.is_by_hand and not self.match.half.touches:
            self.program.ask_again()
        elif ways.needs_tutor(self.stage, self.match):
            ways.to_tutor(self.stage, self)
        else:
            self.take(self.match.confirm(self.match.stamp))

    def _propose(self, move: Move) -> None:
        self.take(self.match.propose(move))
        if self._is_animated() and self.match.half.touches:
            legs = legs_of(halves_of(self.match.half))
            self._motion = Motion(legs, self.stage.now_s) if legs else None

    def touch(self, touch: Touch) -> None:
        """Touch a site or token, as the finger or the cursor does."""
        before = self.match.half
        answer = self.match.touch(touch)
        self.take(answer, touch if isinstance(touch, int) else None)
        if answer.code == "touched" and self._is_animated():
            leg = leg_between(before, self.match.half)
            self._motion = Motion((leg,), self.stage.now_s) if leg is not None else None

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Take hold of the list or the tray, or touch the site under the finger."""
        if self._view().pointer_down(x, y):
            return
        if self.moves is not None:
            self._close_moves()
        candidates = frozenset(t for t in self.match.half.next_touches() if isinstance(t, int))
        site = self.site_at(x, y, candidates)
        if site is not None:
            self.touch(site)

    def pointer_move(self, x: float, y: float) -> None:
        """Scroll the list or the tray."""
        self._view().pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Choose the move under the finger for a closer look, or touch what is in the tray."""
        index = self._view().pointer_up(x, y)
        if index is None:
            return
        if self.moves is not None:
            self.moves.view.selected = index
        else:
            self.touch(self.tray().items[index].token)

    def wheel(self, notches: int) -> None:
        """Scroll the list or the tray."""
        self._view().wheel(notches)

    def _view(self) -> ListView:
        return self.tray().view if self.moves is None else self.moves.view

    # What came of it

    def take(self, answer: Answer, site: Site | None = None) -> None:
        """Show what the match answered to a touch or press at *site*."""
        if answer.refusal is not None:
            self._refuse(answer.refusal, site)
            return
        self.focus = None
        self._refused = None
        self._motion = None
        self._told = ""
        if answer.code in ("committed", "redone", "touched"):
            is_whole = answer.code != "touched"
            self._told = answer_text(answer.facts, is_whole, self.match.game, self.board())
        if self._table.note(answer, self.match.position):
            self._told = restoring_note(self._table.steps, self.match.game.name, self.board())
        if self.match.outcome is not None and self.match.question is None:
            self.finish()

    def finish(self) -> None:
        """Show how the game ended."""
        ways.to_game_over(self.stage, self.match)

    def _refuse(self, refusal: Refusal, site: Site | None) -> None:
        self._refused = (refusal_text(refusal, self.match.position), site, self.stage.now_s)

    def update(self, now_s: float) -> None:
        """Let pieces glide, refusals fade, and the list of moves arrive."""
        if self.moves is not None and self.moves.poll():
            self.lay_out()
            self.stage.redraw()
        if self._motion is not None:
            self.stage.redraw()
            if self._motion.is_over(now_s):
                self._motion = None
        elif self.moves is None and self.program.is_due():
            ways.to_program(self.stage, self)
            return
        if self._refused is not None:
            passed_s = now_s - self._refused[2]
            if passed_s < SHAKE_S and self._is_animated():
                self.stage.redraw()
            elif passed_s > self.refusal_s:
                self._refused = None
                self.stage.redraw()
