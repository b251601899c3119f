"""Carries out a simulator script: fingers, buttons, and what they should bring about.

Runs the real program on the simulator's devices, and holds it against what the script expects.
Time is simulated, so a script takes no longer than the work in it; only the serial link runs in
real time, and expectations about lamps wait for the bytes to arrive.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pygame

from companion.art.marks import Mark
from companion.clock import parse_clock
from companion.config.values import Settings
from companion.contract import Board, Outcome, Piece, Site
from companion.errors import CompanionError, ScriptError, reason_of
from companion.match.entries import clean_name
from companion.match.match import NewMatch
from companion.match.seats import NAME_LIMIT, PERSON, PERSONS, PHONE, is_name
from companion.plugins import find_game
from companion.ports import ButtonName
from companion.program import Program
from companion.scripting.fingers import BRIGHT_PHASE, BUTTONS, ManualClock, ScriptedProgram
from companion.scripting.script import Step
from companion.storage.disk import write_out
from companion.table.sensed import SETTLE_S
from companion.ui import destinations as to
from companion.ui.lamps import LampLight, level
from companion.ui.sensing import sensor_map
from companion.words.timing import time_text

CLOSED = "closed"
"""What a script calls the scene after the program was left."""


class Expectations:
    """What a script can expect of the program in *running*."""

    def __init__(self, running: ScriptedProgram) -> None:
        self._on = running

    def check(self, what: str, *words: str) -> None:
        """Return if it is so.

        Raises:
            ExpectationError: it is not.
            ScriptError: nothing like it is on screen.
        """
        getattr(self, f"_expect_{what}")(*words)

    def _expect_banner(self, text: str) -> None:
        self._contains("a banner with", text, self._on.stage.view.banner.text)

    def _expect_note(self, text: str) -> None:
        self._contains("a note with", text, self._on.stage.view.note)

    def _expect_said(self, text: str) -> None:
        """Look through the sentences since the last one that was expected, and forget them."""
        said = self._on.stage.narrator.said
        place = next((at for at, sentence in enumerate(said) if text in sentence), None)
        if place is None:
            raise self._on.expected(f"a sentence with {text!r}", said)
        del said[: place + 1]

    def _expect_list(self, title: str) -> None:
        if title not in self._on.scene.entries():
            raise self._on.expected(f"an entry {title!r}", list(self._on.scene.entries()))

    def _expect_scene(self, name: str) -> None:
        got = CLOSED if self._on.stage.is_closing else self._on.scene.name
        if got != name:
            raise self._on.expected(f"the scene {name!r}", got)

    def _expect_side(self, name: str) -> None:
        match = self._on.match()
        side = side_words(match.game.name)[match.position.side]
        if side != name:
            raise self._on.expected(f"{name} to move", side)

    def _expect_piece(self, site_name: str, wanted: str) -> None:
        match = self._on.match()
        site = match.position.board.site_of(site_name)
        got = tower_word(match.half.pieces().get(site, ()), match.game.name)
        if got != wanted:
            raise self._on.expected(f"{wanted} on {site_name}", got)

    def _expect_moves(self, wanted: str) -> None:
        plies = [ply.move.text for ply in self._on.match().plies]
        if wanted.isdigit():
            if len(plies) != int(wanted):
                raise self._on.expected(f"{wanted} plies", plies)
        elif not f" {' '.join(plies)}".endswith(f" {wanted}"):
            raise self._on.expected(f"the last plies {wanted!r}", plies)

    def _expect_result(self, text: str) -> None:
        match = self._on.match()
        self._contains("a result with", text, outcome_words(match.outcome, match.game.name))

    def _expect_clock(self, name: str, text: str) -> None:
        """Compare what the clock of a side shows: ``9:58``."""
        match = self._on.match()
        if match.times is None:
            raise self._on.wrong("expected a match with a clock, got one without")
        names = side_words(match.game.name)
        if name not in names:
            raise self._on.wrong(f"expected a side ({', '.join(names)}), got {name!r}")
        faces = match.times.faces(match.position.side, match.used_ms)
        self._contains(f"a clock of {name} with", text, time_text(faces[names.index(name)].ms))

    def _expect_link(self, wanted: str) -> None:
        self._on.wait_until(f"the link {wanted}", lambda: self._on.link() == wanted)

    def _expect_record(self, text: str) -> None:
        shelf = self._on.stage.services.library.records()
        record = shelf[0].path.read_text(encoding="utf-8") if shelf else ""
        self._contains("a newest record with", text, record)

    def _expect_lamp(self, site_name: str, role: str) -> None:
        self._lit_board().site_of(site_name)
        got = self._shown_roles().get(site_name, "off")
        if got != role:
            raise self._on.expected(f"lamp {site_name} {role}", got)

    def _expect_lamps(self, text: str) -> None:
        """Compare the whole grid with ``role:site,site role:site``; all others are dark."""
        wanted = {}
        for part in text.split():
            role, _, sites = part.partition(":")
            wanted.update(dict.fromkeys(sites.split(","), role))
        got = self._shown_roles()
        if got != wanted:
            differing = sorted(dict(wanted.items() ^ got.items()))
            colors = {site: got.get(site, "off") for site in differing}
            raise self._on.expected(f"lamps {text!r}", colors)

    def _contains(self, what: str, text: str, got: str) -> None:
        if text not in got:
            raise self._on.expected(f"{what} {text!r}", got)

    def _lit_board(self) -> Board:
        board = self._on.stage.view.board
        if board is None:
            raise self._on.wrong(f"expected lamps, got the scene {self._on.scene.name!r}")
        return board

    def _shown_roles(self) -> dict[str, str]:
        """Return the role of each lit lamp, read from the frame that arrived on the wire."""
        board = self._lit_board()
        self._on.to_bright_phase()
        self._on.await_lamps()
        light = self._on.stage.lamps.light_for(board)
        if light is None:
            raise self._on.wrong(f"expected a board that fits the panel, got {board.name!r}")
        controller = self._on.program.devices.virtual().controller
        reading = read_lamps(controller.frame, board, light, controller.firmware.carried)
        if reading.strays:
            raise self._on.expected("no lamp lit beside the board", reading.strays)
        return reading.roles


def side_words(game: str) -> tuple[str, str]:
    """Return what scripts call the two sides of *game*."""
    first, second = find_game(game).side_names
    return first.lower(), second.lower()


def tower_word(tower: Sequence[Piece], game: str) -> str:
    """Return the pieces of a dot, the bottom one first, such as ``3w1b``; ``none`` for none."""
    names = side_words(game)
    return "".join(f"{piece.value}{names[piece.side][0]}" for piece in tower) or "none"


def outcome_words(outcome: Outcome | None, game: str) -> str:
    """Return a result such as ``white wins: no-pieces``; ``none`` while there is none."""
    if outcome is None:
        return "none"
    winner = outcome.winner
    result = "draw" if winner is None else f"{side_words(game)[winner]} wins"
    return f"{result}: {outcome.reason}"


class LampReading(NamedTuple):
    """What a frame shows.

    Attributes:
        roles: the role of each lit dot by its name, such as ``last-move``; the color
            in hexadecimal where it is that of no role.
        strays: lit lamps under which no dot lies.
    """

    roles: dict[str, str]
    strays: list[int]


def read_lamps(
    frame: bytes, board: Board, light: LampLight, carried: Callable[[bytes], bytes]
) -> LampReading:
    """Return what *frame*, made at a step of `BRIGHT_PHASE`, shows on *board*.

    *light* is what lights the lamps of *board*; *carried* gives bytes as the
    wire carries them.
    """
    lit = {lamp for lamp in range(light.count) if any(frame[3 * lamp : 3 * lamp + 3])}
    roles = {
        board.name_of(site): _role_of(frame[3 * lamp : 3 * lamp + 3], light, carried)
        for site, lamp in enumerate(light.lamps)
        if lamp in lit
    }
    return LampReading(roles, sorted(lit - set(light.lamps)))


def _role_of(rgb: bytes, light: LampLight, carried: Callable[[bytes], bytes]) -> str:
    for mark in Mark:
        glow = light.glows[mark]
        part = level(glow.pattern, BRIGHT_PHASE) * light.brightness / 100
        if carried(bytes(round(value * part) for value in glow.color)) == rgb:
            return mark.value.replace(" ", "-")
    return rgb.hex()


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

    Attributes:
        transcript: what was pressed beside the board and spoken.
    """

    def __init__(
        self, program: Program, clock: ManualClock, where: str, shots: Path | None = None
    ) -> None:
        self.program = program
        self.shots = shots
        self._on = ScriptedProgram(program, clock, where)
        self.transcript = self._on.transcript
        # The commands that others carry out.
        self._commands: dict[str, Callable[..., object]] = {
            "touch": self._on.touch,
            "tap": self._on.tap,
            "press": self._on.press,
            "hold": self._on.hold,
            "lift": partial(self._handle_piece, is_put=False),
            "put": partial(self._handle_piece, is_put=True),
            "stick": partial(_move_stick, self._on),
            "expect": Expectations(self._on).check,
        }

    def run(self, steps: Sequence[Step]) -> None:
        """Carry out all steps.

        Raises:
            ExpectationError: at the first expectation that fails.
            ScriptError: at a step that cannot be done.
        """
        for step in steps:
            self._on.step = step
            try:
                own = getattr(self, f"_do_{step.command}", None)
                (own or self._commands[step.command])(*step.words)
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
        clock, names = parse_clock(values.pop("clock", "")), values.pop("names", None)
        game, stage = find_game(name), self._on.stage
        options, library = game.parse_options(values), stage.services.library
        count = game.seat_count(game.complete(options))
        players = PERSONS if names is None else self._players(names, count)
        new = NewMatch(game, options, int(seed), players=players, clock=clock)
        stage.go(to.Play(library.start(new)))

    def _players(self, text: str, count: int) -> tuple[str, ...]:
        """Return the *count* players whom *text* names; ``person`` is a guest."""
        players = tuple(map(clean_name, text.split(",")))
        others = (PERSON, PHONE)
        if len(players) != count or not all(is_name(each) or each in others for each in players):
            known = f"names of 1 to {NAME_LIMIT} characters, {PERSON!r} or {PHONE!r}"
            message = f"expected {count} players with commas between ({known}), got {text!r}"
            raise self._on.wrong(message)
        return players

    def _do_down(self, what: str) -> None:
        """Put a finger on a button beside the board, or on something on screen."""
        if what in BUTTONS:
            self._on.transcript.press(ButtonName(what), "(down)")
            self._on.pins.press(ButtonName(what))
        else:
            self._on.mouse_down(self._on.title_place(what))

    def _do_up(self, what: str) -> None:
        """Lift that finger."""
        if what in BUTTONS:
            self._on.transcript.press(ButtonName(what), "(up)")
            self._on.pins.release(ButtonName(what))
        else:
            self._on.mouse_up(self._on.title_place(what))

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
        if len(match.plies) <= count:
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


def _move_stick(on: ScriptedProgram, way: str, folder: str = "") -> None:
    """Put a USB stick with the files of *folder* in, or pull it out."""
    stick = on.program.devices.virtual().stick
    if (way, bool(folder)) not in (("in", True), ("out", False)):
        raise on.wrong(f"expected 'in FOLDER' or 'out', got {' '.join((way, folder)).strip()!r}")
    if way == "out":
        stick.pull_out()
    elif Path(folder).is_dir():
        stick.put_in(Path(folder))
    else:
        raise on.wrong(f"expected a folder, got {folder!r}")
