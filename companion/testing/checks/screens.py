"""What holds of each scene in which a game is chosen, played, looked through and printed."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.contract import GamePlugin
from companion.lessons.shelf import lessons_of
from companion.match.new_match import NewMatch
from companion.plugins import GAMES
from companion.program import Program
from companion.testing.cases import Case
from companion.testing.opened import OpenedProgram
from companion.testing.random_games import LONGEST_ROUTE
from companion.ui import destinations as to
from companion.ui.play.hints import hinting
from companion.ui.play.scene import PlayScene
from companion.ui.scenes.learning.lesson import LessonScene
from companion.ui.scenes.learning.lessons import LessonsScene
from companion.ui.scenes.learning.rules import RulesScene
from companion.ui.scenes.match.game_over import GameOverScene
from companion.ui.scenes.match.set_table import SetTableScene
from companion.ui.scenes.match.set_up import SetUpScene
from companion.ui.scenes.records.viewer import ViewerScene
from companion.ui.scenes.start.new_game import OptionsScene

MOST_PAGES = 200
HINT_S = 60.0
THOUGHT_S = 0.1
"""What a hint has here in place of the time that players wait for one."""


class ScreenChecks:
    """The program goes through all its scenes with the game, on a screen that nobody sees."""

    @pytest.fixture
    def table(
        self, tmp_path: Path, game_plugin: GamePlugin, monkeypatch: pytest.MonkeyPatch
    ) -> Iterator[OpenedProgram]:
        """Open the program for the game, which has to be installed beside it.

        It is not closed where it fails, which would hide what has failed.
        """
        monkeypatch.setattr(Program, "close_game", _fail)
        name = game_plugin.game.name
        assert name in GAMES, f"expected {name} installed: pip install --editable ."
        with OpenedProgram(tmp_path / "state") as sitting:
            yield sitting

    def test_every_scene_before_a_game(
        self, table: OpenedProgram, game_plugin: GamePlugin
    ) -> None:
        table.tap("New game")
        table.tap(table.scene.entries()[list(GAMES).index(game_plugin.game.name)])
        assert isinstance(table.scene, OptionsScene)
        for title in table.scene.entries():
            table.walk_to(title)
            _look(table)
        _change_options(table)
        table.tap(table.scene.entries()[0])
        while isinstance(table.scene, (SetUpScene, SetTableScene)):
            _look(table)
            table.press("confirm")
        assert isinstance(table.scene, PlayScene)
        assert table.match.game is game_plugin.game

    @pytest.mark.parametrize("by_buttons", [False, True], ids=["by-touch", "by-buttons"])
    def test_every_scene_of_a_game(
        self, table: OpenedProgram, one_case: Case, by_buttons: bool
    ) -> None:
        table.begin(NewMatch(one_case.game, {}, one_case.seeds[0]))
        longest = one_case.traits.longest_sitting * (2 if one_case.has_time else 1)
        _play_on(table, one_case.seeds[0], longest, by_buttons=by_buttons)
        _look(table)
        plies = [ply.move.text for ply in table.match.plies]
        table.press("back")
        assert table.scene.name == "start"
        assert _look_through_record(table) == plies

    def test_every_scene_beside_a_game(
        self, table: OpenedProgram, game_plugin: GamePlugin
    ) -> None:
        table.begin(NewMatch(game_plugin.game, {}, 1))
        table.see_hand()
        _look_at_moves(table)
        table.hold("back")
        for title in table.scene.entries():
            table.walk_to(title)
            _look(table)
        table.choose("Back to start")
        table.tap("New game")
        _look(table)

    def test_every_scene_of_a_hint(
        self, table: OpenedProgram, game_plugin: GamePlugin, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hinting, "HINT_S", THOUGHT_S)
        table.begin(NewMatch(game_plugin.game, {}, 1))
        table.see_hand()
        scene = table.scene
        assert isinstance(scene, PlayScene)
        table.press("hint")
        until = time.monotonic() + HINT_S
        while scene.hint.result is None or scene.hint.is_thinking:
            assert time.monotonic() < until, f"no hint: {scene.show().note}"
            table.ticks(1)
            time.sleep(0.003)
        for _ in range(3):
            _look(table)
            assert scene.show().note
            table.press("hint")

    def test_every_scene_of_the_rules(self, table: OpenedProgram, game_plugin: GamePlugin) -> None:
        game = game_plugin.game
        position = game.initial()
        table.stage.go(to.Rules(game, position.options, position.board))
        for _ in range(MOST_PAGES):
            scene = table.scene
            assert isinstance(scene, RulesScene)
            _look(table)
            before = scene.at, scene.view.scroll
            table.press("next")
            if (scene.at, scene.view.scroll) == before:
                break
        table.press("confirm")
        assert table.scene.name == "start"

    def test_every_scene_of_the_lessons(
        self, table: OpenedProgram, game_plugin: GamePlugin
    ) -> None:
        game = game_plugin.game
        for index in range(len(lessons_of(game.name))):
            table.stage.go(to.StartScreen())
            table.stage.go(to.Lessons(game))
            _look_through_lesson(table, index)

    @pytest.mark.parametrize("what", ["board", "pieces"])
    def test_it_is_printed(self, game_plugin: GamePlugin, tmp_path: Path, what: str) -> None:
        file = tmp_path / f"{what}.pdf"
        assert main(["print", game_plugin.game.name, "--what", what, "--out", str(file)]) == 0
        assert file.read_bytes().startswith(b"%PDF")


def _fail(_: Program, __: GamePlugin, error: Exception) -> None:
    raise error


def _look(table: OpenedProgram) -> None:
    """Assert that the scene in front says what it is about and is drawn."""
    table.stage.redraw()
    table.ticks(1)
    scene = table.scene
    assert scene.show().banner.text, scene.name
    assert len(scene.show().labels) == 4, scene.name


def _play_on(table: OpenedProgram, seed: int, most_plies: int, *, by_buttons: bool) -> None:
    """Play the match in front at random to its end, or give it up after *most_plies*."""
    chance = random.Random(seed)
    while isinstance(table.scene, PlayScene):
        if len(table.match.plies) >= most_plies:
            _give_up(table)
            break
        _ply(table, chance, by_buttons=by_buttons)
    assert isinstance(table.scene, GameOverScene), table.scene.name


def _ply(table: OpenedProgram, chance: random.Random, *, by_buttons: bool) -> None:
    match = table.match
    before, half = len(match.plies), match.half
    while half.next_touches():
        is_long = len(half.touches) >= LONGEST_ROUTE
        if half.move is not None and (is_long or chance.random() < 0.5):
            break
        touched = len(half.touches)
        touch = chance.choice(list(half.next_touches()))
        table.make([touch], by_buttons=by_buttons)
        half = match.half
        assert len(half.touches) == touched + 1, f"{table.scene.show().note}: {match.position}"
    table.see_hand(by_buttons=by_buttons)
    _look(table)
    table.press("confirm")
    assert len(match.plies) == before + 1, f"{table.scene.show().note}: {match.position}"


def _give_up(table: OpenedProgram) -> None:
    """Resign, and say yes to the question."""
    while table.match.half.touches:
        table.press("back")
    table.hold("back")
    _look(table)
    table.choose("Resign")
    table.press("confirm")


def _change_options(table: OpenedProgram) -> None:
    """Change each option once, from its line in the menu."""
    scene = table.scene
    assert isinstance(scene, OptionsScene)
    for choice in list(scene.choices):
        if choice.verb in ("change", "shuffle") and choice.title in table.scene.entries():
            table.tap(choice.title)
            _look(table)
            if not isinstance(table.scene, OptionsScene):
                # A list of its own, as that of the clocks.
                table.press("back")


def _look_through_record(table: OpenedProgram) -> list[str]:
    """Open the record written last, step to its end, and return its moves."""
    path = max((table.state.path / "records").glob("*.txt"))
    table.stage.go(to.Records())
    table.wait_for_work()
    _look(table)
    table.stage.go(to.Viewer(path))
    table.wait_for_work()
    scene = table.scene
    assert isinstance(scene, ViewerScene), scene.name
    playback = scene.playback
    while not playback.is_at_end:
        _look(table)
        table.press("next")
    _look(table)
    moves = [move.text for move in playback.course.moves]
    table.hold("back")
    for title in table.scene.entries():
        table.walk_to(title)
        _look(table)
    return moves


def _look_at_moves(table: OpenedProgram) -> None:
    """Open the list of all moves where that would show nothing hidden, and take its first."""
    table.hold("hint")
    scene = table.scene
    assert isinstance(scene, PlayScene), scene.name
    moves = scene.moves
    if moves is None:
        return
    table.settle()
    assert moves.count == len(table.match.position.legal_moves())
    table.press("next")
    _look(table)
    if moves.groups:
        table.press("confirm", "next")
        _look(table)
    first = moves.moves[0]
    table.press("confirm")
    assert table.match.half.move == first
    while table.match.half.touches:
        table.press("back")


def _look_through_lesson(table: OpenedProgram, index: int) -> None:
    """Open a lesson and skip through its steps."""
    lessons = table.scene
    assert isinstance(lessons, LessonsScene)
    table.tap(lessons.entries()[index])
    while isinstance(table.scene, LessonScene):
        _look(table)
        table.hold("back")
        _look(table)
        table.tap("Skip this step")
