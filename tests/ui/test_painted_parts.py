"""What all screens are painted with, pixel for pixel: panels, signs, lists, letters."""

import pygame
import pytest

from companion.art.theme import CONTRAST, DARK, LIGHT, PIECE_ROLES
from companion.ports import ButtonName
from companion.ui.widgets.button_row import Icon, draw_icon
from companion.ui.widgets.layout import Box, lay_out
from companion.ui.widgets.list_view import ListView
from companion.ui.widgets.pen import Entry, Pen
from tests.golden_images import assert_golden

SIZE = (400, 320)
WORDS = "Zwölf Boxkämpfer: 0123456789 – “Où?” × ñ"


def paint(pen):
    pen.clear()
    pen.panel(Box(8, 8, 120, 60))
    pen.panel(Box(136, 8, 120, 60), "commit", "commit_edge")
    pen.frame(Box(264, 8, 128, 60), "red")
    pen.outline(Box(270, 14, 116, 48), "muted")
    pen.tick((40, 38), 9)
    for number, roles in enumerate(PIECE_ROLES.values()):
        pen.disc((280 + 24 * number, 38), 9, pen.theme.color(roles.face))
    for number, icon in enumerate((*ButtonName, *Icon)):
        draw_icon(pen.surface, icon, (24 + 38 * number, 92), 28, pen.theme.text)
    for number, (size, is_bold) in enumerate(((12, False), (15, True), (21, False))):
        pen.text(WORDS, (8, 124 + 22 * number), size, width=384, is_bold=is_bold)
    view = ListView(Box(8, 188, 190, 84), 40, 4)
    view.selected = 1
    swatch = pen.theme.amber
    pen.list(
        view,
        [
            Entry("First", "value"),
            Entry("Second", is_ticked=True),
            Entry("3", "", swatch),
            Entry("4"),
        ],
    )
    pen.panel(Box(206, 188, 186, 84), "note")
    pen.paragraph(WORDS, Box(216, 192, 166, 76), 17, "note_text")
    pen.share(Box(8, 180, 384, 136), "Half of it is done", 0.5)


@pytest.mark.parametrize("theme", [DARK, LIGHT, CONTRAST], ids=lambda theme: theme.name)
def test_golden_parts(fonts, theme):
    surface = pygame.Surface(SIZE, 0, 32)
    paint(Pen(surface, fonts, theme, lay_out(800, 480)))
    assert_golden(surface, f"parts-{theme.name}")
