"""Sentences in recorded words: which are said, by what, and how soon."""

import io
import time
import zipfile

import pygame
import pytest

from companion.backends.clips import HEAD, Clips, own_clips, words_in
from companion.backends.loudspeaker import RATE_HZ, MixerLoudspeaker, _samples
from companion.plugins import find_game
from companion.words.translate import AUTO, languages, speak, tr
from companion.words.voice import onlooker

ALL = sorted(languages())


@pytest.fixture
def mixer(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.init(RATE_HZ, -16, 1, 256, allowedchanges=0)
    yield
    pygame.mixer.quit()


def clips(language="en", folder=None, others=tuple):
    return Clips(folder or own_clips(), lambda: language, others)


def told(text):
    return [word for word, _ in words_in(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A piece from a2 to b10.", ["a", "piece", "from", "place a", "2", "to", "place b", "10"]),
        ("Black's turn: touch it!", ["black's", "turn", "touch", "it"]),
        ("À l’ordinateur ; « bien »", ["à", "l'ordinateur", "bien"]),
        ("dernière-née, 5|5", ["dernière-née", "5", "|", "5"]),
        ("aa10", ["place a", "place a", "10"]),
    ],
)
def test_a_sentence_is_the_words_that_it_takes(text, words):
    assert told(text) == words


def test_silence_comes_after_commas_and_longer_after_sentences():
    (_, first), (_, second), (_, third) = words_in("one, two three.")
    assert second < first < third


def test_what_has_every_word_is_said_whole_and_else_what_can_be_said_of_it():
    english = clips()
    whole = english.whole("White moves a piece from c2 to c3. Your turn.")
    assert len(whole) == 12
    assert english.whole("White moves a zeppelin. Your turn.") == ()
    assert english.known("White moves a zeppelin. Your turn.") == english.whole("Your turn.")
    assert english.known("Zeppelins: everywhere!") == ()


@pytest.mark.parametrize("language", ALL)
def test_of_a_turn_of_somebody_with_a_name_the_side_is_said(language):
    speak(language)
    start = find_game("alquerque").initial()
    turn = onlooker(("Xaverl", "Ben")).turn(start)
    side = find_game("alquerque").side_names[0]
    recorded = clips(language)
    assert "Xaverl" in turn and recorded.whole(turn) == ()
    assert recorded.known(turn) == recorded.whole(tr(side)) != ()
    speak(AUTO)


@pytest.mark.needs("mixer")
@pytest.mark.parametrize("language", ALL)
def test_every_recorded_word_is_a_sound_of_its_own_length(language, mixer):
    book = clips(language)._opened()
    assert len(book.words) > 200
    for word in book.words:
        sound = pygame.mixer.Sound(file=io.BytesIO(book.file(word)))
        assert 0.05 < sound.get_length() < 1.6, word


@pytest.mark.needs("mixer")
def test_words_are_joined_with_the_silence_between_them(mixer):
    whole = clips().whole("your turn")
    alone = [_samples((clip._replace(pause_s=0.0),)) for clip in whole]
    pauses = sum(2 * round(clip.pause_s * RATE_HZ) for clip in whole)
    assert len(_samples(whole)) == sum(map(len, alone)) + pauses
    assert all(any(samples) for samples in alone)


@pytest.mark.parametrize("damage", ["cut off", "no head", "no file", "a wrong byte"])
def test_a_damaged_file_has_no_words(tmp_path, damage):
    data = (own_clips() / "en.zip").read_bytes()
    file = tmp_path / "en.zip"
    if damage == "cut off":
        file.write_bytes(data[: len(data) // 2])
    elif damage == "no head":
        with zipfile.ZipFile(file, "w") as book:
            book.writestr("your", b"x")
    elif damage == "a wrong byte":
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            at = book.getinfo("your").header_offset + 30 + len("your") + 40
        file.write_bytes(data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :])
    assert clips(folder=tmp_path).whole("your turn") == ()


def test_no_wrong_byte_in_the_tables_of_a_file_is_an_error(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as book:
        for name in (HEAD, "your", "turn"):
            book.writestr(name, b"x" * 10)
    good = data.getvalue()
    for at in range(len(good)):
        for wrong in (0, 8, 255, good[at] ^ 1):
            (tmp_path / "en.zip").write_bytes(good[:at] + bytes([wrong]) + good[at + 1 :])
            damaged = clips(folder=tmp_path)
            assert isinstance(damaged.whole("your turn"), tuple)
            assert isinstance(damaged.is_readable(), bool)


@pytest.mark.needs("mixer")
def test_a_word_that_is_no_sound_is_silent_and_the_others_are_heard(mixer):
    broken, good = clips().whole("your turn")
    assert len(_samples((broken._replace(file=b"OggS", pause_s=0.0), good))) == len(
        _samples((good,))
    )


def test_a_game_brings_words_of_its_own(tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "mill.ogg").write_bytes(b"a mill")
    (tmp_path / "de").mkdir()
    assert clips().whole("Your mill.") == ()
    spoken = clips(others=lambda: (tmp_path,))
    assert [clip.file for clip in spoken.whole("Mill, mill.")] == [b"a mill"] * 2
    assert len(spoken.whole("Your mill.")) == 2
    assert clips("de", others=lambda: (tmp_path,)).whole("mill") == ()


def test_a_language_without_words_says_nothing():
    assert clips("xx").known("Your turn.") == () and not clips("xx").is_readable()


def test_the_head_is_no_word():
    assert HEAD not in clips()._opened().words


@pytest.mark.needs("mixer")
def test_the_mixer_plays_a_sentence_of_words(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = MixerLoudspeaker()
    try:
        speaker.start()
        speaker.speak(clips().whole("Your turn."), 50)
        end_s = time.monotonic() + 10
        while not speaker.spoken_at_s and time.monotonic() < end_s:
            time.sleep(0.002)
        assert speaker.spoken_at_s and speaker.is_speaking() and not speaker.problem()
    finally:
        speaker.close()


def test_nothing_of_a_language_is_read_before_it_speaks():
    assert clips()._book == ("", None)
