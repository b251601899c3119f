"""The way of a touch, from the event to the byte on the wire: short enough to be read in one go.

Counted are the functions on the stack wherever something becomes of it: the half-made turn, the
words, the picture, each lamp's role, the frame, and in the link's thread what is written.
"""

import sys
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from companion.bench import screen

ROOT = Path(screen.__file__).parents[2]
PARTS = (str(ROOT / "companion"), str(ROOT / "hardware"))

STOPS = {
    "AlquerqueTurn.extended", "answer_text", "turn_picture", "roles_of", "LampLight.frame",
    "SerialLedGrid.show", "AdalightProtocol.say", "encode", "LampPort.write",
}  # fmt: skip
MOST_FUNCTIONS = 35
MOST_CROSSINGS = 12


class Ways:
    """Notes the stack wherever one of the `STOPS` is reached, in whichever thread."""

    def __init__(self):
        self.stacks = {}
        self.is_on = False

    def note(self, frame, event, _):
        name = frame.f_code.co_qualname
        if self.is_on and event == "call" and name in STOPS and name not in self.stacks:
            self.stacks[name] = [place(each) for each in stack(frame)]


def stack(frame):
    """The functions of the program that lead to *frame*, the first of them first."""
    frames = []
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(PARTS) and not name.startswith(str(ROOT / "companion" / "bench")):
            frames.append(frame)
        frame = frame.f_back
    return frames[::-1]


def place(frame):
    """The room and the name of what runs in *frame*; a game and all its parts are one room."""
    folders = Path(frame.f_code.co_filename).relative_to(ROOT).parent.parts
    depth = 3 if folders[:2] in (("companion", "ui"), ("companion", "games")) else 2
    return "/".join(folders[:depth]), frame.f_code.co_qualname


@pytest.fixture(scope="module")
def ways():
    """The ways of one touch in a real game, on the real link."""
    noted = Ways()
    threading.setprofile(noted.note)
    with screen.running_program(screen.FAST_WIRE) as program:
        threading.setprofile(None)
        scene = screen.play(program, "alquerque")
        screen.tick_for(program, 1.0)
        touched = screen.place_of(scene, next(iter(scene.match.half.next_touches())))
        noted.is_on = True
        sys.setprofile(noted.note)
        screen.time_touch(program, touched, 0.1)
        sys.setprofile(None)
        noted.is_on = False
    return noted.stacks


def test_a_touch_comes_to_everything_that_it_changes(ways):
    assert set(ways) == STOPS


def test_it_passes_few_functions(ways):
    functions = dict.fromkeys(each for way in ways.values() for each in way)
    assert len(functions) <= MOST_FUNCTIONS, functions


def test_it_seldom_crosses_from_room_to_room(ways):
    steps = {step for way in ways.values() for step in pairwise(way)}
    crossings = [(one, other) for one, other in steps if one[0] != other[0]]
    assert len(crossings) <= MOST_CROSSINGS, crossings
