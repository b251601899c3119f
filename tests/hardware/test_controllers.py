"""What every controller of the checked protocol does: the firmware's core and the simulator's."""

import random

import pytest

from hardware.checked import packets
from hardware.checked.messages import (
    Ack,
    Feature,
    Full,
    Hello,
    NackReason,
    Nak,
    Palette,
    Ping,
    SelfTest,
    Sparse,
    message_of,
    packet_of,
    update,
)
from hardware.checked.packets import Packet, PacketDecoder
from sim.firmware import CheckedFirmware, VirtualMatrix, apply
from tests.hardware.checked_vectors import vectors
from tests.hardware.firmware import ControllerStatus, Shell, built

CAP_MA = 1000
RED = b"\xff\0\0"


class Simulated:
    """The simulator's firmware, driven as a `Shell` drives the real one."""

    def __init__(self):
        self._firmware = CheckedFirmware(256, VirtualMatrix((16, 16)))
        self._now_s = 0.0
        self.frames = [self._firmware.start(0.0)]
        self.numbers = []
        self.greeting = self._answers()

    def do(self, command):
        what, at_ms = command.split()
        assert what == "tick"
        # A clock of 16 bits, as the firmware has it.
        self._now_s += (int(at_ms) - round(1000 * self._now_s)) % 0x10000 / 1000
        frame = self._firmware.tick(self._now_s)
        self.frames += [] if frame is None else [frame]
        return self._answers()

    def receive(self, wire):
        self.frames += [frame.pixels for frame in self._firmware.receive(wire, self._now_s)]
        return self._answers()

    def say(self, message, sequence):
        return self.receive(packets.encode(packet_of(message, sequence)))

    def close(self):
        """Do nothing: it is a value."""

    @property
    def lamps(self):
        return self.frames[-1]

    def _answers(self):
        answers = PacketDecoder().feed(self._firmware.take_answer())
        self.numbers += [packet.sequence for packet in answers]
        return [message_of(packet) for packet in answers]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = built(tmp_path_factory, "host", CAP_MA=CAP_MA, BUTTONS=8, COLUMNS=16, ROWS=16)
    return folder / "shell"


@pytest.fixture(params=["firmware", "simulator"])
def controller(request):
    made = (
        Simulated() if request.param == "simulator" else Shell(request.getfixturevalue("program"))
    )
    yield made
    made.close()


@pytest.fixture
def greeted(controller):
    """A controller of three lamps that expects number 1."""
    controller.say(Hello(3), 0)
    return controller


def knows(controller, kind):
    """Whether *controller* has what packets of *kind* are for."""
    return kind != SelfTest.kind or Feature.SELF_TEST in controller.greeting[0].features


def test_hello_is_answered_by_what_it_is_and_takes_any_number(controller):
    for number in (7, 255, 7):
        (welcome,) = controller.say(Hello(81), number)
        assert welcome.features == controller.greeting[0].features & ~Feature.STARTED
        assert controller.numbers[-1] == number
        assert controller.say(Ping(), (number + 1) % 256) == [Ack(0, ControllerStatus(0))]


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        (Hello(257), NackReason.LAMP),
        (Hello(0), NackReason.LAMP),
        (Hello(81, version=2), NackReason.VALUE),
    ],
)
def test_a_hello_that_it_cannot_serve_changes_nothing_and_says_why(greeted, hello, reason):
    welcome, nak = greeted.say(hello, 9)
    assert (welcome.version, welcome.lamp_limit, nak) == (1, 256, Nak(reason))
    assert greeted.say(Ping(), 1) == [Ack(0, ControllerStatus(0))]


def test_without_a_hello_it_asks_for_one(controller):
    assert controller.say(Sparse(((0, RED),)), 1) == [Nak(NackReason.NO_HELLO)]
    assert len(controller.frames) == 1


@pytest.mark.parametrize(
    ("name", "kind", "sequence", "payload", "wire"),
    [row for row in vectors("packet") if int(row[1], 16) & 0x7F < 0x40],
)
def test_packets_derived_by_hand_are_accepted(controller, name, kind, sequence, payload, wire):
    controller.say(Hello(256), int(sequence, 16) - 1 & 0xFF)
    answers = controller.receive(bytes.fromhex(wire))
    refusals = [answer for answer in answers if isinstance(answer, Nak)]
    # Lamp 257 of that packet is more than there can be.
    expected = [Nak(NackReason.LAMP)] if name == "far" else []
    if not knows(controller, int(kind, 16)):
        expected = [Nak(NackReason.KIND)]
    assert refusals == expected
    assert len(answers) == 1


@pytest.mark.parametrize(("what", "wire"), vectors("damaged"))
def test_damaged_packets_are_refused_and_their_number_is_awaited(greeted, what, wire):
    assert greeted.receive(bytes.fromhex(wire)) == [Nak(NackReason.DAMAGED)]
    assert greeted.numbers[-1] == 1
    assert greeted.say(Ping(), 1) == [Ack(0, ControllerStatus(0))]


@pytest.mark.parametrize(("wire",), vectors("nothing"))
def test_ends_alone_are_not_answered(greeted, wire):
    assert greeted.receive(bytes.fromhex(wire)) == []
    greeted.say(Ping(), 1)
    assert greeted.receive(bytes.fromhex(wire)) == []


@pytest.mark.parametrize(("before", "kind", "payload", "after"), vectors("lamps"))
def test_lamps_change_as_derived_by_hand(greeted, before, kind, payload, after):
    greeted.say(Full(0, bytes.fromhex(before)), 1)
    packet = Packet(int(kind, 16), 2, bytes.fromhex(payload))
    assert greeted.receive(packets.encode(packet)) == [Ack(0, ControllerStatus(0))]
    assert greeted.lamps == bytes.fromhex(after)


@pytest.mark.parametrize(("kind", "payload", "reason"), vectors("refused"))
def test_a_refused_packet_changes_nothing_uses_up_its_number_and_is_refused_again(
    greeted, kind, payload, reason
):
    greeted.say(Full(0, bytes(range(1, 10))), 1)
    packet = Packet(int(kind, 16), 2, bytes.fromhex(payload))
    reason = NackReason[reason] if knows(greeted, packet.kind) else NackReason.KIND
    for _ in range(2):
        assert greeted.receive(packets.encode(packet)) == [Nak(reason)]
        assert greeted.numbers[-1] == 3
    # An update that names a lamp again shows what is in memory.
    assert greeted.say(Sparse(((0, b"\1\2\3"),)), 3) == [Ack(0, ControllerStatus(0))]
    assert greeted.lamps == bytes(range(1, 10))


def test_a_packet_that_comes_again_is_acknowledged_and_not_applied(greeted):
    greeted.say(Sparse(((0, RED),)), 1)
    shown = len(greeted.frames)
    assert greeted.say(Sparse(((1, RED),)), 1) == [Ack(0, ControllerStatus(0))]
    assert len(greeted.frames) == shown


def test_another_packet_with_the_last_number_is_none_that_comes_again(greeted):
    greeted.say(Ping(), 1)
    assert greeted.say(Sparse(((0, RED),)), 1) == [Nak(NackReason.ORDER)]


@pytest.mark.parametrize("number", [0, 3, 255])
def test_a_packet_out_of_order_is_refused_with_the_number_that_is_awaited(greeted, number):
    greeted.say(Ping(), 1)
    assert greeted.say(Sparse(((0, RED),)), number) == [Nak(NackReason.ORDER)]
    assert greeted.numbers[-1] == 2


def test_a_held_message_is_seen_with_the_next_that_is_not(greeted):
    shown = len(greeted.frames)
    greeted.say(Full(0, RED, is_held=True), 1)
    greeted.say(Palette(1, (RED,), b"\0", is_held=True), 2)
    assert len(greeted.frames) == shown
    greeted.say(Sparse(((2, RED),)), 3)
    assert greeted.frames[shown:] == [3 * RED]


def test_frames_of_all_kinds_arrive_as_they_were_sent(controller):
    rng = random.Random(5)
    controller.say(Hello(256), 0)
    old, number, kinds = None, 0, set()
    for turn in range(60):
        new = bytearray(old or bytes(768))
        if turn % 3 == 0:
            new = bytearray(rng.randbytes(768)).translate(bytes(v // 16 for v in range(256)))
        elif turn % 3 == 1:
            new = bytearray(b"".join(rng.choice((RED[::-1], b"\0\7\0")) for _ in range(256)))
        apply(Sparse(((rng.randrange(256), b"\1\2\3"),)), new)
        for message in update(old, bytes(new)):
            number = (number + 1) % 256
            kinds.add(type(message))
            (ack,) = controller.say(message, number)
            assert isinstance(ack, Ack)
        if not ack.status:
            assert controller.lamps == new
        old = bytes(new)
    assert kinds == {Full, Palette, Sparse}


def test_after_three_seconds_without_a_packet_it_is_dark_and_wants_a_hello(greeted):
    greeted.say(Full(0, 3 * RED), 1)
    greeted.do("tick 2999")
    assert greeted.lamps == 3 * RED
    greeted.do("tick 3000")
    assert greeted.lamps == bytes(9)
    assert greeted.say(Sparse(((0, RED),)), 2) == [Nak(NackReason.NO_HELLO)]
    greeted.say(Hello(3), 7)
    greeted.say(Sparse(((1, RED),)), 8)
    assert greeted.lamps == bytes(3) + RED + bytes(3)


def test_a_ping_keeps_the_lamps_lit_and_damage_or_refusal_does_not(greeted):
    greeted.say(Full(0, 3 * RED), 1)
    greeted.do("tick 2999")
    greeted.say(Ping(), 2)
    greeted.do("tick 5998")
    assert greeted.lamps == 3 * RED
    greeted.receive(b"\7\7\0")
    greeted.say(SelfTest(True), 9)
    greeted.receive(packets.encode(Packet(0x7F, 3, b"")))
    greeted.do("tick 5999")
    assert greeted.lamps == bytes(9)


def test_time_that_runs_over_goes_on(greeted):
    greeted.do("tick 2000")
    for now_ms in range(4000, 70_000, 2000):
        greeted.say(Ping(), now_ms // 2000 - 1)
        greeted.do(f"tick {now_ms % 65536}")
    greeted.say(Full(0, 3 * RED), now_ms // 2000)
    assert greeted.lamps == 3 * RED


def test_packets_cut_anywhere_and_noise_between_them_lose_only_what_they_hit(greeted):
    rng = random.Random(4)
    number = 1
    for _ in range(300):
        noise = rng.randbytes(rng.randint(0, 300)) + packets.END
        assert all(isinstance(answer, Nak) for answer in greeted.receive(noise))
        frame = rng.randbytes(9)
        assert greeted.say(Full(0, frame), number) == [Ack(0, ControllerStatus(0))]
        assert greeted.lamps == frame
        number = (number + 1) % 256
