"""Compares pictures with the ones kept in ``tests/golden``, pixel for pixel.

A changed picture fails and leaves what was drawn, and what differs in red, in
``tests/golden/failed``.  With ``REGENERATE_GOLDEN=1`` in the environment the
kept pictures that have changed are replaced instead; look at them before committing.

Every build of pygame draws letters and the edges of shapes a little differently.  The
pictures are those of `KEPT_BY`; under any other build the average color around each pixel
has to agree, `AROUND_PX` to each side and up to `AROUND_STEPS`.
"""

import os
import platform
from pathlib import Path
from typing import NamedTuple

import pygame
import pytest
from PIL import Image, ImageChops, ImageFilter, features

from companion.ui.scenes.gif import rgb_of

GOLDEN = Path(__file__).parent / "golden"
FAILED = GOLDEN / "failed"
REGENERATE = "REGENERATE_GOLDEN"

AROUND_PX = 8
AROUND_STEPS = 20
"""Of 256.  Measured over all pictures: pygame-ce 2.5.8 is up to 16 off, where a word lies one
pixel beside its place; Debian 12's pygame 2.1.2 up to 5.  A dot of seven pixels that is missing
or elsewhere on wood is more than 20."""


SMALLEST = {"lossless": True, "quality": 100, "method": 6}
"""Of lossless WebP: 38 % of what a PNG has.  Method 5 or quality 99 has 60 %, but takes a
quarter of the two seconds."""


class Build(NamedTuple):
    """Which pygame draws, with which SDL, on which kind of processor."""

    pygame: str
    sdl: tuple[int, ...]
    machine: str

    def __str__(self) -> str:
        return f"{self.pygame}, SDL {'.'.join(map(str, self.sdl))}, {self.machine}"


KEPT_BY = Build("pygame 2.6.1", (2, 28, 4), "x86_64")
"""The wheel on PyPI."""


def build_at_hand() -> Build:
    name = "pygame-ce" if getattr(pygame, "IS_CE", False) else "pygame"
    sdl = tuple(pygame.get_sdl_version())
    return Build(f"{name} {pygame.version.ver}", sdl, platform.machine())


def assert_golden(
    surface: pygame.Surface, name: str, folder: Path = GOLDEN, build: Build | None = None
) -> None:
    """
    Fail unless *surface* looks like ``{name}.webp`` in *folder*; opacity ignored.

    *build* is what drew it, by default the one at hand: in every pixel for `KEPT_BY`.
    """
    if not features.check("webp"):
        pytest.skip("golden pictures are WebP, which this Pillow cannot read")
    build, drawn = build or build_at_hand(), _image_of(surface)
    path = folder / f"{name}.webp"
    if os.environ.get(REGENERATE) == "1":
        assert build == KEPT_BY, f"expected {KEPT_BY} to draw golden pictures, got {build}"
        _keep(drawn, path)
        return
    failed = folder / FAILED.name
    assert path.is_file(), (
        f"expected a golden picture {path.name}, got none; {REGENERATE}=1 makes it "
        f"(drawn: {_saved(drawn, failed / f'{name}.png')})"
    )
    golden = _opened(path)
    assert drawn.size == golden.size, (
        f"expected {name} in {golden.size}, got {drawn.size} "
        f"(drawn: {_saved(drawn, failed / f'{name}.png')})"
    )
    difference = ImageChops.difference(drawn, golden)
    what = _unlike_pixels(difference) if build == KEPT_BY else _unlike_places(drawn, golden)
    if what:
        ours = _saved(drawn, failed / f"{name}.png")
        shown = _saved(_shown(difference, golden), failed / f"{name}-diff.png")
        raise AssertionError(f"{name}: {what} (drawn: {ours}, difference: {shown})")


def _opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        return image.convert("RGB")


def _keep(drawn: Image.Image, path: Path) -> None:
    """Write *drawn* unless it is kept already: every file that is written adds to the history."""
    if path.is_file():
        kept = _opened(path)
        if (kept.size, kept.tobytes()) == (drawn.size, drawn.tobytes()):
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn.save(path, "WEBP", **SMALLEST)


def _unlike_pixels(difference: Image.Image) -> str:
    """Return how many pixels differ, or an empty text."""
    if difference.getbbox() is None:
        # To count the pixels takes ten times as long.
        return ""
    count = sum(_changed(difference).histogram()[1:])
    return f"{count} pixels differ" if count else ""


def _unlike_places(drawn: Image.Image, golden: Image.Image) -> str:
    """Return around how many pixels the color is another one, or an empty text."""
    around = ImageFilter.BoxBlur(AROUND_PX)
    blurred = ImageChops.difference(drawn.filter(around), golden.filter(around))
    count = sum(_changed(blurred).histogram()[AROUND_STEPS + 1 :])
    return f"the surroundings of {count} pixels differ" if count else ""


def _changed(difference: Image.Image) -> Image.Image:
    """Return the largest of the three channels of each pixel."""
    red, green, blue = difference.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _image_of(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), rgb_of(surface))


def _saved(image: Image.Image, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)
    return path


def _shown(difference: Image.Image, golden: Image.Image) -> Image.Image:
    """Return the golden picture dimmed, with each pixel that differs in red."""
    shown = golden.point(lambda part: part // 3)
    shown.paste((255, 0, 0), mask=_changed(difference).point(lambda step: 255 if step else 0))
    return shown
