"""How clocks are named."""

import pytest

from companion.clock import ClockKind, TimeControl, clock_text, parse_clock
from companion.errors import ClockError

MINUTE = 60_000


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10m", TimeControl(ClockKind.MAIN, 10 * MINUTE)),
        ("1h30m", TimeControl(ClockKind.MAIN, 90 * MINUTE)),
        ("10m+5s", TimeControl(ClockKind.FISCHER, 10 * MINUTE, 5_000)),
        ("0+5s", TimeControl(ClockKind.FISCHER, 0, 5_000)),
        ("10m+0s", TimeControl(ClockKind.MAIN, 10 * MINUTE)),
        ("bronstein:5m+3s", TimeControl(ClockKind.BRONSTEIN, 5 * MINUTE, 3_000)),
        ("delay:5m+3s", TimeControl(ClockKind.DELAY, 5 * MINUTE, 3_000)),
        ("10m+3x30s", TimeControl(ClockKind.BYO_YOMI, 10 * MINUTE, 30_000, 3)),
        ("0+3x30s", TimeControl(ClockKind.BYO_YOMI, 0, 30_000, 3)),
        ("hourglass:5m", TimeControl(ClockKind.HOURGLASS, 5 * MINUTE)),
        ("30s/move", TimeControl(ClockKind.MOVE, 0, 30_000)),
        (" 10M ", TimeControl(ClockKind.MAIN, 10 * MINUTE)),
    ],
)
def test_each_kind_has_a_name(text, control):
    setting = parse_clock(text)
    assert setting == (control, control)
    assert parse_clock(clock_text(setting)) == setting


def test_each_side_may_have_its_own():
    setting = parse_clock("10m+5s,5m")
    assert setting[1] == TimeControl(ClockKind.MAIN, 5 * MINUTE)
    assert clock_text(setting) == "10m+5s,5m"


@pytest.mark.parametrize("text", ["", "off", "none", " Off "])
def test_no_clock_has_a_name_too(text):
    assert parse_clock(text) is None
    assert clock_text(None) == ""


@pytest.mark.parametrize(
    "text",
    ["0", "0m", "0s/move", "delay:10m+0s", "100h", "99999s+1s", "10m+2h", "10m+100x30s",
     "10m+0x30s", "ten minutes", "10", "5", "10m+",
     "+5s", "m", "/move", "hourglass:5m+3s", "hourglass:0",
     "bronstein:10m", "fischer:10m", "10m,5m,3m", "10m,", "-10m", "1e9m",
     "١٠m", "10m+5s" * 1000],
)  # fmt: skip
def test_what_is_no_clock_is_refused_in_one_line(text):
    with pytest.raises(ClockError, match=r"^expected ") as caught:
        parse_clock(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 260
