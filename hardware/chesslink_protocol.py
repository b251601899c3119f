"""When a ChessLink board is sent which lamps; knows no port."""

from __future__ import annotations

from collections.abc import Callable

from companion.ports import LinkState
from hardware.chesslink import (
    ASK_VERSION,
    CHESSLINK_BAUD,
    DARKEN,
    LAMPS_TAKEN,
    VERSION_TOLD,
    ChessLinkDecoder,
    encode,
    lamps_message,
)
from hardware.link_protocol import FloodGate, LinkError

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
