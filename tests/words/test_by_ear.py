"""What is told by ear sends nobody to look or to touch, in any language."""

import re
from pathlib import Path

import pytest

from companion.plugins import GAMES
from companion.testing.catalog import shipped_catalog
from companion.words.game_words import words_of
from companion.words.translate import language, languages, places, speak, tr
from companion.words.voice import INSTEAD, address
from tests.words.looking import LOOKING

TRANSCRIPTS = Path(__file__).parents[2] / "docs" / "by-ear"

SPOKEN_IN = re.compile(
    r"words/(turn|program|hints|lessons|table|guide)\.py$|^companion/games/|/\d\d-|/pages\.txt$"
)
"""The sources of what is said in a game, in its lessons and on its pages of rules."""

FOR_EYES = {
    "First, the screen and lamps show where each piece goes.",
    "Lamps: board doesn't fit",
    "Lamps off", "Lamps not found", "Lamps ok", "Lamps lost", "Lamps: no answer",
    "Lamps: wrong protocol", "Too few lamps", "Lamps: noise",
    "Safe start after crashes: lamps, buttons, hints and the computer player are off. Play by "
    "touch, back up your games, or quit and start again.",
    "Configuration error: using defaults, and the lamps stay dark.",
    "The screen and lamps show each leg; make it on the board and press Confirm.",
    "For new players: sees only what is close by and often blunders.",
    "Overlooks little, and sees your winning threats coming.",
}  # fmt: skip
"""How lamps and computer are, which tells nobody to look."""


def heard():
    """Return what is told by ear instead, of the program and of its games."""
    by_ear = dict(INSTEAD)
    for game in GAMES:
        by_ear.update(words_of(game).by_ear)
    return by_ear


@pytest.fixture(params=sorted(languages()))
def spoken(request):
    before = language()
    speak(request.param)
    yield request.param
    speak(before)


def test_what_is_told_by_ear_sends_nobody_to_look(spoken):
    told = {phrase() for phrase in heard().values()}
    assert [text for text in told if LOOKING[spoken].search(text)] == []


def test_all_that_sends_players_to_look_is_told_otherwise_by_ear():
    by_ear = heard()
    messages = [
        text
        for entry in shipped_catalog()
        if entry.id and any(SPOKEN_IN.search(file) for file, _ in entry.locations)
        for text in ([entry.id] if isinstance(entry.id, str) else entry.id)
    ]
    looking = {text for text in messages if LOOKING["en"].search(text)}
    assert looking - set(by_ear) - FOR_EYES == set()


def test_what_is_told_otherwise_is_what_the_program_says_and_takes_the_same():
    messages = {entry.id for entry in shipped_catalog() if isinstance(entry.id, str)}
    assert set(heard()) - messages == set()
    for shown, phrase in heard().items():
        assert places(phrase.message) <= places(shown), shown


def test_it_is_told_only_to_those_who_hear_everything():
    message = "{turn}: touch where it goes"
    speak("en")
    address(by_ear=True)
    assert tr(message) == "{turn}: choose where it goes"
    address(by_ear=False)
    assert tr(message) == message


@pytest.mark.parametrize("file", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda file: file.stem)
def test_a_whole_game_by_ear_sends_nobody_to_look(file):
    lines = file.read_text("utf-8").splitlines()[3:]
    assert lines and [line for line in lines if LOOKING["en"].search(line[16:])] == []
