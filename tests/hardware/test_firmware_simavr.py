"""The real firmware, on a simulated chip, with pyserial at the other end of its port."""

import random
from collections import deque

import pytest
import serial

from hardware.checked.messages import (
    Ack,
    Feature,
    Full,
    Hello,
    InputState,
    NackReason,
    Nak,
    Palette,
    Query,
    SelfTest,
    Sparse,
    Welcome,
    message_of,
    packet_of,
    update,
    wire_size,
)
from hardware.checked.packets import PacketDecoder, encode
from hardware.checked.protocol import CheckedProtocol
from sim.firmware import apply
from tests.hardware.simavr import PATIENCE_S, Chip

BAUD = 500_000
BYTE_US = 20
USB_FRAME_US = 1000


class ChipTable(Chip):
    """A chip with the firmware, and a host that speaks to it."""

    def __init__(self, program, firmware, slowness=1):
        super().__init__(program, firmware, slowness)
        self.port = serial.Serial(self.name, BAUD, timeout=PATIENCE_S, exclusive=True)
        self._decoder = PacketDecoder()
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


@pytest.fixture
def table(programs, request):
    table = ChipTable(*programs, slowness=getattr(request, "param", 1))
    yield table
    table.close()
    assert table.complaints == []


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
    assert greeted.hear() == Nak(NackReason.DAMAGED)
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
    assert greeted.ask(Query(), 2) == Nak(NackReason.NO_HELLO)


def test_the_self_test_walks_the_real_lamps(greeted):
    greeted.ask(SelfTest(True), 1)
    greeted.wait_for(b"\0\0\0\xff" + bytes(239))
    first, second = (shown for shown in greeted.shown if any(shown.levels))
    assert first.levels == b"\xff" + bytes(242)
    assert 95_000 < second.at_us - first.at_us < 105_000


def hear_events(table, count):
    return [table.hear() for _ in range(count)]


def test_an_empty_matrix_and_no_button_are_told(greeted):
    assert greeted.ask(Query(), 1) == InputState(0, 0, (0,) * 16)


@pytest.mark.parametrize("place", [(0, 0), (15, 0), (0, 15), (15, 15), (7, 8), (3, 11)])
def test_each_site_of_the_matrix_is_told_by_its_column_and_row(greeted, place):
    column, row = place
    greeted.site(column, row, True)
    (event,) = hear_events(greeted, 1)
    assert (event.column, event.row, event.is_occupied) == (column, row, True)
    rows = [0] * 16
    rows[row] = 1 << column
    assert greeted.ask(Query(), 1) == InputState(1, 0, tuple(rows))
    greeted.site(column, row, False)
    (event,) = hear_events(greeted, 1)
    assert (event.column, event.row, event.is_occupied) == (column, row, False)


def test_two_sites_of_a_column_do_not_show_in_other_rows(greeted):
    for column, row in ((4, 2), (4, 3), (5, 2), (5, 3)):
        greeted.site(column, row, True)
    places = {(event.column, event.row) for event in hear_events(greeted, 4)}
    assert places == {(4, 2), (4, 3), (5, 2), (5, 3)}


@pytest.mark.parametrize("button", range(8))
def test_each_button_is_told_down_and_up(greeted, button):
    for is_down in (True, False):
        greeted.button(button, is_down)
        (event,) = hear_events(greeted, 1)
        assert (event.button, event.is_down) == (button, is_down)


@pytest.mark.parametrize("lamp_count", [81, 256])
@pytest.mark.parametrize("is_red", [False, True], ids=["noise", "red"])
def test_when_every_frame_differs_nine_tenths_of_the_wire_are_used(programs, lamp_count, is_red):
    rng = random.Random(lamp_count)
    sent = []
    written = chip_bytes = heard = 0

    def new_frame():
        # Two zeros in three bytes make most of what a packet is stuffed with.
        levels = [rng.randrange(256) * (not is_red or at % 3 == 0) for at in range(3 * lamp_count)]
        sent.append(bytes(levels))
        return sent[-1]

    chip = Chip(*programs, slowness=0)
    with serial.Serial(chip.name, BAUD, timeout=PATIENCE_S) as port:
        chip.start()
        protocol = CheckedProtocol(new_frame, bytes(3 * lamp_count), 0.0, False)
        # The host looks at its port once a millisecond: USB hands over no more often.
        for now_us in range(0, 600_000, USB_FRAME_US):
            protocol.hear(port.read(chip_bytes - heard), now_us / 1e6)
            heard = chip_bytes
            written += port.write(protocol.say(now_us / 1e6))
            chip_bytes = chip.run_until(now_us + USB_FRAME_US, written)
    chip.close()
    shown = [one for one in chip.shown if one.levels in sent]
    # None is left out on the way, and the first and the last are not in full flight.
    assert [one.levels for one in shown] == sent[: len(shown)]
    first, *rest, last = shown[2:-2]
    frame_bytes = wire_size(update(None, last.levels))
    used = (len(rest) + 1) * frame_bytes * BYTE_US / (last.at_us - first.at_us)
    print(f"{lamp_count} lamps: {used:.1%} of the wire used")
    assert used >= 0.9
    # The chip holds two bytes beside the one on the wire.
    assert max(one.deepest for one in shown) <= 2
    # Lamps take 6 us of quiet for the end of a frame at the earliest.
    assert max(one.longest_pause_cycles for one in shown) <= 96
    assert chip.complaints == []
