"""Looks whether this machine can be heard: a device, a mixer that opens, a voice.

For `companion doctor`, in codes as in `companion.commands.doctor`.  The mixer is opened in a
process of its own: one that hangs or prints is ended, and nothing of it is left here.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import partial
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from companion.backends.clips import Clips, own_clips
from companion.backends.loudspeaker import BUFFER, RATE_HZ
from companion.backends.speech_output import AUTO, ESPEAK, speech_command
from companion.config.values import SoundConfig
from companion.engine.service import own_python
from companion.errors import missing_library
from companion.ports import Finding
from companion.words.translate import languages

CARDS: Final = Path("/proc/asound/cards")
OPENS_S: Final = 10.0
"""With a Pi's start of Python and pygame; a device that is there opens in less than one."""

_CARD: Final = re.compile(r"^ *\d+ \[[^\]]*\]: (.*)$", re.MULTILINE)
OPENER: Final = (
    "import sys, time\n"
    "import pygame\n"
    "started = time.monotonic()\n"
    "try:\n"
    f"    pygame.mixer.init({RATE_HZ}, -16, 1, {BUFFER}, allowedchanges=0)\n"
    "except pygame.error as error:\n"
    "    sys.exit(f'{error}')\n"
    "print(round(1000 * (time.monotonic() - started)), flush=True)\n"
)
"""Opens the mixer as the program does."""


def check_sound(
    sound: SoundConfig, cards: Path = CARDS, opener: Sequence[str] = (*own_python(), "-c", OPENER)
) -> list[Finding]:
    """Return whether there is a device, whether it opens, and what speaks."""
    return [
        *_device(cards, _mixer(opener)),
        _program(sound.speech),
        _words(own_clips()),
    ]


def _device(cards: Path, mixer: Finding) -> list[Finding]:
    """Return what there is to say of the device: one line where there is none."""
    try:
        devices = _CARD.findall(cards.read_text("utf-8", errors="replace"))
    except OSError:
        devices = []
    if devices:
        return [Finding("sound", "sound-device", (", ".join(devices),)), mixer]
    # A device without a card of its own, such as one over the network, opens all the same.
    return [Finding("sound", "no-sound-device") if mixer.code == "mixer-refused" else mixer]


def _mixer(opener: Sequence[str]) -> Finding:
    try:
        done = subprocess.run(
            opener, capture_output=True, text=True, timeout=OPENS_S, errors="replace"
        )
    except subprocess.TimeoutExpired:
        return Finding("sound", "mixer-hangs", (round(OPENS_S),))
    if done.returncode == 0 and (words := done.stdout.split()):
        return Finding("sound", "mixer-ok", (words[-1],))
    lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
    if missing := missing_library(lines[-1]):
        return Finding("sound", "library-missing", missing)
    return Finding("sound", "mixer-refused", (lines[-1],))


def _program(wanted: str) -> Finding:
    command = speech_command(wanted)
    if command and shutil.which(command[0]):
        return Finding("voice", "speech-ok", (command[0],))
    if wanted == AUTO:
        return Finding("voice", "no-speech", (ESPEAK[0],))
    return Finding("voice", "speech-missing", (wanted,))


def _words(folder: Traversable) -> Finding:
    missing = [code for code in languages() if not Clips(folder, partial(str, code)).is_readable()]
    if missing:
        return Finding("voice", "clips-missing", (", ".join(missing),))
    return Finding("voice", "clips-ok", (", ".join(languages()),))
