"""Measures the program as its users meet it: whole processes, the real link, the real screen code.

Targets are for one core of a laptop from the last ten years.  A state that can last is looked at
when the program was left alone until lamps and legs stand still.
"""

from __future__ import annotations

import json
import os
import platform
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from companion import RULES_TEXT
from companion.app import Arguments, open_program
from companion.backends.loudspeaker import MixerLoudspeaker
from companion.bench.browser import has_chromium, open_browser
from companion.bench.cases import (
    all_kinds,
    cases_of,
    first_answer_s,
    last_answer_s,
    legal_moves_ms,
    percentile,
    touch_ms,
)
from companion.bench.club import of_club
from companion.bench.devices import WIRE_BAUD, Lamps, has_xvfb, press_at, running_lamps
from companion.bench.mirror import CLIENTS, NOTE_SHOWN, free_port, shown_since
from companion.bench.targets import Figure, figure_of
from companion.bench.two_tables import (
    answer,
    at_a_table,
    be_table,
    has_broker,
    host_game,
    long_game,
    press_confirm,
    running_broker,
    turn_once,
)
from companion.config.values import Settings, VoiceSource
from companion.contract import Token, Touch
from companion.engine.limits import Limits
from companion.engine.service import own_python
from companion.lessons.course import set_up
from companion.lessons.shelf import lessons_of
from companion.match.match import NewMatch
from companion.match.seats import PERSON
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName, Press
from companion.program import FRAME_S, STILL_S, TURN_S, Program
from companion.storage.state_dir import StateDir
from companion.ui import destinations as to
from companion.ui.board.motion import GOES_ROUND_S
from companion.ui.lamp_show import MOVING_S, REMINDING_S
from companion.ui.play.hint_session import HINT_S
from companion.ui.play.scene import PlayScene
from companion.ui.widgets.window import open_display
from companion.words.game_words import game_title

SIZE = (800, 480)
TOUCHES = 100
FRAMES = 300
SPREAD_S = 1.0
"""Touches are spread over it: in step with a lamp that blinks, or with the link's sign of life,
each would wait some 4 ms for the wire, which at a table few do."""

GOLDEN = 0.618
"""Multiples of it, without what is before the point, lie evenly from the first few on."""

WIRE_S = 3.0
FAST_WIRE = f'[leds]\nprotocol = "adalight"\nbaud = {WIRE_BAUD}\n'
"""Only Adalight fills the wire with whole frames, and the figures of earlier versions are its."""

SOON_SILENT = "[sound]\nrest_s = 1\n"
"""A sound device that is closed after a second, so that what follows needs no half minute."""

BITS_PER_BYTE = 10
START_RUNS = 5

CROWDED_S = 3.0
"""For so long moves are listed, and a hint is sought, where there are very many."""

LONG = Limits(time_s=600.0)
"""A search that does not end before what is measured beside it."""


@contextmanager
def running_program(
    configuration: str = "", *, wants_table: bool = False, backend: str = "sim"
) -> Iterator[Program]:
    """Give a program with sounds that nobody hears.

    Args:
        configuration: the text of its file.
        wants_table: whether the simulator's table is beside its screen.
        backend: as for `open_devices`.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    # The table's own pins may be held by the program that runs there.
    os.environ["GPIOZERO_PIN_FACTORY"] = "mock"
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "bench.toml"
        config.write_text(configuration, encoding="utf-8")
        with StateDir(Path(folder) / "state") as state:
            open_display()
            # Screens that a table shows, whatever there is here.
            arguments = Arguments(backend, config, SIZE, wants_table, has_board=True)
            program = open_program(arguments, state)
            try:
                program.settle()
                program.stage.sounds.start()
                yield program
            finally:
                program.close()


def play(program: Program, name: str) -> PlayScene:
    """Begin a game on *program* and return its scene."""
    return begin(program, NewMatch(find_game(name), cases_of(name).heaviest, 0))


def begin(program: Program, new: NewMatch) -> PlayScene:
    scene = PlayScene(program.stage, program.stage.services.library.start(new))
    program.stage.replace(scene)
    return scene


def tick_for(program: Program, seconds: float) -> None:
    """Run the main loop of *program* as it runs for players."""
    until = time.monotonic() + seconds
    program.run_while(lambda: time.monotonic() < until)


def touch_to_wire_ms(name: str, *, is_thinking: bool = False, is_chosen: bool = False) -> float:
    """Return the 99th percentile from a touch to the first byte at the controller.

    With *is_thinking* a search goes on all the while; where a piece *is_chosen*, the touch
    comes while its lamp pulses.
    """
    took: list[float] = []
    with (
        running_lamps() as lamps,
        running_program(f'{FAST_WIRE}port = "{lamps.port}"\n', backend="pi") as program,
    ):
        scene = play(program, name)
        if is_thinking:
            program.stage.services.engine.ask(scene.match.position, [], LONG)
        tick_for(program, 1.0)
        for number in range(TOUCHES):
            _choose_in_the_open(scene)
            if is_chosen:
                choose(scene)
                program.stage.redraw()
            # A player thinks first, and touches at any moment.
            tick_for(program, 2 * STILL_S)
            touches = list(scene.match.half.next_touches())
            place = place_of(scene, touches[number % len(touches)])
            took.append(time_touch(program, lamps, place, GOLDEN * number % SPREAD_S))
            while scene.match.half.touches:
                scene.take(scene.match.back())
            # Else the lamp of what was chosen goes on pulsing, 16 frames a second.
            program.stage.redraw()
    return 1000 * percentile(took, 0.99)


def place_of(scene: PlayScene, touch: Touch) -> tuple[int, int]:
    """Return where on screen *touch*, one of the next touches of *scene*, is made."""
    if not isinstance(touch, Token):
        return scene.turn.table.site_place(touch)
    place = scene.turn.tray().token_place(touch)
    assert place is not None, "what can be touched is in the tray"
    return place


def time_touch(program: Program, lamps: Lamps, place: tuple[int, int], after_s: float) -> float:
    """Touch *after_s* seconds, and return how long the first byte then takes."""
    touched_at_s = touch(program, place, after_s, lambda: max(lamps.first_bytes_s(), default=0.0))
    # By now the next frame may have come too.
    return min(at_s for at_s in lamps.first_bytes_s() if at_s >= touched_at_s) - touched_at_s


def touch(
    program: Program, place: tuple[int, int], after_s: float, told_at_s: Callable[[], float]
) -> float:
    """Touch *after_s* seconds; return when that was, once *told_at_s* is after it."""
    touched_at_s = [float("inf")]

    def finger() -> None:
        # As an input device wakes it.
        touched_at_s[0] = press_at(place, program.waiter.wake)

    hand = threading.Timer(after_s, finger)
    hand.start()
    until_s = time.monotonic() + after_s + 2.0
    program.run_while(lambda: told_at_s() < touched_at_s[0] and time.monotonic() < until_s)
    hand.join()
    return touched_at_s[0]


def choose(scene: PlayScene) -> None:
    """Choose the first piece that can be and goes on from there, in the open."""
    _choose_in_the_open(scene)
    half = scene.match.half
    goes_on = (each for each in half.next_touches() if half.extended(each).next_touches())
    # A domino of a hidden hand is chosen by now, and each of its squares ends the move.
    piece = next(goes_on, None)
    if piece is not None:
        scene.take(scene.match.touch(piece))


def _choose_in_the_open(scene: PlayScene) -> None:
    """Choose a piece of a hidden hand: before that nothing lists its moves."""
    while scene.hand is not None:
        first = next(iter(scene.match.half.next_touches()))
        scene.take(scene.match.touch(first))


def frame_ms(name: str) -> float:
    """Return the 99th percentile of drawing a game's play scene with all moves as arrows."""
    with running_program() as program:
        scene = play(program, name)
        _choose_in_the_open(scene)
        scene.show_moves()
        assert scene.moves is not None, "the list is open"
        scene.moves.wait()
        program.tick()
        took: list[float] = []
        for number in range(FRAMES):
            # Every other frame with all arrows, the others with those of one piece or move.
            count = scene.moves.view.count
            scene.moves.view.selected = number % count if number % 2 else None
            _timed(took, program.stage.redraw, program.draw)
    return 1000 * percentile(took[FRAMES // 10 :], 0.99)


def thinking_frame_ms(name: str) -> float:
    """Return the 99th percentile of a turn of the main loop that draws, while a hint is sought."""
    with running_program() as program:
        scene = play(program, name)
        took: list[float] = []
        for _ in range(FRAMES):
            if not scene.hint.is_thinking:
                scene.hint.ask()
            # As often as a screen shows something new.
            time.sleep(FRAME_S)
            _timed(took, program.stage.redraw, program.tick)
    return 1000 * percentile(took[FRAMES // 10 :], 0.99)


def crowded_turn_ms(name: str, text: str) -> float:
    """Return the longest turn of the main loop while moves are listed, then a hint is sought.

    *text* is that of a position, such as one with very many moves.
    """
    with running_program() as program:
        position = find_game(name).from_text(text)
        scene = begin(program, NewMatch(position.game, position.options, 0, position))
        tick_for(program, 1.0)
        took: list[float] = []
        for do in (scene.show_moves, scene.hint.ask):
            _timed(took, do)
            until_s = time.monotonic() + CROWDED_S
            while time.monotonic() < until_s:
                time.sleep(FRAME_S)
                _timed(took, program.tick)
    return 1000 * max(took)


def _timed(took: list[float], *deeds: Callable[[], None]) -> None:
    started = time.perf_counter()
    for do in deeds:
        do()
    took.append(time.perf_counter() - started)


def peak_mb(driver: str) -> float:
    """Return the most memory that a process takes which plays all games and shows all scenes.

    The picture of a window takes more on some drivers: SDL draws it by OpenGL under X.
    """
    code = (
        f"import os; os.environ['SDL_VIDEODRIVER'] = {driver!r}\n"
        "from companion.bench import figures as bench\n"
        "from companion.ui import destinations as to\n"
        "with bench.running_program() as program:\n"
        f"    for name in {tuple(GAMES)!r}:\n"
        "        scene = bench.play(program, name)\n"
        "        scene.show_moves()\n"
        "        bench.tick_for(program, 1.0)\n"
        "    program.stage.go(to.SettingsMenu())\n"
        "    bench.tick_for(program, 0.5)\n"
        "print(bench.own_peak_mb())\n"
    )
    return float(run_python(code))


def peak_heard_mb() -> float:
    """Return the same where all sounds and words are heard, in every language, without X."""
    code = (
        "import os; os.environ['SDL_VIDEODRIVER'] = 'dummy'\n"
        "from companion.bench import figures as bench\n"
        "from companion.config.values import Settings\n"
        "from companion.ui import destinations as to\n"
        "from companion.ui.sounds import Cue\n"
        "from companion.words.translate import languages\n"
        "with bench.running_program() as program:\n"
        "    stage = program.stage\n"
        "    stage.change(Settings(speak_everything=True, voice='clips'))\n"
        "    stage.narrator.start()\n"
        "    for language in languages():\n"
        "        stage.change(Settings(language=language))\n"
        f"        for name in {tuple(GAMES)!r}:\n"
        "            scene = bench.play(program, name)\n"
        "            scene.show_moves()\n"
        "            stage.redraw()\n"
        "            bench.tick_for(program, 1.0)\n"
        "            stage.sounds.play(*Cue)\n"
        "        stage.go(to.SettingsMenu())\n"
        "        bench.tick_for(program, 0.5)\n"
        "    assert stage.services.speech.said, 'it is spoken'\n"
        "print(bench.own_peak_mb())\n"
    )
    return float(run_python(code))


def own_peak_mb() -> float:
    """Return the most memory that this process has taken."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        # Not Linux: macOS reports bytes, others kilobytes.
        scale = 1024**2 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale
    # On Linux `resource` also counts what the parent held when it started this process.
    peak = re.search(r"VmHWM:\s*(\d+) kB", status)
    assert peak is not None, "Linux tells the peak of each process"
    return int(peak.group(1)) / 1024


def first_frame_s() -> float:
    """Return the median from the start of the process to its first picture."""
    code = (
        "import gc, os, time\n"
        "gc.disable()\n"
        "os.environ['SDL_VIDEODRIVER'] = 'dummy'\n"
        "from pathlib import Path\n"
        "from companion.app import Arguments, open_program\n"
        "from companion.storage.state_dir import StateDir\n"
        "from companion.ui.widgets.window import open_display\n"
        "import tempfile\n"
        "gc.freeze()\n"
        "gc.enable()\n"
        "with tempfile.TemporaryDirectory() as folder, StateDir(Path(folder)) as state:\n"
        "    open_display()\n"
        "    program = open_program(Arguments('sim', None, None), state)\n"
        "    program.tick()\n"
        "    print(time.monotonic())\n"
        "    program.close()\n"
    )
    took = []
    for _ in range(START_RUNS):
        started = time.monotonic()
        took.append(float(run_python(code)) - started)
    return statistics.median(took)


def run_python(code: str) -> str:
    """Return the last line that *code* prints in a Python of its own."""
    done = subprocess.run(
        [*own_python(), "-c", code], check=True, capture_output=True, text=True, timeout=300
    )
    return done.stdout.splitlines()[-1]


def wire_percent() -> float:
    """Return the share of the wire that is used when every frame differs."""
    with running_program(FAST_WIRE) as program:
        play(program, next(iter(GAMES)))
        tick_for(program, 1.0)
        controller = program.devices.virtual().controller
        leds = program.devices.leds
        count = 3 * program.stage.lamps.panel.lamp_count
        started, bytes_before = time.monotonic(), controller.byte_count
        number = 0
        while time.monotonic() - started < WIRE_S:
            number += 1
            leds.show(bytes([number % 200]) * count)
            time.sleep(0.001)
        used = controller.byte_count - bytes_before
        passed = time.monotonic() - started
    return 100 * used * BITS_PER_BYTE / (WIRE_BAUD * passed)


LONGEST_S = 2.0
SENTENCES = 40
APART_S = 0.6
"""A move is spoken while somebody looks for the next one."""

CONFIRM_KEY = pygame.K_RETURN


def touch_to_sound_ms(name: str) -> float:
    """Return the 99th percentile from a touch in the queue to its samples at the mixer.

    What the mixer has is heard when the buffer before is played: 12 ms later, or 23 on a
    device with two.
    """
    took: list[float] = []
    with running_program() as program:
        scene = play(program, name)
        tick_for(program, 1.0)
        for number in range(TOUCHES):
            tick_for(program, 2 * STILL_S)
            touches = list(scene.match.half.next_touches())
            place = place_of(scene, touches[number % len(touches)])
            took.append(_time_sound(program, place, (number % 10 + 0.5) / 10))
            scene.match.back()
    return 1000 * percentile(took, 0.99)


def _time_sound(program: Program, place: tuple[int, int], share: float) -> float:
    """Touch when *share* of a turn of the main loop has passed, 0 .. 1."""
    loudspeaker = program.stage.services.loudspeaker
    assert isinstance(loudspeaker, MixerLoudspeaker), "the program has a real one"
    touched_at_s = touch(program, place, share * TURN_S, lambda: loudspeaker.handed_at_s)
    assert loudspeaker.handed_at_s >= touched_at_s, "a touch is heard"
    return loudspeaker.handed_at_s - touched_at_s


def move_to_voice_ms(name: str) -> float:
    """Return the 99th percentile from Confirm in the queue to the recorded words at the mixer."""
    took: list[float] = []
    with running_program() as program:
        program.stage.change(Settings(speak_moves=True, voice=VoiceSource.CLIPS.value))
        program.stage.narrator.start()
        scene = play(program, name)
        tick_for(program, 1.0)
        for number in range(SENTENCES):
            if scene.match.outcome is not None or not program.stage.is_in_front(scene):
                scene = play(program, name)
            moves = scene.match.position.legal_moves()
            scene.take(scene.match.propose(moves[number % len(moves)]))
            program.stage.redraw()
            tick_for(program, APART_S)
            took.append(_time_voice(program))
    return 1000 * percentile(took, 0.99)


def _time_voice(program: Program) -> float:
    loudspeaker = program.stage.services.loudspeaker
    assert isinstance(loudspeaker, MixerLoudspeaker), "the program has a real one"
    before_s, pressed_at_s = loudspeaker.spoken_at_s, time.monotonic()
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=CONFIRM_KEY, mod=0, unicode="\r"))
    program.waiter.wake()
    until_s = time.monotonic() + LONGEST_S
    program.run_while(lambda: loudspeaker.spoken_at_s == before_s and time.monotonic() < until_s)
    assert loudspeaker.spoken_at_s > before_s, "a move is spoken"
    return loudspeaker.spoken_at_s - pressed_at_s


IDLE_S: Final = REMINDING_S
"""In any such span the clock in the banner goes on once, and lamps that stand still run again."""

THINKING_S: Final = 5.0
SETTLING_S: Final = 3.0


def _at_rest(program: Program, name: str) -> None:
    play(program, name)


def _with_a_piece_chosen(program: Program, name: str) -> None:
    choose(play(program, name))
    program.stage.redraw()


def _with_a_hint(program: Program, name: str) -> None:
    scene = play(program, name)
    for _ in range(2):
        scene.on(Press(ButtonName.HINT, False, time.monotonic()))
        tick_for(program, THINKING_S)


def _with_a_question(program: Program, name: str) -> None:
    scene = play(program, name)
    scene.take(scene.match.offer_draw(0))
    program.stage.redraw()


def _with_the_computers_move(program: Program, name: str) -> None:
    players = ("program level 3", PERSON)
    begin(program, NewMatch(find_game(name), cases_of(name).heaviest, 0, players=players))
    tick_for(program, THINKING_S)


def _in_a_lesson(program: Program, name: str) -> None:
    program.stage.go(to.TakeLesson(set_up(lessons_of(name)[0])))


class State(NamedTuple):
    """One state to wait in, how a program is brought there, and when nothing moves any more."""

    what: str
    begin: Callable[[Program, str], None]
    still_s: float = MOVING_S
    wants_table: bool = False


STATES: Final[Mapping[str, State]] = {
    "rest": State("idle, lamps connected", _at_rest),
    "chosen": State("idle, a piece chosen", _with_a_piece_chosen),
    "hint": State("idle, a hint shown", _with_a_hint, GOES_ROUND_S + MOVING_S),
    "question": State("idle, a question open", _with_a_question),
    "computer": State(
        "idle, the computer's move to be made", _with_the_computers_move, GOES_ROUND_S + MOVING_S
    ),
    "lesson": State("idle, in a lesson", _in_a_lesson, GOES_ROUND_S + MOVING_S),
    "simulator": State(
        "idle, a piece chosen, with the simulator's table", _with_a_piece_chosen, wants_table=True
    ),
}
"""By what `idle_percent` calls them; all are measured in the first game."""


def idle_percent(name: str, state: str) -> float:
    """Return the share of one core that a game takes in a *state*, a key of `STATES`."""
    code = f"from companion.bench.figures import main; main({name!r}, {state!r})"
    return float(run_python(code))


def main(name: str, key: str) -> None:
    """Print the share in percent, measured in this process."""
    state = STATES[key]
    with running_program(SOON_SILENT, wants_table=state.wants_table) as program:
        program.stage.load_screens()
        state.begin(program, name)
        tick_for(program, state.still_s + SETTLING_S)
        before_s = _processor_s(program, state)
        tick_for(program, IDLE_S)
        print(100 * (_processor_s(program, state) - before_s) / IDLE_S, file=sys.stdout)


def _processor_s(program: Program, state: State) -> float:
    """Return the processor time that *program* has taken.

    That of the simulated controller counts where the simulator is what is measured: at a real
    table it is a thing of its own.
    """
    beside_s = 0.0 if state.wants_table else program.devices.virtual().controller.processor_s()
    return time.process_time() - beside_s


SOUND_MS = 25
"""With at most 23 ms in the buffers of a device a touch is heard within 50 ms."""

VOICE_MS = 225
"""The same for a voice that begins within 250 ms."""

FRAME_MS = 1000 / 60
"""A touch is answered before the next picture is due."""


class Conditions(NamedTuple):
    """What all figures of a run depend on; *display* is SDL's driver, *load* that of a minute."""

    machine: str
    python: str
    pygame: str
    rules: str
    display: str
    load: float


def conditions(driver: str) -> Conditions:
    """Return those of this process, which draws on *driver*."""
    return Conditions(
        _machine_text(),
        platform.python_version(),
        str(pygame.version.ver),
        RULES_TEXT,
        driver,
        os.getloadavg()[0],
    )


def _machine_text() -> str:
    """Return the processor and the system in a few words."""
    model = platform.processor() or platform.machine()
    try:
        named = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text("utf-8"))
    except OSError:
        named = None
    return f"{named.group(1) if named else model}, {os.cpu_count()} cores, {platform.system()}"


def _of_scenes() -> Iterator[Figure]:
    """What holds for the play scene of each game."""
    for number, name in enumerate(GAMES):
        title = game_title(name)
        touch, frame = partial(touch_to_wire_ms, name), partial(frame_ms, name)
        yield Figure(f"{title}: touch to first byte of the frame, p99", "ms", 6, touch)
        chosen = partial(touch_to_wire_ms, name, is_chosen=True)
        yield Figure(f"{title}: touch to first byte, a piece chosen, p99", "ms", 6, chosen)
        yield Figure(f"{title}: drawing at 800x480 with all moves, p99", "ms", 8, frame)
        sound = partial(touch_to_sound_ms, name)
        yield Figure(f"{title}: touch to sound at the mixer, p99", "ms", SOUND_MS, sound)
        thinking = partial(touch_to_wire_ms, name, is_thinking=True)
        yield Figure(f"{title}: touch to first byte while it thinks, p99", "ms", 6, thinking)
        frame = partial(thinking_frame_ms, name)
        yield Figure(f"{title}: turn of the loop while it thinks, p99", "ms", 8, frame)
        # The others differ by game in nothing that takes time.
        states = ("rest", "chosen") if number else STATES
        for state in states:
            idle = partial(idle_percent, name, state)
            yield Figure(f"{title}: {STATES[state].what}", "%", 0.25, idle)
        if crowded := cases_of(name).crowded:
            turn = partial(crowded_turn_ms, name, crowded)
            title = f"{title}: turn of the loop while very many moves are listed, longest"
            yield Figure(title, "ms", 20, turn)


def _of_rules() -> Iterator[Figure]:
    """What holds in random games of each kind."""
    for kind in all_kinds():
        legal, touch = partial(legal_moves_ms, kind), partial(touch_ms, kind)
        yield Figure(f"{kind.title}: legal moves, p99", "ms", kind.legal_target_ms, legal)
        yield Figure(f"{kind.title}: answer to a touch, p99", "ms", FRAME_MS, touch)
        yield Figure(
            f"{kind.title}: first answer of a hint",
            "s",
            0.3,
            partial(first_answer_s, kind, HINT_S),
        )
        yield Figure(
            f"{kind.title}: last answer of a hint", "s", 2, partial(last_answer_s, kind, HINT_S)
        )


def _of_counts() -> Iterator[Figure]:
    """How long counting the sequences of plies takes."""
    for name in GAMES:
        for count in cases_of(name).perft:
            title = f"perft {count.depth} of {count.kind.title}"
            yield replace(figure_of(count), name=title)


SENT_MOVES, FIRST_MOVES = 60, 5
"""So many moves are timed, and before them so many that are not: everything is loaded then."""

THINKS_S: Final = 0.4


def confirm_to_page_ms(name: str) -> float:
    """Return the 99th percentile from Confirm to the last of all pages that show the game."""
    port = free_port()
    configuration = f"[phones]\nshow_on_phones = true\nport = {port}\n"
    command = (*own_python(), "-m", "companion.bench.mirror", str(port))
    with tempfile.TemporaryDirectory() as profile, running_program(configuration) as program:
        scene, phones = play(program, name), program.phones
        assert phones is not None, "a program that is not in a safe start"
        until_s = time.monotonic() + 60
        program.run_while(lambda: not phones.is_reached and time.monotonic() < until_s)
        with (
            open_browser(Path(profile)) as browser,
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as readers,
        ):
            assert readers.stdout is not None and readers.stdin is not None, "pipes"
            browser.go(f"http://127.0.0.1:{port}/")
            browser.wait("!!document.body.dataset.shown")
            readers.stdout.readline()
            browser.run(NOTE_SHOWN)
            confirmed_s = _confirmed_s(program, scene)
            # A page that is late may leave moves out, but not the last one.
            browser.wait("+document.body.dataset.shown", len(confirmed_s))
            shown = {int(n): ms / 1000 for n, ms in browser.run("return window.shown").items()}
            readers.stdin.close()
            read = {int(n): at_s for n, at_s in json.loads(readers.stdout.read()).items()}
    took = [
        max(shown_since(number, shown), shown_since(number, read)) - at_s
        for number, at_s in enumerate(confirmed_s, 1)
    ]
    return 1000 * percentile(took[FIRST_MOVES:], 0.99)


def _confirmed_s(program: Program, scene: PlayScene) -> list[float]:
    """Play some moves on *program* and return when each was confirmed, by the time of day."""
    draw, confirmed_s = random.Random(1), list[float]()
    for _ in range(FIRST_MOVES + SENT_MOVES):
        moves, _ = scene.match.position.some_moves(50)
        scene.take(scene.match.propose(draw.choice(moves)))
        program.stage.redraw()
        tick_for(program, THINKS_S)
        confirmed_s.append(time.time())
        press_confirm(program)
        tick_for(program, THINKS_S)
    return confirmed_s


def _of_phones() -> Iterator[Figure]:
    """How soon a move is on phones, where a browser can tell."""
    if has_chromium():
        title = f"Confirm to the page on {CLIENTS} phones and in Chromium, p99"
        yield Figure(title, "ms", 150, partial(confirm_to_page_ms, long_game()))


def confirm_to_other_table_ms(name: str) -> float:
    """Return the 99th percentile from Confirm to the first byte at the other table's lamps.

    There people make each move at once, and answer with one at random.
    """
    draw, took = random.Random(1), list[float]()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_broker(Path(folder)) as club,
        running_lamps() as lamps,
        running_program(club) as program,
    ):

        def move(scene: PlayScene) -> None:
            scene.turn.propose(draw.choice(scene.match.position.legal_moves()))
            program.stage.redraw()
            # Its own lights, of a capture for one, are over then.
            program.run_while(lambda: time.monotonic() - lamps.first_bytes_s()[-1] < THINKS_S)
            before, confirmed_s = len(lamps.first_bytes_s()), time.monotonic()
            press_confirm(program)
            program.run_while(lambda: len(lamps.first_bytes_s()) == before)
            took.append(lamps.first_bytes_s()[before] - confirmed_s)

        config = Path(folder) / "other.toml"
        config.write_text(f'{club}{FAST_WIRE}port = "{lamps.port}"\n', encoding="utf-8")
        table = ("pi", str(config), str(Path(folder) / "other"))
        code = at_a_table(*table, "guest", host_game(program, name), 2)
        command = (*own_python(), "-c", code)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as other:
            while len(took) < FIRST_MOVES + SENT_MOVES:
                turn_once(program)
                answer(program, move)
            other.kill()
    return 1000 * percentile(took[FIRST_MOVES:], 0.99)


def run_table(backend: str, config: str, folder: str, role: str, what: str, seed: int) -> None:
    """Be such a table, with its games in *folder*."""
    with StateDir(Path(folder)) as state:
        open_display()
        program = open_program(Arguments(backend, Path(config), SIZE), state)
        try:
            be_table(program, role, what, seed)
        finally:
            program.close()


def _of_two_tables() -> Iterator[Figure]:
    """How soon a move is at another table, where there is a broker."""
    if has_broker():
        title = "Confirm to the other table's lamps, over a broker with TLS, p99"
        yield Figure(title, "ms", 300, partial(confirm_to_other_table_ms, long_game()))


def figures() -> list[Figure]:
    """Return all that is measured."""
    return [
        *_of_scenes(),
        Figure(
            "move to voice in recorded words, sound at the mixer, p99",
            "ms",
            VOICE_MS,
            partial(move_to_voice_ms, next(iter(GAMES))),
        ),
        Figure("peak memory, dummy driver", "MB", 84, partial(peak_mb, "dummy")),
        *([Figure("peak memory, x11", "MB", 90, partial(peak_mb, "x11"))] if has_xvfb() else []),
        Figure("peak memory with sound and voice, all languages", "MB", 110, peak_heard_mb),
        Figure("process start to first frame", "s", 0.55, first_frame_s),
        Figure("LED wire in use, every frame different", "%", 90, wire_percent, is_most=False),
        *_of_phones(),
        *_of_two_tables(),
        *of_club(),
        *_of_rules(),
        *_of_counts(),
    ]
