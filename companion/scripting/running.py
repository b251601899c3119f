"""A program under a script: its time, its lamps, its search, and where it goes wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from companion.errors import ExpectationError, ScriptError
from companion.loop import ManualClock
from companion.match.match import Match
from companion.ports import Matrix
from companion.program import Program
from companion.scripting.fingers import Fingers
from companion.scripting.script import Step
from companion.ui.lamps.light import STEPS_PER_S, step_at
from companion.ui.play.scene import PlayScene
from companion.ui.scenes.match.game_over import GameOverScene
from companion.ui.scenes.working import WorkingScene

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
    """

    def __init__(self, program: Program, clock: ManualClock, where: str) -> None:
        super().__init__(program, clock, program.devices.virtual().pins)
        self.step = Step(0, "", ())
        self._where = where

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
        """Let time pass until nothing is celebrated, and no lamp that is lit is dark."""
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
