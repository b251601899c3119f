import pytest

from companion.contract import Lifted, Piece
from companion.plugins import find_game
from companion.ui.board.motion import LEG_S, Leg, Motion, halves_of, leg_between, legs_of, without

QUINCALA = find_game("quincala-knocking").initial()
ALQUERQUE = find_game("alquerque").initial()


def half_of(position, text):
    return position.half_move(position.parse(text))


def sites_of(position, *names):
    return tuple(position.board.site_of(name) for name in names)


def test_a_leg_takes_as_long_as_the_eye_needs():
    assert 0.15 <= LEG_S <= 0.25


def test_the_halves_of_a_turn_begin_with_nothing_and_end_with_the_turn():
    half = half_of(QUINCALA, "a2-b3-c4")
    halves = halves_of(half)
    assert [len(one.touches) for one in halves] == [0, 1, 2, 3]
    assert halves[-1].pieces() == half.pieces()


def test_lifting_is_no_leg():
    half = ALQUERQUE.begin()
    assert leg_between(half, half.extended(sites_of(ALQUERQUE, "c2")[0])) is None
    assert leg_between(half, half) is None


def test_a_step_is_a_leg_with_the_piece_out_of_its_place():
    lifted, stepped = halves_of(half_of(ALQUERQUE, "c2-c3"))[1:]
    leg = leg_between(lifted, stepped)
    c2, c3 = sites_of(ALQUERQUE, "c2", "c3")
    assert (leg.start, leg.end, leg.pieces) == (c2, c3, (Piece(0, 1),))
    assert set(leg.standing) == set(ALQUERQUE.pieces()) - {c2}


def test_every_leg_of_a_move_is_shown_in_order():
    legs = legs_of(halves_of(half_of(QUINCALA, "a2-b3-c4")))
    assert [(leg.start, leg.end) for leg in legs] == [
        sites_of(QUINCALA, "a2", "b3"),
        sites_of(QUINCALA, "b3", "c4"),
    ]


def test_what_stays_of_a_tower_goes_on_standing():
    tower = {7: (Piece(0, 3), Piece(0, 2), Piece(0, 1))}
    assert without(tower, Lifted(7, (Piece(0, 2), Piece(0, 1)))) == {7: (Piece(0, 3),)}
    assert without(tower, Lifted(7, tower[7])) == {}
    assert without(tower, Lifted(8, (Piece(1, 1),))) == tower


def legs(count) -> tuple[Leg, ...]:
    return tuple(Leg({}, (Piece(0, 1),), n, n + 1) for n in range(count))


def test_legs_glide_one_after_the_other_and_then_it_is_over():
    motion = Motion(legs(2), 10.0)
    flights = [motion.at(10.0 + part * LEG_S)[1] for part in (0, 0.5, 1.01, 1.5, 2.01, 9.0)]
    assert [(flight.start, round(flight.part, 3)) for flight in flights] == [
        (0, 0.0), (0, 0.5), (1, 0.0), (1, 0.5), (1, 1.0), (1, 1.0),
    ]  # fmt: skip
    assert not motion.is_over(10.0 + 1.99 * LEG_S)
    assert motion.is_over(10.0 + 2 * LEG_S)


def test_a_motion_begins_gently_and_ends_gently():
    motion = Motion(legs(1), 0.0)
    parts = [motion.at(n / 10 * LEG_S)[1].part for n in range(11)]
    assert parts == sorted(parts)
    assert parts[1] - parts[0] < 0.05
    assert parts[10] - parts[9] < 0.05
    assert parts[6] - parts[5] > 0.1


@pytest.mark.parametrize("now_s", [-5.0, 0.0])
def test_a_time_before_the_start_shows_the_start(now_s):
    assert Motion(legs(1), 1.0).at(now_s)[1].part == 0.0
