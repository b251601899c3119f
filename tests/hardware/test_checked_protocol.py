"""The host's side of the checked protocol, against the real core of the firmware."""

import random
from dataclasses import replace

import pytest

from companion.ports import LinkState
from hardware.adalight import WLED_COMMANDS
from hardware.checked.messages import (
    Ack,
    Feature,
    Hello,
    NackReason,
    Nak,
    Palette,
    Ping,
    Query,
    Sparse,
    Welcome,
    packet_of,
)
from hardware.checked.packets import PacketDecoder, encode
from hardware.checked.protocol import HELLO_NUMBER, KNOCK, CheckedProtocol
from hardware.find_port import ADALIGHT, CHECKED, Detection
from hardware.link_protocol import LinkError
from sim.firmware import answer_of, host_message_of
from tests.hardware.checked_line import LAMPS, WINDOW, Line, under_way
from tests.hardware.firmware import Shell, built
from tests.hardware.receiver import heard_at

WELCOME = Welcome(1, (1, 0, 0), 256, WINDOW, 252, Feature.SELF_TEST, 8, 16, 16, 20000, 3000)
DARK = bytes(3 * LAMPS)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = built(tmp_path_factory, "shell", BUTTONS=8, COLUMNS=0, ROWS=0, CAP_MA=20000)
    return folder / "shell"


@pytest.fixture
def line(program):
    line = Line(Shell(program))
    yield line
    line.core.close()


def random_frame(rng, lamps=LAMPS):
    return rng.randbytes(3 * lamps)


def test_a_frame_is_shown_as_soon_as_the_controller_has_said_hello(line):
    rng = random.Random(1)
    line.show(random_frame(rng))
    assert not line.protocol.is_up
    line.run_until(line.is_right, limit_s=0.02)
    assert line.protocol.is_up
    assert line.said[0] == Hello(LAMPS)


def test_the_newest_frame_wins_and_the_last_one_is_shown(line):
    rng = random.Random(2)
    for _ in range(200):
        for _ in range(3):
            line.show(random_frame(rng))
        line.run(0.001)
    line.run_until(line.is_right, limit_s=0.02)
    assert line.core.lamps == line.wanted


def test_eight_changed_lamps_take_forty_bytes_at_most(line):
    frame = bytearray(b"\x10\x20\x30" * LAMPS)
    line.show(bytes(frame))
    line.run_until(line.is_right)
    for lamp in range(0, LAMPS, 11):
        frame[3 * lamp : 3 * lamp + 3] = bytes((lamp, 1, 2))
    line.show(bytes(frame))
    count, said = len(line.said), []
    line.spoilt = lambda data: said.append(data) or data
    line.run_until(line.is_right, limit_s=0.02)
    assert isinstance(line.said[count], Sparse)
    assert len(line.said[count].changes) == 8
    assert len(b"".join(said)) <= 40


def test_nothing_but_a_ping_a_second_where_nothing_changes(line):
    line.show(b"\x10\x20\x30" * LAMPS)
    line.run_until(line.is_right)
    said = len(line.said)
    line.run(10.5)
    assert line.said[said:] == [Ping()] * 10
    assert line.is_right()


def test_a_controller_that_restarts_gets_the_whole_frame_at_once(line):
    line.show(b"\x10\x20\x30" * LAMPS)
    line.run_until(line.is_right)
    line.run(0.5)
    count = len(line.said)
    line.restart()
    line.run_until(line.is_right, limit_s=0.02)
    hello, lamps, query = line.said[count:]
    assert (hello, query) == (Hello(LAMPS), Query())
    assert isinstance(lamps, Palette) and len(lamps.indices) == LAMPS
    assert line.protocol.is_up


def test_a_controller_that_has_forgotten_the_host_is_greeted_again(line):
    line.show(b"\x10\x20\x30" * LAMPS)
    line.run_until(line.is_right)
    # Nothing for three seconds: the lamps go dark, and the next packet is NAKed.
    line.now_s += 0.01
    line.core.do("tick 6000")
    line.core.do("tick 9500")
    assert line.core.lamps == DARK
    line.now_s = 9.5
    line.run_until(line.is_right)


def test_a_lost_packet_is_sent_again_without_waiting(line):
    rng = random.Random(3)
    line.show(random_frame(rng))
    line.run_until(line.is_right)
    for _ in range(100):
        wire_parts = iter([True])
        line.spoilt = lambda data, parts=wire_parts: (
            data[:20] + data[21:] if data and next(parts, False) else data
        )
        line.show(random_frame(rng))
        line.run_until(line.is_right, limit_s=0.01)


def test_a_lost_answer_is_made_up_for_within_the_limit(line):
    rng = random.Random(4)
    line.show(random_frame(rng))
    line.run_until(line.is_right)
    losing = iter([True])
    line.heard_spoilt = lambda data: b"" if data and next(losing, False) else data
    for _ in range(5):
        line.show(random_frame(rng))
        line.run_until(line.is_right, limit_s=0.2)
    line.run(0.3)
    assert under_way(line.protocol) == 0


def test_many_random_faults_leave_the_lamps_right(line):
    survive(line, 150)


@pytest.mark.slow
def test_a_thousand_random_faults_leave_the_lamps_right(line):
    survive(line, 1000)


def survive(line, faults):
    rng = random.Random(5)
    line.show(random_frame(rng))
    line.run_until(line.is_right)

    def lossy(data):
        return bytes(byte for byte in data if rng.random() >= 0.2)

    def noisy(data):
        return data + rng.randbytes(rng.randrange(4))

    def twice(data):
        return data * 2

    def nothing(data):
        return b""

    def flipped(data):
        if data:
            at = rng.randrange(len(data))
            return data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]
        return data

    kinds = set()
    for _ in range(faults):
        kind = rng.choice((lossy, noisy, twice, nothing, flipped, "restart"))
        kinds.add(kind)
        line.show(random_frame(rng))
        if kind == "restart":
            line.spoilt = lambda data: data[: len(data) // 2]
            line.run(0.002)
            line.restart()
        else:
            line.spoilt = kind if rng.random() < 0.7 else line.spoilt
            line.heard_spoilt = kind if rng.random() < 0.7 else line.heard_spoilt
            for _ in range(rng.randrange(8)):
                line.show(random_frame(rng))
                line.run(rng.randrange(1, 30) / 1000)
        line.spoilt = line.heard_spoilt = lambda data: data
        line.run_until(line.is_right)
        line.run_until(lambda: under_way(line.protocol) == 0)
    assert len(kinds) == 6


def test_a_controller_that_is_silent_is_greeted_again_and_then_given_up(line):
    line.show(b"\x10\x20\x30" * LAMPS)
    line.run_until(line.is_right)
    line.heard_spoilt = lambda data: b""
    line.run(2.5)
    assert not line.protocol.is_up
    assert line.said[-1] == Hello(LAMPS)
    with pytest.raises(LinkError, match="does not answer"):
        line.run(4.0)


@pytest.mark.parametrize(
    ("changes", "state", "problem"),
    [
        ({"version": 2}, LinkState.FOREIGN, "{} speaks protocol 2, not 1"),
        ({"lamp_limit": 64}, LinkState.TOO_FEW, "{} drives 64 of 81 lamps"),
        ({"max_packet": 100}, LinkState.FOREIGN, "{} takes 100 bytes, not 252"),
        ({"window": 60}, LinkState.FOREIGN, "{} takes 58 bytes, not 252"),
    ],
)
def test_a_controller_that_does_not_fit_is_named(changes, state, problem):
    protocol = CheckedProtocol(lambda: None, DARK, 0.0, True)
    protocol.say(0.0)
    welcome = Welcome(**{**vars(WELCOME), **changes})
    with pytest.raises(LinkError) as raised:
        protocol.hear(encode(answer_of(welcome, HELLO_NUMBER)), 0.01)
    assert (raised.value.state, raised.value.problem) == (state, problem)
    assert not protocol.is_up


@pytest.mark.parametrize(
    "chunk",
    [b"\xa5" * 500, encode(answer_of(Ack(0, 0), 7)) * 50],
    ids=["noise", "answers"],
)
def test_a_flood_is_named_within_a_second(chunk):
    protocol = CheckedProtocol(lambda: None, DARK, 0.0, True)
    protocol.hear(encode(answer_of(WELCOME, HELLO_NUMBER)), 0.0)
    with pytest.raises(LinkError, match="sends without end"):
        for step in range(100):
            protocol.hear(chunk, step / 100)


def test_an_answer_to_hello_that_comes_twice_changes_nothing():
    protocol = CheckedProtocol(lambda: None, DARK, 0.0, True)
    for at_s in (0.01, 0.02):
        protocol.hear(encode(answer_of(WELCOME, HELLO_NUMBER)), at_s)
        assert bool(protocol.say(at_s)) == (at_s == 0.01)
    assert under_way(protocol) > 0


@pytest.mark.parametrize("said", ["no hello", "started"])
def test_a_controller_that_always_wants_a_hello_gets_few(said):
    protocol, decoder, hellos = CheckedProtocol(lambda: None, DARK, 0.0, True), PacketDecoder(), 0
    started = answer_of(replace(WELCOME, features=Feature.STARTED), 0)
    for at_ms in range(2_000):
        for packet in decoder.feed(protocol.say(at_ms / 1000)):
            is_hello = isinstance(host_message_of(packet), Hello)
            hellos += is_hello
            refusal = answer_of(Nak(NackReason.NO_HELLO), 0) if said == "no hello" else started
            answer = answer_of(WELCOME, HELLO_NUMBER) if is_hello else refusal
            protocol.hear(encode(answer), at_ms / 1000)
    # One in a quarter or a tenth of a second.
    assert 5 <= hellos <= 21


def test_refusals_without_end_do_not_fill_the_wire():
    protocol, now_s, sent = CheckedProtocol(lambda: None, DARK, 0.0, True), 0.0, 0
    welcome = replace(WELCOME, buttons=0, columns=0, rows=0)
    protocol.hear(encode(answer_of(welcome, HELLO_NUMBER)), now_s)
    number = HELLO_NUMBER
    while now_s < 10.0:
        now_s += 0.001
        for _ in PacketDecoder().feed(protocol.say(now_s)):
            sent += 1
            number = (number + 1) % 256
            protocol.hear(encode(answer_of(Nak(NackReason.LAMP), (number + 1) % 256)), now_s)
    assert 50 < sent <= 101


def test_random_bytes_and_packets_never_stop_the_talk():
    rng = random.Random(6)
    protocol, now_s = CheckedProtocol(lambda: random_frame(rng), DARK, 0.0, True), 0.0
    kinds = (0x41, 0x42, 0x43, 0x44, 0x50, 0x51, 0x60)
    made_up = 0
    for _ in range(20_000):
        now_s += 0.004
        message = rng.randbytes(rng.randrange(20))
        if rng.random() < 0.5:
            kind = rng.choice(kinds)
            packet = packet_of(Ping(), rng.randrange(256))
            message = encode(packet._replace(kind=kind, payload=rng.randbytes(rng.randrange(4))))
        if rng.random() < 0.2:
            message = encode(answer_of(WELCOME, HELLO_NUMBER))
        protocol.hear(message, now_s)
        try:
            made_up += bool(protocol.say(now_s))
        except LinkError:
            protocol = CheckedProtocol(lambda: random_frame(rng), DARK, now_s, True)
        assert under_way(protocol) <= WINDOW
        assert protocol.pause_s(now_s) <= 1.0
    assert made_up > 500


def test_a_knock_is_answered_and_so_shows_the_protocol(line):
    words = Detection(0.0)
    assert words.say(0.2) == b""
    assert words.say(0.25) == KNOCK
    assert words.spoken is None
    (nak,) = line.core.receive(KNOCK)
    assert nak == Nak(NackReason.DAMAGED)
    words.hear(encode(answer_of(nak, line.core.numbers[-1])), 0.26)
    assert words.spoken == CHECKED


def test_a_silent_controller_is_taken_for_adalight_after_three_seconds():
    words, now_s, knocks = Detection(0.0), 0.0, 0
    while words.spoken is None:
        knocks += bool(words.say(now_s))
        now_s += max(words.pause_s(now_s), 1e-6)
    assert words.spoken == ADALIGHT
    assert (round(now_s, 3), knocks) == (3.0, 11)


def test_adalights_greeting_ends_the_waiting():
    words = Detection(0.0)
    words.hear(b"\xffAd", 0.1)
    assert words.spoken is None
    words.hear(b"a\n", 0.2)
    assert words.spoken == ADALIGHT


@pytest.mark.parametrize("is_patient", [True, False])
def test_a_knock_is_no_command_to_wled_at_any_speed(is_patient):
    bauds = (9600, 19200, 38400, 57600, 74880, 115200, 230400, 250000, 460800, 500000,
             576000, 921600, 1000000, 1500000, 2000000)  # fmt: skip
    heard = set()
    for baud in bauds:
        for skew in (0.95, 0.97, 0.98, 0.99, 1.0, 1.01, 1.02, 1.03, 1.05):
            heard |= set(heard_at(KNOCK * 2, baud * skew, is_patient))
    assert heard >= {0x00, 0xFF}
    assert not heard & set(WLED_COMMANDS)
    # What the simulated receiver would make of a HELLO: why none is sent unasked.
    hello = encode(packet_of(Hello(256), 0x14))
    assert list(heard_at(hello, 500000, is_patient)) == list(hello)
    commands = set(WLED_COMMANDS)
    assert any(
        commands & set(heard_at(encode(packet_of(Hello(81), number)), baud, is_patient))
        for number in range(256)
        for baud in (115200, 500000)
    )
