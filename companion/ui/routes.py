"""The ways from scene to scene: loaded behind the first picture, with all scenes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.contract import Board, Game, Options, Position
from companion.lessons.course import LessonCourse
from companion.match.match import Match
from companion.match.new_match import NewMatch
from companion.match.question import Answer
from companion.storage.library import Shelved
from companion.storage.playback import Course
from companion.table.real_table import RealTable
from companion.ui.play.scene import PlayScene
from companion.ui.scenes.learning import lesson, lessons, rules
from companion.ui.scenes.match import (
    game_menu,
    game_over,
    out_of_step,
    reading,
    set_table,
    set_up,
)
from companion.ui.scenes.match.set_up import Draft
from companion.ui.scenes.records import records, viewer
from companion.ui.scenes.settings import settings
from companion.ui.scenes.start import new_game, start, switch_off
from companion.ui.scenes.working import WorkingScene
from companion.ui.stage import Stage
from companion.ui.ways import GuideStep, Played, Read, Ways
from companion.ui.widgets.background import Background, Made, Tell, Telling, Work
from companion.words import buttons
from companion.words.notices import RECORDS_UNREAD
from companion.words.playback import opening_banner, reading_banner


class Routes(Ways):
    """Leads *stage* along each of them; see `Ways` for what each way shows."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def to_start(self) -> None:
        self._stage.go(start.StartScene(self._stage))

    def to_new_game(self) -> None:
        self._stage.push(new_game.ChooseGameScene(self._stage))

    def to_options(self, game: Game, *, is_changing: bool = False) -> None:
        self._stage.push(new_game.OptionsScene(self._stage, game, is_changing=is_changing))

    def to_set_up(self, new: NewMatch) -> None:
        stage, draft = self._stage, Draft(self._stage, new)
        steps = set_table.first_steps(draft.match)
        if not steps or not stage.has_table(draft.match):
            self.to_play(draft.begin())
            return
        stage.push(set_up.SetUpScene(stage, draft.match, steps, draft))

    def to_set_right(self, match: Match, steps: Sequence[GuideStep]) -> None:
        if not steps:
            self._back_to_play()
            return
        scene = set_table.SetTableScene(
            self._stage, match, steps, self._back_to_play, buttons.PLAY_ON()
        )
        self._stage.push(scene)

    def to_reading(self, scene: Read, match: Match) -> None:
        self._stage.push(reading.ReadingScene(self._stage, scene, match))

    def to_out_of_step(self, match: Match) -> None:
        self._stage.push(out_of_step.OutOfStepScene(self._stage, match))

    def _back_to_play(self) -> None:
        """Leave everything that is in front of the game."""
        scene = self._stage.scene
        while not isinstance(scene, PlayScene):
            self._stage.pop()
            scene = self._stage.scene
        scene.clear()

    def to_play(self, match: Match) -> None:
        if match.outcome is not None:
            self.to_game_over(match)
        else:
            self._stage.go(PlayScene(self._stage, match))

    def to_resumed(self) -> None:
        match = self._stage.services.library.resume()
        if match.question is not None:
            match.back()
        # The table is set as the committed moves left it, so a begun move starts anew.
        for _ in match.half.touches:
            match.back()
        self.to_standing_table(match)

    def to_standing_table(self, match: Match) -> None:
        steps = set_table.standing_steps(match)
        if match.outcome is not None or not steps or not self._stage.has_table(match):
            self.to_play(match)
            return
        self._stage.go(set_up.SetUpScene(self._stage, match, steps))

    def to_game_menu(self, scene: Played) -> None:
        self._stage.push(game_menu.GameMenuScene(self._stage, scene))

    def to_game_over(self, match: Match) -> None:
        self._stage.go(game_over.GameOverScene(self._stage, match))

    def to_settings(self) -> None:
        self._stage.push(settings.SettingsScene(self._stage))

    def to_languages(self) -> None:
        self._stage.push(settings.LanguageScene(self._stage))

    def to_switch_off(self) -> None:
        if not isinstance(self._stage.scene, switch_off.SwitchOffScene):
            self._stage.push(switch_off.SwitchOffScene(self._stage))

    def to_records(self) -> None:
        library = self._stage.services.library
        samples: list[Shelved] = []

        def show(shelf: list[Shelved]) -> None:
            self._stage.push(records.RecordsScene(self._stage, shelf, samples))

        def read(tell: Tell) -> list[Shelved]:
            samples.extend(library.samples())
            return library.records(lambda count: tell(count, 0))

        reading = Background("read-records", read)
        self.to_work(reading, reading_banner, show, self._tell_records_unread)

    def _tell_records_unread(self, problem: str) -> None:
        self._stage.services.tell(RECORDS_UNREAD(reason=problem))
        self._stage.redraw()

    def to_viewer(self, path: Path, *, is_lenient: bool = False) -> None:
        library = self._stage.services.library
        is_hiding = library.is_hiding()

        def work(tell: Tell) -> Course:
            return library.course(
                path, is_lenient=is_lenient, is_hiding=is_hiding, watch=lambda ply: tell(ply, 0)
            )

        def show(course: Course) -> None:
            self._stage.push(viewer.ViewerScene(self._stage, path, course))

        def explain(problem: str) -> None:
            scene = records.FaultScene(self._stage, path, problem, may_open=not is_lenient)
            self._stage.push(scene)

        opening = Background("open-record", work)
        self.to_work(opening, opening_banner, show, explain)

    def to_learn(self) -> None:
        self._stage.push(lessons.LearnScene(self._stage))

    def to_lessons(self, game: Game) -> None:
        self._stage.push(lessons.LessonsScene(self._stage, game))

    def to_lesson(self, course: LessonCourse) -> None:
        self._stage.push(lesson.LessonScene(self._stage, course))

    def to_rules_of_a_game(self) -> None:
        self._stage.push(rules.ChooseRulesScene(self._stage))

    def to_rules(self, game: Game, options: Options, board: Board) -> None:
        self._stage.push(rules.RulesScene(self._stage, game, options, board))

    def to_taken_back(self, match: Match, answer: Answer, stood: Position) -> None:
        scene = PlayScene(self._stage, match)
        scene.turn.real = RealTable(stood)
        self._stage.go(scene)
        scene.take(answer)

    def to_work(
        self,
        work: Work[Made],
        telling: Telling,
        then: Callable[[Made], None],
        failed: Callable[[str], None],
    ) -> None:
        scene = WorkingScene(self._stage, work, telling, then, failed)
        if work.is_over:
            scene.finish()
        else:
            self._stage.push(scene)
