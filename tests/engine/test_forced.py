import random
from functools import cache

import pytest

from companion.engine.knowledge import knowledge_of
from companion.engine.limits import WIN, Budget, Limits, StoppedError
from companion.engine.mcts import Mcts
from companion.engine.search import search
from companion.engine.searcher import Ranked, Search
from companion.plugins import find_game
from tests.amounts import few_and_many
from tests.engine.positions import along_a_game

MIXING = find_game("quincala-mixing")
KNOWLEDGE = knowledge_of(MIXING.name)

WON = [
    "..../......../..1b......./......(2w1b)..../..(3b1w)...1w1b2b3b./(3b2w1w)...2w/....3b../"
    "3w2b1b2b3w/2w........../........3w../.3w......../....1w.../...2b b",
    "1b.../......../...2b...3b../.........../2b.(3b2b)....3b.1b./1w.1b.2b/......./....3w/"
    "3w.(3w1b)(3b2w)..1w.2w3w2w/.........../....1w...../2w....1w../.... w",
    "..../..2b.3b.../...1b..3b.../.........../3b.....1b..1b2b/.(3b2w1w)..2b/...3w.../...3w2w/"
    "..2b.1b...1w2w(2w1w)/.........../...3w....../..1w...3w./.... w",
]
"""From games of the search with itself; a tree of 150,000 nodes sees no win in them."""

LET = [
    ".1b../......../.1b....2b.../.........../(3b2b)3b.1b..2w3w.2b1b/3b..../......./.2w.../"
    ".2w.3w..(3b2w1w)...3w/.......(2b1w).../1w........./.......3w/.1w.. w",
    "..../......../...3b....../.1b...(3b1w)1w..../1b1b1b2b..2b3b..3b/...../......./...../"
    "2w2w.(3w2w).(3w2b1w)..3w3w./.....2b...../.....2w.1w../......../.... b",
]
"""From the same games: a tree of 120,000 nodes lets the other side force a win."""


KNOCKING = find_game("quincala-knocking")
KNOCKING_WON = (
    ".....3b/.......2b/.(3b2b).1b...2b./..3b..(2w1w).../....3w/..(3w2b1b)....../..1w1w...../"
    "3w....3w../...... w"
)
"""From such a game as well: alpha-beta with 150,000 nodes takes it for lost."""


def counted(nodes):
    return Budget(Limits(nodes=nodes), lambda: 0.0, lambda: False)


def ranked(position, nodes):
    searcher = knowledge_of(position.game.name).searcher(position, counted(nodes), ())
    return searcher.ranked(position, 64, random.Random(1))


@cache
def grown(text):
    """What a tree of 120,000 nodes finds in the position of Mixing that *text* says."""
    position = MIXING.from_text(text)
    return Mcts(KNOWLEDGE, counted(120_000), ()).ranked(position, 64, random.Random(1))


@cache
def is_forced(child):
    """Return whether the side to move in *child*, none of it to place, loses whatever it does."""
    knowledge = knowledge_of(child.game.name)
    replies = knowledge.children(child)
    return replies[0].side != child.side and all(
        knowledge.winning_child(reply)
        if (outcome := reply.outcome()) is None
        else outcome.winner == 1 - child.side
        for reply in replies
    )


@pytest.mark.parametrize("text", WON)
def test_a_win_that_no_reply_prevents_is_found(text):
    position = MIXING.from_text(text)
    result = search(position, Limits(nodes=200_000))
    child = position.play(result.move)
    # A reply that knocks leaves pieces to place before the ply that wins.
    placed = max(len(reply.hand()) for reply in KNOWLEDGE.children(child))
    assert result.score == WIN - 3 - placed
    assert is_forced(child)


@pytest.mark.parametrize(
    "text", [pytest.param(LET[0], marks=pytest.mark.slow), *LET[1:]], ids=range(len(LET))
)
def test_a_ply_after_which_the_other_side_forces_a_win_is_passed_over(text):
    assert any(is_forced(child) for child in KNOWLEDGE.children(grown(text).order[0].child))
    chosen = ranked(MIXING.from_text(text), 200_000).order[0].child
    assert not any(is_forced(child) for child in KNOWLEDGE.children(chosen))


@pytest.mark.parametrize("number", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_repetition_takes_no_defense_away(number):
    position = MIXING.from_text(LET[1])
    stood = grown(LET[1]).order[number].child.key
    chosen = position.play(search(position, Limits(nodes=200_000), 1, seen=(stood,)).move)
    assert not any(is_forced(child) for child in KNOWLEDGE.children(chosen))


PLACED = (
    ".1b../......../.1b....2b.../.........../3b3b.1b..2w3w.2b1b/3b..../......./.2w.../"
    ".2w.3w..(3b2w1w)...3w/.......(2b1w).../1w........./.......3w/.1w.. b immune=h5:2"
)
"""A piece is to be placed, and may prepare a win in two turns of the side that places it."""


def test_a_piece_placed_before_a_win_of_its_own_side_is_not_held_against_it():
    position = MIXING.from_text(PLACED)
    best = next(
        child
        for child in KNOWLEDGE.children(position)
        if child.to_text().startswith(
            ".1b../......../.1b....2b.../.........../3b3b2b1b..2w3w.2b1b"
        )
    )

    class PlacingFirst:
        def ranked(self, position, depth, chance, report):
            others = [child for child in KNOWLEDGE.children(position) if child.key != best.key]
            return Search([Ranked(1, best), *(Ranked(0, child) for child in others)], 1)

    searcher = KNOWLEDGE.searcher(position, counted(200_000), ())
    assert searcher._winning(best) is not None
    searcher._usual = PlacingFirst()
    assert searcher.ranked(position, 64, random.Random(1)).order[0].child.key == best.key


def test_pieces_are_placed_until_it_is_late():
    position, asked = MIXING.from_text(PLACED), []
    dots = len(KNOWLEDGE.children(position))
    assert KNOWLEDGE.winning_child(position, lambda: bool(asked.append(1))) is None
    assert len(asked) == dots > 3
    asked.clear()
    assert (
        KNOWLEDGE.winning_child(position, lambda: bool(asked.append(1)) or len(asked) > 3) is None
    )
    assert len(asked) == 4


def test_the_same_holds_in_the_knocking_game():
    position = KNOCKING.from_text(KNOCKING_WON)
    result = search(position, Limits(nodes=5_000_000))
    assert result.score == WIN - 3
    assert is_forced(position.play(result.move))


@few_and_many("seeds", 3, 6)
def test_what_wins_a_ply_of_the_knocking_game_is_what_the_rules_say(seeds):
    knowledge = knowledge_of(KNOCKING.name)
    win_count = 0
    for seed in range(seeds):
        for position in along_a_game(KNOCKING.name, {}, seed, 60):
            children = knowledge.children(position)
            wins = {
                child.key
                for child in children
                if (outcome := child.outcome()) and outcome.winner == position.side
            }
            won = knowledge.winning_child(position)
            assert (won.key in wins) if won else not wins
            win_count += won is not None
    assert win_count


BOTH_LOST = (
    "....../......2w./..1b.3w1b.../.3w...(2w1w).../.2b.3b./..3b....(2b1w)./2b...1b2w.../"
    ".......3w/.3b.2b1w1w w"
)
"""White can knock the last size of both sides in one leg, and so loses."""


def test_what_loses_for_both_sides_wins_for_who_did_not_move():
    position, knowledge = KNOCKING.from_text(BOTH_LOST), knowledge_of(KNOCKING.name)
    outcomes = [child.outcome() for child in knowledge.children(position)]
    assert {outcome.winner for outcome in outcomes if outcome} == {1}
    assert knowledge.winning_child(position) is None


def test_with_few_nodes_a_tree_is_all_there_is():
    position = MIXING.from_text(WON[0])
    tree = Mcts(KNOWLEDGE, counted(20_000), ()).ranked(position, 64, random.Random(1))
    ranking = ranked(position, 20_000)
    assert (ranking.order[0].value, ranking.depth) == (tree.order[0].value, tree.depth)
    assert ranking.order[0].child.key == tree.order[0].child.key


def test_what_is_found_first_is_reported_before_any_win_is_looked_for():
    position, reported = MIXING.from_text(WON[0]), []
    budget = counted(200_000)
    searcher = KNOWLEDGE.searcher(position, budget, ())
    searcher.ranked(
        position, 64, random.Random(1), lambda ranking: reported.append((budget.nodes, ranking))
    )
    assert reported[0][0] == len(KNOWLEDGE.children(position))
    assert len(reported[0][1].order) == 64


def test_a_share_of_what_is_left_is_held_back():
    now = [0.0]
    budget = Budget(Limits(nodes=1000, time_s=1.0), lambda: now[0], lambda: False)
    budget.nodes = 200
    with budget.holding_back(0.25):
        budget.nodes = 799
        budget.check()
        budget.nodes = 800
        with pytest.raises(StoppedError):
            budget.check()
        budget.nodes = 200
        now[0] = 0.67
        budget.check()
        now[0] = 0.68
        with pytest.raises(StoppedError):
            budget.check()
    budget.check()
    assert budget.has_nodes(800) and not budget.has_nodes(801)
