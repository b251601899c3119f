"""Measures what a waiting program takes, in every state that can last for minutes.

In each it is left alone until lamps and legs stand still.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.bench.cases import cases_of
from companion.bench.screen import (
    SOON_SILENT,
    begin,
    choose,
    play,
    run_python,
    running_program,
    tick_for,
)
from companion.lessons.course import set_up
from companion.lessons.shelf import lessons_of
from companion.match.new_match import NewMatch
from companion.match.seats import PERSON
from companion.plugins import find_game
from companion.ports import ButtonName, Press
from companion.program import Program
from companion.ui import destinations as to
from companion.ui.board.motion import GOES_ROUND_S
from companion.ui.lamps.lamp_show import MOVING_S, REMINDING_S

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
    code = f"from companion.bench.idle import main; main({name!r}, {state!r})"
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
