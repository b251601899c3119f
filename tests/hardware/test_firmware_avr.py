import os
import re
import subprocess

import pytest

from tests.hardware.firmware import FIRMWARE, ONLY_SETTINGS, build, built

RAM = 2048
STACK = 256
"""Kept free for the stack."""

ALL = {"MAX_LAMPS": 256, "BUTTONS": 8, "COLUMNS": 16, "ROWS": 16}
"""All that can be wired to it."""


def sizes(folder):
    """Return the bytes of flash and of RAM that the firmware in *folder* takes."""
    done = subprocess.run(
        ["avr-size", folder / "firmware.elf"], capture_output=True, text=True, check=True
    )
    text, data, bss = map(int, done.stdout.splitlines()[1].split()[:3])
    return text + data, data + bss


@pytest.mark.parametrize("settings", [ALL, {}, {"BUTTONS": 0}], ids=["all", "default", "lamps"])
def test_the_firmware_fits_an_atmega328p_with_room_for_its_stack(tmp_path_factory, settings):
    folder = built(tmp_path_factory, "firmware", **settings)
    flash, ram = sizes(folder)
    assert ram <= RAM - STACK
    # The bootloader of an Uno takes 512 bytes, that of a Nano 2048.
    assert flash <= 32768 - 2048
    assert (folder / "firmware.hex").stat().st_size > flash


def test_more_lamps_than_the_ram_holds_do_not_fit(tmp_path):
    with pytest.raises(AssertionError, match="max_lamps_leaves_room_for_the_stack"):
        build("firmware", tmp_path, MAX_LAMPS=300, BUTTONS=8, COLUMNS=16, ROWS=16)


def test_flashing_keeps_the_settings_of_what_was_built_unless_it_is_given_others(
    tmp_path, monkeypatch
):
    avrdude = tmp_path / "bin" / "avrdude"
    avrdude.parent.mkdir()
    avrdude.write_text("#!/bin/sh\n")
    avrdude.chmod(0o755)
    monkeypatch.setenv("PATH", f"{avrdude.parent}:{os.environ['PATH']}")
    firmware = build("firmware", tmp_path, MAX_LAMPS=81, CAP_MA=1500) / "firmware.hex"
    built = firmware.read_bytes()
    build("shell", tmp_path, **ONLY_SETTINGS)
    build("flash", tmp_path)
    assert firmware.read_bytes() == built
    build("flash", tmp_path, MAX_LAMPS=81, CAP_MA=1600)
    assert firmware.read_bytes() != built


@pytest.mark.parametrize(("settings", "pattern"), [(ALL, "keeps (\\d+)"), ({}, "and (\\d+) with")])
def test_the_ram_that_is_told_is_what_it_takes(tmp_path_factory, settings, pattern):
    text = (FIRMWARE / "README.md").read_text()
    limit = int(re.search(pattern, text)[1])
    _, ram = sizes(built(tmp_path_factory, "firmware", **settings))
    # Compilers differ by a few bytes.
    assert abs(ram - limit) <= 16
