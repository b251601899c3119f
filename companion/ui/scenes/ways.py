"""The ways from scene to scene: the one place where the scenes know each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.contract import Game
from companion.games.options import Options
from companion.match.match import Match
from companion.ui.scenes import (
    game_menu,
    game_over,
    menu,
    new_game,
    play,
    quincy,
    records,
    set_table,
    settings,
    start,
)

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


def to_new_match(stage: Stage, game: Game, options: Options, seed: int) -> None:
    """Begin a match and play it."""
    match = stage.services.library.start(game, options, seed)
    to_play(stage, match)


def to_play(stage: Stage, match: Match) -> None:
    """Play *match*, or show how it ended."""
    if match.outcome is not None:
        to_game_over(stage, match)
    else:
        stage.go(play_scene(stage, match))


def play_scene(stage: Stage, match: Match) -> play.PlayScene:
    """Return the scene in which *match* is played."""
    kind = quincy.QuincyScene if match.game.name == "quincy" else play.PlayScene
    return kind(stage, match)


def to_resumed(stage: Stage) -> None:
    """Go on with the unfinished match, its pieces shown on the lamps first."""
    match = stage.services.library.resume()
    if match.question is not None:
        match.back()
    # The table is set as the committed moves left it, so a begun move starts anew.
    for _ in match.half.touches:
        match.back()
    if match.position.pieces():
        stage.go(set_table.SetTableScene(stage, match))
    else:
        to_play(stage, match)


def to_game_menu(stage: Stage, scene: play.PlayScene) -> None:
    """Show the menu of a match."""
    stage.push(game_menu.GameMenuScene(stage, scene))


def to_game_over(stage: Stage, match: Match) -> None:
    """Show how *match* ended."""
    stage.go(game_over.GameOverScene(stage, match))


def to_settings(stage: Stage) -> None:
    """Show the settings, in front of the present scene."""
    stage.push(settings.SettingsScene(stage))


def to_records(stage: Stage) -> None:
    """Show the saved games, in front of the present scene."""
    stage.push(records.RecordsScene(stage))


def to_question(stage: Stage, question: str, no: menu.Choice, yes: menu.Choice) -> None:
    """Ask before something that cannot be undone."""
    stage.push(menu.AskScene(stage, question, no, yes))


def to_take_back(stage: Stage, match: Match) -> None:
    """Ask both sides whether the last move of a finished match is taken back."""
    scene = play_scene(stage, match)
    stage.go(scene)
    scene.take(match.back())
