"""Sounds and voice through the kernel: QEMU writes what its sound card plays into a file.

What was played is found again in it by its loudness from one hundredth of a second to the next.
"""

from __future__ import annotations

import array
import io
import math
import time
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

import pygame
import pytest

from companion.backends.clips import Clips, own_clips
from companion.backends.loudspeaker import RATE_HZ
from companion.ui.sounds import own_sounds
from tests.boot.conftest import WAVE_HZ
from tests.boot.guest import Guest
from tests.boot.played import PATIENCE_S, Played

pytestmark = [pytest.mark.boot, pytest.mark.timeout(7200)]

HEADER = 44
CHANNELS = 2
STEP_S = 0.01

SILENCE = 30
"""Of 32,767: nothing is added to what is played, but for rounding."""

OPEN = "[sound]\nvolume = 100\nrest_s = 0\n"
"""The device stays open, so that the file grows as time passes."""

AFTER_S = 1.0

FEW = 3
"""Hundredths of a second by which what is heard may be longer or shorter."""

SENTENCE_WITHIN_S = 2
"""The move itself sounds first."""

LIKE = 0.9
"""How alike what is heard and what was played have to be; 1 is the same."""


def loudness(samples: Sequence[int], rate_hz: int) -> list[float]:
    """Return how loud *samples* are from their first sound on, each hundredth of a second."""
    size = round(rate_hz * STEP_S)
    begin = next((at for at, value in enumerate(samples) if abs(value) > SILENCE), len(samples))
    parts = (samples[at : at + size] for at in range(begin, len(samples) - size + 1, size))
    loud = [math.sqrt(sum(value * value for value in part) / size) for part in parts]
    heard = [at for at, level in enumerate(loud) if level > SILENCE]
    return loud[: heard[-1] + 1] if heard else []


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how alike two loudnesses run; 1 is the same but for a factor."""
    count = max(len(one), len(other))
    rows = [[*row, *[0.0] * (count - len(row))] for row in (one, other)]
    means = [sum(row) / count for row in rows]
    rows = [[level - mean for level in row] for row, mean in zip(rows, means, strict=True)]
    product = sum(a * b for a, b in zip(*rows, strict=True))
    return product / math.sqrt(math.prod(sum(level**2 for level in row) for row in rows) or 1)


class Microphone:
    """What the machine's sound card has played since a moment."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._begin = 0

    def begin(self) -> None:
        """Forget what was heard so far."""
        self._begin = self._size()

    def _size(self) -> int:
        size = self._file.stat().st_size - HEADER
        return size - size % (2 * CHANNELS)

    def loud(self, longest_s: float) -> list[float]:
        """Return the loudness of what is heard within *longest_s*, from its first sound on."""
        end = self._begin + round((longest_s + AFTER_S) * WAVE_HZ) * 2 * CHANNELS
        until_s = time.monotonic() + PATIENCE_S
        while self._size() < end:
            assert time.monotonic() < until_s, "the card plays nothing"
            time.sleep(0.5)
        with self._file.open("rb") as wave:
            wave.seek(HEADER + self._begin)
            samples = array.array("h", wave.read(end - self._begin))
        return loudness(samples[::CHANNELS], WAVE_HZ)


@pytest.fixture(scope="module")
def mixer() -> Iterator[None]:
    """What decodes sound files here, without a device."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SDL_AUDIODRIVER", "dummy")
        pygame.mixer.init(RATE_HZ, -16, 1, allowedchanges=0)
        yield
        pygame.mixer.quit()


def decoded(file: object) -> array.array[int]:
    return array.array("h", pygame.mixer.Sound(file=file).get_raw())


@pytest.fixture(scope="module")
def cues(mixer: None) -> dict[str, list[float]]:
    """The loudness of each sound of the program."""
    with resources.as_file(resources.files("companion") / "sounds") as folder:
        return {
            Path(sound.name).stem: loudness(decoded(folder / sound.name), RATE_HZ)
            for sound in own_sounds()
        }


@pytest.fixture(scope="module")
def card(bare: Guest) -> Microphone:
    bare.run("modprobe snd-hda-intel && udevadm settle")
    bare.wait_for("test -e /dev/snd/pcmC0D0p", 60)
    return Microphone(bare.file("sound.wav"))


@pytest.fixture
def player(bare: Guest, card: Microphone, request: pytest.FixtureRequest) -> Iterator[Played]:
    """A game before its first ply, with a voice or without, and silence."""
    player = Played(bare)
    player.start(OPEN + getattr(request, "param", ""))
    player.play("tap New game", "tap Alquerque", "tap Start the game", "tap Confirm")
    card.begin()
    card.loud(1)
    card.begin()
    yield player
    player.stop()


def expect_cue(name: str, loud: list[float], cues: dict[str, list[float]]) -> None:
    """Expect what is heard to be the sound called *name*, and no other."""
    alike = {
        known: round(likeness(loud, wanted), 3)
        for known, wanted in cues.items()
        if abs(len(loud) - len(wanted)) <= FEW
    }
    assert max(alike, key=alike.__getitem__) == name and alike[name] > LIKE, (len(loud), alike)
    assert 0.8 < max(loud) / max(cues[name]) < 1.2


def test_a_refusal_and_a_move_are_heard_and_told_apart(player, card, cues):
    player.play("touch e5")
    expect_cue("refused", card.loud(1), cues)
    player.play("touch c2", "touch c3")
    card.begin()
    card.loud(1)
    card.begin()
    player.play("tap Confirm")
    expect_cue("confirmed", card.loud(1), cues)


@pytest.mark.parametrize("player", ["speak_moves = true\n"], indirect=True)
def test_the_words_of_a_move_are_heard(player, card, mixer):
    player.play("touch c2", "touch c3")
    card.begin()
    card.loud(1)
    card.begin()
    player.play("tap Confirm")
    [sentence] = player.told("spoken")
    words = array.array("h")
    for clip in Clips(own_clips(), lambda: "en").whole(sentence):
        words += decoded(io.BytesIO(clip.file))
        words += array.array("h", bytes(2 * round(clip.pause_s * RATE_HZ)))
    wanted = loudness(words, RATE_HZ)
    heard = card.loud(len(wanted) * STEP_S + SENTENCE_WITHIN_S)
    begins = range(round(SENTENCE_WITHIN_S / STEP_S))
    begin = max(begins, key=lambda at: likeness(heard[at:], wanted))
    spoken = heard[begin:]
    assert likeness(spoken, wanted) > LIKE, sentence
    assert abs(len(spoken) - len(wanted)) <= FEW
    assert 0.8 < max(spoken) / max(wanted) < 1.2
