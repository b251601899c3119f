"""What a script does at the simulated table reaches the program as bytes on a real pty."""

from contextlib import contextmanager

import pytest

from companion.app import Arguments, open_program
from companion.errors import ExpectationError
from companion.ports import LinkState
from companion.scripting.fingers import ManualClock
from companion.scripting.script import WORDS, parse_script
from companion.scripting.scripted import ScriptRunner
from companion.storage.state_dir import StateDir
from companion.ui.widgets.window import open_display
from hardware.checked.messages import (
    Feature,
    InputState,
    NackReason,
    Nak,
    Query,
    SensorEvent,
    Welcome,
    heard_in,
)
from hardware.checked.packets import PacketDecoder
from hardware.lamp_port import LampPort
from sim.firmware import host_message_of
from tests.faulty_controller import FaultyController

BEGIN = "game alquerque\nsense\n"
MOVE = "lift c2\nput c3\npress confirm\nexpect moves c2-c3\n"


class Wire:
    """The bytes that pyserial has read from the pty, and written to it."""

    def __init__(self, monkeypatch):
        self.read, self.written = bytearray(), bytearray()
        read, write = LampPort.read, LampPort.write

        def note_read(port):
            data = read(port)
            self.read += data
            return data

        def note_write(port, data):
            self.written += data
            write(port, data)

        monkeypatch.setattr(LampPort, "read", note_read)
        monkeypatch.setattr(LampPort, "write", note_write)

    def heard(self):
        """All messages of the controller with their numbers."""
        packets = PacketDecoder().feed(bytes(self.read))
        return [(packet.sequence, message) for packet, message in heard_in(packets)]

    def said(self):
        """All packets of the host."""
        return PacketDecoder().feed(bytes(self.written))


@pytest.fixture
def wire(monkeypatch):
    monkeypatch.setattr(
        "companion.backends.devices.VirtualController",
        lambda firmware, baud: FaultyController(baud, firmware=firmware),
    )
    return Wire(monkeypatch)


@contextmanager
def script(folder, text="", protocol="auto"):
    """A runner on a program whose controller speaks *protocol*, after the script *text*."""
    config = folder / "config.toml"
    # What is lost or spoiled is the next thing said, and shall be no frame of a wave of light.
    leds = f'[leds]\nprotocol = "{protocol}"\nlamp_show = "off"\n'
    config.write_text(f"{leds}[screen]\nanimation = false\n")
    clock = ManualClock()
    with StateDir(folder / "state") as state:
        open_display()
        program = open_program(Arguments("sim", config, (800, 480), False), state, clock, False)
        runner = ScriptRunner(program, clock, "script")
        try:
            runner.run(parse_script(text, "script"))
            yield runner
        finally:
            program.close()


def go_on(runner, text):
    runner.run(parse_script(text, "script"))


def controller_of(runner):
    return runner.program.devices.virtual().controller


def events_of(wire):
    return [
        (number, event.column, event.row, event.is_occupied)
        for number, event in wire.heard()
        if isinstance(event, SensorEvent)
    ]


def test_a_table_that_senses_is_announced_and_asked_what_stands_there(tmp_path, wire):
    with script(tmp_path, BEGIN):
        heard = [message for _, message in wire.heard()]
    greetings = [message for message in heard if isinstance(message, Welcome)]
    assert Feature.STARTED in greetings[0].features
    # It restarts for the matrix that is wired to it.
    sizes = [(each.columns, each.rows) for each in greetings]
    assert sizes == sorted(sizes) and {*sizes} == {(0, 0), (16, 16)}
    states = [message for message in heard if isinstance(message, InputState)]
    assert sum(row.bit_count() for row in states[-1].rows) == 24


def test_a_piece_that_is_lifted_and_put_is_two_numbered_events(tmp_path, wire):
    with script(tmp_path, BEGIN) as runner:
        assert events_of(wire) == []
        go_on(runner, MOVE)
    # c2 and c3: dots of this board are three lamps apart on a panel of 16x16.
    assert events_of(wire) == [(1, 7, 4, False), (2, 7, 7, True)]


def test_the_sensors_of_the_program_are_those_at_the_link(tmp_path, wire):
    with script(tmp_path, BEGIN) as runner:
        assert runner.program.devices.sensors.matrix() is not None
        go_on(runner, "unplug")
        assert runner.program.devices.sensors.matrix() is None


def test_a_wrong_byte_is_noticed_and_the_lamps_are_right(tmp_path, wire):
    with script(tmp_path, BEGIN) as runner:
        said = len(wire.said())
        controller_of(runner).spoil()
        go_on(runner, MOVE + "expect lamp c2 last-move")
        numbers = [packet.sequence for packet in wire.said()[said:]]
        assert len(numbers) > len(set(numbers)), "something was said again"
        assert Nak(NackReason.DAMAGED) in [message for _, message in wire.heard()]


def test_an_event_that_is_lost_is_asked_for(tmp_path, wire):
    with script(tmp_path, BEGIN) as runner:
        queries = [p for p in wire.said() if isinstance(host_message_of(p), Query)]
        controller_of(runner).mute()
        go_on(runner, MOVE)
        asked = [p for p in wire.said() if isinstance(host_message_of(p), Query)]
        assert len(asked) == len(queries) + 1


def test_adalight_where_it_is_configured(tmp_path, wire, monkeypatch):
    with script(tmp_path, "game alquerque\nexpect lamp b2 movable\n", "adalight") as runner:
        assert wire.written.startswith(b"Ada\x00\xff\xaa")
        assert wire.read == b""
        assert runner.program.devices.leds.state() is LinkState.CONNECTED
        monkeypatch.setattr("companion.scripting.fingers.LINK_TIMEOUT_S", 0.2)
        with pytest.raises(ExpectationError, match="the sensors to tell what stands there"):
            go_on(runner, "sense")


def test_all_that_can_be_read_can_be_carried_out(tmp_path):
    own = {name.removeprefix("_do_") for name in vars(ScriptRunner) if name.startswith("_do_")}
    with script(tmp_path) as runner:
        passed_on = set(runner._commands)
    assert own | passed_on == set(WORDS)
    assert own & passed_on == set()
