"""One evening on a machine that boots: Debian 13 in QEMU, installed as on a card.

``make test-boot`` runs it, as root; nothing else does.  The tests are the steps of the
evening, in this order: each needs what the ones before it left behind.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match.entries import PlyEntry
from companion.storage.journal import parse_journal
from tests.boot.guest import START_S, UNIT, Guest, GuestError
from tests.boot.image import CHECKOUT, PIP, Image
from tests.checkout import ROOT

pytestmark = pytest.mark.boot

JOURNAL = "/var/lib/board-companion/current.journal"
ENVIRONMENT = " ".join(
    f"{name}={value}" for name, value in {**PIP, "COMPANION_COMPILED": "no"}.items()
)


class Evening:
    """The machine that is on now, and the rehearsal that tells what it has to show."""

    def __init__(self, image: Image, folder: Path) -> None:
        self.image = image
        self._folder = folder
        self._evenings = json.loads((image.rehearsal / "evenings.json").read_text())
        self._done = 0
        self._boots = 0
        self.guest = self._switch_on()

    def _switch_on(self) -> Guest:
        self._boots += 1
        folder = self._folder / f"boot-{self._boots}"
        folder.mkdir()
        guest = Guest(self.image, folder, is_kept=True)
        try:
            guest.boot()
        except GuestError:
            guest.cut_power()
            raise
        return guest

    def cut_power_and_switch_on(self) -> None:
        """Pull the plug, and put it in again."""
        self.guest.cut_power()
        self.guest = self._switch_on()

    def play(self, part: int) -> None:
        """Look at the screen and touch it, over and over, as in a part of the rehearsal."""
        for place in self._evenings[part]:
            self.expect_picture()
            if place:
                self.guest.touch(*place)

    def expect_picture(self) -> None:
        """Wait until the screen shows the next picture of the rehearsal."""
        self.guest.expect_picture(self.image.rehearsal / f"{self._done:02}.png")
        self._done += 1

    def plies(self) -> list[str]:
        """Return the plies that are on the disk."""
        data = self.guest.run(f"sync; cat {JOURNAL}") + "\n"
        contents = parse_journal(data.encode())
        assert contents.damage is None, contents.damage
        return [entry.text for entry in contents.entries if isinstance(entry, PlyEntry)]


@pytest.fixture(scope="module")
def evening(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The machine as it is switched on for the first time."""
    folder = tmp_path_factory.mktemp("boot")
    disk = folder / "disk"
    subprocess.run(["cp", "--sparse=always", image.disk, disk], check=True)
    evening = Evening(image._replace(disk=disk), folder)
    yield evening
    evening.guest.cut_power()
    disk.unlink()


def test_the_card_starts_with_the_program(evening):
    guest = evening.guest
    guest.wait_for(f"systemctl is-active {UNIT}", START_S)
    # A unit of this type is active once the program has sent READY.
    shown = guest.run(f"systemctl show -p Type,User {UNIT}").splitlines()
    assert sorted(shown) == ["Type=notify", "User=board-companion"]
    log = guest.run(f"journalctl -b -o cat -u {UNIT}")
    # A machine that is emulated beside other work may be too slow for the unit at first.
    assert set(re.findall("Failed with result '(.*)'", log)) <= {"timeout", "watchdog"}, log
    assert guest.run("systemctl is-active getty@tty1.service || true") == "inactive"


def test_what_is_on_the_screen_is_the_program_s(evening):
    state = evening.guest.run("cat /sys/kernel/debug/dri/0/state")
    plane = re.search(r"plane\[\d+\]: plane-0\n\s+crtc=crtc-0\n\s+fb=\d+\n\s+(.*)", state)
    name = evening.guest.run(f"cat /proc/$(systemctl show -P MainPID {UNIT})/comm")
    assert plane and plane[1] == f"allocated by = {name}", state


def test_each_touch_shows_what_it_shows_without_a_machine(evening):
    evening.play(0)


def test_the_ply_is_on_the_disk(evening):
    assert evening.plies() == ["c2-c3"]


def test_after_a_power_cut_the_game_goes_on(evening):
    guest = evening.guest
    # A version is on trial, which ends once it is up.
    guest.run("cd /opt/board-companion && one=$(ls program) && echo $one $one 0 >trial && sync")
    evening.cut_power_and_switch_on()
    evening.guest.wait_for(f"systemctl is-active {UNIT}", START_S)
    evening.guest.wait_for("! test -e /opt/board-companion/trial", 60)
    assert evening.plies() == ["c2-c3"]
    evening.play(1)
    assert evening.plies() == ["c2-c3", "c4xc2"]


def test_installing_again_on_the_running_machine_starts_it_anew(evening):
    guest = evening.guest
    guest.run("touch /tmp/before")
    before = guest.run(f"systemctl show -P MainPID {UNIT}")
    said = guest.run(f"{ENVIRONMENT} make -C {CHECKOUT} install", 600)
    puts = re.findall("^ +put ", (ROOT / "systemd/install.sh").read_text(), re.MULTILINE)
    assert said.count("is up to date") == len(puts)
    guest.wait_for(f"systemctl is-active {UNIT}", START_S)
    assert guest.run(f"systemctl show -P MainPID {UNIT}") != before
    assert evening.plies() == ["c2-c3", "c4xc2"]
    # The checkout is a person's, and this ran as root.
    assert guest.run(f"find {CHECKOUT} -newer /tmp/before") == ""


def test_uninstalling_leaves_the_games_the_settings_and_the_user(evening):
    guest = evening.guest
    guest.run(f"make -C {CHECKOUT} uninstall", 120)
    listing = guest.run(
        f"find / -xdev -iname '*board-companion*' -not -path '{CHECKOUT}*' -not -path '/proc/*'"
    )
    assert set(listing.splitlines()) == {"/var/lib/board-companion", "/etc/board-companion"}
    assert "c4xc2" in evening.plies()
    assert guest.run("getent passwd board-companion").startswith("board-companion:")
    assert guest.run("systemctl list-units --all --no-legend 'board-companion*'") == ""
    assert guest.run("systemctl is-active getty@tty1.service") == "active"
    with pytest.raises(GuestError):
        guest.run("pgrep -f companion.cli")
