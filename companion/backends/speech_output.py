"""Says sentences in the words that come with the program, or by a program that is installed.

Which of the two is decided sentence by sentence: what the recorded words can say whole they
say, the program says the rest, and without one what can be said of it is said.

A program such as espeak-ng is called, never a part of this.  One process always waits for the
next sentence, its voice loaded; it gets the sentence, writes the samples and ends.  So the end
of a sentence is certain, and one that hangs, floods or crashes is ended without harm to the
next.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import shutil
import subprocess
import threading
import time
import traceback
from array import array
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from companion.backends.clips import Clips, clips_of_games, own_clips
from companion.backends.loudspeaker import RATE_HZ, Aloud, MixerLoudspeaker
from companion.config.values import SoundConfig, VoiceSource
from companion.ports import Speech, SpeechFault

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


LONGEST_TEXT: Final = 1500

"""How often it is looked whether a sentence is over, while one is spoken."""

RETRY_S: Final = 30.0
"""After a fault the program is left alone for so long."""

CLOSING_S: Final = 0.5


class Utterance(NamedTuple):
    """A sentence that is to be said."""

    text: str
    urgency: int
    volume: int


class Speaker(Speech):
    """Speech from recorded words and a program.

    Args:
        program: renders what the words do not have.
        clips: the recorded words.
        loudspeaker: what plays both.
        source: tells which of the two is wanted.

    Attributes:
        said: how many sentences were handed to the loudspeaker.
    """

    def __init__(
        self,
        program: SpeechProgram,
        clips: Clips,
        loudspeaker: MixerLoudspeaker,
        source: Callable[[], str],
    ) -> None:
        self.said = 0
        self._program = program
        self._clips = clips
        self._loudspeaker = loudspeaker
        self._source = source
        self._news = threading.Condition()
        self._current: Utterance | None = None
        self._waiting: Utterance | None = None
        self._is_cut = self._is_closing = False
        self._fault: SpeechFault | None = None
        self._fault_of_program: SpeechFault | None = None
        self._again_at_s = float("-inf")
        self._thread: threading.Thread | None = None

    # For who speaks

    def say(self, text: str, urgency: int, volume: int) -> None:
        said = Utterance(text[:LONGEST_TEXT], urgency, volume)
        with self._news:
            if self._current is None or urgency >= self._current.urgency:
                # It is the current one at once, even if the one before is yet to be left.
                self._current, self._waiting, self._is_cut = said, None, True
            else:
                self._waiting = said
            self._news.notify()
        if self._thread is None:
            self._loudspeaker.start()
            self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
            self._thread.start()

    def problem(self) -> SpeechFault | None:
        return self._fault

    def close(self) -> None:
        """End the thread and the program."""
        with self._news:
            self._is_closing = self._is_cut = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join(CLOSING_S)
        self._loudspeaker.hush()

    # The thread

    def _run(self) -> None:
        while (said := self._next()) is not None:
            try:
                self._speak(said)
            except Exception:  # noqa: BLE001 - whatever it is, the next sentence is tried
                traceback.print_exc()
                self._fault = SpeechFault.CRASHED
        self._program.close()

    def _next(self) -> Utterance | None:
        with self._news:
            if not self._is_cut:
                self._current, self._waiting = self._waiting, None
            while self._current is None and not self._is_closing:
                self._news.wait()
            self._is_cut = False
            return None if self._is_closing else self._current

    def _speak(self, said: Utterance) -> None:
        aloud = self._aloud(said.text)
        if not aloud:
            return
        self._fault = None
        self._loudspeaker.speak(aloud, said.volume)
        self.said += 1
        if isinstance(aloud, bytes):
            # What is wrong with it is told when it is to say something.
            with contextlib.suppress(FaultError):
                self._program.stand_by()
        while self._loudspeaker.is_speaking():
            with self._news:
                if self._is_cut or (self._news.wait(LOOK_S) and self._is_cut):
                    self._loudspeaker.hush()
                    return

    def _aloud(self, text: str) -> Aloud:
        """Return how *text* is heard; nothing where it was cut off or cannot be said."""
        source = self._source()
        wants_clips = source != VoiceSource.PROGRAM
        # Two voices in turn would irritate who has chosen one.
        is_second = source == VoiceSource.AUTO and self._program.is_chosen
        whole = self._clips.whole(text) if wants_clips and not is_second else ()
        if whole or source == VoiceSource.CLIPS:
            return whole or self._clips.known(text)
        samples = self._rendered(text)
        if samples or self._is_cut:
            return samples or b""
        known = self._clips.known(text) if wants_clips else ()
        self._fault = None if known else self._fault_of_program
        return known

    def _rendered(self, text: str) -> bytes | None:
        """Return the samples of *text* by the program, or None where it does not say it."""
        if time.monotonic() < self._again_at_s:
            return None
        try:
            samples = self._program.samples(text, lambda: self._is_cut)
        except FaultError as error:
            self._fault_of_program = error.fault
            self._again_at_s = time.monotonic() + RETRY_S
            return None
        self._fault_of_program = None
        return samples


def open_speech(
    sound: SoundConfig,
    loudspeaker: MixerLoudspeaker,
    language: Callable[[], str],
    source: Callable[[], str],
) -> Speaker:
    """Return what speaks as *sound* has it, in *language*, from the *source* of each moment."""
    program = SpeechProgram(speech_command(sound.speech), sound.speech_rate_hz, language)
    clips = Clips(own_clips(), language, clips_of_games)
    return Speaker(program, clips, loudspeaker, source)
