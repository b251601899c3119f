"""The way to every scene: the one place where they are put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from companion.clock.setting import ClockSetting
from companion.contract import Board, Game, Options, Position
from companion.lessons.course import LessonCourse
from companion.match.entries import COMMENT_LIMIT
from companion.match.match import Match
from companion.match.question import Answer
from companion.match.seats import PERSONS
from companion.storage.library import Shelved
from companion.storage.playback import Course, Playback
from companion.storage.saves import NewMatch
from companion.table.real_table import RealTable
from companion.ui.lamps.calibration import Calibration
from companion.ui.play.scene import PlayScene
from companion.ui.scenes import menu, text_entry
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.learning import lesson, lessons, rules
from companion.ui.scenes.match import (
    game_menu,
    game_over,
    legend,
    out_of_step,
    pause,
    reading,
    set_table,
    set_up,
)
from companion.ui.scenes.match.draft import Draft
from companion.ui.scenes.records import fault, records, results, viewer, viewer_menu
from companion.ui.scenes.settings import calibration, language, settings, tables, touch_test, voice
from companion.ui.scenes.start import (
    about,
    clock_choice,
    last_game,
    new_game,
    players,
    start,
    switch_off,
)
from companion.ui.scenes.working import WorkingScene, finish
from companion.ui.stage import Stage
from companion.ui.ways import GuideStep, Played, Read, Taught, Viewed, Ways
from companion.ui.widgets.background import Background, Tell
from companion.ui.widgets.touch_fit import TouchAt
from companion.ui.widgets.work import Made, Telling, Work
from companion.words import buttons
from companion.words.notices import RECORDS_UNREAD
from companion.words.playback import opening_banner, reading_banner


class Routes(Ways):
    """Leads *stage* to every scene; see `Ways` for what each way shows."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def to_start(self) -> None:
        self._stage.go(start.StartScene(self._stage))

    def to_new_game(self) -> None:
        self._stage.push(new_game.ChooseGameScene(self._stage))

    def to_options(self, game: Game, *, is_changing: bool = False) -> None:
        self._stage.push(new_game.OptionsScene(self._stage, game, is_changing=is_changing))

    def to_players(self, game: Game, options: Options, start: Choice) -> None:
        self._stage.push(players.PlayersScene(self._stage, game, options, start))

    def to_player(self, title: str, player: str, take: Callable[[str], None]) -> None:
        self._stage.push(players.PlayerScene(self._stage, title, player, take))

    def to_clock(
        self, setting: ClockSetting | None, game: str, take: Callable[[ClockSetting | None], None]
    ) -> None:
        self._stage.push(clock_choice.ClockScene(self._stage, setting, game, take))

    def to_own_clock(
        self, setting: ClockSetting, game: str, take: Callable[[ClockSetting | None], None]
    ) -> None:
        self._stage.push(clock_choice.OwnClockScene(self._stage, setting, game, take))

    def to_pause(self, scene: Played) -> None:
        self._stage.push(pause.PauseScene(self._stage, scene))

    def to_new_match(
        self,
        game: Game,
        options: Options,
        seed: int,
        players: tuple[str, ...] = PERSONS,
        clock: ClockSetting | None = None,
    ) -> None:
        new = NewMatch(game, options, seed, players=players, clock=clock)
        self.to_play(self._stage.services.library.start(new))

    def to_set_up(self, new: NewMatch) -> None:
        stage, draft = self._stage, Draft(self._stage, new)

        def begin() -> None:
            self.to_play(draft.begin())

        steps = set_table.first_steps(draft.match)
        if not steps or self._has_no_table(draft.match):
            begin()
            return
        around = set_table.Around(stage.pop, buttons.GO_BACK(), begin, buttons.ALL_SET())
        wanted = self._whole_table(draft.match, steps, around, is_new=True)
        wanted = replace(wanted, kept=last_game.kept_text(stage), draft=draft)
        stage.push(set_up.SetUpScene(stage, draft.match, wanted, around))

    def _has_no_table(self, match: Match) -> bool:
        """Return whether the computer's moves are made on screen alone: nothing is set up."""
        is_on_screen = self._stage.config.play.program_moves != "carried"
        return is_on_screen and match.seats.has_program

    def _whole_table(
        self, match: Match, steps: Sequence[GuideStep], around: set_table.Around, *, is_new: bool
    ) -> set_up.WholeTable:
        """Return the whole table, in front of which *steps* are shown one by one."""
        stage = self._stage
        walk = replace(around, back=stage.pop, back_label=buttons.GO_BACK())
        has_seed = is_new and match.game.is_shuffled

        def walk_steps() -> None:
            stage.push(set_table.SetTableScene(stage, match, steps, walk, has_seed))

        return set_up.WholeTable(is_new, walk_steps if len(steps) > 1 else None)

    def to_set_right(self, match: Match, steps: Sequence[GuideStep]) -> None:
        if not steps:
            self._back_to_play()
            return
        around = set_table.Around(
            back=self._stage.pop,
            back_label=buttons.GO_BACK(),
            on=self._back_to_play,
            on_label=buttons.PLAY_ON(),
        )
        self._stage.push(set_table.SetTableScene(self._stage, match, steps, around))

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
        if match.outcome is not None or not steps or self._has_no_table(match):
            self.to_play(match)
            return
        around = set_table.Around(
            back=self.to_start,
            back_label=buttons.START_SCREEN(),
            on=lambda: self.to_play(match),
            on_label=buttons.PLAY_ON(),
        )
        wanted = self._whole_table(match, steps, around, is_new=False)
        self._stage.go(set_up.SetUpScene(self._stage, match, wanted, around))

    def to_game_menu(self, scene: Played) -> None:
        self._stage.push(game_menu.GameMenuScene(self._stage, scene))

    def to_game_over(self, match: Match) -> None:
        self._stage.go(game_over.GameOverScene(self._stage, match))

    def to_settings(self) -> None:
        self._stage.push(settings.SettingsScene(self._stage))

    def to_languages(self) -> None:
        self._stage.push(language.LanguageScene(self._stage))

    def to_tables(self) -> None:
        self._stage.push(tables.TablesScene(self._stage))

    def to_about(self) -> None:
        self._stage.push(about.AboutScene(self._stage))

    def to_legend(self, match: Match) -> None:
        self._stage.push(legend.LegendScene(self._stage, match))

    def to_voice(self) -> None:
        self._stage.push(voice.VoiceScene(self._stage))

    def to_touch_test(self) -> None:
        self._stage.push(touch_test.TouchTestScene(self._stage))

    def to_choose_calibration(self) -> None:
        self._stage.push(calibration.ChooseCalibrationScene(self._stage))

    def to_calibration(self, begin: Calibration) -> None:
        self._stage.push(calibration.CalibrationScene(self._stage, begin))

    def to_calibrated(self, state: Calibration) -> None:
        self._stage.pop()
        self._stage.push(calibration.CalibratedScene(self._stage, state))

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
        self._stage.services.notices.append(RECORDS_UNREAD(reason=problem))
        self._stage.redraw()

    def to_samples(self, samples: Sequence[Shelved]) -> None:
        self._stage.push(records.RecordsScene(self._stage, samples))

    def to_results(self, shelf: Sequence[Shelved]) -> None:
        self._stage.push(results.ResultsScene(self._stage, shelf))

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
            self._stage.push(fault.FaultScene(self._stage, path, problem, may_open=not is_lenient))

        opening = Background("open-record", work)
        self.to_work(opening, opening_banner, show, explain)

    def to_fault(self, path: Path, problem: str) -> None:
        self._stage.push(fault.FaultScene(self._stage, path, problem, may_open=True))

    def to_viewer_menu(self, scene: Viewed) -> None:
        self._stage.push(viewer_menu.ViewerMenuScene(self._stage, scene))

    def to_typing(
        self, title: str, text: str, take: Callable[[str], None], most: int = COMMENT_LIMIT
    ) -> None:
        self._stage.push(text_entry.TypingScene(self._stage, title, text, take, most))

    def to_continued(self, playback: Playback, players: tuple[str, ...] = PERSONS) -> None:
        match = self._stage.services.library.go_on_from(playback, players)
        self.to_standing_table(match)

    def to_learn(self) -> None:
        self._stage.push(lessons.LearnScene(self._stage))

    def to_lessons(self, game: Game) -> None:
        self._stage.push(lessons.LessonsScene(self._stage, game))

    def to_lesson(self, course: LessonCourse) -> None:
        self._stage.push(lesson.LessonScene(self._stage, course))

    def to_lesson_menu(self, scene: Taught) -> None:
        self._stage.push(lessons.LessonMenuScene(self._stage, scene))

    def to_lesson_done(self, course: LessonCourse) -> None:
        self._stage.services.progress.note(course.lesson.name)
        self._stage.pop()
        self._stage.push(lessons.LessonDoneScene(self._stage, course))

    def to_rules_of_a_game(self) -> None:
        self._stage.push(rules.ChooseRulesScene(self._stage))

    def to_rules(self, game: Game, options: Options, board: Board) -> None:
        self._stage.push(rules.RulesScene(self._stage, game, options, board))

    def to_question(self, question: str, no: Choice, yes: Choice) -> None:
        self._stage.push(menu.AskScene(self._stage, question, no, yes))

    def to_taken_back(self, match: Match, answer: Answer, stood: Position) -> None:
        scene = PlayScene(self._stage, match)
        scene.turn.real = RealTable(stood)
        self._stage.go(scene)
        scene.take(answer)

    def to_touch_verdict(self, touches: list[TouchAt]) -> None:
        self._stage.pop()
        self._stage.push(touch_test.TouchVerdictScene(self._stage, touches))

    def to_work(
        self,
        work: Work[Made],
        told: Telling,
        then: Callable[[Made], None],
        failed: Callable[[str], None],
    ) -> None:
        if work.is_over:
            finish(work, then, failed)
        else:
            self._stage.push(WorkingScene(self._stage, work, told, then, failed))
