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
    for label in (ButtonLabel("games"), ButtonLabel("", held="games")):
        paper = Paper(LANDSCAPE, rendered)
        draw_buttons(pen_on(paper, fonts), [label] * 4)
        at_y.append([ink.y for text, ink in paper.texts if text == "games"])
    assert at_y[0] == pytest.approx(at_y[1], abs=1) and len(at_y[0]) == 4


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_a_sign_stands_before_what_holding_does_and_before_nothing_else(fonts, size, is_large):
    def drawn(label):
        pen = pen_on(pygame.Surface(size, 0, 32), fonts, is_large=is_large)
        draw_buttons(pen, [label] * 4)
        return pen.surface, pen.layout

    def changed(label):
        """The columns of a button in which it differs from one that says nothing."""
        surface, layout = drawn(label)
        empty, _ = drawn(ButtonLabel(" "))
        box = layout.buttons[1]
        columns = [
            x - box.w // 2
            for x in range(box.w)
            if any(
                surface.get_at((box.x + x, y)) != empty.get_at((box.x + x, y))
                for y in range(box.y, box.bottom)
            )
        ]
        return columns, layout

    pressed, layout = changed(ButtonLabel("l"))
    held, _ = changed(ButtonLabel("", held="l"))
    assert len(pressed) < len(held)
    assert abs(held[0] + held[-1]) <= layout.px(4)


def test_a_held_button_looks_different(pen):
    draw_buttons(pen, [ButtonLabel("x")] * 4, held=ButtonName.BACK)
    grounds = [pen.surface.get_at((box.x + 8, box.y + 8))[:3] for box in pen.layout.buttons]
    assert grounds == [DARK.choice, DARK.button, DARK.button, DARK.button]


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_no_text_touches_the_frame_of_its_button(drawn, size):
    lines = ("skip rest", "to start", "page back", "show, play")
    boxes, texts = drawn(*map(ButtonLabel, lines), size=size)
    assert {text for text, *_ in texts} >= set(lines)
    for text, ink, _ in texts:
        [box] = [box for box in boxes if box.holds(*ink.center)]
        assert pygame.Rect(box.inset(FRAME_PX + 2)).contains(ink), text


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_three_lines_of_large_text_keep_apart_and_clear_of_the_frame(drawn, size):
    label = ButtonLabel("pjg touch", held="gjp")
    boxes, texts = drawn(*[label] * 4, size=size, is_large=True)
    assert len(texts) == 12
    for box in boxes:
        inks = sorted((ink for _, ink, _ in texts if box.holds(*ink.center)), key=lambda i: i.y)
        assert inks[0].y - box.y >= FRAME_PX + 2
        assert box.bottom - inks[-1].bottom >= FRAME_PX + 2
        assert all(upper.bottom <= lower.y for upper, lower in itertools.pairwise(inks))


@pytest.mark.parametrize(
    "label",
    [ButtonLabel("all set"), ButtonLabel("all set", held="menu"), ButtonLabel("", held="m")],
)
def test_what_a_button_does_has_one_size_whatever_the_others_say(drawn, label):
    _, texts = drawn(label, ButtonLabel("noch ein Versuch"), ButtonLabel("x"), ButtonLabel(""))
    sizes = {text: size_px for text, _, size_px in texts}
    assert {sizes[text] for text in (*filter(None, (label.line, label.held)), "x")} == {14}
