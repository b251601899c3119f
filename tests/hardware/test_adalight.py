import random
from pathlib import Path

import pytest

from companion.errors import BackendError
from hardware import adalight

VECTORS = Path(__file__).parents[1] / "data" / "wire" / "adalight.txt"


def vectors(kind):
    lines = VECTORS.read_text().splitlines()
    rows = [[part.strip() for part in line.split("|")] for line in lines if "|" in line]
    return [row[1:] for row in rows if row[0] == kind]


@pytest.mark.parametrize(("lamp_count", "wire"), vectors("header"))
def test_header_is_as_derived_by_hand(lamp_count, wire):
    wanted = bytes.fromhex(wire)
    assert adalight.encode(bytes(3 * int(lamp_count)))[: len(wanted)] == wanted


@pytest.mark.parametrize(("pixels", "wire"), vectors("frame"))
def test_frame_is_as_derived_by_hand(pixels, wire):
    assert adalight.encode(bytes.fromhex(pixels)) == bytes.fromhex(wire)


@pytest.mark.parametrize(("pixels", "safe"), vectors("lowered"))
def test_levels_that_wled_obeys_are_lowered(pixels, safe):
    assert adalight.carryable(bytes.fromhex(pixels)) == bytes.fromhex(safe)
    assert adalight.encode(bytes.fromhex(pixels))[6:] == bytes.fromhex(safe)


@pytest.mark.parametrize(("frames", "wire"), vectors("stream"))
@pytest.mark.parametrize("chunk_size", [1, 2, 5, 1000])
def test_stream_gives_the_frames_derived_by_hand(frames, wire, chunk_size):
    decoder, data = adalight.AdalightDecoder(), bytes.fromhex(wire)
    decoded = []
    for start in range(0, len(data), chunk_size):
        decoded += decoder.feed(data[start : start + chunk_size])
    assert [frame.pixels for frame in decoded] == [bytes.fromhex(f) for f in frames.split(",")]


def test_making_a_frame_carryable_twice_changes_nothing():
    once = adalight.carryable(bytes(range(256)))
    assert adalight.carryable(once) == once


def test_no_carryable_level_is_one_that_wled_obeys():
    assert not set(adalight.LINK_SAFE) & set(adalight.WLED_COMMANDS)


def test_a_level_is_never_raised_and_lowered_by_at_most_eight():
    drops = [level - safe for level, safe in enumerate(adalight.LINK_SAFE)]
    assert min(drops) == 0
    assert max(drops) == 8


@pytest.mark.parametrize("size", [0, 1, 2, 4, 3 * 65537])
def test_frame_of_an_impossible_size_is_refused(size):
    with pytest.raises(BackendError, match=r"^expected "):
        adalight.encode(bytes(size))


def test_frame_tells_where_in_the_stream_it_began():
    decoder = adalight.AdalightDecoder()
    wire = adalight.encode(b"\1\2\3")
    frames = decoder.feed(b"noise" + wire[:4]) + decoder.feed(wire[4:] + wire)
    assert [frame.offset for frame in frames] == [5, 14]
    assert (decoder.offset, decoder.pending) == (23, 0)


def test_header_of_more_lamps_than_wanted_is_passed_over():
    decoder = adalight.AdalightDecoder(max_lamps=2)
    frames = decoder.feed(adalight.encode(bytes(9)) + adalight.encode(bytes(6)))
    assert [len(frame.pixels) for frame in frames] == [6]


def test_reset_forgets_half_a_frame():
    decoder = adalight.AdalightDecoder()
    wire = adalight.encode(b"\1\2\3")
    decoder.feed(wire[:7])
    decoder.reset()
    assert [frame.pixels for frame in decoder.feed(wire)] == [b"\1\2\3"]


def test_random_and_damaged_streams_never_raise_and_hold_back_less_than_a_frame():
    rng = random.Random(20240511)
    decoder = adalight.AdalightDecoder(max_lamps=30)
    limit = adalight.HEADER_SIZE + 3 * 30
    for _ in range(20_000):
        wire = bytearray(adalight.encode(rng.randbytes(3 * rng.randint(1, 30))))
        for _ in range(rng.randint(0, 3)):
            damage = rng.choice(("flip", "drop", "insert"))
            at = rng.randrange(len(wire))
            if damage == "flip":
                wire[at] ^= 1 << rng.randrange(8)
            elif damage == "drop":
                del wire[at]
            else:
                wire.insert(at, rng.choice(b"Ada\x00\x55\xff"))
        for frame in decoder.feed(wire):
            assert len(frame.pixels) % 3 == 0
            assert 3 <= len(frame.pixels) <= 90
        assert decoder.pending < limit


def test_two_whole_frames_after_any_damage_bring_the_second_out():
    rng = random.Random(7)
    for _ in range(2_000):
        decoder = adalight.AdalightDecoder(max_lamps=30)
        decoder.feed(adalight.encode(rng.randbytes(90))[: rng.randint(0, 95)])
        frame = adalight.carryable(rng.randbytes(90))
        frames = decoder.feed(adalight.encode(frame)) + decoder.feed(adalight.encode(frame))
        assert frames[-1].pixels == frame
