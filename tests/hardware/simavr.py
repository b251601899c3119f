"""The real firmware on a simulated chip; `simavr_table.c` is the program that runs it."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from typing import NamedTuple

PATIENCE_S = 30


class Shown(NamedTuple):
    """A frame that left the chip: when its last bit was over, in simulated time."""

    at_us: int
    longest_pause_cycles: int
    deepest: int
    levels: bytes


class Chip:
    """
    A chip with the firmware, its serial port on a pseudo-terminal, and its lamps.

    Args:
        slowness: how much slower than the clock on the wall it runs; 0 for only as far
            as `run_until` says.
    """

    def __init__(self, program, firmware, slowness=1):
        self.process = subprocess.Popen(
            [program, firmware, str(slowness)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.shown = []
        self.complaints = []
        self._answers = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.name = self._answers.get(timeout=PATIENCE_S)

    def start(self):
        """Let the chip begin; opening its port has to come first, or its HELLO is lost."""
        self._order("")

    def reset(self):
        self._order("reset")

    def cut(self):
        """Pull the cable; the chip has its own supply."""
        self.name = None
        self._order("cut")

    def plug(self):
        self._order("plug")
        self.name = self._answers.get(timeout=PATIENCE_S)

    def button(self, number, is_down):
        """Press a button that is wired to the chip, or let it go."""
        self._order(f"button {number} {is_down:d}")

    def site(self, column, row, is_occupied):
        """Put something on a sensor of the matrix, or take it off."""
        self._order(f"site {column} {row} {is_occupied:d}")

    def run_until(self, at_us, host_bytes=0):
        """
        Run, once *host_bytes* of the host have come since the start; return how many it has sent.
        """
        self._order(f"{at_us} {host_bytes}")
        return int(self._answers.get(timeout=PATIENCE_S))

    def wait_for(self, levels):
        """Wait until the lamps have taken *levels*."""
        end_s = time.monotonic() + PATIENCE_S
        while not any(shown.levels == levels for shown in self.shown):
            assert time.monotonic() < end_s, "the lamps never showed it"
            time.sleep(0.005)

    def close(self):
        self.process.stdin.close()
        self._reader.join()
        self.process.stdout.close()
        assert self.process.wait(PATIENCE_S) == 0

    def _order(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def _read(self):
        for line in self.process.stdout:
            what, *rest = line.split()
            if what == "frame":
                at_us, pause, deepest, levels = rest
                rgb = bytearray.fromhex(levels)
                rgb[0::3], rgb[1::3] = rgb[1::3], rgb[0::3]
                self.shown.append(Shown(int(at_us), int(pause), int(deepest), bytes(rgb)))
            elif what in ("pty", "at"):
                self._answers.put(rest[-1])
            elif what in ("bad", "the"):
                self.complaints.append(line)
