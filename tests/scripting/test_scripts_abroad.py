"""A whole game of each game in every language: the same result, and no sentence in English."""

import shlex
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from companion.cli import main
from companion.plugins import GAMES
from companion.ports import ButtonName
from companion.scripting.script import parse_script, read_script
from companion.ui.stage import Stage
from companion.ui.widgets.pen import Pen
from companion.words.buttons import button_title
from companion.words.game_words import words_of
from companion.words.translate import AUTO, speak
from tests.sitting import UNSEEN
from tests.words.translated import LANGUAGES, Translation

SCRIPTS = Path(__file__).parents[2] / "sim" / "scripts"
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


@pytest.fixture(scope="module")
def translation():
    return cache(Translation)


@pytest.fixture
def written(monkeypatch):
    """All that is written on the screen, before it is shortened to fit; no pixel is painted."""
    texts, draw = set(), Stage.draw

    def drawn(stage, surface, now_s):
        surface.set_clip(UNSEEN)
        draw(stage, surface, now_s)

    def noted(write):
        def note(pen, text, *places, **looks):
            texts.add(text)
            return write(pen, text, *places, **looks)

        return note

    monkeypatch.setattr(Pen, "text", noted(Pen.text))
    monkeypatch.setattr(Pen, "paragraph", noted(Pen.paragraph))
    monkeypatch.setattr(Stage, "draw", drawn)
    return texts


def steps_of(name):
    if name == "knocking.txt":
        moves = "\n".join(f'move "{move}"' for move in KNOCKING.split())
        return parse_script(f"game quincala-knocking seed=201\n{moves}\n", name)
    return read_script(SCRIPTS / name)


def titles(language):
    """What is on the four buttons in *language*."""
    speak(language)
    try:
        return [button_title(name) for name in ButtonName]
    finally:
        speak(AUTO)


def abroad(name, language, translated):
    """Return the script *name* for a screen in another language."""
    lines, buttons = [], titles(language)

    def called(title):
        label = translated.called(title, buttons)
        return label if label in buttons else next(translated.readings(title))

    for step in steps_of(name):
        words = step.words
        if step.command == "expect" and words[0] in IN_ENGLISH:
            continue
        if step.command in ("tap", "down", "up"):
            words = tuple(map(called, words))
        lines.append(shlex.join((step.command, *words)))
    return "\n".join(lines) + "\n"


def check(language, name, translation, written, monkeypatch, tmp_path, capfd):
    translated = translation(language)
    script, state = tmp_path / name, tmp_path / "state"
    script.write_text(abroad(name, language, translated), encoding="utf-8")
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
    language = LANGUAGES[number % len(LANGUAGES)]
    check(language, name, translation, written, monkeypatch, tmp_path, capfd)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), list(product(LANGUAGES, RESULTS)))
def test_each_game_is_played_in_every_language(
    language, name, translation, written, monkeypatch, tmp_path, capfd
):
    check(language, name, translation, written, monkeypatch, tmp_path, capfd)
