"""The shipped sounds are those that the script makes, and stay small."""

import importlib.util
import struct
import sys
import wave
from pathlib import Path

ROOT = Path(__file__).parents[1]
LARGEST = 300_000


def baker():
    spec = importlib.util.spec_from_file_location("bake_sounds", ROOT / "docs" / "bake_sounds.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def samples_in(path):
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        frames = file.readframes(file.getnframes())
    return struct.unpack(f"<{len(frames) // 2}h", frames)


def test_each_file_is_what_the_script_makes():
    sounds = baker()
    for path, ring in sounds.all_sounds().items():
        made, shipped = sounds.samples(ring), samples_in(path)
        # Mathematical libraries differ in the last digit.
        assert len(made) == len(shipped)
        assert max(abs(a - b) for a, b in zip(made, shipped, strict=True)) <= 1, path.name


def test_no_other_files_are_shipped_and_all_together_are_small():
    files = set((ROOT / "companion").rglob("sounds/*"))
    assert files == set(baker().all_sounds())
    assert sum(path.stat().st_size for path in files) <= LARGEST
