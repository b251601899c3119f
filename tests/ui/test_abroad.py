"""Every scene in a language that is a third longer: nothing in English, nothing cut."""

import re

import pytest

from companion.testing.catalog import shipped_catalog
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.board.board_painter import BoardPainter
from companion.words import translate
from companion.words.game_words import words_of
from tests.ui.abroad import PseudoLanguage, SittingAbroad, plain, pseudo
from tests.ui.every_scene import EVERY_SCENE, brought_to
from tests.ui.paper import Paper, assert_readable, cut_texts

ENGLISH = re.compile(r"(?<![\w|])(?=\w*[aeiouyAEIOUY])[A-Za-z]{3,}(?!\w)")
"""A word without any accent; notation has digits or no vowel."""

NAMES = re.compile(
    r"Anna|Ben\b|Board Companion|GIF|pass …|\S+[._]\w\S*( = true\.)?|2026-01-01 broken\.txt"
)
"""The program's own, a format, a move in notation, files and settings."""

WRITTEN = re.compile(r"The first knock\.|Access denied\.")
"""What a player wrote, and what the system said."""

QUOTES = {"start-notice", "start-refused", "viewer-fault", "viewer-fault-opened"}
"""Scenes with a whole text that is not made there: notices made for the picture, and the reason
why a file is refused, which names its line and is the same on the command line."""

CUT = {
    "game-over", "game-over-computer", "mixing-won", "querni-over", "quincy-over",
    "start-compiling",
}  # fmt: skip
"""Scenes in which a text that is a third longer has no room: to be kept short."""


@pytest.fixture(scope="module")
def language():
    return PseudoLanguage(shipped_catalog())


@pytest.fixture
def abroad(language, monkeypatch):
    """The program in that language, of which nothing is remembered afterward."""
    monkeypatch.setattr(translate, "_catalog", lambda: language)
    words_of.cache_clear()
    yield
    words_of.cache_clear()


def test_the_language_is_longer_and_can_be_read_back():
    assert pseudo("{side}: touch a {piece}") == "{side}: ťóúčĥ á {piece} ~~"
    assert plain(pseudo("Set the table")) == "Set the table"
    assert all(len(pseudo(text)) >= 4 / 3 * len(text) - 2 for text in ("walk", "Take back" * 9))


@pytest.mark.parametrize("name", EVERY_SCENE)
def test_every_text_is_translated_and_has_room(abroad, tmp_path, rendered, monkeypatch, name):
    cut = []
    with brought_to(name, tmp_path / "state", opened=SittingAbroad) as sitting:
        monkeypatch.setattr(BoardPainter, "paint", lambda *_: None)
        for size in (LANDSCAPE, PORTRAIT):
            sitting.stage.resize(size)
            paper = Paper(size, rendered)
            sitting.stage.draw(paper, 0.0)
            assert name in QUOTES or english(paper) == []
            assert_readable(paper)
            cut += cut_texts(paper)
    assert bool(cut) == (name in CUT), cut


def english(paper) -> list[str]:
    """Return the texts that came past the catalog."""
    texts = (text for text, _ in paper.texts)
    return [text for text in texts if ENGLISH.search(WRITTEN.sub("", NAMES.sub("", text)))]
