import itertools

import pygame
import pytest

from companion.art.pieces import CHECKERS, kind_of
from companion.art.theme import CONTRAST, DARK, LIGHT, THEMES, Theme
from companion.contract import Lifted, Piece, parse_board
from companion.plugins import find_game
from companion.ui.board import board_painter
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.board_painter import MOST_PIXELS, BoardPainter
from companion.ui.board.marks import Arrow, BoardPicture, Flight
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.scenes.gif import rgb_of
from tests.golden_images import assert_golden
from tests.ui.board_painting import (
    around,
    drawn_pixels,
    each_kept_theme,
    id_of,
    is_near,
    painted,
    painter_of,
)
from tests.ui.board_pictures import (
    ALQUERQUE,
    QUINCALA,
    alquerque_capture,
    marks,
    quincala_with_arrows,
    quincala_with_everything,
    start_placement,
)

SIDE = 430
AT = QUINCALA.site_of


# Golden pictures


@each_kept_theme
def test_quincala_with_everything_looks_as_kept(theme: Theme):
    surface = painted(painter_of(theme=theme), quincala_with_everything())
    assert_golden(surface, f"board-mini-quincala-{id_of(theme)}")


def test_turned_board_with_many_arrows_looks_as_kept():
    surface = painted(painter_of(is_turned=True), quincala_with_arrows())
    assert_golden(surface, "board-mini-quincala-turned-arrows")


@pytest.mark.parametrize(
    "theme", [DARK, THEMES["dark", "modern"], THEMES["dark", "contrast"]], ids=id_of
)
def test_alquerque_looks_as_kept(theme: Theme):
    surface = painted(painter_of(ALQUERQUE, theme), alquerque_capture())
    assert_golden(surface, f"board-alquerque-{id_of(theme)}")


@pytest.mark.parametrize("theme", [DARK, LIGHT, CONTRAST], ids=lambda theme: theme.name)
def test_pieces_off_the_board_look_as_kept(theme: Theme):
    surface = pygame.Surface((240, 90), 0, 32)
    surface.fill(theme.panel)
    pieces = PiecePictures(theme)
    for column, radius in enumerate((16, 12, 8)):
        x = 24 + 40 * column
        pieces.draw_piece(surface, (x, 24), radius, Piece(0, 3 - column))
        pieces.draw_piece(surface, (x, 66), radius, Piece(1, 3 - column))
        pieces.draw_missing(surface, (x + 120, 24), radius)
    assert_golden(surface, f"board-ledge-{theme.name}")


def faces(theme: Theme, name: str) -> pygame.Surface:
    """Return a piece of each side of the board called *name*, on a ground of its own."""
    board = find_game(name).shipped_board()
    surface = pygame.Surface((120, 60), 0, 32)
    surface.fill((90, 120, 90))
    pieces = PiecePictures(theme, kind_of(board.pieces), board.colors)
    for side in (0, 1):
        pieces.draw_shadows(surface, [(30 + 60 * side, 30)], 24)
        pieces.draw_piece(surface, (30 + 60 * side, 30), 24, Piece(side, 7), edge=0.0)
    return surface


BOARDS_OF_EACH_KIND = pytest.mark.parametrize("name", ["alquerque", "querni", "quincy"])


@BOARDS_OF_EACH_KIND
def test_a_modern_piece_is_flat_and_throws_no_shadow(name):
    theme = THEMES["dark", "modern"]
    surface = faces(theme, name)
    colors = find_game(name).shipped_board().colors
    face = theme.piece_colors(colors[0]).face
    # From edge to edge, clear of the number in the middle, all is one color.
    row = [surface.get_at((x, 16))[:3] for x in range(16, 45)]
    assert sum(color == face for color in row) >= 22
    assert surface.get_at((56, 56))[:3] == (90, 120, 90)


@BOARDS_OF_EACH_KIND
@pytest.mark.parametrize("side", [0, 1])
def test_a_raised_edge_is_light_on_the_upper_left_and_dark_on_the_lower_right(name, side):
    surface = faces(THEMES["dark", "contrast"], name)

    def lightest(ways):
        """Of the ridge, which lies between the rim and the face."""
        return max(
            sum(surface.get_at((30 + 60 * side + right * step, 30 + down * step))[:3]) / 3
            for right, down in ways
            for step in range(20, 23)
        )

    assert lightest([(-1, 0), (0, -1)]) > lightest([(1, 0), (0, 1)]) + 20


@pytest.mark.parametrize("side", [0, 1])
def test_a_number_on_a_plain_piece_has_no_line_behind_it(side):
    surface = pygame.Surface((40, 40), 0, 32)
    pieces = PiecePictures(DARK, CHECKERS)
    pieces.draw_plain(surface, (20, 20), 14, Piece(side, 1))
    face = DARK.piece_colors(pieces.colors[side]).face
    seen = {surface.get_at((x, y))[:3] for x in range(12, 28) for y in range(12, 28)}
    assert seen == {face}


# Surface and caches


def test_nothing_outside_of_the_rectangle_is_touched_and_the_clip_is_restored(fonts):
    surface = pygame.Surface((300, 260), 0, 32)
    surface.fill((255, 0, 255))
    surface.set_clip((5, 5, 280, 250))
    painter = BoardPainter(BoardGeometry(ALQUERQUE, (40, 30, 200, 200)), DARK, fonts)
    painter.paint(surface, alquerque_capture())
    assert surface.get_clip() == pygame.Rect(5, 5, 280, 250)
    surface.fill((255, 0, 255), (40, 30, 200, 200))
    assert pygame.transform.average_color(surface)[:3] == (255, 0, 255)
    mask = pygame.mask.from_threshold(surface, (255, 0, 255), (1, 1, 1))
    assert mask.count() == 300 * 260


def test_nothing_leaves_the_rectangle_even_where_there_is_no_margin(fonts):
    board = parse_board('name="b"\nnote="b"\nrows=["oo","oo"]\noutline=false', "bare.toml")
    surface = pygame.Surface((300, 300), 0, 32)
    surface.fill((255, 0, 255))
    painter = BoardPainter(BoardGeometry(board, (50, 50, 200, 200), False, False), DARK, fonts)
    painter.paint(surface, BoardPicture(marks=marks(board, focus="a1 b2 a2 b1")))
    surface.fill((255, 0, 255), (50, 50, 200, 200))
    assert pygame.mask.from_threshold(surface, (255, 0, 255), (1, 1, 1)).count() == 300 * 300


def test_a_board_looks_the_same_wherever_it_stands(fonts):
    screen = pygame.Surface((600, 500), 0, 32)
    painter = BoardPainter(
        BoardGeometry(QUINCALA, (70, 41, SIDE, SIDE), False, False), DARK, fonts
    )
    painter.paint(screen, quincala_with_everything())
    there = screen.subsurface((70, 41, SIDE, SIDE))
    here = painted(painter_of(), quincala_with_everything())
    assert rgb_of(there) == rgb_of(here)


def test_the_same_picture_is_painted_the_same_over_anything():
    painter = painter_of()
    first = painted(painter, quincala_with_everything())
    second = painted(painter, quincala_with_arrows())
    painter.paint(second, quincala_with_everything())
    assert rgb_of(first) == rgb_of(second)


def test_the_background_is_drawn_once(fonts, monkeypatch):
    drawn = []
    render = board_painter.render_background
    monkeypatch.setattr(
        board_painter, "render_background", lambda *args: drawn.append(args) or render(*args)
    )
    painter = BoardPainter(BoardGeometry(ALQUERQUE, (0, 0, 160, 160)), DARK, fonts)
    assert drawn == []
    painted(painter, BoardPicture())
    painted(painter, alquerque_capture())
    assert len(drawn) == 1


def test_kept_pictures_are_bounded_however_many_routes_are_shown(fonts):
    painter = BoardPainter(BoardGeometry(QUINCALA, (0, 0, 900, 900)), DARK, fonts)
    surface = pygame.Surface((900, 900), 0, 32)
    for start_, end in itertools.product(range(6), range(60, 69)):
        painter.paint(surface, BoardPicture(last_move=(start_, end)))
    assert len(painter.made) > 3
    kept = painter.made._made.values()
    assert sum(image.get_width() * image.get_height() for image in kept) <= MOST_PIXELS


def test_a_rectangle_of_a_few_pixels_is_no_error(fonts):
    for side in (1, 9, 40):
        painter = BoardPainter(BoardGeometry(QUINCALA, (0, 0, side, side)), DARK, fonts)
        painted(painter, quincala_with_everything())


def test_what_does_not_fit_together_is_no_error():
    lonely = BoardPicture(
        placement={AT("c3"): ()},
        lifted=Lifted(AT("d4"), (Piece(0, 2),)),
        arrows=(Arrow(3, 3, False, False),),
        flights=(Flight((), 3, 4, 0.5),),
        last_move=(AT("e5"),),
    )
    painted(painter_of(), lonely)


# Board


def test_table_brass_and_wood_lie_where_the_geometry_says():
    painter = painter_of()
    surface = painted(painter, BoardPicture())
    assert surface.get_at((1, 1))[:3] == DARK.table
    # In the notch lie curved lines of brass on dark wood.
    notch = painter.geometry.place_to_px(4, 7.8)
    assert surface.get_at((round(notch[0]), round(notch[1])))[:3] == DARK.brass_light
    wood = surface.get_at(around(painter, "c5", 0.5, 0.0))[:3]
    assert all(
        dark - 2 <= part <= light + 2
        for part, dark, light in zip(wood, DARK.wood_dark, DARK.wood, strict=True)
    )
    assert surface.get_at(around(painter, "c5"))[:3] == DARK.dot


def test_the_table_shows_through_a_cut(fonts):
    board = parse_board(
        'name="w"\nnote="w"\nrows=["ooo","ooo"]\ncuts=[["a1","b1"]]', "walled.toml"
    )
    painter = BoardPainter(BoardGeometry(board, (0, 0, 400, 300)), DARK, fonts)
    surface = painted(painter, BoardPicture())
    x, y = painter.geometry.place_to_px(0.5, -0.1)
    assert surface.get_at((round(x), round(y)))[:3] in (DARK.table, DARK.table_shadow)
    x, y = painter.geometry.place_to_px(1.5, -0.1)
    assert surface.get_at((round(x), round(y)))[2] > 100


def test_lines_are_drawn_where_pieces_may_go():
    painter = painter_of(ALQUERQUE)
    surface = painted(painter, BoardPicture())
    for name, dx, dy, has_line in (
        ("b2", 0.5, 0.0, True), ("b2", 0.4, -0.4, True), ("b1", 0.4, -0.4, False),
        ("c3", 0.0, 0.4, True), ("b3", 0.35, 0.35, False),
    ):  # fmt: skip
        color = surface.get_at(around(painter, name, dx, dy))
        assert is_near(color, DARK.dot) == has_line, (name, dx, dy)


def test_coordinates_are_drawn_in_their_band(fonts):
    painter = BoardPainter(BoardGeometry(QUINCALA, (0, 0, 444, 444)), DARK, fonts)
    surface = painted(painter, BoardPicture())
    for label in painter.geometry.labels:
        box = pygame.Rect(0, 0, 12, 14)
        box.center = (round(label.x), round(label.y))
        letter = surface.subsurface(box.clip(surface.get_rect()))
        ink = pygame.mask.from_threshold(letter, DARK.muted, (60, 60, 60))
        assert ink.count() >= 6, label.text


# Pieces


def test_each_piece_of_a_tower_can_be_seen():
    painter = painter_of(side=900)
    tower = (Piece(1, 3), Piece(0, 2), Piece(1, 1))
    surface = painted(painter, BoardPicture(placement={AT("d4"): tower}))
    small, medium = (painter.geometry.piece_radius(value) for value in (1, 2))
    assert is_near(surface.get_at(around(painter, "d4")), DARK.ebony)
    # At the left, away from the shadows, just outside of the smaller piece.
    for radius, color in ((small, DARK.ivory), (medium, DARK.ebony)):
        outside = -radius / painter.geometry.cell - 0.04
        assert is_near(surface.get_at(around(painter, "d4", outside)), color)


@pytest.mark.parametrize("side", [0, 1])
def test_a_tower_of_one_color_differs_from_its_largest_piece(side):
    painter = painter_of()
    alone = BoardPicture(placement={AT("d4"): (Piece(side, 3),)})
    middle = painter.geometry.piece_radius(2)
    for small in (1, 2):
        tower = BoardPicture(placement={AT("d4"): (Piece(side, 3), Piece(side, small))})
        changed = drawn_pixels(painter, tower, alone, least=28)
        assert len(changed) > 2 * middle, small


def test_edges_of_pieces_are_antialiased():
    painter = painter_of(side=680)
    surface = painted(painter, BoardPicture(placement={AT("e5"): (Piece(1, 3),)}))
    x, y = around(painter, "e5")
    radius = round(painter.geometry.piece_radius(3))
    edge = {
        surface.get_at((x + dx, y - radius + dy))[0] for dx in range(-9, 10) for dy in (0, 1, 2)
    }
    assert len(edge) > 12


def test_a_shadow_never_falls_on_another_piece(fonts):
    board = parse_board(
        'name="five"\nnote="five sizes"\nrows=["o","o"]\n[setups.start.white]\n5=["a1"]',
        "five.toml",
    )
    painter = BoardPainter(BoardGeometry(board, (0, 0, 150, 300)), DARK, fonts)
    a1, a2 = board.site_of("a1"), board.site_of("a2")
    below = {a1: (Piece(0, 5),)}
    # A lifted piece throws its shadow farther than the gap to the next dot.
    both = BoardPicture(placement=below | {a2: (Piece(1, 5),)}, lifted=Lifted(a2, (Piece(1, 5),)))
    changed = drawn_pixels(painter, both, BoardPicture(placement=below), least=3)
    center = pygame.Vector2(around(painter, "a1"))
    radius = painter.geometry.piece_radius(5)
    assert not [pixel for pixel in changed if center.distance_to(pixel) < radius - 1]
    assert [pixel for pixel in changed if center.distance_to(pixel) < radius + 3]


def test_pieces_in_flight_are_part_of_the_way():
    painter = painter_of(side=900)
    flight = Flight((Piece(1, 2), Piece(0, 1)), AT("c3"), AT("e3"), 0.75)
    surface = painted(painter, BoardPicture(flights=(flight,)))
    assert is_near(surface.get_at(around(painter, "c3", 1.5)), DARK.ivory)
    assert is_near(surface.get_at(around(painter, "c3", 1.25)), DARK.ebony)
    assert not is_near(surface.get_at(around(painter, "c3")), DARK.ebony)


def test_a_refused_piece_shakes_and_comes_to_rest():
    painter = painter_of()
    standing = {AT("d4"): (Piece(1, 3),)}
    still = drawn_pixels(painter, BoardPicture(placement=standing))
    moved = drawn_pixels(painter, BoardPicture(placement=standing, shaking=(AT("d4"), 0.1)))
    rested = drawn_pixels(painter, BoardPicture(placement=standing, shaking=(AT("d4"), 1.0)))
    assert min(x for x, _ in moved) > min(x for x, _ in still)
    assert rested == still


def test_lifted_pieces_have_one_outline_around_the_largest_of_them():
    painter = painter_of()
    tower = (Piece(0, 3), Piece(0, 2), Piece(0, 1))
    surface = painted(
        painter,
        BoardPicture(
            placement={AT("d4"): tower}, lifted=Lifted(AT("d4"), (Piece(0, 2), Piece(0, 1)))
        ),
    )
    geometry = painter.geometry
    small, medium = (geometry.piece_radius(value) / geometry.cell for value in (1, 2))
    assert is_near(surface.get_at(around(painter, "d4", -medium - 0.02)), DARK.red)
    assert not is_near(surface.get_at(around(painter, "d4", -small - 0.02)), DARK.red)


def test_an_immune_piece_has_a_dashed_outline():
    painter = painter_of()
    standing = {AT("d4"): (Piece(0, 3), Piece(1, 1))}
    before = BoardPicture(placement=standing)
    after = BoardPicture(placement=standing, immune=frozenset({(AT("d4"), 1)}))
    surface = painted(painter, after)
    yellow = [pixel for pixel in drawn_pixels(painter, after, before)
              if is_near(surface.get_at(pixel), DARK.yellow, 50)]  # fmt: skip
    x, y = around(painter, "d4")
    turns = {round(pygame.Vector2(px - x, py - y).angle_to((1, 0)) / 5) % 72 for px, py in yellow}
    assert 25 <= len(turns) <= 60


def test_what_shall_stand_where_another_piece_goes_is_not_marked_as_to_be_removed():
    painter = painter_of()
    standing = {AT("d4"): (Piece(0, 1),)}
    put = BoardPicture(placement=standing, marks=marks(QUINCALA, place="d4"))
    swapped = BoardPicture(placement=standing, marks=marks(QUINCALA, place="d4", remove="d4"))
    assert rgb_of(painted(painter, swapped)) == rgb_of(painted(painter, put))


def test_start_positions_of_both_boards_fit_their_geometry():
    for board in (QUINCALA, ALQUERQUE):
        painter = painter_of(board)
        surface = painted(painter, BoardPicture(placement=start_placement(board)))
        for side, _, site in board.setups["start"]:
            x, y = painter.geometry.site_to_px(site)
            color = (DARK.ivory, DARK.ebony)[side]
            assert is_near(surface.get_at((round(x), round(y))), color)
        assert isinstance(painter.geometry, BoardGeometry)
