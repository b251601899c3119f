"""Plays sounds on the machine's sound device, in a thread of its own.

Opening a device can take seconds or never come back, and a device can go at any moment:
who asks for a sound only puts it down here and goes on.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import io
import math
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple, TypeAlias

import pygame

from companion.damage import note_damaged
from companion.errors import unexpected
from companion.ports import Loudspeaker

RATE_HZ: Final = 22_050
BUFFER: Final = 256
"""Samples: what is handed to the mixer is heard 12 ms later, or 23 where a device has two."""

STALE_S: Final = 0.25
"""A sound that could not be played for so long is not played any more."""

MOST_WAITING: Final = 8
RETRY_S: Final = 5.0
"""A device that could not be opened is tried again with the first sound after this time."""

REST_S: Final = 30.0
"""After so long without a sound the device is closed until the next one: open it takes power."""

LARGEST_FILE: Final = 2_000_000
CLOSING_S: Final = 0.5


class Clip(NamedTuple):
    """A recorded word.

    Attributes:
        file: the bytes of a sound file.
        pause_s: the silence after it.
    """

    file: bytes
    pause_s: float


Aloud: TypeAlias = bytes | tuple[Clip, ...]
"""A sentence as samples, or as words one after the other, which are decoded as it is played."""


class _SoundRequest(NamedTuple):
    """What somebody wants to be heard: what plays it, and until when that makes sense."""

    play: Callable[[], None]
    until_s: float
    is_sentence: bool


VOICE: Final = 0
"""The channel of the mixer that is kept for sentences."""


class MixerLoudspeaker(Loudspeaker):
    """A loudspeaker by `pygame.mixer`.

    Args:
        rest_s: after how long without a sound the device is closed until the next one; 0 keeps
            it open.
        often: sounds that are decoded as soon as the device is open; others when they are
            played for the first time.

    Attributes:
        handed_at_s: when the last sound was handed to the mixer, on the monotonic clock.
        spoken_at_s: the same of the last sentence.
    """

    def __init__(self, rest_s: float = REST_S, often: Sequence[Traversable] = ()) -> None:
        self._rest_s = rest_s
        self.handed_at_s = 0.0
        self.spoken_at_s = 0.0
        self._often = tuple(often)
        self._asked: deque[_SoundRequest] = deque(maxlen=MOST_WAITING)
        self._in_hand: _SoundRequest | None = None
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closing = False
        self._is_open = False
        self._problem = ""
        self._try_at_s = float("-inf")
        self._known: dict[str, bytes] = {}

    # For who asks

    def start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="loudspeaker", daemon=True)
            self._thread.start()

    def play(self, sounds: Sequence[Traversable], volume: int) -> None:
        play = partial(self._play, tuple(sounds), volume)
        self._ask(_SoundRequest(play, time.monotonic() + STALE_S, is_sentence=False))

    def speak(self, aloud: Aloud, volume: int) -> None:
        """Play *aloud*, samples at `RATE_HZ`, in place of the sentence before."""
        self._ask(_SoundRequest(partial(self._speak, aloud, volume), math.inf, is_sentence=True))

    def _ask(self, asked: _SoundRequest) -> None:
        with self._news:
            self._asked.append(asked)
            self._news.notify()

    def hush(self) -> None:
        """Break off the sentence."""
        self.speak(b"", 0)

    def is_speaking(self) -> bool:
        """Return whether a sentence is heard, or is about to be."""
        with self._news:
            if any(asked and asked.is_sentence for asked in (*self._asked, self._in_hand)):
                return True
            try:
                return self._is_open and bool(pygame.mixer.Channel(VOICE).get_busy())
            except pygame.error:
                return False

    def device_changed(self, *, is_lost: bool) -> None:
        with self._news:
            self._try_at_s = float("-inf")
            self._is_open = self._is_open and not is_lost

    def problem(self) -> str:
        return self._problem

    def close(self) -> None:
        """End the thread, and wait for it no longer than for a device that answers."""
        with self._news:
            self._is_closing = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join(CLOSING_S)

    # The thread

    def _run(self) -> None:
        _silence_alsa()
        self._open()
        self._make_ready()
        while (asked := self._next()) is not None:
            if time.monotonic() <= asked.until_s and (self._is_open or self._open()):
                self._attempt(asked.play)
            self._in_hand = None
            self._make_ready()
        if self._is_open:
            pygame.mixer.quit()

    def _make_ready(self) -> None:
        """Decode the sounds that are played often, as long as nobody waits for one."""
        for file in self._often:
            if self._asked or self._is_closing or not self._is_open:
                return
            self._attempt(partial(self._loaded, file))

    def _next(self) -> _SoundRequest | None:
        """Wait for what is asked next; return None at the end."""
        with self._news:
            while not self._asked and not self._is_closing:
                is_for_a_while = self._is_open and self._rest_s > 0
                if not self._news.wait(self._rest_s if is_for_a_while else None):
                    self._rest()
            self._in_hand = None if self._is_closing else self._asked.popleft()
            return self._in_hand

    def _attempt(self, deed: Callable[[], object]) -> None:
        """Do what takes an open device; where that fails, it is opened anew."""
        try:
            deed()
        except pygame.error as error:
            # The mixer is not open any more, whoever closed it.
            self._lose(str(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the next sound is tried
            traceback.print_exc()
            self._lose(unexpected(error))

    def _play(self, sounds: Sequence[Traversable], volume: int) -> None:
        channel = None
        for samples in filter(None, map(self._loaded, sounds)):
            sound = pygame.mixer.Sound(buffer=samples)
            sound.set_volume(volume / 100)
            if channel is None:
                channel = sound.play()
            else:
                channel.queue(sound)
        self.handed_at_s = time.monotonic()

    def _speak(self, aloud: Aloud, volume: int) -> None:
        channel = pygame.mixer.Channel(VOICE)
        samples = _samples(aloud)
        if not samples:
            channel.stop()
            return
        sound = pygame.mixer.Sound(buffer=samples)
        sound.set_volume(volume / 100)
        channel.play(sound)
        self.spoken_at_s = time.monotonic()

    def _open(self) -> bool:
        """Try to open the device where that was not tried just now; return whether it is open."""
        if time.monotonic() < self._try_at_s:
            return False
        try:
            # Fails where a library of the system is missing: what pygame has there then warns.
            importlib.import_module("pygame.mixer")
            # What is left of a device that is gone is put away first.
            pygame.mixer.quit()
            pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, allowedchanges=0)
            pygame.mixer.set_reserved(VOICE + 1)
        except (pygame.error, ImportError) as error:
            self._lose(str(error))
            return False
        self._is_open, self._problem = True, ""
        return True

    def _rest(self) -> None:
        """Close the device until the next sound, but in the middle of none."""
        try:
            if pygame.mixer.get_busy():
                return
        except pygame.error:
            # Somebody else has closed it.
            pass
        pygame.mixer.quit()
        self._is_open = False

    def _lose(self, problem: str) -> None:
        self._is_open, self._problem = False, problem
        self._try_at_s = time.monotonic() + RETRY_S

    def _loaded(self, file: Traversable) -> bytes:
        """Return the samples in *file*, decoded once, or nothing where it cannot be played."""
        key = str(file)
        if key not in self._known:
            data = read_sound(file)
            self._known[key] = _decoded(data) if data else b""
            if not self._known[key]:
                note_damaged(file, ValueError("it cannot be played"))
        return self._known[key]


def _silence_alsa() -> None:
    """Keep ALSA from writing on standard error: what it cannot do is a `problem`."""
    # Where sound goes another way there is none.
    with contextlib.suppress(AttributeError, OSError):
        # SDL opens this very library, whichever pygame has brought along.
        library = ctypes.CDLL("libasound.so.2")
        # Called by threads of ALSA, too, and even while Python ends: so it is a function of C,
        # which does nothing with what it is told.
        library.snd_lib_error_set_handler(library.getpid)


def _samples(aloud: Aloud) -> bytes:
    """Return the samples of *aloud*; a word that cannot be decoded is silent."""
    if isinstance(aloud, bytes):
        return aloud
    parts = []
    for clip in aloud:
        parts += [_decoded(clip.file), bytes(2 * round(clip.pause_s * RATE_HZ))]
    return b"".join(parts)


def read_sound(file: Traversable) -> bytes:
    """Return the sound file *file* as it is; nothing where it cannot be read, or is too large."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except OSError:
        return b""
    return data if len(data) <= LARGEST_FILE else b""


def _decoded(data: bytes) -> bytes:
    """Return the samples in the sound file *data*, or nothing where it is none.

    Raises:
        pygame.error: the mixer is not open.
    """
    try:
        return pygame.mixer.Sound(file=io.BytesIO(data)).get_raw()
    except pygame.error:
        if pygame.mixer.get_init() is None:
            raise
        return b""
