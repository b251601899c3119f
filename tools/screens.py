"""Paints screens before and after a change, side by side, each from the sources of its commit.

Without names: all whose lines in ``tests/golden/screens`` have changed since the commit.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import pygame

from tools.trees import ROOT, git, tree_of

KEPT: Final = "tests/golden/screens"
SIZES: Final = ("800x480", "720x1280")
GAP: Final = 12

PAINT: Final = """
import sys, tempfile
from pathlib import Path
import pygame
from tests.sitting import nobody_looking
from tests.ui.every_scene import brought_to
scene, width, height, picture = sys.argv[1:]
size = int(width), int(height)
with tempfile.TemporaryDirectory() as folder, brought_to(scene, Path(folder), size) as sitting:
    with nobody_looking():
        sitting.settle()
    sitting.look()
    sitting.ticks(2)
    pygame.image.save(sitting.surface, picture)
"""


def changed_screens(commit: str) -> list[str]:
    """Return the screens, as ``SCENE WIDTHxHEIGHT``, that have other lines than at *commit*."""
    before = git(ROOT, "ls-tree", "-r", "--name-only", commit, KEPT).decode().split()
    old = screens_of("".join(git(ROOT, "show", f"{commit}:{name}").decode() for name in before))
    texts = sorted((ROOT / KEPT).glob("*.txt"))
    new = screens_of("".join(text.read_text(encoding="utf-8") for text in texts))
    return sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))


def screens_of(text: str) -> dict[str, list[str]]:
    """Return the lines of each screen."""
    screens: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line[:1].isalpha():
            screens[line] = lines = []
        else:
            lines.append(line)
    return screens


def painted(root: Path, screen: str) -> pygame.Surface | None:
    """Return the picture of *screen* by the sources in *root*, None where it has no such scene."""
    scene, _, size = screen.partition(" ")
    environ = os.environ | {
        "PYTHONPATH": str(root), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
        "COMPANION_COMPILED": "no",
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "screen.png"
        command = [sys.executable, "-P", "-c", PAINT, scene, *size.split("x"), str(picture)]
        done = subprocess.run(command, cwd=root, env=environ, capture_output=True, check=False)
        return pygame.image.load(str(picture)) if done.returncode == 0 else None


def side_by_side(pictures: list[pygame.Surface]) -> pygame.Surface:
    """Return *pictures* in a row."""
    width = sum(picture.get_width() for picture in pictures) + GAP * (len(pictures) - 1)
    row = pygame.Surface((width, max(picture.get_height() for picture in pictures)))
    x = 0
    for picture in pictures:
        row.blit(picture, (x, 0))
        x += picture.get_width() + GAP
    return row


def main() -> None:
    """Write a picture for each screen into a folder."""
    parser = argparse.ArgumentParser(prog="python -m tools.screens", description=__doc__)
    parser.add_argument("scenes", metavar="SCENE", nargs="*", help="of tests/ui/every_scene.py")
    parser.add_argument("--against", metavar="COMMIT", default="HEAD")
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=ROOT / "shots")
    args = parser.parse_args()
    named = [f"{scene} {size}" for scene in args.scenes for size in SIZES]
    with tree_of(args.against) as old:
        for screen in named or changed_screens(args.against):
            both = [painted(old, screen), painted(ROOT, screen)]
            pictures = [picture for picture in both if picture is not None]
            if not pictures:
                parser.error(f"expected a scene of tests/ui/every_scene.py, got {screen!r}")
            args.to.mkdir(parents=True, exist_ok=True)
            file = args.to / f"{screen.replace(' ', '-')}.png"
            pygame.image.save(side_by_side(pictures), str(file))
            print(file)


if __name__ == "__main__":
    main()
