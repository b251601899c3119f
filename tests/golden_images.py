"""Compares pictures with the ones kept in ``tests/golden``, pixel for pixel.

A changed picture fails and leaves what was drawn, and what differs in red, in
``tests/golden/failed``.  With ``REGENERATE_GOLDEN=1`` in the environment the
kept pictures are replaced instead; look at them before committing.
"""

import os
from pathlib import Path

import pygame

from companion.ui.rgb import rgb_of

GOLDEN = Path(__file__).parent / "golden"
FAILED = GOLDEN / "failed"
REGENERATE = "REGENERATE_GOLDEN"


def assert_golden(surface: pygame.Surface, name: str, folder: Path = GOLDEN) -> None:
    """Fail unless *surface* equals ``{name}.png`` in *folder* in every pixel; opacity ignored."""
    path = folder / f"{name}.png"
    if os.environ.get(REGENERATE) == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(surface, str(path))
        return
    failed = folder / FAILED.name
    assert path.is_file(), (
        f"expected a golden picture {path.name}, got none; {REGENERATE}=1 makes it "
        f"(drawn: {_saved(surface, failed / f'{name}.png')})"
    )
    golden = pygame.image.load(str(path))
    assert surface.get_size() == golden.get_size(), (
        f"expected {name} in {golden.get_size()}, got {surface.get_size()} "
        f"(drawn: {_saved(surface, failed / f'{name}.png')})"
    )
    if rgb_of(surface) == rgb_of(golden):
        return
    diff, count = _difference(surface, golden)
    drawn = _saved(surface, failed / f"{name}.png")
    shown = _saved(diff, failed / f"{name}-diff.png")
    raise AssertionError(f"{name}: {count} pixels differ (drawn: {drawn}, difference: {shown})")


def _saved(surface: pygame.Surface, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(surface, str(path))
    return path


def _difference(surface: pygame.Surface, golden: pygame.Surface) -> tuple[pygame.Surface, int]:
    """Return the golden picture dimmed, with each pixel that differs in red, and their number."""
    ours, theirs = rgb_of(surface), rgb_of(golden)
    shown = bytearray(part // 3 for part in theirs)
    count = 0
    for start in range(0, len(ours), 3):
        if ours[start : start + 3] != theirs[start : start + 3]:
            shown[start : start + 3] = b"\xff\x00\x00"
            count += 1
    return pygame.image.frombuffer(bytes(shown), surface.get_size(), "RGB"), count
