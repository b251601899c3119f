"""Every mark against everything that it can lie on, in every theme and look, to every eye."""

import itertools
import math
from functools import cache

import pygame
import pytest

from companion.art.boards import GRAIN_DEPTH, BoardPart, screen_board
from companion.art.marks import (
    ARROW_ROLES,
    FREE_ROLES,
    IMMUNE_ROLES,
    MARK_ROLES,
    ROUND,
    SQUARE,
    Mark,
    arrow,
    bar,
    free,
)
from companion.art.on_screen import cased
from companion.art.pieces import GHOST_OPACITY, KINDS
from companion.art.shapes import Blend, Ink, Shape
from companion.art.theme import PIECE_ROLES, BoardSet, Theme, mixed
from companion.contract import Piece
from companion.contract.board_table import COLORS
from companion.plugins import GAMES
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.marks import OutlineKind
from companion.ui.board.painting import (
    AREA_OPACITY,
    CHAIN_LOOKS,
    OUTLINE_ROLES,
    TINT_OPACITY,
)
from companion.ui.scenes.settings import ASKED_ROLES, OTHER_ROLES, TARGET, TARGET_RADIUS
from companion.ui.widgets.layout import lay_out
from tests.ui.board_painting import each_theme
from tests.ui.contrast import EYES, LEAST_MARK_CONTRAST, contrast_ratio, seen_by

SMALLEST = (800, 480)
LEAST_EDGE_PX = 2.0
BOARDS = {game.name: game.shipped_board() for game in GAMES.values()}

ROLES = {mark.value: roles for mark, roles in MARK_ROLES.items()}
ROLES |= {"arrow": ARROW_ROLES, "free dot": FREE_ROLES, "immune": IMMUNE_ROLES}
ROLES |= {kind.value: OUTLINE_ROLES[kind] for kind in OutlineKind if kind is not OutlineKind.AREA}
"""Color and edge of everything that is drawn to be seen on boards and pieces."""


def board_inks(board, look: BoardSet) -> set[Ink]:
    """Return everything that any part of *board* is filled with, the grain at its darkest."""
    inks: set[Ink] = {"table"}
    for part in screen_board(board, look):
        inks.add(part.ink)
        if not isinstance(part, BoardPart):
            inks.add(Blend(part.ink, part.grain, GRAIN_DEPTH[1]))
            inks |= {under.ink for under in part.under}
    return inks


def piece_inks(color: str, look: BoardSet) -> set[Ink]:
    """Return everything that pieces of *color* are filled with, whatever they are."""
    return {
        fill.ink
        for kind, side, value in itertools.product(KINDS.values(), (0, 1), (1, 6, 16))
        for fill in kind.face(20.0, Piece(side, value), PIECE_ROLES[color], look)
    }


@cache
def grounds(theme: Theme) -> dict[str, tuple[int, int, int]]:
    """Return the colors that a mark may lie on, those that shine through among them."""
    boards = {ink for board in BOARDS.values() for ink in board_inks(board, theme.look)}
    pieces = {ink for color in COLORS for ink in piece_inks(color, theme.look)}
    bare = {str(ink): theme.rgb(ink) for ink in boards | pieces}
    wooden = {str(ink): theme.rgb(ink) for ink in boards}
    area = {f"area on {name}": mixed(color, theme.blue, AREA_OPACITY)
            for name, color in wooden.items()}  # fmt: skip
    tint = {f"tint on {name}": mixed(color, theme.blue, TINT_OPACITY)
            for name, color in (wooden | area).items()}  # fmt: skip
    trays = {f"{kind.value} on {name}": mixed(color, theme.color(look.tray), look.opacity)
             for kind, look in CHAIN_LOOKS.items() for name, color in wooden.items()}  # fmt: skip
    ghosts = {f"ghost of {ink} on tint": mixed(mixed(theme.wood, theme.blue, TINT_OPACITY),
                                               theme.rgb(ink), GHOST_OPACITY)
              for ink in pieces}  # fmt: skip
    return bare | area | tint | trays | ghosts


@each_theme
@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("roles", ROLES.values(), ids=ROLES)
def test_every_mark_or_its_edge_stands_out_from_every_ground(theme: Theme, eye: str, roles):
    style = theme.style(*roles)
    for name, ground in grounds(theme).items():
        ratio = max(contrast_ratio(seen_by(eye, color), seen_by(eye, ground)) for color in style)
        assert ratio >= LEAST_MARK_CONTRAST, f"{name}: {ratio:.2f}"


@each_theme
@pytest.mark.parametrize("roles", [ASKED_ROLES, OTHER_ROLES], ids=["asked", "other"])
def test_every_target_of_the_touch_test_or_its_edge_stands_out(theme: Theme, roles):
    style = theme.style(*roles)
    assert max(contrast_ratio(color, theme.table) for color in style) >= LEAST_MARK_CONTRAST


# What is drawn of it on a small screen


def geometry_of(board) -> BoardGeometry:
    return BoardGeometry(board, lay_out(*SMALLEST).board)


def shapes_on(board) -> dict[str, tuple[Shape, ...]]:
    """Return all that is drawn around its dots, and around pieces of all sizes that it knows."""
    geometry = geometry_of(board)
    marks = SQUARE if geometry.kind.is_square else ROUND
    sizes = [
        geometry.piece_radius(value) / geometry.cell for value in range(1, geometry.sizes + 1)
    ]
    shapes = {f"{m.value} {r:.2f}": marks.of(m, r)(r) for m in Mark for r in (0.0, *sizes)}
    for radius in sizes:
        for name in ("lifted", "immune", "gone"):
            shapes[f"{name} {radius:.2f}"] = getattr(marks, name)(radius)
    for is_harmful, is_strong in itertools.product((False, True), repeat=2):
        shapes[f"arrow {is_strong}"] = arrow(2.0, 1.0, 0.2, 0.15, is_harmful, is_strong)
    return shapes | {"free dot": free(0.0), "line": bar([(0.0, 0.0), (3.0, 0.0)])}


def disc(radius: float) -> pygame.mask.Mask:
    reach = math.ceil(radius)
    mask = pygame.mask.Mask((2 * reach + 1, 2 * reach + 1))
    for x, y in itertools.product(range(2 * reach + 1), repeat=2):
        if math.hypot(x - reach, y - reach) <= radius:
            mask.set_at((x, y))
    return mask


def grown(mask: pygame.mask.Mask, brush: pygame.mask.Mask) -> pygame.mask.Mask:
    """Return *mask* and all that *brush* covers with its middle anywhere on it."""
    (width, height), (across, down) = mask.get_size(), brush.get_size()
    whole = mask.convolve(brush)
    here = pygame.mask.Mask((width, height))
    here.draw(whole, (-(across // 2), -(down // 2)))
    return here


def body_and_whole(shapes: tuple[Shape, ...], cell: float):
    """Return where the color of *shapes* is and where they are with their edge, and the scale."""
    canvas, _ = cased(shapes, (255, 0, 0), (0, 255, 0), cell)
    body = pygame.mask.from_threshold(canvas.big, (255, 0, 0, 255), (1, 1, 1, 255))
    return body, pygame.mask.from_surface(canvas.big), canvas.big.get_width() / canvas.size[0]


ROUNDING = 1.5
UNEVEN = 0.01
"""Circles on the big canvas are off by so many of its pixels, a third of one on the screen, and a
few single ones where lines meet.
"""


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_an_edge_runs_all_around_every_mark_on_a_small_screen(board):
    for name, shapes in shapes_on(board).items():
        body, whole, fine = body_and_whole(shapes, geometry_of(board).cell)
        around = grown(body, disc(LEAST_EDGE_PX * fine - ROUNDING))
        around.erase(whole, (0, 0))
        assert around.count() <= UNEVEN * body.count(), name


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_no_line_of_a_mark_is_thinner_than_its_edge_on_a_small_screen(board):
    for name, shapes in shapes_on(board).items():
        body, _, fine = body_and_whole(shapes, geometry_of(board).cell)
        brush = disc(LEAST_EDGE_PX * fine / 2 - ROUNDING / 3)
        outside = body.copy()
        outside.invert()
        eaten = grown(outside, brush)
        eaten.invert()
        assert grown(eaten, brush).overlap_area(body, (0, 0)) > 0.85 * body.count(), name


def test_the_edge_of_a_target_of_the_touch_test_runs_all_around_it():
    body, whole, fine = body_and_whole(TARGET, lay_out(*SMALLEST).px(TARGET_RADIUS))
    around = grown(body, disc(LEAST_EDGE_PX * fine - ROUNDING))
    around.erase(whole, (0, 0))
    assert around.count() <= UNEVEN * body.count()
