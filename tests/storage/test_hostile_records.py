"""Records from anywhere: each refused with line and reason, or opened up to its last good move."""

import random
import re
import time

import pytest

from companion.errors import RecordError
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES, find_game
from companion.storage.playback import course_of
from companion.storage.record import SIZE_LIMIT, record_of, record_text
from companion.storage.record_reader import parse_record, read_record
from tests.bounds import bounded
from tests.match.playing import play_at_random

GOOD = """\
Board Companion record 1
Game: alquerque

1. White c2-c3
2. Black c4xc2
3. White c1xc3
"""

LIMIT_S = 0.5
"""Of the processor, for anything up to the size limit: the worst measured took 0.2 s."""


def refusal(data):
    """The one line with which *data* is refused, quickly."""
    started = time.process_time()
    with pytest.raises(RecordError) as caught:
        course_of(parse_record(data if isinstance(data, bytes) else data.encode(), find_game))
    assert time.process_time() - started < LIMIT_S
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 500
    return message


def good_part(data):
    """The moves and the fault of what *data* holds up to there."""
    data = data if isinstance(data, bytes) else data.encode()
    course = course_of(parse_record(data, find_game, is_lenient=True), is_lenient=True)
    return [move.text for move in course.moves], course.fault


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (GOOD.replace("record 1", "record 2"), 1),
        (GOOD.replace("record 1", "record 999999999"), 1),
        ("", 1),
        ("\x1b[2J\x1b]0;owned\x07" + GOOD, 1),
        (GOOD.replace("Game:", "Game: \x1b[31m"), 2),
        (GOOD.replace("Game: alquerque", "Game: chess"), 2),
        (GOOD.replace("Game: alquerque", "Seed: 1"), 2),
        (GOOD.replace("alquerque\n", "alquerque\n" + "Players: a, b\n" * 2), 4),
        (GOOD.replace("alquerque\n", "alquerque\n" + "X: y\n" * 5000), 66),
        (GOOD.replace("alquerque\n", "alquerque\nOption: quiet_limit=" + "9" * 150 + "\n"), 3),
        (GOOD.replace("alquerque\n", "alquerque\nOption: quiet_limit=" + "9" * 250 + "\n"), 3),
        (GOOD.replace("alquerque\n", "alquerque\nOption: compulsory=maybe\n"), 3),
        (GOOD.replace("alquerque\n", "alquerque\nOption: \u202ecompulsory=on\n"), 3),
        (GOOD.replace("alquerque\n", "alquerque\nSeed: " + "9" * 30 + "\n"), 3),
        (GOOD.replace("alquerque\n", "alquerque\nPosition: wwwww w\n"), 3),
        (GOOD.replace("alquerque\n", "alquerque\nBoard: alquerque 000000000000\n"), 3),
        (GOOD.replace("alquerque\n", "alquerque\nResult: Pink wins\n"), 3),
        (GOOD.replace("c1xc3", "c1-c2"), 6),
        (GOOD.replace("c1xc3", "\u202ec1xc3"), 6),
        (GOOD.replace("c1xc3", "c1" + "xc3" * 2000), 6),
        (GOOD.replace("c1xc3", "c1xc3 ; \x1b[2J"), 6),
        (GOOD.replace("3. White", "3. Black"), 6),
        (GOOD[: GOOD.index("xc3")], 6),
        (GOOD[:-5] + "\0\0\0\0", 6),
        (GOOD.encode() + b"4. Black b4\xff\xfe-a3\n", 7),
        (GOOD.encode("utf-16"), 1),
        (b"\xef\xbb\xbf" + GOOD.encode() + b"\x80", 7),
    ],
)  # fmt: skip
def test_it_is_refused_with_its_line(text, line):
    assert refusal(text).startswith(f"line {line}: ")


def test_ten_megabytes_are_refused_without_being_read(tmp_path):
    path = tmp_path / "large.txt"
    path.write_bytes(GOOD.encode() + b"4. Black d4-d3 ; and so on\n" * 400_000)
    started = time.process_time()
    with pytest.raises(
        RecordError, match=f"line [0-9]+: expected a record of at most {SIZE_LIMIT}"
    ):
        read_record(path, find_game)
    assert time.process_time() - started < LIMIT_S


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (GOOD.replace("c1xc3", "c1-c2").encode(), 6),
        (GOOD.replace("3. White", "7. White").encode(), 6),
        (GOOD.encode().replace(b"c1xc3", b"c1\xffc3"), 6),
        (GOOD.encode().replace(b"c1xc3", b"c1x\x1bc3"), 6),
        (GOOD.encode().replace(b"c1xc3", b"c1xc3 ; " + b"x" * 5000), 6),
        (GOOD.encode()[:-4], 6),
        (b"\xef\xbb\xbf" + GOOD.encode().replace(b"c1xc3", b"\xff"), 6),
    ],
)  # fmt: skip
def test_the_good_part_ends_before_the_line_that_is_wrong(data, line):
    moves, fault = good_part(data)
    assert moves == ["c2-c3", "c4xc2"]
    assert fault.startswith(f"line {line}: ")


def test_the_good_part_of_a_record_that_is_too_large_is_what_fits():
    head = GOOD.replace("\n\n", "\nOption: quiet_limit=0\n\n")
    data = head.encode().ljust(SIZE_LIMIT - 10, b"\n") + b"4. Black d4-d3\n"
    moves, fault = good_part(data)
    assert moves == ["c2-c3", "c4xc2", "c1xc3"]
    assert f"at most {SIZE_LIMIT} bytes" in fault


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("record 1", "record 2"),
        GOOD.replace("Game: alquerque", "Game: chess"),
        GOOD.replace("alquerque\n", "alquerque\nOption: compulsory=\x1b[2J\n"),
        GOOD.replace("alquerque\n", "alquerque\nPosition: wwwww w\n"),
    ],
)
def test_a_record_with_a_wrong_header_has_no_good_part(text):
    with pytest.raises(RecordError, match=r"line \d+: "):
        good_part(text)


def test_a_result_against_the_rules_is_a_fault_behind_the_last_move():
    text = GOOD.replace("alquerque\n", "alquerque\nResult: White wins\nPosition: {}\n")
    text = text.split("1. ")[0].format("...../...../...../..b../..w.. w") + "1. White c1xc3\n"
    moves, fault = good_part(text)
    assert (moves, fault) == (["c1xc3"], "")
    moves, fault = good_part(text.replace("White wins", "Black wins"))
    assert moves == ["c1xc3"]
    assert fault.startswith("line 3: expected result White wins after the last move")


def mutated(data, rng):
    """Return *data* with a few bytes or lines changed, doubled, moved or gone."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at, length = rng.randrange(len(data) + 1), rng.choice((0, 1, 1, 3, 30))
        new = (rng.randbytes(2), b"9", b"\n", b"=", b"x", b"", b"\x1b", data[at : at + 40] * 2)
        data[at : at + length] = rng.choice(new)
    if rng.random() < 0.3:
        lines = bytes(data).split(b"\n")
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        return b"\n".join(lines)
    return bytes(data)


def good_records():
    for name, game in GAMES.items():
        match = Match.start(NewMatch(game, seed=3))
        play_at_random(match, random.Random(3), 25)
        yield name, record_text(record_of(match)).encode()


def fuzz_both_ways(seed, count):
    """Read *count* mutated records both ways; return how many were refused."""
    rng = random.Random(seed)
    seeds = list(good_records())
    refused = 0
    for number in range(count):
        name, good = seeds[number % len(seeds)]
        data = mutated(good, rng)
        try:
            with bounded(seed, number, name):
                whole = course_of(parse_record(data, find_game))
        except RecordError as error:
            refused += 1
            assert re.search(r"line \d+: ", str(error)), (seed, number, name, str(error))
            assert str(error).isprintable(), (seed, number, name)
            whole = None
        try:
            with bounded(seed, number, name):
                part = course_of(parse_record(data, find_game, is_lenient=True), is_lenient=True)
            assert whole is None or part.moves == whole.moves
            assert bool(part.fault) == (whole is None), (seed, number, name)
        except RecordError:
            assert whole is None, (seed, number, name)
    return refused


def test_mutated_records_of_all_games_are_refused_or_opened_as_far_as_they_are_good():
    assert fuzz_both_ways(31, 1000) > 500


@pytest.mark.slow
def test_a_hundred_thousand_mutated_records_are():
    assert fuzz_both_ways(32, 100_000) > 50_000
