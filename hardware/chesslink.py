"""ChessLink messages to bytes and back: the lamps of Millennium's boards; knows no port or time.

Source: Dave Woodfield, "Magic Chessboard Communications Protocol", 2017-10-25, kept as
``mchess/magic-board.md`` in the repository python-mchess of domschl.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from companion.errors import BackendError

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
