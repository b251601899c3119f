import math

import pytest

from companion.art.boards import (
    BORDER_INSET,
    ORNAMENT_CURVES,
    OUTLINE_BANDS,
    OUTLINE_RADIUS,
    border,
)
from companion.art.pieces import ONE_SIZE_RADIUS
from companion.art.theme import DARK
from companion.contract import parse_board
from companion.errors import BoardError
from companion.plugins import load_board
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.board_painter import render_background
from companion.ui.widgets.fonts import Fonts

RECT = (0, 0, 440, 440)


def drawn(name):
    geometry = BoardGeometry(load_board(name), RECT)
    return geometry, render_background(geometry, DARK, Fonts())


def colors_of(surface):
    width, height = surface.get_size()
    return {tuple(surface.get_at((x, y))[:3]) for x in range(width) for y in range(height)}


@pytest.mark.parametrize("name", ["mini-quincala", "quincala"])
def test_the_field_of_quincala_lies_on_dark_wood_with_curved_brass_lines(name):
    _, surface = drawn(name)
    assert {DARK.walnut, DARK.brass_light} <= colors_of(surface)


def test_other_boards_lie_on_the_table():
    for name in ("alquerque", "querni", "quincy"):
        assert DARK.walnut not in colors_of(drawn(name)[1])


def test_curves_are_nested_and_end_at_the_outline():
    insets = [inset for inset, _ in (*ORNAMENT_CURVES, *OUTLINE_BANDS)]
    assert insets == sorted(insets)


def test_a_border_is_clear_of_pieces_and_inside_the_outline():
    board = load_board("alquerque")
    places = [
        (place, corner) for leaf in border(board) for corner in leaf for place in board.places
    ]
    nearest = min(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for (a, b), (x, y) in places)
    assert nearest > ONE_SIZE_RADIUS
    edge = OUTLINE_RADIUS - OUTLINE_BANDS[-1][0]
    for corner in (corner for leaf in border(board) for corner in leaf):
        x, y = (min(max(part, 0.0), 4.0) for part in corner)
        assert math.hypot(corner[0] - x, corner[1] - y) < edge


def test_a_border_looks_the_same_from_all_sides():
    leaves = {
        frozenset((round(x, 6), round(y, 6)) for x, y in leaf)
        for leaf in border(load_board("alquerque"))
    }
    turned = {frozenset((round(4 - y, 6), x) for x, y in leaf) for leaf in leaves}
    assert leaves == turned


def test_the_leaves_are_drawn_where_paper_has_them():
    geometry, surface = drawn("alquerque")
    x, y = geometry.place_to_px(-BORDER_INSET, 2 + 0.0)
    near = [
        tuple(surface.get_at((round(x) + dx, round(y) + dy))[:3])
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    ]
    assert min(sum(color) for color in near) < sum(DARK.wood_dark) - 60


def test_an_unknown_ornament_is_refused():
    text = 'name = "x"\nnote = "y"\nrows = ["oo"]\nornament = "gold"'
    with pytest.raises(BoardError, match="none or curves or border"):
        parse_board(text, "x.toml")
