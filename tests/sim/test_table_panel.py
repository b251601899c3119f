import itertools
import random

import pygame
import pytest

from companion.plugins import load_board, shipped_boards
from companion.ports import ButtonName
from companion.ui.lamps import Panel, grid_of
from sim.table import BUTTON_CAPS, GROUND, LAMP_OFF, PANEL, PanelView, TablePanel

RECT = pygame.Rect(100, 0, 250, 480)
LABELS = {name: name.value for name in ButtonName}
PLACES = [(column, row) for row in range(4) for column in range(4)]


class Hand:
    """Writes nothing and notes what it was asked to write."""

    def __init__(self):
        self.written = []

    def __call__(self, surface, text, center, size, color, most_width):
        self.written.append((text, center, most_width))
        return pygame.Rect(center, (0, 0))


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def panel(hand) -> TablePanel:
    panel = TablePanel(hand, "title", LABELS, PLACES)
    panel.lay_out(RECT)
    return panel


def view(frame=bytes(48), **values) -> PanelView:
    return PanelView(frame, **values)


def drawn(panel, shown, rect=RECT) -> pygame.Surface:
    surface = pygame.Surface((rect.right + 50, rect.bottom), 0, 32)
    surface.fill((255, 0, 255))
    panel.draw(surface, shown)
    return surface


def lamp_px(panel, column, row) -> tuple[int, int]:
    grid = panel._grid()
    pitch = (grid.w - 12) / 4
    return (
        round(grid.centerx + (column - 1.5) * pitch),
        round(grid.centery - (row - 1.5) * pitch),
    )


def frame_with(lamp, rgb) -> bytes:
    frame = bytearray(48)
    frame[3 * lamp : 3 * lamp + 3] = bytes(rgb)
    return bytes(frame)


def test_nothing_is_drawn_beside_its_place(panel):
    surface = drawn(panel, view())
    assert surface.get_at((99, 240))[:3] == (255, 0, 255)
    assert surface.get_at((350, 240))[:3] == (255, 0, 255)
    assert surface.get_at((101, 470))[:3] == GROUND


@pytest.mark.parametrize("place", [(0, 0), (3, 0), (1, 2), (3, 3)])
def test_a_lamp_glows_in_its_color_at_its_place_seen_from_the_near_side(panel, place):
    surface = drawn(panel, view(frame_with(PLACES.index(place), (0, 200, 0))))
    red, green, blue = surface.get_at(lamp_px(panel, *place))[:3]
    assert green > 150
    assert green > 2 * max(red, blue)
    for other in PLACES:
        if other != place:
            # The glow may just reach a neighbor.
            assert abs(surface.get_at(lamp_px(panel, *other))[1] - LAMP_OFF[1]) < 12


def test_a_dim_lamp_is_seen_and_less_bright(panel):
    dim = drawn(panel, view(frame_with(5, (10, 8, 6)))).get_at(lamp_px(panel, 1, 1))
    bright = drawn(panel, view(frame_with(5, (255, 220, 160)))).get_at(lamp_px(panel, 1, 1))
    assert 40 < dim[0] < bright[0]


def test_before_the_first_frame_all_lamps_are_dark(panel):
    surface = drawn(panel, view(b""))
    assert {surface.get_at(lamp_px(panel, *place))[:3] for place in PLACES} == {LAMP_OFF}


def test_the_board_is_hinted_at_around_its_dots(panel):
    bare = drawn(panel, view())
    board = drawn(panel, view(dots=[(1, 1), (2, 1)]))
    between = [
        (a + b) // 2 for a, b in zip(lamp_px(panel, 1, 1), lamp_px(panel, 2, 1), strict=True)
    ]
    far = lamp_px(panel, 0, 3)
    assert board.get_at(between) != bare.get_at(between)
    assert board.get_at(far) == bare.get_at(far)


def test_the_outline_of_a_board_that_is_larger_than_the_panel_is_seen_whole(panel):
    dots = [(column, row) for column in (0, 3) for row in (0, 3)]
    bare = drawn(panel, view())
    board = drawn(panel, view(dots=dots))
    changed = [
        (x, y)
        for x in range(board.get_width())
        for y in range(board.get_height())
        if board.get_at((x, y)) != bare.get_at((x, y)) and board.get_at((x, y))[:3] != GROUND
    ]
    assert changed
    assert all(panel._panel().collidepoint(place) for place in changed)


def test_each_button_is_where_it_is_drawn_and_its_name_under_it(panel, hand):
    surface = drawn(panel, view())
    labels = {text: (center, width) for text, center, width in hand.written}
    for name, (center, radius) in panel._caps().items():
        assert surface.get_at(center)[:3] == BUTTON_CAPS[name]
        assert panel.button_at(*center) is name
        assert panel.button_at(center[0], center[1] - 2 * radius) is None
        (x, y), width = labels[name.value]
        assert x == center[0]
        assert y > center[1] + radius
        assert width < RECT.w // 4


def test_buttons_stand_in_the_order_of_the_real_ones(panel):
    caps = panel._caps()
    assert [caps[name][0][0] for name in ButtonName] == sorted(
        center[0] for center, _ in caps.values()
    )


def test_a_held_button_is_drawn_pushed_in(panel):
    center = panel._caps()[ButtonName.HINT][0]
    held = drawn(panel, view(held=ButtonName.HINT)).get_at(center)[:3]
    assert held != BUTTON_CAPS[ButtonName.HINT]
    assert all(a < b for a, b in zip(held, BUTTON_CAPS[ButtonName.HINT], strict=True))


def test_glows_are_not_kept_without_end(panel):
    for red, green in itertools.product(range(0, 256, 8), range(0, 256, 16)):
        drawn(panel, view(frame_with(5, (red, green, 9))))
    assert len(panel._glows) <= 257


def test_a_table_drawn_before_looks_like_one_drawn_anew(panel, hand):
    draw = random.Random(3)
    for _ in range(60):
        frame = bytes(48) if draw.random() < 0.2 else frame_with(draw.randrange(16), (250, 90, 0))
        shown = view(
            frame,
            dots=draw.choice([(), ((0, 0), (2, 2)), ((0, 0), (3, 0), (0, 3))]),
            held=draw.choice([None, ButtonName.HINT]),
            occupied=draw.choice([frozenset(), frozenset({(1, 1)})]),
        )
        anew = TablePanel(hand, "title", LABELS, PLACES)
        anew.lay_out(RECT)
        assert drawn(panel, shown).get_buffer().raw == drawn(anew, shown).get_buffer().raw


@pytest.mark.parametrize("size", [(0, 480), (1, 1), (20, 900), (900, 20), (250, 60)])
def test_a_place_of_any_size_is_no_error(hand, size):
    panel = TablePanel(hand, "title", LABELS, PLACES)
    rect = pygame.Rect((0, 0), size)
    panel.lay_out(rect)
    drawn(panel, view(frame_with(5, (255, 0, 0))), rect=pygame.Rect(0, 0, 300, 300))
    panel.button_at(5, 5)


FITTING = [
    (board, (columns, rows))
    for board in map(load_board, shipped_boards())
    for columns, rows in [
        (board.files, board.ranks), (board.files + 1, board.ranks), (9, 9), (10, 14), (12, 12),
        (15, 15), (16, 16), (17, 20), (32, 16), (16, 32), (32, 32), (64, 64),
    ]
    if columns >= board.files and rows >= board.ranks
]  # fmt: skip
"""Each board with panels that it fits: the narrowest, those that are built, and odd ones."""


@pytest.mark.parametrize("size", [(250, 480), (166, 320), (374, 720), (700, 900), (250, 900)])
@pytest.mark.parametrize(
    ("board", "lamps"), FITTING, ids=[f"{board.name} {lamps}" for board, lamps in FITTING]
)
def test_all_that_is_drawn_of_the_lamps_stays_on_their_panel(hand, board, lamps, size):
    grid = grid_of(board, Panel(*lamps))
    places = list(itertools.product(range(lamps[0]), range(lamps[1])))
    panel, rect = TablePanel(hand, "title", LABELS, places), pygame.Rect((20, 20), size)
    panel.lay_out(rect)
    shown = view(
        bytes([255, 200, 0] * len(places)),
        dots=[grid.at(place) for place in board.places],
        occupied=frozenset(places),
    )
    surface = drawn(panel, shown, rect.inflate(20, 20))
    beside = pygame.Surface(surface.get_size(), 0, 32)
    beside.fill((255, 0, 255))
    beside.fill(GROUND, rect)
    caps = pygame.Rect(rect.x, panel._grid().bottom, rect.w, rect.bottom - panel._grid().bottom)
    for part in (surface, beside):
        part.fill(PANEL, caps)
        part.fill(PANEL, panel._panel())
    assert rect.contains(panel._panel())
    assert surface.get_buffer().raw == beside.get_buffer().raw
