import itertools

import pygame
import pytest

from companion.art.theme import DARK
from companion.ports import ButtonName
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.widgets.button_row import draw_buttons
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.layout import lay_out
from companion.ui.widgets.pen import ButtonLabel, Pen
from companion.words.buttons import button_title
from tests.ui.paper import Paper

FRAME_PX = 2


def pen_on(surface, fonts, *, is_large=False) -> Pen:
    return Pen(surface, fonts, DARK, lay_out(*surface.get_size(), is_large=is_large))


@pytest.fixture
def pen(fonts) -> Pen:
    return pen_on(pygame.Surface(LANDSCAPE, 0, 32), fonts)


@pytest.fixture
def drawn(fonts, rendered, monkeypatch):
    """Draws buttons on a screen and gives the ink and the size of each text on them."""
    render = Fonts.render
    sizes = {}

    def noted(self, text, size_px, *rest):
        sizes[text] = size_px
        return render(self, text, size_px, *rest)

    monkeypatch.setattr(Fonts, "render", noted)

    def drawn(*labels, size=LANDSCAPE, is_large=False):
        paper = Paper(size, rendered)
        pen = pen_on(paper, fonts, is_large=is_large)
        draw_buttons(pen, labels)
        return pen.layout.buttons, [(text, ink, sizes[text]) for text, ink in paper.texts]

    return drawn


def test_the_buttons_have_their_names_in_the_order_of_the_real_ones():
    assert [button_title(name) for name in ButtonName] == ["Back", "Next", "Hint", "Confirm"]


def test_only_a_button_that_commits_is_filled(pen):
    labels = [ButtonLabel("leave"), ButtonLabel("walk"), ButtonLabel(""), ButtonLabel("go", True)]
    draw_buttons(pen, labels)
    grounds = [pen.surface.get_at((box.x + 8, box.y + 8))[:3] for box in pen.layout.buttons]
    assert grounds == [DARK.button, DARK.button, DARK.button, DARK.commit]


def test_what_only_holding_does_stands_where_what_a_press_does_would(fonts, rendered):
    at_y = []
    for label in (ButtonLabel("hold: games"), ButtonLabel("", held="hold: games")):
        paper = Paper(LANDSCAPE, rendered)
        draw_buttons(pen_on(paper, fonts), [label] * 4)
        at_y.append([ink.y for text, ink in paper.texts if text == "hold: games"])
    assert at_y[0] == pytest.approx(at_y[1], abs=1) and len(at_y[0]) == 4


def test_a_held_button_looks_different(pen):
    draw_buttons(pen, [ButtonLabel("x")] * 4, held=ButtonName.BACK)
    grounds = [pen.surface.get_at((box.x + 8, box.y + 8))[:3] for box in pen.layout.buttons]
    assert grounds == [DARK.choice, DARK.button, DARK.button, DARK.button]


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_no_text_touches_the_frame_of_its_button(drawn, size):
    lines = ("skip the rest", "start screen", "back a page", "show & play")
    boxes, texts = drawn(*map(ButtonLabel, lines), size=size)
    assert {text for text, *_ in texts} >= set(lines)
    for text, ink, _ in texts:
        [box] = [box for box in boxes if box.holds(*ink.center)]
        assert pygame.Rect(box.inset(FRAME_PX + 2)).contains(ink), text


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_three_lines_of_large_text_keep_apart_and_clear_of_the_frame(drawn, size):
    label = ButtonLabel("pjg touch", held="hold: gjp")
    boxes, texts = drawn(*[label] * 4, size=size, is_large=True)
    assert len(texts) == 12
    for box in boxes:
        inks = sorted((ink for _, ink, _ in texts if box.holds(*ink.center)), key=lambda i: i.y)
        assert inks[0].y - box.y >= FRAME_PX + 2
        assert box.bottom - inks[-1].bottom >= FRAME_PX + 2
        assert all(upper.bottom <= lower.y for upper, lower in itertools.pairwise(inks))


def test_what_presses_do_is_told_in_one_size(drawn):
    held = "halten: Menü"
    _, texts = drawn(
        ButtonLabel("beide zurück", held=held), ButtonLabel("Feld"), ButtonLabel("Tipp"),
        ButtonLabel("fertig"),
    )  # fmt: skip
    sizes = {text: size_px for text, _, size_px in texts}
    assert {sizes[one] for one in ("beide zurück", held, "Feld", "fertig")} == {12}


def test_what_has_no_room_in_a_size_to_be_read_is_smaller_alone(drawn):
    label = ButtonLabel("zurücknehmen", held="halten: Menü")
    _, texts = drawn(label, ButtonLabel("Feld"), ButtonLabel("Tipp"), ButtonLabel("fertig"))
    sizes = {text: size_px for text, _, size_px in texts}
    assert sizes["zurücknehmen"] < 12
    assert sizes["Feld"] == sizes["fertig"] == 12


def test_where_holding_does_nothing_else_a_long_line_is_broken_and_not_smaller(drawn):
    lines = ("Feld", "Tipp", "fertig")
    _, texts = drawn(ButtonLabel("noch ein Versuch"), *map(ButtonLabel, lines))
    sizes = {text: size_px for text, _, size_px in texts}
    assert [sizes[one] for one in ("noch ein", "Versuch", *lines)] == [14] * 5
