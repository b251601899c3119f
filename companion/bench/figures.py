"""Measures the program as its users meet it: whole processes, the real link, the real screen code.

Every figure is taken on the simulator's devices and the display of `companion.bench.display`,
so it runs anywhere.  Targets are for one core of a laptop from the last ten years.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from companion import RULES_TEXT
from companion.bench.cases import all_kinds, cases_of
from companion.bench.display import has_xvfb, open_screen
from companion.bench.games import legal_moves_ms, touch_ms
from companion.bench.hints import first_answer_s, last_answer_s
from companion.bench.idle import STATES, idle_percent
from companion.bench.screen import (
    crowded_turn_ms,
    first_frame_s,
    frame_ms,
    peak_heard_mb,
    peak_mb,
    thinking_frame_ms,
    touch_to_wire_ms,
    wire_percent,
)
from companion.bench.sound import move_to_voice_ms, touch_to_sound_ms
from companion.bench.targets import Figure, figure_of
from companion.plugins import GAMES
from companion.storage.json_text import Json
from companion.words.games import game_title

SOUND_MS = 25
"""With at most 23 ms in the buffers of a device a touch is heard within 50 ms."""

VOICE_MS = 225
"""The same for a voice that begins within 250 ms."""

FRAME_MS = 1000 / 60
"""A touch is answered before the next picture is due."""


def figure_lines(chosen: Iterable[Figure]) -> Iterator[str]:
    """Yield the machine, how the rules run, and each figure with its target once measured."""
    yield f"{_machine_text()}; Python {platform.python_version()}; pygame {pygame.version.ver}"
    yield RULES_TEXT
    with open_screen() as driver:
        yield f"display: {driver}; load {os.getloadavg()[0]:.1f}"
        for figure in chosen:
            yield figure.line(figure.measure())


def figure_data(chosen: Iterable[Figure]) -> Json:
    """Return the same as what a JSON document holds."""
    with open_screen() as driver:
        return {
            "machine": _machine_text(),
            "python": platform.python_version(),
            "pygame": str(pygame.version.ver),
            "rules": RULES_TEXT,
            "display": driver,
            "load": os.getloadavg()[0],
            "figures": [figure.data(figure.measure()) for figure in chosen],
        }


def _machine_text() -> str:
    """Return the processor and the system in a few words."""
    model = platform.processor() or platform.machine()
    try:
        named = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text("utf-8"))
    except OSError:
        named = None
    return f"{named.group(1) if named else model}, {os.cpu_count()} cores, {platform.system()}"


def _of_scenes() -> Iterator[Figure]:
    """What holds for the play scene of each game."""
    for number, name in enumerate(GAMES):
        title = game_title(name)
        touch, frame = partial(touch_to_wire_ms, name), partial(frame_ms, name)
        yield Figure(f"{title}: touch to first byte of the frame, p99", "ms", 6, touch)
        chosen = partial(touch_to_wire_ms, name, is_chosen=True)
        yield Figure(f"{title}: touch to first byte, a piece chosen, p99", "ms", 6, chosen)
        yield Figure(f"{title}: drawing at 800x480 with all moves, p99", "ms", 8, frame)
        sound = partial(touch_to_sound_ms, name)
        yield Figure(f"{title}: touch to sound at the mixer, p99", "ms", SOUND_MS, sound)
        thinking = partial(touch_to_wire_ms, name, is_thinking=True)
        yield Figure(f"{title}: touch to first byte while it thinks, p99", "ms", 6, thinking)
        frame = partial(thinking_frame_ms, name)
        yield Figure(f"{title}: turn of the loop while it thinks, p99", "ms", 8, frame)
        # The others differ by game in nothing that takes time.
        states = ("rest", "chosen") if number else STATES
        for state in states:
            idle = partial(idle_percent, name, state)
            yield Figure(f"{title}: {STATES[state].what}", "%", 0.25, idle)
        if crowded := cases_of(name).crowded:
            turn = partial(crowded_turn_ms, name, crowded)
            title = f"{title}: turn of the loop while very many moves are listed, longest"
            yield Figure(title, "ms", 20, turn)


def _of_rules() -> Iterator[Figure]:
    """What holds in random games of each kind."""
    for kind in all_kinds():
        legal, touch = partial(legal_moves_ms, kind), partial(touch_ms, kind)
        yield Figure(f"{kind.title}: legal moves, p99", "ms", kind.legal_target_ms, legal)
        yield Figure(f"{kind.title}: answer to a touch, p99", "ms", FRAME_MS, touch)
        yield Figure(
            f"{kind.title}: first answer of a hint", "s", 0.3, partial(first_answer_s, kind)
        )
        yield Figure(f"{kind.title}: last answer of a hint", "s", 2, partial(last_answer_s, kind))


def _of_counts() -> Iterator[Figure]:
    """How long counting the sequences of plies takes."""
    for name in GAMES:
        for count in cases_of(name).perft:
            title = f"perft {count.depth} of {count.kind.title}"
            yield replace(figure_of(count), name=title)


def figures() -> list[Figure]:
    """Return all that is measured."""
    return [
        *_of_scenes(),
        Figure(
            "move to voice in recorded words, sound at the mixer, p99",
            "ms",
            VOICE_MS,
            partial(move_to_voice_ms, next(iter(GAMES))),
        ),
        Figure("peak memory, dummy driver", "MB", 84, partial(peak_mb, "dummy")),
        *([Figure("peak memory, x11", "MB", 90, partial(peak_mb, "x11"))] if has_xvfb() else []),
        Figure("peak memory with sound and voice, all languages", "MB", 110, peak_heard_mb),
        Figure("process start to first frame", "s", 0.55, first_frame_s),
        Figure("LED wire in use, every frame different", "%", 90, wire_percent, is_most=False),
        *_of_rules(),
        *_of_counts(),
    ]
