import pytest

from companion.plugins import GAMES, built_in, find_game
from companion.words import game_words
from companion.words.game_words import card_text, seat_counts


def test_a_card_tells_players_and_minutes():
    assert card_text(find_game("alquerque")) == "2 players, about 15 min"
    assert card_text(find_game("quincy")) == "2 or 4 players, about 30 min"


@pytest.mark.parametrize("name", built_in())
def test_every_game_of_the_program_tells_how_long_it_takes(name):
    assert built_in()[name].minutes
    assert set(seat_counts(GAMES[name])) <= {2, 4}


@pytest.mark.parametrize("name", built_in())
def test_every_game_of_the_program_has_the_name_of_its_folder(name):
    assert built_in()[name].game.name == name


def test_a_game_that_tells_no_minutes_tells_its_players(monkeypatch):
    monkeypatch.setattr(game_words, "known", lambda name: None)
    assert card_text(find_game("alquerque")) == "2 players"
