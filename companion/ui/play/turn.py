"""A turn while it is made: what is touched so far, may come next, was refused or taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from companion.art.marks import Mark
from companion.contract import Fact, HalfMove, Move, Progress, Refusal, Site, Touch, sites_among
from companion.match.match import Match
from companion.match.question import Answer
from companion.ports import ButtonName, Press, Previous
from companion.table.watch import RealTable
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.board.motion import Motion, halves_of, leg_between, legs_of
from companion.ui.board.pictures import marked_picture, steps_marks, turn_picture
from companion.ui.context import UiContext
from companion.ui.panels.panels import draw_moves, draw_note
from companion.ui.panels.tray import Tray
from companion.ui.play.cursor import Cursor
from companion.ui.play.mode import Mode
from companion.ui.play.table_view import TableView
from companion.ui.sounds import Cue
from companion.ui.targets import BoardTarget, ListTarget, TouchTarget
from companion.ui.view import NOTHING, Labels, Topic, View
from companion.ui.widgets.list_view import ENTRY_GAP
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons, program
from companion.words import table as words
from companion.words.facts import answer_text, facts_text, untold_text, warned_text
from companion.words.guide import restoring_note, settle_banner
from companion.words.table import refusal_text, taken_back_text
from companion.words.voice import Voice, places_text, site_text


def take_back_label(match: Match) -> str:
    """Return what Back does with nothing touched: it names all that goes back."""
    if match.question is not None:
        return buttons.WITHDRAW()
    if not _takes_back(match):
        return ""
    seats = match.seats
    if not seats.is_lonely or seats.elsewhere:
        return buttons.TAKE_BACK()
    is_answered = seats.level_to_move(match.positions[-2]) is not None
    return buttons.UNDO_BOTH() if is_answered else buttons.UNDO_MOVE()


def _takes_back(match: Match) -> bool:
    """Return whether there is a move to take back; one of the computer alone is not a person's."""
    seats, before = match.seats, match.positions[:-1]
    is_own = not seats.is_lonely or any(map(seats.is_here, before))
    return bool(match.plies) and is_own


def waiting_text(match: Match) -> str:
    """Return that the computer thinks, and what Back does meanwhile."""
    if match.question is not None:
        return program.WAIT_FOR_ANSWER()
    return program.WAIT() if _takes_back(match) else program.WAIT_AT_FIRST()


def history_text(
    answer: Answer, match: Match, real: RealTable, voice: Voice, *, has_table: bool
) -> str:
    """Return what *answer* took back, and what has to be done at the *real* table for it.

    Where there is none beside the screen it is right at once.
    """
    text = taken_back_text(match, voice) if answer.code == "taken-back" else ""
    if not has_table:
        real.handed_over()
        return text
    needed = restoring_note(real.steps, match.game.name, match.position.board)
    return f"{text} {needed}".strip()


SHAKE_S: Final = 0.4
"""How long a refused site shakes."""

REFUSAL_S: Final = 4.0
"""How long the reason for a refusal stays, unless something else happens before."""


class ShownRefusal(NamedTuple):
    """What was refused: why, the site that was touched or None, and when."""

    text: str
    site: Site | None
    at_s: float

    def is_shaking(self, now_s: float) -> bool:
        """Return whether its site still shakes, where anything moves at all."""
        return now_s - self.at_s < SHAKE_S

    def shown_on(self, picture: BoardPicture, now_s: float, is_animated: bool) -> BoardPicture:
        """Return *picture* with its site crossed out, and shaking if that *is_animated*."""
        if self.site is None:
            return picture
        picture = marked_picture(picture, (self.site,), Mark.ERROR)
        if not is_animated or not self.is_shaking(now_s):
            return picture
        return replace(picture, shaking=(self.site, (now_s - self.at_s) / SHAKE_S))


class Turn(Mode):
    """A match with its half-made turn and the cursor, by touch and by the four buttons.

    Confirm where the cursor is nowhere is left to the scene.

    Attributes:
        match: the match.
        table: where it is on screen.
        cursor: what the four buttons point at.
        report: what the last ply did, or was answered, until something else happens.
        refused: what was refused last, until something else happens.
        refusal_s: how long that shows.
        real: what stands on the real table.
        motion: the pieces on their way, or None.
        make_tray: returns what can be touched beside the board in a half-made turn.
    """

    def __init__(self, stage: UiContext, match: Match, refusal_s: float = REFUSAL_S) -> None:
        self.stage = stage
        self.match = match
        self.table = TableView(stage, match)
        self.cursor = Cursor()
        self.report = words.opening_text(match, self.voice)
        self.refused: ShownRefusal | None = None
        self.refusal_s = refusal_s
        self.real = RealTable(match.position)
        self.motion: Motion | None = None
        self.make_tray: Callable[[HalfMove], Tray] = Tray
        self._did: tuple[Fact, ...] = ()
        self._retold = ("", "")
        self._tray: Tray | None = None
        self._fitted: HalfMove | None = None

    # What is shown

    def show(self, view: View) -> View:
        is_at_rest = not self.match.half.touches and self.cursor.focus is None
        return view._replace(
            banner=banner_of(self),
            labels=_labels(self),
            note=_note(self, self._did),
            is_alarming=self.refused is not None,
            picture=self.picture(),
            panels=(partial(_draw_beside, self),),
            targets=targets_of(self),
            topics=(Topic.TURNS, Topic.MOVES) if is_at_rest else view.topics,
            pointed=_pointed(self),
            retold=_retold(self, self._did) or self._retold,
            stamp=(self.match.stamp, self.cursor.focus, self.cursor.group),
        )

    @property
    def voice(self) -> Voice:
        """Return how those who play are spoken to."""
        return Voice(self.match.seats, self.stage.config.screen.notation)

    def board_target(self, touch: Callable[[Site], None]) -> BoardTarget:
        """Return the board, whose places *touch* takes; those that may be touched win."""
        table = self.table
        candidates = frozenset(sites_among(self.match.half.next_touches()))
        return BoardTarget(table.screen().board, table.painter().geometry, candidates, touch)

    def picture(self) -> BoardPicture:
        """Return the board in the middle of the turn, with motion, cursor and refusal."""
        match = self.match
        picture = turn_picture(
            match.half, match.last_route, self.cursor.focus, match.last_removed, match.last_gone
        )
        picture = marked_picture(picture, self.cursor.pointed, Mark.FOCUS)
        if self.is_settling:
            picture = replace(picture, marks=steps_marks(self.real.steps))
        return self.in_motion(picture)

    def in_motion(self, picture: BoardPicture) -> BoardPicture:
        """Return *picture* with the pieces that glide, and the refused site shaking."""
        now_s = self.stage.now_s
        if self.motion is not None:
            picture = self.motion.shown_on(picture, now_s)
        if self.refused is not None:
            is_animated = self.stage.config.screen.animation
            picture = self.refused.shown_on(picture, now_s, is_animated)
        return picture

    @property
    def is_settling(self) -> bool:
        """Return whether the real table is put right after a take-back, until play goes on."""
        is_begun = self.cursor.is_pointing or bool(self.match.half.touches)
        return bool(self.real.steps) and not is_begun

    def settle(self) -> None:
        """Take the real table to be right."""
        self.real.handed_over()
        self.refused, self.report = None, ""

    @property
    def needs_guide(self) -> bool:
        """Return whether Hint leads through what the table needs after a take-back."""
        return self.real.needs_guide and not self.cursor.is_pointing

    def lay_out(self) -> None:
        """Place the tray where the moves are otherwise."""
        tray = self.tray()
        tray.place(self.table.layout(has_menu=True).with_tray(tray.rows))

    def tray(self) -> Tray:
        """Return what can be touched beside the board in this turn."""
        half, tray = self.match.half, self._tray
        # Whether the begun turn offers what is in the tray is asked once for each touch.
        is_known = self._fitted is half
        if tray is None or tray.position is not half.position or not (is_known or tray.fits(half)):
            tray = self._tray = self.make_tray(half)
            self._fitted = half
            self.lay_out()
        self._fitted = half
        return tray

    # Input

    def on(self, event: Press | Previous) -> bool:
        if isinstance(event, Previous):
            self.walk(-1)
            return True
        match event.button:
            case ButtonName.BACK if self.cursor.is_pointing:
                self.cursor.back()
            case ButtonName.BACK:
                self.take(self.match.back())
            case ButtonName.NEXT:
                self.walk(1)
            case ButtonName.HINT if self.needs_guide:
                self.refused, self.report = None, ""
                self.stage.go(to.SetRight(self.match, self.real.handed_over()))
            case ButtonName.CONFIRM if self.cursor.is_on_group:
                self.cursor.enter()
            case ButtonName.CONFIRM if self.cursor.focus is not None:
                self.touch(self.cursor.focus)
            case ButtonName.CONFIRM if self.is_settling:
                self.settle()
            case _:
                return False
        return True

    def walk(self, by: int) -> None:
        """Move the cursor over all that may be touched, and past the end to nothing."""
        self.refused = None
        half = self.match.half
        self.cursor.step(self.tray().stops(half), by, can_rest=half.move is not None)
        self.tray().show(self.cursor.focus)

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
        if answer.code == "touched" and self.stage.config.screen.animation:
            leg = leg_between(before, self.match.half)
            self.motion = Motion((leg,), self.stage.now_s) if leg is not None else None

    def propose(self, move: Move) -> None:
        """Lay *move* out, its pieces gliding."""
        self.take(self.match.propose(move))
        if self.match.half.touches:
            self.glide(self.match.half)

    def glide(self, half: HalfMove, since: int = 0) -> None:
        """Let the pieces go the legs of *half* after its first *since* touches."""
        if self.stage.config.screen.animation:
            legs = legs_of(halves_of(half)[since:])
            self.motion = Motion(legs, self.stage.now_s) if legs else None

    # What came of it

    def take(self, answer: Answer, site: Site | None = None) -> None:
        """Show what the match answered to a touch or press at *site*."""
        if answer.refusal is not None:
            self.refuse(answer.refusal, site)
            return
        self.stage.sounds.answered(answer, self.match)
        self.stage.lamps.wave = None
        if answer.code in ("committed", "ended"):
            self.stage.lamps.answered(answer, self.match, self.stage.now_s)
        self.calm()
        match = self.match
        if answer.code == "touched":
            self._did = answer.facts
        elif answer.code in ("committed", "redone"):
            before = match.positions[-2]
            text = answer_text(answer.facts, True, before, self.voice)
            self.report = words.last_move_text(text, before, self.voice)
            self._retold = self.report, untold_text(answer.facts, True, before, self.voice)
        if self.real.note(answer, match.position):
            has_table = self.stage.has_table(match)
            self.report = history_text(answer, match, self.real, self.voice, has_table=has_table)

    def calm(self) -> None:
        """Show nothing of what was before: no cursor, no refusal, no motion, no word."""
        self.refused = self.motion = None
        self.cursor.clear()
        self.report, self._did, self._retold = "", (), ("", "")

    def refuse(self, why: Refusal | str, site: Site | None = None) -> None:
        """Show why something was refused, at *site*."""
        text = why if isinstance(why, str) else refusal_text(why, self.match.position)
        self.refused = ShownRefusal(text, site, self.stage.now_s)
        self.stage.sounds.play(Cue.REFUSED)
        self.stage.lamps.wave = None

    def update(self, now_s: float) -> None:
        """Let pieces glide and refusals fade."""
        if self.motion is not None:
            self.stage.redraw()
            if self.motion.is_over(now_s):
                self.motion = None
        if self.refused is None:
            return
        if self.refused.is_shaking(now_s) and self.stage.config.screen.animation:
            self.stage.redraw()
        elif now_s - self.refused.at_s > self.refusal_s:
            self.refused = None
            self.stage.redraw()


def banner_of(turn: Turn) -> Banner:
    """Return whose turn it is and what is expected next, or how to put the table right."""
    match, table = turn.match, turn.table
    if turn.is_settling:
        text = settle_banner(turn.real.steps, match.game.name, table.board)
    else:
        text = words.turn_banner(match.half, turn.voice)
    return Banner(text, table.side_color(match.position.side))


def targets_of(turn: Turn) -> tuple[TouchTarget, ...]:
    """Return the tray and the board."""
    tray, gap = turn.tray(), turn.stage.layout.px(ENTRY_GAP)

    def choose(index: int) -> None:
        turn.touch(tray.items[index].token)

    return ListTarget(tray.view, tray.titles, choose, gap), turn.board_target(turn.touch)


def _draw_beside(turn: Turn, pen: Pen, view: View) -> None:
    """Draw what is beside the board, with the tray at the place of the moves."""
    table, tray = turn.table, turn.tray()
    if not tray.items:
        table.draw_panels(pen, view)
        return
    layout, pieces = table.layout(has_menu=True).with_tray(tray.rows), table.painter().pieces
    table.draw_ledges(pen, has_menu=True)
    tray.draw(pen, layout, turn.match.half, turn.cursor.focus, pieces, turn.stage.dominoes)
    draw_moves(pen, tray.rest(layout), turn.match)
    draw_note(pen, layout.note, view.note, view.is_alarming)


def _labels(turn: Turn) -> Labels:
    half, cursor = turn.match.half, turn.cursor
    label = words.confirm_label(half, cursor.focus)
    if turn.is_settling:
        label = buttons.BOARD_IS_RIGHT()
    return (
        ButtonLabel(_back_label(turn)),
        ButtonLabel(buttons.NEXT_PLACE()) if half.next_touches() else NOTHING,
        ButtonLabel(buttons.ONE_BY_ONE()) if turn.needs_guide else NOTHING,
        ButtonLabel(buttons.PICK_ONE())
        if cursor.is_on_group
        else ButtonLabel(label, bool(label) and cursor.focus is None),
    )


def _back_label(turn: Turn) -> str:
    if turn.cursor.group and turn.cursor.focus is not None:
        return buttons.OTHERS()
    if turn.cursor.is_pointing:
        return buttons.CURSOR_OFF()
    if turn.match.half.touches:
        return buttons.UNDO_TOUCH()
    return take_back_label(turn.match)


def _note(turn: Turn, did: tuple[Fact, ...]) -> str:
    """Return why something was refused, what the cursor would do, or what a touch just *did*."""
    if turn.refused is not None:
        return turn.refused.text
    half, cursor = turn.match.half, turn.cursor
    if cursor.is_on_group:
        return words.group_note(len(cursor.group))
    if cursor.focus is not None:
        facts = half.next_touches().get(cursor.focus, ())
        return facts_text(facts, turn.match.game.name, turn.table.board, turn.voice)
    if turn.is_settling:
        return turn.report
    touched = answer_text(did, False, half.position, turn.voice) if did else ""
    if not warned_text("", did, half.position):
        # What an earlier leg knocks is knocked by this move as well.
        touched = warned_text(touched, half.facts(), half.position).strip()
    parts = (touched, turn.report, words.turn_note(half))
    return " ".join(part for part in parts if part)


def _retold(turn: Turn, did: tuple[Fact, ...]) -> tuple[str, str] | None:
    """Return what note and banner both tell of the move laid out, and what is left to say."""
    half = turn.match.half
    if half.progress is not Progress.COMPLETE or not half.touches or not did:
        return None
    told = answer_text(did, False, half.position, turn.voice)
    return told, untold_text(did, False, half.position, turn.voice)


def _pointed(turn: Turn) -> str:
    """Return the place and what stands on it, or what is pointed at beside the board."""
    match, cursor = turn.match, turn.cursor
    if cursor.is_on_group:
        return places_text(match.position.board, cursor.pointed)
    focus = cursor.focus
    if focus is None:
        return ""
    if isinstance(focus, int):
        standing = match.half.pieces().get(focus, ())
        voice = Voice(match.seats)
        return site_text(match.position.board, focus, standing, match.game.name, voice)
    # By its title in the tray: of a covered piece that is its number alone.
    titles = zip(turn.tray().items, turn.tray().titles(), strict=True)
    return next((title for item, title in titles if item.token == focus), "")


class Front(Mode):
    """A mode that shows and takes everything itself.

    Attributes:
        name: what scripts call the scene meanwhile.
    """

    name = ""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.stage = turn.stage
        self.match = turn.match

    def give_way(self) -> None:
        """Do what has to be done before the menu opens."""

    def uses_time(self) -> bool:
        """Return whether the clock of who is to move runs meanwhile."""
        return False

    def on(self, event: Press | Previous) -> bool:
        return True

    def show(self, view: View) -> View:
        """Return the board without a mark, the panels of the match beside it."""
        table = self.turn.table
        return view._replace(picture=table.standing(), panels=(table.draw_panels,))
