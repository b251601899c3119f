"""One controller after another, and two at once, each on a real pseudo-terminal."""

import contextlib
import logging
import os
import tty
from dataclasses import replace
from functools import partial

import pytest
import serial

from companion.ports import LinkState
from hardware.checked.messages import (
    Ack,
    Feature,
    Hello,
    InputState,
    Query,
    Welcome,
)
from hardware.checked.packets import PacketDecoder, encode
from hardware.checked.protocol import KNOCK
from hardware.controller_inputs import ControllerInputs
from hardware.find_port import find_controllers, lasting_name
from hardware.led_link import ControllerLink
from sim.firmware import answer_of, host_message_of
from tests.faulty_controller import FaultyController

LAMPS = 25
FRAME = b"\x10\x20\x30" * LAMPS
PATIENCE_S = 20.0
WELCOME = Welcome(1, (1, 0, 0), 5, 511, 252, Feature(0), 0, 0, 0, 2000, 3000)
"""Five lamps are not enough."""


@pytest.fixture
def pair():
    with FaultyController() as first, FaultyController() as second:
        yield first, second


class TwoControllers:
    """A link that looks for *controllers*, and the clock that drives it."""

    def __init__(self, *controllers, find_ports=None, protocol="adalight"):
        self.controllers = controllers
        self.now_s = 50.0
        self.link = ControllerLink(
            find_ports or self._plugged_in,
            lambda: FRAME, LAMPS, 115200, lambda: self.now_s, protocol,
        )  # fmt: skip

    def _plugged_in(self):
        return [port for each in self.controllers for port in each.find_ports()]

    def run(self, seconds):
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.now_s += min(max(self.link.step(), 0.001), 0.1)

    def serves(self, controller):
        return self.link.detail == controller.port.removeprefix("/dev/")


def has_frame(controller, count):
    return controller.wait_for_count(count, PATIENCE_S) and controller.frame == FRAME


def test_when_one_is_unplugged_the_other_gets_the_whole_frame(pair):
    first, second = pair
    table = TwoControllers(first, second)
    table.run(0.1)
    assert table.serves(first)
    assert has_frame(first, 1)
    assert second.frame_count == 0
    first.unplug()
    table.run(1.6)
    assert table.link.state is LinkState.CONNECTED
    assert table.serves(second)
    assert has_frame(second, 1)
    table.link.close()


def test_one_that_is_plugged_in_beside_it_changes_nothing(pair):
    first, second = pair
    first.unplug()
    table = TwoControllers(first, second)
    table.run(0.1)
    assert table.serves(second)
    # It would be the likelier one.
    first.replug()
    table.run(3.0)
    assert table.serves(second)
    assert first.frame_count == 0
    table.link.close()


def test_another_one_on_another_port_takes_over(pair):
    first, second = pair
    second.unplug()
    table = TwoControllers(first, second)
    table.run(0.1)
    first.unplug()
    table.run(5.0)
    assert (table.link.state, table.link.detail) == (LinkState.LOST, "no controller")
    second.replug()
    table.run(6.0)
    assert table.serves(second)
    assert has_frame(second, 1)
    table.link.close()


def test_which_of_two_is_taken_is_logged(pair, caplog):
    caplog.set_level(logging.INFO)
    table = TwoControllers(*pair)
    table.run(2.5)
    name = pair[0].port.removeprefix("/dev/")
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == f"LED link: connected to {name}, and 1 more plugged in"
    table.link.close()


def test_trouble_that_is_over_at_once_is_not_logged(pair, caplog):
    caplog.set_level(logging.WARNING)
    first, second = pair
    second.unplug()
    table = TwoControllers(first, second)
    # Past the minute in which nothing else would be logged.
    table.run(65.0)
    caplog.clear()
    first.unplug()
    table.run(0.5)
    assert table.link.state is not LinkState.CONNECTED
    first.replug()
    table.run(1.0)
    assert table.link.state is LinkState.CONNECTED
    table.run(65.0)
    assert not caplog.records
    table.link.close()


def test_one_that_another_program_holds_is_left_to_it_after_three_tries(pair):
    first, second = pair
    table = TwoControllers(first, second)
    with serial.Serial(first.port, exclusive=True):
        table.run(1.0)
        assert table.link.state is LinkState.SEARCHING
        assert table.link.detail == f"{first.port.removeprefix('/dev/')} is in use"
        table.run(3.0)
        assert table.serves(second)
    table.link.close()


@contextlib.contextmanager
def pseudo_terminal():
    """Yield the controller's end, which never blocks, and the name of the host's."""
    near, far = os.openpty()
    tty.setraw(far)
    os.set_blocking(near, False)
    yield near, os.ttyname(far)
    os.close(near)
    os.close(far)


def test_of_two_the_one_that_can_be_used_is_found_and_the_other_named():
    with pseudo_terminal() as (near, name), FaultyController() as plain:
        table = TwoControllers(find_ports=lambda: [name, plain.port], protocol="auto")
        decoder, states, served_s = PacketDecoder(), set(), []
        while table.now_s < 60.0:
            with contextlib.suppress(BlockingIOError):
                answer(near, os.read(near, 4096), decoder)
            table.run(0.01)
            states.add((table.link.state, table.link.detail))
            served_s += [table.now_s] * table.serves(plain)
        wanted = f"{name.removeprefix('/dev/')} drives 5 of {LAMPS} lamps"
        assert (LinkState.TOO_FEW, wanted) in states
        assert table.serves(plain)
        # One that answers, but cannot be used, is tried once; then three seconds for HELLO.
        assert served_s[0] < 50.0 + 5.0
        assert has_frame(plain, 1)
        table.link.close()


def answer(near, data, decoder):
    """Say HELLO to a knock and to a HELLO."""
    if KNOCK in data:
        os.write(near, encode(answer_of(WELCOME, 0)))
    for packet in decoder.feed(data):
        if isinstance(host_message_of(packet), Hello):
            os.write(near, encode(answer_of(WELCOME, packet.sequence)))


def test_a_name_by_id_is_found_again_at_another_port(tmp_path):
    by_id = tmp_path / "serial" / "by-id"
    by_id.mkdir(parents=True)
    with FaultyController() as controller, FaultyController() as stranger:

        def plug():
            (by_id / "usb-a-stranger").unlink(missing_ok=True)
            (by_id / "usb-a-stranger").symlink_to(stranger.port)
            (by_id / "usb-board").unlink(missing_ok=True)
            if controller.port:
                (by_id / "usb-board").symlink_to(controller.port)

        plug()
        table = TwoControllers(find_ports=lambda: find_controllers("usb-board", tmp_path, list))
        table.run(0.1)
        before = controller.port
        assert table.serves(controller)
        controller.unplug()
        plug()
        table.run(2.0)
        assert table.link.state is LinkState.LOST
        controller.replug()
        plug()
        assert controller.port != before
        count = controller.frame_count
        table.run(6.0)
        assert table.serves(controller)
        assert has_frame(controller, count + 1)
        assert stranger.frame_count == 0
        table.link.close()


def test_what_it_speaks_is_remembered_under_its_name_by_id(tmp_path, monkeypatch):
    by_id = tmp_path / "serial" / "by-id"
    by_id.mkdir(parents=True)
    monkeypatch.setattr("hardware.led_link.lasting_name", partial(lasting_name, dev=tmp_path))
    with FaultyController() as controller:
        (by_id / "usb-board").symlink_to(controller.port)
        table = TwoControllers(controller, protocol="auto")
        table.run(2.5)
        assert table.link.state is LinkState.SEARCHING
        table.run(1.0)
        assert table.serves(controller)
        before = controller.port
        controller.unplug()
        table.run(0.2)
        controller.replug()
        assert controller.port != before
        (by_id / "usb-board").unlink()
        (by_id / "usb-board").symlink_to(controller.port)
        # It is not asked for three seconds again.
        table.run(1.0)
        assert table.link.state is LinkState.CONNECTED
        table.link.close()


def test_nothing_is_known_of_the_inputs_of_a_controller_that_is_unplugged():
    inputs, table = ControllerInputs(), TwoControllers()
    with pseudo_terminal() as (near, name):
        table.link = ControllerLink(
            lambda: [name], lambda: None, LAMPS, 115200, lambda: table.now_s, "checked", inputs
        )
        decoder = PacketDecoder()
        while inputs.state[1] is None:
            assert table.now_s < 60.0
            table.run(0.01)
            with contextlib.suppress(BlockingIOError):
                serve(near, decoder.feed(os.read(near, 4096)))
        assert inputs.state[1].buttons == 0b1
    table.run(0.1)
    assert table.link.state is LinkState.LOST
    assert inputs.state == (1, None)


def serve(near, packets):
    """Answer as a controller of enough lamps, one of whose buttons is down."""
    for packet in packets:
        match host_message_of(packet):
            case Hello():
                said = replace(WELCOME, lamp_limit=LAMPS, buttons=4)
            case Query():
                said = InputState(0, 0b1, ())
            case _:
                said = Ack(0, 0)
        os.write(near, encode(answer_of(said, packet.sequence)))
