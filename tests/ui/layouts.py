"""The sizes of screens that a layout is held to, and what holds for its boxes."""

import itertools

from companion.ui.widgets.layout import Box

SIZES = [
    (320, 240), (400, 240), (480, 272), (480, 320), (640, 360), (640, 400), (640, 480), (720, 480),
    (800, 400), (800, 480), (800, 600), (854, 480), (960, 540), (1024, 576), (1024, 600),
    (1024, 768), (1152, 864), (1280, 400), (1280, 720), (1280, 800), (1280, 1024), (1366, 768),
    (1400, 1050), (1440, 900), (1600, 900), (1600, 1200), (1680, 1050), (1920, 480), (1920, 720),
    (1920, 1080), (1920, 1200), (2560, 1080), (2560, 1440), (3440, 1440), (3840, 1080),
    (3840, 2160), (1000, 1000), (480, 480), (720, 720), (560, 500),
]  # fmt: skip


def boxes_overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def assert_sound(layout, boxes):
    for name, box in boxes.items():
        assert box.w > 0, name
        assert box.h > 0, name
        assert box.x >= 0, name
        assert box.y >= 0, name
        assert box.right <= layout.width, name
        assert box.bottom <= layout.height, name
    for (one, box), (other, other_box) in itertools.combinations(boxes.items(), 2):
        assert not boxes_overlap(box, other_box), f"{one} and {other}"
