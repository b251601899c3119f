import dataclasses
import itertools

import pytest

from companion.art.marks import MARK_ROLES, Mark
from companion.art.pieces import DISCS
from companion.art.theme import DARK, PIECE_ROLES, THEMES, BoardSet, Theme, mixed
from companion.contract import Piece
from companion.contract.board_table import COLORS
from companion.plugins import load_board
from tests.ui.board_painting import each_theme
from tests.ui.contrast import (
    EYES,
    LEAST_MARK_CONTRAST,
    LEAST_TEXT_CONTRAST,
    TEXT_PAIRS,
    contrast_ratio,
    seen_by,
)

LEAST_LINE_CONTRAST = 2.5
"""Of a line on a piece, which only tells one disc from another one under it."""


def test_contrast_ratio_is_21_between_black_and_white_and_1_between_equals():
    assert contrast_ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast_ratio((12, 34, 56), (12, 34, 56)) == 1.0


def test_contrast_ratio_of_a_known_gray_on_white():
    # 767676 on white is the published example of a gray that just passes 4.5.
    assert contrast_ratio((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)


def test_contrast_ratio_is_the_same_both_ways_round():
    assert contrast_ratio(DARK.teal, DARK.wood) == contrast_ratio(DARK.wood, DARK.teal)


@each_theme
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_every_text_reads_on_its_ground(theme: Theme, text: str, ground: str):
    ratio = contrast_ratio(theme.color(text), theme.color(ground))
    assert ratio >= LEAST_TEXT_CONTRAST, f"{theme.name}: {text} on {ground} is {ratio:.2f}"


@each_theme
def test_the_two_sides_pieces_differ_clearly(theme: Theme):
    assert contrast_ratio(theme.ivory, theme.ebony) >= 7.0


@each_theme
@pytest.mark.parametrize("piece", COLORS)
def test_every_number_reads_on_its_piece(theme: Theme, piece: str):
    colors = theme.piece_colors(piece)
    assert contrast_ratio(colors.number, colors.face) >= LEAST_TEXT_CONTRAST
    roles = PIECE_ROLES[piece]
    assert (roles.number, roles.face) in TEXT_PAIRS


@each_theme
@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("pair", [("blue", "pink"), ("blue", "yellow")], ids="-".join)
def test_sides_that_meet_differ_clearly_in_lightness(
    theme: Theme, eye: str, pair: tuple[str, str]
):
    one, other = (seen_by(eye, theme.piece_colors(name).face) for name in pair)
    assert contrast_ratio(one, other) >= LEAST_MARK_CONTRAST


@each_theme
@pytest.mark.parametrize("ground", ["wood", "square_dark"])
@pytest.mark.parametrize("piece", COLORS)
def test_every_piece_or_its_edge_stands_out_from_its_ground(theme: Theme, piece: str, ground: str):
    colors = theme.piece_colors(piece)
    ratios = [contrast_ratio(color, theme.color(ground)) for color in (colors.face, colors.rim)]
    assert max(ratios) >= (2.0 if theme.look is BoardSet.CLASSIC else LEAST_MARK_CONTRAST)


@each_theme
@pytest.mark.parametrize("color", ["ivory", "ebony"])
def test_a_piece_on_a_larger_one_of_its_own_side_has_a_line_that_is_seen(theme: Theme, color: str):
    roles = PIECE_ROLES[color]
    inks = {fill.ink for fill in DISCS.face(20.0, Piece(0, 1), roles, theme.look)}
    face = theme.color(roles.face)
    assert max(contrast_ratio(theme.rgb(ink), face) for ink in inks) >= LEAST_LINE_CONTRAST


@each_theme
@pytest.mark.parametrize("ground", ["wood", "wood_dark"])
def test_lines_and_dots_stand_out_from_the_board(theme: Theme, ground: str):
    assert contrast_ratio(theme.dot, theme.color(ground)) >= LEAST_MARK_CONTRAST


def test_a_side_has_the_color_that_its_board_names():
    board = load_board("quincy")
    assert DARK.side_color(board, 0) == DARK.blue_piece
    assert DARK.side_color(board, 1) == DARK.yellow_piece
    assert DARK.side_color(load_board("alquerque"), 1) == DARK.ebony


def test_every_mark_has_its_roles():
    assert set(MARK_ROLES) == set(Mark)


def test_no_theme_leaves_a_role_out_of_range():
    for theme in THEMES.values():
        for role in dataclasses.fields(theme):
            if role.name not in ("name", "look"):
                color = theme.color(role.name)
                assert len(color) == 3, (theme.name, role.name)
                assert all(0 <= part <= 255 for part in color), (theme.name, role.name)


def test_themes_are_found_by_their_names():
    names = itertools.product(("dark", "light", "contrast"), ("classic", "modern", "contrast"))
    assert sorted(THEMES) == sorted(names)
    for names, theme in THEMES.items():
        assert (theme.name, theme.look.value) == names


def test_a_look_changes_boards_and_pieces_alone():
    changed = {"wood", "dot", "walnut", "square_dark", "piece_shadow"}
    for theme in THEMES.values():
        classic = THEMES[theme.name, "classic"]
        others = {
            role.name
            for role in dataclasses.fields(theme)
            if getattr(theme, role.name) != getattr(classic, role.name)
        } - {"look"}
        parts = ("brass", "wood", "ivory", "ebony", "blue_", "pink_", "yellow_")
        assert all(name in changed or name.startswith(parts) for name in others), others


def test_mixed_goes_from_one_color_to_the_other():
    assert mixed((0, 100, 200), (100, 0, 200), 0.0) == (0, 100, 200)
    assert mixed((0, 100, 200), (100, 0, 200), 0.25) == (25, 75, 200)
    assert mixed((0, 100, 200), (100, 0, 200), 1.0) == (100, 0, 200)
