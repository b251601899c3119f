"""Buttons and sensors of a controller, told by the real core of the firmware over a bad wire."""

import random

import pytest

from companion.ports import ButtonName, Matrix, Press, Previous
from hardware.buttons import NoButtons
from hardware.checked.messages import (
    Ack,
    ButtonEvent,
    Feature,
    InputState,
    Query,
    Welcome,
)
from hardware.checked.protocol import InputsHeard
from hardware.controller_inputs import (
    MAX_WAITING_EDGES,
    PREVIOUS,
    ControllerButtons,
    ControllerInputs,
    ControllerSensors,
    InputSnapshot,
    JointButtons,
)
from tests.hardware.checked_line import Line
from tests.hardware.firmware import ControllerStatus, Shell, built

COLUMNS, ROWS = 9, 7
WELCOME = Welcome(1, (1, 0, 0), 25, 511, 252, Feature(0), 8, 0, 0, 2000, 3000)
NUMBERS = {
    "back": 0, "next": 1, "hint": 2, "confirm": 3,
    PREVIOUS: 4,
}  # fmt: skip


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = built(tmp_path_factory, "shell", BUTTONS=8, COLUMNS=COLUMNS, ROWS=ROWS)
    return folder / "shell"


@pytest.fixture
def table(program):
    table = WiredTable(Shell(program))
    yield table
    table.core.close()


class WiredTable(Line):
    """The protocol and the core, with pieces on the sensors and fingers on the buttons."""

    def __init__(self, core):
        self.inputs = ControllerInputs()
        self.rows = [0] * ROWS
        self.down = 0
        super().__init__(core)
        self.sensors = ControllerSensors(self.inputs)
        self.buttons = ControllerButtons(self.inputs, NUMBERS, 0.8)
        self.pressed = []

    def begin(self, is_awake):
        super().begin(is_awake)
        self.protocol._inputs._inputs = self.inputs

    def _pass_a_millisecond(self):
        super()._pass_a_millisecond()
        at_ms = round(1000 * self.now_s)
        self.core.do(f"buttons {self.down:x}")
        self.core.do(f"row {at_ms % ROWS} {self.rows[at_ms % ROWS]:x}")
        self._answer(self.core.do(f"tick {at_ms % 65536}"))
        # As the main loop does at rest: where there is no news, nothing must be missed.
        if at_ms % 10 == 0 and self.buttons.has_news(self.now_s):
            self.pressed += self.buttons.presses(self.now_s)

    def put(self, column, row):
        self.rows[row] |= 1 << column

    def lift(self, column, row):
        self.rows[row] &= ~(1 << column)

    def occupied(self):
        return frozenset(
            (column, row)
            for row in range(ROWS)
            for column in range(COLUMNS)
            if self.rows[row] >> column & 1
        )

    def is_seen(self):
        return self.sensors.matrix() == Matrix((COLUMNS, ROWS), self.occupied())

    def press(self, button, seconds=0.06):
        self.down |= 1 << button
        self.run(seconds)
        self.down &= ~(1 << button)
        self.run(0.06)


def test_what_stands_at_hello_is_asked_for(table):
    table.put(3, 2)
    table.put(8, 6)
    assert table.sensors.matrix() is None
    table.run(0.1)
    table.restart()
    table.run_until(table.is_seen, limit_s=0.5)


def test_pieces_put_and_lifted_are_seen_within_a_tenth_of_a_second(table):
    rng = random.Random(5)
    table.run_until(table.is_seen)
    for _ in range(100):
        site = rng.randrange(COLUMNS), rng.randrange(ROWS)
        (table.lift if site in table.occupied() else table.put)(*site)
        table.run_until(table.is_seen, limit_s=0.1)
    assert [message for message in table.said if isinstance(message, Query)] == [Query()]


def test_a_lost_event_is_found_by_the_next_one_and_mended_by_a_query(table):
    table.run_until(table.is_seen)
    table.heard_spoilt = lambda data: b""
    table.put(1, 1)
    table.run(0.06)
    table.heard_spoilt = lambda data: data
    assert table.sensors.matrix().occupied == frozenset()
    table.put(2, 2)
    table.run_until(table.is_seen, limit_s=0.1)
    assert table.said.count(Query()) == 2


@pytest.mark.parametrize("last", [0, 1, 200, 254, 255])
def test_a_lost_event_of_any_number_is_missed_when_an_ack_tells_of_it(last):
    heard = InputsHeard(ControllerInputs())
    heard.greeted(WELCOME)
    heard.hear(1, InputState(last, 0, ()), 0.0)
    heard.hear(2, Ack(last, ControllerStatus(0)), 0.1)
    assert heard.due_s() > 0.1
    heard.hear(3, Ack((last + 1) % 256, ControllerStatus(0)), 0.2)
    assert heard.due_s() <= 0.2


def test_event_0_follows_event_255_and_nothing_is_missed():
    heard = InputsHeard(ControllerInputs())
    heard.greeted(WELCOME)
    heard.hear(1, InputState(253, 0, ()), 0.0)
    for number in (254, 255, 0, 1):
        heard.hear(number, ButtonEvent(0, number % 2 == 0, 0), 0.1)
        assert heard.due_s() > 0.1, number


def test_edges_of_a_controller_that_was_lost_are_none_of_the_next():
    inputs = ControllerInputs()
    inputs.tell(InputSnapshot(4, 0, 0, ()))
    inputs.note_edge(1, True, 0.1)
    inputs.lost()
    inputs.tell(InputSnapshot(4, 0, 0, ()))
    assert not inputs.has_edges
    buttons = ControllerButtons(inputs, NUMBERS, 0.8)
    assert [press for turn in range(20) for press in buttons.presses(0.2 + turn / 10)] == []


def test_a_lost_event_that_none_follows_is_found_by_the_next_ping(table):
    table.run_until(table.is_seen)
    table.heard_spoilt = lambda data: b""
    table.put(1, 1)
    table.run(0.06)
    table.heard_spoilt = lambda data: data
    table.run_until(table.is_seen, limit_s=1.1)


def test_whatever_is_damaged_on_the_way_the_host_knows_the_table_in_the_end(table):
    rng = random.Random(9)
    table.run_until(table.is_seen)

    def spoilt(data):
        return bytes(b ^ (rng.random() < 0.02) for b in data if rng.random() > 0.01)

    for _ in range(40):
        table.heard_spoilt = table.spoilt = spoilt
        for _ in range(rng.randrange(1, 6)):
            site = rng.randrange(COLUMNS), rng.randrange(ROWS)
            (table.lift if site in table.occupied() else table.put)(*site)
            table.run(rng.uniform(0.01, 0.1))
        table.heard_spoilt = table.spoilt = lambda data: data
        table.run_until(table.is_seen, limit_s=4)


def test_nothing_is_known_of_a_controller_that_is_gone(table):
    table.put(4, 4)
    table.run_until(table.is_seen)
    table.spoilt = table.heard_spoilt = lambda data: b""
    table.run_until(lambda: table.sensors.matrix() is None, limit_s=2.5)
    assert table.buttons.problem()


def test_the_buttons_of_the_controller_press_as_those_of_the_pins_do(table):
    table.run_until(table.is_seen)
    table.run(0.2)
    table.press(3)
    table.press(0)
    table.press(2, 0.9)
    table.press(4)
    kinds = [(p.button, p.is_long) if isinstance(p, Press) else "previous" for p in table.pressed]
    assert kinds == [
        (ButtonName.CONFIRM, False), (ButtonName.BACK, False), (ButtonName.HINT, True), "previous"
    ]  # fmt: skip
    assert isinstance(table.pressed[-1], Previous)


def test_a_button_that_is_down_is_held_until_it_is_let_go(table):
    table.run_until(table.is_seen)
    table.run(0.2)
    table.down = 0b100
    table.run(0.1)
    assert set(table.buttons.held()) == {ButtonName.HINT}
    table.down = 0
    table.run(0.1)
    assert table.buttons.held() == {}


def test_a_press_that_a_reset_cuts_in_two_is_none(table):
    table.run_until(table.is_seen)
    table.run(0.2)
    table.down = 0b1
    table.run(0.2)
    table.restart()
    table.run(0.5)
    assert table.buttons.held() == {ButtonName.BACK: float("-inf")}
    table.down = 0
    table.run(0.3)
    assert table.pressed == []
    table.press(0)
    assert [press.button for press in table.pressed] == [ButtonName.BACK]


def test_a_release_that_was_lost_is_made_up_for(table):
    table.run_until(table.is_seen)
    table.run(0.2)
    table.down = 0b1
    table.run(0.1)
    table.heard_spoilt = lambda data: b""
    table.down = 0
    table.run(0.06)
    table.heard_spoilt = lambda data: data
    table.run(1.2)
    assert [press.button for press in table.pressed] == [ButtonName.BACK]


def test_buttons_at_rest_have_no_news(table):
    table.run_until(table.is_seen)
    table.run(0.2)
    assert not table.buttons.has_news(table.now_s)
    table.down = 0b10
    table.run(0.02)
    assert table.buttons.has_news(table.now_s)
    table.run(0.3)
    assert table.buttons.has_news(table.now_s), "a finger that stays may be a long press"
    table.down = 0
    table.run(0.3)
    assert not table.buttons.has_news(table.now_s)
    assert [press.button for press in table.pressed] == [ButtonName.NEXT]


def test_edges_without_end_fill_no_memory():
    inputs = ControllerInputs()
    for number in range(2 * MAX_WAITING_EDGES):
        inputs.note_edge(0, bool(number % 2), float(number))
    assert len(inputs.take_edges()) == MAX_WAITING_EDGES


def test_pins_and_controller_are_four_buttons_together(table):
    table.buttons = joint = JointButtons(NoButtons("no pins"), table.buttons)
    assert joint.problem() == "no pins"
    table.run_until(table.is_seen)
    table.run(0.2)
    assert joint.problem() == ""
    table.down = 0b1000
    table.run(0.1)
    assert [press.button for press in table.pressed] == [ButtonName.CONFIRM]
    assert set(joint.held()) == {ButtonName.CONFIRM}
