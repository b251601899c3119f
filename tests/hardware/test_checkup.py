"""What the doctor finds about pins, ports and controllers: real ones on pseudo-terminals."""

import contextlib
import os
import pty
import subprocess
import sys
import threading
import time
import tty
from dataclasses import replace
from types import SimpleNamespace

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.commands.doctor import diagnosis_of
from companion.ports import ButtonName
from hardware import checkup
from hardware.checked.messages import (
    Ack,
    Feature,
    Hello,
    NackReason,
    Nak,
    SelfTest,
    Welcome,
)
from hardware.checked.packets import PacketDecoder, encode
from hardware.checked.protocol import KNOCK
from sim.firmware import answer_of, host_message_of
from tests.faulty_controller import FaultyController
from tests.hardware.chessboard import VirtualChessboard

PINS = {ButtonName.BACK: 5, ButtonName.NEXT: 6, ButtonName.HINT: 13, ButtonName.CONFIRM: 19}
WELCOME = Welcome(1, (1, 2, 3), 256, 511, 252, Feature.SELF_TEST, 8, 16, 16, 2000, 3000)


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch):
    """A controller that is silent is waited for no longer than a test can bear."""
    monkeypatch.setattr(checkup, "HELLO_WITHIN_S", 1.0)
    monkeypatch.setattr(checkup, "HELLO_EVERY_S", 0.05)
    monkeypatch.setattr(checkup, "PATTERN_S", 0.3)
    monkeypatch.setattr(checkup, "VERSION_WITHIN_S", 0.5)
    monkeypatch.setattr(checkup, "ASK_EVERY_S", 0.1)
    monkeypatch.setattr(checkup, "CHESSLINK_STEP_S", 0.05)


@pytest.fixture
def device():
    """Starts what answers at the other end of a pseudo-terminal, and returns its name."""
    nears, fars, threads = [], [], []

    def start(answer):
        near, far = pty.openpty()
        tty.setraw(far)
        nears.append(near)
        fars.append(far)

        def work():
            # Reading and writing fail once nobody has the other end open.
            with contextlib.suppress(OSError):
                while True:
                    for reply in answer(os.read(near, 4096)):
                        os.write(near, reply)

        threads.append(threading.Thread(target=work, daemon=True))
        threads[-1].start()
        return os.ttyname(far)

    yield start
    for far in fars:
        os.close(far)
    for thread in threads:
        thread.join(5)
        assert not thread.is_alive()
    for near in nears:
        os.close(near)


def speaking(welcome, heard=None):
    """The answers of a controller that speaks the checked protocol."""
    decoder = PacketDecoder()

    def answer(data):
        if KNOCK in data:
            yield encode(answer_of(Nak(NackReason.DAMAGED), 0))
        for packet in decoder.feed(data):
            message = host_message_of(packet)
            if heard is not None:
                heard.append(message)
            if isinstance(message, Hello):
                yield encode(answer_of(welcome, packet.sequence))
            else:
                yield encode(answer_of(Ack(0, 0), packet.sequence))

    return answer


def test_a_checked_controller_says_what_it_is(device):
    welcome = replace(WELCOME, columns=0, rows=0)
    finding = checkup.check_controller(device(speaking(welcome)), 115200, 256, "auto")
    assert (finding.code, finding.values[1:]) == ("checked", ("1.2.3", 256, 8))


def test_a_controller_with_sensors_says_how_many(device):
    welcome = replace(WELCOME, rows=9)
    finding = checkup.check_controller(device(speaking(welcome)), 115200, 256, "auto")
    assert (finding.code, finding.values[1:]) == ("checked-sensing", ("1.2.3", 256, 8, 16, 9))


@pytest.mark.parametrize(
    ("changes", "code", "values"),
    [
        ({"version": 9}, "other-protocol", (9, 1)),
        ({"lamp_limit": 81}, "too-few-lamps", (81, 256)),
    ],
)
def test_a_controller_that_does_not_fit_is_named(device, changes, code, values):
    welcome = Welcome(**{**vars(WELCOME), **changes})
    finding = checkup.check_controller(device(speaking(welcome)), 115200, 256, "auto")
    assert (finding.code, finding.values[1:]) == (code, values)


def test_wled_tells_its_version(device):
    name = device(lambda data: [b"WLED 0.15.0\r\n"] if data.endswith(b"v") else [])
    finding = checkup.check_controller(name, 115200, 256, "auto")
    assert (finding.code, finding.values[1]) == ("wled", "WLED 0.15.0")


def test_an_adalight_controller_is_silent(device):
    with FaultyController() as controller:
        finding = checkup.check_controller(controller.port, 115200, 81, "auto")
        lit = checkup.check_controller(controller.port, 115200, 81, "auto", is_lit=True)
    assert (finding.code, finding.values[1]) == ("silent", 115200)
    assert lit == finding._replace(code="silent-lit")
    assert "doctor --lamps" in diagnosis_of(finding).advice
    assert diagnosis_of(lit).advice == ""


def test_a_flood_of_garbage_is_no_answer(device):
    finding = checkup.check_controller(device(lambda data: [os.urandom(4000)]), 115200, 81, "auto")
    assert finding.code == "silent"


def test_of_several_ports_the_one_that_is_tried_first_is_told():
    (finding,) = checkup.check_choice(["/dev/ttyUSB1", "/dev/ttyUSB0", "/dev/ttyACM0"])
    assert finding == ("serial", "several-ports", ("ttyUSB1", "ttyUSB0, ttyACM0"))
    assert checkup.check_choice(["/dev/ttyUSB1"]) == checkup.check_choice([]) == []


def test_without_a_port_there_is_no_controller():
    assert checkup.check_controller(None, 115200, 81, "auto").code == "no-controller"
    assert checkup.light_pattern(None, 115200, 81, "auto").code == "pattern-nowhere"


def test_a_port_that_is_gone_is_told(tmp_path):
    finding = checkup.check_controller(str(tmp_path / "ttyUSB0"), 115200, 81, "auto")
    assert finding == ("controller", "controller-lost", ("no controller",))


def test_a_checked_controller_runs_its_own_pattern(device):
    heard = []
    finding = checkup.light_pattern(device(speaking(WELCOME, heard)), 115200, 81, "auto")
    assert finding.code == "pattern-shown"
    until = time.monotonic() + 5
    while SelfTest(False) not in heard and time.monotonic() < until:
        time.sleep(0.01)
    assert heard[-2:] == [SelfTest(True), SelfTest(False)]


def test_an_adalight_controller_is_lit_lamp_by_lamp_and_left_dark():
    with FaultyController() as controller:
        finding = checkup.light_pattern(controller.port, 115200, 9, "auto")
        assert finding == ("lamps", "pattern-shown", (9,))
        assert controller.wait_for_frame(lambda frame: frame == bytes(27), 5)
        assert controller.frame_count >= 5


@pytest.fixture
def chessboard():
    """A virtual ChessLink board that plays along in a thread."""
    board, is_over = VirtualChessboard(), threading.Event()

    def play():
        while not is_over.wait(0.002):
            board.turn()

    player = threading.Thread(target=play)
    player.start()
    yield board
    is_over.set()
    player.join()
    board.close()


def test_a_chesslink_board_tells_its_version(chessboard):
    finding = checkup.check_controller(chessboard.port, 115200, 81, "chesslink")
    assert (finding.code, finding.values[1]) == ("chesslink", "1.3")


def test_what_is_no_chesslink_board_is_told_and_not_asked_anything_else(device):
    heard = []
    finding = checkup.check_controller(
        device(lambda data: heard.append(data) or []), 115200, 81, "chesslink"
    )
    assert finding.code == "no-chesslink"
    assert set(b"".join(heard)) == {0xD6, 0xB5, 0xB6}


def test_a_chesslink_board_is_lit_lamp_by_lamp_and_left_dark(chessboard):
    finding = checkup.light_pattern(chessboard.port, 115200, 81, "chesslink")
    assert finding.code == "pattern-shown"
    until = time.monotonic() + 5
    while any(chessboard.patterns) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(chessboard.patterns)
    assert chessboard.taken >= 5


def test_pins_that_can_be_had(monkeypatch):
    monkeypatch.setattr(checkup, "open_pin_factory", MockFactory)
    finding = checkup.check_pins(PINS, True, 0.8, is_pi=False)
    assert finding.code == "pins-ok"
    assert finding.values == ("MockFactory", "back 5, next 6, hint 13, confirm 19")
    assert Device.pin_factory is None or not isinstance(Device.pin_factory, MockFactory)


def test_a_pin_used_twice_is_refused(monkeypatch):
    monkeypatch.setattr(checkup, "open_pin_factory", MockFactory)
    finding = checkup.check_pins({**PINS, ButtonName.HINT: 5}, True, 0.8, is_pi=False)
    assert finding.code == "pins-refused"
    assert "got 5 for both" in finding.values[0]


def test_a_machine_without_pins_says_so():
    finding = checkup.check_pins(PINS, True, 0.8, is_pi=False)
    assert finding.code in ("no-pins", "pins-ok")


def test_who_holds_a_port_is_told(device):
    name = device(lambda data: [])
    other = subprocess.Popen(
        [sys.executable, "-c", f"import os; os.open({name!r}, os.O_RDWR | os.O_NOCTTY); input()"],
        stdin=subprocess.PIPE,
    )
    port = SimpleNamespace(device=name, vid=1)
    try:
        until = time.monotonic() + 10
        while not checkup.holder_of(name) and time.monotonic() < until:
            time.sleep(0.02)
        (finding,) = checkup.check_ports(lambda: [port])
        assert finding.code == "port-held"
        assert str(other.pid) in finding.values[1]
    finally:
        other.communicate(b"\n")
    assert checkup.check_ports(lambda: [port])[0].code == "port-free"


def test_built_in_ports_are_left_out():
    ports = [SimpleNamespace(device="/dev/ttyS0", vid=None)]
    assert [finding.code for finding in checkup.check_ports(lambda: ports)] == ["no-ports"]


def test_a_port_that_may_not_be_opened_is_told(tmp_path):
    port = SimpleNamespace(device=str(tmp_path / "missing"), vid=1)
    assert checkup.check_ports(lambda: [port])[0].code == "port-forbidden"


def test_a_button_on_a_pin_of_something_else_is_a_warning():
    pins = dict(zip(ButtonName, (5, 3, 10, 18), strict=True))
    findings = checkup.check_shared_pins(pins)
    assert [each.values for each in findings] == [
        ("next", 3, "I2C"),
        ("hint", 10, "SPI"),
        ("confirm", 18, "the data wire of lamps"),
    ]
    assert {diagnosis_of(each).level for each in findings} == {"warning"}


def test_the_pins_that_are_shipped_are_of_nothing_else():
    assert checkup.check_shared_pins(dict(zip(ButtonName, (5, 6, 13, 19), strict=True))) == []
