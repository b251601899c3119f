"""The colors for color-blind people, as the commonest kinds of color blindness see them."""

import itertools
import math

import pytest

from companion.art.marks import Mark
from companion.ports import PixelIndex
from companion.ui.lamps import AT_REST, GLOWS, PALETTES, LampLight
from tests.ui.contrast import EYES
from tests.ui.lamp_roles import AT_ONCE

TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def seen(rgb, sight):
    """The color of a lamp, whose levels are linear light, in CIELAB as *sight* has it."""
    light = [min(1, max(0, part)) for part in times(EYES[sight], [part / 255 for part in rgb])]
    parts = [part / white for part, white in zip(times(TO_XYZ, light), WHITE, strict=True)]
    x, y, z = (p ** (1 / 3) if p > 0.008856 else 7.787 * p + 16 / 116 for p in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def least_difference(name, sight):
    """The least difference of two roles that have the same pattern."""
    return min(
        math.dist(seen(one.color, sight), seen(other.color, sight))
        for one, other in itertools.combinations(PALETTES[name].values(), 2)
        if one.pattern is other.pattern
    )


@pytest.mark.parametrize("sight", EYES)
def test_roles_of_one_pattern_differ_for_everybody(sight):
    assert least_difference("color-blind", sight) >= 45


@pytest.mark.parametrize(
    ("name", "sight"), [("standard", "all colors"), *(("color-blind", sight) for sight in EYES)]
)
def test_lamps_that_stand_still_differ_by_color_and_brightness(name, sight):
    def at_rest(mark):
        glow = PALETTES[name][mark]
        return seen([channel * AT_REST[glow.pattern] for channel in glow.color], sight)

    for roles in AT_ONCE:
        for one, other in itertools.combinations(roles, 2):
            assert math.dist(at_rest(one), at_rest(other)) >= 15, (one, other)


def test_the_standard_colors_are_nearer_to_each_other_for_some():
    assert min(least_difference("standard", sight) for sight in EYES) < 30


def test_patterns_are_the_same_in_every_palette():
    for glows in PALETTES.values():
        assert list(glows) == list(GLOWS)
        assert all(glow.pattern is GLOWS[mark].pattern for mark, glow in glows.items())


def test_a_frame_is_made_in_the_palette_that_is_set():
    lamps = (PixelIndex(0),)
    for name, color in (("standard", (0, 200, 120)), ("color-blind", (255, 160, 0))):
        light = LampLight(lamps, 1, 100, 2000, PALETTES[name])
        assert tuple(light.frame({0: Mark.TARGET}, 4)) == color
