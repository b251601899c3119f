"""The arithmetic of the clocks, held against a clock that is built and not calculated."""

import random

import pytest

from companion.clock import (
    ClockKind,
    Face,
    TimeControl,
    TimeLeft,
    Times,
    both_text,
    parse_both,
    parse_clock,
    warning_s,
)
from companion.errors import ClockError
from tests.clock.plain_clock import PlainClock

SEQUENCES = 10_000


def some_control(rng):
    kind = rng.choice(list(ClockKind))
    main = rng.choice((0, rng.randrange(1, 200)))
    extra = rng.randrange(1, 60)
    if kind in (ClockKind.MAIN, ClockKind.HOURGLASS):
        return TimeControl(kind, main or 1)
    return TimeControl(kind, main, extra, rng.randrange(1, 4) if kind is ClockKind.BYO_YOMI else 0)


def test_ten_thousand_games_agree_with_a_clock_that_ticks():
    rng = random.Random(20)
    for number in range(SEQUENCES):
        setting = (some_control(rng), some_control(rng))
        plain, times, turns = PlainClock(setting), Times.at_first(setting), []
        side = rng.randrange(2)
        for _ in range(rng.randrange(1, 7)):
            used = rng.choice((0, rng.randrange(40), rng.randrange(120)))
            turns.append((side, used))
            plain.turn(side, used)
            times = times.after(side, used)
            got = [(left.ms, left.periods, left.has_fallen) for left in times.left]
            right = list(zip(plain.main, plain.periods, plain.fallen, strict=True))
            assert got == right, f"sequence {number}: {setting}, {turns}"
            side = side if rng.random() < 0.15 else 1 - side


def test_what_shows_ends_in_what_is_left():
    rng = random.Random(21)
    for _ in range(2000):
        setting = (some_control(rng), some_control(rng))
        times, side = Times.at_first(setting), rng.randrange(2)
        used = rng.randrange(300)
        faces, after = times.faces(side, used), times.after(side, used)
        assert faces[side].has_fallen == after.left[side].has_fallen
        assert times.is_out(side, used) == after.left[side].has_fallen
        flag_ms = times.flag_ms(side)
        assert not times.is_out(side, flag_ms - 1) and times.is_out(side, flag_ms)


@pytest.mark.parametrize(
    ("clock", "used", "shown", "left"),
    [
        ("10m", 4_000, Face(596_000), TimeLeft(596_000)),
        ("10m+5s", 4_000, Face(601_000), TimeLeft(606_000)),
        ("bronstein:10m+5s", 4_000, Face(601_000), TimeLeft(605_000)),
        ("bronstein:10m+5s", 7_000, Face(598_000), TimeLeft(603_000)),
        ("delay:10m+5s", 4_000, Face(600_000, waits_ms=1_000), TimeLeft(600_000)),
        ("delay:10m+5s", 7_000, Face(598_000), TimeLeft(598_000)),
        ("30s/move", 29_999, Face(1), TimeLeft(30_000)),
        ("0+3x30s", 0, Face(30_000, 3), TimeLeft(0, 3)),
        ("0+3x30s", 30_000, Face(30_000, 2), TimeLeft(0, 2)),
        ("0+3x30s", 90_000, Face(0, has_fallen=True), TimeLeft(0, 0, True)),
        ("1m+2x30s", 59_000, Face(1_000), TimeLeft(1_000, 2)),
        ("1m+2x30s", 61_000, Face(29_000, 2), TimeLeft(0, 2)),
        ("0+5s", 5_000, Face(0, has_fallen=True), TimeLeft(0, 0, True)),
        ("hourglass:5m", 60_000, Face(240_000), TimeLeft(240_000)),
    ],
)
def test_each_kind_by_hand(clock, used, shown, left):
    times = Times.at_first(parse_clock(clock))
    assert times.face(0, used) == shown
    assert times.after(0, used).left[0] == left


def test_an_hourglass_gives_what_it_takes():
    times = Times.at_first(parse_clock("hourglass:5m"))
    assert times.faces(1, 60_000) == (Face(360_000), Face(240_000))
    assert times.after(1, 400_000).left == (TimeLeft(600_000), TimeLeft(0, 0, True))


def test_only_the_side_to_move_waits_before_its_clock_runs():
    times = Times.at_first(parse_clock("delay:5m+3s"))
    assert times.faces(0, 1_000) == (Face(300_000, waits_ms=2_000), Face(300_000))


def test_each_side_may_have_a_time_of_its_own():
    assert Times.at_first(parse_clock("5m,30s/move")).left == (TimeLeft(300_000), TimeLeft(30_000))


def test_a_flag_falls_once():
    times = Times.at_first(parse_clock("10s+5s")).after(0, 20_000)
    again = times.after(0, 20_000)
    assert times.left[0] == again.left[0] == TimeLeft(0, 0, True)
    assert again.flag_ms(0) is None and not again.is_out(0, 10**9)
    assert Times.at_first(parse_clock("10s")).fallen(1).left == (
        TimeLeft(10_000),
        TimeLeft(0, 0, True),
    )


@pytest.mark.parametrize(
    ("before", "now", "warned"),
    [(60_001, 60_000, 60), (60_000, 59_000, None), (31_000, 30_000, 30), (40_000, 9_000, 10),
     (10_001, 10_000, 10), (9_000, 20_000, None), (5_000, 0, None)],
)  # fmt: skip
def test_low_time_is_told_once_for_each_threshold(before, now, warned):
    assert warning_s(Face(before), Face(now, has_fallen=now == 0)) == warned


@pytest.mark.parametrize(
    "text", ["9:32.41 10:05", "1:00:00 0:00x3", "0:00! 0:00.001", "12:00:00.5 59:59.999x12"]
)
def test_times_go_into_a_text_and_back(text):
    assert both_text(parse_both(text)) == text


@pytest.mark.parametrize(
    "text", ["", "9:32", "9:32 x", "9:3 10:05", "9:32 10:05 1:00", "-1:00 1:00"]
)
def test_what_tells_no_times_is_refused(text):
    with pytest.raises(ClockError, match="expected the times of two sides"):
        parse_both(text)
