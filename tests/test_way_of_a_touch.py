"""The way of a touch, from the event to the byte on the wire: short enough to be read in one go.

Counted are the functions on the stack wherever something becomes of it: the half-made turn, the
words, the picture, each lamp's role, the frame, and in the link's thread what is written; and
then all functions that are called until then, on the way or beside it.
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
MOST_CALLED = 320
MOST_CROSSINGS = 12


class Ways:
    """Notes the stack wherever one of the `STOPS` is reached, in whichever thread."""

    def __init__(self):
        self.stacks = {}
        self.called = set()
        self.is_on = False
        self._is_taken = self._is_shown = self._is_written = False

    def note(self, frame, event, _):
        name = frame.f_code.co_qualname
        if not self.is_on or event != "call":
            return
        if name in STOPS and name not in self.stacks:
            self.stacks[name] = [place(each) for each in stack(frame)]
        if not self._is_written and is_ours(frame):
            self._note_called(frame, name)

    def _note_called(self, frame, name):
        """Note what is called from the turn of the loop that takes the touch to the wire."""
        if name == "Program.tick" and not self._is_taken:
            self.called.clear()
        if self._is_shown and threading.current_thread() is threading.main_thread():
            # The frame is the link's thread's from then on; what follows here draws.
            return
        self._is_taken |= name == "Stage.handle"
        self._is_shown = self._is_taken and (self._is_shown or name == "SerialLedGrid.show")
        self._is_written = self._is_taken and name == "LampPort.write"
        self.called.add(place(frame))


def is_ours(frame):
    """Whether the program has *frame*, and not what measures it."""
    name = frame.f_code.co_filename
    return name.startswith(PARTS) and not name.startswith(str(ROOT / "companion" / "bench"))


def stack(frame):
    """The functions of the program that lead to *frame*, the first of them first."""
    frames = []
    while frame is not None:
        if is_ours(frame):
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
    return noted


def test_a_touch_comes_to_everything_that_it_changes(ways):
    assert set(ways.stacks) == STOPS


def test_all_that_is_called_on_the_way_is_counted(ways):
    assert MOST_FUNCTIONS < len(ways.called) <= MOST_CALLED, sorted(ways.called)


def test_its_stacks_have_few_functions(ways):
    functions = dict.fromkeys(each for way in ways.stacks.values() for each in way)
    assert len(functions) <= MOST_FUNCTIONS, functions


def test_it_seldom_crosses_from_room_to_room(ways):
    steps = {step for way in ways.stacks.values() for step in pairwise(way)}
    crossings = [(one, other) for one, other in steps if one[0] != other[0]]
    assert len(crossings) <= MOST_CROSSINGS, crossings
