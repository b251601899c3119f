"""The catalog that translators get is what the sources say, and a translation reaches a player."""

import ast
import subprocess
import sys

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.lessons.lesson import Task
from companion.lessons.shelf import lessons_of
from companion.testing.catalog import FILE, PROGRAM
from companion.words import translate
from companion.words.buttons import NEXT_ONE
from companion.words.screens import RESUME
from companion.words.translate import AUTO, ENGLISH, learn_from, ntr, ptr, speak, tr
from tests.words.messages import MESSAGES, marked, speaking_modules


def test_the_kept_catalog_is_what_the_sources_say(catalog):
    with (PROGRAM / "locale" / FILE).open("rb") as file:
        kept = read_po(file)
    advice = "make catalog collects them anew"
    assert {(entry.id, entry.context) for entry in kept} == {
        (entry.id, entry.context) for entry in catalog
    }, advice


def test_every_message_of_the_sources_is_in_the_catalog(catalog):
    ids = {text for entry in catalog for text in (entry.id, *entry.id)}
    for module in speaking_modules():
        for call in marked(module):
            first, last = MESSAGES[call.func.id]
            texts = {
                argument.value
                for argument in call.args[first:last]
                if isinstance(argument, ast.Constant)
            }
            assert texts <= ids, (module, call.lineno)


def test_lessons_and_names_of_games_are_in_the_catalog(catalog):
    lesson = lessons_of("quincala-mixing")[1]
    tasks = [step for step in lesson.steps if isinstance(step, Task)]
    assert {lesson.title, tasks[0].hint, tasks[0].wrong[0][1], "Pink", "Querni"} <= {
        entry.id for entry in catalog
    }


def translated(folder, **messages):
    """A folder of catalogs in which *messages* are German."""
    catalog = Catalog(locale="de")
    catalog.add("next one", "gehen")
    catalog.add("done", "fertig", context="a lesson")
    catalog.add(
        "{game}, {plies} played. The lamps show where its pieces stand.", "{game}: {plies}"
    )
    catalog.add(("{count} stone", "{count} stones"), ("{count} Stein", "{count} Steine"))
    for english, german in messages.items():
        catalog.add(english, german)
    place = folder / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "companion.mo").open("wb") as file:
        write_mo(file, catalog)
    return folder


@pytest.fixture
def german(monkeypatch, tmp_path):
    """The program beside one catalog, in its language."""
    monkeypatch.setattr(translate, "_catalogs", [str(translated(tmp_path / "locale"))])
    speak("de")
    yield
    speak(AUTO)


def test_a_translation_is_told(german):
    assert NEXT_ONE() == "gehen"
    assert (tr("next one"), tr("not there"), tr("")) == ("gehen", "not there", "")
    assert (ptr("a lesson", "done"), tr("done")) == ("fertig", "done")
    assert ntr("{count} stone", "{count} stones", 3) == "3 Steine"
    assert RESUME.line(game="Querni", plies="4") == "Querni: 4"


def test_a_game_from_outside_brings_its_own(german, tmp_path):
    learn_from(translated(tmp_path / "game", mill="Muehle", walk="anders"))
    assert (tr("mill"), tr("next one")) == ("Muehle", "gehen")
    learn_from(None)
    assert tr("mill") == "Muehle"


def test_the_language_is_switched_at_once_and_back(german):
    speak(ENGLISH)
    assert tr("next one") == "next one"
    speak("de")
    assert tr("next one") == "gehen"


def test_without_a_choice_it_is_that_of_the_environment(monkeypatch, tmp_path):
    monkeypatch.setattr(translate, "_catalogs", [str(translated(tmp_path))])
    monkeypatch.setenv("LANGUAGE", "de")
    assert tr("next one") == "gehen"


@pytest.mark.parametrize(
    ("english", "wrong"),
    [
        ("{side}: your turn", "{seite} ist dran"),
        ("{side}: your turn", "{side ist dran"),
        ("{side}: your turn", "{} ist dran"),
        ("{0} and {1}", "{2}"),
    ],
)
def test_a_sentence_that_cannot_be_filled_in_is_told_in_english(
    monkeypatch, tmp_path, english, wrong
):
    monkeypatch.setattr(translate, "_catalogs", [str(translated(tmp_path, **{english: wrong}))])
    speak("de")
    assert (tr(english), tr("next one")) == (english, "gehen")
    speak(AUTO)


def test_what_a_translation_leaves_out_is_its_own_business(monkeypatch, tmp_path):
    folder = translated(tmp_path, **{"{side}: your turn ({plies})": "{side} ist dran"})
    monkeypatch.setattr(translate, "_catalogs", [str(folder)])
    speak("de")
    assert tr("{side}: your turn ({plies})") == "{side} ist dran"
    speak(AUTO)


def test_without_babel_it_says_so_in_one_line():
    code = (
        "import runpy, sys; sys.modules['babel'] = None\n"
        "runpy.run_module('companion.testing.catalog', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=PROGRAM.parent,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "companion: expected Babel, got none. Run: pip install babel\n"
