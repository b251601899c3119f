"""Encodes sounds as Ogg Vorbis, by oggenc: for the scripts beside it that make files of sound.

oggenc (``sudo apt install vorbis-tools``) is called and no part of this program.
"""

from __future__ import annotations

import io
import subprocess
import wave
from array import array

SERIAL = "1"
"""The same for all files: a random one would change each of them every time."""


def encoded(samples: array[int], rate: int, quality: int, *options: str) -> bytes:
    """Return *samples* as an Ogg file of one channel.

    Args:
        samples: 16 bits each.
        rate: how many there are in a second.
        quality: of oggenc, -1 to 10.
        options: others of oggenc.
    """
    command = ["oggenc", "-Q", "-q", str(quality), "-s", SERIAL, *options, "-"]
    file = wav_file(samples, rate)
    return subprocess.run(command, input=file, capture_output=True, check=True).stdout


def wav_file(samples: array[int], rate: int) -> bytes:
    """Return *samples* as a WAV file of one channel."""
    written = io.BytesIO()
    with wave.open(written, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(samples.itemsize)
        out.setframerate(rate)
        out.writeframes(samples.tobytes())
    return written.getvalue()
