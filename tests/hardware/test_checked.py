import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BackendError
from hardware.checked import messages, packets
from hardware.checked.messages import (
    ControllerMessage,
    Feature,
    Full,
    NackReason,
    Palette,
    Sparse,
    message_of,
    packet_of,
)
from hardware.checked.packets import Packet, PacketDecoder
from sim.firmware import NakError, answer_of, apply, host_message_of
from tests.hardware.checked_vectors import vectors
from tests.hardware.firmware import ControllerStatus

SAID = {
    "hello": messages.Hello(81),
    "ping": messages.Ping(),
    "query": messages.Query(),
    "test": messages.SelfTest(True),
    "full": Full(0, b"\xff\0\x80"),
    "held": Full(1, b"\1\2\3", is_held=True),
    "palette": Palette(0, (b"\0\0\0", b"\xff\xff\xff"), b"\0\1\1"),
    "sparse": Sparse(((5, b"\0\0\x40"),)),
    "dark": Sparse(((0, b"\0\0\0"),)),
    "far": Sparse(((257, b"\1\2\3"),), is_held=True),
    "welcome": messages.Welcome(
        1, (1, 0, 0), 256, 511, 252, Feature.SELF_TEST | Feature.STARTED, 8, 16, 16, 2000, 3000
    ),
    "ack": messages.Ack(9, ControllerStatus.LIMITED),
    "nak": messages.Nak(NackReason.DAMAGED),
    "state": messages.InputState(9, 0b11, (0x8001,)),
    "button": messages.ButtonEvent(2, True, 1000),
    "sensor": messages.SensorEvent(15, 0, True, 0),
}
"""What the packets derived by hand say."""

by_hand = pytest.mark.parametrize(
    ("name", "kind", "sequence", "payload", "wire"), vectors("packet")
)
a_packet = st.builds(
    Packet,
    st.integers(0, 255),
    st.integers(0, 255),
    st.binary(max_size=packets.MAX_PAYLOAD)
    | st.lists(st.sampled_from(b"\0\1\xff"), max_size=packets.MAX_PAYLOAD).map(bytes),
)
colors = st.binary(min_size=3, max_size=3)
frames = st.lists(colors, min_size=1, max_size=300).map(b"".join)


def few_colors(lamp_count):
    """Frames as a game makes them: few colors on many lamps."""
    return st.lists(
        st.sampled_from([b"\0\0\0", b"\xff\0\0", b"\0\xff\0", b"\0\0\x40"]),
        min_size=lamp_count,
        max_size=lamp_count,
    ).map(b"".join)


def pairs_of_frames(make):
    return st.integers(1, 300).flatmap(lambda count: st.tuples(make(count), make(count)))


def any_frame(lamp_count):
    return st.binary(min_size=3 * lamp_count, max_size=3 * lamp_count)


def read(packet):
    """Return what *packet* says to whichever end it is for."""
    return message_of(packet) if packet.kind & 0x40 else host_message_of(packet)


def written(message, sequence):
    """Return the packet in which whichever end says *message* does."""
    write = answer_of if isinstance(message, ControllerMessage) else packet_of
    return write(message, sequence)


def damaged(rng, wire):
    """Return *wire* with one to three things wrong, as lines and drivers do it."""
    spoiled = bytearray(wire)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(spoiled))
        damage = rng.randrange(6)
        if damage == 0:
            spoiled[at] ^= 1 << rng.randrange(8)
        elif damage == 1:
            spoiled[at] = rng.randrange(256)
        elif damage == 2:
            del spoiled[at : at + rng.randint(1, 8)]
        elif damage == 3:
            spoiled[at:at] = rng.randbytes(rng.randint(1, 8))
        elif damage == 4:
            spoiled[at : at + 8] = rng.randbytes(len(spoiled[at : at + 8]))
        else:
            spoiled[at:at] = spoiled[at : at + rng.randint(1, 8)]
        spoiled = spoiled or bytearray(b"\1")
    return bytes(spoiled)


def accepted_of_damaged(count, seed):
    """Return which packets came out of *count* damaged ones that nobody sent."""
    rng = random.Random(seed)
    decoder, strangers = PacketDecoder(), []
    for _ in range(count):
        sent = Packet(rng.choice((0x02, 0x10, 0x12)), rng.randrange(256), b"")
        sent = sent._replace(payload=rng.randbytes(rng.choice((0, 5, 32, 70, 245))))
        wire = packets.encode(sent)
        spoiled = damaged(rng, wire[:-1]) + packets.END
        # An inserted end or a doubled run can leave the packet itself whole.
        strangers += [packet for packet in decoder.feed(spoiled) if packet != sent]
        assert len(decoder._pending) == 0
    return strangers


@pytest.mark.parametrize(("of", "crc"), vectors("crc"))
def test_the_crc_is_the_one_that_is_named(of, crc):
    assert zlib.crc32(bytes.fromhex(of)).to_bytes(4, "big") == bytes.fromhex(crc)


@by_hand
def test_packet_is_as_derived_by_hand(name, kind, sequence, payload, wire):
    packet = Packet(int(kind, 16), int(sequence, 16), bytes.fromhex(payload))
    assert packets.encode(packet) == bytes.fromhex(wire)
    assert PacketDecoder().feed(bytes.fromhex(wire)) == [packet]


@by_hand
def test_message_is_as_derived_by_hand(name, kind, sequence, payload, wire):
    packet = Packet(int(kind, 16), int(sequence, 16), bytes.fromhex(payload))
    assert written(SAID[name], packet.sequence) == packet
    assert read(packet) == SAID[name]


@pytest.mark.parametrize(("what", "wire"), vectors("damaged"))
def test_a_damaged_packet_is_dropped_and_the_next_one_taken(what, wire):
    decoder = PacketDecoder()
    assert decoder.feed(bytes.fromhex(wire)) == []
    assert decoder.feed(packets.encode(Packet(2, 5, b""))) == [Packet(2, 5, b"")]


@pytest.mark.parametrize(("wire",), vectors("nothing"))
def test_ends_alone_are_no_packet(wire):
    assert PacketDecoder().feed(bytes.fromhex(wire)) == []


@pytest.mark.parametrize(("before", "kind", "payload", "after"), vectors("lamps"))
def test_lamps_change_as_derived_by_hand(before, kind, payload, after):
    frame = bytearray.fromhex(before)
    apply(host_message_of(Packet(int(kind, 16), 0, bytes.fromhex(payload))), frame)
    assert frame == bytes.fromhex(after)


@pytest.mark.parametrize(
    ("kind", "payload", "reason"), [row for row in vectors("refused") if row[0] != "42"]
)
def test_what_the_controller_refuses_its_stand_in_refuses(kind, payload, reason):
    frame = bytearray(9)
    with pytest.raises(NakError, match=rf"^expected .*'{reason}'$"):
        apply(host_message_of(Packet(int(kind, 16), 0, bytes.fromhex(payload))), frame)
    assert frame == bytes(9)


@given(a_packet)
def test_every_packet_comes_back_and_takes_eight_bytes_more_than_it_says(packet):
    wire = packets.encode(packet)
    assert len(wire) == len(packet.payload) + packets.WIRE_OVERHEAD
    assert wire.find(b"\0") == len(wire) - 1
    assert PacketDecoder().feed(wire) == [packet]


@given(st.lists(a_packet, max_size=5), st.lists(st.integers(1, 300), min_size=1, max_size=9))
def test_however_a_stream_is_cut_the_same_packets_come_out(sent, cuts):
    wire = b"".join(packets.encode(packet) for packet in sent)
    decoder, decoded, at = PacketDecoder(), [], 0
    while at < len(wire):
        for cut in cuts:
            decoded += decoder.feed(wire[at : at + cut])
            at += cut
    assert decoded == sent


@given(st.binary(max_size=600), a_packet)
def test_after_any_noise_and_an_end_the_next_packet_is_whole(noise, packet):
    decoder = PacketDecoder()
    decoder.feed(noise + packets.END)
    assert decoder.feed(packets.encode(packet)) == [packet]


@given(a_packet, st.data())
def test_a_packet_that_is_cut_short_is_damaged(packet, data):
    wire = packets.encode(packet)[:-1]
    kept = data.draw(st.integers(1, len(wire) - 1))
    assert packets.decode(wire[:kept]) is None


@given(st.binary(max_size=300))
def test_reading_any_packet_gives_a_message_that_says_the_same_or_our_error(data):
    for kind in range(256):
        try:
            message = read(Packet(kind, 0, data))
        except BackendError:
            continue
        if not isinstance(message, messages.Hello | messages.Welcome):
            assert read(written(message, 0)) == message


@given(st.integers(0, 255), st.binary(max_size=40))
def test_hello_may_be_longer_in_later_versions(sequence, more):
    for name in ("hello", "welcome"):
        packet = written(SAID[name], sequence)
        assert read(packet._replace(payload=packet.payload + more)) == SAID[name]


def test_what_is_held_back_is_bounded_and_a_flood_is_over_at_the_next_end():
    decoder = PacketDecoder()
    for size in (1, 7, 253, 254, 1000):
        for _ in range(300):
            assert decoder.feed(b"\x55" * size) == []
            assert len(decoder._pending) <= packets.MAX_PACKET + 1
    ping = packets.encode(Packet(2, 5, b""))
    assert decoder.feed(packets.END + ping) == [Packet(2, 5, b"")]


def test_what_has_an_end_within_is_no_packet():
    assert packets.decode(bytes.fromhex("02 05 00 F2 84 85 03")) is None


def test_the_longest_packet_is_taken_and_one_byte_more_is_refused():
    longest = Packet(0x10, 1, b"\1" * packets.MAX_PAYLOAD)
    wire = packets.encode(longest)
    assert len(wire) == packets.MAX_PACKET + 2
    assert PacketDecoder().feed(wire) == [longest]
    with pytest.raises(BackendError, match="at most 246 bytes in a packet, got 247"):
        packets.encode(longest._replace(payload=b"\1" * (packets.MAX_PAYLOAD + 1)))
    body = b"\x10\x01" + b"\1" * (packets.MAX_PAYLOAD + 1)
    body += zlib.crc32(body).to_bytes(4, "little")
    assert 0 not in body
    assert packets.decode(bytes((len(body) + 1,)) + body) is None


@pytest.mark.parametrize(("kind", "sequence"), [(256, 0), (-1, 0), (0, 256), (0, -1)])
def test_a_packet_with_numbers_that_are_no_bytes_is_refused(kind, sequence):
    with pytest.raises(BackendError, match="0 to 255"):
        packets.encode(Packet(kind, sequence, b""))


def test_reset_forgets_half_a_packet():
    decoder = PacketDecoder()
    decoder.feed(b"\x07\x02\x05")
    decoder.reset()
    assert decoder.feed(packets.encode(Packet(2, 5, b""))) == [Packet(2, 5, b"")]


def test_of_20_000_damaged_packets_none_is_accepted():
    assert accepted_of_damaged(20_000, 20260501) == []


@pytest.mark.slow
def test_of_a_million_damaged_packets_none_is_accepted():
    assert accepted_of_damaged(1_000_000, 20260502) == []


@given(pairs_of_frames(any_frame) | pairs_of_frames(few_colors), st.booleans())
def test_an_update_makes_the_new_frame_and_only_its_last_message_shows_it(pair, is_known):
    old, new = pair
    update = messages.update(old if is_known else None, new)
    frame = bytearray(old if is_known else random.Random(1).randbytes(len(new)))
    for message in update:
        packet = packet_of(message, 7)
        (again,) = PacketDecoder().feed(packets.encode(packet))
        apply(host_message_of(again), frame)
    assert frame == new
    assert [message.is_held for message in update] == [True] * (len(update) - 1) + [False]


@given(pairs_of_frames(few_colors))
def test_an_update_is_never_longer_than_the_whole_frame(pair):
    old, new = pair
    assert messages.wire_size(messages.update(old, new)) <= messages.wire_size(
        messages.update(None, new)
    )


@pytest.mark.parametrize("lamp_count", [81, 256])
def test_eight_changed_lamps_take_at_most_forty_bytes(lamp_count):
    rng = random.Random(8)
    old = rng.randbytes(3 * lamp_count)
    for _ in range(1_000):
        new = bytearray(old)
        for lamp in rng.sample(range(lamp_count), 8):
            new[3 * lamp : 3 * lamp + 3] = rng.randbytes(3)
        (message,) = messages.update(old, bytes(new))
        assert len(packets.encode(packet_of(message, 0))) <= 40


@pytest.mark.parametrize(
    ("lamp_count", "colors", "size", "count"),
    [(81, 200, 253, 1), (256, 200, 818, 5), (81, 8, 78, 1), (256, 8, 165, 1)],
)
def test_whole_frames_take_the_bytes_that_are_told(lamp_count, colors, size, count):
    frame = b"".join(bytes((lamp % colors, 9, 9)) for lamp in range(lamp_count))
    update = messages.update(None, frame)
    assert (messages.wire_size(update), len(update)) == (size, count)
