"""Every scene with large text, in every language: no letter too small, nothing cut or covered."""

import itertools
from functools import partial
from operator import itemgetter

import pytest

from companion.config.values import Config, ScreenConfig, Settings
from companion.plugins import GAMES
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT, OpenedProgram
from companion.ui.board.board_painter import BoardPainter
from companion.ui.widgets.layout import lay_out
from companion.words.game_words import words_of
from companion.words.translate import AUTO, speak
from tests.sitting import Sitting
from tests.ui.every_scene import EVERY_SCENE, brought_to
from tests.ui.layouts import boxes_overlap
from tests.ui.paper import Paper, assert_readable, cut_texts
from tests.ui.speaking import SittingIn
from tests.words.translated import LANGUAGES

LEAST_MM = 3.0
PIXEL_MM = {LANDSCAPE: 86 / 480, PORTRAIT: 155 / 1280}
"""The height of a pixel of the usual seven-inch screens of these sizes."""

ENGLISH = "en"
SPOKEN = (ENGLISH, *LANGUAGES)


def type_mm(fonts, size_px, size):
    """Return how high type of *size_px* is on a screen, from a tall letter to a hanging one."""
    ink = fonts.render("bp", size_px, (255, 255, 255)).get_bounding_rect()
    return ink.h * PIXEL_MM[size]


@pytest.fixture
def abroad():
    words_of.cache_clear()
    yield speak
    speak(AUTO)
    words_of.cache_clear()


def opened_in(language, folder):
    config = Config(screen=ScreenConfig(animation=False, large_text=True, language=language))
    if language == ENGLISH:
        return Sitting(folder, config=config)
    return SittingIn(language, folder, config=config)


def check_scene(language, name, tmp_path, rendered, monkeypatch, sizes_px):
    opened = partial(opened_in, language)
    with brought_to(name, tmp_path / "state", opened=opened) as sitting:
        monkeypatch.setattr(BoardPainter, "paint", lambda *_: None)
        for size in (LANDSCAPE, PORTRAIT):
            sitting.stage.resize(size)
            sizes_px.clear()
            paper = Paper(size, rendered)
            sitting.stage.draw(paper, 0.0)
            assert len(paper.texts) >= 4
            assert_readable(paper)
            assert cut_texts(paper) == []
            text, least = min(sizes_px.items(), key=itemgetter(1))
            assert type_mm(sitting.stage.fonts, least, size) >= LEAST_MM, (size, least, text)


# Each scene in one of the languages; in all of them where there is time.


@pytest.mark.parametrize(("number", "name"), list(enumerate(EVERY_SCENE)), ids=list(EVERY_SCENE))
def test_a_scene_is_large(abroad, tmp_path, rendered, monkeypatch, sizes_px, number, name):
    language = SPOKEN[number % len(SPOKEN)]
    abroad(language)
    check_scene(language, name, tmp_path, rendered, monkeypatch, sizes_px)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY_SCENE)
@pytest.mark.parametrize("language", SPOKEN)
def test_every_scene_is_large(abroad, tmp_path, rendered, monkeypatch, sizes_px, language, name):
    abroad(language)
    check_scene(language, name, tmp_path, rendered, monkeypatch, sizes_px)


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
@pytest.mark.parametrize("game", GAMES)
def test_the_letters_beside_a_board_are_large(fonts, sitting, game, size):
    sitting.stage.change(Settings(large_text=True))
    sitting.stage.resize(size)
    board = GAMES[game].shipped_board()
    geometry = sitting.stage.painter(board, sitting.stage.layout.board).geometry
    assert type_mm(fonts, geometry.label_px, size) >= LEAST_MM
    assert {len(label.text) <= 2 for label in geometry.labels} == {True}
    assert geometry.cell > fonts.width_px("13", geometry.label_px)


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (720, 1280), (480, 800)])
def test_the_parts_of_a_large_screen_keep_apart(size):
    layout = lay_out(*size, is_large=True)
    parts = [
        layout.banner, layout.board, layout.off_board, layout.menu, layout.moves, layout.note,
        *layout.buttons,
    ]  # fmt: skip
    assert all(box.x >= 0 and box.right <= size[0] and box.bottom <= size[1] for box in parts)
    assert not any(boxes_overlap(one, other) for one, other in itertools.combinations(parts, 2))


def test_the_setting_is_taken_over_at_once_and_taken_back(tmp_path):
    with OpenedProgram(tmp_path) as opened:
        before = opened.stage.layout
        opened.stage.change(Settings(large_text=True))
        assert opened.stage.layout == lay_out(*LANDSCAPE, is_large=True)
        assert opened.stage.layout.text_px(10) > before.text_px(10)
        opened.stage.change(Settings(large_text=False))
        assert opened.stage.layout == before


def test_it_is_so_from_the_start(tmp_path):
    config = Config(screen=ScreenConfig(animation=False, large_text=True))
    with OpenedProgram(tmp_path, config=config) as opened:
        assert opened.stage.layout.is_large
