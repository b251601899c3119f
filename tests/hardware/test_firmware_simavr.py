"""The real firmware, on a simulated chip, with pyserial at the other end of its port."""

import random
from collections import deque

import pytest
import serial

from hardware.checked.lamps import Full, Palette, Sparse, apply, update
from hardware.checked.messages import (
    Ack,
    Feature,
    Hello,
    Nak,
    Query,
    Reason,
    SelfTest,
    State,
    Welcome,
    message_of,
    packet_of,
)
from hardware.checked.packets import Decoder, encode
from tests.hardware.firmware import build_simulated
from tests.hardware.simavr import PATIENCE_S, Chip

BAUD = 500_000
BYTE_US = 20


class Table(Chip):
    """A chip with the firmware, and a host that speaks to it."""

    def __init__(self, program, firmware, slowness=1):
        super().__init__(program, firmware, slowness)
        self.port = serial.Serial(self.name, BAUD, timeout=PATIENCE_S, exclusive=True)
        self._decoder = Decoder()
        self._heard = deque()
        self.start()

    def send(self, message, sequence):
        """Return how many bytes *message* took."""
        return self.port.write(encode(packet_of(message, sequence)))

    def hear(self):
        """Return the next message of the controller."""
        while not self._heard:
            byte = self.port.read(1)
            assert byte, "the controller says nothing"
            self._heard.extend(self._decoder.feed(byte))
        return message_of(self._heard.popleft())

    def ask(self, message, sequence):
        self.send(message, sequence)
        return self.hear()

    def close(self):
        self.port.close()
        super().close()


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    return build_simulated(tmp_path_factory.mktemp("simavr"))


@pytest.fixture
def table(programs, request):
    found = Table(*programs, slowness=getattr(request, "param", 1))
    yield found
    found.close()
    assert found.complaints == []


@pytest.fixture
def greeted(table):
    """A table of 81 lamps that expects number 1."""
    assert table.hear().features == Feature.SELF_TEST | Feature.STARTED
    assert table.ask(Hello(81), 0).features == Feature.SELF_TEST
    return table


def test_the_firmware_says_hello(table):
    features = Feature.SELF_TEST | Feature.STARTED
    assert table.hear() == Welcome(1, (1, 0, 0), 256, 511, 252, features, 8, 16, 16, 20000, 3000)
    assert table.ask(Hello(81), 9).features == Feature.SELF_TEST


def test_the_lamps_take_exactly_what_the_host_sent(greeted):
    rng = random.Random(3)
    frame = bytearray(rng.randbytes(243))
    for number, message in enumerate(
        [
            Full(0, bytes(frame)),
            Sparse(tuple((lamp, rng.randbytes(3)) for lamp in range(0, 81, 10))),
            Palette(40, (b"\xff\0\0", b"\0\x80\1"), b"\0\1" * 20),
        ],
        start=1,
    ):
        assert isinstance(greeted.ask(message, number), Ack)
        apply(message, frame)
        greeted.wait_for(bytes(frame))


def test_a_damaged_packet_is_refused_and_the_lamps_stay(greeted):
    wire = bytearray(encode(packet_of(Full(0, b"\7" * 243), 1)))
    wire[100] ^= 0x10
    greeted.port.write(wire)
    assert greeted.hear() == Nak(Reason.DAMAGED)
    assert isinstance(greeted.ask(Full(0, b"\5" * 243), 1), Ack)
    greeted.wait_for(b"\5" * 243)
    assert not any(shown.levels == b"\7" * 243 for shown in greeted.shown)


def test_without_a_host_the_lamps_go_dark_after_three_seconds(greeted):
    greeted.ask(Full(0, b"\5" * 243), 1)
    greeted.wait_for(b"\5" * 243)
    lit = greeted.shown[-1]
    greeted.wait_for(bytes(243))
    dark = next(shown for shown in greeted.shown if shown.levels == bytes(243))
    assert 2_900_000 < dark.at_us - lit.at_us < 3_100_000
    assert greeted.ask(Query(), 2) == Nak(Reason.NO_HELLO)


def test_the_self_test_walks_the_real_lamps(greeted):
    greeted.ask(SelfTest(True), 1)
    greeted.wait_for(b"\0\0\0\xff" + bytes(239))
    first, second = (shown for shown in greeted.shown if any(shown.levels))
    assert first.levels == b"\xff" + bytes(242)
    assert 95_000 < second.at_us - first.at_us < 105_000


def test_a_matrix_without_its_registers_is_told_row_by_row(greeted):
    state = greeted.ask(Query(), 1)
    assert isinstance(state, State)
    assert len(state.rows) == 16


# Slow: how much of the wire is used depends on how soon this machine sends the next frame.
@pytest.mark.slow
@pytest.mark.parametrize("table", [30], indirect=True)
@pytest.mark.parametrize("lamp_count", [81, 256])
def test_when_every_frame_differs_two_thirds_of_the_wire_are_used(table, lamp_count):
    rng = random.Random(lamp_count)
    window = table.hear().window
    assert isinstance(table.ask(Hello(lamp_count), 0), Welcome)
    frames = [rng.randbytes(3 * lamp_count) for _ in range(2500 // lamp_count)]
    waiting = deque()
    number = sent = 0
    for frame in frames:
        for message in update(None, frame):
            number = (number + 1) % 256
            wire = encode(packet_of(message, number))
            while sum(waiting) + len(wire) > window:
                assert isinstance(table.hear(), Ack)
                waiting.popleft()
            waiting.append(table.port.write(wire))
            sent += len(wire)
    while waiting:
        assert isinstance(table.hear(), Ack)
        waiting.popleft()
    table.wait_for(frames[-1])
    shown = [one for one in table.shown if one.levels in frames]
    assert [one.levels for one in shown] == frames
    wire_us = sent * BYTE_US * (len(frames) - 1) / len(frames)
    used = wire_us / (shown[-1].at_us - shown[0].at_us)
    print(f"{lamp_count} lamps: {used:.1%} of the wire used")
    assert used >= 2 / 3
    # The chip holds two bytes beside the one on the wire.
    assert max(one.deepest for one in table.shown) <= 2
    # Lamps take 6 us of quiet for the end of a frame at the earliest.
    assert max(one.longest_pause_cycles for one in table.shown) <= 96
