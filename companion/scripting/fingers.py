"""A program under a script or test, and the fingers of a player: on its screen, on its buttons.

Time is moved by hand while they touch and press.  What cannot be done is a CompanionError.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import pygame

from companion.contract import Token, Touch
from companion.errors import CompanionError, ExpectationError, ScriptError
from companion.match.match import Match
from companion.ports import ButtonName, Matrix
from companion.program import TURN_S, Program
from companion.scripting.script import Step
from companion.ui.lamps import STEPS_PER_S, mounting_of, step_at
from companion.ui.panels.tray import LOOK_S
from companion.ui.play.scene import PlayScene
from companion.ui.play.table_view import TableView
from companion.ui.play.turn import Turn
from companion.ui.scene import Scene
from companion.ui.scenes.game_over import GameOverScene
from companion.ui.scenes.lesson import LessonScene
from companion.ui.scenes.working import WorkingScene
from companion.ui.stage import Stage
from companion.words.buttons import MENU, button_title
from companion.words.program import Hand
from companion.words.table import focus_name

COLUMN: Final = 16
"""Characters that what is pressed takes in front of what is spoken."""


class Transcript:
    """The presses and sentences so far: what was pressed, then what was heard of it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._pressed = ""

    def press(self, button: ButtonName, how: str = "") -> None:
        """Note that *button* is pressed; *how* says so where that is not short."""
        self._end_press()
        self._pressed = button_title(button) + (f" {how}" if how else "")

    def hear(self, sentence: str) -> None:
        """Note that *sentence* is spoken."""
        pressed, self._pressed = self._pressed, ""
        self._lines.append(f"{pressed:{COLUMN}}{sentence}")

    def _end_press(self) -> None:
        if self._pressed:
            # Nothing was spoken for it.
            self._lines.append(self._pressed)
            self._pressed = ""

    def text(self, title: str) -> str:
        """Return all of it, under *title* and a line that explains it."""
        self._end_press()
        heading = [f"# {title}", "# Left: the button that is pressed. Right: what is spoken.", ""]
        return "\n".join([*heading, *self._lines, ""])


Place = tuple[int, int]

BUTTONS = tuple(button.value for button in ButtonName)
"""What the buttons beside the board are called."""


class Pins(Protocol):
    """The buttons beside the board."""

    def press(self, button: ButtonName) -> None:
        """Press one."""

    def release(self, button: ButtonName) -> None:
        """Let go of it."""


class ManualClock:
    """A clock that is only moved by hand."""

    def __init__(self) -> None:
        self.now_s = 1.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now_s


class ManualLoop:
    """The main loop of a program whose time passes only when it is asked to.

    Args:
        clock: the clock that the program was given.
    """

    def __init__(self, program: Program, clock: ManualClock) -> None:
        self.program = program
        self.clock = clock

    def ticks(self, count: int) -> None:
        """Let it turn *count* times."""
        for _ in range(count):
            self.clock.now_s += TURN_S
            self.program.tick()

    def wait(self, seconds: float) -> None:
        """Let so much time pass, one turn at least."""
        self.ticks(max(1, round(seconds / TURN_S)))


class Fingers(ManualLoop):
    """The fingers of those who use a program.

    Args:
        pins: the buttons beside the board.

    Attributes:
        finger_s: how long a finger stays on a button for a short press.
    """

    finger_s = 0.06

    def __init__(self, program: Program, clock: ManualClock, pins: Pins) -> None:
        super().__init__(program, clock)
        self.pins = pins

    # What there is to see

    @property
    def stage(self) -> Stage:
        """Return the stage with the scene in front."""
        return self.program.stage

    @property
    def scene(self) -> Scene:
        """Return the scene in front."""
        return self.stage.scene

    @property
    def turn(self) -> Turn:
        """Return the turn in front."""
        turn = self.scene.turn
        if turn is None:
            raise CompanionError(f"expected a game in progress, got the scene {self.scene.name!r}")
        return turn

    def table(self) -> TableView:
        """Return the board on screen."""
        table = self.scene.table
        if table is None:
            raise CompanionError(f"expected a board on screen, got the scene {self.scene.name!r}")
        return table

    # On the touchscreen

    def post(self, kind: int, **values: object) -> None:
        """Put an event into pygame's queue."""
        pygame.event.post(pygame.event.Event(kind, values))

    def on_display(self, place: Place) -> Place:
        """Return where on the display a place of the picture is."""
        mounting = mounting_of(self.stage.config.screen)
        x, y = mounting.to_panel(*place, self.program.window.display_size)
        return round(x), round(y)

    def mouse_down(self, place: Place) -> None:
        """Put a finger on *place*."""
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.on_display(place), button=1)
        self.ticks(2)

    def mouse_up(self, place: Place) -> None:
        """Lift the finger from *place*."""
        self.post(pygame.MOUSEBUTTONUP, pos=self.on_display(place), button=1)
        self.ticks(2)

    def click(self, place: Place, seconds: float = 0.0) -> None:
        """Touch *place*, for so many seconds."""
        self.mouse_down(place)
        self.ticks(round(seconds / TURN_S))
        self.mouse_up(place)

    def place(self, name: str) -> Place:
        """Return where the dot called *name* is."""
        table = self.table()
        return table.site_place(table.board.site_of(name))

    def touch(self, name: str) -> None:
        """Touch the dot called *name*."""
        self.click(self.place(name))

    def title_place(self, title: str) -> Place:
        """Return where the button on screen or the line of a list called *title* is."""
        for name, box in zip(ButtonName, self.stage.layout.buttons, strict=True):
            if title == button_title(name):
                return box.center
        if title == MENU() and self.scene.show().has_menu:
            return self.stage.layout.menu.center
        place = self.scene.entry_place(title)
        if place is None:
            known = ", ".join(self.scene.entries())
            raise CompanionError(f"expected something to tap ({known}), got {title!r}")
        return place

    def tap(self, title: str) -> None:
        """Tap one of the four buttons on screen, the menu's button, or a line of a list."""
        self.click(self.title_place(title))

    # On the four buttons

    def press(self, *names: ButtonName | str) -> None:
        """Press buttons beside the board, one after the other."""
        for name in names:
            self.finger(name, self.finger_s)

    def hold(self, name: ButtonName | str) -> None:
        """Press a button beside the board for long."""
        self.finger(name, self.stage.config.buttons.long_press_ms / 1000 + 0.1)

    def finger(self, name: ButtonName | str, seconds: float) -> None:
        """Keep a finger on a button beside the board for so long."""
        try:
            button = ButtonName(name)
        except ValueError:
            known = ", ".join(BUTTONS)
            raise CompanionError(f"expected a button ({known}), got {name!r}") from None
        self.pins.press(button)
        self.wait(seconds)
        self.pins.release(button)
        self.wait(self.finger_s)

    # In a game

    def make(self, touches: Iterable[Touch], *, by_buttons: bool = False) -> None:
        """Make the *touches* of a ply up to its Confirm, a hidden hand looked at before."""
        self.see_hand(by_buttons=by_buttons)
        for touch in touches:
            way = self.turn.tray().way_to(touch) if isinstance(touch, Token) else (touch,)
            for part in way:
                if by_buttons:
                    self.walk_to_touch(part)
                    self.press(ButtonName.CONFIRM)
                elif isinstance(part, Token):
                    self.click(_place_of(self.turn, part))
                else:
                    self.click(self.table().site_place(part))

    def see_hand(self, *, by_buttons: bool = False) -> None:
        """Take over the screen and show the hidden hand, where there is one."""
        scene = self.scene
        if not isinstance(scene, PlayScene | LessonScene):
            return
        if scene.hand is Hand.AWAITED:
            self.press(ButtonName.CONFIRM)
        if scene.hand is Hand.UNSEEN and by_buttons:
            self.finger(ButtonName.HINT, 2 * LOOK_S)
        elif scene.hand is Hand.UNSEEN:
            self.click(self.turn.tray().view.entry_box(0).center, 2 * LOOK_S)

    def walk_to_touch(self, touch: Touch) -> None:
        """Press Next until the cursor is on *touch*."""
        turn = self.turn
        for _ in range(len(turn.tray().stops(turn.match.half)) + 2):
            if turn.cursor.is_on_group and touch in turn.cursor.group:
                self.press(ButtonName.CONFIRM)
            if turn.cursor.focus == touch:
                return
            self.press(ButtonName.NEXT)
        raise CompanionError(f"expected to walk to {_name(turn, touch)}, but never came by")


def _place_of(turn: Turn, token: Token) -> Place:
    """Return where beside the board *token* is."""
    place = turn.tray().token_place(token)
    if place is None:
        raise CompanionError(f"expected {_name(turn, token)} in the tray, got it nowhere")
    return place


def _name(turn: Turn, touch: Touch) -> str:
    return focus_name(turn.table.board, turn.match.game.name, touch)


LINK_TIMEOUT_S: Final = 5.0
"""Real seconds to wait for bytes on a loaded machine."""

SEARCH_TIMEOUT_S: Final = 30.0
"""Real seconds: far more than the search is given, on a loaded machine as well."""

LOOK_EVERY_S: Final = 0.005

BRIGHT_PHASE: Final = 4
"""The step of a second in which no lamp pattern is dark."""


class ScriptedProgram(Fingers):
    """The program that a script runs on, which is on the simulator's devices.

    Args:
        where: the script's name, for messages.

    Attributes:
        step: which one is being done.
        transcript: what was pressed beside the board and spoken.
    """

    def __init__(self, program: Program, clock: ManualClock, where: str) -> None:
        super().__init__(program, clock, program.devices.virtual().pins)
        self.step = Step(0, "", ())
        self.transcript = Transcript()
        self._where = where
        program.stage.narrator.hears = self.transcript.hear

    def finger(self, name: ButtonName | str, seconds: float) -> None:
        if name in (*ButtonName, *BUTTONS):
            self.transcript.press(ButtonName(name), "" if seconds <= self.finger_s else "(held)")
        super().finger(name, seconds)

    def wrong(self, text: str) -> ScriptError:
        """Return the error that the step cannot be done."""
        return ScriptError(f"{self._where}:{self.step.line}: {text}")

    def expected(self, what: str, got: object) -> ExpectationError:
        """Return the error that *got* is not *what* the step expects."""
        return ExpectationError(f"{self._where}:{self.step.line}: expected {what}, got {got!r}")

    def match(self) -> Match:
        """Return the match on screen."""
        return self.table().match

    def to_bright_phase(self) -> None:
        """Let time pass until nothing is celebrated, and no lamp that is lit is dark.

        No wave of light runs any more then.
        """
        self.stage.lamps.wave = None
        while isinstance(self.stage.scene, GameOverScene) and self.stage.scene.is_waiting():
            self.ticks(1)
        # Lamps that stand still are less bright than a script reads them.
        self.stage.lamps.stir(self.clock.now_s)
        # A program that rests has to hear of it.
        self.stage.redraw()
        self.ticks(1)
        while step_at(self.clock.now_s) % STEPS_PER_S != BRIGHT_PHASE:
            self.ticks(1)

    def await_lamps(self) -> None:
        """Return once the lamps show what they should."""
        shown = self.stage.lamps.frame(self.stage.view, self.clock.now_s)
        controller = self.program.devices.virtual().controller
        frame = controller.firmware.carried(shown)
        if not controller.wait_for_frame(lambda got: got == frame, LINK_TIMEOUT_S):
            raise self.expected("the lamps as the screen has them", self.link())

    def await_sensors(self) -> None:
        """Return once the program knows, over the wire, where something stands."""
        matrix, sensors = self.program.devices.virtual().matrix, self.program.devices.sensors
        assert sensors is not None, "the simulator's devices have them"
        here = Matrix(matrix.size, matrix.occupied)
        self.wait_until("the sensors to tell what stands there", lambda: sensors.matrix() == here)

    def link(self) -> str:
        """Return how the link to the lamps is."""
        return self.stage.services.leds.state().value

    def wait_until(self, what: str, is_so: Callable[[], bool]) -> None:
        """Let the program turn in real time until *is_so*; *what* says what is expected."""
        end_s = time.monotonic() + LINK_TIMEOUT_S
        self.program.run_while(lambda: not is_so() and time.monotonic() < end_s)
        if not is_so():
            raise self.expected(what, self.link())

    def await_work(self) -> None:
        """Let an open list fill, work end and the search answer, none of which time moves."""
        scene = self.scene
        if isinstance(scene, WorkingScene):
            scene.work.wait()
        elif isinstance(scene, PlayScene) and scene.moves is not None:
            scene.moves.wait()
        self.ticks(1)
        until_s = time.monotonic() + SEARCH_TIMEOUT_S
        while self.scene.show().is_thinking:
            if time.monotonic() > until_s:
                raise self.expected("an answer of the search", "none")
            time.sleep(LOOK_EVERY_S)
            self.ticks(1)
