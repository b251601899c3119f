"""The recorded words are those that moves, turns and results take, and stay small."""

import random
from pathlib import Path

import pytest

from companion.backends.clips import Clips, own_clips
from companion.match.match import Match, NewMatch
from companion.match.seats import Seats
from companion.plugins import GAMES
from companion.ui.scenes.game_over import won_text
from companion.words.timing import low_time_text
from companion.words.translate import language, languages, speak
from companion.words.voice import Voice, sentences
from tests.scripts import script

LARGEST = 1_600_000
"""Bytes of all languages."""

MOST_CHANGED = 0.03
"""A sentence may change where nobody can record; those of moves and turns may not."""

MOST_PLIES = 25
TO_DO = "record the words again: make voice"


baker = script("bake_voice")


@pytest.fixture(params=sorted(languages()))
def spoken(request):
    before = language()
    speak(request.param)
    yield Clips(own_clips(), lambda: request.param)
    speak(before)


def test_the_words_are_those_that_the_script_records(spoken):
    wanted, there = baker.words(), spoken._opened().words
    assert len(wanted ^ there) <= MOST_CHANGED * len(wanted), f"{TO_DO}: {sorted(wanted ^ there)}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_move_turn_and_result_is_said_whole(spoken, game):
    rng = random.Random(f"{game.name} {language()}")
    players = ("person", rng.choice(["person", "program level 3"]))
    match, voice = Match.start(NewMatch(game, seed=1, players=players)), Voice(Seats(players))
    for _ in range(MOST_PLIES):
        if match.outcome is not None:
            text = sentences([won_text(match.outcome, players, game.name)])
            assert spoken.whole(text), f"{TO_DO}: {text}"
            return
        if match.question is not None:
            match.answer(False, match.stamp)
        position = match.position
        move = rng.choice(position.legal_moves())
        text = sentences([voice.told(position.half_move(move)), voice.turn(position)])
        assert spoken.whole(text), f"{TO_DO}: {text}"
        match.propose(move)
        match.confirm(match.stamp)


def test_the_clock_is_said_whole(spoken):
    for seconds in (60, 30, 10):
        text = low_time_text(Voice().side(0, "alquerque"), seconds)
        assert spoken.whole(text), f"{TO_DO}: {text}"


def test_there_is_a_file_for_each_language_and_all_together_are_small():
    files = {path for path in Path(str(own_clips())).iterdir() if path.name != "__pycache__"}
    assert {path.stem for path in files} == set(languages())
    assert sum(path.stat().st_size for path in files) <= LARGEST


@pytest.mark.needs("espeak-ng", "oggenc")
def test_what_the_script_records_begins_as_the_files_do(spoken):
    file = baker.recorded("7", language())
    head = file[: baker.head_length(file)]
    shipped = spoken._opened().file("7")
    # Their comment names the version of the encoder.
    assert len(shipped) > len(head) > 1000 and shipped[:58] == head[:58]
