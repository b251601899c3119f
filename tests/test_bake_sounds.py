"""The shipped sounds are those that the script makes, and stay small."""

import io
from array import array
from pathlib import Path

import pygame
import pytest

from companion.backends.loudspeaker import BUFFER, RATE_HZ
from tests.scripts import script

ROOT = Path(__file__).parents[1]
LARGEST = 90_000
MOST_LOST, MOST_LOST_OF_NOISE = 0.005, 0.05
"""The share of the energy of a sound that encoding may change; noise is kept less exactly."""

TO_DO = "make the sounds anew: make sounds"

baker = script("bake_sounds")
SOUNDS = baker.all_sounds()
each_sound = pytest.mark.parametrize("path", SOUNDS, ids=lambda path: path.stem)


@pytest.fixture
def mixer(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, allowedchanges=0)
    yield
    pygame.mixer.quit()


def lost(ring, file):
    """Return the share of the energy of *ring* by which the sound in *file* differs."""
    made, heard = baker.samples(ring), array("h", pygame.mixer.Sound(io.BytesIO(file)).get_raw())
    assert len(made) == len(heard)
    difference = sum((one - other) ** 2 for one, other in zip(made, heard, strict=True))
    return difference / sum(value**2 for value in made)


@each_sound
def test_each_file_is_made_from_what_the_script_says(path):
    assert baker.recipe(SOUNDS[path]).encode() in path.read_bytes(), TO_DO


@pytest.mark.needs("mixer")
@each_sound
def test_each_file_sounds_as_the_script_makes_it(mixer, path):
    most = MOST_LOST_OF_NOISE if path.stem == "huff" else MOST_LOST
    assert lost(SOUNDS[path], path.read_bytes()) <= most, TO_DO


@pytest.mark.needs("oggenc")
def test_the_script_makes_such_files(mixer):
    ring = baker.OURS["touch"]
    file = baker.file_of(ring)
    assert baker.recipe(ring).encode() in file
    assert lost(ring, file) <= MOST_LOST


def test_no_other_files_are_shipped_and_all_together_are_small():
    files = set((ROOT / "companion").rglob("sounds/*"))
    assert files == set(SOUNDS)
    assert sum(path.stat().st_size for path in files) <= LARGEST
