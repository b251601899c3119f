import random

from companion.plugins import find_game
from companion.ui.play.hand import HandPlaces

QUINCY = find_game("quincy")


def random_game(seed, players=2):
    chance = random.Random(seed)
    positions = [QUINCY.initial({"players": players}, seed=seed)]
    while positions[-1].legal_moves():
        last = positions[-1]
        positions.append(last.play(chance.choice(last.legal_moves())))
    return positions


def test_every_place_holds_what_the_hand_holds_and_keeps_it():
    for seed in range(5):
        positions = random_game(seed, players=4)
        places = HandPlaces(seed)
        for seat in range(4):
            before = places.of(positions[:1], seat)
            for count in range(2, len(positions) + 1):
                now = places.of(positions[:count], seat)
                held = {domino for domino in now if domino is not None}
                assert held == set(positions[count - 1].hand_of(seat))
                assert len(now) == 5
                assert sum(one != other for one, other in zip(before, now, strict=True)) <= 1
                before = now


def test_the_first_places_tell_nothing_about_the_numbers():
    sorted_ones = 0
    for seed in range(100):
        first = QUINCY.initial(seed=seed)
        places = HandPlaces(seed).of([first], 0)
        sorted_ones += places == first.hand_of(0)
    # One order in 120 is the sorted one.
    assert sorted_ones < 5


def test_hands_of_equal_rank_lie_in_the_same_places():
    one, other = (QUINCY.initial(seed=seed) for seed in (1, 2))
    order = [one.hand_of(1).index(domino) for domino in HandPlaces(9).of([one], 1)]
    assert order == [other.hand_of(1).index(domino) for domino in HandPlaces(9).of([other], 1)]


def test_a_take_back_puts_the_domino_back_into_its_place():
    positions = random_game(3)
    places = HandPlaces(3)
    before = places.of(positions[:3], 0)
    places.of(positions[:5], 0)
    assert places.of(positions[:3], 0) == before
