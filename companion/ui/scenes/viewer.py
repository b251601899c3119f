"""A record looked through: its moves forward and back, by itself, leg by leg, with comments.

The board is as large as in a game.  Beside it are the moves at the cursor, what they did,
and under that a row of keys.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.art.dominoes import DominoState
from companion.contract import Board, Game, Side, Token
from companion.engine.turning_points import TurningPoint
from companion.ports import ButtonName, Press
from companion.storage.library import is_sample
from companion.storage.playback import Course, Playback
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import BoardPicture
from companion.ui.board.motion import Motion, halves_of, legs_of
from companion.ui.board.pictures import playback_picture, sizes_in_play
from companion.ui.desk import Desk
from companion.ui.panels.panels import draw_note, draw_off_board
from companion.ui.panels.racks import SideRacks, draw_racks
from companion.ui.panels.tray import is_domino
from companion.ui.scene import Scene, is_back, opens_menu
from companion.ui.scenes.viewer_menu import ViewerMenuScene
from companion.ui.targets import KeyTarget, ListTarget, TouchTarget
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.button_row import Icon, draw_icon
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ENTRY_GAP, ENTRY_H, ListView, entry_px
from companion.ui.widgets.pen import Banner, ButtonLabel, Entry, Pen
from companion.words import buttons
from companion.words import records as words
from companion.words.records import FIRST_ENTRY
from companion.words.table import rack_text
from companion.words.voice import Voice, onlooker

KEYS_IN_ROW = 5
KEY_GAP = 6
ROW_H = 64
ROW_H_PORTRAIT = 76
MOVES_H, MOVES_H_PORTRAIT = 64, 70
LARGE_H = 52
"""With large letters, of the moves and of the keys on a wide screen."""


@dataclass(frozen=True)
class ViewerLayout:
    """The places of the moves around the cursor, of their note, and of the keys in their row."""

    moves: Box
    note: Box
    row: tuple[Box, ...]


def lay_out_viewer(layout: ScreenLayout) -> ViewerLayout:
    """Return where the viewer's parts are on a screen with this *layout*."""
    info, gap = layout.info, layout.px(8)
    moves = layout.moves._replace(h=layout.px(MOVES_H_PORTRAIT if layout.is_portrait else MOVES_H))
    row_h = layout.px(ROW_H_PORTRAIT if layout.is_portrait else ROW_H)
    if layout.is_large and not layout.is_portrait:
        row_h, gap = layout.px(LARGE_H), layout.px(6)
        moves = layout.moves._replace(h=row_h)
    row = info._replace(y=info.bottom - row_h, h=row_h)
    note_y = moves.bottom + gap
    note = info._replace(y=note_y, h=max(1, row.y - gap - note_y))
    return ViewerLayout(moves, note, _row(row, layout.px(KEY_GAP)))


def _row(box: Box, gap: int) -> tuple[Box, ...]:
    w = (box.w - (KEYS_IN_ROW - 1) * gap) / KEYS_IN_ROW
    edges = [box.x + round(n * (w + gap)) for n in range(KEYS_IN_ROW + 1)]
    return tuple(
        box._replace(x=one, w=max(1, other - gap - one))
        for one, other in itertools.pairwise(edges)
    )


OWNER = 16
"""The size of the name of the side whose dominoes are shown."""


class Key(NamedTuple):
    """A key of the viewer: what scripts call it, its sign, what it does, if it may, and where."""

    title: str
    icon: Icon
    act: Callable[[], None]
    is_dead: bool
    box: Box


class DominoRow(NamedTuple):
    """The dominoes beside the board, and the side whose they are."""

    owner: Side
    dominoes: Sequence[tuple[tuple[int, ...], DominoState]]


class ViewerScene(Scene):
    """The board at the cursor of a playback, the moves, and the keys that move the cursor.

    Attributes:
        path: the file of the record.
        playback: where the players are in it.
        turning_points: those of the game by their plies, None before they are looked for.
    """

    name = "viewer"

    def __init__(self, stage: Desk, path: Path, course: Course) -> None:
        super().__init__(stage)
        self.path = path
        self.playback = Playback(course)
        self.list = ListView(Box(0, 0, 1, 1), ENTRY_H, 0)
        self._motion: Motion | None = None
        self._entries: list[Entry] = []
        self._told_at: tuple[int, int] | None = None
        self._told = ("", "")
        self._is_sample = is_sample(path)
        self.turning_points: dict[int, TurningPoint] | None = None
        self.take_over()

    def take_over(self) -> None:
        """Make the list of moves anew, after a comment or the turning points have changed."""
        plies, turns = self.playback.course.record.plies, self.turning_points or {}
        self._entries = [Entry(FIRST_ENTRY())]
        for number, move in enumerate(self.playback.course.moves, 1):
            has_comment = bool(plies[number - 1].comment)
            title = words.ply_title(number, move.text, has_comment, number in turns)
            self._entries.append(Entry(title))
        self.list.count = len(self._entries)
        self._told_at = None
        self._follow()

    # What is shown

    def board(self) -> Board:
        return self.playback.position.board

    def playing(self) -> Game:
        return self.playback.position.game

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board at the cursor, pieces gliding there."""
        picture = playback_picture(self.playback)
        return picture if self._motion is None else self._motion.shown_on(picture, now_s)

    def places(self) -> ViewerLayout:
        """Return where the parts are."""
        return lay_out_viewer(self.stage.layout)

    def painter(self) -> BoardPainter:
        """Return what paints the board; it never turns while a game is looked through."""
        is_turned = self.stage.config.screen.view == "second"
        sizes = sizes_in_play(self.playback.positions[0])
        return self.stage.painter(self.board(), self.stage.layout.board, is_turned, sizes=sizes)

    def banner(self) -> Banner:
        """Return which move the cursor is at."""
        playback = self.playback
        number = playback.ply + bool(playback.leg)
        text, _ = self._in_words()
        if number == 0:
            return Banner(text)
        side = playback.positions[number - 1].side
        return Banner(text, self.stage.theme.side_color(self.board(), side))

    def _in_words(self) -> tuple[str, str]:
        """Return banner and note at the cursor; a long move takes a while to be put into words."""
        at = (self.playback.ply, self.playback.leg)
        if self._told_at != at:
            note = words.viewer_note(self.playback, is_sample=self._is_sample)
            notes = (self._marks_note(), self._turning_note(), note)
            banner = words.viewer_banner(self.playback, self.voice)
            self._told_at, self._told = at, (banner, " ".join(filter(None, notes)))
        return self._told

    @property
    def voice(self) -> Voice:
        """Return how moves are told here: in words, or in notation where that is chosen."""
        players = self.playback.course.record.players
        return onlooker(players, is_notated=self.stage.config.screen.notation)

    def note(self) -> str:
        """Return the comment at the cursor, or what the last move did."""
        return self._in_words()[1]

    def _marks_note(self) -> str:
        """Return what the signs in the list of moves mean, before the first move."""
        if self.playback.ply or self.playback.leg:
            return ""
        plies, turns = self.playback.course.record.plies, self.turning_points
        return words.marks_text(
            has_comments=any(ply.comment for ply in plies), has_turns=bool(turns)
        )

    def _turning_note(self) -> str:
        point = (self.turning_points or {}).get(self.playback.ply)
        if point is None or self.playback.leg:
            return ""
        return words.turning_text(point.code, point.side, self.playback.game.name, self.voice)

    def to_turning_point(self) -> None:
        """Show the board after the next turning point, after the last one that of the first."""
        plies = sorted(self.turning_points or {})
        if plies:
            self.jump(next((ply for ply in plies if ply > self.playback.ply), plies[0]))

    def labels(self) -> Labels:
        playback = self.playback
        playing = buttons.PAUSE() if playback.is_playing else buttons.PLAY()
        return (
            ButtonLabel(buttons.GO_BACK()),
            NOTHING if playback.is_at_end else ButtonLabel(buttons.FORWARD()),
            NOTHING if playback.ply == playback.leg == 0 else ButtonLabel(buttons.ONE_BACK()),
            ButtonLabel(playing) if playback.last else NOTHING,
        )

    def has_menu(self) -> bool:
        return True

    def keys(self) -> tuple[Key, ...]:
        """Return the keys under the note."""
        playback = self.playback
        at_start, at_end = playback.ply == playback.leg == 0, playback.is_at_end
        middle = Icon.PAUSE if playback.is_playing else Icon.PLAY
        keys = (
            ("First", Icon.FIRST, self.to_first, at_start),
            ("One back", Icon.BACK, self.previous, at_start),
            ("Play", middle, self.toggle, not playback.last),
            ("Forward", Icon.FORWARD, self.forward, at_end),
            ("Last", Icon.LAST, self.to_last, at_end),
        )
        return tuple(Key(*key, box) for key, box in zip(keys, self.places().row, strict=True))

    def draw(self, pen: Pen) -> None:
        """Draw board, keys, moves, and what is off the board or in a hand."""
        painter = self.painter()
        painter.paint(pen.surface, self.picture(self.stage.now_s))
        if painter.pieces.kind.has_racks:
            beside = SideRacks(self.playback.half.off_board(), rack_text)
            draw_racks(pen, painter, self.stage.layout.board, self.playback, beside)
        self._draw_keys(pen)
        pen.list(self.list, self._entries, 17)
        row = _dominoes(self.playback)
        if row.dominoes:
            self._draw_dominoes(pen, self.stage.layout.off_board, row)
        else:
            draw_off_board(pen, self.stage.layout.off_board, self.playback, painter.pieces)
        is_at_fault = self.playback.is_at_end and bool(self.playback.course.fault)
        draw_note(pen, self.places().note, self.note(), is_at_fault)

    def _draw_keys(self, pen: Pen) -> None:
        for key in self.keys():
            pen.panel(key.box, "button", "button_edge")
            color = pen.theme.muted if key.is_dead else pen.theme.text
            draw_icon(pen.surface, key.icon, key.box.center, pen.layout.px(28), color)

    def _draw_dominoes(self, pen: Pen, box: Box, row: DominoRow) -> None:
        """Draw the dominoes of *row* beside the name of whose they are."""
        pen.panel(box)
        gap = pen.layout.px(4)
        inner = box.inset(gap)
        name = self.voice.short(row.owner, self.playback.game.name)
        at = (inner.x + gap, inner.center[1])
        right = pen.text(name, at, OWNER, "text", inner.w // 3, True).right + 2 * gap
        inner = inner._replace(x=right, w=inner.right - right)
        w = min(inner.w // 5, inner.h)
        for number, ((low, high), state) in enumerate(row.dominoes):
            rect = (inner.x + number * w, inner.y, max(1, w - gap), max(1, inner.h))
            self.stage.dominoes.draw_domino(pen.surface, rect, low, high, state)

    def lay_out(self) -> None:
        """Place the moves: one line, of three on a portrait screen."""
        layout = self.stage.layout
        box = self.places().moves
        box = box._replace(w=box.w + layout.px(ENTRY_GAP), h=box.h + layout.px(ENTRY_GAP))
        columns = 3 if layout.is_portrait else 2
        if layout.is_large:
            columns -= 1
        self.list.place(box, min(entry_px(layout), box.h), columns)
        self._follow()

    def targets(self) -> tuple[TouchTarget, ...]:
        keys = (KeyTarget(key.box, key.act, key.title) for key in self.keys())
        titles = [entry.title for entry in self._entries]
        gap = self.stage.layout.px(ENTRY_GAP)
        return (*keys, ListTarget(self.list, lambda: titles, self.jump, gap))

    # Input

    def press(self, press: Press) -> None:
        """Step, play or leave; the long press of Back opens the menu."""
        if opens_menu(press):
            self.playback.is_playing = False
            self.stage.push(ViewerMenuScene(self.stage, self))
        elif is_back(press):
            self.stage.pop()
        elif press.button is ButtonName.NEXT:
            self.forward()
        elif press.button is ButtonName.HINT:
            self.previous()
        elif press.button is ButtonName.CONFIRM:
            # Nothing is committed here, so a press cannot come too late.
            self.toggle()

    def previous(self) -> None:
        self.playback.is_playing = False
        self.playback.back()
        self._moved()

    def forward(self) -> None:
        """Go one step forward, by hand."""
        playback = self.playback
        playback.is_playing = False
        ply, leg = playback.ply, playback.leg
        if playback.forward():
            self._moved()
            self._glide(ply, leg)

    def toggle(self) -> None:
        """Let the game run by itself, or stop it."""
        playback = self.playback
        if playback.is_playing:
            playback.is_playing = False
        else:
            playback.play()
            self._moved()

    def to_first(self) -> None:
        """Show the board before the first move."""
        self.jump(0)

    def to_last(self) -> None:
        """Show the board after the last move."""
        self.jump(self.playback.last)

    def jump(self, ply: int) -> None:
        """Show the board after *ply* plies."""
        self.playback.jump(ply)
        self._moved()

    def _moved(self) -> None:
        self._motion = None
        self._follow()

    def _follow(self) -> None:
        """Bring the move at the cursor into view, with those before and after it."""
        self.list.selected = self.playback.ply + bool(self.playback.leg)
        self.list.show_among(self.list.selected)

    def _glide(self, ply: int, leg: int) -> None:
        """Let the pieces glide along what was made since *ply* and *leg*."""
        if not self.stage.config.screen.animation:
            return
        playback = self.playback
        position, touches = playback.positions[ply], playback.course.moves[ply].touches
        half = position.begin()
        for touch in touches if playback.ply > ply else touches[: playback.leg]:
            half = half.extended(touch)
        legs = legs_of(halves_of(half)[leg:])
        self._motion = Motion(legs, self.stage.now_s) if legs else None

    def is_waiting(self) -> bool:
        return self.playback.is_playing

    def update(self, now_s: float) -> None:
        """Let pieces glide, and the game go on by itself."""
        if self._motion is not None:
            self.stage.redraw()
            if not self._motion.is_over(now_s):
                return
            self._motion = None
        ply, leg = self.playback.ply, self.playback.leg
        if self.playback.update(now_s):
            self._moved()
            self._glide(ply, leg)
            self.stage.redraw()


def _dominoes(playback: Playback) -> DominoRow:
    """Return the dominoes to show: the open hand of the side to move, else the one played last."""
    position = playback.position
    made: tuple[object, ...] = playback.half.touches
    if position.public() is not position:
        hand = _dominoes_among(position.begin().next_touches())
        states = (DominoState.CHOSEN if one in made else DominoState.OPEN for one in hand)
        shown = [(one.values, state) for one, state in zip(hand, states, strict=True)]
        return DominoRow(position.side, shown)
    owner = position.side
    if not made and playback.ply:
        made = playback.course.moves[playback.ply - 1].touches
        owner = playback.positions[playback.ply - 1].side
    return DominoRow(owner, [(one.values, DominoState.OPEN) for one in _dominoes_among(made)])


def _dominoes_among(touches: Iterable[object]) -> list[Token]:
    return [touch for touch in touches if isinstance(touch, Token) and is_domino(touch)]
