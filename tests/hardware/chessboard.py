"""A ChessLink board that is not there: the receiving end behind a real pseudo-terminal.

It takes commands as the description of the protocol has them, and keeps the pattern of
each lamp.  It has no thread: `turn` does what is due.
"""

from __future__ import annotations

import os
import tty

from hardware.chesslink import CHESSLINK_LAMPS

_COMMAND_SIZES = {"V": 3, "L": 3 + 2 * CHESSLINK_LAMPS + 2, "X": 3}
_PIECES = "s" + "rnbqkbnr" + 8 * "p" + 32 * "." + 8 * "P" + "RNBQKBNR"
_READ_SIZE = 4096


class VirtualChessboard:
    """
    A board with its pieces set up.

    Attributes:
        patterns: the lamps as they blink, one byte each, lamp 1 first.
        taken: how many commands for lamps have been obeyed.
        refused: how many characters were part of no whole command.
        is_deaf: whether it takes nothing in.
    """

    def __init__(self) -> None:
        self.patterns = bytes(CHESSLINK_LAMPS)
        self.taken = self.refused = 0
        self.is_deaf = False
        self._pending = ""
        self._near, self._far = os.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)

    @property
    def port(self) -> str:
        """The device to open."""
        return os.ttyname(self._far)

    def turn(self) -> None:
        """Take what has come and obey it."""
        try:
            data = os.read(self._near, _READ_SIZE)
        except BlockingIOError:
            return
        if not self.is_deaf:
            self._receive(data)

    def say(self, message: str) -> None:
        """Send *message* with its check and the parity of each character."""
        check = 0
        for character in message:
            check ^= ord(character)
        text = message + format(check, "02X")
        os.write(self._near, bytes(_even_ones(ord(character)) ^ 0x80 for character in text))

    def report(self) -> None:
        """Tell where the pieces stand, as a board does unasked 24 times a second."""
        self.say(_PIECES)

    def restart(self) -> None:
        """Do what a loose plug does: forget all, and be dark."""
        self._pending = ""
        self.patterns = bytes(CHESSLINK_LAMPS)

    def close(self) -> None:
        """Unplug it."""
        os.close(self._far)
        os.close(self._near)

    def _receive(self, data: bytes) -> None:
        for byte in data:
            character = byte & 0x7F
            if byte == _even_ones(character) ^ 0x80:
                self._pending += chr(character)
            else:
                self.refused += 1
                self._pending = ""
            self._obey_whole()

    def _obey_whole(self) -> None:
        while self._pending:
            size = _COMMAND_SIZES.get(self._pending[0], 0)
            if len(self._pending) < size:
                return
            check = 0
            for character in self._pending[: size - 2] if size else "":
                check ^= ord(character)
            if size and self._pending[size - 2 : size] == format(check, "02X"):
                self._obey(self._pending[: size - 2])
                self._pending = self._pending[size:]
            else:
                self.refused += 1
                self._pending = self._pending[1:]

    def _obey(self, command: str) -> None:
        if command == "V":
            self.say("v0103")
            return
        if command == "X":
            self.patterns = bytes(CHESSLINK_LAMPS)
        else:
            self.patterns = bytes.fromhex(command[3:])
            self.taken += 1
        self.say(command[0].lower())


def _even_ones(character: int) -> int:
    """Return *character* with an eighth bit that makes the number of its ones even."""
    return character | (character.bit_count() % 2) << 7
