import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.art.boards import OUTLINE_RADIUS, SLIT_HALF_WIDTH, slits
from companion.contract import parse_board
from companion.plugins import load_board
from companion.ui.board.board_geometry import BoardGeometry
from tests.ui.outline import outline_distance

QUINCALA = load_board("mini-quincala")
ALQUERQUE = load_board("alquerque")
RECT = (10, 40, 444, 444)

WALLED = parse_board(
    """
name = "walled"
note = "three by three with a wall from below, right of a1 and a2"
rows = ["ooo", "ooo", "ooo"]
cuts = [["a1", "b1"], ["a2", "b2"], ["a1", "b2"], ["b1", "a2"]]
""",
    "walled.toml",
)

DIAGONAL = parse_board(
    """
name = "diagonal"
note = "one cut between two dots of a diagonal"
rows = ["ooo", "ooo", "ooo"]
cuts = [["a1", "b2"]]
""",
    "diagonal.toml",
)

FIVE_SIZES = parse_board(
    """
name = "five"
note = "five sizes"
rows = ["ooooo"]
[setups.start.white]
5 = ["a1"]
1 = ["e1"]
""",
    "five.toml",
)

each_way = pytest.mark.parametrize("is_turned", [False, True])
each_board = pytest.mark.parametrize("board", [QUINCALA, ALQUERQUE], ids=lambda b: b.name)


def test_a1_is_at_the_lower_left_and_at_the_upper_right_when_turned():
    geometry = BoardGeometry(ALQUERQUE, RECT)
    turned = BoardGeometry(ALQUERQUE, RECT, is_turned=True)
    a1, e5 = ALQUERQUE.site_of("a1"), ALQUERQUE.site_of("e5")
    assert geometry.site_to_px(a1)[0] < geometry.site_to_px(e5)[0]
    assert geometry.site_to_px(a1)[1] > geometry.site_to_px(e5)[1]
    assert turned.site_to_px(a1)[0] > turned.site_to_px(e5)[0]
    assert turned.site_to_px(a1)[1] < turned.site_to_px(e5)[1]


@each_board
@each_way
def test_each_site_is_found_at_its_own_point(board, is_turned):
    geometry = BoardGeometry(board, RECT, is_turned)
    for site in range(len(board)):
        assert geometry.px_to_site(*geometry.site_to_px(site)) == site


@each_board
def test_sites_stand_on_whole_pixels_within_one_of_the_lattice(board):
    geometry = BoardGeometry(board, RECT)
    for site, place in enumerate(board.places):
        x, y = geometry.site_to_px(site)
        assert (x % 1, y % 1) == (0, 0)
        exact_x, exact_y = geometry.place_to_px(*place)
        assert 0 <= exact_x - x < 1
        assert 0 <= exact_y - y < 1


@each_board
@each_way
@pytest.mark.parametrize("rect", [RECT, (0, 0, 720, 680), (3, 5, 300, 900), (0, 0, 120, 120)])
def test_the_whole_board_is_inside_its_rectangle(board, is_turned, rect):
    geometry = BoardGeometry(board, rect, is_turned)
    x, y, w, h = rect
    edges = [point for px in range(x - 2, x + w + 3) for point in ((px, y - 1), (px, y + h))] + [
        point for py in range(y - 2, y + h + 3) for point in ((x - 1, py), (x + w, py))
    ]
    assert min(outline_distance(geometry, *point) for point in edges[::5]) > 0


@each_board
def test_the_board_takes_all_the_height_there_is(board):
    geometry = BoardGeometry(board, (0, 0, 900, 444), wants_coordinates=False)
    top = geometry.place_to_px(0, board.ranks - 1)[1] - geometry.margin * geometry.cell
    bottom = geometry.place_to_px(0, 0)[1] + geometry.margin * geometry.cell
    assert (top, bottom) == pytest.approx((0, 444))


def test_coordinates_are_13_pixels_on_the_smallest_screen_and_stay_in_the_rectangle():
    geometry = BoardGeometry(QUINCALA, RECT)
    assert geometry.label_px >= 13
    assert [label.text for label in geometry.labels] == [*"abcdefghi", *"123456789"]
    x, y, w, h = RECT
    for label in geometry.labels:
        assert x + 5 <= label.x <= x + w - 5
        assert y + 5 <= label.y <= y + h - 5
        assert outline_distance(geometry, label.x, label.y) > geometry.label_px / 2


@each_way
def test_coordinates_stand_beside_their_files_and_ranks(is_turned):
    geometry = BoardGeometry(QUINCALA, RECT, is_turned)
    labels = {label.text: label for label in geometry.labels}
    for site, name in enumerate(QUINCALA.names):
        x, y = geometry.site_to_px(site)
        assert abs(labels[name[0]].x - x) <= 1
        assert abs(labels[name[1:]].y - y) <= 1


def test_a_tiny_board_has_no_coordinates():
    assert BoardGeometry(QUINCALA, (0, 0, 120, 120)).labels == ()
    assert BoardGeometry(QUINCALA, RECT, wants_coordinates=False).labels == ()


def test_larger_values_have_larger_pieces_and_neighbors_do_not_touch():
    for board in (QUINCALA, FIVE_SIZES):
        geometry = BoardGeometry(board, RECT)
        radii = [geometry.piece_radius(value) for value in range(1, geometry.sizes + 1)]
        assert radii == sorted(radii)
        assert min(b - a for a, b in itertools.pairwise(radii)) > 0.07 * geometry.cell
        assert 2 * radii[-1] < geometry.cell


def test_values_beyond_the_sizes_are_drawn_as_the_largest():
    geometry = BoardGeometry(QUINCALA, RECT)
    assert geometry.piece_radius(9) == geometry.piece_radius(3)


def test_alquerque_has_one_size():
    geometry = BoardGeometry(ALQUERQUE, RECT)
    assert geometry.sizes == 1
    assert geometry.piece_radius(1) == geometry.piece_radius(3)


def test_a_touch_far_from_every_dot_means_none():
    geometry = BoardGeometry(QUINCALA, RECT)
    notch = geometry.place_to_px(4, 8)
    assert geometry.px_to_site(*notch) is None
    assert geometry.px_to_site(-500, 20) is None


def test_between_two_dots_the_candidate_wins():
    geometry = BoardGeometry(QUINCALA, RECT)
    c3, d3 = QUINCALA.site_of("c3"), QUINCALA.site_of("d3")
    near_c3 = geometry.place_to_px(2.42, 2)
    assert geometry.px_to_site(*near_c3) == c3
    assert geometry.px_to_site(*near_c3, candidates={d3}) == d3


def test_a_touch_right_on_a_dot_means_it_whatever_the_candidates():
    geometry = BoardGeometry(QUINCALA, RECT)
    d3 = QUINCALA.site_of("d3")
    on_c3 = geometry.place_to_px(2.25, 2)
    assert geometry.px_to_site(*on_c3, candidates={d3}) == QUINCALA.site_of("c3")


def test_candidates_catch_touches_from_farther_away():
    geometry = BoardGeometry(QUINCALA, RECT)
    d9 = QUINCALA.site_of("d9")
    beside = geometry.place_to_px(3.85, 8.0)
    assert geometry.px_to_site(*beside) is None
    assert geometry.px_to_site(*beside, candidates=[d9]) == d9


@settings(max_examples=150, deadline=None)
@given(st.floats(0, 460), st.floats(0, 500), st.booleans())
def test_a_turned_board_reads_touches_turned(x, y, is_turned):
    geometry = BoardGeometry(QUINCALA, RECT, is_turned)
    site = geometry.px_to_site(x, y)
    if site is not None:
        nearest = min(math.dist((x, y), geometry.site_to_px(s)) for s in range(len(QUINCALA)))
        assert math.dist((x, y), geometry.site_to_px(site)) == nearest


def test_the_outline_encloses_all_dots_and_leaves_the_notches_outside():
    geometry = BoardGeometry(QUINCALA, RECT)
    for site in range(len(QUINCALA)):
        distance = outline_distance(geometry, *geometry.site_to_px(site))
        assert distance <= -OUTLINE_RADIUS * geometry.cell + 1e-9
    for notch in ((4, 8), (4, 0), (0, 4), (8, 4)):
        assert outline_distance(geometry, *geometry.place_to_px(*notch)) > 0


def test_the_outline_runs_at_its_radius_beside_a_strip():
    geometry = BoardGeometry(ALQUERQUE, RECT)
    edge = geometry.place_to_px(2.5, -OUTLINE_RADIUS)
    assert outline_distance(geometry, *edge) == pytest.approx(0, abs=1.0)


def test_the_face_of_a_board_without_cuts_is_in_one_piece():
    geometry = BoardGeometry(QUINCALA, RECT)
    for line in QUINCALA.drawn():
        (x1, y1), (x2, y2) = map(geometry.site_to_px, line)
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        assert outline_distance(geometry, *middle) < 0


def test_the_face_under_strokes_has_no_holes():
    rows = 'name = "frame"\nnote = "n"\nrows = ["o.o", "...", "o.o"]\nlines = "none"\n'
    strokes = 'drawing = "lines"\nstrokes = [["a1", "c1"], ["c1", "c3"], ["a1", "c3"]]'
    geometry = BoardGeometry(parse_board(rows + strokes, "frame.toml"), RECT)
    assert len(geometry.board.drawn()) == 3
    for place in ((1, 1), (0.5, 1.5), (1, 2)):
        assert outline_distance(geometry, *geometry.place_to_px(*place)) < 0


def test_no_strip_crosses_a_cut():
    geometry = BoardGeometry(WALLED, RECT)
    for rank in (0.0, 0.5, 1.0, 1.4):
        gap = geometry.place_to_px(0.5, rank)
        assert outline_distance(geometry, *gap) == pytest.approx(
            SLIT_HALF_WIDTH * geometry.cell, abs=1.0
        )
    assert outline_distance(geometry, *geometry.place_to_px(0.5, 2.0)) < 0
    assert outline_distance(geometry, *geometry.place_to_px(1.5, 1.0)) < 0


def test_a_wall_at_the_edge_opens_to_the_table():
    geometry = BoardGeometry(WALLED, RECT)
    for rank in (-0.3, -0.43, -0.6):
        assert outline_distance(geometry, *geometry.place_to_px(0.5, rank)) > 0


def test_diagonal_cuts_behind_a_wall_add_nothing():
    assert len(slits(WALLED)) == 2


def test_a_lone_diagonal_cut_has_a_gap_across_its_middle():
    geometry = BoardGeometry(DIAGONAL, RECT)
    assert outline_distance(geometry, *geometry.place_to_px(0.5, 0.5)) > 0
    assert outline_distance(geometry, *geometry.place_to_px(0.5, 0.0)) < 0
    assert outline_distance(geometry, *geometry.place_to_px(0.25, 0.25)) < 0
    assert outline_distance(geometry, *geometry.place_to_px(0.7, 0.3)) > 0


def test_a_rectangle_of_one_pixel_is_no_error():
    geometry = BoardGeometry(QUINCALA, (0, 0, 1, 1))
    assert geometry.cell >= 1
    assert geometry.px_to_site(0, 0) is not None


def test_the_largest_size_in_play_is_drawn_as_large_as_a_largest_piece():
    board = load_board("quincala")
    rect = (0, 0, 400, 400)
    three = BoardGeometry(board, rect, sizes_in_play=3)
    five = BoardGeometry(board, rect)
    assert (three.sizes, five.sizes) == (3, 5)
    assert three.piece_radius(3) > five.piece_radius(3)
    assert BoardGeometry(load_board("mini-quincala"), rect, sizes_in_play=9).sizes == 3
