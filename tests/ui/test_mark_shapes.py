import dataclasses
import itertools

import pytest

from companion.art.marks import Mark
from companion.art.theme import DARK
from companion.contract import Board, Piece
from companion.ui.board.marks import Arrow, BoardPicture
from companion.ui.scenes.gif import rgb_of
from tests.ui.board_painting import around, drawn_pixels, is_near, painted, painter_of
from tests.ui.board_pictures import QUINCALA, marks
from tests.ui.square_pictures import QUERNI, QUINCY

AT = QUINCALA.site_of

# All marks in one gray: what still differs is their shape.
GRAY = dataclasses.replace(
    DARK,
    red=(60, 60, 60), teal=(60, 60, 60), blue=(60, 60, 60), amber=(60, 60, 60),
    yellow=(60, 60, 60), casing_light=(60, 60, 60), casing_dark=(60, 60, 60),
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
