import pytest

from companion.ui.widgets.fonts import ELLIPSIS, MOST_FONTS, MOST_TEXTS, Fonts
from companion.ui.widgets.recent import RecentCache


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


def test_the_same_size_and_weight_is_loaded_once(fonts: Fonts):
    assert fonts.font(18) is fonts.font(18)
    assert fonts.font(18) is not fonts.font(18, is_bold=True)
    assert fonts.font(18) is not fonts.font(19)


def test_the_bundled_typeface_is_used(fonts: Fonts):
    # The slashed zero sets it apart: pygame's own font draws an open one.
    zero, o = fonts.render("0", 40, (255, 255, 255)), fonts.render("O", 40, (255, 255, 255))
    assert zero.get_at((zero.get_width() // 2, zero.get_height() // 2)).a > 128
    assert o.get_at((o.get_width() // 2, o.get_height() // 2)).a < 128


def test_a_text_is_rendered_once(fonts: Fonts):
    assert fonts.render("Confirm", 20, (1, 2, 3)) is fonts.render("Confirm", 20, (1, 2, 3))
    assert fonts.render("Confirm", 20, (1, 2, 3)) is not fonts.render("Confirm", 20, (1, 2, 4))


def test_the_caches_are_bounded():
    fonts = Fonts()
    for size in range(8, 8 + MOST_FONTS + 5):
        fonts.font(size)
    for number in range(MOST_TEXTS + 5):
        fonts.render(str(number), 13, (0, 0, 0))
    assert len(fonts._fonts) == MOST_FONTS
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
