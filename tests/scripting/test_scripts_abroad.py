"""A whole game of each game in every language: the same result, and no sentence in English."""

import re
import shlex
from itertools import product
from pathlib import Path

import pytest

from companion.cli import main
from companion.games import GAMES
from companion.ports import ButtonName
from companion.scripting.script import parse_script, read_script
from companion.testing.catalog import PROGRAM, read_translation, translations_in
from companion.ui.widgets.pen import Pen
from companion.words.buttons import button_title
from companion.words.game_words import words_of
from companion.words.translate import AUTO, ENGLISH, speak

SCRIPTS = Path(__file__).parents[2] / "sim" / "scripts"
FILES = {file.parent.parent.name: file for file in translations_in(PROGRAM / "locale")}
RESULTS = {
    "program.txt": "result: Black wins (resigned)",
    "knocking.txt": "result: White wins (all-sizes-knocked)",
    "mixing-5.txt": "result: White wins (all-sizes-mixed)",
    "querni.txt": "result: Blue wins (all-removed)",
    "quincy-4.txt": "result: Yellow wins (two-lines)",
}
"""A script of each game, with how it ends."""

KNOCKING = (
    "h1-g2-f3-f4 b9-c8-d7-e6 b1-c2-d3-e4 c8-d7-e6-e5 g2-f3-f4xe5 h9-g8-f7-e6xe5 "
    "i2-h3-g4-f4xe5 i8-h7-g6-f7-e6xe5 c2-d3-e4xe5 a8-b7-c6-d7-e6xe5 a2-b3-c4-d3-e4xe5 d7-c6-d5 "
    "f3-e4xd5 e6xd5 b3-c4xd5 g6-g5 h3-g4xg5 c6-d5 c4xd5"
)
"""A game of Mini Quincala, of which no script without words is shipped."""

IN_ENGLISH = {"banner", "note", "list", "said"}
"""What a script expects in English words."""

PLACE = re.compile(r"\{[^}]*\}")


class Translation:
    """The messages of a language and how its sentences are told from those in English."""

    def __init__(self, language):
        entries = [entry for entry in read_translation(FILES[language]) if entry.id]
        pairs = [(entry.id, entry.string) for entry in entries if isinstance(entry.id, str)]
        self._told = dict(pairs) | dict(zip(titles(ENGLISH), titles(language), strict=True))
        # The one with the most words of its own is meant.
        self._filled_in = sorted(
            (
                (english, told)
                for english, told in pairs
                if PLACE.sub("", english) not in ("", english)
            ),
            key=lambda pair: -len(PLACE.sub("", pair[0])),
        )
        told = {PLACE.sub("", told) for told in self._told.values()}
        self._english = [
            re.compile(
                PLACE.sub("(.+)", re.escape(english).replace(r"\{", "{").replace(r"\}", "}"))
            )
            for english, _ in pairs
            if len(re.findall("[A-Za-z]{3,}", PLACE.sub("", english))) > 1
            and PLACE.sub("", english) not in told
        ]

    def __call__(self, title):
        """Return *title*, a whole message or one with something filled in."""
        if title in self._told:
            return self._told[title]
        for english, told in self._filled_in:
            pattern = "(.+)".join(map(re.escape, PLACE.split(english)))
            if found := re.fullmatch(pattern, title):
                names = (place[1:-1] for place in PLACE.findall(english))
                return told.format(**dict(zip(names, map(self, found.groups()), strict=True)))
        return title

    def is_english(self, text):
        """Whether *text* is a message that was left as it is: two words at least."""
        return any(english.fullmatch(text) for english in self._english)


def titles(language):
    """Return what is on the four buttons in *language*."""
    speak(language)
    try:
        return [button_title(name) for name in ButtonName]
    finally:
        speak(AUTO)


@pytest.fixture(scope="module")
def translation():
    known = {}
    return lambda language: (
        known.get(language) or known.setdefault(language, Translation(language))
    )


@pytest.fixture
def written(monkeypatch):
    """All that is written on the screen, before it is shortened to fit."""
    texts = set()

    def noted(write):
        def note(pen, text, *places, **looks):
            texts.add(text)
            return write(pen, text, *places, **looks)

        return note

    monkeypatch.setattr(Pen, "text", noted(Pen.text))
    monkeypatch.setattr(Pen, "paragraph", noted(Pen.paragraph))
    return texts


def steps_of(name):
    if name == "knocking.txt":
        moves = "\n".join(f'move "{move}"' for move in KNOCKING.split())
        return parse_script(f"game quincala-knocking seed=201\n{moves}\n", name)
    return read_script(SCRIPTS / name)


def abroad(name, translated):
    """Return the script *name* for a screen in another language."""
    lines = []
    for step in steps_of(name):
        words = step.words
        if step.command == "expect" and words[0] in IN_ENGLISH:
            continue
        if step.command in ("tap", "down", "up"):
            words = tuple(map(translated, words))
        lines.append(shlex.join((step.command, *words)))
    return "\n".join(lines) + "\n"


def check(language, name, translation, written, monkeypatch, tmp_path, capfd):
    translated = translation(language)
    script, state = tmp_path / name, tmp_path / "state"
    script.write_text(abroad(name, translated), encoding="utf-8")
    # A script is in English, and so is what it is shown, but for these.
    monkeypatch.setattr("companion.commands.play.ENGLISH", language)
    words_of.cache_clear()
    try:
        status = main(["sim", "--script", str(script), "--state", str(state)])
        assert (status, *capfd.readouterr()) == (0, "", "")
    finally:
        speak(AUTO)
        words_of.cache_clear()
    assert len(written) > 50
    assert sorted(filter(translated.is_english, written)) == []
    [record] = (state / "records").glob("*.txt")
    assert main(["replay", "--final", str(record)]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == RESULTS[name]


def test_there_is_a_script_of_each_game():
    steps = [step for name in RESULTS for step in steps_of(name)]
    begun = {step.words[0] for step in steps if step.command == "game"}
    assert begun | {"alquerque"} == set(GAMES)


# Each script in one of the languages, one of them in all; the others where there is time.


@pytest.mark.parametrize(("number", "name"), list(enumerate(RESULTS)), ids=list(RESULTS))
def test_a_game_is_played_in_another_language(
    number, name, translation, written, monkeypatch, tmp_path, capfd
):
    language = list(FILES)[number % len(FILES)]
    check(language, name, translation, written, monkeypatch, tmp_path, capfd)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), list(product(FILES, RESULTS)))
def test_each_game_is_played_in_every_language(
    language, name, translation, written, monkeypatch, tmp_path, capfd
):
    check(language, name, translation, written, monkeypatch, tmp_path, capfd)
