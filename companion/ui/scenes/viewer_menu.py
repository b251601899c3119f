"""What else can be done with a record that is looked through, such as finding turning points."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from companion.engine.limits import WIN, Limits, Result
from companion.engine.service import Engine, Fault, SearchRequest
from companion.engine.turning_points import TurningPoint, turning_points
from companion.storage.playback import Course, Playback
from companion.ui import destinations as to
from companion.ui.board.pictures import playback_picture
from companion.ui.desk import Desk
from companion.ui.scenes.gif import png_of
from companion.ui.scenes.menu import AskScene, Choice, MenuScene
from companion.ui.scenes.players import PlayersScene, chosen_players
from companion.ui.scenes.text_entry import TypingScene
from companion.ui.widgets.background import Background, Tell, Work
from companion.ui.widgets.pen import Banner
from companion.words import buttons
from companion.words import records as words
from companion.words.program import NOT_ANALYZED, fault_reason
from companion.words.records import analysis_banner, comment_title, export_banner, speed_text
from companion.words.screens import KEEP_GAME
from companion.words.table import reason_text
from companion.words.voice import Voice

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
        self._asked: SearchRequest[Result] | None = None
        self._is_dropped = False

    def look(self) -> None:
        """Take what the search has found, and ask it about the next position."""
        if self.is_over or self._is_dropped:
            return
        position = self._course.origins[self.done]
        outcome = position.outcome()
        if outcome is not None:
            self._note({None: 0, 0: WIN, 1: -WIN}[outcome.winner])
            return
        asked = self._asked
        if asked is None or not asked.is_open or asked.position is not position:
            asked = self._asked = self._engine.ask(position, [], LIMITS)
        answer = asked.answer()
        if isinstance(answer, Fault):
            self.problem = answer.code
        elif isinstance(answer, Result) and answer.is_final:
            self._note(-answer.score if position.side else answer.score)

    def _note(self, value: int) -> None:
        self._values.append(value)
        self.done += 1
        if self.done == self.count:
            sides = [position.side for position in self._course.origins[:-1]]
            self.made = turning_points(self._values, sides)

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


class ViewerMenuScene(MenuScene):
    """Go on playing, comment, export, and the keys of the viewer for the buttons."""

    name = "viewer menu"
    keeps_lamps = True

    def __init__(self, stage: Desk, viewer: RecordScreen) -> None:
        super().__init__(stage)
        self.viewer = viewer
        self._told: dict[str, str] = {}

    def title(self) -> str:
        return self.viewer.banner().text

    def make_choices(self) -> list[Choice]:
        return [
            Choice.of(words.GO_ON, self.leave),
            self._playing_choice(),
            self._comment_choice(),
            self._turning_choice(),
            *self._export_choices(),
            *self._key_choices(),
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
        self.stage.push(PlayersScene(self.stage, playback.game, options, start))

    def _play(self) -> None:
        playback = self.viewer.playback
        players = chosen_players(
            self.stage, playback.game, playback.course.origins[playback.ply].options
        )
        match = self.stage.services.library.go_on_from(playback, players)
        self.stage.go(to.StandingTable(match))

    # Comments

    def _comment_choice(self) -> Choice:
        playback = self.viewer.playback
        words_of_it = words.EDIT_COMMENT if playback.comment else words.WRITE_COMMENT
        if playback.course.fault:
            return Choice.of(words_of_it, None, words.IS_FAULTY())
        if not self.stage.services.library.may_write(self.viewer.path):
            return Choice.of(words_of_it, None, words.IS_SAMPLE())
        return Choice.of(words_of_it, self._write, self._told.get("comment") or playback.comment)

    def _write(self) -> None:
        playback = self.viewer.playback
        # A move half made is commented when it is whole.
        playback.jump(playback.ply)
        title = words.COMMENT_TITLE(move=comment_title(playback, self.viewer.voice))
        self.stage.push(TypingScene(self.stage, title, playback.comment, self._take_comment))

    def _take_comment(self, text: str) -> None:
        playback = self.viewer.playback
        record = playback.commented(text)
        problem = self.stage.services.library.write_comment(self.viewer.path, record)
        if problem:
            self._told["comment"] = words.NOT_SAVED(reason=reason_text(problem))
        else:
            playback.course = replace(playback.course, record=record)
            self._told["comment"] = words.COMMENT_SAVED()
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
            return Choice.of(words.FIND_TURNING_POINTS, act, self._told.get("turning", ""))
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
        png, gif = self._told.get("png", ""), self._told.get("gif", "")
        export_gif = self._export_gif if self.viewer.playback.last else None
        return [
            Choice.of(words.EXPORT_POSITION, self._export_png, png),
            Choice.of(words.EXPORT_GAME, export_gif, gif, "GIF"),
        ]

    def _export_png(self) -> None:
        playback, library = self.viewer.playback, self.stage.services.library
        name = f"{self.viewer.path.stem}_{playback.ply}.png"
        position, picture = playback.position, playback_picture(playback)

        def work(tell: Tell) -> Path:
            return library.write_export(name, png_of(position, picture))

        self._export("png", work)

    def _export_gif(self) -> None:
        course, library = self.viewer.playback.course, self.stage.services.library
        name = f"{self.viewer.path.stem}.gif"

        def work(tell: Tell) -> Path:
            # Imported here so that only a program that makes one holds Pillow in memory.
            from companion.ui.scenes.gif import gif_of

            return library.write_export(name, gif_of(course, progress=tell))

        self._export("gif", work)

    def _export(self, kind: str, work: Callable[[Tell], Path]) -> None:
        def saved(path: Path) -> None:
            self._tell(kind, words.EXPORTED(name=path.name, folder=path.parent))

        def failed(problem: str) -> None:
            self._tell(kind, words.NOT_SAVED(reason=reason_text(problem)))

        self.stage.go(to.AwaitWork(Background("export", work), export_banner, saved, failed))

    def _tell(self, kind: str, text: str) -> None:
        self._told[kind] = text
        self.refresh()

    # The keys of the viewer, for the buttons

    def _key_choices(self) -> list[Choice]:
        viewer, playback = self.viewer, self.viewer.playback
        legs = buttons.on_off(playback.by_legs)
        return [
            Choice.of(words.TO_START, self.after_leaving(viewer.to_first)),
            Choice.of(words.TO_END, self.after_leaving(viewer.to_last)),
            Choice.of(words.SPEED, playback.faster, value=speed_text(playback.speed)),
            Choice.of(words.LEG_BY_LEG, self._toggle_legs, value=legs),
        ]

    def _toggle_legs(self) -> None:
        playback = self.viewer.playback
        playback.by_legs = not playback.by_legs
