import dataclasses
import itertools
import math

import pytest

from companion.art.marks import Mark
from companion.art.theme import DARK
from companion.contract import Board, Lifted, Piece
from companion.ui.board.marks import Arrow, BoardPicture
from companion.ui.scenes.gif import rgb_of
from tests.ui.board_painting import around, drawn_pixels, is_near, painted, painter_of
from tests.ui.board_pictures import QUINCALA, marks
from tests.ui.square_pictures import QUERNI, QUINCY

AT = QUINCALA.site_of

# All marks in one gray, each with its edge: what still differs is their shape.
GRAY = dataclasses.replace(
    DARK,
    red=(60, 60, 60), teal=(60, 60, 60), blue=(60, 60, 60), amber=(60, 60, 60),
    yellow=(60, 60, 60),
)  # fmt: skip


# Marks


GROUNDS = {"dots": (QUINCALA, 2), "tiles": (QUERNI, 12), "stones": (QUINCY, 1)}
"""A board and the value of a piece on it for each kind of piece."""

each_ground = pytest.mark.parametrize("ground", GROUNDS)


def standing_on(ground: str) -> dict[int, tuple[Piece, ...]]:
    board, value = GROUNDS[ground]
    side = 0 if ground == "dots" else 1
    return {board.site_of(middle_of(board)): (Piece(side, value),)}


def middle_of(board: Board) -> str:
    return "55" if board.naming == "rows" else "e5"


def picture_with(ground: str, piece: bool, mark: Mark | None) -> BoardPicture:
    board, _ = GROUNDS[ground]
    on_it = marks(board, **{mark.name: middle_of(board)}) if mark else {}
    return BoardPicture(placement=standing_on(ground) if piece else {}, marks=on_it)


def shape_of(mark: Mark, piece: bool, ground="dots") -> set[tuple[int, int]]:
    painter = painter_of(GROUNDS[ground][0], GRAY, 680)
    return drawn_pixels(
        painter, picture_with(ground, piece, mark), picture_with(ground, piece, None)
    )


def gray_of(picture: BoardPicture, ground="dots") -> bytes:
    """Return the lightness of each pixel around the middle of the board."""
    board, _ = GROUNDS[ground]
    painter = painter_of(board, GRAY, 680)
    surface = painted(painter, picture)
    x, y = around(painter, middle_of(board), -0.75, -0.75)
    side = round(1.5 * painter.geometry.cell)
    rgb = rgb_of(surface.subsurface((x, y, side, side)))
    return bytes(sum(rgb[n : n + 3]) // 3 for n in range(0, len(rgb), 3))


def unlikeness(one: bytes, other: bytes) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@each_ground
@pytest.mark.parametrize("piece", [False, True], ids=["empty", "piece"])
def test_every_mark_differs_from_every_other_by_its_shape_alone(ground, piece):
    bare = gray_of(picture_with(ground, piece, None), ground)
    shapes = {mark: gray_of(picture_with(ground, piece, mark), ground) for mark in Mark}
    ink = {mark: unlikeness(shape, bare) for mark, shape in shapes.items()}
    for one, other in itertools.combinations(Mark, 2):
        unlike = unlikeness(shapes[one], shapes[other]) / max(ink[one], ink[other])
        assert unlike > 0.45, (one, other, unlike)


@each_ground
def test_marks_stay_in_reach_of_their_dot(ground):
    board, _ = GROUNDS[ground]
    painter = painter_of(board, GRAY, 680)
    x, y = around(painter, middle_of(board))
    for mark in Mark:
        pixels = shape_of(mark, True, ground)
        reach = max(max(abs(px - x), abs(py - y)) for px, py in pixels)
        assert reach < 0.68 * painter.geometry.cell, mark


def test_the_focus_shows_over_every_other_mark():
    painter = painter_of(side=680)
    standing = {AT("e5"): (Piece(1, 3),)}
    others = frozenset(mark for mark in Mark if mark is not Mark.FOCUS)
    busy = BoardPicture(
        placement=standing,
        marks={AT("e5"): others},
        arrows=tuple(Arrow(AT("e5"), n, True, True) for n in QUINCALA.neighbors[AT("e5")]),
    )
    focused = dataclasses.replace(busy, marks={AT("e5"): others | {Mark.FOCUS}})
    alone = BoardPicture(placement=standing, marks={AT("e5"): frozenset({Mark.FOCUS})})
    shown_alone, shown_busy = painted(painter, alone), painted(painter, focused)
    bright = [
        pixel
        for pixel in drawn_pixels(painter, alone, BoardPicture(placement=standing))
        if shown_alone.get_at(pixel)[:3] == DARK.casing_light
    ]
    assert len(bright) > 200
    assert all(shown_busy.get_at(pixel)[:3] == DARK.casing_light for pixel in bright)


def test_the_last_move_is_a_line_with_a_ring_at_its_start_only():
    painter = painter_of(side=680)
    route = (AT("c3"), AT("e3"), AT("f4"))
    surface = painted(painter, BoardPicture(last_move=route))
    for name, dx, dy in (
        ("c3", 0.125, 0.0),
        ("c3", 0.0, 0.125),
        ("d3", 0.0, 0.0),
        ("e3", 0.5, -0.5),
    ):
        assert is_near(surface.get_at(around(painter, name, dx, dy)), DARK.blue), (name, dx, dy)
    assert not is_near(surface.get_at(around(painter, "c3")), DARK.blue)
    assert not is_near(surface.get_at(around(painter, "f4", 0.125, 0.05)), DARK.blue)


def around_piece(board: Board, value: int, side: int, **shown):
    """Return the painter, and the picture with one piece in the middle of *board*."""
    painter = painter_of(board, DARK, 680)
    site = board.site_of(middle_of(board))
    picture = BoardPicture(placement={site: (Piece(side, value),)}, **shown)
    return painter, painted(painter, picture), painter.geometry.piece_radius(value)


def colors_at(painter, surface, board: Board, radius: float, is_square: bool):
    """Return the colors all around the middle of *board*, *radius* pixels away from it."""
    x, y = around(painter, middle_of(board))
    for turn in range(72):
        dx, dy = math.cos(turn / 72 * math.tau), math.sin(turn / 72 * math.tau)
        by = radius / max(abs(dx), abs(dy)) if is_square else radius
        if is_square and min(abs(dx), abs(dy)) > 0.6 * max(abs(dx), abs(dy)):
            continue  # corners are round
        yield surface.get_at((round(x + dx * by), round(y + dy * by)))


@each_ground
@pytest.mark.parametrize("side", [0, 1])
def test_what_the_last_move_placed_is_ringed_in_full_over_the_piece(ground, side):
    board, value = GROUNDS[ground]
    site = board.site_of(middle_of(board))
    painter, surface, radius = around_piece(board, value, side, last_move=(site,))
    edge = list(colors_at(painter, surface, board, radius, ground == "tiles"))
    assert all(is_near(color, DARK.blue, 60) for color in edge)
    away = 0.033 * painter.geometry.cell + 1.5
    inside = colors_at(painter, surface, board, radius - away, ground == "tiles")
    assert all(is_near(color, DARK.casing_light, 60) for color in inside)


@each_ground
def test_every_place_of_the_last_move_is_tinted(ground):
    board, _ = GROUNDS[ground]
    painter = painter_of(board, DARK, 680)
    first = board.site_of(middle_of(board))
    route = (first, board.neighbors[first][0]) if ground == "dots" else (first, first + 2)
    surface = painted(painter, BoardPicture(last_move=route))
    for site in route:
        x, y = painter.geometry.site_to_px(site)
        beside = round(0.3 * painter.geometry.cell)
        red, _, blue, _ = surface.get_at((round(x) - beside // 3, round(y) - beside))
        assert blue > red, site


@each_ground
def test_a_piece_that_the_last_move_removed_is_a_ghost_in_a_dotted_outline(ground):
    board, value = GROUNDS[ground]
    painter = painter_of(board, DARK, 680)
    site = board.site_of(middle_of(board))
    tinted = BoardPicture(marks=marks(board, last_move=middle_of(board)))
    gone = dataclasses.replace(tinted, gone={site: Piece(1, value)})
    there = BoardPicture(placement={site: (Piece(1, value),)})
    radius = painter.geometry.piece_radius(value)
    x, y = around(painter, middle_of(board), 0.0, -0.6 * radius / painter.geometry.cell)
    pictures = (painted(painter, picture) for picture in (there, gone, tinted))
    solid, ghost, empty = (sum(picture.get_at((x, y))[:3]) for picture in pictures)
    assert abs(ghost - solid) > 30
    assert abs(ghost - empty) > 15
    surface = painted(painter, gone)
    ring = colors_at(painter, surface, board, radius, ground == "tiles")
    dots = [is_near(color, DARK.blue, 60) for color in ring]
    assert 0.1 < sum(dots) / len(dots) < 0.7


def test_a_site_that_is_taken_again_has_no_ghost():
    standing = {AT("e5"): (Piece(0, 2),)}
    painter = painter_of(side=680)
    taken = BoardPicture(placement=standing, last_move=(AT("e5"),))
    knocked = dataclasses.replace(taken, gone={AT("e5"): Piece(1, 2)})
    assert rgb_of(painted(painter, knocked)) == rgb_of(painted(painter, taken))


@pytest.mark.parametrize("mark", [Mark.SELECTED, Mark.TARGET, Mark.CAPTURE])
def test_a_piece_with_another_ring_has_only_the_tint_of_the_last_move(mark):
    board, at = QUINCY, QUINCY.site_of("55")
    picture = BoardPicture({at: (Piece(1, 1),)}, {at: frozenset({mark})})
    moved = dataclasses.replace(picture, last_move=(at,))
    painter = painter_of(board, DARK, 680)
    cell = painter.geometry.cell
    x, y = around(painter, "55")
    changed = drawn_pixels(painter, moved, picture)
    assert changed
    radius = painter.geometry.piece_radius(1)
    assert min(math.dist(pixel, (x, y)) for pixel in changed) > radius - 1
    assert max(max(abs(px - x), abs(py - y)) for px, py in changed) < 0.5 * cell + 1


def test_what_is_lifted_has_its_red_outline_alone():
    at = AT("e5")
    picture = BoardPicture(placement={at: (Piece(0, 3),)}, lifted=Lifted(at, (Piece(0, 3),)))
    moved = dataclasses.replace(picture, last_move=(at,))
    painter = painter_of(side=680)
    radius = painter.geometry.piece_radius(3)
    ring = list(colors_at(painter, painted(painter, moved), QUINCALA, radius, False))
    assert all(is_near(color, DARK.red, 60) for color in ring)


@each_ground
@pytest.mark.parametrize("side", [0, 1])
def test_the_ring_of_a_movable_piece_has_a_light_edge_on_the_piece(ground, side):
    board, value = GROUNDS[ground]
    movable = marks(board, movable=middle_of(board))
    painter, surface, radius = around_piece(board, value, side, marks=movable)
    cell = painter.geometry.cell
    for away, color in ((0.02, DARK.teal), (-0.022, DARK.casing_light)):
        ring = colors_at(painter, surface, board, radius + away * cell, ground == "tiles")
        assert all(is_near(seen, color, 90) for seen in ring), away


@each_ground
def test_an_arrow_with_its_light_edges_lies_over_a_piece_that_it_passes(ground):
    board, value = GROUNDS[ground]
    painter = painter_of(board, DARK, 680)
    at = board.site_of(middle_of(board))
    x, y = painter.geometry.site_to_px(at)
    # Beside the number of a tile, which lies over the arrow.
    x -= 0.9 * painter.geometry.piece_radius(value)
    way = (Arrow(at - 1, at + 1, False, True),)
    surface = painted(painter, BoardPicture({at: (Piece(0, value),)}, arrows=way))
    column = [surface.get_at((round(x), round(y) + dy)) for dy in range(-20, 21)]
    assert sum(is_near(color, DARK.teal) for color in column) >= 5
    # Its outermost pixels are partly those of the piece.
    assert sum(is_near(color, DARK.casing_light, 40) for color in column) >= 4


# Arrows


def arrow_pixels(start_: str, end: str, is_harmful=False, is_strong=False):
    leg = Arrow(AT(start_), AT(end), is_harmful, is_strong)
    return drawn_pixels(painter_of(theme=GRAY, side=680), BoardPicture(arrows=(leg,)))


def test_arrows_there_and_back_lie_beside_each_other():
    there, back = arrow_pixels("c3", "e5"), arrow_pixels("e5", "c3")
    assert len(there & back) < 0.2 * len(there)


def test_an_arrow_points_to_its_end():
    painter = painter_of(theme=GRAY, side=680)
    pixels = arrow_pixels("c3", "f3")
    x, _ = around(painter, "c3", 1.5)
    at_start = len({y for px, y in pixels if px < x - 40})
    at_end = len({y for px, y in pixels if px > x + 40})
    assert at_end > 1.5 * at_start


def test_a_harmful_arrow_has_another_shape():
    plain = arrow_pixels("c3", "d3")
    harmful = arrow_pixels("c3", "d3", is_harmful=True)
    assert len(plain ^ harmful) > 0.15 * len(plain)


def test_a_strong_arrow_is_at_least_half_again_as_heavy():
    plain = arrow_pixels("c3", "e3")
    assert len(arrow_pixels("c3", "e3", is_strong=True)) > 1.5 * len(plain)


def test_an_arrow_leaves_the_middle_of_pieces_free():
    painter = painter_of(side=680)
    standing = {AT("c3"): (Piece(0, 3),), AT("d3"): (Piece(1, 3),)}
    ground = BoardPicture(placement=standing)
    leg = (Arrow(AT("c3"), AT("d3"), False, False),)
    pixels = drawn_pixels(painter, BoardPicture(placement=standing, arrows=leg), ground)
    for name in ("c3", "d3"):
        x = around(painter, name)[0]
        assert min(abs(px - x) for px, _ in pixels) > 0.18 * painter.geometry.cell
