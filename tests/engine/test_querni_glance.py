"""The plies of Querni as integers are those of the rules, with what the positions are worth."""

import random

import pytest

from companion.engine.knowledge import knowledge_of
from companion.engine.limits import WIN, WON_FROM
from companion.games.querni.kernel.rules import QuerniState, tiles_at
from companion.games.querni.rules import QuerniPosition
from companion.plugins import find_game
from tests.engine.endgames import querni_endgames
from tests.engine.positions import along_a_game

QUERNI = find_game("querni")
KNOWLEDGE = knowledge_of(QUERNI.name)
ALL = 10_000


def worth(position, child):
    """What *child* is worth to the side to move in *position*, by the contract."""
    outcome = child.outcome()
    if outcome is None:
        return KNOWLEDGE.value(child) * (-1 if position.side else 1)
    return 0 if outcome.winner is None else WIN - 1


def agrees(position):
    kept, number = KNOWLEDGE.evaluated(position, ALL, lambda: False)
    children = {child.key: child for child in KNOWLEDGE.children(position)}
    assert number == len(kept) == len(children)
    values = [ranked.value for ranked in kept]
    assert values == sorted(values, reverse=True)
    for ranked in kept:
        child = children.pop(ranked.child.key)
        assert ranked.child == child
        assert ranked.value == worth(position, child)
        assert ranked.is_over == (child.outcome() is not None)
    return max(values)


@pytest.mark.parametrize("options", [None, {"passing": True}, {"draw_after": 6}])
def test_the_plies_of_a_game_are_those_of_the_rules(options):
    for seed in (3, 4):
        for position in list(along_a_game("querni", options, seed, 60))[::6]:
            agrees(position)


def test_the_plies_of_an_endgame_are_those_of_the_rules_wins_among_them():
    positions = [position for position, _ in zip(querni_endgames(), range(30), strict=False)]
    assert any(agrees(position) >= WON_FROM for position in positions)


def test_a_side_without_a_ply_passes():
    rules = QUERNI.initial().rules
    places = rules.board.places
    at = {place: site for site, place in enumerate(places)}
    # Blue's only tile is in the corner, behind two rows of pink.
    pink = [
        at[place] for place in ((0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (1, 2), (2, 1), (2, 2))
    ]
    both = (tiles_at(rules, {1: at[0, 0]}), tiles_at(rules, dict(enumerate(pink, 1))))
    position = QuerniPosition(rules, QuerniState(both, 0, 0))
    assert [move.text for move in position.legal_moves()] == ["pass"]
    agrees(position)


def test_only_the_best_are_kept():
    position = QUERNI.initial(None, 5)
    everything, _ = KNOWLEDGE.evaluated(position, ALL, lambda: False)
    kept, number = KNOWLEDGE.evaluated(position, 7, lambda: False)
    assert len(kept) == 7 and number == len(everything)
    assert [ranked.value for ranked in kept] == [ranked.value for ranked in everything[:7]]


@pytest.mark.parametrize("options", [None, {"passing": True}])
def test_the_move_to_a_position_is_the_listed_one(options):
    for position in list(along_a_game("querni", options, 6, 60))[::7]:
        for move in position.legal_moves():
            assert KNOWLEDGE.move_to(position, position.play(move)) == move


def test_only_plies_that_lead_back_are_repetitions():
    """Whatever has stood in the game, and whichever side moves back."""
    chance, before = random.Random(5), QUERNI.initial(None, 5)
    for _ in range(12):
        children = KNOWLEDGE.children(before)
        after = chance.choice([child for child in children if child.side != before.side])
        branches, _ = KNOWLEDGE.branches(before, ALL, lambda: False)
        seen = frozenset([QUERNI.initial(None, 7).key, after.key])
        (repetition,) = KNOWLEDGE.repetitions(before, branches, seen)
        assert KNOWLEDGE.position_after(before, repetition.ply) == after
        assert not KNOWLEDGE.repetitions(before, branches, seen - {after.key})
        before = after
