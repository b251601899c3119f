"""Measures the program as its users meet it: whole processes, the real link, the real screen code.

Every figure is taken on the simulator's devices and SDL's dummy display, so it
runs anywhere.  Targets are for one core of a laptop from the last ten years.
"""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pygame

from companion import RULES_TEXT
from companion.bench.figure import Figure
from companion.bench.games import KINDS, legal_moves_ms, touch_ms
from companion.bench.hints import first_answer_s, last_answer_s
from companion.bench.screen import (
    first_frame_s,
    frame_ms,
    idle_percent,
    peak_mb,
    thinking_frame_ms,
    touch_to_wire_ms,
    wire_percent,
)
from companion.games import GAMES, find_game
from companion.words.games import game_title

FRAME_MS = 1000 / 60
"""A touch is answered before the next picture is due."""


def report(figures: Sequence[Figure]) -> None:
    """Print the machine, how the rules run, and each of *figures* with its target."""
    print(f"{machine_text()}; Python {platform.python_version()}; pygame {pygame.version.ver}")
    print(RULES_TEXT)
    for figure in figures:
        print(figure.line(figure.measure()), flush=True)


def machine_text() -> str:
    """Return the processor and the system in a few words."""
    model = platform.processor() or platform.machine()
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text("utf-8"))
    except OSError:
        found = None
    return f"{found.group(1) if found else model}, {os.cpu_count()} cores, {platform.system()}"


def alquerque_perft_s() -> float:
    """Return the seconds that perft 6 of Alquerque's base game takes."""
    position = find_game("alquerque").initial()
    started = time.perf_counter()
    position.perft(6)
    return time.perf_counter() - started


def quincala_perft_s() -> float:
    """Return the seconds that perft 2 of Mini Quincala takes."""
    position = find_game("quincala-knocking").initial()
    started = time.perf_counter()
    position.perft(2)
    return time.perf_counter() - started


def quincala_deep_perft_s() -> float:
    """Return the seconds that perft 3 of Mini Quincala takes, its count checked."""
    position = find_game("quincala-knocking").initial()
    started = time.perf_counter()
    count = position.perft(3)
    assert count == 21_252_997, f"expected 21252997 leaves, got {count}"
    return time.perf_counter() - started


def _of_scenes() -> Iterator[Figure]:
    """What holds for the play scene of each game."""
    for name in GAMES:
        title = game_title(name)
        touch, frame = partial(touch_to_wire_ms, name), partial(frame_ms, name)
        yield Figure(f"{title}: touch to first byte of the frame, p99", "ms", 20, touch)
        yield Figure(f"{title}: drawing at 800x480 with all moves, p99", "ms", 8, frame)
        thinking = partial(touch_to_wire_ms, name, is_thinking=True)
        yield Figure(f"{title}: touch to first byte while it thinks, p99", "ms", 20, thinking)
        frame = partial(thinking_frame_ms, name)
        yield Figure(f"{title}: turn of the loop while it thinks, p99", "ms", 8, frame)
        yield Figure(f"{title}: idle, lamps connected", "%", 1, partial(idle_percent, name))


def _of_rules() -> Iterator[Figure]:
    """What holds in random games of each kind."""
    for kind in KINDS:
        legal, touch = partial(legal_moves_ms, kind), partial(touch_ms, kind)
        yield Figure(f"{kind.title}: legal moves, p99", "ms", kind.legal_target_ms, legal)
        yield Figure(f"{kind.title}: answer to a touch, p99", "ms", FRAME_MS, touch)
        yield Figure(
            f"{kind.title}: first answer of a hint", "s", 0.3, partial(first_answer_s, kind)
        )
        yield Figure(f"{kind.title}: last answer of a hint", "s", 2, partial(last_answer_s, kind))


FIGURES = (
    *_of_scenes(),
    Figure("peak memory", "MB", 90, peak_mb),
    Figure("process start to first frame", "s", 1.0, first_frame_s),
    Figure("LED wire in use, every frame different", "%", 90, wire_percent, is_most=False),
    *_of_rules(),
    Figure("perft 6 of Alquerque", "s", 1.0, alquerque_perft_s),
    Figure("perft 2 of Mini Quincala", "s", 0.5, quincala_perft_s),
    Figure("perft 3 of Mini Quincala", "s", 60, quincala_deep_perft_s, is_deep=True),
)
