"""Packets under way: numbers, window, and what is sent again; knows no port.

Source: `hardware/PROTOCOL.md`, "Order". Whatever answers are lost, doubled or
made up, the worst that follows is a packet that is sent again.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from hardware.checked.messages import HostMessage, packet_of
from hardware.checked.packets import NUMBERS, encode

ANSWER_WITHIN_S = 0.1
"""What has no answer for so long is sent again."""

MOST_UNANSWERED = 64
"""Packets under way, however short: far fewer than there are numbers."""


class _SentPacket(NamedTuple):
    """One packet with its number, as it goes over the wire."""

    number: int
    wire: bytes


class SentPackets:
    """The packets sent since one HELLO that the controller has not accepted yet.

    Args:
        number: of the first packet.
        window: bytes on the wire that may be without an answer.
        now_s: the time of the HELLO.
    """

    def __init__(self, number: int, window: int, now_s: float) -> None:
        self._next = number
        self._window = window
        self._unaccepted: deque[_SentPacket] = deque()
        # Each entry is a packet that was written and not answered, resent ones again.
        self._on_wire: deque[_SentPacket] = deque()
        self._to_resend: deque[_SentPacket] = deque()
        self._resent_from: int | None = None
        self._heard_at_s = now_s
        self._written_at_s = now_s

    @property
    def is_resending(self) -> bool:
        """Whether packets wait to be sent again; a new one has to come after them."""
        return bool(self._to_resend)

    @property
    def on_wire(self) -> int:
        """How many bytes are without an answer."""
        return sum(len(sent.wire) for sent in self._on_wire)

    def has_room(self, size: int) -> bool:
        """Return whether *size* more bytes may be written."""
        return len(self._unaccepted) < MOST_UNANSWERED and self.on_wire + size <= self._window

    def sent(self, message: HostMessage, now_s: float) -> bytes:
        """Return the packet of *message* under the next number; it is under way from now on."""
        number, self._next = self._next, (self._next + 1) % NUMBERS
        packet = _SentPacket(number, encode(packet_of(message, number)))
        if not self._unaccepted:
            # Silence begins with what is left unanswered.
            self._heard_at_s = now_s
        self._unaccepted.append(packet)
        return self._written(packet, now_s)

    def accepted(self, number: int, now_s: float) -> None:
        """Handle the answer to packet *number*; those before it were accepted too."""
        self._heard_at_s = now_s
        self._leave_wire(number)
        if any(packet.number == number for packet in self._unaccepted):
            self._forget_to((number + 1) % NUMBERS)

    def expected(self, number: int, now_s: float) -> bool:
        """Handle a refusal, which names the *number* that the controller expects.

        Returns:
            False where that number was never sent: only HELLO helps.
        """
        self._heard_at_s = now_s
        self._leave_wire(None)
        if number != self._next and all(sent.number != number for sent in self._unaccepted):
            return False
        self._forget_to(number)
        if self._unaccepted and self._resent_from != number:
            self._resent_from = number
            self._to_resend = deque(self._unaccepted)
        return True

    def resent(self, now_s: float) -> bytes:
        """Return what is to be written again now, as far as the window lets it."""
        if self._unaccepted and now_s >= self.resend_at_s():
            self._on_wire.clear()
            self._resent_from = None
            self._to_resend = deque(self._unaccepted)
        parts: list[bytes] = []
        while self._to_resend and self.on_wire + len(self._to_resend[0].wire) <= self._window:
            parts.append(self._written(self._to_resend.popleft(), now_s))
        return b"".join(parts)

    def resend_at_s(self) -> float:
        """Return when what is under way counts as lost; never, where nothing is."""
        if not self._unaccepted:
            return float("inf")
        return max(self._heard_at_s, self._written_at_s) + ANSWER_WITHIN_S

    def silent_s(self, now_s: float) -> float:
        """Return for how long an answer has been wanting; 0 where none is wanted."""
        return now_s - self._heard_at_s if self._unaccepted else 0.0

    def _written(self, packet: _SentPacket, now_s: float) -> bytes:
        self._on_wire.append(packet)
        self._written_at_s = now_s
        return packet.wire

    def _leave_wire(self, number: int | None) -> None:
        """Forget the answered packet, and those before it, whose answers are lost."""
        numbers = [packet.number for packet in self._on_wire]
        for _ in range(numbers.index(number) + 1 if number in numbers else bool(numbers)):
            self._on_wire.popleft()

    def _forget_to(self, number: int) -> None:
        """Drop what comes before *number*: it has been accepted."""
        while self._unaccepted and self._unaccepted[0].number != number:
            done = self._unaccepted.popleft()
            if self._to_resend and self._to_resend[0].number == done.number:
                self._to_resend.popleft()
            self._resent_from = None
