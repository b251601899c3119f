"""Lamps at a USB port of the kernel, with the real firmware behind it, on a machine that boots.

The kernel's ``dummy_hcd`` is the host controller and the device at once, ``cdc-acm`` the driver
that an Arduino has.  Its bytes go over a line of the machine to the firmware on a simulated chip.
A cable is pulled and put back as the kernel sees it.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import shlex
import threading
import tty
from collections.abc import Iterator

import pytest

from tests.boot.conftest import LINES
from tests.boot.guest import PYTHON, Guest, GuestError
from tests.boot.inside.player import CYCLE_S
from tests.boot.played import PLAYER, Played
from tests.hardware.firmware import built_simulated
from tests.hardware.simavr import Chip

pytestmark = [pytest.mark.boot, pytest.mark.timeout(7200)]

CARRIER, HOLDER = "/run/carrier", "/run/holder"

GADGETS = "/sys/kernel/config/usb_gadget"
MAKE_CABLES = f"""
modprobe -a virtio_console libcomposite usb_f_acm
modprobe dummy_hcd num={LINES}
udevadm settle
cd {GADGETS}
for number in $(seq 0 {LINES - 1}); do
    mkdir controller$number
    (
        cd controller$number
        echo 0x2341 >idVendor
        echo 0x0043 >idProduct
        mkdir strings/0x409 configs/c.1 functions/acm.$number
        echo "controller $number" >strings/0x409/serialnumber
        ln -s functions/acm.$number configs/c.1
    )
done
"""
"""Arduinos by their numbers, so that the rules of udev apply."""


class Bridge:
    """Carries bytes between the machine's line and the chip's port, in a thread."""

    def __init__(self, guest: Guest, number: int, chip: Chip) -> None:
        self._line = guest.connect(f"controller{number}")
        self._port = os.open(chip.name, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._port)
        self._is_over = False
        self._thread = threading.Thread(target=self._carry)
        self._thread.start()

    def _carry(self) -> None:
        line = self._line.fileno()
        while not self._is_over:
            ready, _, _ = select.select([line, self._port], [], [], 0.2)
            for end in ready:
                data = os.read(end, 4096)
                if not data:
                    return
                os.write(self._port if end == line else line, data)

    def close(self) -> None:
        self._is_over = True
        self._thread.join()
        self._line.close()
        os.close(self._port)


class Cables(Played):
    """Two chips that can be plugged into the machine, and a program on it that lights them."""

    def __init__(self, guest: Guest, chips: list[Chip]) -> None:
        super().__init__(guest)
        self._chips = chips

    def plug(self, number: int) -> None:
        """Put a cable in; what it feeds starts."""
        self._chips[number].reset()
        self.guest.run(f"echo dummy_udc.{number} >{GADGETS}/controller{number}/UDC")

    def pull(self, number: int) -> None:
        self.guest.run(f"echo >{GADGETS}/controller{number}/UDC")

    def ports(self) -> set[str]:
        """Return the ports that the program has open."""
        said = self.guest.run(f"ls -l /proc/$(cat {PLAYER}.pid)/fd")
        return set(re.findall("/dev/ttyACM.*", said))

    def lit(self, number: int) -> list[int]:
        """Return the lamps of a chip that are lit at some time of their pattern."""
        shown = self._chips[number].shown
        before = len(shown)
        self.wait(CYCLE_S)
        lit = {
            at // 3
            for frame in shown[max(0, before - 1) :]
            for at, level in enumerate(frame.levels)
            if level
        }
        return sorted(lit)

    def expect_lit(self, number: int) -> None:
        """Wait until a chip's lamps are those that the program has."""
        wanted = self.told("lit")
        assert wanted, "a picture that lights some"
        self.expect(lambda: self.lit(number), wanted)


@pytest.fixture(scope="module")
def chips(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Chip]]:
    chips = [Chip(*built_simulated(tmp_path_factory)) for _ in range(LINES)]
    yield chips
    for chip in chips:
        chip.close()


@pytest.fixture(scope="module")
def plugs(bare: Guest, chips: list[Chip]) -> Iterator[Cables]:
    """The machine with both cables made, and nothing plugged in."""
    bare.run(MAKE_CABLES)
    bare.start(f"{PYTHON} -m tests.boot.inside.gadget 0 1", CARRIER)
    bridges = [Bridge(bare, number, chip) for number, chip in enumerate(chips)]
    for chip in chips:
        chip.start()
    yield Cables(bare, chips)
    for bridge in bridges:
        bridge.close()
    bare.run(f"kill $(cat {CARRIER}.pid)")
    assert bare.run(f"cat {CARRIER}.log") == ""


@pytest.fixture
def cables(plugs: Cables) -> Iterator[Cables]:
    """The program at its start, without a controller."""
    plugs.start()
    yield plugs
    plugs.stop()
    for number in range(LINES):
        with contextlib.suppress(GuestError):
            plugs.pull(number)


def test_pulled_and_put_back_the_game_goes_on_and_the_lamps_are_right(cables):
    cables.play("tap New game", "tap Alquerque", "tap Start the game")
    assert cables.ports() == set()
    cables.plug(0)
    cables.expect(cables.ports, {"/dev/ttyACM0"})
    assert cables.guest.run("readlink /dev/board-leds") == "ttyACM0"
    cables.expect_lit(0)
    cables.play("tap Confirm", "touch c2")
    cables.expect_lit(0)
    cables.pull(0)
    cables.expect(lambda: cables.told("link"), "lost")
    cables.play("touch c3", "tap Confirm")
    cables.plug(0)
    cables.expect(lambda: cables.told("link"), "connected")
    cables.expect_lit(0)
    assert cables.plies() == ["c2-c3"]
    for _ in range(3):
        cables.pull(0)
        cables.guest.run("sleep 0.5")
        cables.plug(0)
        cables.guest.run("sleep 1")
    cables.expect_lit(0)


def test_put_back_it_is_found_under_another_number(cables):
    cables.plug(0)
    cables.play("tap New game", "tap Alquerque", "tap Start the game", "tap Confirm")
    cables.expect(cables.ports, {"/dev/ttyACM0"})
    # Who else holds the port, and does not let it go, keeps its number taken.
    hold = "trap '' HUP; exec 3<>/dev/ttyACM0; exec sleep 1000"
    cables.guest.start(f"sh -c {shlex.quote(hold)}", HOLDER)
    cables.guest.wait_for(f"ls -l /proc/$(cat {HOLDER}.pid)/fd | grep -q ttyACM0", 60)
    cables.pull(0)
    cables.expect(cables.ports, set())
    cables.plug(0)
    cables.expect(cables.ports, {"/dev/ttyACM1"})
    cables.expect_lit(0)
    cables.guest.run(f"kill $(cat {HOLDER}.pid)")


def test_of_two_controllers_one_is_lit_and_the_other_takes_its_place(cables):
    cables.plug(0)
    cables.play("tap New game", "tap Alquerque", "tap Start the game", "tap Confirm")
    cables.expect_lit(0)
    cables.plug(1)
    cables.guest.run("udevadm settle")
    cables.play("touch c2")
    cables.expect_lit(0)
    assert cables.lit(1) == []
    assert cables.ports() == {"/dev/ttyACM0"}
    cables.pull(0)
    cables.expect_lit(1)
    cables.play("touch c3", "tap Confirm")
    cables.expect_lit(1)
    assert cables.plies() == ["c2-c3"]


def test_pulled_while_the_lamps_are_being_found_no_answer_is_lost(cables):
    cables.plug(0)
    cables.expect(lambda: cables.told("link"), "connected")
    cables.play("tap Settings", "tap Lamps", "tap Find the lamps", "tap Alquerque")
    cables.expect_lit(0)
    cables.play("tap Confirm")
    [lamp] = cables.told("lit")
    cables.pull(0)
    cables.expect(lambda: cables.told("link"), "lost")
    assert (cables.told("scene"), cables.told("lit")) == ("calibration", [lamp])
    cables.plug(0)
    cables.expect(lambda: cables.lit(0), [lamp])
    while cables.told("scene") == "calibration":
        cables.play("tap Confirm")
    assert cables.told("scene") == "calibrated"
    cables.expect_lit(0)
    assert len(cables.told("lit")) == 25
