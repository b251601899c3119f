"""Every language that the program comes in: complete, sound, written with letters that it has."""

import io
import json
import re

import pytest
from babel.messages.mofile import write_mo

from companion.contract import Fact, Piece, Progress
from companion.match.match import Match, NewMatch
from companion.plugins import GAMES
from companion.testing.catalog import PROGRAM, missing, read_translation, translations_in
from companion.words.facts import fact_text
from companion.words.game_words import words_of
from companion.words.table import turn_banner
from companion.words.translate import language, languages, own_name, places, speak
from companion.words.voice import PLAIN, site_text

TRANSLATIONS = translations_in(PROGRAM / "locale")


def texts_of(entry):
    """English and its translation, form by form."""
    if isinstance(entry.id, str):
        return [(entry.id, entry.string)]
    return [(entry.id[min(form, 1)], translation) for form, translation in enumerate(entry.string)]


def test_english_is_the_first_and_each_has_its_own_name():
    assert languages()[0] == "en" and own_name("en") == "English"
    assert set(languages()) == {"en", *(file.parent.parent.name for file in TRANSLATIONS)}
    assert len({own_name(code) for code in languages()}) == len(set(languages())) > 1


@pytest.fixture(params=TRANSLATIONS, ids=lambda file: file.parent.parent.name)
def file(request):
    return request.param


def test_it_is_complete(catalog, file):
    assert missing(read_translation(file), catalog) == [], "make catalog says what is missing"


def test_it_has_no_message_that_is_gone(catalog, file):
    known = {(entry.id, entry.context) for entry in catalog}
    assert {(entry.id, entry.context) for entry in read_translation(file)} <= known


NAMED = re.compile(r"\b(?:a|the|that|this|next) \{(piece|place|area)\}", re.IGNORECASE)
"""What a sentence may leave to "it" and "there" where the word would bend."""


def test_what_is_filled_in_is_what_the_english_fills_in(file):
    for entry in read_translation(file):
        for english, translation in texts_of(entry) if entry.id else ():
            expected, actual = places(english), places(translation)
            if expected is None:
                continue
            # "One piece" may go without its number.
            spared = expected if not isinstance(entry.id, str) else {*NAMED.findall(english)}
            assert expected - spared <= actual <= expected, translation


def test_no_sentence_has_brackets_that_the_english_has_not(file):
    """A word between brackets shows that the sentence was made for another one."""
    for entry in read_translation(file):
        for english, translation in texts_of(entry) if entry.id else ():
            assert {*"()[]"} & {*translation} <= {*english}, translation


def test_what_the_program_reads_is_what_was_written(file):
    made = io.BytesIO()
    write_mo(made, read_translation(file))
    assert file.with_suffix(".mo").read_bytes() == made.getvalue(), "make catalog makes it anew"


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_typeface_has_every_letter(file, weight):
    spacing = (PROGRAM / "ui" / "fonts" / "spacing.json").read_text(encoding="utf-8")
    letters = {
        letter
        for entry in read_translation(file)
        for _, text in texts_of(entry)
        for letter in text
    }
    assert letters - {"\n"} <= set(json.loads(spacing)[weight]["letters"])


def test_what_a_turn_asks_for_is_a_whole_sentence(spoken):
    match = Match.start(NewMatch(GAMES["quincala-knocking"]))
    begun = turn_banner(match.half)
    for name in ("b1", "c2"):
        match.touch(match.position.board.site_of(name))
    assert match.half.progress is Progress.EXTENDABLE
    assert not {"(", ")"} & set(begun + turn_banner(match.half))


@pytest.fixture
def spoken(file):
    """Each language in turn, and the one before again at the end."""
    before = language()
    speak(file.parent.parent.name)
    yield
    speak(before)


def test_placing_a_piece_is_told_without_brackets(file):
    """Fitted in between brackets, a word shows that the sentence was made for another one."""
    before = language()
    speak(file.parent.parent.name)
    try:
        turn = words_of("quincala-mixing").turn
        texts = [turn.choosing(), turn.aiming(), turn._a_place(), turn._next_place()]
        assert not [text for text in texts if "(" in text or "{area}" in text]
    finally:
        speak(before)


@pytest.mark.parametrize(
    ("code", "game", "called"),
    [
        ("es", "alquerque", ("una pieza blanca", "una pieza negra", "tu pieza")),
        ("fr", "alquerque", ("un pion blanc", "un pion noir", "ton pion")),
        ("es", "quincy", ("una piedra azul", "una piedra amarilla", "tu piedra")),
        ("fr", "quincy", ("une pierre bleue", "une pierre jaune", "ta pierre")),
    ],
)
def test_a_color_bends_to_the_word_for_the_piece(code, game, called):
    before = language()
    words_of.cache_clear()
    speak(code)
    names = words_of(game).names
    own, other = Piece(0, 1), Piece(1, 1)
    assert (names.piece(own), names.piece(other), names.own(own)) == called
    speak(before)
    words_of.cache_clear()


def test_a_german_piece_bends_to_what_is_done_to_it():
    before, position = language(), GAMES["alquerque"].initial()
    a1 = position.board.site_of("a1")
    white = position.pieces()[a1]
    speak("de")
    try:
        done = fact_text(Fact("capture", (white[0], a1)), "alquerque", position.board)
        stands = site_text(position.board, a1, white, "alquerque", PLAIN)
    finally:
        speak(before)
    assert (done, stands) == ("schlägt einen weißen Stein auf a1", "a1, ein weißer Stein")
