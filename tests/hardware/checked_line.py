"""A protocol and the core of a controller on one wire."""

from hardware.checked.packets import PacketDecoder, encode
from hardware.checked.protocol import CheckedProtocol
from sim.firmware import answer_of, host_message_of

LAMPS = 81

WINDOW = 511


def under_way(protocol):
    """Return how many bytes of *protocol* have no answer of the controller yet."""
    return protocol._flight.on_wire if protocol._flight else 0


class Line:
    """A protocol and the core of a controller, joined by a wire that can fail."""

    def __init__(self, core, lamps=LAMPS):
        self.core = core
        self.now_s = 0.0
        self.slot = None
        self.said = []
        self.spoilt = lambda data: data
        self.heard_spoilt = lambda data: data
        self._lamps = lamps
        self._hears = PacketDecoder()
        self.begin(is_awake=False)
        self._to_host = encode(answer_of(core.greeting[0], 0))

    def begin(self, is_awake):
        self.protocol = CheckedProtocol(self._take, bytes(3 * self._lamps), self.now_s, is_awake)
        self._to_host = b""

    def _take(self):
        frame, self.slot = self.slot, None
        return frame

    def show(self, frame):
        self.wanted = self.slot = frame

    def run(self, seconds):
        for _ in range(round(1000 * seconds)):
            self.now_s += 0.001
            self._pass_a_millisecond()

    def run_until(self, is_so, limit_s=2.0):
        end_s = self.now_s + limit_s
        while not is_so():
            assert self.now_s < end_s, "waited in vain"
            self.run(0.001)

    def is_right(self):
        return bool(self.core.frames) and self.core.lamps == self.wanted

    def restart(self):
        self._answer(self.core.do("start"))

    def _pass_a_millisecond(self):
        if data := self.heard_spoilt(self._to_host):
            self.protocol.hear(data, self.now_s)
        self._to_host = b""
        if round(1000 * self.now_s) % 10 == 0:
            self._answer(self.core.do(f"tick {round(1000 * self.now_s) % 65536}"))
        data = self.protocol.say(self.now_s)
        assert under_way(self.protocol) <= WINDOW
        self.said += map(host_message_of, self._hears.feed(data))
        if data := self.spoilt(data):
            self._answer(self.core.receive(data))

    def _answer(self, messages):
        numbers = self.core.numbers[len(self.core.numbers) - len(messages) :]
        for message, number in zip(messages, numbers, strict=True):
            self._to_host += encode(answer_of(message, number))
