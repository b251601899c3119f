"""Measures the program as its users meet it: whole processes, the real link, the real screen code.

Every figure is taken on the simulator's devices and the display of `companion.bench.screen`,
so it runs anywhere.  Targets are for one core of a laptop from the last ten years.  A state that
can last is looked at when the program was left alone until lamps and legs stand still.
"""

from __future__ import annotations

import os
import platform
import random
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from companion import RULES_TEXT
from companion.backends.loudspeaker import MixerLoudspeaker
from companion.bench.cases import Kind, all_kinds, cases_of, legal_moves_ms, percentile, touch_ms
from companion.bench.screen import (
    SOON_SILENT,
    TOUCHES,
    begin,
    choose,
    crowded_turn_ms,
    first_frame_s,
    frame_ms,
    has_xvfb,
    open_screen,
    peak_heard_mb,
    peak_mb,
    place_of,
    play,
    run_python,
    running_program,
    thinking_frame_ms,
    tick_for,
    touch,
    touch_to_wire_ms,
    wire_percent,
)
from companion.bench.targets import Figure, figure_of
from companion.config.values import Settings, VoiceSource
from companion.contract import Move, Position
from companion.engine.limits import Limits, Result
from companion.engine.service import Engine
from companion.errors import EngineError
from companion.lessons.course import set_up
from companion.lessons.shelf import lessons_of
from companion.match.match import NewMatch
from companion.match.seats import PERSON
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName, Press
from companion.program import STILL_S, TURN_S, Program
from companion.storage.exchange import Json
from companion.ui import destinations as to
from companion.ui.board.motion import GOES_ROUND_S
from companion.ui.lamp_show import MOVING_S, REMINDING_S
from companion.ui.play.hint_session import HINT_S
from companion.words.game_words import game_title

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


SEED = 5
PLIES = (0, 6, 13, 20, 27, 34)
"""After how many random plies a hint is asked for."""

POLL_S = 0.002
GIVE_UP_S = 20.0


def first_answer_s(kind: Kind) -> float:
    """Return the longest that the first answer to any of the questions took, in seconds."""
    return max(first for first, _ in _waits(kind))


def last_answer_s(kind: Kind) -> float:
    """Return the longest that the last answer took, with the reasons for its move."""
    return max(last for _, last in _waits(kind))


@lru_cache(maxsize=1)
def _waits(kind: Kind) -> list[tuple[float, float]]:
    """Return the seconds until the first and the last answer to each question."""
    with closing(Engine()) as engine:
        # A program that has run for a while has its process.
        _asked(engine, kind.first_position(SEED), ())
        return [_asked(engine, start, moves) for start, moves in _questions(kind)]


def _questions(kind: Kind) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield where a random game began, and its moves so far, for each of `PLIES`."""
    chance = random.Random(SEED)
    start = position = kind.first_position(SEED)
    moves: tuple[Move, ...] = ()
    while position.outcome() is None and len(moves) <= PLIES[-1]:
        if len(moves) in PLIES:
            yield start, moves
        move = chance.choice(position.legal_moves())
        position = position.play(move)
        moves = (*moves, move)


def _asked(engine: Engine, start: Position, moves: tuple[Move, ...]) -> tuple[float, float]:
    """Return the seconds until the first and the last answer.

    Raises:
        EngineError: the process gives none.
    """
    began = time.monotonic()
    asked = engine.ask(start, moves, Limits(time_s=HINT_S), is_explained=True)
    first: float | None = None
    while (waited := time.monotonic() - began) < GIVE_UP_S:
        answer = asked.answer()
        if isinstance(answer, Result):
            first = waited if first is None else first
            if answer.is_final:
                return first, waited
        elif answer is not None:
            raise EngineError(f"expected an answer, got {answer.code!r}")
        time.sleep(POLL_S)
    raise EngineError(f"expected an answer within {GIVE_UP_S:g} s, got none")


SOUND_MS = 25
"""With at most 23 ms in the buffers of a device a touch is heard within 50 ms."""

VOICE_MS = 225
"""The same for a voice that begins within 250 ms."""

FRAME_MS = 1000 / 60
"""A touch is answered before the next picture is due."""


def figure_lines(chosen: Iterable[Figure]) -> Iterator[str]:
    """Yield the machine, how the rules run, and each figure with its target once measured."""
    yield f"{_machine_text()}; Python {platform.python_version()}; pygame {pygame.version.ver}"
    yield RULES_TEXT
    with open_screen() as driver:
        yield f"display: {driver}; load {os.getloadavg()[0]:.1f}"
        for figure in chosen:
            yield figure.line(figure.measure())


def figure_data(chosen: Iterable[Figure]) -> Json:
    """Return the same as what a JSON document holds."""
    with open_screen() as driver:
        return {
            "machine": _machine_text(),
            "python": platform.python_version(),
            "pygame": str(pygame.version.ver),
            "rules": RULES_TEXT,
            "display": driver,
            "load": os.getloadavg()[0],
            "figures": [figure.data(figure.measure()) for figure in chosen],
        }


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
            f"{kind.title}: first answer of a hint", "s", 0.3, partial(first_answer_s, kind)
        )
        yield Figure(f"{kind.title}: last answer of a hint", "s", 2, partial(last_answer_s, kind))


def _of_counts() -> Iterator[Figure]:
    """How long counting the sequences of plies takes."""
    for name in GAMES:
        for count in cases_of(name).perft:
            title = f"perft {count.depth} of {count.kind.title}"
            yield replace(figure_of(count), name=title)


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
        *_of_rules(),
        *_of_counts(),
    ]
