import itertools
from functools import cache
from importlib import resources
from io import BytesIO

import pytest
from PIL import ImageFont, features

from companion.art.recent import RecentCache
from companion.ui.widgets.fonts import ELLIPSIS, EM, MOST_SIZES, MOST_TEXTS, Fonts


def columns(fonts: Fonts, text: str, size_px: int, is_bold: bool = False) -> list[float]:
    """Return how much of the fullest pixel of each column is ink."""
    picture = fonts.render(text, size_px, (255, 255, 255), is_bold)
    rows = range(picture.get_height())
    return [max(picture.get_at((x, y)).a for y in rows) / 255 for x in range(picture.get_width())]


def test_the_bundled_typeface_is_used(fonts: Fonts):
    # The tail of its l sets it apart: pygame's own font draws a plain bar.
    letter = fonts.render("l", 60, (255, 255, 255))
    x, y, width, height = letter.get_bounding_rect()
    first, last = (
        sum(letter.get_at((column, row)).a > 128 for column in range(x, x + width))
        for row in (y + 1, y + height - 2)
    )
    assert last > 1.5 * first


@pytest.mark.parametrize("is_bold", [False, True])
def test_a_zero_has_no_slash(fonts: Fonts, is_bold):
    zero = fonts.render("0", 40, (255, 255, 255), is_bold)
    assert zero.get_at((zero.get_width() // 2, zero.get_height() // 2)).a == 0


@pytest.mark.parametrize("size_px", [14, 17, 20, 34])
@pytest.mark.parametrize("is_bold", [False, True])
def test_all_digits_are_as_wide(fonts: Fonts, size_px, is_bold):
    assert len({fonts.width_px(10 * digit, size_px, is_bold) for digit in "0123456789"}) == 1


# How letters are set


def clear_px(fonts: Fonts, text: str, size_px: int, is_bold: bool) -> float:
    """Return how much is clear between two letters, in pixels, those lit in part in part."""
    lit = columns(fonts, text, size_px, is_bold)
    inked = [x for x, one in enumerate(lit) if one > 0.05]
    return sum(1 - one for one in lit[inked[0] : inked[-1] + 1])


@pytest.mark.parametrize("size_px", [14, 17, 20, 34])
@pytest.mark.parametrize("is_bold", [False, True])
def test_the_i_of_confirm_stands_as_close_to_the_f_as_other_letters_to_theirs(
    fonts: Fonts, size_px, is_bold
):
    others = [clear_px(fonts, pair, size_px, is_bold) for pair in ("Co", "nf")]
    assert clear_px(fonts, "fi", size_px, is_bold) <= max(others)


@cache
def by_another(is_bold: bool, size_px: int) -> ImageFont.FreeTypeFont:
    """Return the typeface as Pillow sets it, with HarfBuzz: its own advances and kerning."""
    if not features.check("raqm"):
        pytest.skip("this Pillow was built without Raqm")
    file = f"AtkinsonHyperlegibleNext-{'Bold' if is_bold else 'Regular'}.ttf"
    folder = resources.files("companion.ui") / "fonts"
    return ImageFont.truetype(BytesIO((folder / file).read_bytes()), size_px)


@pytest.mark.parametrize("is_bold", [False, True])
def test_every_pair_of_letters_is_as_far_apart_as_harfbuzz_sets_it(fonts: Fonts, is_bold):
    letters = [chr(code) for code in (*range(32, 127), *map(ord, "äöüßéçñ–„“’…−½"))]
    width = fonts._letters[is_bold].width
    for first, second in itertools.product(letters, repeat=2):
        # Between upright bars no ink reaches beyond where the pen is.
        text = f"H{first}{second}H"
        assert width(text) == by_another(is_bold, EM).getlength(text), text


@pytest.mark.parametrize("text", ["Confirmation of fillings |", "AVATAR To 4771, V. W. |"])
@pytest.mark.parametrize("is_bold", [False, True])
def test_a_long_text_ends_where_its_advances_and_kerning_say(fonts: Fonts, text, is_bold):
    another = by_another(is_bold, EM)
    right = another.getbbox(text)[2]
    left, _, bar_right, _ = another.getbbox("|")
    middle = (right - (bar_right - left) / 2) / EM
    for size_px in range(12, 40):
        lit = columns(fonts, text, size_px, is_bold)
        *_, bar = (
            list(run) for is_lit, run in itertools.groupby(enumerate(lit), lambda one: one[1] > 0)
            if is_lit
        )  # fmt: skip
        at = sum((x + 0.5) * one for x, one in bar) / sum(one for _, one in bar)
        assert at == pytest.approx(middle * size_px, abs=0.3), size_px


def test_what_the_typeface_has_not_is_a_box(fonts: Fonts):
    box = fonts.render("\u4e00", 20, (255, 255, 255))
    assert box.get_bounding_rect().w > 5
    assert fonts.width_px("\udc80\n", 20) == fonts.width_px("\u4e00\u4e00", 20)
    fonts.render("\udc80\n", 20, (255, 255, 255))
    assert fonts.render("", 20, (255, 255, 255)).get_size() == (0, fonts.line_px(20))


# What is kept


def test_a_text_is_rendered_once(fonts: Fonts):
    assert fonts.render("Confirm", 20, (1, 2, 3)) is fonts.render("Confirm", 20, (1, 2, 3))
    assert fonts.render("Confirm", 20, (1, 2, 3)) is not fonts.render("Confirm", 20, (1, 2, 4))


def test_the_caches_are_bounded(monkeypatch):
    monkeypatch.setattr("companion.ui.widgets.fonts.MOST_SIZES", MOST_SIZES)
    fonts = Fonts()
    for size in range(8, 8 + MOST_SIZES + 5):
        fonts.render("x", size, (0, 0, 0))
    for number in range(MOST_TEXTS + 5):
        fonts.render(str(number), 13, (0, 0, 0))
    assert [len(letters._sizes) for letters in fonts._letters] == [MOST_SIZES, 0]
    assert len(fonts._texts) == MOST_TEXTS


def test_fit_takes_the_largest_size_in_which_the_text_is_narrow_enough(fonts: Fonts):
    width = fonts.width_px("White to move", 20)
    assert fonts.fit("White to move", width, range(13, 31)) == ("White to move", 20)
    assert fonts.fit("White to move", width - 1, range(13, 31)).size_px < 20


def test_fit_cuts_in_the_smallest_size_where_nothing_fits(fonts: Fonts):
    fitted = fonts.fit("a very long name of a player", 90, (20, 13, 16))
    assert fitted.size_px == 13
    assert fitted.text.endswith(ELLIPSIS)
    assert fitted.text == fonts.shortened("a very long name of a player", 90, 13)


def test_no_line_breaks_at_a_space_that_holds(fonts: Fonts):
    width = fonts.width_px("Qui commence", 20)
    assert fonts.lines("Qui commence\u00a0?", width, 20) == ["Qui", "commence\u00a0?"]
    assert fonts.lines("Qui  commence", width, 20) == ["Qui commence"]
    assert fonts.lines("Qui\n\ncommence", width, 20) == ["Qui", "", "commence"]


def test_shortened_keeps_as_much_as_fits(fonts: Fonts):
    text = "abcdefghijklmnop"
    short = fonts.shortened(text, 80, 16)
    assert fonts.width_px(short, 16) <= 80
    assert fonts.width_px(text[: len(short)] + ELLIPSIS, 16) > 80
    assert text.startswith(short.removesuffix(ELLIPSIS))


def test_shortened_leaves_no_space_before_the_ellipsis(fonts: Fonts):
    width = fonts.width_px("White …", 16)
    assert fonts.shortened("White to move", width, 16) == "White…"


def test_a_text_with_no_room_at_all_is_empty(fonts: Fonts):
    assert fonts.shortened("Confirm", 2, 16) == ""
    assert fonts.fit("Confirm", 0, (13, 16)).text == ""


def test_bold_is_wider(fonts: Fonts):
    assert fonts.width_px("White", 30, is_bold=True) > fonts.width_px("White", 30)


def test_a_recent_cache_forgets_what_was_not_used_for_longest():
    cache: RecentCache[str, str] = RecentCache(2)
    cache.get_or_make("a", lambda: "first a")
    cache.get_or_make("b", lambda: "first b")
    cache.get_or_make("a", lambda: "second a")
    cache.get_or_make("c", lambda: "first c")
    assert cache.get_or_make("a", lambda: "third a") == "first a"
    assert cache.get_or_make("b", lambda: "second b") == "second b"


def test_a_weighed_cache_stays_within_its_weight_but_keeps_the_newest():
    cache: RecentCache[str, str] = RecentCache(5, len)
    cache.get_or_make("a", lambda: "12")
    cache.get_or_make("b", lambda: "123")
    assert (len(cache), cache.weight) == (2, 5)
    cache.get_or_make("c", lambda: "1")
    assert (len(cache), cache.weight) == (2, 4)
    cache.get_or_make("d", lambda: "12345678")
    assert (len(cache), cache.weight) == (1, 8)
