import dataclasses
import itertools

import pygame
import pytest

from companion.art.marks import Mark
from companion.art.pieces import kind_of
from companion.art.theme import CONTRAST, DARK, LIGHT, Theme
from companion.contract import Board, Lifted, Piece, parse_board
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import Arrow, BoardPicture, Flight
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.scenes.gif import rgb_of
from companion.ui.widgets.fonts import Fonts
from tests.golden_images import assert_golden
from tests.ui.board_painting import (
    around,
    drawn_pixels,
    each_kept_theme,
    each_theme,
    id_of,
    is_near,
    painted,
    painter_of,
)
from tests.ui.outline import outline_distance
from tests.ui.square_pictures import (
    QUERNI,
    QUINCY,
    TILES_WITH_EVERYTHING,
    areas,
    chain_and_marks,
    dealt,
    lines_and_marks,
)

RECT = (20, 10, 600, 460)


def querni_site(name: str) -> int:
    return QUERNI.site_of(name)


# Golden pictures


def cropped(board: Board, theme: Theme, picture: BoardPicture, is_turned=False):
    """Return a picture in a rectangle of the board's own proportions, without coordinates."""
    width, height = 430, round(430 * board.ranks / board.files)
    geometry = BoardGeometry(board, (0, 0, width, height), is_turned, False)
    painter = BoardPainter(geometry, theme, Fonts())
    return painted(painter, picture)


@each_kept_theme
def test_numbered_tiles_with_everything_look_as_kept(theme: Theme):
    assert_golden(cropped(QUERNI, theme, chain_and_marks()), f"board-querni-{id_of(theme)}")


def test_the_turned_board_of_tiles_looks_as_kept():
    picture = BoardPicture(placement=dealt(QUERNI))
    assert_golden(cropped(QUERNI, DARK, picture, True), "board-querni-turned")


@each_kept_theme
def test_glass_stones_with_everything_look_as_kept(theme: Theme):
    assert_golden(cropped(QUINCY, theme, lines_and_marks()), f"board-quincy-{id_of(theme)}")


def test_areas_look_as_kept():
    assert_golden(painted(painter_of(), areas()), "board-areas-dark")


@pytest.mark.parametrize("theme", [DARK, LIGHT, CONTRAST], ids=id_of)
def test_tiles_and_stones_off_the_board_look_as_kept(theme: Theme):
    surface = pygame.Surface((344, 100), 0, 32)
    surface.fill(theme.panel)
    for side in (0, 1):
        y = 26 + 48 * side
        tiles = PiecePictures(theme, kind_of(QUERNI.pieces), QUERNI.colors)
        stones = PiecePictures(theme, kind_of(QUINCY.pieces), QUINCY.colors)
        for column, (radius, value) in enumerate(((20, 6), (20, 16), (14, 11), (10, 9))):
            tiles.draw_piece(surface, (26 + 48 * column, y), radius, Piece(side, value))
        for column, radius in enumerate((18, 12, 8)):
            stones.draw_piece(surface, (222 + 36 * column, y), radius, Piece(side, 1))
        (tiles, stones)[side].draw_missing(surface, (324, y), 14)
    assert_golden(surface, f"board-tiles-and-stones-{theme.name}")


# Geometry


def test_columns_are_named_on_top_and_rows_at_the_left_from_the_far_side():
    geometry = BoardGeometry(QUINCY, RECT)
    columns, rows = geometry.labels[:9], geometry.labels[9:]
    assert [label.text for label in columns] == list("123456789")
    assert [label.text for label in sorted(rows, key=lambda label: label.y)] == list("123456789")
    for label in columns:
        x, y = geometry.site_to_px(QUINCY.site_of("1" + label.text))
        assert label.x == pytest.approx(x, abs=1)
        assert label.y < y - geometry.cell * 0.665
    for label in rows:
        x, y = geometry.site_to_px(QUINCY.site_of(label.text + "1"))
        assert label.y == pytest.approx(y, abs=1)
        assert label.x < x - geometry.cell * 0.665


def test_on_the_turned_board_rows_and_columns_run_the_other_way_at_the_same_edges():
    geometry = BoardGeometry(QUINCY, RECT, is_turned=True)
    columns, rows = geometry.labels[:9], geometry.labels[9:]
    assert "".join(one.text for one in sorted(columns, key=lambda one: one.x)) == "987654321"
    assert "".join(one.text for one in sorted(rows, key=lambda one: one.y)) == "987654321"
    top = min(geometry.site_to_px(site)[1] for site in range(81))
    assert all(label.y < top for label in columns)


@pytest.mark.parametrize("board", [QUERNI, QUINCY], ids=lambda board: board.name)
@pytest.mark.parametrize("side", [320, 444, 680, 960])
@pytest.mark.parametrize("is_turned", [False, True])
def test_labels_and_frame_fit_the_rectangle_beside_each_other(board, side, is_turned):
    geometry = BoardGeometry(board, (7, 3, side, side), is_turned)
    for label in geometry.labels:
        half = geometry.label_px / 2
        assert 7 + half <= label.x <= 7 + side - half
        assert 3 + half <= label.y <= 3 + side - half
        assert outline_distance(geometry, label.x, label.y) > half
    for x, y in itertools.product((7, 7 + side), (3, 3 + side)):
        assert outline_distance(geometry, x, y) > 0
    outermost = geometry.place_to_px(0, 0)
    assert outline_distance(geometry, *outermost) == pytest.approx(-0.665 * geometry.cell, abs=1)


def test_querni_keeps_its_letters_below():
    geometry = BoardGeometry(QUERNI, RECT)
    assert [label.text for label in geometry.labels] == [*"abcdefghij", *"1234567"]
    lowest = max(geometry.site_to_px(site)[1] for site in range(len(QUERNI)))
    assert all(label.y > lowest for label in geometry.labels[:10])


@pytest.mark.parametrize("board", [QUERNI, QUINCY], ids=lambda board: board.name)
def test_pieces_of_all_values_have_one_size_that_leaves_room_in_the_square(board):
    geometry = BoardGeometry(board, RECT)
    sizes = {geometry.piece_radius(value) for value in (1, 5, 16)}
    assert len(sizes) == 1
    assert 0.36 * geometry.cell < sizes.pop() < 0.43 * geometry.cell


# Board


def painter(board=QUERNI, side=680, theme=DARK, is_turned=False) -> BoardPainter:
    return painter_of(board, theme, side, is_turned)


def test_squares_are_checkered_with_a1_dark():
    surface = painted(painter(), BoardPicture())
    for name in ("a1", "b1", "b2", "j7", "j1"):
        color = surface.get_at(around(painter(), name, 0.3, 0.1))
        file, rank = QUERNI.places[querni_site(name)]
        wanted = DARK.square_dark if (file + rank) % 2 == 0 else DARK.wood
        assert is_near(color, wanted, 20), name


def test_a_grid_has_lines_between_squares_and_no_checkers():
    surface = painted(painter(QUINCY), BoardPicture())
    for name in ("12", "13", "91"):
        assert is_near(surface.get_at(around(painter(QUINCY), name, 0.3, 0.1)), DARK.wood, 20)
        assert is_near(surface.get_at(around(painter(QUINCY), name, 0.5, 0.1)), DARK.dot, 40)


@pytest.mark.parametrize("is_turned", [False, True])
def test_the_doubles_line_runs_from_11_to_99(is_turned):
    board = painter(QUINCY, is_turned=is_turned)
    surface = painted(board, BoardPicture())
    way = -1 if is_turned else 1
    for row in range(1, 9):
        color = surface.get_at(around(board, f"{row}{row}", way * 0.25, way * 0.25))
        assert color[2] < DARK.wood_dark[2] - 20, row
        beside = surface.get_at(around(board, f"{row}{row}", way * 0.25, way * -0.25))
        assert is_near(beside, DARK.wood, 20), row
    assert is_near(surface.get_at(around(board, "11", way * -0.25, way * -0.25)), DARK.wood, 20)


@pytest.mark.parametrize("is_turned", [False, True])
def test_marked_intersections_have_a_diamond_and_no_others(is_turned):
    board = painter(is_turned=is_turned)
    surface = painted(board, BoardPicture())
    way = -1 if is_turned else 1
    for name in QUERNI.names:
        file, rank = QUERNI.places[querni_site(name)]
        if file < 9 and rank < 6:
            color = surface.get_at(around(board, name, way * 0.5, way * -0.5))
            assert is_near(color, DARK.brass_light, 8) == (querni_site(name) in QUERNI.marks), name


def test_a_frame_of_brass_runs_around_the_squares():
    board = painter()
    surface = painted(board, BoardPicture())
    for name, dx, dy in (("a1", -0.62, 0), ("a1", 0, 0.62), ("e1", 0.5, 0.62), ("j7", 0.62, 0)):
        assert is_near(surface.get_at(around(board, name, dx, dy)), DARK.brass, 40), (name, dx)
    assert surface.get_at((2, 2))[:3] == DARK.table


def test_squares_that_a_file_leaves_out_show_the_table():
    board = parse_board(
        'name="h"\nnote="h"\nrows=["ooo","o.o","ooo"]\ndrawing="squares"', "hole.toml"
    )
    surface = painted(painter(board, 430), BoardPicture())
    middle = painter(board, 430).geometry.place_to_px(1, 1)
    color = surface.get_at((round(middle[0]), round(middle[1])))
    assert color[:3] in (DARK.table, DARK.table_shadow)


# Pieces


@pytest.mark.parametrize("kind", ["tiles", "stones"])
@pytest.mark.parametrize("color", ["blue", "pink", "yellow", "ivory", "ebony"])
def test_sides_are_told_apart_without_any_color(kind, color):
    other = "ebony" if color == "ivory" else "ivory"
    one = dataclasses.replace(QUERNI, pieces=kind, colors=(color, other))
    two = dataclasses.replace(QUERNI, pieces=kind, colors=(other, color))
    first = painted(painter(one), BoardPicture(placement={querni_site("c4"): (Piece(0, 8),)}))
    second = painted(painter(two), BoardPicture(placement={querni_site("c4"): (Piece(1, 8),)}))
    different = pygame.mask.from_threshold(first, (0, 0, 0), (30, 30, 30), second)
    size = painter().geometry.cell ** 2
    assert 680 * 680 - different.count() > 0.015 * size


def test_tiles_show_their_own_number():
    shown = {
        rgb_of(
            painted(painter(), BoardPicture(placement={querni_site("c4"): (Piece(1, number),)}))
        )
        for number in range(1, 17)
    }
    assert len(shown) == 16


@pytest.mark.parametrize(("side", "color"), [(0, DARK.ivory), (1, DARK.ink)])
def test_numbers_are_large_on_a_small_screen(side, color):
    board = painter(side=444)
    for number in range(1, 17):
        surface = painted(
            board, BoardPicture(placement={querni_site("e4"): (Piece(side, number),)})
        )
        x, y = around(board, "e4", -0.35, -0.35)
        box = surface.subsurface((x, y, *[round(0.7 * board.geometry.cell)] * 2))
        ink = pygame.mask.from_threshold(box, color, (60, 60, 60))
        columns, rows = map(range, box.get_size())
        inked = [row for row in rows if any(ink.get_at((column, row)) for column in columns)]
        assert len(inked) >= 14, number


def test_a_6_and_a_9_are_told_apart_when_seen_from_across_the_table():
    board = painter()
    picture = {
        n: painted(board, BoardPicture(placement={querni_site("e4"): (Piece(0, n),)}))
        for n in (6, 9, 8)
    }
    for number, is_underlined in ((6, True), (9, True), (8, False)):
        color = picture[number].get_at(around(board, "e4", 0.0, 0.285))
        assert is_near(color, DARK.ivory) == is_underlined, number


def test_stones_are_glossy():
    board = painter(QUINCY)
    for side in (0, 1):
        picture = BoardPicture(placement={QUINCY.site_of("55"): (Piece(side, 1),)})
        surface = painted(board, picture)
        shine = surface.get_at(around(board, "55", -0.16, -0.2))
        assert min(shine[:3]) > 200


def test_a_tile_in_flight_is_part_of_the_way():
    board = painter()
    picture = BoardPicture(
        flights=(Flight((Piece(0, 1),), querni_site("b4"), querni_site("f4"), 0.5),)
    )
    surface = painted(board, picture)
    assert is_near(surface.get_at(around(board, "d4", 0.25, -0.25)), DARK.blue_piece)
    assert not is_near(surface.get_at(around(board, "b4", 0.25, -0.25)), DARK.blue_piece)


def test_the_outline_of_a_lifted_tile_is_square():
    board = painter()
    standing = {querni_site("d4"): (Piece(0, 4),)}
    lifted = BoardPicture(
        placement=standing, lifted=Lifted(querni_site("d4"), standing[querni_site("d4")])
    )
    surface = painted(board, lifted)
    for dx, dy in ((0.425, 0.0), (0.425, 0.3), (-0.3, 0.425), (0.3, -0.425)):
        assert is_near(surface.get_at(around(board, "d4", dx, dy)), DARK.red), (dx, dy)


def test_a_capture_has_ticks_at_the_corners_of_a_tile_and_a_target_has_none():
    board = painter()
    standing = {querni_site("d4"): (Piece(1, 4),)}
    for mark in (Mark.CAPTURE, Mark.TARGET):
        marked = BoardPicture(placement=standing, marks={querni_site("d4"): frozenset({mark})})
        surface = painted(board, marked)
        for sx, sy in itertools.product((-1, 1), repeat=2):
            tick = surface.get_at(around(board, "d4", 0.5 * sx, 0.5 * sy))
            assert is_near(tick, DARK.teal) == (mark is Mark.CAPTURE), (mark, sx, sy)


def test_a_mark_hides_no_number():
    board = painter()
    names = iter(QUERNI.names)
    for mark in TILES_WITH_EVERYTHING:
        site = querni_site(next(names))
        standing = BoardPicture(placement={site: (Piece(0, 16),)})
        marked = dataclasses.replace(standing, marks={site: frozenset({mark})})
        x, y = board.geometry.site_to_px(site)
        reach_x, reach_y = 0.26 * board.geometry.cell, 0.2 * board.geometry.cell
        hidden = [
            pixel
            for pixel in drawn_pixels(board, marked, standing)
            if abs(pixel[0] - x) < reach_x and abs(pixel[1] - y) < reach_y
        ]
        assert len(hidden) <= 0.04 * 4 * reach_x * reach_y, mark


@each_theme
@pytest.mark.parametrize("side", [0, 1])
def test_an_arrow_over_a_tile_leaves_its_number_as_it_is(theme: Theme, side: int):
    at = querni_site
    standing = {at("b2"): (Piece(side, 11),), at("b3"): (Piece(side, 12),)}
    painter = painter_of(QUERNI, theme)
    arrow = Arrow(at("b2"), at("b4"), False, True)
    plain = painted(painter, BoardPicture(placement=standing))
    pointed = painted(painter, BoardPicture(placement=standing, arrows=(arrow,)))
    x, y = map(round, painter.geometry.site_to_px(at("b3")))
    half = round(0.24 * painter.geometry.cell)
    number = pygame.Rect(x - half, y - half, 2 * half, 2 * half)
    assert rgb_of(pointed.subsurface(number)) == rgb_of(plain.subsurface(number))
    above = pygame.Rect(x - half, y - painter.geometry.cell // 2, 2 * half, half // 2)
    assert rgb_of(pointed.subsurface(above)) != rgb_of(plain.subsurface(above))
