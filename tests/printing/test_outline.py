import itertools
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.art.boards import (
    OUTLINE_BANDS,
    OUTLINE_RADIUS,
    SLIT_HALF_WIDTH,
    Strip,
    slits,
)
from companion.contract import parse_board
from companion.plugins import load_board
from companion.printing.board_drawing import outline

WALLED = parse_board(
    'name="w"\nnote="n"\nrows=["ooo","ooo","ooo"]\n'
    'cuts=[["a1","b1"],["a2","b2"],["a1","b2"],["b1","a2"]]',
    "walled.toml",
)
DIAGONAL = parse_board(
    'name="d"\nnote="n"\nrows=["ooo","ooo","ooo"]\ncuts=[["a1","b2"]]', "diagonal.toml"
)
HOLLOW = parse_board('name="h"\nnote="n"\nrows=["oooo","o..o","oooo"]', "hollow.toml")
SHIPPED = [load_board("mini-quincala"), load_board("alquerque")]


@st.composite
def boards(draw):
    cells = st.sampled_from("oo.")
    width = draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=5))
    texts = ["".join(row) for row in rows]
    if not any("o" in text for text in texts):
        texts[0] = "o" + texts[0][1:]
    lines = draw(st.sampled_from(["all", "alquerque", "none"]))
    return parse_board(f'name="r"\nnote="n"\nlines="{lines}"\nrows={texts!r}', "random.toml")


slits_of = cache(slits)


def points_along(contour, fineness=4):
    """Points along each line of the contour."""
    return [
        (x1 + (x2 - x1) * part / fineness, y1 + (y2 - y1) * part / fineness)
        for (x1, y1), (x2, y2) in itertools.pairwise((*contour, contour[0]))
        for part in range(fineness)
    ]


@cache
def strips_of(board):
    """The dots and the lines between them."""
    lines = [Strip(board.places[one], board.places[other]) for one, other in board.segments()]
    return [Strip(place, place) for place in board.places] + lines


@cache
def strips_near(board, file, rank):
    """The strips within two cells of the place, whose distance to what is beside it may count."""
    return [
        strip
        for strip in strips_of(board)
        if max(abs(strip.start[0] - file), abs(strip.start[1] - rank)) <= 2
    ]


def outside(board, inset, x, y):
    """How far the point is outside of the face, by its definition alone, where it is near."""
    strips = strips_near(board, round(x), round(y))
    face = min((strip.distance_to(x, y) for strip in strips), default=2) - (OUTLINE_RADIUS - inset)
    return max([face, *(SLIT_HALF_WIDTH + inset - s.distance_to(x, y) for s in slits_of(board))])


def is_filled(contours, x, y):
    """Whether the point is inside by the even-odd rule."""
    crossings = 0
    for points in contours:
        for (x1, y1), (x2, y2) in itertools.pairwise([*points, points[0]]):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                crossings += 1
    return crossings % 2 == 1


def assert_is_edge_of(board, inset):
    contours = outline(board, inset).contours
    for contour in contours:
        for x, y in points_along(contour):
            assert abs(outside(board, inset, x, y)) < 5e-4
    for column, row in itertools.product(range(-3, 4 * board.files), range(-3, 4 * board.ranks)):
        x, y = column / 4 + 0.011, row / 4 + 0.007
        depth = outside(board, inset, x, y)
        if abs(depth) > 0.01:
            assert is_filled(contours, x, y) == (depth < 0), (x, y)


@pytest.mark.parametrize("board", [*SHIPPED, WALLED, DIAGONAL, HOLLOW], ids=lambda b: b.name)
@pytest.mark.parametrize("inset", [OUTLINE_BANDS[0][0], OUTLINE_BANDS[3][0], OUTLINE_BANDS[-1][0]])
def test_the_outline_is_the_edge_of_the_face(board, inset):
    assert_is_edge_of(board, inset)


@settings(max_examples=25, deadline=None)
@given(boards(), st.sampled_from([inset for inset, _ in OUTLINE_BANDS]))
def test_any_board_has_an_outline(board, inset):
    assert_is_edge_of(board, inset)


def test_a_hollow_board_has_an_inner_edge():
    assert len(outline(HOLLOW).contours) == 2


def test_a_board_with_strokes_has_one_edge_around_the_lattice():
    board = parse_board(
        'name = "frame"\nnote = "n"\nrows = ["o.o", "...", "o.o"]\nlines = "none"\n'
        'drawing = "lines"\nstrokes = [["a1", "c1"], ["c1", "c3"]]',
        "frame.toml",
    )
    (contour,) = outline(board, 0.0).contours
    x, y = zip(*contour, strict=True)
    assert (min(x), max(x)) == pytest.approx((-OUTLINE_RADIUS, 2 + OUTLINE_RADIUS), abs=0.01)
    assert (min(y), max(y)) == pytest.approx((-OUTLINE_RADIUS, 2 + OUTLINE_RADIUS), abs=0.01)


def test_a_wall_stays_open_at_its_end():
    contours = outline(WALLED).contours
    assert len(contours) == 1
    assert is_filled(contours, 1.0, 0.0)
    assert not is_filled(contours, 0.5, 0.5)
