"""What holds of each scene in which a game is chosen, played, looked through and printed.

Everything is real but time and lamps: pygame's queue on SDL's dummy display, gpiozero
buttons on mock pins, the match saved in a folder.  Time moves only when it is asked to.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Final, Self

import pygame
import pytest

from companion.app import open_stage
from companion.backends.devices import Devices
from companion.cli import main
from companion.config.files import load_settings, save_settings
from companion.config.values import Config, LedConfig, PlayConfig, ScreenConfig
from companion.contract import GamePlugin
from companion.engine.service import Engine
from companion.lessons.shelf import LessonsDone, lessons_of
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES
from companion.ports import ButtonName, LedGrid, LinkState
from companion.program import Program
from companion.scripting.fingers import Fingers, ManualClock
from companion.storage.disk import Disk, Writer
from companion.storage.library import Library
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from companion.testing.cases import Case
from companion.testing.random_games import LONGEST_ROUTE
from companion.ui import destinations as to
from companion.ui.context import Services
from companion.ui.play import hint_session
from companion.ui.play.scene import PlayScene
from companion.ui.scenes.game_over import GameOverScene
from companion.ui.scenes.lesson import LessonScene
from companion.ui.scenes.lessons import LessonsScene
from companion.ui.scenes.menu import MenuScene
from companion.ui.scenes.new_game import OptionsScene
from companion.ui.scenes.rules import RulesScene
from companion.ui.scenes.set_table import SetTableScene
from companion.ui.scenes.set_up import SetUpScene
from companion.ui.scenes.viewer import ViewerScene
from companion.ui.scenes.working import WorkingScene
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.window import Window, open_display
from hardware.buttons import open_buttons
from hardware.controller_inputs import ControllerInputs, ControllerSensors
from sim.virtual_pins import VirtualPins

LANDSCAPE: Final = (800, 480)
PORTRAIT: Final = (720, 1280)
STARTED: Final = datetime(2026, 7, 4, 18, 30, 5)

STILL: Final = Config(
    screen=ScreenConfig(animation=False),
    leds=LedConfig(lamp_show="off"),
    play=PlayConfig(program_moves="carried"),
)
"""Of a table, but without motion: neither what is drawn nor what is lit depends on when."""

PINS: Final = {ButtonName.BACK: 5, ButtonName.NEXT: 6, ButtonName.HINT: 13, ButtonName.CONFIRM: 19}


@cache
def _fonts() -> Fonts:
    """Return the fonts of all programs that are opened: to have new ones takes long."""
    return Fonts()


class NotedLeds(LedGrid):
    """An LED grid that notes what it is shown, and what a controller would tell of it.

    Attributes:
        frame: the last frame, empty before the first.
        frame_count: how many there were.
    """

    def __init__(self) -> None:
        self.frame = b""
        self.frame_count = 0
        self.link = LinkState.CONNECTED

    def show(self, frame: bytes) -> None:
        self.frame = frame
        self.frame_count += 1

    def let_leave(self) -> None:
        """Do nothing: a frame is noted at once."""

    def state(self) -> LinkState:
        return self.link

    def close(self) -> None:
        self.link = LinkState.OFF


class OpenedProgram(Fingers):
    """The program, opened on its start screen, and the players who use it; a context manager.

    Args:
        folder: its state folder.
        size: of the touchscreen.
        config: with the settings found in *folder* laid over it.
        disk: where files go, None for the real one.
        leds: the LED grid, None for one that notes what it is shown.
        writer: writes beside the loop; without one a call returns when it has written.
    """

    finger_s = 0.05

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = LANDSCAPE,
        config: Config = STILL,
        disk: Disk | None = None,
        leds: NotedLeds | None = None,
        writer: Writer | None = None,
    ) -> None:
        for variable in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
            os.environ.setdefault(variable, "dummy")
        self.clock = ManualClock()
        self.leds = leds or NotedLeds()
        self.inputs = ControllerInputs()
        self.state = StateDir(folder)
        self.pins = pins = VirtualPins(PINS, True, self.clock)
        self.library = Library(Saves(self.state, disk, lambda: STARTED, writer), {}, disk)
        self.library.look()
        self.services = self._services(folder, config, disk, pins)
        open_display()
        pygame.event.clear()
        super().__init__(self.make_program(size), self.clock, pins)
        self.stage.fonts = _fonts()
        self.stage.now_s = self.clock.now_s
        self.stage.go(to.StartScreen())
        self.ticks(3)

    def _services(
        self, folder: Path, config: Config, disk: Disk | None, pins: VirtualPins
    ) -> Services:
        settings, _ = load_settings(folder)
        long_press_s = config.buttons.long_press_ms / 1000
        return Services(
            config=config.with_settings(settings),
            library=self.library,
            leds=self.leds,
            buttons=open_buttons(PINS, True, long_press_s, pins.factory, self.clock),
            progress=LessonsDone(folder, disk),
            engine=Engine(),
            settings=settings,
            save_settings=partial(save_settings, state_dir=folder, disk=disk),
            wall_text=str,
            random=random.Random(1),
            sensors=ControllerSensors(self.inputs),
        )

    def make_program(self, size: tuple[int, int]) -> Program:
        """Return the program for a touchscreen of *size*, its devices without a table."""
        window = Window(size, None, False, self.services.config.screen.rotation)
        stage = open_stage(self.services, window.screen_size)
        devices = Devices(self.leds, self.services.buttons, None)
        return Program(stage, window, devices, None, self.clock)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the program."""
        self.program.close()
        self.state.close()

    # Time

    def wait_for_work(self) -> None:
        """Let a record be opened or an export be written, which real time takes."""
        if isinstance(self.scene, WorkingScene):
            self.scene.work.wait()
            self.ticks(2)

    # What there is to see

    @property
    def match(self) -> Match:
        """Return the match that the scene in front shows."""
        match = getattr(self.scene, "match", None)
        assert isinstance(match, Match), f"expected a match, got {self.scene.name}"
        return match

    # Lists

    def tap(self, title: str) -> None:
        """Tap what is called *title*, and let what that begins be done."""
        super().tap(title)
        self.wait_for_work()

    @property
    def chosen(self) -> str:
        """Return the line of the list that the cursor is on."""
        scene = self.scene
        assert isinstance(scene, MenuScene), f"expected a list, got {scene.name}"
        return "" if scene.list.selected is None else scene.entries()[scene.list.selected]

    def walk_to(self, title: str) -> None:
        """Press Next until the cursor is on the line called *title*."""
        for _ in range(len(self.scene.entries())):
            if self.chosen == title:
                return
            self.press("next")
        assert self.chosen == title

    def choose(self, title: str) -> None:
        """Choose the line called *title* by the buttons alone."""
        self.walk_to(title)
        self.press("confirm")
        self.wait_for_work()

    # Games

    def begin(self, new: NewMatch) -> None:
        """Begin a match at once: the table is set."""
        self.stage.go(to.Play(self.library.start(new)))
        self.ticks(3)

    def settle(self) -> None:
        """Let motions end, lists arrive and everything be drawn."""
        if isinstance(self.scene, PlayScene) and self.scene.moves is not None:
            self.scene.moves.wait()
        self.wait(1.0)
        self.stage.redraw()
        self.ticks(3)


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
        monkeypatch.setattr(hint_session, "HINT_S", THOUGHT_S)
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
