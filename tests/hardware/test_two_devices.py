"""The lamps' controller beside another USB device, each on a real pseudo-terminal."""

import contextlib
import itertools
import os
import random
import tty
from functools import partial

import pytest

from companion.backends import devices
from companion.config.values import Config, LedConfig
from companion.ports import LinkState
from hardware.checked.messages import Feature, Hello, Welcome
from hardware.checked.packets import PacketDecoder, encode
from hardware.checked.protocol import KNOCK
from hardware.led_link import ASK_AGAIN_S, ControllerLink
from sim.firmware import answer_of, host_message_of

LAMPS = 25
FRAME = b"\x10\x20\x30" * LAMPS
NMEA = b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n"
WELCOME = Welcome(1, (1, 0, 0), LAMPS, 511, 252, Feature(0), 0, 0, 0, 2000, 3000)

MOST_ASKED = 30
"""Bytes: 12 knocks of two, and three questions of one, with some to spare; a frame is longer."""

STEP_S = 0.05


class Device:
    """Something on a pseudo-terminal, under a name that may be another's after it is replugged.

    Attributes:
        got: all that was written to it since it was plugged in.
    """

    def __init__(self, kind, name):
        self.say, self.name = partial(KINDS[kind], self), name
        self.kind, self.got, self.near, self.far = kind, b"", -1, -1
        self.decoder, self.chance, self.due_s = PacketDecoder(), random.Random(1), 0.0

    def plug(self, name=None):
        self.name = name or self.name
        self.near, self.far = os.openpty()
        tty.setraw(self.far)
        os.set_blocking(self.near, False)
        self.name.unlink(missing_ok=True)
        self.name.symlink_to(os.ttyname(self.far))
        self.got = b""

    def unplug(self):
        if self.near >= 0:
            os.close(self.near)
            os.close(self.far)
            self.near = -1
            self.name.unlink(missing_ok=True)

    def turn(self, now_s):
        if self.near < 0:
            return
        heard = b""
        with contextlib.suppress(BlockingIOError):
            heard = os.read(self.near, 65536)
        self.got += heard
        for said in self.say(heard, now_s):
            with contextlib.suppress(BlockingIOError):
                os.write(self.near, said)

    def is_due(self, now_s, every_s):
        """Return whether *every_s* have passed since this was last so."""
        is_due = now_s >= self.due_s
        if is_due:
            self.due_s = now_s + every_s
        return is_due


def _silent(device, heard, now_s):
    return []


def _boots(device, heard, now_s):
    """Say what a chip tells of its start at a speed of its own, each time it is opened."""
    return [device.chance.randbytes(40)] * (KNOCK in heard and device.is_due(now_s, 4.0))


def _gps(device, heard, now_s):
    return [NMEA] * device.is_due(now_s, 1.0)


def _garbage(device, heard, now_s):
    return [device.chance.randbytes(20)] * device.is_due(now_s, 0.3)


def _modem(device, heard, now_s):
    return [heard] * bool(heard)


def _sketch(device, heard, now_s):
    return [b"Ada\n"] * (b"Ada" not in device.got and device.is_due(now_s, 1.0))


def _wled(device, heard, now_s):
    return [b"WLED 2310130\r\n"] * (heard == b"v")


def _checked(device, heard, now_s):
    said = [encode(answer_of(WELCOME, 0))] * (KNOCK in heard)
    for packet in device.decoder.feed(heard):
        if isinstance(host_message_of(packet), Hello):
            said.append(encode(answer_of(WELCOME, packet.sequence)))
    return said


KINDS = {
    "silent": _silent, "boots": _boots, "gps": _gps, "garbage": _garbage, "modem": _modem,
    "sketch": _sketch, "wled": _wled, "checked": _checked,
}  # fmt: skip
OTHERS = ("gps", "garbage", "modem", "silent")
CONTROLLERS = ("sketch", "wled", "checked")


class Table:
    """A link on a clock that is moved by hand, and what is plugged in."""

    def __init__(self, folder, *kinds, is_named=False, protocol="auto"):
        self.devices = [Device(kind, folder / f"ttyUSB{at}") for at, kind in enumerate(kinds)]
        self.now_s = 50.0
        self.frame = FRAME
        self.link = ControllerLink(
            self.find, lambda: self.frame, LAMPS, 115200, lambda: self.now_s, protocol,
            is_named=is_named,
        )  # fmt: skip

    def find(self):
        return sorted(str(device.name) for device in self.devices if device.near >= 0)

    def run(self, seconds, is_so=lambda: False):
        end_s = self.now_s + seconds
        while self.now_s < end_s and not is_so():
            wait_s = self.link.step()
            for device in self.devices:
                device.turn(self.now_s)
            self.now_s += min(max(wait_s, 0.001), STEP_S)

    def serves(self, device):
        is_up = self.link.state is LinkState.CONNECTED
        return is_up and self.link.detail == str(device.name.readlink()).removeprefix("/dev/")


@pytest.fixture
def table(tmp_path):
    made = []

    def table(*kinds, **values):
        made.append(Table(tmp_path, *kinds, **values))
        return made[-1]

    yield table
    for each in made:
        each.link.close()
        for device in each.devices:
            device.unplug()


def is_lit(device):
    return b"Ada" in device.got or device.kind == "checked"


@pytest.mark.parametrize("controller", CONTROLLERS)
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("is_other_first", [True, False])
def test_the_controller_is_found_beside_another_device_which_gets_no_frame(
    table, controller, other, is_other_first
):
    kinds = (other, controller) if is_other_first else (controller, other)
    two = table(*kinds)
    for device in two.devices:
        device.plug()
    mine, others = two.devices[is_other_first], two.devices[not is_other_first]
    two.run(15.0, lambda: two.serves(mine))
    assert two.serves(mine)
    if controller != "checked":
        two.run(30.0)
        assert two.serves(mine)
    assert is_lit(mine)
    assert b"Ada" not in others.got
    assert len(others.got) <= MOST_ASKED * is_other_first


@pytest.mark.parametrize("controller", CONTROLLERS)
@pytest.mark.parametrize("other", OTHERS)
def test_a_controller_that_comes_later_is_found(table, controller, other):
    two = table(other, controller)
    others, mine = two.devices
    others.plug()
    two.run(20.0)
    mine.plug()
    before = len(others.got)
    two.run(15.0, lambda: two.serves(mine))
    assert two.serves(mine)
    assert is_lit(mine)
    if other != "silent":
        assert b"Ada" not in others.got
        assert len(others.got) <= MOST_ASKED
        return
    # It was alone, and may have been a sketch that says nothing: so it was lit meanwhile.
    assert b"Ada" in others.got
    after = len(others.got)
    assert after - before <= 7 * (6 + 3 * LAMPS)
    two.run(1.0)
    assert len(others.got) == after


@pytest.mark.parametrize("other", ["gps", "garbage", "modem"])
@pytest.mark.parametrize("sketch", ["silent", "boots"])
@pytest.mark.parametrize("is_other_first", [True, False])
def test_a_silent_sketch_is_taken_only_after_the_other_one_was_asked(
    table, other, sketch, is_other_first
):
    two = table(*((other, sketch) if is_other_first else (sketch, other)))
    for device in two.devices:
        device.plug()
    mine, others = two.devices[is_other_first], two.devices[not is_other_first]
    two.run(8.0, lambda: b"Ada" in mine.got)
    assert len(others.got) >= 2
    two.run(2.0)
    assert two.serves(mine)
    two.run(60.0)
    assert two.serves(mine)
    assert b"Ada" not in others.got
    assert len(others.got) <= MOST_ASKED


@pytest.mark.parametrize("other", ["gps", "garbage", "modem"])
def test_a_device_alone_that_says_something_else_is_asked_once_a_minute_and_never_lit(
    table, other
):
    one = table(other)
    one.devices[0].plug()
    one.run(300.0)
    assert one.link.state is LinkState.SEARCHING
    assert one.link.detail.startswith("no controller, but pts/")
    assert b"Ada" not in one.devices[0].got
    assert len(one.devices[0].got) <= MOST_ASKED * (1 + 300 / ASK_AGAIN_S)


def test_one_that_is_alone_and_silent_is_lit_after_three_seconds(table):
    one = table("silent")
    one.devices[0].plug()
    one.run(3.3)
    assert one.serves(one.devices[0])
    assert b"v" not in one.devices[0].got


def test_one_that_was_silent_and_begins_to_talk_is_left(table):
    two = table("silent", "silent")
    first, second = two.devices
    first.plug()
    second.plug()
    two.run(12.0)
    assert two.serves(first)
    first.say = partial(_gps, first)
    two.run(15.0)
    assert two.serves(second)
    assert first.got.count(b"Ada") <= 10


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("away_s", [0.0, 0.2, 3.0])
def test_two_that_come_back_under_each_others_names_are_told_apart(table, other, away_s):
    two = table(other, "wled")
    others, mine = two.devices
    others.plug()
    mine.plug()
    two.run(15.0, lambda: two.serves(mine))
    two.run(5.0)
    for _ in range(3):
        names = mine.name, others.name
        mine.unplug()
        others.unplug()
        two.run(away_s)
        mine.plug(names[1])
        others.plug(names[0])
        two.run(20.0, lambda: b"Ada" in mine.got)
        two.run(2.0)
        assert two.serves(mine)
        assert b"Ada" not in others.got
        assert len(others.got) <= MOST_ASKED


def test_every_order_of_four_devices_ends_at_the_one_that_answers(table):
    for kinds in itertools.permutations(("gps", "silent", "modem", "wled")):
        four = table(*kinds)
        for device in four.devices:
            device.plug()
        (mine,) = (device for device in four.devices if device.kind == "wled")
        four.run(25.0, lambda four=four, mine=mine: four.serves(mine))
        assert four.serves(mine), kinds
        for device in four.devices:
            assert device is mine or b"Ada" not in device.got
            assert device is mine or len(device.got) <= MOST_ASKED
        four.link.close()
        for device in four.devices:
            device.unplug()


@pytest.mark.parametrize("kind", [*OTHERS, "sketch"])
def test_a_port_that_was_named_is_the_controllers_whatever_it_says(table, kind):
    one = table(kind, is_named=True)
    one.devices[0].plug()
    one.run(3.5)
    assert one.serves(one.devices[0])
    assert is_lit(one.devices[0])
    assert b"v" not in one.devices[0].got.partition(b"Ada")[0]


@pytest.mark.parametrize(("port", "is_named"), [("auto", False), ("/dev/ttyUSB7", True)])
def test_only_a_port_that_nobody_named_is_doubted(monkeypatch, port, is_named):
    seen = []
    monkeypatch.setattr(devices, "_open_leds", lambda *_, **values: seen.append(values))
    devices.open_devices("pi", Config(leds=LedConfig(port=port)), lambda: 0.0, lambda: None)
    assert seen == [{"is_named": is_named}]
