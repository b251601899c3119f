"""Renders sentences by a program such as espeak-ng: called, never a part of this.

One process always waits for the next sentence, its voice loaded; it gets the sentence,
writes the samples and ends.  So the end of a sentence is certain, and one that hangs, floods
or crashes is ended without harm to the next.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import shutil
import subprocess
import time
from array import array
from collections.abc import Callable, Sequence
from typing import Final

from companion.backends.loudspeaker import RATE_HZ
from companion.ports import SpeechFault

AUTO: Final = "auto"
ESPEAK: Final = ("espeak-ng", "--stdin", "--stdout")

LONGEST_S: Final = 5.0
"""A program that writes nothing for so long hangs."""

FLOOD_S: Final = 10.0
FLOOD_S_A_LETTER: Final = 0.3
"""A sentence is never longer than this, and so much a letter more."""

LOOK_S: Final = 0.02
"""How often it is looked whether a sentence was cut off, while it is rendered."""

CHUNK: Final = 65_536


def speech_command(wanted: str) -> Sequence[str]:
    """Return the command line for *wanted*, as the configuration has it, or none where none is."""
    if wanted == AUTO:
        return ESPEAK if shutil.which(ESPEAK[0]) else ()
    try:
        return shlex.split(wanted)
    except ValueError:
        return ()


class FaultError(Exception):
    """The program has not said a sentence."""

    def __init__(self, fault: SpeechFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class SpeechProgram:
    """A program that reads a text and writes its samples.

    Args:
        command: its command line; empty where none is installed.
        rate_hz: its samples a second, where they come without a header.
        language: tells the code of the language of the sentences, for espeak-ng to know.
    """

    def __init__(self, command: Sequence[str], rate_hz: int, language: Callable[[], str]) -> None:
        self._own_command = tuple(command)
        self._rate_hz = rate_hz
        self._language = language
        self._standby: subprocess.Popen[bytes] | None = None

    @property
    def is_chosen(self) -> bool:
        """Return whether somebody has named a program of their own, and so its voice."""
        return self._own_command not in (ESPEAK, ())

    def samples(self, text: str, is_cut: Callable[[], bool]) -> bytes | None:
        """Return the samples of *text* as the mixer wants them; None once it *is_cut* off.

        Raises:
            FaultError: there is no program, or it does not say it.
        """
        if self._standby is not None and self._standby.args != self._command():
            # It waits with the voice of another language.
            self.close()
        process, self._standby = self._standby or self._started(), None
        try:
            _hand_in(process, text)
            data = self._read(process, FLOOD_S + FLOOD_S_A_LETTER * len(text), is_cut)
        finally:
            _end(process)
        if data is None:
            return None
        samples, rate_hz = without_header(data, self._rate_hz)
        if not samples:
            raise FaultError(SpeechFault.CRASHED)
        return resampled(samples, rate_hz)

    def stand_by(self) -> None:
        """Start the process for the next sentence.

        Raises:
            FaultError: there is no program.
        """
        self._standby = self._standby or self._started()

    def close(self) -> None:
        """End the process that waits."""
        if self._standby is not None:
            _end(self._standby)
            self._standby = None

    def _command(self) -> tuple[str, ...]:
        """Return the command line; whoever names a program of their own has chosen its voice."""
        return self._own_command if self.is_chosen else (*ESPEAK, "-v", self._language())

    def _started(self) -> subprocess.Popen[bytes]:
        if not self._own_command:
            raise FaultError(SpeechFault.MISSING)
        try:
            return subprocess.Popen(
                self._command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise FaultError(SpeechFault.MISSING) from error

    def _read(
        self, process: subprocess.Popen[bytes], longest_s: float, is_cut: Callable[[], bool]
    ) -> bytes | None:
        assert process.stdout is not None, "it was started with a pipe"
        most = round(2 * max(self._rate_hz, RATE_HZ) * longest_s)
        data = bytearray()
        heard_at_s = time.monotonic()
        while not is_cut():
            if select.select([process.stdout], [], [], LOOK_S)[0]:
                chunk = os.read(process.stdout.fileno(), CHUNK)
                if not chunk:
                    return bytes(data)
                data += chunk
                heard_at_s = time.monotonic()
            if len(data) > most:
                raise FaultError(SpeechFault.FLOODS)
            if time.monotonic() - heard_at_s > LONGEST_S:
                raise FaultError(SpeechFault.HANGS)
        return None


def _hand_in(process: subprocess.Popen[bytes], text: str) -> None:
    assert process.stdin is not None, "it was started with a pipe"
    line = " ".join(text.split())
    try:
        # Less than a pipe holds: it never blocks, whether the program reads or not.
        process.stdin.write(f"{line}\n".encode())
        process.stdin.close()
    except OSError as error:
        raise FaultError(SpeechFault.CRASHED) from error


def _end(process: subprocess.Popen[bytes]) -> None:
    """End *process*, and leave nothing of it behind."""
    process.kill()
    for pipe in (process.stdin, process.stdout):
        # What was not written was for a process that is gone.
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
    process.wait()


def without_header(data: bytes, rate_hz: int) -> tuple[bytes, int]:
    """Return the samples in *data*, a WAV file or samples of *rate_hz* alone, and their rate."""
    if data[:4] == b"RIFF" and len(data) >= 44:
        start = data.find(b"data", 12, 200)
        return (
            (data[start + 8 :], int.from_bytes(data[24:28], "little")) if start > 0 else (b"", 0)
        )
    return data, rate_hz


def resampled(samples: bytes, rate_hz: int) -> bytes:
    """Return *samples*, 16 bits each and *rate_hz* a second, as the mixer has them."""
    samples = samples[: len(samples) // 2 * 2]
    if rate_hz == RATE_HZ or rate_hz <= 0:
        return samples
    before = array("h", samples)
    count = len(before) * RATE_HZ // rate_hz
    return array("h", (before[at * rate_hz // RATE_HZ] for at in range(count))).tobytes()
