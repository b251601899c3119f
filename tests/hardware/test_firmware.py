import random
import subprocess

import pytest

from hardware.checked.messages import (
    Ack,
    ButtonEvent,
    Feature,
    Full,
    Hello,
    InputState,
    Ping,
    Query,
    SelfTest,
    SensorEvent,
    Sparse,
    Welcome,
)
from tests.hardware.firmware import ONLY_SETTINGS, ControllerStatus, Shell, build, built

CAP_MA = 1000
RED = b"\xff\0\0"


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The core with all that it can have wired to it, under both sanitizers."""
    return built(tmp_path_factory, "host", CAP_MA=CAP_MA, BUTTONS=8, COLUMNS=16, ROWS=16)


@pytest.fixture
def shell(programs):
    shell = Shell(programs / "shell")
    yield shell
    shell.close()


@pytest.fixture
def greeted(shell):
    """A controller of three lamps that expects number 1."""
    shell.say(Hello(3), 0)
    return shell


def run_core(program, *arguments):
    done = subprocess.run(
        [program, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def drawn_ma(frame):
    return sum(frame) * 20 / 255 + len(frame) / 3


def press(shell, mask, samples):
    for _ in range(samples):
        shell.do(f"buttons {mask:x}")


def test_it_tells_what_it_is_when_it_has_started(shell):
    features = Feature.SELF_TEST | Feature.STARTED
    welcome = Welcome(1, (1, 0, 0), 256, 511, 252, features, 8, 16, 16, CAP_MA, 3000)
    assert shell.greeting == [welcome]
    assert shell.lamps == bytes(3 * 256)


def test_the_current_stays_under_the_cap_and_colors_keep_their_proportions(shell):
    shell.say(Hello(81), 0)
    assert shell.say(Full(0, b"\xff" * 243), 1) == [Ack(0, ControllerStatus.LIMITED)]
    assert CAP_MA * 0.97 < drawn_ma(shell.lamps) <= CAP_MA
    assert len(set(shell.lamps)) == 1
    rng = random.Random(6)
    for number in range(2, 200):
        frame = rng.randbytes(243)
        (ack,) = shell.say(Full(0, frame), number)
        assert drawn_ma(shell.lamps) <= CAP_MA
        assert ack.status == (
            ControllerStatus.LIMITED if drawn_ma(frame) > CAP_MA else ControllerStatus(0)
        )
        assert shell.lamps == frame or ack.status


def test_a_frame_within_the_cap_is_not_dimmed(shell):
    shell.say(Hello(81), 0)
    # 81 mA for 81 lamps, and 919 mA for 45 colors at 255 and one at 243: 18.98 mA are left.
    frame = b"\xff" * 45 + b"\xf1" + bytes(197)
    assert drawn_ma(frame) <= CAP_MA
    assert shell.say(Full(0, frame), 1) == [Ack(0, ControllerStatus(0))]
    assert shell.lamps == frame
    assert shell.say(Full(0, b"\xff" * 46 + bytes(197)), 2) == [Ack(0, ControllerStatus.LIMITED)]


def test_the_self_test_lights_each_lamp_in_each_color_and_then_none(greeted):
    greeted.say(SelfTest(True), 1)
    seen = [greeted.lamps]
    for step in range(1, 12):
        greeted.do(f"tick {100 * step}")
        if greeted.lamps != seen[-1]:
            seen.append(greeted.lamps)
    single = [(3 * lamp + color) for color in range(3) for lamp in range(3)]
    assert seen == [bytes(255 * (at == lit) for at in range(9)) for lit in single] + [bytes(9)]


def test_the_self_test_without_a_host_walks_all_lamps(shell):
    shell.do("test")
    for step in range(1, 256):
        shell.do(f"tick {100 * step}")
    assert shell.lamps == bytes(3 * 255) + RED


def test_a_lamp_message_ends_the_self_test_on_dark_lamps(greeted):
    greeted.say(Full(0, 3 * RED), 1)
    greeted.say(SelfTest(True), 2)
    greeted.say(Sparse(((1, b"\0\0\7"),)), 3)
    assert greeted.lamps == b"\0\0\0\0\0\7\0\0\0"
    greeted.do("tick 500")
    assert greeted.lamps == b"\0\0\0\0\0\7\0\0\0"


def test_switching_the_self_test_off_leaves_the_lamps_dark(greeted):
    greeted.say(SelfTest(True), 1)
    greeted.say(SelfTest(False), 2)
    assert greeted.lamps == bytes(9)


def test_lost_bytes_are_told_once(greeted):
    greeted.do("overrun")
    assert greeted.say(Ping(), 1) == [Ack(0, ControllerStatus.OVERRUN)]
    assert greeted.say(Ping(), 2) == [Ack(0, ControllerStatus(0))]


def test_a_button_is_down_after_five_samples_and_up_after_twenty_five(greeted):
    press(greeted, 0x04, 4)
    assert greeted.do("tick 10") == []
    press(greeted, 0x04, 1)
    assert greeted.do("tick 11") == [ButtonEvent(2, True, 11)]
    press(greeted, 0, 24)
    assert greeted.do("tick 12") == []
    press(greeted, 0, 1)
    assert greeted.do("tick 13") == [ButtonEvent(2, False, 13)]
    assert greeted.numbers[-2:] == [1, 2]


def test_a_bouncing_button_is_pressed_once(greeted):
    rng = random.Random(15)
    events = []
    for at_ms in range(200):
        bounces = at_ms < 20 or 100 <= at_ms < 120
        is_closed = rng.randrange(4) == 0 if bounces else at_ms < 100
        greeted.do(f"buttons {0x80 if is_closed else 0:x}")
        events += greeted.do(f"tick {at_ms}")
    assert [(event.button, event.is_down) for event in events] == [(7, True), (7, False)]


def test_spikes_press_nothing(greeted):
    for at_ms in range(120):
        greeted.do(f"buttons {0x80 if at_ms % 6 < 4 else 0:x}")
        assert greeted.do(f"tick {at_ms}") == []


def test_a_site_changes_after_four_scans_in_a_row(greeted):
    for _ in range(3):
        greeted.do("row 15 8001")
    greeted.do("row 15 0001")
    assert greeted.do("tick 1") == [SensorEvent(0, 15, True, 1)]
    for _ in range(3):
        greeted.do("row 15 8001")
    assert greeted.do("tick 2") == []
    greeted.do("row 15 8001")
    assert greeted.do("tick 3") == [SensorEvent(15, 15, True, 3)]


def test_many_changes_at_once_are_told_one_a_tick_and_none_is_lost(greeted):
    for row in range(16):
        for _ in range(4):
            greeted.do(f"row {row} ffff")
    events = [greeted.do(f"tick {at_ms}") for at_ms in range(1, 258)]
    assert events[256] == []
    assert {(event.column, event.row) for (event,) in events[:256]} == {
        (column, row) for column in range(16) for row in range(16)
    }
    assert greeted.numbers[-256:] == [*range(1, 256), 0]


def test_an_ack_tells_the_newest_event_and_a_query_what_holds_after_it(greeted):
    press(greeted, 0x03, 5)
    for _ in range(4):
        greeted.do("row 1 0100")
    for at_ms in (1, 2, 3):
        greeted.do(f"tick {at_ms}")
    assert greeted.say(Ping(), 1) == [Ack(3, ControllerStatus(0))]
    rows = (0, 0x0100, *[0] * 14)
    for _ in range(2):
        assert greeted.say(Query(), 2) == [InputState(3, 0b11, rows)]


def test_what_held_before_hello_is_told_by_query_alone(shell):
    press(shell, 0x01, 5)
    assert shell.do("tick 1") == []
    shell.say(Hello(3), 0)
    assert shell.do("tick 2") == []
    assert shell.say(Query(), 1) == [InputState(0, 1, (0,) * 16)]


def test_of_20_000_damaged_packets_the_firmware_accepts_none(programs):
    assert run_core(programs / "damage", 20_000, 1) == "0 of 20000 accepted\n"


@pytest.mark.slow
def test_of_a_million_damaged_packets_the_firmware_accepts_none(programs):
    assert run_core(programs / "damage", 1_000_000, 2) == "0 of 1000000 accepted\n"


def test_random_commands_break_nothing(programs):
    assert run_core(programs / "fuzz", 10_000, 3) == "10000 inputs\n"


def test_a_fuzzer_guided_by_coverage_finds_nothing_in_a_short_run(tmp_path):
    program = build("fuzz-guided", tmp_path, BUTTONS=8, COLUMNS=16, ROWS=16) / "fuzz-guided"
    run_core(program, "-runs=20000", "-max_len=512", "-seed=1", "-verbosity=0")


@pytest.mark.slow
def test_a_fuzzer_guided_by_coverage_finds_nothing_in_ten_million_runs(tmp_path):
    program = build("fuzz-guided", tmp_path, BUTTONS=8, COLUMNS=16, ROWS=16) / "fuzz-guided"
    run_core(program, "-runs=10000000", "-max_len=512", "-seed=2", "-verbosity=0")


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ({"BUTTONS": 9}, "expected at most 8 BUTTONS"),
        ({"COLUMNS": 9}, "expected both COLUMNS and ROWS"),
        ({"CAP_MA": 255}, "CAP_MA of at least 1 mA a lamp"),
    ],
)
def test_settings_that_cannot_be_are_refused_when_it_is_built(tmp_path, setting, problem):
    with pytest.raises(AssertionError, match=problem):
        build("shell", tmp_path, **setting)


def test_the_width_of_a_terminal_is_no_setting(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shell = Shell(build("shell", tmp_path, **ONLY_SETTINGS) / "shell")
    assert (shell.greeting[0].columns, shell.greeting[0].rows) == (0, 0)
    shell.close()


def test_another_setting_alone_builds_it_anew_and_the_same_one_does_not(tmp_path):
    caps, built = [], []
    for cap_ma in (1000, 2000, 2000):
        shell = Shell(build("shell", tmp_path, **ONLY_SETTINGS, CAP_MA=cap_ma) / "shell")
        caps.append(shell.greeting[0].cap_ma)
        built.append((tmp_path / "shell").stat().st_mtime_ns)
        shell.close()
    assert caps == [1000, 2000, 2000]
    assert built[0] < built[1] == built[2]
