import itertools
import json
from importlib import resources
from string import ascii_lowercase

import pytest

from companion.ui.scenes.text_entry import LETTERS, TALL, WIDE, lay_out_typing, place_keys
from companion.ui.scenes.viewer import lay_out_viewer
from companion.ui.widgets.layout import lay_out
from companion.words.translate import AUTO, speak
from tests.ui.layouts import SIZES, unsound

LEAST_TOUCH_PX = 64
OF_THE_LANGUAGES = "àâäáçèéêëîïíñôöóœæùûüúß¿¡"
SPACING = resources.files("companion") / "ui" / "fonts" / "spacing.json"
REAL_SCREENS = [(800, 480), (720, 1280), (1280, 800), (1024, 600), (1920, 1080), (1080, 1920)]

each_screen = pytest.mark.parametrize("size", REAL_SCREENS)


def viewer_boxes(size):
    layout = lay_out(*size)
    places = lay_out_viewer(layout)
    return layout, {
        "banner": layout.banner,
        "board": layout.board,
        "moves": places.moves,
        "ledge": layout.off_board,
        "menu": layout.menu,
        "note": places.note,
        **{f"key {n}": box for n, box in enumerate(places.row)},
        **{f"button {n}": box for n, box in enumerate(layout.buttons)},
    }


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wrong_with_the_viewer_and_the_keyboards(size):
    wrong = unsound(*viewer_boxes(size))
    layout = lay_out(*size)
    beside = {"banner": layout.banner, "text": lay_out_typing(layout).text}
    beside |= {f"button {n}": box for n, box in enumerate(layout.buttons)}
    for page in WIDE:
        keys = {f"{n} {key.name}": key.box for n, key in enumerate(place_keys(page, layout))}
        wrong += unsound(layout, keys | beside)
    assert wrong == []


@each_screen
def test_fingers_can_hit_every_key_of_the_viewer(size):
    _, boxes = viewer_boxes(size)
    for name, box in boxes.items():
        if name.startswith("key"):
            assert min(box.w, box.h) >= LEAST_TOUCH_PX, (name, box)


@pytest.mark.parametrize("page", WIDE)
@each_screen
def test_fingers_can_hit_every_key_of_the_keyboard(size, page):
    layout = lay_out(*size)
    for key in place_keys(page, layout):
        assert min(key.box.w, key.box.h) >= LEAST_TOUCH_PX, key


@pytest.mark.parametrize("page", WIDE)
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_letters_are_equally_wide_in_rows_that_are(size, page):
    keys = place_keys(page, lay_out(*size))
    rows = itertools.groupby(keys, key=lambda key: key.row)
    assert len({max(key.box.right for key in row) for _, row in rows}) == 1
    widths = [key.box.w for key in keys if len(key.name) == 1]
    assert max(widths) - min(widths) <= 1


def test_both_arrangements_type_every_letter_once():
    for pages in (WIDE, TALL):
        names = {page: [name for row in rows for name, _ in row] for page, rows in pages.items()}
        assert all(len(set(some)) == len(some) for some in names.values())
        assert set(ascii_lowercase) <= set(names[LETTERS])
        assert set(OF_THE_LANGUAGES) <= set(itertools.chain(*names.values()))
    assert list(WIDE) == list(TALL)


@pytest.mark.parametrize(("code", "first"), [("en", "qwerty"), ("de", "qwertz"), ("fr", "azerty")])
def test_letters_of_a_wide_screen_are_where_the_language_has_them(code, first):
    english = place_keys(LETTERS, lay_out(800, 480))
    tall = place_keys(LETTERS, lay_out(720, 1280))
    speak(code)
    try:
        keys = place_keys(LETTERS, lay_out(800, 480))
        assert place_keys(LETTERS, lay_out(720, 1280)) == tall
    finally:
        speak(AUTO)
    assert "".join(key.name for key in keys).startswith(first)
    assert {key.name for key in keys} == {key.name for key in english}
    assert [key.box for key in keys] == [key.box for key in english]


def test_the_typeface_has_every_letter_of_the_keyboard():
    names = {
        name
        for pages in (WIDE, TALL)
        for page in pages.values()
        for row in page
        for name, _ in row
    }
    signs = {sign for name in names if len(name) == 1 for sign in name + name.upper()}
    spacing = json.loads(SPACING.read_text("utf-8"))
    for weight in spacing.values():
        assert signs <= set(weight["letters"])
