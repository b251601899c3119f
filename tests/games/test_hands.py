"""What a game declares of its hands holds in the positions of a random game."""

import random

import pytest

from companion.contract import Hands, Token
from companion.plugins import GAMES

DECLARED = [
    pytest.param(game, {spec.name: value}, id=f"{game.name}-{spec.name}={value}")
    for game in GAMES.values()
    for spec in game.option_specs
    if not spec.needs and not isinstance(spec.values, range)
    for value in spec.values
]


def positions(game, options):
    position, chance = game.initial(options, seed=1), random.Random(1)
    for _ in range(12):
        yield position
        position = position.play(chance.choice(position.legal_moves()))


@pytest.mark.parametrize(("game", "options"), DECLARED)
def test_hands_are_as_the_game_declares(game, options):
    hands, seats = game.hands(options), range(game.seat_count(options))
    assert game.is_playable_by_program(options) is (hands is not Hands.NAMED)
    for position in positions(game, options):
        assert position.seat in seats
        assert (position.public() is position) is (hands is not Hands.HIDDEN)
        tokens = {touch for touch in position.begin().next_touches() if isinstance(touch, Token)}
        held = set(position.hand_of(position.seat))
        assert held == (set() if hands is Hands.OPEN else tokens)


def test_every_kind_of_hands_is_tried():
    tried = {game.hands(options) for game, options in (param.values for param in DECLARED)}
    assert tried == set(Hands)
