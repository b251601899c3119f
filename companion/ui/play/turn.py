"""A turn while it is made: what is touched so far, what may come next, and what was refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.art.marks import Mark
from companion.contract import HalfMove, Move, Refusal, Site, Touch, sites_among
from companion.match.match import Match
from companion.match.question import Answer
from companion.ports import ButtonName, Press
from companion.table.real_table import RealTable
from companion.ui.board.marks import BoardPicture
from companion.ui.board.motion import Motion, halves_of, leg_between, legs_of
from companion.ui.board.pictures import marked_picture, steps_marks, turn_picture
from companion.ui.desk import Desk
from companion.ui.panels.panels import draw_moves, draw_note
from companion.ui.panels.tray import Tray
from companion.ui.play.cursor import Cursor
from companion.ui.play.shown_refusal import REFUSAL_S, ShownRefusal
from companion.ui.play.table_view import TableView
from companion.ui.play.taken_back import history_text, take_back_label
from companion.ui.scene import Scene
from companion.ui.sound.sounds import Cue
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.layout import ScreenLayout
from companion.ui.widgets.list_view import ENTRY_GAP
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import table as words
from companion.words.facts import answer_text, facts_text
from companion.words.guide import settle_banner
from companion.words.refusals import refusal_text
from companion.words.voice import Voice


@dataclass(frozen=True)
class Deeds:
    """What a turn leaves to whoever it is part of.

    Attributes:
        confirm: takes Confirm where the cursor is nowhere.
        taken: is told after each answer of the match that refused nothing.
        guide: leads the table to where the match is by what it is given.
    """

    confirm: Callable[[], None]
    taken: Callable[[], None]
    guide: Callable[[RealTable], None]


class Turn(Scene):
    """A match with its half-made turn and the cursor, by touch and by the four buttons.

    Attributes:
        match: the match.
        cursor: what the four buttons point at.
        report: what the last ply did, or was answered, until something else happens.
        refused: what was refused last, until something else happens.
        refusal_s: how long that shows.
        real: what stands on the real table.
        head: the scene that the turn is part of, whose note is told.
    """

    name = "play"

    def __init__(
        self,
        stage: Desk,
        match: Match,
        deeds: Deeds,
        make_tray: Callable[[HalfMove], Tray] = Tray,
        refusal_s: float = REFUSAL_S,
    ) -> None:
        super().__init__(stage)
        self.match = match
        self.cursor = Cursor()
        self.report = words.opening_text(match, self.voice)
        self.refused: ShownRefusal | None = None
        self.refusal_s = refusal_s
        self.real = RealTable(match.position)
        self.head: Scene = self
        self._view = TableView(stage, match)
        self._deeds = deeds
        self._make_tray = make_tray
        self._tray: Tray | None = None
        self._fitted: HalfMove | None = None
        self._motion: Motion | None = None

    # What is shown

    def stamp(self) -> object:
        return (self.match.stamp, self.focus, self.cursor.group)

    @property
    def focus(self) -> Touch | None:
        """Return what Confirm would touch, or None."""
        return self.cursor.focus

    def banner(self) -> Banner:
        if self.is_settling:
            banner = settle_banner(self.real.steps, self.match.game.name, self._view.board)
        else:
            banner = words.turn_banner(self.match.half, self.voice)
        return Banner(banner, self._view.side_color(self.match.position.side))

    @property
    def voice(self) -> Voice:
        """Return how those who play are spoken to."""
        return Voice(self.match.seats, self.stage.config.screen.notation)

    def labels(self) -> Labels:
        label = words.confirm_label(self.match.half, self.focus)
        if self.is_settling:
            label = buttons.BOARD_IS_RIGHT()
        return (
            ButtonLabel(self._back_label()),
            ButtonLabel(buttons.NEXT_PLACE()) if self.match.half.next_touches() else NOTHING,
            ButtonLabel(buttons.ONE_BY_ONE()) if self.needs_guide else NOTHING,
            ButtonLabel(buttons.PICK_ONE())
            if self.cursor.is_on_group
            else ButtonLabel(label, bool(label) and self.focus is None),
        )

    def _back_label(self) -> str:
        if self.cursor.group and self.focus is not None:
            return buttons.OTHERS()
        if self.is_pointing:
            return buttons.CURSOR_OFF()
        if self.match.half.touches:
            return buttons.UNDO_TOUCH()
        return take_back_label(self.match)

    def note(self) -> str:
        """Return why something was refused, what the cursor would do, or what just happened."""
        if self.refused is not None:
            return self.refused.text
        half = self.match.half
        if self.cursor.is_on_group:
            return words.group_note(len(self.cursor.group))
        if self.focus is not None:
            facts = half.next_touches().get(self.focus, ())
            return facts_text(facts, self.match.game.name, self._view.board, self.voice)
        if self.is_settling:
            return self.report
        return " ".join(part for part in (self.report, words.turn_note(half)) if part)

    def is_note_alarming(self) -> bool:
        return self.refused is not None

    def has_menu(self) -> bool:
        return True

    def making(self) -> Turn:
        return self

    def table(self) -> TableView:
        return self._view

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board in the middle of the turn, with motion, cursor and refusal."""
        match = self.match
        picture = turn_picture(match.half, match.last_route, self.focus, match.last_removed)
        picture = marked_picture(picture, self.cursor.pointed, Mark.FOCUS)
        if self.is_settling:
            picture = replace(picture, marks=steps_marks(self.real.steps))
        return self.in_motion(picture, now_s)

    def in_motion(self, picture: BoardPicture, now_s: float) -> BoardPicture:
        """Return *picture* with the pieces that glide, and the refused site shaking."""
        if self._motion is not None:
            picture = self._motion.shown_on(picture, now_s)
        if self.refused is not None:
            picture = self.refused.shown_on(picture, now_s, self.is_animated)
        return picture

    @property
    def is_settling(self) -> bool:
        """Return whether the real table is put right after a take-back, until play goes on."""
        return bool(self.real.steps) and not self.is_pointing and not self.match.half.touches

    def settle(self) -> None:
        """Take the real table to be right."""
        self.real.handed_over()
        self.refused, self.report = None, ""

    @property
    def needs_guide(self) -> bool:
        """Return whether Hint leads through what the table needs after a take-back."""
        return self.real.needs_guide and not self.is_pointing

    @property
    def is_pointing(self) -> bool:
        """Return whether the cursor is on something."""
        return self.focus is not None or self.cursor.is_on_group

    @property
    def is_animated(self) -> bool:
        """Return whether pieces glide."""
        return self.stage.config.screen.animation

    @property
    def is_gliding(self) -> bool:
        """Return whether a piece is on its way."""
        return self._motion is not None

    def draw(self, pen: Pen) -> None:
        """Draw what is beside the board, with the tray at the place of the moves."""
        view, tray, head = self._view, self.tray(), self.head
        if not tray.items:
            view.draw_panels(pen, head.note(), is_alarming=head.is_note_alarming())
            return
        layout, pieces = self._layout_of(tray), view.painter().pieces
        view.draw_ledges(pen, has_menu=True)
        tray.draw(pen, layout, self.match.half, self.focus, pieces, self.stage.dominoes)
        draw_moves(pen, tray.rest(layout), self.match)
        draw_note(pen, layout.note, head.note(), head.is_note_alarming())

    def lay_out(self) -> None:
        """Place the tray where the moves are otherwise."""
        tray = self.tray()
        tray.place(self._layout_of(tray))

    def _layout_of(self, tray: Tray) -> ScreenLayout:
        return self._view.layout(has_menu=True).with_tray(tray.rows)

    def tray(self) -> Tray:
        """Return what can be touched beside the board in this turn."""
        half, tray = self.match.half, self._tray
        if tray is None or tray.position is not self.match.position or not self._fits(tray):
            tray = self._tray = self._make_tray(half)
            self.lay_out()
        self._fitted = half
        return tray

    def _fits(self, tray: Tray) -> bool:
        """Return whether the begun turn offers what is in *tray*, asked once for each touch."""
        return self._fitted is self.match.half or tray.fits(self.match.half)

    def entries(self) -> tuple[str, ...]:
        return self.tray().titles()

    def entry_place(self, title: str) -> tuple[int, int] | None:
        gap = self.stage.layout.px(ENTRY_GAP)
        return self.tray().view.place_of(self.entries(), title, gap)

    # Input

    def press(self, press: Press) -> None:
        """Take a short press of one of the four buttons."""
        if press.button is ButtonName.BACK and self.is_pointing:
            self.cursor.back()
        elif press.button is ButtonName.BACK:
            self.take(self.match.back())
        elif press.button is ButtonName.NEXT:
            self.walk(1)
        elif press.button is ButtonName.CONFIRM and self.cursor.is_on_group:
            self.cursor.enter()
        elif press.button is ButtonName.CONFIRM and self.focus is not None:
            self.touch(self.focus)
        elif press.button is ButtonName.CONFIRM and self.is_settling:
            self.settle()
        elif press.button is ButtonName.CONFIRM:
            self._deeds.confirm()
        elif self.needs_guide:
            self.refused, self.report = None, ""
            self._deeds.guide(self.real)

    def previous(self) -> None:
        self.walk(-1)

    def walk(self, by: int) -> None:
        """Move the cursor over all that may be touched, and past the end to nothing."""
        self.refused = None
        half = self.match.half
        self.cursor.step(self.tray().stops(half), by, can_rest=half.move is not None)
        self.tray().show(self.focus)

    def touch(self, touch: Touch) -> None:
        """Touch a site or token, as the finger or the cursor does."""
        picked = self.tray().pick(touch)
        if picked is not None:
            self.refused = None
            self.cursor.clear()
            if picked.refusal is not None:
                self.refuse(picked.refusal)
            return
        before = self.match.half
        answer = self.match.touch(touch)
        self.take(answer, touch if isinstance(touch, int) else None)
        if answer.code == "touched" and self.is_animated:
            leg = leg_between(before, self.match.half)
            self._motion = Motion((leg,), self.stage.now_s) if leg is not None else None

    def propose(self, move: Move) -> None:
        """Lay *move* out, its pieces gliding."""
        self.take(self.match.propose(move))
        if self.match.half.touches:
            self.glide(self.match.half)

    def glide(self, half: HalfMove, since: int = 0) -> None:
        """Let the pieces go the legs of *half* after its first *since* touches."""
        if self.is_animated:
            legs = legs_of(halves_of(half)[since:])
            self._motion = Motion(legs, self.stage.now_s) if legs else None

    def stop(self) -> None:
        """Let all pieces be where they go."""
        self._motion = None

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Take hold of the tray, or touch the site under the finger."""
        if not self.tray().view.pointer_down(x, y):
            self.touch_at(x, y)

    def touch_at(self, x: float, y: float) -> None:
        """Touch the site at a place of the screen, where there is one."""
        site = self.site_at(x, y)
        if site is not None:
            self.touch(site)

    def site_at(self, x: float, y: float) -> Site | None:
        """Return the site that a finger means; one that may be touched wins over its neighbors."""
        candidates = frozenset(sites_among(self.match.half.next_touches()))
        return self._view.site_at(x, y, candidates)

    def pointer_move(self, x: float, y: float) -> None:
        self.tray().view.pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Touch what is in the tray under the finger."""
        index = self.tray().view.pointer_up(x, y)
        if index is not None:
            self.touch(self.tray().items[index].token)

    def wheel(self, notches: int) -> None:
        self.tray().view.wheel(notches)

    # What came of it

    def take(self, answer: Answer, site: Site | None = None) -> None:
        """Show what the match answered to a touch or press at *site*."""
        if answer.refusal is not None:
            self.refuse(answer.refusal, site)
            return
        self.stage.sounds.answered(answer, self.match)
        self.calm()
        match = self.match
        if answer.code == "touched":
            self.report = answer_text(answer.facts, False, match.position, self.voice)
        elif answer.code in ("committed", "redone"):
            text = answer_text(answer.facts, True, match.positions[-2], self.voice)
            self.report = words.last_move_text(text, match.positions[-2], self.voice)
        if self.real.note(answer, match.position):
            has_table = self.stage.has_table(match)
            self.report = history_text(answer, match, self.real, self.voice, has_table=has_table)
        self._deeds.taken()

    def calm(self) -> None:
        """Show nothing of what was before: no cursor, no refusal, no motion, no word."""
        self.refused = self._motion = None
        self.cursor.clear()
        self.report = ""

    def refuse(self, refusal: Refusal, site: Site | None = None) -> None:
        """Show why something was refused, at *site*."""
        self.refuse_with(refusal_text(refusal, self.match.position), site)

    def refuse_with(self, text: str, site: Site | None = None) -> None:
        """Show *text* as the reason why something was refused, at *site*."""
        self.refused = ShownRefusal(text, site, self.stage.now_s)
        self.stage.sounds.play(Cue.REFUSED)

    def update(self, now_s: float) -> None:
        """Let pieces glide and refusals fade."""
        if self._motion is not None:
            self.stage.redraw()
            if self._motion.is_over(now_s):
                self._motion = None
        if self.refused is None:
            return
        if self.refused.is_shaking(now_s) and self.is_animated:
            self.stage.redraw()
        elif now_s - self.refused.at_s > self.refusal_s:
            self.refused = None
            self.stage.redraw()
