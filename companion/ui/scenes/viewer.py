"""A record looked through: its moves forward and back, by itself, leg by leg, with comments.

The board is as large as in a game.  Beside it are the moves at the cursor, what they did,
and under that a row of keys.  What else can be done with a record stands in its menu.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from companion.art.dominoes import DominoState
from companion.art.theme import THEMES, Theme
from companion.contract import Game, Move, Side, Token
from companion.engine.limits import WIN, Limits, Result
from companion.engine.service import Engine, Fault, SearchRequest
from companion.engine.turning_points import TurningPoint, turning_points
from companion.match.match import NewMatch
from companion.ports import ButtonName, Press, Previous
from companion.storage.library import is_sample, new_from
from companion.storage.playback import Course, Playback
from companion.ui import destinations as to
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.motion import Motion, halves_of, legs_of
from companion.ui.board.pictures import playback_picture, sizes_in_play
from companion.ui.context import UiContext
from companion.ui.panels.panels import draw_note, draw_off_board
from companion.ui.panels.racks import SideRacks, draw_racks
from companion.ui.panels.tray import is_domino
from companion.ui.scene import Scene, is_back, opens_menu
from companion.ui.scenes.gif import png_of
from companion.ui.scenes.menu import AskScene, Choice, MenuPage, MenuScene
from companion.ui.scenes.players import PlayersScene, chosen_players
from companion.ui.scenes.text_entry import TypingScene
from companion.ui.targets import KeyTarget, ListTarget, TouchTarget
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.background import Background, OnProgress, Work
from companion.ui.widgets.button_row import Icon, draw_icon
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ENTRY_GAP, ENTRY_H, ListView, entry_px
from companion.ui.widgets.pen import Banner, ButtonLabel, Entry, Pen
from companion.words import buttons
from companion.words import records as words
from companion.words.program import NOT_ANALYZED, fault_reason
from companion.words.records import (
    FIRST_ENTRY,
    analysis_banner,
    comment_title,
    export_banner,
    speed_text,
)
from companion.words.screens import KEEP_GAME
from companion.words.table import rack_text
from companion.words.translate import problem_text
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

    def __init__(self, stage: UiContext, path: Path, course: Course) -> None:
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

    def show(self) -> View:
        """Return the board at the cursor, pieces gliding there."""
        position, picture = self.playback.position, playback_picture(self.playback)
        if self._motion is not None:
            picture = self._motion.shown_on(picture, self.stage.now_s)
        return super().show()._replace(board=position.board, picture=picture, has_menu=True)

    def playing(self) -> Game:
        return self.playback.position.game

    def places(self) -> ViewerLayout:
        """Return where the parts are."""
        return lay_out_viewer(self.stage.layout)

    def painter(self) -> BoardPainter:
        """Return what paints the board; it never turns while a game is looked through."""
        is_turned = self.stage.config.screen.view == "second"
        sizes = sizes_in_play(self.playback.positions[0])
        board = self.playback.position.board
        return self.stage.painter(board, self.stage.layout.board, is_turned, sizes=sizes)

    def banner(self) -> Banner:
        """Return which move the cursor is at."""
        playback = self.playback
        number = playback.ply + bool(playback.leg)
        text, _ = self._in_words()
        if number == 0:
            return Banner(text)
        side = playback.positions[number - 1].side
        return Banner(text, self.stage.theme.side_color(playback.position.board, side))

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
        course, instead = self.playback.course, None
        if point.instead is not None and point.instead != course.moves[point.ply - 1]:
            instead = self.playback.positions[point.ply - 1].half_move(point.instead)
        game = self.playback.game.name
        return words.turning_text(point.code, point.side, game, self.voice, instead)

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

    def keys(self) -> tuple[Key, ...]:
        """Return the keys under the note."""
        playback = self.playback
        at_start, at_end = playback.ply == playback.leg == 0, playback.is_at_end
        middle = Icon.PAUSE if playback.is_playing else Icon.PLAY
        keys = (
            ("First", Icon.FIRST, self.to_first, at_start),
            ("One back", Icon.BACK, self.back, at_start),
            ("Play", middle, self.toggle, not playback.last),
            ("Forward", Icon.FORWARD, self.forward, at_end),
            ("Last", Icon.LAST, self.to_last, at_end),
        )
        return tuple(Key(*key, box) for key, box in zip(keys, self.places().row, strict=True))

    def draw(self, pen: Pen, view: View) -> None:
        """Draw board, keys, moves, and what is off the board or in a hand."""
        painter = self.painter()
        painter.paint(pen.surface, view.picture)
        if painter.pieces.kind.has_racks:
            beside = SideRacks(self.playback.half.off_board(), rack_text, self.voice)
            draw_racks(pen, painter, self.stage.layout.board, self.playback, beside)
        self._draw_keys(pen)
        pen.list(self.list, self._entries, 17)
        row = _dominoes(self.playback)
        if row.dominoes:
            self._draw_dominoes(pen, self.stage.layout.off_board, row)
        else:
            place, voice = self.stage.layout.off_board, self.voice
            draw_off_board(pen, place, self.playback, painter.pieces, voice)
        is_at_fault = self.playback.is_at_end and bool(self.playback.course.fault)
        draw_note(pen, self.places().note, view.note, is_at_fault)

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

    def on(self, event: Press | Previous) -> None:
        """Step, play or leave; the long press of Back opens the menu."""
        if isinstance(event, Previous) or event.button is ButtonName.HINT:
            self.back()
        elif opens_menu(event):
            self.playback.is_playing = False
            self.stage.push(ViewerMenuScene(self.stage, self))
        elif is_back(event):
            self.stage.pop()
        elif event.button is ButtonName.NEXT:
            self.forward()
        elif event.button is ButtonName.CONFIRM:
            # Nothing is committed here, so a press cannot come too late.
            self.toggle()

    def back(self) -> None:
        """Go one step back, by hand."""
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
        if self.stage.services.has_new_stick():
            self.stage.go(to.UseStick(self.path))
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


LIMITS: Final = Limits(nodes=4_000, time_s=2.0)
"""What each position may cost: a game of sixty plies takes a minute or two at most."""

LOOK_EVERY_S: Final = 0.005


def is_open(course: Course) -> bool:
    """Return whether all positions of *course* are shown as they were, nothing hidden."""
    return all(
        shown is origin for shown, origin in zip(course.positions, course.origins, strict=True)
    )


class Analysis(Work[tuple[TurningPoint, ...]]):
    """The turning points of *course*, which `look` brings nearer whenever it is called.

    What is counted are positions; a problem is the code of the fault of the search.
    """

    def __init__(self, engine: Engine, course: Course) -> None:
        super().__init__()
        self.count = len(course.origins)
        self._engine = engine
        self._course = course
        self._values: list[int] = []
        self._best: list[Move | None] = []
        self._asked: SearchRequest[Result] | None = None
        self._is_dropped = False

    def look(self) -> None:
        """Take what the search has found, and ask it about the next position."""
        if self.is_over or self._is_dropped:
            return
        position = self._course.origins[self.done]
        outcome = position.outcome()
        if outcome is not None:
            self._note({None: 0, 0: WIN, 1: -WIN}[outcome.winner], None)
            return
        asked = self._asked
        if asked is None or not asked.is_open or asked.position is not position:
            asked = self._asked = self._engine.ask(position, [], LIMITS)
        answer = asked.answer()
        if isinstance(answer, Fault):
            self.problem = answer.code
        elif isinstance(answer, Result) and answer.is_final:
            self._note(-answer.score if position.side else answer.score, answer.move)

    def _note(self, value: int, best: Move | None) -> None:
        self._values.append(value)
        self._best.append(best)
        self.done += 1
        if self.done == self.count:
            sides = [position.side for position in self._course.origins[:-1]]
            self.made = turning_points(self._values, sides, self._best)

    def drop(self) -> None:
        self._is_dropped = True
        if self._asked is not None:
            self._asked.drop()

    def wait(self) -> None:
        while not (self.is_over or self._is_dropped):
            self.look()
            time.sleep(LOOK_EVERY_S)


class RecordScreen(Protocol):
    """A record looked through, as its menu knows it."""

    path: Path
    playback: Playback
    turning_points: dict[int, TurningPoint] | None

    @property
    def voice(self) -> Voice: ...
    def banner(self) -> Banner: ...
    def take_over(self) -> None: ...
    def to_first(self) -> None: ...
    def to_last(self) -> None: ...
    def to_turning_point(self) -> None: ...


def export_theme(stage: UiContext) -> Theme:
    """Return the look that is set, on the dark table on which exported pictures always lie."""
    return THEMES["dark", stage.theme.look.value]


def _played_on(stage: UiContext, playback: Playback) -> NewMatch:
    """Return the match that goes on where *playback* is, with the players chosen last."""
    options = playback.course.origins[playback.ply].options
    return new_from(playback, chosen_players(stage, playback.game, options))


class ViewerMenuScene(MenuScene):
    """Go on playing, comment, export, and a page with the keys of the viewer."""

    name = "viewer menu"
    keeps_lamps = True

    def __init__(self, stage: UiContext, viewer: RecordScreen) -> None:
        super().__init__(stage)
        self.viewer = viewer
        self._notes: dict[str, str] = {}

    def title(self) -> str:
        return self.viewer.banner().text

    def make_choices(self) -> list[Choice]:
        return [
            Choice.of(words.GO_ON, self.leave),
            self._playing_choice(),
            self._comment_choice(),
            self._turning_choice(),
            *self._export_choices(),
            Choice.of(words.KEYS, lambda: self.stage.push(MenuPage(self, words.KEYS, self._keys))),
        ]

    # Playing on

    def _playing_choice(self) -> Choice:
        playback = self.viewer.playback
        if playback.course.origins[playback.ply].outcome() is not None:
            return Choice.of(words.PLAY_ON, None, words.IS_OVER())
        return Choice.of(words.PLAY_ON, self._ask_to_play)

    def _ask_to_play(self) -> None:
        unfinished = self.stage.services.library.unfinished()
        if unfinished is None or not unfinished.plies:
            self._choose_players()
            return
        keep = Choice.of(KEEP_GAME, None)
        play = Choice.of(words.DO_PLAY_ON, self._choose_players)
        self.stage.push(AskScene(self.stage, words.ASK_PLAY_ON(), keep, play))

    def _choose_players(self) -> None:
        playback = self.viewer.playback
        start = Choice.of(words.PLAY_ON, self._play)
        options = playback.course.origins[playback.ply].options
        new = partial(_played_on, self.stage, self.viewer.playback)
        self.stage.push(PlayersScene(self.stage, playback.game, options, start, new))

    def _play(self) -> None:
        new = _played_on(self.stage, self.viewer.playback)
        match = self.stage.services.library.start(new)
        self.stage.go(to.StandingTable(match))

    # Comments

    def _comment_choice(self) -> Choice:
        playback = self.viewer.playback
        words_of_it = words.EDIT_COMMENT if playback.comment else words.WRITE_COMMENT
        if playback.course.fault:
            return Choice.of(words_of_it, None, words.IS_FAULTY())
        if not self.stage.services.library.may_write(self.viewer.path):
            return Choice.of(words_of_it, None, words.IS_SAMPLE())
        return Choice.of(words_of_it, self._write, self._notes.get("comment") or playback.comment)

    def _write(self) -> None:
        playback = self.viewer.playback
        # A move half made is commented when it is whole.
        playback.jump(playback.ply)
        title = comment_title(playback, self.viewer.voice)
        self.stage.push(TypingScene(self.stage, title, playback.comment, self._take_comment))

    def _take_comment(self, text: str) -> None:
        playback = self.viewer.playback
        record = playback.commented(text)
        problem = self.stage.services.library.write_comment(self.viewer.path, record)
        if problem:
            self._notes["comment"] = words.NOT_SAVED(reason=problem_text(problem))
        else:
            playback.course = replace(playback.course, record=record)
            self._notes["comment"] = words.COMMENT_SAVED()
        self.viewer.take_over()
        self.refresh()

    # Turning points

    def _turning_choice(self) -> Choice:
        viewer = self.viewer
        if not is_open(viewer.playback.course):
            return Choice.of(words.FIND_TURNING_POINTS, None, words.STAYS_HIDDEN())
        points = viewer.turning_points
        if points is None:
            act = self._find_turning_points if viewer.playback.last else None
            return Choice.of(words.FIND_TURNING_POINTS, act, self._notes.get("turning", ""))
        if not points:
            return Choice.of(words.NO_TURNING_POINTS, None)
        go = self.after_leaving(viewer.to_turning_point)
        return Choice.of(words.NEXT_TURNING_POINT, go, value=str(len(points)))

    def _find_turning_points(self) -> None:
        def found(points: tuple[TurningPoint, ...]) -> None:
            self.viewer.turning_points = {point.ply: point for point in points}
            self.viewer.take_over()
            self.refresh()

        analysis = Analysis(self.stage.services.engine, self.viewer.playback.course)
        self.stage.go(to.AwaitWork(analysis, analysis_banner, found, self._not_found))

    def _not_found(self, code: str) -> None:
        self._tell("turning", NOT_ANALYZED(why=fault_reason(code)))

    # Exports

    def _export_choices(self) -> list[Choice]:
        png, gif = self._notes.get("png", ""), self._notes.get("gif", "")
        export_gif = self._export_gif if self.viewer.playback.last else None
        return [
            Choice.of(words.EXPORT_POSITION, self._export_png, png),
            Choice.of(words.EXPORT_GAME, export_gif, gif, "GIF"),
        ]

    def _export_png(self) -> None:
        playback, library = self.viewer.playback, self.stage.services.library
        name = f"{self.viewer.path.stem}_{playback.ply}.png"
        position, picture, theme = (
            playback.position,
            playback_picture(playback),
            export_theme(self.stage),
        )

        def work(tell: OnProgress) -> Path:
            return library.write_export(name, png_of(position, picture, theme))

        self._export("png", work)

    def _export_gif(self) -> None:
        course, library = self.viewer.playback.course, self.stage.services.library
        theme, name = export_theme(self.stage), f"{self.viewer.path.stem}.gif"

        def work(tell: OnProgress) -> Path:
            # Imported here so that only a program that makes one holds Pillow in memory.
            from companion.ui.scenes.gif import gif_of

            return library.write_export(name, gif_of(course, tell, theme))

        self._export("gif", work)

    def _export(self, kind: str, work: Callable[[OnProgress], Path]) -> None:
        def saved(path: Path) -> None:
            self._tell(kind, words.EXPORTED(name=path.name, folder=path.parent))

        def failed(problem: str) -> None:
            self._tell(kind, words.NOT_SAVED(reason=problem_text(problem)))

        self.stage.go(to.AwaitWork(Background("export", work), export_banner, saved, failed))

    def _tell(self, kind: str, text: str) -> None:
        self._notes[kind] = text
        self.refresh()

    # The page of keys

    def _keys(self, page: MenuPage) -> list[Choice]:
        """Return where to go, by what steps, and how fast, for who has the buttons alone."""
        viewer, playback = self.viewer, self.viewer.playback
        legs = buttons.on_off(playback.by_legs)
        return [
            Choice.of(words.TO_START, page.after_leaving(viewer.to_first)),
            Choice.of(words.TO_END, page.after_leaving(viewer.to_last)),
            Choice.of(words.LEG_BY_LEG, self._toggle_legs, value=legs),
            Choice.of(words.SPEED, playback.faster, value=speed_text(playback.speed)),
        ]

    def _toggle_legs(self) -> None:
        playback = self.viewer.playback
        playback.by_legs = not playback.by_legs
