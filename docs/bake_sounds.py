"""Makes the sounds of the program and of its games, each from a few lines that say how it rings.

``make sounds`` runs it.  A sound is a sum of tones that die away, some with a knock of
noise at the start, as wood has; the standard library makes all of it, and oggenc encodes it.
The files are mono with 22,050 samples a second: what the mixer is opened with, so that
nothing has to be resampled.  Each has its recipe in a comment, by which a test sees whether
it is still what this script makes.
"""

from __future__ import annotations

import math
import random
import zlib
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from vorbis import encoded

RATE = 22_050
QUALITY = 4
"""Three quarters of a file are headers, whatever the quality; -1 would save an eighth."""

LOUDEST = 0.7
"""Of what a sample can hold: two sounds at once are not cut off."""

FADE_S = 0.004
"""At the end of each sound, so that it does not click."""

COMPANION = Path(__file__).parent.parent / "companion"
GAMES = COMPANION / "games"


class Tone(NamedTuple):
    """One tone of a sound.

    Attributes:
        at_s: when it begins.
        hz: its pitch, 0 for noise.
        loud: its share of the loudness.
        dies_s: the time in which it falls to a third.
        to_hz: the pitch it glides to, 0 where it stays.
    """

    at_s: float
    hz: float
    loud: float
    dies_s: float
    to_hz: float = 0.0


class Ring(NamedTuple):
    """How long a sound is, and its tones."""

    long_s: float
    tones: tuple[Tone, ...]


def knock(at_s: float, hz: float, loud: float = 1.0) -> tuple[Tone, ...]:
    """Return a piece of wood put on wood."""
    return (
        Tone(at_s, 0, 0.35 * loud, 0.006),
        Tone(at_s, hz, loud, 0.022),
        Tone(at_s, 2.76 * hz, 0.3 * loud, 0.010),
    )


def bell(at_s: float, hz: float, loud: float = 1.0, dies_s: float = 0.11) -> tuple[Tone, ...]:
    """Return a small bell."""
    return (Tone(at_s, hz, loud, dies_s), Tone(at_s, 3 * hz, 0.18 * loud, dies_s / 2))


def run(*hz: float, step_s: float = 0.07) -> tuple[Tone, ...]:
    """Return one bell after the other."""
    return sum((bell(number * step_s, pitch) for number, pitch in enumerate(hz)), ())


C5, E5, G5, A5, C6, E6 = 523.25, 659.26, 783.99, 880.0, 1046.5, 1318.5

OURS: Mapping[str, Ring] = {
    "touch": Ring(0.06, knock(0, 880, 0.6)),
    "refused": Ring(0.22, (Tone(0, 165, 1, 0.06), Tone(0, 330, 0.4, 0.05),
                           Tone(0.1, 147, 1, 0.06), Tone(0.1, 294, 0.4, 0.05))),
    "undone": Ring(0.16, (Tone(0, 620, 0.8, 0.06, to_hz=380),)),
    "confirmed": Ring(0.16, (*knock(0, 520), *bell(0.01, C6, 0.35, 0.05))),
    "capture": Ring(0.2, (*knock(0, 420), *knock(0.075, 300))),
    "knock": Ring(0.22, (*knock(0, 360), *knock(0.06, 270), *knock(0.11, 220, 0.7))),
    "huff": Ring(0.24, (Tone(0, 0, 0.5, 0.07), *knock(0.12, 250))),
    "chain": Ring(0.42, run(C5, E5, G5, C6)),
    "line": Ring(0.46, run(G5, C6, E6, step_s=0.085)),
    "turn": Ring(0.30, (*bell(0, G5, 0.8), *bell(0.09, C6, 0.8))),
    "end": Ring(0.80, (*run(C5, E5, G5, step_s=0.11), *bell(0.36, C6, 1, 0.16),
                       *bell(0.36, E5, 0.5, 0.16))),
    "low-time": Ring(0.18, (*bell(0, A5, 1, 0.035), *bell(0.085, A5, 1, 0.035))),
    "out-of-step": Ring(0.36, (*bell(0, E5, 1, 0.08), *bell(0.14, 466.16, 1, 0.09))),
}  # fmt: skip
"""The sounds of the program by their codes."""

MIXED = Ring(0.36, (*knock(0, 420, 0.7), *bell(0.02, E5, 0.8), *bell(0.1, A5, 0.8)))
FORM = Ring(0.42, (*knock(0, 420, 0.7), *run(E5, A5, C6, step_s=0.075)))

THEIRS: Mapping[str, Mapping[str, Ring]] = {
    "quincala_knocking": {"mixed": MIXED},
    "quincala_mixing": {"mixed": MIXED, "form": FORM},
}
"""The sounds that a game brings, by the codes of its facts."""


def samples(ring: Ring) -> list[int]:
    """Return the samples of *ring*."""
    noise = random.Random(1)
    made = [0.0] * round(ring.long_s * RATE)
    for tone in ring.tones:
        phase = 0.0
        for index in range(round(tone.at_s * RATE), len(made)):
            since_s = index / RATE - tone.at_s
            share = min(1.0, since_s / ring.long_s)
            hz = tone.hz + (tone.to_hz - tone.hz) * share if tone.to_hz else tone.hz
            phase += 2 * math.pi * hz / RATE
            wave_now = math.sin(phase) if tone.hz else noise.uniform(-1, 1)
            made[index] += tone.loud * wave_now * math.exp(-since_s / tone.dies_s)
    scale = 32767 * LOUDEST / max(map(abs, made))
    fade = round(FADE_S * RATE)
    return [
        round(value * scale * min(1.0, (len(made) - index) / fade))
        for index, value in enumerate(made)
    ]


def recipe(ring: Ring) -> str:
    """Return a few letters that change with what *ring* is made from."""
    made_from = repr((ring, RATE, LOUDEST, FADE_S, QUALITY))
    return f"recipe={zlib.crc32(made_from.encode()):08x}"


def file_of(ring: Ring) -> bytes:
    """Return *ring* as an Ogg file."""
    return encoded(array("h", samples(ring)), RATE, QUALITY, "--comment", recipe(ring))


def all_sounds() -> Mapping[Path, Ring]:
    """Return every sound by the file that it goes into."""
    ours = {COMPANION / "sounds" / f"{code}.ogg": ring for code, ring in OURS.items()}
    theirs = {
        GAMES / folder / "sounds" / f"{code}.ogg": ring
        for folder, rings in THEIRS.items()
        for code, ring in rings.items()
    }
    return {**ours, **theirs}


if __name__ == "__main__":
    for path, ring in all_sounds().items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(file_of(ring))
