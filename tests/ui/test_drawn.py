"""The lines that a scene draws: what is noted, what each lies on, and how they are compared."""

import pygame
import pytest

from companion.art.marks import Mark
from companion.art.theme import DARK, LIGHT
from companion.contract import Piece
from companion.ui.board.marks import BoardPicture
from companion.ui.widgets.layout import Box, lay_out
from companion.ui.widgets.pen import Pen
from tests.golden_images import REGENERATE
from tests.ui.board_painting import painter_of
from tests.ui.drawn import Drawn, assert_kept, recording

SIZE = (200, 100)


@pytest.fixture
def drawn(fonts):
    with recording():
        yield Drawn(SIZE)


@pytest.fixture
def pen(drawn, fonts):
    return Pen(drawn, fonts, DARK, lay_out(800, 480))


def lines(drawn):
    return drawn.text().splitlines()


def test_what_lies_on_a_box_is_placed_in_it(drawn, pen):
    pen.clear()
    pen.panel(Box(20, 10, 100, 60), "choice", "text")
    pen.text("Hi", (30, 40), 17)
    pen.disc((60, 40), 8, DARK.ivory)
    assert lines(drawn) == [
        "0 0 200x100 box table",
        "  20 10 100x60 box choice round 6px, line 2px text",
        f"    10 19 {pen.fonts.width_px('Hi', 17)}x23 text 17px text: Hi",
        "    32 22 16x16 disc ivory",
    ]


def test_the_same_color_in_two_roles_is_told_apart(drawn, pen):
    assert DARK.panel == DARK.button
    pen.text("one", (0, 20), 17, "panel")
    pen.text("two", (0, 60), 17, "button")
    assert [line.split()[-2] for line in lines(drawn)] == ["panel:", "button:"]


def test_no_theme_changes_a_line(fonts):
    with recording():
        both = []
        for theme in (DARK, LIGHT):
            drawn = Drawn(SIZE)
            Pen(drawn, fonts, theme, lay_out(800, 480)).panel(Box(0, 0, 9, 9), "note", "muted")
            both.append(drawn.text())
    assert both[0] == both[1]


def test_what_is_clipped_away_is_not_noted(drawn, pen):
    drawn.set_clip((0, 0, 50, 50))
    pen.panel(Box(40, 40, 30, 30))
    pen.panel(Box(60, 60, 30, 30))
    assert lines(drawn) == ["40 40 10x10 box panel round 6px"]


def test_a_text_under_a_later_box_is_covered(drawn, pen):
    pen.text("seen", (0, 20), 17)
    pen.text("lost", (0, 80), 17)
    assert drawn.covered == []
    pen.panel(Box(0, 70, 10, 10))
    assert drawn.covered == ["text 17px text: lost"]


def test_a_board_is_told_by_its_places(drawn):
    picture = BoardPicture(
        {0: (Piece(0, 2), Piece(1, 1))}, {0: frozenset({Mark.HINT}), 1: frozenset({Mark.WIN})}
    )
    painter = painter_of()
    painter.paint(drawn, picture)
    name = painter.geometry.board.name_of
    assert lines(drawn)[1:] == [
        f"  {name(0)}: ivory 2, ebony 1 [hint]", f"  {name(1)}:  [win]"
    ]  # fmt: skip


def test_nothing_is_painted_without_a_note(drawn):
    with pytest.raises(AssertionError, match="circle"):
        pygame.draw.circle(drawn, (1, 2, 3), (5, 5), 3)
    with pytest.raises(AssertionError, match="picture"):
        drawn.blit(pygame.Surface((3, 3)), (0, 0))


def test_a_line_that_differs_is_shown_and_only_the_flag_keeps_it(tmp_path, monkeypatch):
    monkeypatch.setenv(REGENERATE, "1")
    assert_kept("  a\n  b\n", "play-one", SIZE, tmp_path)
    assert_kept("  c\n", "play-two", SIZE, tmp_path)
    monkeypatch.delenv(REGENERATE)
    assert_kept("  a\n  b\n", "play-one", SIZE, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["play.txt"]
    with pytest.raises(AssertionError, match=r"\n-  b\n\+  x") as caught:
        assert_kept("  a\n  x\n", "play-one", SIZE, tmp_path)
    assert "play-one 200x100" in str(caught.value)
    with pytest.raises(AssertionError):
        assert_kept("  a\n", "play-three", SIZE, tmp_path)
