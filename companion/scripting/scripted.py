"""Carries out a simulator script: fingers, buttons, and what they should bring about.

Runs the real program on the simulator's devices.  Time is simulated, so a
script takes no longer than the work in it; only the serial link runs in real
time, and expectations about lamps wait for the bytes to arrive.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pygame

from companion.clock.setting import parse_clock
from companion.config.values import Settings
from companion.contract import Site
from companion.errors import CompanionError, ScriptError, reason_of
from companion.loop import ManualClock
from companion.match.new_match import NewMatch
from companion.plugins import find_game
from companion.ports import ButtonName
from companion.program import Program
from companion.scripting.expecting import Expectations
from companion.scripting.fingers import BUTTONS
from companion.scripting.running import ScriptedProgram
from companion.scripting.script import Step
from companion.storage.disk import write_out
from companion.table.sensed import SETTLE_S
from companion.ui import destinations as to
from companion.ui.sensing import sensor_map

SETTLE_TICKS = 4
"""After each step: long enough for a debounced press and the frame that follows it."""

SENSED_S = SETTLE_S + 0.05
"""After a piece was put or lifted: until its sensor has settled."""

LONGEST_WAIT_S = 3600
"""Simulated; a longer wait keeps a real machine busy for minutes."""

MOST_STEPS = 120
"""So many presses of Next lead past everything that there is."""

SIZE = re.compile(r"([1-9][0-9]{2,3})x([1-9][0-9]{2,3})", re.ASCII)
"""A window of 100 to 9999 pixels each way."""


class ScriptRunner:
    """Plays one script on a program, as `ScriptedProgram` takes it.

    Args:
        shots: the folder for pictures, or None to take none.
    """

    def __init__(
        self, program: Program, clock: ManualClock, where: str, shots: Path | None = None
    ) -> None:
        self.program = program
        self.shots = shots
        self._on = ScriptedProgram(program, clock, where)
        self._expectations = Expectations(self._on)

    def run(self, steps: Sequence[Step]) -> None:
        """Carry out all steps.

        Raises:
            ExpectationError: at the first expectation that fails.
            ScriptError: at a step that cannot be done.
        """
        for step in steps:
            self._on.step = step
            try:
                getattr(self, f"_do_{step.command}")(*step.words)
            except ScriptError:
                raise
            except CompanionError as error:
                raise self._on.wrong(str(error)) from error
            self._on.ticks(SETTLE_TICKS)
            self._on.await_work()

    # What a script can do

    def _do_game(self, name: str, *pairs: str) -> None:
        values = dict(pair.partition("=")[::2] for pair in pairs)
        seed = values.pop("seed", "0")
        if not (seed.isascii() and seed.isdigit() and len(seed) < 19):
            raise self._on.wrong(f"expected a seed, got {seed!r}")
        clock = parse_clock(values.pop("clock", ""))
        game, stage = find_game(name), self._on.stage
        options, library = game.parse_options(values), stage.services.library
        stage.go(to.Play(library.start(NewMatch(game, options, int(seed), clock=clock))))

    def _do_touch(self, site_name: str) -> None:
        self._on.touch(site_name)

    def _do_tap(self, title: str) -> None:
        self._on.tap(title)

    def _do_down(self, what: str) -> None:
        """Put a finger on a button beside the board, or on something on screen."""
        if what in BUTTONS:
            self._on.pins.press(ButtonName(what))
        else:
            self._on.mouse_down(self._on.title_place(what))

    def _do_up(self, what: str) -> None:
        """Lift that finger."""
        if what in BUTTONS:
            self._on.pins.release(ButtonName(what))
        else:
            self._on.mouse_up(self._on.title_place(what))

    def _do_press(self, name: str) -> None:
        self._on.press(name)

    def _do_hold(self, name: str) -> None:
        self._on.hold(name)

    def _do_key(self, name: str) -> None:
        try:
            key = pygame.key.key_code(name)
        except ValueError:
            raise self._on.wrong(f"expected the name of a key, got {name!r}") from None
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self._on.post(kind, key=key, mod=0, unicode="")

    def _do_move(self, text: str, how: str = "touch") -> None:
        """Make a whole ply: touch what it takes, or walk to it, then press Confirm."""
        if how not in ("touch", "buttons"):
            raise self._on.wrong(f"expected touch or buttons, got {how!r}")
        match = self._on.turn.match
        count = len(match.plies)
        self._on.make(match.position.parse(text).touches, by_buttons=how == "buttons")
        self._on.press(ButtonName.CONFIRM)
        if len(match.plies) == count:
            raise self._on.expected(f"{text} to be played", self._on.stage.view.banner.text)

    def _do_sense(self) -> None:
        """Put the pieces on the sensed table as the match has them."""
        places = self._sensor_places()
        standing = self._on.match().half.pieces()
        self.program.devices.virtual().matrix.switch_on(
            frozenset(places[site] for site in standing)
        )
        self._on.await_sensors()
        self._on.wait(SENSED_S)

    def _do_lift(self, site_name: str) -> None:
        self._handle_piece(site_name, is_put=False)

    def _do_put(self, site_name: str) -> None:
        self._handle_piece(site_name, is_put=True)

    def _handle_piece(self, site_name: str, *, is_put: bool) -> None:
        matrix = self.program.devices.virtual().matrix
        place = self._sensor_places()[self._on.table().board.site_of(site_name)]
        if not matrix.is_on or (place in matrix.occupied) is is_put:
            wanted = "an empty" if is_put else "an occupied"
            raise self._on.wrong(f"expected {wanted} dot of a sensed table, got {site_name!r}")
        (matrix.put if is_put else matrix.lift)(place)
        self._on.await_sensors()
        self._on.wait(SENSED_S)

    def _sensor_places(self) -> dict[Site, tuple[int, int]]:
        config = self._on.stage.config.sensors
        places = sensor_map(
            self._on.table().board, self.program.devices.virtual().matrix.size, config
        )
        return {site: place for place, site in places.items()}

    def _do_hear(self) -> None:
        """Speak everything from now on."""
        self._on.stage.change(Settings(speak_everything=True))

    def _do_seek(self, text: str) -> None:
        """Press Next until a sentence with *text* is heard."""
        heard: list[str] = []
        for _ in range(MOST_STEPS):
            said = self._on.stage.narrator.said
            said.clear()
            self._on.press(ButtonName.NEXT)
            heard += self._on.stage.narrator.said
            if any(text in sentence for sentence in self._on.stage.narrator.said):
                return
        raise self._on.expected(f"Next to lead to a sentence with {text!r}", heard[-5:])

    def _do_wait(self, text: str) -> None:
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= LONGEST_WAIT_S:
            raise self._on.wrong(f"expected 0 to {LONGEST_WAIT_S} seconds, got {text!r}")
        self._on.wait(seconds)

    def _do_shot(self, name: str) -> None:
        if self.shots is None:
            return
        self.settle()
        path = self.shots / f"{name}.png"
        try:
            self.shots.mkdir(parents=True, exist_ok=True)
            file = BytesIO()
            pygame.image.save(self.program.window.surface, file, path.name)
            write_out(path, file.getvalue())
        except (OSError, pygame.error) as error:
            reason = reason_of(error) if isinstance(error, OSError) else error
            raise self._on.wrong(f"expected to write {str(path)!r}, got {reason}") from error

    def settle(self) -> None:
        """Let time pass until motions are over and the lamps show what they should."""
        self._on.wait(0.8)
        self._on.to_bright_phase()
        self._on.await_lamps()
        self._on.stage.redraw()
        self._on.ticks(2)

    def _do_resize(self, text: str) -> None:
        match = SIZE.fullmatch(text)
        if match is None:
            raise self._on.wrong(f"expected a size such as 800x480, got {text!r}")
        self.program.window.set_size((int(match[1]), int(match[2])))
        self._on.stage.resize(self.program.window.screen_size)

    def _do_unplug(self) -> None:
        self.program.devices.virtual().controller.unplug()
        self._on.wait_until("the link to be lost", lambda: self._on.link() != "connected")

    def _do_replug(self) -> None:
        self.program.devices.virtual().controller.replug()

    def _do_kill(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def _do_expect(self, what: str, *words: str) -> None:
        self._expectations.check(what, *words)
