"""Plays the button cases on the kernel's simulated pins, and notes what the program reports.

    python -m tests.boot.inside.pins lay            makes the pins, all buttons up
    python -m tests.boot.inside.pins remove         takes them away again
    python -m tests.boot.inside.pins cases UP FILE  UP: 1 for pull-up; FILE gets what came of each
    python -m tests.boot.inside.pins finger         moves contacts as its input says

The fingers are a process of their own, so that they do not wait for the program under test.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import struct
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from hardware.buttons import GpioButtons
from tests.hardware.button_cases import CASES, LONG_S, PINS, ButtonCase

CONFIGFS = Path("/sys/kernel/config/gpio-sim/table")
LINES = 32
CHIP = Path("/dev/gpiochip0")
LEVELS = ("pull-down", "pull-up")

CPUINFO = Path("/run/cpuinfo")
REVISION = "Revision\t: a02082\n"
"""The Raspberry Pi 3 B, whose header gpiozero is to know on a machine that is no Pi."""

GPIO_V2_GET_LINEINFO_IOCTL = 0xC100B405
BIAS_PULL_UP, BIAS_PULL_DOWN = 1 << 8, 1 << 9
"""Source: Linux, include/uapi/linux/gpio.h."""


_libc = ctypes.PyDLL(None)


def lay() -> None:
    """Make the chip as chip 0, with every contact open, and have gpiozero take this for a Pi."""
    bank = CONFIGFS / "bank"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(LINES))
    (CONFIGFS / "live").write_text("1")
    CPUINFO.write_text(Path("/proc/cpuinfo").read_text() + REVISION)
    subprocess.run(["mount", "--bind", CPUINFO, "/proc/cpuinfo"], check=True)
    for number in PINS.values():
        set_level(number, True)


def remove() -> None:
    """Have no pins any more."""
    subprocess.run(["umount", "/proc/cpuinfo"], check=True)
    (CONFIGFS / "live").write_text("0")
    (CONFIGFS / "bank").rmdir()
    CONFIGFS.rmdir()


def _pull_file(number: int) -> Path:
    device = (CONFIGFS / "dev_name").read_text().strip()
    chip = (CONFIGFS / "bank" / "chip_name").read_text().strip()
    return Path("/sys/devices/platform", device, chip, f"sim_gpio{number}", "pull")


def set_level(number: int, is_high: bool) -> None:
    """Have the line *number* at a level, as a finger or a resistor does."""
    _pull_file(number).write_text(LEVELS[is_high])


def bias_of(number: int) -> str:
    """Return which resistor the kernel was asked for at the line *number*."""
    info = bytearray(256)
    struct.pack_into("I", info, 64, number)
    descriptor = os.open(CHIP, os.O_RDWR)
    try:
        fcntl.ioctl(descriptor, GPIO_V2_GET_LINEINFO_IOCTL, info)
    finally:
        os.close(descriptor)
    (flags,) = struct.unpack_from("Q", info, 72)
    return "up" if flags & BIAS_PULL_UP else "down" if flags & BIAS_PULL_DOWN else "none"


def move_fingers(orders: Iterable[str]) -> None:
    """Take a time on the monotonic clock, a line and a level from each of *orders*."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    files = {number: os.open(_pull_file(number), os.O_WRONLY) for number in PINS.values()}
    print("ready", flush=True)
    for order in orders:
        at_s, number, level = order.split()
        time.sleep(max(0.0, float(at_s) - time.monotonic()))
        os.pwrite(files[int(number)], LEVELS[int(level)].encode(), 0)


class Hand:
    """The fingers of a player, in a process of their own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.boot.inside.pins", "finger"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None and self._process.stdin is not None
        self._orders = self._process.stdin
        self._process.stdout.readline()

    def play(self, case: ButtonCase, pull_up: bool, start_s: float) -> None:
        """Move contacts as in *case*, which starts at *start_s*."""
        for edge in case.edges:
            level = int(edge.is_down is not pull_up)
            self._orders.write(f"{start_s + edge.at_s} {PINS[edge.button]} {level}\n")
        self._orders.flush()


def reported_in(case: ButtonCase, pull_up: bool, hand: Hand) -> dict[str, object]:
    """Return what the program's buttons report in *case*."""
    for button, number in PINS.items():
        set_level(number, pull_up is (button is not case.stuck))
    buttons = GpioButtons(PINS, pull_up, LONG_S)
    biases = {bias_of(number) for number in PINS.values()}
    start_s = time.monotonic() + 0.2
    hand.play(case, pull_up, start_s)
    presses = []
    while time.monotonic() < start_s + case.until_s:
        if case.is_late:
            # Unlike time.sleep it keeps all other threads from running, as drawing does.
            _libc.usleep(int(case.tick_s * 1e6))
        else:
            time.sleep(case.tick_s)
        presses += buttons.presses(time.monotonic())
    result = {
        "presses": [(press.button.value, press.is_long) for press in presses],
        "held": sorted(button.value for button in buttons.held()),
        "problem": buttons.problem(),
        "biases": sorted(biases),
    }
    buttons.close()
    return result


def do_task(task: str, *rest: str) -> None:
    if task == "lay":
        lay()
    elif task == "remove":
        remove()
    elif task == "finger":
        move_fingers(sys.stdin)
    else:
        hand = Hand()
        pull_up, file = bool(int(rest[0])), Path(rest[1])
        results = {name: reported_in(case, pull_up, hand) for name, case in CASES.items()}
        file.write_text(json.dumps(results))


if __name__ == "__main__":
    do_task(*sys.argv[1:])
