"""The program finds what is there to be found, and beats who plays at random."""

from __future__ import annotations

import pytest

from companion.engine.knowledge import knowledge_of
from companion.engine.limits import Limits
from companion.engine.players import player_named
from companion.engine.search import search
from nine_mens_morris.rules import MORRIS
from nine_mens_morris.search import KNOWLEDGE

MOST_PLIES = 300


def test_the_program_has_this_knowledge():
    assert knowledge_of(MORRIS.name) is KNOWLEDGE


@pytest.mark.parametrize("level", [3, 5, 7, 8])
@pytest.mark.parametrize(
    "text",
    [
        "b../.b./.../w...../.../.b./.ww w",
        "b../.../.../wb..../.../.b./ww. b hand=0,1 flying=off",
        "b../.b./.../w.b.../.../.../.ww w flying=off quiet=99",
    ],
)
def test_a_win_in_one_is_found(text, level):
    position = MORRIS.from_text(text)
    best = search(position, Limits(nodes=2000, level=level), 1).move
    outcome = position.play(best).outcome()
    assert outcome is None or outcome.winner == position.side
    wins = any(position.explain(move)[-1].code == "win" for move in position.legal_moves())
    assert wins == (outcome is not None)


def test_a_mill_that_threatens_is_blocked():
    position = MORRIS.from_text("bb./.../.../....../.w./.../w.. w hand=7,7")
    assert search(position, Limits(nodes=3000), 1).move.text == "g7"


def test_a_position_is_worth_as_much_to_either_side():
    text = "b.w/.b./.../..b..w/.../.b./w.. w hand=5,4"
    swapped = text.translate(str.maketrans("wb", "bw")).replace(" b hand=5,4", " b hand=4,5")
    assert KNOWLEDGE.value(MORRIS.from_text(text)) == -KNOWLEDGE.value(MORRIS.from_text(swapped))


@pytest.mark.parametrize("seed", range(4))
def test_random_play_is_beaten(seed):
    position, side = MORRIS.initial({"diagonals": seed == 3}), seed % 2
    players = [player_named("random"), player_named("random")]
    players[side] = player_named("nodes:600")
    for ply in range(MOST_PLIES):
        if position.outcome() is not None:
            break
        move = players[position.side].move(position, (), seed * MOST_PLIES + ply)
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == side
