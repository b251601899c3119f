"""Says sentences in the words that come with the program, or by a program that is installed.

Which of the two is decided sentence by sentence: what the recorded words can say whole they
say, the program says the rest, and without one what can be said of it is said.
"""

from __future__ import annotations

import contextlib
import threading
import time
import traceback
from collections.abc import Callable
from typing import Final, NamedTuple

from companion.backends.clips import Clips, clips_of_games, own_clips
from companion.backends.loudspeaker import Aloud, MixerLoudspeaker
from companion.backends.speech_program import FaultError, SpeechProgram, speech_command
from companion.config.values import SoundConfig, VoiceSource
from companion.ports import Speech, SpeechFault

LONGEST_TEXT: Final = 1500

LOOK_S: Final = 0.02
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
