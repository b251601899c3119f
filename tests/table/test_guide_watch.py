"""What sensors tell of a guide's steps, with hands that do each of them piece by piece."""

import random

import pytest

from companion.contract import Piece
from companion.plugins import GAMES
from companion.table.steps import StepKind, TableStep, restoring_steps, set_up_steps
from companion.table.watch import GuideWatch
from tests.match.playing import wander

BOARD = GAMES["alquerque"].initial().board
W1, W2, B1 = Piece(0, 1), Piece(0, 2), Piece(1, 1)


def steps_of(table, wanted):
    """The steps from *table* to *wanted*, each with the sites that change in it, in order."""
    standing = {site: len(tower) for site, tower in table.items()}
    for step in restoring_steps(table, wanted):
        changes = []
        for site in step.starts:
            standing[site] -= len(step.pieces)
            if not standing[site]:
                changes.append(site)
        for site in step.ends:
            standing[site] = standing.get(site, 0) + len(step.pieces)
            if standing[site] == len(step.pieces):
                changes.append(site)
        yield step, changes


@pytest.mark.parametrize("name", ["quincala-knocking", "quincala-mixing", "alquerque", "quincy"])
def test_no_step_is_done_before_hands_have_done_it_all(name):
    rng = random.Random(f"hands {name}")
    known = count = 0
    for _ in range(12):
        table, wanted = (
            rng.choice(list(wander(GAMES[name].initial(), rng, 40))).pieces() for _ in range(2)
        )
        watch, occupied = GuideWatch(), set(table)
        watch.look(frozenset(occupied))
        for step, changes in steps_of(table, wanted):
            assert not watch.is_done(step)
            for site in changes:
                assert not watch.is_done(step)
                occupied ^= {site}
                assert watch.look(frozenset(occupied))
            known += watch.is_done(step)
            count += 1
        assert occupied == set(wanted)
    assert known > count * 0.6


def test_every_step_of_a_first_set_up_is_seen():
    first = GAMES["querni"].initial({}, 3)
    watch, occupied = GuideWatch(), frozenset()
    watch.look(occupied)
    for step in set_up_steps(first.pieces(), first.board):
        assert not watch.is_done(step)
        occupied |= {*step.ends}
        watch.look(occupied)
        assert watch.is_done(step)


def test_what_stood_all_the_time_proves_nothing():
    (step,) = set_up_steps({1: (W1,), 2: (W1,)}, BOARD)
    watch = GuideWatch()
    watch.look(frozenset({1}))
    watch.look(frozenset({1, 2}))
    assert not watch.is_done(step)
    watch.look(frozenset({2}))
    watch.look(frozenset({1, 2}))
    assert watch.is_done(step)


def test_a_piece_that_goes_onto_others_is_not_seen():
    *_, last = set_up_steps({1: (W2, B1), 2: (W2,)}, BOARD)
    watch = GuideWatch()
    watch.look(frozenset())
    watch.look(frozenset({1}))
    assert last.kind is StepKind.SET
    assert not watch.is_done(last)


def seen(*boards):
    """A watch that has looked at *boards*, the occupied sites of each, one after the other."""
    watch = GuideWatch()
    for occupied in boards:
        watch.look(frozenset(occupied))
    return watch


def test_a_move_onto_what_the_guide_has_set_is_not_seen():
    step = TableStep(StepKind.MOVE, (W1,), (1,), (2,), {1: (W1,), 2: (W2,)})
    assert not seen({1}, {1, 2}, {2}).is_done(step)
    assert seen({1}, set(), {2}).is_done(step._replace(standing={1: (W1,)}))


def test_a_part_of_a_tower_that_moves_is_not_seen():
    step = TableStep(StepKind.MOVE, (W1,), (1,), (2,), {1: (W2, W1)})
    assert not seen({1}, set(), {2}).is_done(step)


def test_nothing_is_known_without_sensors():
    (step,) = set_up_steps({1: (W1,)}, BOARD)
    watch = GuideWatch()
    assert not watch.look(None)
    assert not watch.is_done(step)
    assert not watch.look(frozenset({1}))
    assert not watch.is_done(step)
