import dataclasses

import pytest

from companion.ui.marks import Mark
from companion.ui.theme import (
    DARK,
    LEAST_MARK_CONTRAST,
    LEAST_TEXT_CONTRAST,
    MARK_ROLES,
    TEXT_PAIRS,
    THEMES,
    Theme,
    contrast_ratio,
    mixed,
)

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


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
@pytest.mark.parametrize("mark", Mark)
def test_every_mark_or_its_casing_stands_out_from_the_wood(theme: Theme, mark: Mark):
    style = theme.mark_style(mark)
    ratios = [contrast_ratio(color, theme.wood) for color in style]
    assert max(ratios) >= LEAST_MARK_CONTRAST


@each_theme
@pytest.mark.parametrize("mark", Mark)
@pytest.mark.parametrize("piece", ["ivory", "ebony"])
def test_every_mark_or_its_casing_stands_out_from_a_piece(theme: Theme, mark: Mark, piece: str):
    style = theme.mark_style(mark)
    ratios = [contrast_ratio(color, theme.color(piece)) for color in style]
    assert max(ratios) >= LEAST_MARK_CONTRAST


@each_theme
def test_the_two_sides_pieces_differ_clearly(theme: Theme):
    assert contrast_ratio(theme.ivory, theme.ebony) >= 7.0


def test_every_mark_has_its_roles():
    assert set(MARK_ROLES) == set(Mark)


def test_no_theme_leaves_a_role_out_of_range():
    for theme in THEMES.values():
        for role in dataclasses.fields(theme):
            if role.name != "name":
                color = theme.color(role.name)
                assert len(color) == 3, (theme.name, role.name)
                assert all(0 <= part <= 255 for part in color), (theme.name, role.name)


def test_themes_are_found_by_their_names():
    assert {name: theme.name for name, theme in THEMES.items()} == {
        "dark": "dark",
        "light": "light",
        "contrast": "contrast",
    }


def test_mixed_goes_from_one_color_to_the_other():
    assert mixed((0, 100, 200), (100, 0, 200), 0.0) == (0, 100, 200)
    assert mixed((0, 100, 200), (100, 0, 200), 0.25) == (25, 75, 200)
    assert mixed((0, 100, 200), (100, 0, 200), 1.0) == (100, 0, 200)
