"""Measures what is on paper: the files are read back, nothing is taken from the layout."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest

from companion.contract import parse_board
from companion.printing.board_drawing import BoardOnPaper
from companion.printing.pdf import pdf_bytes
from tests.printing.pdf_reading import overlap
from tests.printing.printed import (
    ALQUERQUE,
    BOARDS,
    MINI,
    QUERNI,
    QUINCY,
    SIZES,
    TIGHT,
    assert_inside_margin,
    assert_lattice,
    board_pages,
    by_rank,
    crosses,
    dot_paths,
    dots,
    drill_pages,
    is_line,
    job,
    round_point,
)

WIDE = parse_board('name="wide"\nnote="n"\nrows=["oooooooooooooooooooooooooo"]', "wide.toml")

CASES = [
    (game, paper, pitch)
    for game, large in ((MINI, 31.0), (ALQUERQUE, 61.0))
    for paper in SIZES
    for pitch in (5.0, large)
]
"""The large pitch needs several pages of every paper."""

every_case = pytest.mark.parametrize(("game", "paper", "pitch"), CASES)

HOLE = 3.25
"""Of all templates that several tests look at: they are printed once."""


# Scale


@every_case
def test_dots_are_the_pitch_apart(game, paper, pitch):
    for page in board_pages(game, paper, pitch):
        assert_lattice(dots(page, game, pitch), BOARDS[game].places, pitch)


@every_case
def test_every_page_has_a_ruler_of_100_mm(game, paper, pitch):
    for page in [*board_pages(game, paper, pitch), *drill_pages(game, paper, pitch, HOLE)]:
        # The lowest lines of the page; the page map, further to the right, is no line.
        bases = [p for p in page.paths if is_line(p) and abs(p.width - 0.2) < 0.01
                 and p.center[1] < 20 and p.size[1] == 0]  # fmt: skip
        (base,) = bases
        assert base.size[0] == pytest.approx(100, abs=TIGHT)
        left, y = base.box[:2]
        ticks = [p for p in page.paths if is_line(p) and p.size[0] == 0
                 and abs(p.box[1] - y) < TIGHT]  # fmt: skip
        places = sorted(tick.center[0] - left for tick in ticks)
        assert places == pytest.approx(list(range(101)), abs=TIGHT)


@pytest.mark.parametrize("paper", SIZES)
def test_pages_have_the_size_of_the_paper_upright_or_lying(paper):
    wide = board_pages(ALQUERQUE, paper, SIZES[paper][0] / 24, board=WIDE)
    for page, size in ((board_pages(MINI, paper, 10.0)[0], SIZES[paper]),
                       (wide[0], SIZES[paper][::-1])):  # fmt: skip
        assert (page.width, page.height) == pytest.approx(size, abs=0.01)


@every_case
@pytest.mark.parametrize("style", ["plain", "ornamental"])
def test_nothing_is_printed_in_the_margin(game, paper, pitch, style):
    for page in board_pages(game, paper, pitch, style):
        assert_inside_margin(page)


@every_case
def test_no_hole_is_drilled_in_the_margin(game, paper, pitch):
    for page in drill_pages(game, paper, pitch, HOLE):
        assert_inside_margin(page)


def test_texts_too_long_for_the_page_stay_on_it():
    rows = 'rows=["oo", "oo"]'
    words = "a very long note " * 30
    board = parse_board(f'name="{words}"\nnote="{words}"\n{rows}', "long.toml")
    (page,) = board_pages(ALQUERQUE, "A4", 20.0, board=board)
    assert_inside_margin(page)
    assert "…" in page.text
    for one, other in itertools.combinations(page.texts, 2):
        assert overlap(one.box, other.box) is None


# Pages that are glued together


every_tiled_case = pytest.mark.parametrize(
    ("game", "paper", "pitch"), [case for case in CASES if case[2] > 5]
)


@every_tiled_case
def test_dots_coincide_where_crop_marks_of_neighbors_are_laid_over_each_other(game, paper, pitch):
    pages = board_pages(game, paper, pitch)
    columns, rows = grid_of(pages)
    assert columns * rows == len(pages) > 1
    for number, page in enumerate(pages):
        if number % columns < columns - 1:
            # The right crosses of this page on the left ones of the next.
            assert_same(page, pages[number + 1], game, pitch, (2, 3), (0, 1))
        if number + columns < len(pages):
            # The lower crosses of this page on the upper ones of the page below.
            assert_same(page, pages[number + columns], game, pitch, (0, 2), (1, 3))


def grid_of(pages):
    """Columns and rows, read from the page map: the upright parts of its first row."""
    parts = [
        p.box
        for p in pages[0].paths
        if len(p.points) == 4 and p.stroke and not p.is_curved and p.center[1] < 27
    ]
    tops = Counter(round(box[3], 2) for box in parts)
    columns = tops[max(tops)]
    return columns, len(parts) // columns


def assert_same(page, other, game, pitch, marks, other_marks):
    here, there = crosses(page), crosses(other)
    assert len(here) == len(there) == 4
    shifts = [
        (there[b][0] - here[a][0], there[b][1] - here[a][1])
        for a, b in zip(marks, other_marks, strict=True)
    ]
    assert math.dist(*shifts) < TIGHT
    (dx, dy), _ = shifts
    on_this, on_other = dots(page, game, pitch), dots(other, game, pitch)
    assert len(on_this) == len(on_other) > 20
    for (x, y), place in zip(on_this, on_other, strict=True):
        assert math.dist((x + dx, y + dy), place) < TIGHT


@pytest.mark.parametrize(("game", "pitch"), [(MINI, 31.0), (ALQUERQUE, 61.0)])
def test_every_dot_is_whole_on_some_page(game, pitch):
    whole = Counter()
    for page in board_pages(game, "A4", pitch):
        for number, path in enumerate(dot_paths(page, game, pitch)):
            whole[number] += path.seen == path.box
    assert len(whole) == len(BOARDS[game])
    assert min(whole.values()) >= 1


def test_neighbors_share_ten_millimeters():
    one, other = board_pages(ALQUERQUE, "A4", 61.0)[:2]
    (seam, _), (other_seam, _) = crosses(one)[2], crosses(other)[0]
    clip, other_clip = (max(p.clip[2] for p in one.paths if p.clip[2] < 300),
                        min(p.clip[0] for p in other.paths if p.clip[0] > 0))  # fmt: skip
    assert clip - seam == pytest.approx(5, abs=TIGHT)
    assert other_seam - other_clip == pytest.approx(5, abs=TIGHT)


def test_seams_run_between_the_dots():
    for page in board_pages(MINI, "A4", 31.0):
        centers = dots(page, MINI, 31.0)
        for x, y in crosses(page):
            assert min(math.dist((x, y), dot) for dot in centers) > 31 / 4


# Drilling


@every_case
def test_holes_are_over_the_lamps(game, paper, pitch):
    for page in drill_pages(game, paper, pitch, HOLE):
        holes = [
            p
            for p in page.paths
            if p.is_curved
            and p.stroke
            and not p.fill
            and abs(p.size[0] - HOLE) < TIGHT
            and abs(p.size[1] - HOLE) < TIGHT
        ]
        assert_lattice([hole.center for hole in holes], BOARDS[game].places, pitch)
        for hole in holes:
            x, y = hole.center
            arms = [p for p in page.paths if is_line(p) and math.dist(p.center, (x, y)) < TIGHT]
            assert len(arms) == 2
            assert all(max(arm.size) > HOLE for arm in arms)


@pytest.mark.parametrize(("panel", "lamps"), [("16x16", 3), ("9x9", 2)])
def test_lamps_between_the_holes_are_the_led_pitch_apart(panel, lamps):
    (page,) = drill_pages(ALQUERQUE, "A4", 30.0, panel=panel)
    points = [p.center for p in page.paths if p.is_curved and abs(p.size[0] - 0.9) < TIGHT]
    holes = [p.center for p in page.paths if p.is_curved and abs(p.size[0] - 5.0) < TIGHT]
    lattice = list(itertools.product(range(4 * lamps + 1), repeat=2))
    assert len(holes) == 25
    assert_lattice(points + holes, lattice, 30.0 / lamps)


def test_a_template_tells_the_led_pitch_panel_and_first_lamp():
    (page,) = drill_pages(ALQUERQUE, "A4", 30.0)
    assert "LED pitch 10 mm: a dot every 3 lamps of panel 16x16" in page.text
    assert "Column 1, row 1 of the panel, counted from 0 at its near left lamp" in page.text
    assert "lies under a1" in page.text
    (page,) = drill_pages(MINI, "A4", 10.0, hole=4.5)
    assert "LED pitch 10 mm: a dot on every lamp" in page.text
    assert "holes 4.5 mm wide" in page.text


def test_a_template_of_squares_has_the_frame_of_the_board_around_its_holes():
    (page,) = drill_pages(QUINCY, "A4", 12.0, panel="9x9")
    (board,) = board_pages(QUINCY, "A4", 12.0)
    dashed = [path for path in page.paths if path.dash]
    assert [len(path.points) for path in dashed] == [4]
    frame = max(board.paths, key=lambda path: path.size)
    # The line of the board lies inside of its edge.
    assert math.dist(dashed[0].size, frame.size) < 1


# Marked intersections


def diamonds_across(pages, across):
    """The middles of the diamonds so wide."""
    return [
        path.center
        for page in pages
        for path in page.paths
        if len(path.points) == 4 and math.dist(path.size, (across, across)) < TIGHT * 2
        and not path.is_curved and any(abs(x - path.center[0]) < TIGHT for x, _ in path.points)
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["plain", "ornamental", "template"])
def test_marked_intersections_are_at_the_corners_of_their_squares(kind):
    if kind == "template":
        pages = drill_pages(QUERNI, "A3", 20.0)
    else:
        pages = board_pages(QUERNI, "A3", 20.0, kind)
    board = BOARDS[QUERNI]
    places = [board.places[site] for site in board.marks]
    assert len(places) == 8
    assert_lattice(diamonds_across(pages, 7.6), places, 20.0)


def test_a_marked_intersection_is_the_far_right_corner_of_the_square_it_is_named_by():
    (page,) = pages = board_pages(QUERNI, "A3", 20.0, "plain")
    corners = by_rank([p.box[2:] for p in page.paths if math.dist(p.size, (20, 20)) < TIGHT])
    board = BOARDS[QUERNI]
    squares = sorted(board.places, key=lambda place: place[::-1])
    wanted = [corners[squares.index(board.places[site])] for site in board.marks]
    assert set(map(round_point, wanted)) == set(map(round_point, diamonds_across(pages, 7.6)))


# Words


def test_every_page_says_what_it_is():
    pages = board_pages(MINI, "A4", 30.0)
    for number, page in enumerate(pages, 1):
        assert "Mini Quincala Knocking – board" in page.text
        assert "Board mini-quincala, dots 30 mm apart – a reconstruction" in page.text
        assert "print at 100%" in page.text
        assert f"page {number} of {len(pages)}" in page.text


def test_coordinates_are_those_of_the_notation():
    (page,) = board_pages(ALQUERQUE, "A4", 30.0)
    assert {"a", "b", "c", "d", "e"} <= set(page.text.split())


def rows_board():
    text = 'name="q"\nnote="n"\nrows=["oo","oo"]\nnames="rows"\ndrawing="squares"'
    return parse_board(text, "q.toml")


def test_squares_named_by_rows_have_digits_from_the_far_left():
    board = rows_board()
    on_paper = BoardOnPaper(board, 20.0)
    named = [board.rank_name(rank) + board.file_name(file) for file, rank in board.places]
    assert named == list(board.names) == ["21", "22", "11", "12"]
    top = on_paper.field.top
    assert sorted(label.text for label in on_paper.labels() if label.at[1] > top) == ["1", "2"]


def test_the_same_sheets_give_the_same_bytes():
    sheets = job(MINI, "A4", 30.0).board_sheets(BOARDS[MINI], "ornamental")
    assert pdf_bytes(sheets, "one") == pdf_bytes(sheets, "one")
    assert len(pdf_bytes(sheets, "one")) < 150_000
