import dataclasses
import itertools

import pytest
from PIL import Image, ImageChops

from companion.art.marks import Mark
from companion.art.theme import DARK, Theme
from companion.contract import Board, Piece
from companion.ui.board.board_painter import MOST_PIXELS, BoardPainter
from companion.ui.board.marks import BoardPicture, Outline, OutlineKind
from companion.ui.scenes.gif import rgb_of
from tests.ui.board_painting import around, drawn_pixels, is_near, painted, painter_of
from tests.ui.board_pictures import QUINCALA
from tests.ui.square_pictures import QUERNI, QUINCY

GRAY = dataclasses.replace(
    DARK,
    red=(60, 60, 60), teal=(60, 60, 60), blue=(60, 60, 60), amber=(60, 60, 60),
    yellow=(60, 60, 60), casing_light=(60, 60, 60), casing_dark=(60, 60, 60),
)  # fmt: skip
BEND = ("c4", "d4", "e5", "e4")


def painter(board: Board = QUERNI, theme: Theme = DARK) -> BoardPainter:
    return painter_of(board, theme, 680)


def outline(board: Board, kind: OutlineKind, *names: str) -> Outline:
    return Outline(tuple(map(board.site_of, names)), kind)


def standing(board: Board, *names: str) -> dict[int, tuple[Piece, ...]]:
    return {board.site_of(name): (Piece(0, n),) for n, name in enumerate(names, 3)}


def chain_picture(*names: str, **others) -> BoardPicture:
    kept = standing(QUERNI, *names) | others.get("placement", {})
    return BoardPicture(placement=kept, outlines=(outline(QUERNI, OutlineKind.CHAIN, *names),))


def test_a_chain_runs_around_each_of_its_tiles():
    surface = painted(painter(), chain_picture(*BEND))
    for name, dx, dy in (
        ("c4", -0.445, 0.0), ("c4", 0.0, 0.445), ("c4", 0.2, -0.445), ("d4", 0.0, 0.445),
        ("e5", 0.0, -0.445), ("e5", 0.445, 0.0), ("e4", 0.445, 0.1), ("e4", 0.0, 0.445),
    ):  # fmt: skip
        assert is_near(surface.get_at(around(painter(), name, dx, dy)), DARK.teal), (name, dx)


def test_a_chain_is_open_where_it_goes_on_and_closed_where_it_does_not():
    surface = painted(painter(), chain_picture(*BEND))
    for name, dx, dy, is_line in (
        ("c4", 0.5, 0.0, False), ("c4", 0.5, 0.445, True), ("c4", 0.5, -0.445, True),
        ("e5", 0.0, 0.5, False), ("e5", 0.445, 0.5, True), ("e4", -0.445, 0.2, True),
        ("d4", 0.5, -0.5, False), ("d4", 0.33, -0.67, True), ("d4", 0.0, -0.5, False),
    ):  # fmt: skip
        color = surface.get_at(around(painter(), name, dx, dy))
        assert is_near(color, DARK.teal, 40) == is_line, (name, dx, dy)


def test_a_chain_lies_on_a_light_tray():
    surface = painted(painter(), chain_picture(*BEND))
    inside = surface.get_at(around(painter(), "c4", 0.5, -0.2))
    assert sum(inside[:3]) > sum(DARK.wood)


def test_a_chain_hides_no_tile_its_own_or_another():
    third = standing(QUERNI, "d5")
    picture = chain_picture(*BEND, placement=third)
    board = painter()
    alone = dataclasses.replace(picture, outlines=())
    reach = 0.38 * board.geometry.cell
    changed = drawn_pixels(board, picture, alone)
    for name in (*BEND, "d5"):
        x, y = around(board, name)
        assert not [p for p in changed if abs(p[0] - x) < reach and abs(p[1] - y) < reach], name


def test_a_line_is_a_solid_bar_from_its_first_stone_to_its_last():
    names = ("62", "53", "44", "35", "26")
    picture = BoardPicture(
        placement=standing(QUINCY, *names),
        outlines=(outline(QUINCY, OutlineKind.LINE, *names),),
    )
    surface = painted(painter(QUINCY), picture)
    for name in names[:-1]:
        for part in (0.0, 0.25, 0.5, 0.75):
            color = surface.get_at(around(painter(QUINCY), name, part, -part))
            assert is_near(color, DARK.casing_light), (name, part)
    for name, way in (("62", -0.2), ("26", 0.2)):
        color = surface.get_at(around(painter(QUINCY), name, way, -way))
        assert not is_near(color, DARK.casing_light), name


def test_an_area_is_a_soft_blue_ground_under_its_dots_only():
    board = painter(QUINCALA)
    area = outline(QUINCALA, OutlineKind.AREA, "b1", "c1", "b2", "c2")
    surface = painted(board, BoardPicture(outlines=(area,)))
    for name, dx, dy, is_inside in (
        ("b1", 0.2, 0.1, True), ("b1", 0.5, 0.2, True), ("c2", 0.2, 0.0, True),
        ("b1", 0.5, -0.5, True), ("c2", 0.7, 0.2, False), ("b2", 0.2, -0.7, False),
    ):  # fmt: skip
        red, _, blue, _ = surface.get_at(around(board, name, dx, dy))
        assert (blue > red) == is_inside, (name, dx, dy)


def test_pieces_and_marks_lie_on_an_area():
    board = painter(QUINCALA)
    area = outline(QUINCALA, OutlineKind.AREA, "b1", "c1", "b2", "c2")
    placed = {QUINCALA.site_of("b2"): (Piece(0, 3),)}
    surface = painted(board, BoardPicture(placement=placed, outlines=(area,)))
    assert is_near(surface.get_at(around(board, "b2", 0.1, 0.1)), DARK.ivory)


def gray_of(kind: OutlineKind | None, mark: Mark | None = None) -> bytes:
    names = ("d3", "e3", "f3")
    outlines = (outline(QUERNI, kind, *names),) if kind else ()
    on_it = {QUERNI.site_of(n): frozenset({mark}) for n in names} if mark else {}
    light = {QUERNI.site_of(name): (Piece(1, 8),) for name in names}
    picture = BoardPicture(placement=light, outlines=outlines, marks=on_it)
    surface = painted(painter(theme=GRAY), picture)
    rgb = rgb_of(surface)
    return bytes(sum(rgb[n : n + 3]) // 3 for n in range(0, len(rgb), 3))


def unlikeness(one: bytes, other: bytes) -> int:
    grays = (Image.frombytes("L", (len(part), 1), part) for part in (one, other))
    return sum(
        step * count for step, count in enumerate(ImageChops.difference(*grays).histogram())
    )


def test_every_outline_differs_from_others_and_from_marks_by_its_shape_alone():
    bare = gray_of(None)
    shapes: dict[object, bytes] = {kind: gray_of(kind) for kind in OutlineKind}
    shapes |= {mark: gray_of(None, mark) for mark in Mark}
    ink = {what: unlikeness(shape, bare) for what, shape in shapes.items()}
    for one, other in itertools.combinations(shapes, 2):
        if isinstance(one, OutlineKind):
            unlike = unlikeness(shapes[one], shapes[other]) / max(ink[one], ink[other])
            assert unlike > 0.45, (one, other, unlike)


def test_an_outline_is_where_it_belongs_on_the_turned_board():
    turned = painter_of(QUERNI, DARK, 680, True)
    surface = painted(turned, chain_picture(*BEND))
    for name, dx, dy in (("c4", 0.445, 0.0), ("e5", 0.0, 0.445), ("e4", -0.445, 0.1)):
        assert is_near(surface.get_at(around(turned, name, dx, dy)), DARK.teal), (name, dx, dy)


def test_kept_outlines_are_bounded_however_many_are_shown():
    large = painter_of(QUERNI, DARK, 960)
    for first, last in itertools.product(range(4), range(60, 70)):
        painted(large, BoardPicture(outlines=(Outline((first, last), OutlineKind.CHAIN),)))
    kept = large.outlines._made._made.values()
    assert 1 < len(kept) < 40
    assert sum(image.get_width() * image.get_height() for image in kept) <= MOST_PIXELS


@pytest.mark.parametrize("kind", OutlineKind)
def test_one_site_or_none_is_no_error(kind):
    painted(painter(), BoardPicture(outlines=(Outline((), kind), Outline((3,), kind))))
