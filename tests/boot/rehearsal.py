"""Plays without a screen what the booted machine is to play, and notes what it has to look like.

    python rehearsal.py FOLDER

Runs in the card's own environment, with the pygame and the fonts that the machine draws with.
Writes FOLDER/NUMBER.png, the screen before each touch and after the last one, and
FOLDER/evenings.json, a list for each start of the program: where each picture is touched, or null.
FOLDER/turned-90 has the same of the first evening on a screen that is turned, and so on.
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
from companion.scripting.fingers import Fingers, ManualClock, Place
from companion.storage.state_dir import StateDir
from companion.ui.widgets.window import open_display
from sim.virtual_pins import VirtualPins

CONFIG = """[screen]
fullscreen = "off"
width = 800
height = 480
rotation = {rotation}
language = "en"
"""
"""The dummy driver would take a screen of its own size; nor is anybody asked for a language."""

Evenings = tuple[tuple[tuple[str, str], ...], ...]

EVENINGS: Evenings = (
    (
        ("tap", "New game"),
        ("tap", "Alquerque"),
        ("tap", "Start the game"),
        ("tap", "Confirm"),
        ("touch", "c2"),
        ("touch", "c3"),
        ("tap", "Confirm"),
        ("moved", "c2-c3"),
    ),
    (
        ("tap", "Resume"),
        ("tap", "Confirm"),
        ("moved", "c2-c3"),
        ("touch", "c4"),
        ("touch", "c2"),
        ("tap", "Confirm"),
        ("moved", "c2-c3 c4xc2"),
    ),
)
"""What is played until the power is cut, and when it has come back."""

TURNED = (90, 180, 270)


class NotedFingers(Fingers):
    """Fingers before each of whose touches the screen is kept."""

    def __init__(self, program: Program, clock: ManualClock, folder: Path) -> None:
        super().__init__(program, clock, VirtualPins({}, True, clock))
        self._folder = folder
        self.places: list[Place | None] = []

    def mouse_down(self, place: Place) -> None:
        self.note(self.on_display(place))
        super().mouse_down(place)

    def note(self, touched: Place | None) -> None:
        """Keep the screen, once nothing moves any more, and where it is touched."""
        count = len(list(self._folder.glob("*.png")))
        self.wait(1)
        self.program.draw()
        pygame.image.save(pygame.display.get_surface(), self._folder / f"{count:02}.png")
        self.places.append(touched)

    def moved(self, plies: str) -> None:
        """Expect *plies* to have been played."""
        assert " ".join(ply.move.text for ply in self.turn.match.plies) == plies


def rehearse(
    folder: Path, steps: tuple[tuple[str, str], ...], state: StateDir, rotation: int
) -> list[Place | None]:
    """Return where each picture of *steps* is touched; write the pictures into *folder*."""
    clock = ManualClock()
    config = folder / "config.toml"
    config.write_text(CONFIG.format(rotation=rotation))
    open_display()
    program = open_program(Arguments("pi", config), state, clock)
    try:
        fingers = NotedFingers(program, clock, folder)
        for action, what in steps:
            getattr(fingers, action)(what)
            fingers.wait(1)
        fingers.note(None)
    finally:
        program.close()
    return fingers.places


def rehearse_all(folder: Path, evenings: Evenings, rotation: int = 0) -> None:
    """Play *evenings*, one after the other and on the same saves."""
    pygame.display.init()
    folder.mkdir(exist_ok=True)
    with StateDir(folder / "state") as state:
        touched = [rehearse(folder, steps, state, rotation) for steps in evenings]
    (folder / "evenings.json").write_text(json.dumps(touched))


def main(folder: Path) -> None:
    rehearse_all(folder, EVENINGS)
    for rotation in TURNED:
        rehearse_all(folder / f"turned-{rotation}", EVENINGS[:1], rotation)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
