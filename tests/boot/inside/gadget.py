"""The device end of the emulated USB cables: carries bytes between each and a line to the host.

    python -m tests.boot.inside.gadget NUMBER...

The kernel's ``dummy_hcd`` joins a USB host with a USB device in the same machine: the program
opens ``/dev/ttyACM*`` at one end, and what it writes comes out of ``/dev/ttyGS*`` at the other.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time
import tty

READ_SIZE = 4096


class Cable:
    """The device end of one cable, and the line that leads out of the machine."""

    def __init__(self, number: int) -> None:
        self._name = f"/dev/ttyGS{number}"
        self.line = os.open(f"/dev/virtio-ports/controller{number}", os.O_RDWR | os.O_NONBLOCK)
        self.device = self._opened()

    def _opened(self) -> int:
        device = os.open(self._name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(device)
        return device

    def carry(self, source: int) -> None:
        """Take on what can be read from *source*, one of the two ends."""
        data = b""
        with contextlib.suppress(OSError):
            data = os.read(source, READ_SIZE)
        if not data and source == self.device:
            # The cable was pulled, which hangs up its terminal.
            os.close(self.device)
            time.sleep(0.05)
            self.device = self._opened()
        elif data:
            # What a device says with no cable in it is lost, and what nobody takes.
            with contextlib.suppress(OSError):
                os.write(self.line if source == self.device else self.device, data)


def carry_on(numbers: list[str]) -> None:
    cables = [Cable(int(number)) for number in numbers]
    while True:
        ends = {end: cable for cable in cables for end in (cable.line, cable.device)}
        ready, _, _ = select.select(list(ends), [], [], 1)
        for end in ready:
            ends[end].carry(end)


if __name__ == "__main__":
    carry_on(sys.argv[1:])
