import pygame
import pytest

from companion.art.theme import CONTRAST, DARK, LIGHT
from companion.testing.screen_checks import LANDSCAPE
from companion.ui.widgets.layout import Box, lay_out
from companion.ui.widgets.list_view import ListView
from companion.ui.widgets.pen import Banner, Entry, Pen, Status
from tests.sitting import Sitting
from tests.ui.contrast import TEXT_PAIRS
from tests.ui.every_scene import EVERY_SCENE
from tests.ui.paper import Paper

LONG = "A sentence that goes on and on, far beyond what any box of this size could ever hold."


def pen_on(surface, fonts, theme=DARK, size=LANDSCAPE) -> Pen:
    return Pen(surface, fonts, theme, lay_out(*size))


@pytest.fixture
def pen(fonts) -> Pen:
    surface = pygame.Surface(LANDSCAPE, 0, 32)
    surface.fill(DARK.table)
    return pen_on(surface, fonts)


def changed(pen, ground=DARK.table) -> pygame.Rect:
    """Return the rectangle around everything that is not *ground* any more."""
    mask = pygame.mask.from_threshold(pen.surface, ground, (1, 1, 1))
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)


# One line


@pytest.mark.parametrize("anchor", ["midleft", "midright", "center", "topleft"])
def test_a_text_stands_at_its_anchor(pen, anchor):
    rect = pen.text("Confirm", (400, 200), 20, anchor=anchor)
    assert getattr(rect, anchor) == (400, 200)
    assert rect.contains(changed(pen))


@pytest.mark.parametrize("width", [300, 120, 60, 20, 3])
def test_a_text_takes_no_more_than_its_width(pen, width):
    assert pen.text(LONG, (100, 100), 20, width=width).w <= width


def test_a_text_shrinks_before_it_is_cut(pen):
    whole = pen.text("twelve plies", (10, 100), 20)
    small = pen.text("twelve plies", (10, 100), 20, width=whole.w * 0.8)
    assert small.h < whole.h
    assert small.w > whole.w * 0.65


# Paragraphs


@pytest.mark.parametrize("box", [(20, 20, 300, 80), (20, 20, 100, 200), (20, 20, 60, 30)])
@pytest.mark.parametrize("is_centered", [True, False])
def test_a_paragraph_stays_in_its_box(pen, box, is_centered):
    pen.paragraph(LONG, Box(*box), 18, is_centered=is_centered)
    assert pygame.Rect(box).contains(changed(pen))


def test_a_paragraph_that_fits_keeps_its_size_and_its_line_breaks(pen):
    assert pen.fonts.lines("one two\nthree", 300, 18) == ["one two", "three"]
    pen.paragraph("x\nx", Box(20, 20, 300, 200), 18, is_centered=False)
    assert changed(pen).h > 18


def test_words_on_two_lines_are_not_taken_for_one_long_word(fonts, rendered):
    paper = Paper(LANDSCAPE, rendered)
    name = "2026-07-04_quincala-knocking.txt"
    box = Box(20, 20, fonts.width_px(name, 18) + 2, 100)
    pen_on(paper, fonts).paragraph(f"It stays as it is.\n{name}", box, 18)
    assert [text for text, _ in paper.texts] == ["It stays as it is.", name]
    assert paper.texts[1][1].w > box.w * 0.9


def test_a_long_paragraph_ends_in_an_ellipsis(fonts, rendered):
    paper = Paper(LANDSCAPE, rendered)
    pen_on(paper, fonts).paragraph(LONG * 3, Box(20, 20, 150, 60), 18)
    assert paper.texts[-1][0].endswith("…")


def test_a_long_word_makes_the_paragraph_smaller_rather_than_being_cut(fonts, rendered):
    word = "2026-07-04_183005_quincala-knocking.txt"
    paper = Paper(LANDSCAPE, rendered)
    pen_on(paper, fonts).paragraph(f"Record: {word}", Box(20, 20, 324, 64), 18)
    assert word in paper.texts[-1][0]


def test_an_empty_paragraph_or_box_draws_nothing(pen):
    pen.paragraph("", Box(20, 20, 100, 100), 18)
    pen.paragraph("text", Box(20, 20, 0, 100), 18)
    assert changed(pen).size == (0, 0)


# Banner


def banner_pixels(fonts, theme, **values) -> set[tuple[int, int, int]]:
    surface = pygame.Surface(LANDSCAPE, 0, 32)
    pen_on(surface, fonts, theme).banner(Banner("White's turn: touch a piece", **values))
    return {surface.get_at((x, y))[:3] for x in range(560, 800) for y in range(36)}


@pytest.mark.parametrize("theme", [DARK, LIGHT, CONTRAST], ids=lambda theme: theme.name)
def test_only_what_is_broken_is_told_in_the_color_of_trouble(fonts, theme):
    fine = banner_pixels(fonts, theme, status=(Status("Lamps ok"),))
    assert theme.trouble not in fine
    assert theme.muted in fine
    lost = Status("Lamps lost", is_trouble=True)
    alone = banner_pixels(fonts, theme, status=(lost,))
    assert theme.trouble in alone
    assert theme.muted not in alone
    assert {theme.trouble, theme.muted} <= banner_pixels(
        fonts, theme, status=(lost, Status("12:41"))
    )


def test_the_disc_of_the_side_to_move_is_in_the_banner(pen):
    pen.banner(Banner("White's turn: touch a piece", disc=DARK.ivory))
    assert pen.surface.get_at((22, 18))[:3] == DARK.ivory


# Lists


def listed(count=20, selected=None) -> ListView:
    return ListView(Box(10, 50, 400, 300), 70, count, 1, selected)


def test_a_list_stays_in_its_box_and_leaves_the_clip_as_it_was(pen):
    pen.surface.set_clip((5, 5, 700, 400))
    view = listed(selected=4)
    view.scroll = 35.0
    pen.list(view, [Entry(f"entry {n}", "value") for n in range(20)])
    assert pen.surface.get_clip() == pygame.Rect(5, 5, 700, 400)
    pen.surface.set_clip(None)
    assert pygame.Rect(view.box).contains(changed(pen))


def test_a_list_that_scrolls_shows_how_far_it_is(pen):
    bars = []
    for scroll in (0, 500, 1100):
        pen.surface.fill(DARK.table)
        view = listed()
        view.scroll = float(scroll)
        pen.list(view, [Entry("") for _ in range(20)])
        column = [pen.surface.get_at((407, y))[:3] for y in range(50, 350)]
        bars.append([y for y, color in enumerate(column) if color not in (DARK.table, DARK.panel)])
    assert bars[0][0] < bars[1][0] < bars[2][0]
    assert bars[2][-1] >= 298


def test_the_entry_under_the_cursor_is_told_by_ground_and_edge(pen):
    pen.list(listed(3, selected=1), [Entry("x")] * 3)
    assert pen.surface.get_at((300, 80))[:3] == DARK.panel
    assert pen.surface.get_at((300, 150))[:3] == DARK.choice
    assert pen.surface.get_at((300, 120))[:3] == DARK.text


@pytest.mark.parametrize("name", ["play-mid-turn", "game-over", "trouble", "play-refused"])
def test_every_color_of_text_is_one_whose_contrast_is_checked(tmp_path, monkeypatch, name):
    roles = set()
    text = Pen.text

    def noted(self, *args, **values):
        bound = dict(zip(("text", "at", "size", "role"), args, strict=False)) | values
        roles.add(bound.get("role", "text"))
        return text(self, *args, **values)

    monkeypatch.setattr(Pen, "text", noted)
    with Sitting(tmp_path / "state") as sitting:
        EVERY_SCENE[name](sitting)
        sitting.settle()
    assert roles <= {role for role, _ in TEXT_PAIRS}
    assert LIGHT.trouble != LIGHT.banner
