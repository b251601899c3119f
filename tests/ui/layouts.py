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
SIZES += [(height, width) for width, height in SIZES if width != height]


def boxes_overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def unsound(layout, boxes):
    """Return the names of *boxes* that are empty or off the screen, and pairs that overlap."""
    wrong = [
        name
        for name, box in boxes.items()
        if not (
            0 <= box.x < box.right <= layout.width and 0 <= box.y < box.bottom <= layout.height
        )
    ]
    pairs = itertools.combinations(boxes.items(), 2)
    return wrong + [
        f"{one} and {other}" for (one, box), (other, second) in pairs if boxes_overlap(box, second)
    ]
