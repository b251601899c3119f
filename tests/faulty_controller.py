"""A virtual controller that fails on request: what links have to live with."""

import os
import random
import time
from functools import partial

from hardware import adalight
from sim.virtual_controller import VirtualController


class LossyDecoder(adalight.AdalightDecoder):
    """Decodes what is left of the bytes after a share of them is lost."""

    def __init__(self, max_lamps, chance):
        super().__init__(max_lamps)
        self.lost_share = 0.0
        self._chance = chance

    def feed(self, data):
        if self.lost_share:
            data = bytes(b for b in data if self._chance.random() >= self.lost_share)
        return super().feed(data)


class FaultyController(VirtualController):
    """Runs from ``with`` to its end; can hang, restart, lose bytes, and say nonsense.

    Args:
        baud: as for a `VirtualController`.
        seed: of the noise and the losses.
        max_lamps: frames of more lamps are not frames.  Without a limit, as with most real
            controllers, a damaged header can announce a frame that takes minutes to fill.
    """

    def __init__(self, baud=0, seed=1, max_lamps=adalight.MAX_LAMPS):
        super().__init__(baud)
        self._random = random.Random(seed)
        self._decoder = LossyDecoder(max_lamps, self._random)
        self._is_hung = False

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
        self._request(self._decoder.reset)
        self.send_ready()

    def send_ready(self):
        """Say what an Adalight sketch says when it has started."""
        self._request(partial(self._say, adalight.READY))

    def garbage(self, byte_count):
        """Send the host *byte_count* random bytes; what it does not take is lost."""
        self._request(partial(self._say, self._random.randbytes(byte_count)))

    def noise(self, byte_count):
        """Receive *byte_count* random bytes that the host has not sent."""
        data = self._random.randbytes(byte_count)
        self._request(lambda: self._receive(data, time.monotonic()))

    def lose(self, share):
        """Lose this *share*, 0 to 1, of the bytes that come in from now on."""
        self._request(partial(setattr, self._decoder, "lost_share", share))

    def _wait(self, limit_s, is_reading, is_backlog=False):
        return super()._wait(limit_s, is_reading and not self._is_hung, is_backlog)

    def _say(self, data):
        if self._ends is None:
            return
        try:
            os.write(self._ends[0], data)
        except BlockingIOError:
            # A controller does not wait for a host that does not read.
            return
