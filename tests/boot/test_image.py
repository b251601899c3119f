"""What ``make image`` builds: written onto a card, switched on, played, and its plug pulled.

``make test-boot`` runs it, as root; nothing else does.  The tests are the steps of a card's first
days, in this order: each needs what the ones before it left behind.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match.entries import PlyEntry
from companion.storage.journal import parse_journal
from tests.boot.guest import FAST, Guest, GuestError
from tests.checkout import ROOT
from tools.image import DATA_MIB, FAT_MIB, debian_root
from tools.roots import System

pytestmark = [pytest.mark.boot, pytest.mark.timeout(7200)]

TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "mcopy": "mtools",
    "qemu-system-x86_64": "qemu-system-x86",
}
"""Commands and the packages that bring them."""

UEFI = Path("/usr/share/OVMF/OVMF_CODE_4M.fd")
UNIT = "board-companion.service"
SAVES = "/var/lib/board-companion"
SETTINGS = "board-companion.txt"
CARD_GIB = 4
START_S = 1500
SHELL_WORDS = (
    "systemd.debug_shell=ttyS1 console=ttyS0 mitigations=off no_timer_check efi=noruntime "
    "systemd.default_device_timeout_sec=900"
)
"""The root shell by which a test looks around; all else is as it was flashed.

Beside other work the emulated timer may miss what the kernel expects of it at its start, and
a disk what systemd does; the emulated firmware takes minutes over its variables.
"""


class Flashed(Guest):
    """A PC that starts from the stick *disk*, by BIOS or by UEFI."""

    def __init__(self, disk: Path, folder: Path, *, by_uefi: bool) -> None:
        firmware = ["-drive", f"if=pflash,unit=0,format=raw,readonly=on,file={UEFI}"]
        self.switch_on(
            folder,
            *FAST, "-machine", "q35", *(firmware if by_uefi else ()),
            "-device", "qemu-xhci", "-device", "usb-storage,drive=stick,bootindex=1",
            "-drive", f"file={disk},format=raw,if=none,id=stick",
        )  # fmt: skip


class Stick:
    """A stick of some gigabytes, and the PC that runs from it now."""

    def __init__(self, image: Path, folder: Path) -> None:
        self.disk = folder / "stick"
        subprocess.run(["cp", "--sparse=always", image, self.disk], check=True)
        os.truncate(self.disk, CARD_GIB << 30)
        self.folder = folder
        self.boots = 0
        self.guest: Flashed | None = None
        grub = folder / "grub.cfg"
        self.mtools("mcopy", "::/grub/grub.cfg", grub)
        words = grub.read_text()
        assert " quiet " in words
        grub.write_text(words.replace(" quiet ", f" quiet {SHELL_WORDS} "))
        self.mtools("mcopy", "-o", grub, "::/grub/grub.cfg")

    def mtools(self, command: str, *arguments: object) -> None:
        """Do something with the files of the FAT partition, as a person's computer does."""
        subprocess.run(
            [command, "-i", f"{self.disk}@@1M", *map(str, arguments)], check=True,
            env={**os.environ, "MTOOLS_SKIP_CHECK": "1"},
        )  # fmt: skip

    def settings(self, text: str) -> None:
        """Write the settings file anew."""
        file = self.folder / SETTINGS
        file.write_text(text, encoding="utf-8")
        self.mtools("mcopy", "-o", file, f"::/{SETTINGS}")

    def root_end(self) -> int:
        """Return the byte with which the partition of the saves begins."""
        with self.disk.open("rb") as file:
            table = file.read(512)[446:510]
        return int.from_bytes(table[32 + 8 : 32 + 12], "little") * 512

    def switch_on(self, *, by_uefi: bool = False) -> Flashed:
        """Start the PC and wait for the program."""
        self.boots += 1
        folder = self.folder / f"boot-{self.boots}"
        folder.mkdir()
        self.guest = Flashed(self.disk, folder, by_uefi=by_uefi)
        self.guest.boot()
        self.guest.wait_for(f"systemctl is-active {UNIT}", START_S)
        return self.guest

    def cut_power(self) -> None:
        """Pull the plug."""
        if self.guest:
            self.guest.cut_power()
            self.guest = None

    def plies(self) -> list[str]:
        """Return the plies that are on the stick."""
        data = self.guest.run(f"cat {SAVES}/current.journal") + "\n"
        contents = parse_journal(data.encode())
        assert contents.damage is None, contents.damage
        return [entry.text for entry in contents.entries if isinstance(entry, PlyEntry)]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The image of a stick, built as anybody builds it."""
    missing = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    missing += [] if UEFI.exists() else ["ovmf"]
    if missing:
        pytest.exit(
            f"expected what a card is tested with: sudo apt install {' '.join(missing)}", 2
        )
    if os.geteuid() != 0:
        pytest.exit("expected to run as root, which owns what is on a card: make test-boot", 2)
    folder = tmp_path_factory.mktemp("image")
    build_image(folder)
    made = folder / "board-companion-amd64.img"
    yield made
    made.unlink()


def build_image(folder: Path, **environment: str) -> None:
    """Build the image into *folder*, and the program's own packages unless they are there."""
    packages = folder / "debian-13-amd64"
    given = ["--packages", packages] if packages.exists() else []
    subprocess.run(
        [sys.executable, "-B", "-m", "tools.image", "amd64", "--raw", "--into", folder, *given],
        cwd=ROOT, check=True, env={**os.environ, **environment},
    )  # fmt: skip


@pytest.fixture(scope="module")
def rehearsal(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what the program shows without a screen, on the same system."""
    system = System(debian_root("amd64"), tmp_path_factory.mktemp("system"), is_alone=True)
    shutil.copytree(image.parent / "debian-13-amd64", system.file("/packages"))
    shutil.copy(Path(__file__).with_name("rehearsal.py"), system.file("/packages"))
    script = """
    dpkg --install /packages/*.deb
    mkdir /rehearsal
    /usr/lib/board-companion/bin/python -I /packages/rehearsal.py /rehearsal
    """
    log = system.scratch / "log"
    with log.open("w") as said:
        ended = system.run("root", "sh", "-euc", script, log=said)
    assert ended == 0, log.read_text()[-4000:]
    return system.file("/rehearsal")


@pytest.fixture(scope="module")
def stick(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stick]:
    """A stick to which the image was written, with the devices of a table in its settings."""
    stick = Stick(image, tmp_path_factory.mktemp("stick"))
    # With a language, or the first start would ask for one.
    stick.settings('[devices]\nbackend = "pi"\n[screen]\nlanguage = "en"\n')
    yield stick
    stick.cut_power()
    stick.disk.unlink()


def play(stick: Stick, rehearsal: Path, evening: int) -> None:
    """Look at the screen and touch it, over and over, as in an evening of the rehearsal."""
    evenings = json.loads((rehearsal / "evenings.json").read_text())
    for number, touched in enumerate(evenings[evening], sum(map(len, evenings[:evening]))):
        stick.guest.expect_picture(rehearsal / f"{number:02}.png")
        if touched:
            stick.guest.touch(*touched)


def test_a_pc_with_uefi_starts_from_it_and_shows_the_program(stick):
    guest = stick.switch_on(by_uefi=True)
    guest.run("test -d /sys/firmware/efi")
    assert guest.run(f"systemctl show -P User {UNIT}") == "board-companion"


def test_nothing_else_has_failed(stick):
    # Beside other work the program may be too slow for its unit at first, and starts again.
    assert stick.guest.run("systemctl --failed --no-legend --plain") == ""


def test_saves_alone_are_written_to_the_stick(stick):
    mounts = stick.guest.run("cat /proc/mounts")
    written = re.findall(r"^/dev/(\S+) (\S+) (\S+) rw,", mounts, re.MULTILINE)
    assert [(place, kind) for _, place, kind in written] == [(SAVES, "ext4")]
    assert re.search("^overlayroot / overlay rw,", mounts, re.MULTILINE), mounts


def test_saves_have_all_the_room_of_the_stick(stick):
    size = int(stick.guest.run(f"df --block-size=1M --output=size {SAVES} | tail -1"))
    room = CARD_GIB * 1024 - stick.root_end() / 2**20
    assert size > room * 0.9 > DATA_MIB * 2


def test_radio_is_off(stick):
    assert (
        stick.guest.run("modprobe rfkill && cat /sys/module/rfkill/parameters/default_state")
        == "0"
    )


def test_a_touch_leads_to_a_ply_on_the_stick(stick, rehearsal):
    play(stick, rehearsal, 0)
    assert stick.plies() == ["c2-c3"]


def test_after_a_power_cut_a_pc_with_bios_has_the_same_game(stick, rehearsal):
    stick.cut_power()
    guest = stick.switch_on()
    with pytest.raises(GuestError):
        guest.run("test -d /sys/firmware/efi")
    assert stick.plies() == ["c2-c3"]
    play(stick, rehearsal, 1)
    assert stick.plies() == ["c2-c3", "c4xc2"]


def test_nonsense_in_the_settings_is_told_in_one_line_and_the_game_stays(stick):
    stick.cut_power()
    text = '[devices]\nbackend = "a door"\n[screen]\nlanguage = "de"\n'
    stick.settings(text)
    guest = stick.switch_on()
    said = guest.run(f"journalctl -b -o cat -u {UNIT}")
    [line] = [line for line in said.splitlines() if "devices.backend" in line]
    # In the language of the same file.
    assert "auto oder pi oder sim" in line and "'a door'" in line and "config.toml" in line
    assert stick.plies() == ["c2-c3", "c4xc2"]
    assert guest.run(f"cat /boot/firmware/{SETTINGS}") == text.strip()


def test_the_system_is_to_the_byte_as_it_was_flashed(stick, image):
    stick.cut_power()
    begin = (1 + FAT_MIB) << 20
    subprocess.run(
        ["cmp", f"--ignore-initial={begin}", f"--bytes={stick.root_end() - begin}", image,
         stick.disk],
        check=True,
    )  # fmt: skip


@pytest.mark.slow
def test_two_builds_are_the_same_to_the_byte(image, tmp_path):
    shutil.copytree(image.parent / "debian-13-amd64", tmp_path / "debian-13-amd64")
    build_image(tmp_path, ROOTS_CACHE=str(tmp_path / "roots"))
    again = tmp_path / image.name
    subprocess.run(["cmp", image, again], check=True)
