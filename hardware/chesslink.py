"""ChessLink messages to bytes and back, and when which lamps are sent; knows no port or time.

ChessLink is the protocol of Millennium's boards.

Source: Dave Woodfield, "Magic Chessboard Communications Protocol", 2017-10-25, kept as
``mchess/magic-board.md`` in the repository python-mchess of domschl.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor

from companion.errors import BackendError
from companion.ports import LinkState
from hardware.link_protocol import FloodGate, LinkError

CHESSLINK_BAUD = 38_400

CHESSLINK_LAMPS = 81
"""A 9×9 grid, at the corners of the 64 squares: lamp 1 at A8, 9 at A1, 73 at H8, 81 at H1."""

ASK_VERSION = "V"
DARKEN = "X"
VERSION_TOLD, LAMPS_TAKEN, DARKENED = "vlx"
"""What answers begin with: the letter of the command, in lower case."""

ANSWER_SIZES = {"v": 7, "l": 3, "x": 3, "s": 67, "w": 7, "r": 7}
"""Characters of each answer, its letter and check included; ``s`` comes without being asked."""

CHECK_SIZE = 2

SLOT = "01"
"""How long a lamp keeps one bit of its pattern, in 4.096 ms: too short to be seen."""

PATTERNS = ((64, "FF"), (32, "AA"), (4, "88"), (0, "00"))
"""
From which level on a lamp, which has one color, is lit how: all, half or a quarter of the time.

At the default brightness of 40 % a steady mark is lit all, a dim one a quarter of the time.
"""


def _with_odd_parity(character: int) -> int:
    return character | (character.bit_count() + 1) % 2 << 7


_ODD = bytes(_with_odd_parity(character) for character in range(128)) * 2
"""For `bytes.translate`: seven bits and the eighth that makes the number of ones odd."""


def encode(message: str) -> bytes:
    """Return the bytes of *message* on a line of 8 data bits and no parity.

    The two characters of its check are added. The parity is in the bytes, so the line
    carries what one of 7 data bits and odd parity would.
    """
    return (message + _check(message)).encode("ascii").translate(_ODD)


def lamps_message(frame: bytes) -> str:
    """Return the message that lights the lamps like *frame*, by the brightest of three colors.

    Raises:
        BackendError: *frame* is not three bytes for each lamp of the board.
    """
    if len(frame) != 3 * CHESSLINK_LAMPS:
        raise BackendError(
            f"expected {3 * CHESSLINK_LAMPS} bytes in a frame for ChessLink, got {len(frame)!r}"
        )
    return f"L{SLOT}" + "".join(_pattern(max(rgb)) for rgb in zip(*[iter(frame)] * 3, strict=True))


def _pattern(level: int) -> str:
    return next(pattern for least, pattern in PATTERNS if level >= least)


def _check(message: str) -> str:
    return f"{reduce(xor, message.encode('ascii')):02X}"


class ChessLinkDecoder:
    """The receiving end: bytes in, whole answers out, whatever the bytes are."""

    def __init__(self) -> None:
        self._pending = ""

    def feed(self, data: bytes) -> list[str]:
        """Return the answers that *data* completes, oldest first, without checks; never raises."""
        messages: list[str] = []
        for byte in data:
            # A byte with a wrong parity stays as one that nothing begins with or contains.
            self._pending += chr(byte & 0x7F) if _ODD[byte] == byte else "\0"
            while message := self._next():
                messages.append(message)
        return messages

    def reset(self) -> None:
        """Forget a half-received answer."""
        self._pending = ""

    def _next(self) -> str:
        """Return the answer that is complete, or an empty text; drop what is none."""
        while self._pending:
            size = ANSWER_SIZES.get(self._pending[0], 0)
            if len(self._pending) < size:
                return ""
            answer = self._pending[:size]
            said, check = answer[:-CHECK_SIZE], answer[-CHECK_SIZE:]
            if size and _check(said) == check:
                self._pending = self._pending[size:]
                return said
            self._pending = self._pending[1:]
        return ""


ASK_EVERY_S = 0.5
VERSION_WITHIN_S = 5.0
"""How long a board may take to tell its version; it takes 3 s to start."""

ANSWER_WITHIN_S = 0.3
"""What has no answer for so long is sent again; lamps take 44 ms, and a status 17 ms."""

SILENT_S = 1.5
"""A board that answers nothing for so long is asked for its version anew."""

REPEAT_S = 1.0
"""How often unchanged lamps are sent again: a board that has restarted is dark and silent."""

FLOOD_BYTES = 8_000
"""More in a second is a flood: the wire carries 3,840."""


class ChessLinkProtocol:
    """The `LinkProtocol` with a bought 9×9 board.

    Args:
        take_frame: hands over the newest frame not yet taken, or None.
        frame: what to show until then, three bytes for each of 81 lamps.
        now_s: when the protocol begins.

    Attributes:
        is_up: the board has told its version and answers.
    """

    baud = CHESSLINK_BAUD

    def __init__(self, take_frame: Callable[[], bytes | None], frame: bytes, now_s: float) -> None:
        self._take_frame = take_frame
        self._frame = frame
        self._decoder = ChessLinkDecoder()
        self.is_up = False
        self._asking_since_s = self._ask_at_s = now_s
        self._shown = ""
        self._sent_at_s = now_s
        self._unanswered_since_s: float | None = None
        self._flood = FloodGate(FLOOD_BYTES, now_s)

    def hear(self, data: bytes, now_s: float) -> None:
        """Read answers; damaged ones, and where pieces stand, are dropped."""
        self._flood.measure(len(data), now_s)
        for message in self._decoder.feed(data):
            if message[0] == VERSION_TOLD and not self.is_up:
                self.is_up = True
                self._shown = ""
            elif message[0] == LAMPS_TAKEN:
                self._unanswered_since_s = None

    def say(self, now_s: float) -> bytes:
        """Return the question for the version, or lamps that are due: changed, lost or repeated.

        Raises:
            LinkError: no version has come within `VERSION_WITHIN_S`.
        """
        since_s = self._unanswered_since_s
        if since_s is not None and now_s >= since_s + SILENT_S:
            self.is_up = False
            self._unanswered_since_s = since_s = None
            self._asking_since_s = self._ask_at_s = now_s
        if not self.is_up:
            return self._ask(now_s)
        if since_s is not None:
            if now_s < self._sent_at_s + ANSWER_WITHIN_S:
                return b""
            # What was half received may be why the answer was not seen.
            self._decoder.reset()
        self._frame = self._take_frame() or self._frame
        message = lamps_message(self._frame)
        is_old = message == self._shown and now_s < self._sent_at_s + REPEAT_S
        if is_old and since_s is None:
            return b""
        self._shown = message
        self._sent_at_s = now_s
        self._unanswered_since_s = now_s if since_s is None else since_s
        return encode(message)

    def pause_s(self, now_s: float) -> float:
        """Return when a question, or lamps once more, are due."""
        if not self.is_up:
            return min(self._ask_at_s, self._asking_since_s + VERSION_WITHIN_S) - now_s
        is_answered = self._unanswered_since_s is None
        return self._sent_at_s + (REPEAT_S if is_answered else ANSWER_WITHIN_S) - now_s

    def farewell(self) -> bytes:
        """Return what puts out all lamps, which would stay lit without it."""
        return encode(DARKEN) if self.is_up else b""

    def _ask(self, now_s: float) -> bytes:
        if now_s >= self._asking_since_s + VERSION_WITHIN_S:
            raise LinkError(LinkState.SILENT, "{} does not answer")
        if now_s < self._ask_at_s:
            return b""
        self._ask_at_s = now_s + ASK_EVERY_S
        return encode(ASK_VERSION)
