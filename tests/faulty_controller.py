"""A virtual controller that fails on request: what links have to live with."""

import random
import time
from functools import partial

from hardware import adalight
from sim.firmware import AdalightFirmware
from sim.virtual_controller import VirtualController, Wire


class MutedWire(Wire):
    """Loses so many of the next pieces that the controller says."""

    mutes = 0

    def write(self, data):
        if data and self.mutes:
            self.mutes -= 1
        else:
            super().write(data)


class FaultyController(VirtualController):
    """Runs from ``with`` to its end; can hang, restart, lose bytes, and say nonsense.

    Args:
        baud: as for a `VirtualController`.
        seed: of the noise and the losses.
        firmware: what runs on it; Adalight if None.
    """

    def __init__(self, baud=0, seed=1, firmware=None):
        super().__init__(firmware or AdalightFirmware(), baud)
        self._random = random.Random(seed)
        self._is_hung = False
        self._lost_share = 0.0
        self._spoils = 0
        self._wire = MutedWire(baud)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.close()

    def wait_for_count(self, frame_count, timeout_s):
        """Return True as soon as *frame_count* frames have come in, False after *timeout_s*."""
        with self._changed:
            return self._changed.wait_for(lambda: self.frame_count >= frame_count, timeout_s)

    def hang(self):
        """Stop taking bytes: the system's buffers fill up."""
        self._request(partial(setattr, self, "_is_hung", True))

    def resume(self):
        """Take bytes again, those first that have piled up."""
        self._request(partial(setattr, self, "_is_hung", False))

    def restart(self):
        """Do what a reset does: forget the half-received frame and say that it has started."""
        self._request(partial(self._act, self.firmware.start))
        if isinstance(self.firmware, AdalightFirmware):
            self.send_ready()

    def send_ready(self):
        """Say what an Adalight sketch says when it has started."""
        self._request(partial(self._wire.write, adalight.READY))

    def garbage(self, byte_count):
        """Send the host *byte_count* random bytes; what it does not take is lost."""
        self._request(partial(self._wire.write, self._random.randbytes(byte_count)))

    def noise(self, byte_count):
        """Receive *byte_count* random bytes that the host has not sent."""
        data = self._random.randbytes(byte_count)
        self._request(lambda: self._receive(data, time.monotonic()))

    def lose(self, share):
        """Lose this *share*, 0 to 1, of the bytes that come in from now on."""
        self._request(partial(setattr, self, "_lost_share", share))

    def spoil(self, count=1):
        """Change one bit in each of the next *count* pieces that come in."""
        self._request(partial(setattr, self, "_spoils", count))

    def mute(self, count=1):
        """Lose the next *count* pieces that it says."""
        self._request(partial(setattr, self._wire, "mutes", count))

    def _wait(self, limit_s, is_reading, is_backlog=False):
        return super()._wait(limit_s, is_reading and not self._is_hung, is_backlog)

    def _receive(self, data, departs_at_s):
        left = data
        if self._lost_share:
            left = bytes(b for b in data if self._random.random() >= self._lost_share)
        if self._spoils:
            self._spoils -= 1
            left = bytes((left[0] ^ 0x10,)) + left[1:]
        super()._receive(left, departs_at_s)
        self.byte_count += len(data) - len(left)
