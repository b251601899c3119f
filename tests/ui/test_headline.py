"""The bar at the top has letters of one size, whatever it says and in whatever language."""

import pytest

from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.widgets.layout import lay_out
from companion.ui.widgets.pen import Pen, Status
from companion.words.game_words import words_of
from companion.words.translate import ENGLISH, speak
from tests.ui.every_scene import EVERY_SCENE, brought_to
from tests.ui.paper import Paper
from tests.words.translated import LANGUAGES

FINE = (Status("Lampen ok"), Status("13:24"))
"""What stands beside it in a window, where nothing is wrong."""

LAYOUTS = [
    lay_out(*size, is_large=is_large)
    for size in (LANDSCAPE, PORTRAIT, (1920, 1080))
    for is_large in (False, True)
]


@pytest.fixture
def in_each_language():
    """Gives each language that ships, spoken while it is looked at."""

    def languages():
        for language in (ENGLISH, *LANGUAGES):
            words_of.cache_clear()
            speak(language)
            yield language

    yield languages()
    speak(ENGLISH)
    words_of.cache_clear()


def drawn(fonts, theme, rendered, sizes_px, layout, banner):
    """Return the texts of *banner* on a screen laid out like that, with the size of each."""
    sizes_px.clear()
    paper = Paper((layout.width, layout.height), rendered)
    Pen(paper, fonts, theme, layout).banner(banner)
    return [(text, sizes_px[text], ink) for text, ink in paper.texts]


@pytest.mark.parametrize("name", EVERY_SCENE)
def test_a_headline_has_its_one_size_in_every_language(
    tmp_path, rendered, sizes_px, in_each_language, name
):
    with brought_to(name, tmp_path, settles=False) as sitting:
        stage = sitting.stage
        wrong = []
        for language in in_each_language:
            banner = sitting.scene.show().banner._replace(status=FINE)
            for layout in LAYOUTS:
                texts = drawn(stage.fonts, stage.theme, rendered, sizes_px, layout, banner)
                heading = [text for text in texts if text[0] not in ("Lampen ok", "13:24")]
                size = layout.text_px(19 if layout.is_large and layout.is_portrait else 20)
                whole = " ".join(text for text, *_ in heading)
                bar = layout.banner
                is_inside = all(
                    bar.y <= ink.top and ink.bottom <= bar.bottom and ink.right <= bar.right
                    for *_, ink in heading
                )
                if whole != banner.text or {px for _, px, _ in heading} != {size} or not is_inside:
                    wrong.append((language, layout.width, layout.is_large, heading))
        assert wrong == []
