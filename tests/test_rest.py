"""The main loop where nothing happens: time passes in larger steps, and nothing waits for it."""

import sys
import threading
from dataclasses import replace
from functools import partial

import pygame
import pytest

from companion.art.marks import Mark
from companion.engine.limits import Limits
from companion.ports import ButtonName
from companion.program import REST_S, STILL_S, SWITCH_S, TURN_S
from companion.storage.disk import Writer
from companion.ui.lamp_show import MOVING_S, REMINDING_S, LampShow
from companion.ui.lamps import STEPS_PER_S
from companion.ui.play.hint import legs_shown
from companion.ui.widgets.waiting import Waiter
from hardware.controller_inputs import InputSnapshot
from tests.sitting import Sitting


class Turns:
    """Counts how often time passes for the scenes of a sitting."""

    def __init__(self, sitting):
        self.count = 0
        self._update = sitting.stage.update
        sitting.stage.update = self._note

    def _note(self, now_s):
        self.count += 1
        self._update(now_s)


class WordWaiter(Waiter):
    """Sleeps three times as long as asked, without really doing so; then a finger comes."""

    def __init__(self, sitting):
        self.sitting, self.slept_s = sitting, []

    def wait(self, limit_s):
        if len(self.slept_s) == 3:
            self.sitting.post(pygame.MOUSEBUTTONDOWN, pos=self.sitting.place("c2"), button=1)
        elif limit_s > TURN_S:
            self.slept_s.append(limit_s)
        self.sitting.clock.now_s += limit_s


@pytest.fixture
def at_rest(tmp_path):
    """A game in which nothing has happened for a while."""
    with Sitting(tmp_path / "state") as sitting:
        sitting.play()
        sitting.wait(STILL_S + REST_S)
        yield sitting


def test_time_passes_in_larger_steps_where_nothing_happens(at_rest):
    turns = Turns(at_rest)
    at_rest.wait(10.0)
    assert 0.9 * 10.0 / REST_S <= turns.count <= 10.0 / REST_S


def test_it_sleeps_at_rest_and_turns_on_while_something_goes_on(at_rest):
    while at_rest.program.sleep_s() <= TURN_S:
        at_rest.ticks(1)
    assert at_rest.program.sleep_s() <= REST_S
    at_rest.touch("c2")
    assert at_rest.program.sleep_s() == pytest.approx(TURN_S)
    at_rest.clock.now_s += 5.0
    assert at_rest.program.sleep_s() == 0.0


def test_a_clock_that_goes_back_does_not_make_it_sleep_longer(at_rest):
    at_rest.clock.now_s -= 1_000.0
    assert at_rest.program.sleep_s() <= REST_S


def test_between_its_turns_it_waits_and_what_wakes_it_is_taken_at_once(at_rest):
    waiter = WordWaiter(at_rest)
    at_rest.program.waiter = waiter
    at_rest.program.run_while(lambda: not at_rest.match.half.touches)
    assert waiter.slept_s == pytest.approx([REST_S] * 3, abs=3 * TURN_S)


def test_a_touch_at_rest_is_taken_in_the_next_turn(at_rest):
    at_rest.post(pygame.MOUSEBUTTONDOWN, pos=at_rest.place("c2"), button=1)
    frames = at_rest.leds.frame_count
    at_rest.ticks(1)
    assert at_rest.match.half.touches
    assert at_rest.leds.frame_count == frames + 1


def test_a_button_at_rest_is_taken_in_the_next_turn(at_rest):
    at_rest.pins.press(ButtonName.NEXT)
    at_rest.ticks(1)
    assert at_rest.scene.turn.cursor.focus is not None


def test_a_sensor_at_rest_is_looked_at_in_the_next_turn(at_rest):
    at_rest.set_board()
    at_rest.wait(STILL_S + REST_S)
    turns = Turns(at_rest)
    rows = list(at_rest.inputs.state[1].rows)
    rows[0] ^= 1
    at_rest.inputs.tell(InputSnapshot(4, 0, 16, tuple(rows)))
    at_rest.ticks(1)
    assert turns.count == 1


def test_what_is_to_be_drawn_at_rest_is_drawn_in_the_next_turn(at_rest):
    at_rest.stage.redraw()
    at_rest.ticks(1)
    assert not at_rest.stage.is_dirty


def test_lamps_go_on_blinking_at_rest(at_rest):
    at_rest.press("next")
    assert len(at_rest.marked(Mark.FOCUS)) == 1
    at_rest.wait(STILL_S + REST_S)
    went_out = []
    frame = at_rest.leds.frame
    for _ in range(500):
        at_rest.ticks(1)
        if at_rest.leds.frame != frame:
            frame = at_rest.leds.frame
            went_out.append(round(at_rest.clock.now_s * STEPS_PER_S, 1))
    # It winks once a second, for three steps of the sixteen.
    assert len(went_out) == 10
    assert [at for at in went_out if at % 1 > 0.25] == [], "at the beginning of a step"


def test_at_rest_a_slow_blink_needs_no_turn_at_steps_that_look_the_same(at_rest):
    at_rest.touch("c2")
    at_rest.touch("c3")
    at_rest.press("confirm")
    assert at_rest.plies == ["c2-c3"]
    at_rest.wait(STILL_S + REST_S)
    turns, frames = Turns(at_rest), at_rest.leds.frame_count
    at_rest.wait(8.0)
    # The last move is lit more brightly for half of each second.
    assert at_rest.leds.frame_count - frames == 16
    assert turns.count <= 2 * 16


@pytest.mark.parametrize("calm", [False, True])
def test_lamps_stand_still_after_a_while_and_run_again_when_somebody_is_there(at_rest, calm):
    leds = replace(at_rest.stage.config.leds, calm=calm)
    at_rest.stage.lamps = LampShow(replace(at_rest.stage.config, leds=leds))
    at_rest.clock.now_s = REMINDING_S + 1.0
    at_rest.touch("c2")
    at_rest.wait(2.0)
    frames = at_rest.leds.frame_count
    at_rest.wait(2.0)
    assert at_rest.leds.frame_count >= frames + 4, "the lamp of what was chosen pulses"
    at_rest.wait(MOVING_S)
    frames = at_rest.leds.frame_count
    at_rest.wait(2 * REMINDING_S - at_rest.clock.now_s - 1.0)
    assert at_rest.leds.frame_count == frames
    at_rest.wait(2.0)
    assert at_rest.leds.frame_count > frames, "they run once more every minute"
    at_rest.wait(5.0)
    frames = at_rest.leds.frame_count
    at_rest.wait(5.0)
    assert at_rest.leds.frame_count == frames
    at_rest.touch("a1")
    at_rest.wait(8.0)
    assert at_rest.leds.frame_count > frames + 10


def test_a_hint_and_a_move_of_the_computer_stand_still_after_a_minute():
    assert {legs_shown(3, second / 10) for second in range(600, 700)} == {3}
    assert len({legs_shown(3, second / 10) for second in range(600)}) == 3


def test_a_clock_that_goes_back_does_not_make_it_rest_longer(at_rest):
    at_rest.clock.now_s -= 1_000.0
    turns = Turns(at_rest)
    at_rest.wait(1.0)
    assert turns.count > 1


def test_a_search_is_followed_in_every_turn(at_rest):
    engine = at_rest.stage.services.engine
    engine.ask(at_rest.match.position, [], Limits(time_s=30.0))
    turns = Turns(at_rest)
    at_rest.wait(1.0)
    engine.cancel()
    # Asked behind the back of the main loop, it is noticed at the end of a rest.
    assert turns.count > 100 * (1.0 - REST_S) - 2


def test_what_is_on_its_way_to_the_disk_is_followed_in_every_turn(tmp_path):
    writer, gate = Writer(quick_s=0.0), threading.Event()
    with Sitting(tmp_path / "state", writer=writer) as sitting:
        sitting.play()
        writer.do(lambda: None).done.wait(20)
        sitting.wait(STILL_S + REST_S)
        turns = Turns(sitting)
        sitting.library.do(lambda: gate.wait(20))
        sitting.wait(1.0)
        gate.set()
        writer.close()
    assert turns.count > 100 * (1.0 - REST_S) - 2


def test_a_game_that_goes_on_by_itself_is_followed_in_every_turn(at_rest):
    turns = Turns(at_rest)
    at_rest.scene.is_waiting = partial(bool, True)
    at_rest.wait(1.0)
    assert turns.count > 100 * (1.0 - REST_S) - 2


def test_no_thread_of_python_keeps_the_screen_waiting_for_long(tmp_path):
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        with Sitting(tmp_path / "state"):
            assert sys.getswitchinterval() == SWITCH_S < 0.016 / 10
    finally:
        sys.setswitchinterval(before)
