"""Plays without a screen what the booted machine is to play, and notes what it has to look like.

    python rehearsal.py FOLDER

Runs in the card's own environment, with the pygame and the fonts that the machine draws with.
Writes FOLDER/NUMBER.png, the screen before each touch and after the last one, and
FOLDER/touches.json, one list of ``[x, y]`` for each start of the program.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from companion.app import Arguments, open_program
from companion.program import Program
from companion.scripting.fingers import ManualClock
from companion.scripting.script import parse_script
from companion.scripting.scripted import ScriptRunner
from companion.storage.state_dir import StateDir
from companion.ui.widgets.window import open_display

CONFIG = """[screen]
fullscreen = "off"
width = 800
height = 480
"""
"""The dummy driver would take a screen of its own size."""

EVENINGS = (
    """
    tap "New game"
    tap "Alquerque"
    tap "Start the game"
    tap "Confirm"
    touch c2
    touch c3
    tap "Confirm"
    expect moves "c2-c3"
    """,
    """
    tap "Resume"
    tap "Confirm"
    expect moves "c2-c3"
    touch c4
    touch c2
    tap "Confirm"
    expect moves "c2-c3 c4xc2"
    """,
)
"""What is played until the power is cut, and when it has come back."""


class NotedRunner(ScriptRunner):
    """A runner that takes a picture before each touch."""

    def __init__(self, program: Program, clock: ManualClock, folder: Path) -> None:
        super().__init__(program, clock, "rehearsal", folder)
        self.touches: list[tuple[int, int]] = []

    def _hold(self, x: int, y: int, seconds: float = 0.0) -> None:
        self.picture()
        self.touches.append((x, y))
        super()._hold(x, y, seconds)

    def picture(self) -> None:
        """Write the screen, once nothing moves any more."""
        count = len(list(self.shots.glob("*.png")))
        self._on.wait(1)
        self.program.draw()
        pygame.image.save(self.program.window.surface, self.shots / f"{count:02}.png")


def rehearse(folder: Path, script: str, state: StateDir) -> list[tuple[int, int]]:
    """Return where a finger goes in *script*; write the pictures into *folder*."""
    clock = ManualClock()
    config = folder / "config.toml"
    config.write_text(CONFIG)
    open_display()
    program = open_program(Arguments("pi", config), state, clock)
    try:
        runner = NotedRunner(program, clock, folder)
        runner.run(parse_script(script, "rehearsal"))
        runner.picture()
    finally:
        program.close()
    return runner.touches


def main(folder: Path) -> None:
    """Play all evenings, one after the other and on the same saves."""
    pygame.display.init()
    with StateDir(folder / "state") as state:
        touches = [rehearse(folder, script, state) for script in EVENINGS]
    (folder / "touches.json").write_text(json.dumps(touches))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
