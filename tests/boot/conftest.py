"""The disk that all machines boot from, and the one that needs nothing else to be started."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot.guest import START_S, UNIT, Guest
from tests.boot.image import TOOLS, Image, make_image, missing_packages

DISKS = {"data": "24M", "log": "256M", "replay": "24M"}
"""Empty disks of the bare machine, by their serial numbers."""

LINES = 2
"""Lines that lead out of the bare machine, for controllers."""

WAVE_HZ = 48_000
"""Of the bare machine's sound card."""


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """A disk as it is before the first start; a machine that keeps what it writes needs a copy."""
    if missing := missing_packages():
        pytest.exit(f"expected {', '.join(TOOLS)}: sudo apt install {' '.join(missing)}", 2)
    if os.geteuid() != 0:
        pytest.exit("expected to run as root, which owns what is on a disk: make test-boot", 2)
    image = make_image(tmp_path_factory.mktemp("image"))
    yield image
    # A gigabyte, of which pytest would keep three.
    image.disk.unlink()


@pytest.fixture(scope="session")
def table(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A table as it is installed, without a clock of its own, as it shows its first picture."""
    guest = Guest(image, tmp_path_factory.mktemp("table"), "-rtc", "base=1970-01-01T00:00:00")
    try:
        guest.boot()
        guest.mount_shares()
        guest.wait_for(f"systemctl is-active {UNIT}", START_S)
        yield guest
    finally:
        guest.cut_power()


@pytest.fixture(scope="session")
def bare(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A machine that starts nothing by itself.

    It has empty disks, lines for controllers, and a sound card whose sound is written to a file.
    """
    folder = tmp_path_factory.mktemp("bare")
    guest = Guest(image, folder, *_disks(folder), *_lines(folder), *_sound(folder), is_bare=True)
    try:
        guest.boot()
        guest.mount_shares()
        # That of the start is gone, and what makes a disk would wait for it.
        guest.run("/usr/lib/systemd/systemd-udevd --daemon")
        yield guest
    finally:
        guest.cut_power()


def _disks(folder: Path) -> list[str]:
    options = []
    for name, size in DISKS.items():
        file = folder / name
        subprocess.run(["truncate", f"--size={size}", file], check=True)
        drive = f"file={file},format=raw,if=none,id={name},cache=unsafe"
        options += ["-drive", drive, "-device", f"virtio-blk-pci,drive={name},serial={name}"]
    return options


def _lines(folder: Path) -> list[str]:
    options = ["-device", "virtio-serial-pci"]
    for number in range(LINES):
        name = f"controller{number}"
        socket = f"socket,id={name},path={folder}/{name},server=on,wait=off"
        options += ["-chardev", socket, "-device", f"virtserialport,chardev={name},name={name}"]
    return options


def _sound(folder: Path) -> list[str]:
    # A card without a volume of its own, which the kernel would leave at nothing.
    written = f"wav,id=sound,path={folder}/sound.wav,out.frequency={WAVE_HZ}"
    device = ["-device", "intel-hda", "-device", "hda-output,audiodev=sound,mixer=off"]
    return ["-audiodev", written, *device]
