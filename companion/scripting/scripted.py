"""Carries out a simulator script: fingers, buttons, and what they should bring about.

Runs the real program on the simulator's devices.  Time is simulated, so a
script takes no longer than the work in it; only the serial link runs in real
time, and expectations about lamps wait for the bytes to arrive.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import pygame

from companion.app import Program
from companion.contract import Board, Site
from companion.errors import CompanionError, ExpectationError, ScriptError
from companion.games import find_game
from companion.match.match import Match
from companion.ports import ButtonName
from companion.scripting.lamp_reading import BRIGHT_PHASE, read_lamps
from companion.scripting.moves import PRESS_S, Hands
from companion.scripting.script import Step
from companion.scripting.waiting import await_work
from companion.scripting.words import outcome_words, side_words, tower_word
from companion.storage.disk import write_out
from companion.table.sensed import SETTLE_S
from companion.ui.lamps.light import STEPS_PER_S
from companion.ui.play.table_view import TableView
from companion.ui.scenes import ways
from companion.ui.sensing import sensor_map
from companion.ui.stage import Stage
from companion.ui.widgets.pen import button_title
from companion.words.translate import tr

TICK_S = 0.01
SETTLE_TICKS = 4
"""After each step: long enough for a debounced press and the frame that follows it."""

BUTTONS = tuple(button.value for button in ButtonName)
"""What scripts call the buttons beside the board."""

SENSED_S = SETTLE_S + 0.05
"""After a piece was put or lifted: until its sensor has settled."""

LINK_TIMEOUT_S = 5.0
"""Real seconds to wait for bytes on a loaded machine."""

LONGEST_WAIT_S = 3600
"""Simulated; a longer wait keeps a real machine busy for minutes."""

SIZE = re.compile(r"([1-9][0-9]{2,3})x([1-9][0-9]{2,3})", re.ASCII)
"""A window of 100 to 9999 pixels each way."""

CLOSED = "closed"
"""What a script calls the scene after the program was left."""


class ScriptClock:
    """The clock of a scripted run; only the script moves it."""

    def __init__(self) -> None:
        self.now_s = 1.0

    def __call__(self) -> float:
        """Return the simulated seconds."""
        return self.now_s


class ScriptRunner:
    """Plays one script on a running program.

    Args:
        program: on the simulator's devices.
        clock: the clock that the program was given.
        where: the script's name, for messages.
        shots: the folder for pictures, or None to take none.
    """

    def __init__(
        self, program: Program, clock: ScriptClock, where: str, shots: Path | None = None
    ) -> None:
        self.program = program
        self.clock = clock
        self.where = where
        self.shots = shots
        self._step = Step(0, "", ())

    @property
    def _stage(self) -> Stage:
        return self.program.stage

    def run(self, steps: Sequence[Step]) -> None:
        """
        Carry out all steps.

        Raises:
            ExpectationError: at the first expectation that fails.
            ScriptError: at a step that cannot be done.
        """
        for step in steps:
            self._step = step
            try:
                getattr(self, f"_do_{step.command}")(*step.words)
            except ScriptError:
                raise
            except CompanionError as error:
                raise self._wrong(str(error)) from error
            self._ticks(SETTLE_TICKS)
            if not await_work(self._stage, lambda: self._ticks(1)):
                raise self._expected("an answer of the search", "none")

    def _wrong(self, text: str) -> ScriptError:
        return ScriptError(f"{self.where}:{self._step.line}: {text}")

    def _expected(self, what: str, got: object) -> ExpectationError:
        return ExpectationError(f"{self.where}:{self._step.line}: expected {what}, got {got!r}")

    def _ticks(self, count: int) -> None:
        for _ in range(count):
            self.clock.now_s += TICK_S
            self.program.tick()

    def _seconds(self, seconds: float) -> None:
        self._ticks(max(1, round(seconds / TICK_S)))

    # What a script can do

    def _do_game(self, name: str, *pairs: str) -> None:
        values = dict(pair.partition("=")[::2] for pair in pairs)
        seed = values.pop("seed", "0")
        if not (seed.isascii() and seed.isdigit() and len(seed) < 19):
            raise self._wrong(f"expected a seed, got {seed!r}")
        game = find_game(name)
        ways.to_new_match(self._stage, game, game.parse_options(values), int(seed))

    def _do_touch(self, site_name: str) -> None:
        table = self._table()
        self._hold(*table.site_place(table.board.site_of(site_name)))

    def _do_tap(self, title: str) -> None:
        self._hold(*self._place(title))

    def _place(self, title: str) -> tuple[int, int]:
        """Return where the line or button called *title* is on screen."""
        for name, box in zip(ButtonName, self._stage.layout.buttons, strict=True):
            if title == button_title(name):
                return box.center
        if title == tr("Menu") and self._stage.scene.has_menu():
            return self._stage.layout.menu.center
        if (place := self._stage.scene.entry_place(title)) is None:
            known = ", ".join(self._stage.scene.entries())
            raise self._wrong(f"expected something to tap ({known}), got {title!r}")
        return place

    def _hold(self, x: int, y: int, seconds: float = 0.0) -> None:
        self._mouse(pygame.MOUSEBUTTONDOWN, x, y)
        self._ticks(round(seconds / TICK_S))
        self._mouse(pygame.MOUSEBUTTONUP, x, y)

    def _mouse(self, kind: int, x: int, y: int) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=(x, y), button=1))
        self._ticks(2)

    def _do_down(self, what: str) -> None:
        """Put a finger on a button beside the board, or on something on screen."""
        if what in BUTTONS:
            self.program.devices.virtual().pins.press(ButtonName(what))
        else:
            self._mouse(pygame.MOUSEBUTTONDOWN, *self._place(what))

    def _do_up(self, what: str) -> None:
        """Take that finger away."""
        if what in BUTTONS:
            self.program.devices.virtual().pins.release(ButtonName(what))
        else:
            self._mouse(pygame.MOUSEBUTTONUP, *self._place(what))

    def _do_press(self, name: str) -> None:
        self._finger(self._button(name), PRESS_S)

    def _do_hold(self, name: str) -> None:
        self._finger(self._button(name), self._stage.config.buttons.long_press_ms / 1000 + 0.1)

    def _button(self, name: str) -> ButtonName:
        if name not in BUTTONS:
            raise self._wrong(f"expected a button ({', '.join(BUTTONS)}), got {name!r}")
        return ButtonName(name)

    def _finger(self, button: ButtonName, seconds: float) -> None:
        pins = self.program.devices.virtual().pins
        pins.press(button)
        self._seconds(seconds)
        pins.release(button)
        self._seconds(PRESS_S)

    def _do_key(self, name: str) -> None:
        try:
            key = pygame.key.key_code(name)
        except ValueError:
            raise self._wrong(f"expected the name of a key, got {name!r}") from None
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))

    def _do_move(self, text: str, how: str = "touch") -> None:
        """Make a whole ply: touch what it takes, or walk to it, then press Confirm."""
        if how not in ("touch", "buttons"):
            raise self._wrong(f"expected touch or buttons, got {how!r}")
        scene = self._stage.scene
        turn = scene.making()
        if turn is None:
            raise self._wrong(f"expected a game in progress, got the scene {scene.name!r}")
        count = len(turn.match.plies)
        touches = turn.match.position.parse(text).touches
        Hands(self._hold, self._finger).make(scene, turn, touches, how == "buttons")
        if len(turn.match.plies) == count:
            raise self._expected(f"{text} to be played", self._stage.scene.banner().text)

    def _do_sense(self) -> None:
        """Put the pieces on the sensed table as the match has them."""
        places = self._sensor_places()
        standing = self._match().half.pieces()
        self.program.devices.virtual().matrix.switch_on(
            frozenset(places[site] for site in standing)
        )
        self._seconds(SENSED_S)

    def _do_lift(self, site_name: str) -> None:
        self._handle_piece(site_name, is_put=False)

    def _do_put(self, site_name: str) -> None:
        self._handle_piece(site_name, is_put=True)

    def _handle_piece(self, site_name: str, *, is_put: bool) -> None:
        matrix = self.program.devices.virtual().matrix
        place = self._sensor_places()[self._table().board.site_of(site_name)]
        if not matrix.is_on or (place in matrix.occupied) is is_put:
            wanted = "an empty" if is_put else "an occupied"
            raise self._wrong(f"expected {wanted} dot of a sensed table, got {site_name!r}")
        (matrix.put if is_put else matrix.lift)(place)
        self._seconds(SENSED_S)

    def _sensor_places(self) -> dict[Site, tuple[int, int]]:
        config = self._stage.config.sensors
        found = sensor_map(self._table().board, self.program.devices.virtual().matrix.size, config)
        return {site: place for place, site in found.items()}

    def _do_wait(self, text: str) -> None:
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= LONGEST_WAIT_S:
            raise self._wrong(f"expected 0 to {LONGEST_WAIT_S} seconds, got {text!r}")
        self._seconds(seconds)

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
            raise self._wrong(f"expected to write {str(path)!r}: {error}") from error

    def settle(self) -> None:
        """Let time pass until motions are over and the lamps show what they should."""
        self._seconds(0.8)
        self._to_bright_phase()
        self._await_lamps()
        self._stage.redraw()
        self._ticks(2)

    def _do_resize(self, text: str) -> None:
        match = SIZE.fullmatch(text)
        if match is None:
            raise self._wrong(f"expected a size such as 800x480, got {text!r}")
        self.program.window.set_size((int(match[1]), int(match[2])))
        self._stage.resize(self.program.window.screen_size)

    def _do_unplug(self) -> None:
        self.program.devices.virtual().controller.unplug()
        self._await("the link to be lost", lambda: self._link() != "connected")

    def _do_replug(self) -> None:
        self.program.devices.virtual().controller.replug()

    def _do_kill(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    # What a script can expect

    def _do_expect(self, what: str, *words: str) -> None:
        getattr(self, f"_expect_{what}")(*words)

    def _expect_banner(self, text: str) -> None:
        self._contains("a banner with", text, self._stage.scene.banner().text)

    def _expect_note(self, text: str) -> None:
        self._contains("a note with", text, self._stage.scene.note())

    def _contains(self, what: str, text: str, got: str) -> None:
        if text not in got:
            raise self._expected(f"{what} {text!r}", got)

    def _expect_list(self, title: str) -> None:
        if title not in self._stage.scene.entries():
            raise self._expected(f"an entry {title!r}", list(self._stage.scene.entries()))

    def _expect_scene(self, name: str) -> None:
        got = CLOSED if self._stage.is_closing else self._stage.scene.name
        if got != name:
            raise self._expected(f"the scene {name!r}", got)

    def _expect_side(self, name: str) -> None:
        match = self._match()
        side = side_words(match.game.name)[match.position.side]
        if side != name:
            raise self._expected(f"{name} to move", side)

    def _expect_piece(self, site_name: str, wanted: str) -> None:
        match = self._match()
        site = match.position.board.site_of(site_name)
        got = tower_word(match.half.pieces().get(site, ()), match.game.name)
        if got != wanted:
            raise self._expected(f"{wanted} on {site_name}", got)

    def _expect_moves(self, wanted: str) -> None:
        plies = [ply.move.text for ply in self._match().plies]
        if wanted.isdigit():
            if len(plies) != int(wanted):
                raise self._expected(f"{wanted} plies", plies)
        elif not f" {' '.join(plies)}".endswith(f" {wanted}"):
            raise self._expected(f"the last plies {wanted!r}", plies)

    def _expect_result(self, text: str) -> None:
        match = self._match()
        self._contains("a result with", text, outcome_words(match.outcome, match.game.name))

    def _expect_link(self, wanted: str) -> None:
        self._await(f"the link {wanted}", lambda: self._link() == wanted)

    def _expect_record(self, text: str) -> None:
        shelf = self._stage.services.library.records()
        told = shelf[0].path.read_text(encoding="utf-8") if shelf else ""
        self._contains("a newest record with", text, told)

    def _expect_lamp(self, site_name: str, role: str) -> None:
        self._lit_board().site_of(site_name)
        got = self._shown_roles().get(site_name, "off")
        if got != role:
            raise self._expected(f"lamp {site_name} {role}", got)

    def _expect_lamps(self, text: str) -> None:
        """Compare the whole grid with ``role:site,site role:site``; all others are dark."""
        wanted = {}
        for part in text.split():
            role, _, sites = part.partition(":")
            wanted.update(dict.fromkeys(sites.split(","), role))
        got = self._shown_roles()
        if got != wanted:
            differing = sorted(dict(wanted.items() ^ got.items()))
            told = {site: got.get(site, "off") for site in differing}
            raise self._expected(f"lamps {text!r}", told)

    def _lit_board(self) -> Board:
        board = self._stage.scene.board()
        if board is None:
            raise self._wrong(f"expected lamps, got the scene {self._stage.scene.name!r}")
        return board

    def _shown_roles(self) -> dict[str, str]:
        """Return the role of each lit lamp, read from the frame that arrived on the wire."""
        board = self._lit_board()
        self._to_bright_phase()
        self._await_lamps()
        light = self._stage.lamps.light_for(board)
        if light is None:
            raise self._wrong(f"expected a board that fits the panel, got {board.name!r}")
        devices = self.program.devices
        reading = read_lamps(devices.virtual().controller.frame, board, light, devices.carried)
        if reading.strays:
            raise self._expected("no lamp lit beside the board", reading.strays)
        return reading.roles

    def _to_bright_phase(self) -> None:
        while int(self.clock.now_s * STEPS_PER_S) % STEPS_PER_S != BRIGHT_PHASE:
            self._ticks(1)

    def _await_lamps(self) -> None:
        shown = self._stage.lamps.frame(self._stage.scene, self.clock.now_s)
        frame = self.program.devices.carried(shown)
        controller = self.program.devices.virtual().controller
        if not controller.wait_for_frame(lambda got: got == frame, LINK_TIMEOUT_S):
            raise self._expected("the lamps as the screen has them", self._link())

    def _link(self) -> str:
        return self._stage.services.leds.state().value

    def _await(self, what: str, is_so: Callable[[], bool]) -> None:
        ticker = pygame.time.Clock()
        for _ in range(int(LINK_TIMEOUT_S / TICK_S)):
            if is_so():
                return
            self.program.tick()
            ticker.tick(1 / TICK_S)
        raise self._expected(what, self._link())

    def _match(self) -> Match:
        return self._table().match

    def _table(self) -> TableView:
        scene = self._stage.scene
        table = scene.table()
        if table is None:
            raise self._wrong(f"expected a board on screen, got the scene {scene.name!r}")
        return table
