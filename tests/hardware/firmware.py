"""The core of the firmware, built for this machine, as the tests talk to it."""

from __future__ import annotations

import enum
import os
import subprocess
from pathlib import Path

from hardware.checked.messages import message_of, packet_of
from hardware.checked.packets import PacketDecoder, encode
from tests.needs import need
from tests.once import made_once


class ControllerStatus(enum.IntFlag):
    """What a controller tells with each ACK: lamps dimmed by its current cap, bytes lost."""

    LIMITED = 0x01
    OVERRUN = 0x02


ONLY_SETTINGS = {"SANITIZE": ""}
"""For what is only asked how it was built: without sanitizers it is built in half the time."""

FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"

COMPILERS = {
    "host": "compiler", "shell": "compiler", "fuzz-guided": "fuzzer",
    "firmware": "firmware compiler", "flash": "firmware compiler",
}  # fmt: skip
"""What each target needs, as `tests.needs` calls it."""


def built(factory, target, **settings):
    """Return a folder of this run with *target* of the firmware, made there with *settings*."""
    name = "-".join([target, *(f"{key}-{value}" for key, value in settings.items())])
    return made_once(factory, name, lambda folder: build(target, folder, **settings))


def build(target, folder, **settings):
    """Make *target* of the firmware with *settings* in *folder*, which is returned."""
    need(COMPILERS[target])
    goal = folder / target if target == "shell" else target
    given = [f"{name}={value}" for name, value in settings.items()]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run(
        ["make", "-C", FIRMWARE, f"BUILD={folder}", *given, goal],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


def build_table(folder):
    """Make the program that runs the firmware on a simulated chip, ``table``, in *folder*."""
    need("chip")
    source = Path(__file__).with_name("simavr_table.c")
    flags = ["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O2", "-I/usr/include/simavr"]
    libraries = ["-lsimavr", "-lelf"]
    done = subprocess.run(
        ["gcc", *flags, source, *libraries, "-o", folder / "table"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def built_simulated(factory):
    """Return what a `tests.hardware.simavr.Chip` needs: the program and the largest firmware."""
    need("firmware compiler", "chip")
    largest = built(factory, "firmware", BUTTONS=8, COLUMNS=16, ROWS=16, CAP_MA=20000)
    return made_once(factory, "simavr-table", build_table) / "table", largest / "firmware.elf"


class Shell:
    """A controller that is driven by commands; `host/shell.c` tells which."""

    def __init__(self, program):
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.frames = []
        self.numbers = []
        self.greeting = self._answers()

    def do(self, command):
        """Return the messages that *command* makes the controller send."""
        self._process.stdin.write(command + "\n")
        return self._answers()

    def receive(self, wire):
        return self.do(f"receive {wire.hex()}")

    def say(self, message, sequence):
        return self.receive(encode(packet_of(message, sequence)))

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait(60) == 0

    @property
    def lamps(self):
        """What the lamps show."""
        return self.frames[-1]

    def _answers(self):
        answers = []
        while (line := self._process.stdout.readline()) != "done\n":
            what, _, data = line.partition(" ")
            assert what in ("sent", "lamps"), f"the controller ended: {line!r}"
            if what == "lamps":
                self.frames.append(bytes.fromhex(data))
                continue
            (packet,) = PacketDecoder().feed(bytes.fromhex(data))
            self.numbers.append(packet.sequence)
            answers.append(message_of(packet))
        return answers
