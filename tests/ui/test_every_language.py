"""Every scene in every language that ships: nothing cut or over each other, no notation."""

from functools import partial

import pytest

from companion.config.values import Config, ScreenConfig
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.board.board_painter import BoardPainter
from companion.words.game_words import words_of
from companion.words.translate import AUTO, speak
from tests.ui.every_scene import EVERY_SCENE, brought_to
from tests.ui.paper import Paper, assert_readable, cut_texts
from tests.ui.speaking import SittingIn
from tests.words.notation import IN_NOTATION
from tests.words.translated import LANGUAGES

CUT = frozenset()
"""Scenes in which a text has no room, by language and name."""


LISTING = frozenset({"moves-of-a-piece", "move-preview", "clock-moves", "querni-preview"})
"""Scenes that list the legal moves as the game writes them, on more than the list's place."""


@pytest.fixture
def abroad():
    words_of.cache_clear()
    yield speak
    speak(AUTO)
    words_of.cache_clear()


def notated_texts(paper, layout) -> list[str]:
    """Return the texts outside the list of moves that have one in notation."""
    elsewhere = (text for text, ink in paper.texts if not layout.moves.holds(*ink.center))
    return [text for text in elsewhere if IN_NOTATION.search(text)]


def shown_in(language, name, tmp_path, rendered, monkeypatch):
    """Return the texts that are cut in the scene *name*, which is drawn at both sizes."""
    cut = []
    # In the configuration as well: a change of any setting puts that in force.
    config = Config(screen=ScreenConfig(animation=False, language=language))
    opened = partial(SittingIn, language)
    with brought_to(name, tmp_path / "state", opened=opened, config=config) as sitting:
        monkeypatch.setattr(BoardPainter, "paint", lambda *_: None)
        for size in (LANDSCAPE, PORTRAIT):
            sitting.stage.resize(size)
            paper = Paper(size, rendered)
            sitting.stage.draw(paper, 0.0)
            assert_readable(paper)
            assert name in LISTING or not notated_texts(paper, sitting.stage.layout)
            cut += cut_texts(paper)
    return cut


def check_scene(language, name, abroad, tmp_path, rendered, monkeypatch):
    abroad(language)
    cut = shown_in(language, name, tmp_path, rendered, monkeypatch)
    assert bool(cut) == ((language, name) in CUT), cut


# Each scene in one of the languages; in all of them where there is time.


@pytest.mark.parametrize(("number", "name"), list(enumerate(EVERY_SCENE)), ids=list(EVERY_SCENE))
def test_a_scene_has_room_and_no_notation(abroad, tmp_path, rendered, monkeypatch, number, name):
    language = LANGUAGES[number % len(LANGUAGES)]
    check_scene(language, name, abroad, tmp_path, rendered, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY_SCENE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_has_room_and_no_notation(
    abroad, tmp_path, rendered, monkeypatch, language, name
):
    check_scene(language, name, abroad, tmp_path, rendered, monkeypatch)
