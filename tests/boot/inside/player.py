"""Plays on the devices that are there, as it is told, with a screen that nobody sees.

    python -m tests.boot.inside.player FOLDER [CONFIG]

Each line in FOLDER/orders is a step, such as ``tap New game``.  FOLDER/told has what the program
is at: the steps that were done, its clock, its scene, how the link to the lamps stands, the lamps
that are to be lit, what the status line says and what was spoken.  FOLDER/state has the games.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from companion.app import Arguments, open_program
from companion.scripting.fingers import Fingers, ManualClock
from companion.storage.state_dir import StateDir
from companion.ui.widgets.window import open_display
from sim.virtual_pins import VirtualPins

CONFIG = """[screen]
fullscreen = "off"
language = "en"
"""
"""The dummy driver would take a screen of its own size, and the first start asks."""

TURNS = 3
PAUSE_S = 0.05
"""After so many turns the program rests for so long: the machine has more to do."""

CYCLE_S = 2
"""Within this time each pattern of the lamps has been bright."""


def lit_lamps(fingers: Fingers) -> set[int]:
    """Return the lamps that are lit at some time of their pattern."""
    stage, now_s = fingers.stage, fingers.clock.now_s
    frames = [stage.lamps.frame(stage.view, now_s + turn / 10) for turn in range(CYCLE_S * 10)]
    return {at // 3 for frame in frames for at, level in enumerate(frame) if level}


def play_as_told(folder: Path, further: str = "") -> None:
    orders, told = folder / "orders", folder / "told"
    orders.touch()
    config = folder / "config.toml"
    config.write_text(CONFIG + further)
    pygame.display.init()
    clock, done = ManualClock(), 0
    with StateDir(folder / "state") as state, orders.open(encoding="utf-8") as steps:
        open_display()
        program = open_program(Arguments("pi", config), state, clock)
        fingers = Fingers(program, clock, VirtualPins({}, True, clock))
        spoken: list[str] = []
        program.stage.narrator.hears = spoken.append
        program.stage.sounds.start()
        program.stage.narrator.start()
        while True:
            if line := steps.readline():
                action, _, what = line.strip().partition(" ")
                getattr(fingers, action)(what)
                done += 1
            fingers.ticks(TURNS)
            now = {
                "done": done,
                "clock_s": clock.now_s,
                "scene": fingers.scene.name,
                "link": fingers.stage.services.leds.state().value,
                "lit": sorted(lit_lamps(fingers)),
                "status": [status.text for status in fingers.stage.status()],
                "spoken": spoken,
            }
            part = told.with_suffix(".part")
            part.write_text(json.dumps(now))
            part.rename(told)
            time.sleep(PAUSE_S)


if __name__ == "__main__":
    play_as_told(Path(sys.argv[1]), *sys.argv[2:])
