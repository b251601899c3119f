"""Fingers on a touchscreen of the kernel, by uinput, on a table as it is installed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match.entries import PlyEntry
from companion.storage.journal import parse_journal
from tests.boot.guest import CHECKED_OUT, PYTHON, START_S, UNIT, Guest
from tests.boot.image import SETTINGS, Image
from tests.boot.rehearsal import TURNED

pytestmark = [pytest.mark.boot, pytest.mark.timeout(7200)]

SAVES = "/var/lib/board-companion"
CONFIG = "/etc/board-companion/config.toml"
FIFO = "/run/touchscreen"
MODULE = "tests.boot.inside.touchscreen"


class Panel:
    """A touchscreen that can be unplugged, and the pictures that it is to lead to."""

    def __init__(self, guest: Guest, rehearsal: Path, rotation: int = 0) -> None:
        self.guest = guest
        self._pictures = rehearsal / f"turned-{rotation}" if rotation else rehearsal
        self._rotation = rotation
        self.places = json.loads((self._pictures / "evenings.json").read_text())[0]

    def start(self) -> None:
        """Start the program with a screen turned so, and nothing saved."""
        config = f"{SETTINGS}rotation = {self._rotation}\n"
        self.guest.run(f"systemctl stop {UNIT}")
        self.guest.run(f"rm -rf {SAVES}/* && printf '{config}' >{CONFIG}")
        self.guest.run(f"systemctl start --no-block {UNIT}")
        self.guest.wait_for(f"systemctl is-active {UNIT}", START_S)

    def plug(self) -> None:
        """Plug it in, and leave SDL the time to notice."""
        where = f"--collect --working-directory={CHECKED_OUT}"
        self.guest.run(f"rm -f {FIFO}")
        self.guest.run(f"systemd-run --unit=touchscreen {where} {PYTHON} -m {MODULE} {FIFO}")
        self.guest.wait_for(f"test -p {FIFO} && udevadm settle && sleep 3", 60)

    def unplug(self) -> None:
        self.guest.run("systemctl stop touchscreen")

    def report(self, *reports: str) -> None:
        """Do what *reports* say, with a moment after each."""
        lines = "; sleep 0.3; ".join(f"echo '{report}'" for report in reports)
        self.guest.run(f"( {lines} ) >{FIFO}")

    def touch(self, number: int, finger: int = 0) -> None:
        """Put a finger where the picture *number* is touched, and lift it."""
        x, y = self.places[number]
        self.report(f"{finger} {x} {y}", f"{finger} up")

    def expect(self, number: int) -> None:
        """Wait until the screen shows the picture *number*."""
        self.guest.expect_picture(self._pictures / f"{number:02}.png", self._rotation)

    def plies(self) -> list[str]:
        """Return the plies that are saved."""
        data = self.guest.run(f"cat {SAVES}/current.journal") + "\n"
        contents = parse_journal(data.encode())
        assert contents.damage is None, contents.damage
        return [entry.text for entry in contents.entries if isinstance(entry, PlyEntry)]


@pytest.fixture(scope="module")
def panel(table: Guest, image: Image) -> Iterator[Panel]:
    """A touchscreen that is not plugged in yet, while the program shows its first picture."""
    table.run("modprobe uinput")
    panel = Panel(table, image.rehearsal)
    panel.start()
    yield panel
    panel.unplug()


def test_a_touchscreen_that_appears_after_the_start_is_taken(panel):
    panel.expect(0)
    panel.plug()
    for number in range(4):
        panel.touch(number, finger=number)
        panel.expect(number + 1)


def test_of_two_fingers_only_the_first_counts(panel):
    x, y = panel.places[4]
    other_x, other_y = panel.places[6]
    panel.report(f"0 {x} {y}; 1 {other_x} {other_y}", "0 up; 1 up")
    panel.expect(5)
    x, y = panel.places[5]
    # One right behind the other: after a quarter of a second it would be another touch.
    panel.report(f"0 {x} {y}\n1 {other_x} {other_y}", "1 up", "0 up")
    panel.expect(6)


def test_unplugged_under_a_finger_it_works_again_once_it_is_back(panel):
    panel.report("0 400 30")
    panel.unplug()
    panel.plug()
    panel.touch(6)
    panel.expect(7)
    assert panel.plies() == ["c2-c3"]


@pytest.mark.parametrize("rotation", TURNED)
def test_on_a_turned_screen_picture_and_touch_agree(panel, image, rotation):
    turned = Panel(panel.guest, image.rehearsal, rotation)
    turned.start()
    for number, place in enumerate(turned.places):
        turned.expect(number)
        if place:
            turned.touch(number)
    assert turned.plies() == ["c2-c3"]
