"""The ways from scene to scene: the one place where the scenes know each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.contract import Board, Game, Options
from companion.lessons.course import Course as LessonCourse
from companion.match.entries import FREE_HINTS, HintLimits
from companion.match.match import Match
from companion.match.question import Answer
from companion.match.seats import PERSONS
from companion.storage.library import Shelved
from companion.storage.playback import Course, Playback
from companion.ui.lamps.calibration import Calibration
from companion.ui.play.scene import PlayScene
from companion.ui.scenes import menu, text_entry, working
from companion.ui.scenes.learning import lesson, lessons, rules
from companion.ui.scenes.match import game_menu, game_over, out_of_step, set_table
from companion.ui.scenes.records import fault, records, viewer, viewer_menu
from companion.ui.scenes.settings import calibration, settings, touch_test
from companion.ui.scenes.start import about, new_game, players, start, switch_off
from companion.ui.widgets.background import Background, Tell
from companion.words.playback import opening_banner, reading_banner
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.ui.stage import Stage


def to_start(stage: Stage) -> None:
    """Show the start screen."""
    stage.go(start.StartScene(stage))


def to_new_game(stage: Stage) -> None:
    """Let the players choose a game, in front of the present scene."""
    stage.push(new_game.ChooseGameScene(stage))


def to_options(stage: Stage, game: Game) -> None:
    """Let the players choose the options of *game*."""
    stage.push(new_game.OptionsScene(stage, game))


def to_players(stage: Stage, game: Game, options: Options, start: menu.Choice) -> None:
    """Let the players choose who plays *game*; *start* begins it."""
    stage.push(players.PlayersScene(stage, game, options, start))


def to_player(stage: Stage, title: str, player: str, take: Callable[[str], None]) -> None:
    """Let the players choose who has the seat called *title*, *player* as yet."""
    stage.push(players.PlayerScene(stage, title, player, take))


def to_new_match(
    stage: Stage, game: Game, options: Options, seed: int, players: tuple[str, ...] = PERSONS
) -> None:
    """Begin a match and play it at once: the table is set."""
    to_play(stage, stage.services.library.start(game, options, seed, players=players))


def to_set_up(
    stage: Stage,
    game: Game,
    options: Options,
    seed: int,
    players: tuple[str, ...] = PERSONS,
    hints: HintLimits = FREE_HINTS,
) -> None:
    """Begin a match, in which each side may ask for so many *hints*, and set the table for it."""
    match = stage.services.library.start(game, options, seed, players=players, hints=hints)
    steps = set_table.first_steps(match)
    _to_guide(stage, match, steps, tr("begin"), has_seed=game.is_shuffled)


def _to_guide(
    stage: Stage,
    match: Match,
    steps: Sequence[set_table.GuideStep],
    on_label: str,
    has_seed: bool = False,
) -> None:
    """Set the table by *steps* and play then."""
    if not steps:
        to_play(stage, match)
        return
    around = set_table.Ways(
        back=lambda: to_start(stage),
        back_label=tr("start screen"),
        on=lambda: to_play(stage, match),
        on_label=on_label,
    )
    stage.go(set_table.SetTableScene(stage, match, steps, around, has_seed))


def to_set_right(stage: Stage, match: Match, steps: Sequence[set_table.GuideStep]) -> None:
    """Lead the table to where *match* is by *steps*, in front of the present scene."""
    if not steps:
        _back_to_play(stage)
        return
    around = set_table.Ways(
        back=stage.pop,
        back_label=tr("go back"),
        on=lambda: _back_to_play(stage),
        on_label=tr("play on"),
    )
    stage.push(set_table.SetTableScene(stage, match, steps, around))


def to_out_of_step(stage: Stage, match: Match) -> None:
    """Ask how the table stands, in front of the present scene."""
    stage.push(out_of_step.OutOfStepScene(stage, match))


def _back_to_play(stage: Stage) -> None:
    """Leave everything that is in front of the game."""
    scene = stage.scene
    while not isinstance(scene, PlayScene):
        stage.pop()
        scene = stage.scene
    scene.clear()


def to_play(stage: Stage, match: Match) -> None:
    """Play *match*, or show how it ended."""
    if match.outcome is not None:
        to_game_over(stage, match)
    else:
        stage.go(PlayScene(stage, match))


def to_resumed(stage: Stage) -> None:
    """Go on with the unfinished match, its pieces shown on the lamps first."""
    match = stage.services.library.resume()
    if match.question is not None:
        match.back()
    # The table is set as the committed moves left it, so a begun move starts anew.
    for _ in match.half.touches:
        match.back()
    to_standing_table(stage, match)


def to_standing_table(stage: Stage, match: Match) -> None:
    """Go on with *match* where it stands, its pieces shown first, whatever the table shows."""
    if match.outcome is not None:
        to_game_over(stage, match)
    else:
        _to_guide(stage, match, set_table.standing_steps(match), tr("play on"))


def to_game_menu(stage: Stage, scene: PlayScene) -> None:
    """Show the menu of a match."""
    stage.push(game_menu.GameMenuScene(stage, scene))


def to_game_over(stage: Stage, match: Match) -> None:
    """Show how *match* ended."""
    stage.go(game_over.GameOverScene(stage, match))


def to_settings(stage: Stage) -> None:
    """Show the settings, in front of the present scene."""
    stage.push(settings.SettingsScene(stage))


def to_about(stage: Stage) -> None:
    """Tell of the program and of who made the games beside it, in front of the settings."""
    stage.push(about.AboutScene(stage))


def to_touch_test(stage: Stage) -> None:
    """Have four targets touched, in front of the settings."""
    stage.push(touch_test.TouchTestScene(stage))


def to_choose_calibration(stage: Stage) -> None:
    """Ask which board lies on the lamps, in front of the settings."""
    stage.push(calibration.ChooseCalibrationScene(stage))


def to_calibration(stage: Stage, begin: Calibration) -> None:
    """Find out which lamp is under which dot, in front of the question for the board."""
    stage.push(calibration.CalibrationScene(stage, begin))


def to_calibrated(stage: Stage, state: Calibration) -> None:
    """Show what came of it instead of the last question."""
    stage.pop()
    stage.push(calibration.CalibratedScene(stage, state))


def to_switch_off(stage: Stage) -> None:
    """Ask whether to switch off, in front of the present scene; once is enough."""
    if not isinstance(stage.scene, switch_off.SwitchOffScene):
        stage.push(switch_off.SwitchOffScene(stage))


def to_records(stage: Stage) -> None:
    """Show the saved games, in front of the present scene."""
    library = stage.services.library
    samples: list[Shelved] = []

    def show(shelf: list[Shelved]) -> None:
        stage.push(records.RecordsScene(stage, shelf, samples))

    def read(tell: Tell) -> list[Shelved]:
        samples.extend(library.samples())
        return library.records(lambda count: tell(count, 0))

    reading = Background("read-records", read)
    working.to_work(stage, reading, reading_banner, show, lambda problem: None)


def to_samples(stage: Stage, samples: Sequence[Shelved]) -> None:
    """Show the games that come with the program, in front of the present scene."""
    stage.push(records.RecordsScene(stage, samples))


def to_viewer(stage: Stage, path: Path, *, is_lenient: bool = False) -> None:
    """
    Open the record at *path* and look through it, in front of the present scene.

    A faulty one is shown with its fault; with *is_lenient* it is opened up to there.
    """
    library = stage.services.library
    is_hiding = library.is_hiding()

    def work(tell: Tell) -> Course:
        return library.course(
            path, is_lenient=is_lenient, is_hiding=is_hiding, watch=lambda ply: tell(ply, 0)
        )

    def show(course: Course) -> None:
        stage.push(viewer.ViewerScene(stage, path, course))

    def explain(problem: str) -> None:
        stage.push(fault.FaultScene(stage, path, problem, may_open=not is_lenient))

    opening = Background("open-record", work)
    working.to_work(stage, opening, opening_banner, show, explain)


def to_fault(stage: Stage, path: Path, problem: str) -> None:
    """Tell why the record at *path* cannot be read, and offer to open its good part."""
    stage.push(fault.FaultScene(stage, path, problem, may_open=True))


def to_viewer_menu(stage: Stage, scene: viewer.ViewerScene) -> None:
    """Show what else can be done with the record that is looked through."""
    stage.push(viewer_menu.ViewerMenuScene(stage, scene))


def to_typing(stage: Stage, title: str, text: str, take: Callable[[str], None]) -> None:
    """Let a text be typed, beginning with *text*; *take* gets it when it is done."""
    stage.push(text_entry.TypingScene(stage, title, text, take))


def to_continued(stage: Stage, playback: Playback, players: tuple[str, ...] = PERSONS) -> None:
    """Begin a match where *playback* is, the pieces shown on the lamps first."""
    match = stage.services.library.go_on_from(playback, players)
    to_standing_table(stage, match)


def to_learn(stage: Stage) -> None:
    """Let the players choose a game to learn, in front of the present scene."""
    stage.push(lessons.LearnScene(stage))


def to_lessons(stage: Stage, game: Game) -> None:
    """Show the lessons of *game*, in front of the present scene."""
    stage.push(lessons.LessonsScene(stage, game))


def to_lesson(stage: Stage, course: LessonCourse) -> None:
    """Begin a lesson, in front of the list of lessons."""
    stage.push(lesson.LessonScene(stage, course))


def to_lesson_menu(stage: Stage, scene: lesson.LessonScene) -> None:
    """Show the menu of a lesson."""
    stage.push(lessons.LessonMenuScene(stage, scene))


def to_lesson_done(stage: Stage, course: LessonCourse) -> None:
    """Note the lesson in front as done, and show what may follow it."""
    stage.services.progress.note(course.lesson.name)
    stage.pop()
    stage.push(lessons.LessonDoneScene(stage, course))


def to_rules_of_a_game(stage: Stage) -> None:
    """Let the players choose a game to read its rules, in front of the present scene."""
    stage.push(rules.ChooseRulesScene(stage))


def to_rules(stage: Stage, game: Game, options: Options, board: Board) -> None:
    """Show the rules of *game* as played with *options* on *board*."""
    stage.push(rules.RulesScene(stage, game, options, board))


def to_question(stage: Stage, question: str, no: menu.Choice, yes: menu.Choice) -> None:
    """Ask before something that cannot be undone."""
    stage.push(menu.AskScene(stage, question, no, yes))


def to_taken_back(stage: Stage, match: Match, answer: Answer) -> None:
    """Show *match*, finished, with *answer*: whether its last move is taken back is asked."""
    scene = PlayScene(stage, match)
    stage.go(scene)
    scene.take(answer)
