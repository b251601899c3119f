"""The scene of each destination: loaded behind the first picture, with all scenes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.storage.library import LibraryEntry
from companion.storage.playback import Course
from companion.table.watch import RealTable
from companion.ui import destinations as to
from companion.ui.destinations import Destination
from companion.ui.play.scene import PlayScene
from companion.ui.scenes import (
    game_menu,
    game_over,
    lesson,
    lessons,
    new_game,
    phone_seats,
    records,
    rules,
    set_table,
    set_up,
    settings,
    start,
    stick,
    viewer,
)
from companion.ui.scenes.working import WorkingScene
from companion.ui.stage import Stage
from companion.ui.widgets.background import Background, Made, OnProgress
from companion.words import buttons
from companion.words.records import opening_banner, reading_banner
from companion.words.table import RECORDS_UNREAD


def open_screen(stage: Stage, there: Destination) -> None:
    """Show the scene of *there*."""
    SCREENS[type(there)](stage, there)


def _set_up(stage: Stage, there: to.SetUp) -> None:
    draft = set_up.Draft(stage, there.new)
    steps = set_table.first_steps(draft.match)
    if not steps or not stage.has_table(draft.match):
        stage.go(to.Play(draft.begin()))
        return
    stage.push(set_up.SetUpScene(stage, draft.match, steps, draft))


def _set_right(stage: Stage, there: to.SetRight) -> None:
    def play_on() -> None:
        """Leave everything that is in front of the game."""
        while not isinstance(scene := stage.scene, PlayScene):
            stage.pop()
        scene.clear()

    if not there.steps:
        play_on()
        return
    label = buttons.PLAY_ON()
    stage.push(set_table.SetTableScene(stage, there.match, there.steps, play_on, label))


def _play(stage: Stage, there: to.Play) -> None:
    if there.match.outcome is not None:
        stage.go(to.GameOver(there.match))
        return
    stage.replace(PlayScene(stage, there.match))
    seats = stage.services.phone_seats
    if seats is not None and seats.is_played(there.match) and seats.wants_somebody():
        stage.go(to.PairPhones(there.match))


def _pair_phones(stage: Stage, there: to.PairPhones) -> None:
    if stage.services.phone_seats is not None:
        stage.push(phone_seats.PhoneSeatsScene(stage, stage.services.phone_seats, there.match))


def _resumed(stage: Stage, _: to.ResumeGame) -> None:
    match = stage.services.library.resume()
    if stage.services.other_table is not None:
        stage.services.other_table.take_up(match)
    if match.question is not None:
        match.back()
    # The table is set as the committed moves left it, so a begun move starts anew.
    for _touch in match.half.touches:
        match.back()
    stage.go(to.StandingTable(match))


def _standing_table(stage: Stage, there: to.StandingTable) -> None:
    match, steps = there.match, set_table.standing_steps(there.match)
    if match.outcome is not None or not steps or not stage.has_table(match):
        stage.go(to.Play(match))
        return
    stage.replace(set_up.SetUpScene(stage, match, steps))


def _switch_off(stage: Stage, _: to.SwitchOff) -> None:
    if not isinstance(stage.scene, start.SwitchOffScene):
        stage.push(start.SwitchOffScene(stage))


def _use_stick(stage: Stage, there: to.UseStick) -> None:
    if stage.services.stick is not None:
        stage.push(stick.StickScene(stage, stage.services.stick, there.record))


def _records(stage: Stage, _: to.Records) -> None:
    library = stage.services.library
    samples: list[LibraryEntry] = []

    def show(shelf: list[LibraryEntry]) -> None:
        stage.push(records.RecordsScene(stage, shelf, samples))

    def read(tell: OnProgress) -> list[LibraryEntry]:
        samples.extend(library.samples())
        return library.records(lambda count: tell(count, 0))

    def explain(problem: str) -> None:
        stage.services.tell(RECORDS_UNREAD(reason=problem))
        stage.redraw()

    stage.go(to.AwaitWork(Background("read-records", read), reading_banner, show, explain))


def _viewer(stage: Stage, there: to.Viewer) -> None:
    library, path = stage.services.library, there.path
    is_hiding, is_lenient = library.is_hiding(), there.is_lenient

    def work(tell: OnProgress) -> Course:
        return library.course(
            path, is_lenient=is_lenient, is_hiding=is_hiding, watch=lambda ply: tell(ply, 0)
        )

    def show(course: Course) -> None:
        stage.push(viewer.ViewerScene(stage, path, course))

    def explain(problem: str) -> None:
        stage.push(records.FaultScene(stage, path, problem, may_open=not is_lenient))

    stage.go(to.AwaitWork(Background("open-record", work), opening_banner, show, explain))


def _taken_back(stage: Stage, there: to.TakenBack) -> None:
    scene = PlayScene(stage, there.match)
    scene.turn.real = RealTable(there.stood)
    stage.replace(scene)
    scene.take(there.answer)


def _other_table(stage: Stage, there: to.MeetOtherTable) -> None:
    # Imported here: it loads what signs and seals, and most play at one table.
    from companion.ui.scenes.other_table import OtherTableScene

    if stage.services.other_table is not None:
        stage.push(OtherTableScene(stage, stage.services.other_table, there.new))


def _about_other_table(stage: Stage, _: to.AboutOtherTable) -> None:
    from companion.ui.scenes.other_table import tell_of_other_table

    if stage.services.other_table is not None:
        tell_of_other_table(stage, stage.services.other_table)


def _work(stage: Stage, there: to.AwaitWork[Made]) -> None:
    scene = WorkingScene(stage, there.work, there.telling, there.then, there.failed)
    if there.work.is_over:
        scene.finish()
    else:
        stage.push(scene)


SCREENS: Final[Mapping[type[Destination], Callable[[Stage, Any], None]]] = {
    to.StartScreen: lambda stage, _: stage.replace(start.StartScene(stage)),
    to.ChooseGame: lambda stage, _: stage.push(new_game.ChooseGameScene(stage)),
    to.Options: lambda stage, there: stage.push(
        new_game.OptionsScene(stage, there.game, is_changing=there.is_changing)
    ),
    to.SetUp: _set_up,
    to.SetRight: _set_right,
    to.ReadPosition: lambda stage, there: stage.push(
        game_menu.ReadingScene(stage, there.scene, there.match)
    ),
    to.OutOfStep: lambda stage, there: stage.push(game_menu.OutOfStepScene(stage, there.match)),
    to.Play: _play,
    to.ResumeGame: _resumed,
    to.StandingTable: _standing_table,
    to.GameMenu: lambda stage, there: stage.push(game_menu.GameMenuScene(stage, there.scene)),
    to.GameOver: lambda stage, there: stage.replace(game_over.GameOverScene(stage, there.match)),
    to.SettingsMenu: lambda stage, _: stage.push(settings.SettingsScene(stage)),
    to.Languages: lambda stage, _: stage.push(settings.LanguageScene(stage)),
    to.SwitchOff: _switch_off,
    to.Records: _records,
    to.UseStick: _use_stick,
    to.Viewer: _viewer,
    to.Learn: lambda stage, _: stage.push(lessons.LearnScene(stage)),
    to.Lessons: lambda stage, there: stage.push(lessons.LessonsScene(stage, there.game)),
    to.TakeLesson: lambda stage, there: stage.push(lesson.LessonScene(stage, there.course)),
    to.RulesOfAGame: lambda stage, _: stage.push(rules.ChooseRulesScene(stage)),
    to.Rules: lambda stage, there: stage.push(
        rules.RulesScene(stage, there.game, there.options, there.board)
    ),
    to.TakenBack: _taken_back,
    to.MeetOtherTable: _other_table,
    to.PairPhones: _pair_phones,
    to.AboutOtherTable: _about_other_table,
    to.AwaitWork: _work,
}
