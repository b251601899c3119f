"""Every scene in every language that ships: nothing cut, nothing over each other."""

import re

import pytest

from companion.config.values import Config, ScreenConfig
from companion.ports import ButtonName
from companion.testing.catalog import PROGRAM, read_translation, translations_in
from companion.testing.opened import LANDSCAPE, PORTRAIT
from companion.ui.board.board_painter import BoardPainter
from companion.words.buttons import button_title
from companion.words.game_words import words_of
from companion.words.translate import AUTO, speak, tr
from tests.sitting import Sitting
from tests.ui.every_scene import EVERY_SCENE
from tests.ui.paper import Paper, assert_readable, cut_texts

FILES = {file.parent.parent.name: file for file in translations_in(PROGRAM / "locale")}
LANGUAGES = tuple(FILES)

CUT = frozenset()
"""Scenes in which a text has no room, by language and name."""


class SittingIn(Sitting):
    """A sitting in another language, whose fingers know lines and buttons in English."""

    def __init__(self, language, *args, **values):
        entries = [entry for entry in read_translation(FILES[language]) if entry.id]
        self._told = {entry.id: entry.string for entry in entries if isinstance(entry.id, str)}
        super().__init__(*args, **values)

    def tap(self, title: str) -> None:
        super().tap(self._called(title))

    def walk_to(self, title: str) -> None:
        super().walk_to(self._called(title))

    def _called(self, title: str) -> str:
        known = (*map(button_title, ButtonName), *self.scene.entries())
        if title in known or tr(title) in known:
            return title if title in known else tr(title)
        for english, told in self._told.items():
            filled = filled_like(title, english, told) if "{" in english else None
            if filled in known:
                return filled
        return title


def filled_like(title, english, told):
    """Return *told* with what fills *english* in *title*; None where that is another sentence."""
    names = re.findall(r"\{(\w+)\}", english)
    pattern = "(.+)".join(map(re.escape, re.split(r"\{\w+\}", english)))
    found = re.fullmatch(pattern, title)
    if found is None or not names:
        return None
    return told.format(**dict(zip(names, map(tr, found.groups()), strict=True)))


@pytest.fixture
def abroad():
    words_of.cache_clear()
    yield speak
    speak(AUTO)
    words_of.cache_clear()


def shown_in(language, name, tmp_path, rendered, monkeypatch):
    """Return the texts that are cut in the scene *name*, which is drawn at both sizes."""
    cut = []
    # In the configuration as well: a change of any setting puts that in force.
    config = Config(screen=ScreenConfig(animation=False, language=language))
    with SittingIn(language, tmp_path / "state", config=config) as sitting:
        EVERY_SCENE[name](sitting)
        sitting.settle()
        monkeypatch.setattr(BoardPainter, "paint", lambda *_: None)
        for size in (LANDSCAPE, PORTRAIT):
            sitting.stage.resize(size)
            paper = Paper(size, rendered)
            sitting.stage.draw(paper, 0.0)
            assert_readable(paper)
            cut += cut_texts(paper)
    return cut


def check_scene(language, name, abroad, tmp_path, rendered, monkeypatch):
    abroad(language)
    cut = shown_in(language, name, tmp_path, rendered, monkeypatch)
    assert bool(cut) == ((language, name) in CUT), cut


# Each scene in one of the languages; in all of them where there is time.


@pytest.mark.parametrize(("number", "name"), list(enumerate(EVERY_SCENE)), ids=list(EVERY_SCENE))
def test_a_scene_has_room(abroad, tmp_path, rendered, monkeypatch, number, name):
    language = LANGUAGES[number % len(LANGUAGES)]
    check_scene(language, name, abroad, tmp_path, rendered, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY_SCENE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_has_room(abroad, tmp_path, rendered, monkeypatch, language, name):
    check_scene(language, name, abroad, tmp_path, rendered, monkeypatch)
