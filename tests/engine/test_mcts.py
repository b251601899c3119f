import random

import pytest

from companion.engine.alphabeta import AlphaBeta
from companion.engine.knowledge import BroadKnowledge, knowledge_of
from companion.engine.limits import WIN, WON_FROM, Budget, Limits
from companion.engine.mcts import FIRST_KEPT, Mcts
from companion.engine.search import search
from companion.engine.searcher import Ranked
from companion.games.alquerque.search.evaluator import AlquerqueKnowledge
from companion.plugins import find_game
from tests.amounts import few_and_many
from tests.engine.positions import along_a_game

MIXING = find_game("quincala-mixing")
KNOWLEDGE = knowledge_of(MIXING.name)


class Untabled(AlquerqueKnowledge):
    """Alquerque as it is without its table of endgames: wins have to be searched for."""

    def exact(self, position):
        return None


class Broad(BroadKnowledge):
    """Alquerque as a broad game: there all plies can be looked into as deep as one likes."""

    def evaluated(self, position, kept, is_late=bool):
        order = AlphaBeta(Untabled(), unlimited())._first_ply(position, random.Random(0))
        return order[:kept], len(order)


def unlimited():
    return Budget(Limits(), lambda: 0.0, lambda: False)


def counted(nodes):
    return Budget(Limits(nodes=nodes), lambda: 0.0, lambda: False)


def mixing_positions(sizes=3, seed=2, plies=40):
    return list(along_a_game("quincala-mixing", {"sizes": sizes}, seed, plies))


def searched(position, nodes, seed=1, seen=()):
    tree = Mcts(KNOWLEDGE, counted(nodes), seen)
    return tree, tree.ranked(position, 64, random.Random(seed))


def test_a_search_in_which_all_is_settled_ends_by_its_nodes():
    position = mixing_positions()[-1]
    settled = {child.key for child in KNOWLEDGE.children(position)}
    asked = []

    def is_cancelled():
        asked.append(None)
        assert len(asked) < 20_000, "it goes on for ever"
        return False

    budget = Budget(Limits(nodes=2_000), lambda: 0.0, is_cancelled)
    ranking = Mcts(KNOWLEDGE, budget, settled).ranked(position, 64, random.Random(1))
    assert [ranked.value for ranked in ranking.order[:FIRST_KEPT]] == [0] * FIRST_KEPT
    assert 2_000 <= budget.nodes < 5_000


# Which plies are kept


@few_and_many("every", 12, 8)
@pytest.mark.parametrize("sizes", [3, 5])
def test_the_plies_kept_are_the_best_of_all_by_their_value(sizes, every):
    positions = mixing_positions(sizes, plies=60)
    placing = [position for position in positions if position.is_placing()]
    moving = [position for position in positions if not position.is_placing()]
    assert placing and moving
    for position in placing[:5] + moving[::every]:
        side = position.side
        values, children = [], KNOWLEDGE.children(position)
        for child in children:
            outcome = child.outcome()
            if outcome is None:
                value = KNOWLEDGE.value(child) * (-1 if side else 1)
            else:
                value = WIN - 1 if outcome.winner == side else 1 - WIN
            values.append(value)
        kept, number = KNOWLEDGE.evaluated(position, 20, lambda: False)
        assert number == len(values)
        assert [ranked.value for ranked in kept] == sorted(values, reverse=True)[:20]
        for ranked in kept:
            assert ranked.child in children
            assert ranked.is_over == (ranked.child.outcome() is not None)


def test_when_it_is_late_some_plies_are_valued_all_the_same():
    position = max(mixing_positions(5)[::5], key=lambda at: len(KNOWLEDGE.children(at)))
    everything = len(KNOWLEDGE.children(position))
    kept, number = KNOWLEDGE.evaluated(position, 20, lambda: True)
    assert len(kept) == 20 and number < everything


# The tree


@pytest.mark.parametrize(("text", "nodes"), [(".w.../...w./...w./..b../w.... w", 4_000)])
def test_a_win_in_more_plies_is_found(text, nodes):
    position = find_game("alquerque").from_text(text)
    ranking = Mcts(Broad(), counted(nodes), ()).ranked(position, 64, random.Random(1))
    exact = AlphaBeta(knowledge_of(position.game.name), unlimited()).ranked(
        position, 5, random.Random(1)
    )
    assert ranking.order[0].value == exact.order[0].value >= WON_FROM
    assert ranking.depth >= 3


def test_more_nodes_look_further_ahead():
    position = mixing_positions()[-1]
    few, many = searched(position, 1_000)[1], searched(position, 12_000)[1]
    assert few.depth < many.depth


def test_no_ply_is_looked_further_ahead_than_allowed():
    position = mixing_positions()[-1]
    ranking = Mcts(KNOWLEDGE, counted(12_000), ()).ranked(position, 2, random.Random(1))
    assert ranking.depth == 2


def test_a_search_that_is_limited_by_depth_alone_ends():
    ranking = Mcts(KNOWLEDGE, unlimited(), ()).ranked(mixing_positions()[-1], 2, random.Random(1))
    assert ranking.depth == 2


def test_what_leads_back_to_a_position_counts_as_a_draw():
    position = mixing_positions()[-1]
    best = searched(position, 3_000)[1].order[0]
    assert best.value != 0
    again = searched(position, 3_000, seen=[best.child.key])[1].order
    assert [ranked.value for ranked in again if ranked.child == best.child] == [0]


def test_the_line_follows_the_first_ply_through_the_rules():
    position = mixing_positions()[0]
    tree, ranking = searched(position, 8_000)
    line = tree.line(position, ranking.order[0].child, 8)
    assert len(line) > 1
    for child in line:
        assert child in KNOWLEDGE.children(position)
        position = child


def test_equal_seeds_give_equal_trees():
    position = mixing_positions()[-1]
    first, second = (searched(position, 4_000)[1] for _ in (0, 1))
    assert list(first.every()) == list(second.every())
    assert isinstance(first.order[0], Ranked)


THREATENED = (
    "..(2b1w)3b/(3b2w)......./.......(2b1w)../...2b....3b../1b.....2b1b.../..1b../...2w.../"
    "1w..../.......1b.../...(2w1w)..3w...3b/..3w......./.3w..3w.../2w... w"
)
"""All plies that are evaluated best lose in the next turn; some that seem worse do not."""


def test_plies_that_seemed_too_bad_for_the_tree_are_there_to_avoid_a_loss():
    position = MIXING.from_text(THREATENED)
    ranking = Mcts(KNOWLEDGE, counted(1), ()).ranked(position, 64, random.Random(1))
    order = list(ranking.every())
    assert len(order) == len(KNOWLEDGE.children(position)) > FIRST_KEPT
    assert len({ranked.child.key for ranked in order}) == len(order)
    kept = [KNOWLEDGE.loses_at_once(ranked.child, 0) for ranked in order[:FIRST_KEPT]]
    assert all(kept)
    after = position.play(search(position, Limits(nodes=1), 1).move)
    assert not KNOWLEDGE.loses_at_once(after, 0)
