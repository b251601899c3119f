import gc
import random
from dataclasses import replace

import pytest

from companion.engine.alphabeta import LOOKS, AlphaBeta
from companion.engine.knowledge import BroadKnowledge, HiddenKnowledge, Knowledge, knowledge_of
from companion.engine.limits import MOST_NODES, WIN, Budget, Limits, plies_to_end
from companion.engine.proof import Safety
from companion.engine.search import search
from companion.engine.searcher import Ranked, Search
from companion.errors import EngineError, PluginError
from companion.games.quincy.rules import QuincyPosition
from companion.plugins import GAMES, find_game, plugin_of
from tests.amounts import few_and_many
from tests.engine.positions import along_a_game, with_other_secrets

KINDS = [
    ("alquerque", {}),
    ("alquerque", {"compulsory": True, "huffing": True}),
    ("alquerque", {"compulsory": True, "forward": "on", "no_return": True}),
    ("quincala-knocking", {}),
    ("quincala-mixing", {"sizes": 3}),
    ("quincala-mixing", {"sizes": 5}),
    ("querni", {}),
    ("querni", {"passing": True}),
    ("quincy", {}),
    ("quincy", {"players": 4}),
    ("quincy", {"dominoes": "physical"}),
]
FEW_PIECES = ".w.../...w./...w./..b../w.... w"
"""White wins in three plies: wherever the last black piece goes, it is taken."""

every_kind = pytest.mark.parametrize(("name", "options"), KINDS)


def some_position(name, options=None, seed=1, plies=12):
    return list(along_a_game(name, options or {}, seed, plies))[-1]


# What the search is told of a game agrees with its rules


@few_and_many("share", 2, 1)
@every_kind
def test_children_are_what_the_legal_moves_lead_to(name, options, share):
    knowledge = knowledge_of(name)
    every = (6 if "mixing" in name else 3) * share
    for position in list(along_a_game(name, options, 5, 24))[::every]:
        children = knowledge.children(position)
        assert len({child.key for child in children}) == len(children)
        by_rules = {position.play(move).to_text() for move in position.legal_moves()}
        assert {child.to_text() for child in children} == by_rules


@every_kind
def test_the_move_to_each_child_is_its_canonical_one(name, options):
    knowledge = knowledge_of(name)
    for position in list(along_a_game(name, options, 6, 16))[::5]:
        moves = position.legal_moves()
        children = knowledge.children(position)
        for child in random.Random(2).sample(children, min(5, len(children))):
            move = knowledge.move_to(position, child)
            assert move in moves
            assert position.play(move).key == child.key


@every_kind
def test_a_random_child_is_any_of_the_children(name, options):
    knowledge = knowledge_of(name)
    position = some_position(name, options)
    children = {child.key for child in knowledge.children(position)}
    chance = random.Random(4)
    drawn = {knowledge.random_child(position, chance).key for _ in range(min(30, len(children)))}
    assert drawn <= children
    assert len(drawn) > len(children) / 3 or len(drawn) > 10


@pytest.mark.parametrize("name", ["alquerque", "quincala-knocking", "quincala-mixing"])
def test_the_value_of_a_start_favors_nobody(name):
    assert knowledge_of(name).value(find_game(name).initial()) == 0


# The tree


@few_and_many("seeds", 6, 20)
def test_leaves_are_valued_after_the_captures_that_pay(seeds):
    knowledge = knowledge_of("alquerque")
    budget = Budget(Limits(), lambda: 0.0, lambda: False)
    start = find_game("alquerque").initial()
    loud = quiet = 0
    for seed in range(seeds):
        for position in along_a_game("alquerque", {}, seed, 20):
            tree = AlphaBeta(knowledge, budget)
            still = knowledge.value(position) * (1 if position.side == 0 else -1)
            rested = tree._rested(position, -WIN, WIN, 0, 12, still)
            assert rested >= still
            loud += rested > still
            quiet += rested == still
    assert loud and quiet
    assert AlphaBeta(knowledge, budget)._rested(start, -WIN, WIN, 0, 12, 0) == 0


def test_a_win_in_more_plies_is_found_and_counted():
    position = find_game("alquerque").from_text(FEW_PIECES)
    result = search(position, Limits(nodes=20_000))
    plies = plies_to_end(result.score)
    assert result.score > 0 and plies is not None and plies > 1
    for move in result.line:
        position = position.play(move)
    assert len(result.line) == plies
    assert position.outcome().winner == 0


def test_leading_back_to_what_has_stood_is_worth_no_more_than_a_draw():
    position = some_position("alquerque", plies=40)
    limits = Limits(nodes=3_000)
    first = search(position, limits)
    again = search(position, limits, seen=[position.play(first.move).key])
    assert first.score != 0
    assert again.move != first.move or again.score <= 0


# Limits


def test_the_collector_rests_during_a_search_and_works_again_after_it():
    position = some_position("alquerque")
    states = []
    search(
        position, Limits(nodes=300), is_cancelled=lambda: states.append(gc.isenabled()) or False
    )
    assert states and not any(states) and gc.isenabled()
    gc.disable()
    try:
        search(position, Limits(nodes=10))
        assert not gc.isenabled()
    finally:
        gc.enable()


@every_kind
def test_equal_seeds_and_nodes_give_equal_results(name, options):
    position = some_position(name, options)
    limits = Limits(nodes=1_500)
    assert search(position, limits, 7) == search(position, limits, 7)


@every_kind
def test_the_limit_of_nodes_is_kept_up_to_one_more_list_of_moves(name, options):
    position = some_position(name, options)
    knowledge = knowledge_of(name)
    first = len(position.legal_moves())
    result = search(position, Limits(nodes=4_000))
    # The blanks in an imagined hand name more squares than any that was really dealt.
    following = [len(knowledge.children(child)) for child in knowledge.children(position)[:20]]
    largest = 200 if isinstance(knowledge, HiddenKnowledge) else max(following)
    assert result.nodes <= 4_000 + 2 * largest + first
    assert search(position, Limits(nodes=1)).nodes <= first + largest


@every_kind
def test_the_search_ends_when_the_time_is_over(name, options):
    ticks = iter(range(1_000_000))
    position = some_position(name, options)
    result = search(position, Limits(time_s=30), clock=lambda: next(ticks))
    # Each look at the clock takes a second: thirty looks, and no more than a few after them.
    assert next(ticks) < 40
    assert result.move in position.legal_moves()


def test_first_plies_are_valued_only_as_long_as_there_is_time():
    position = some_position("quincala-mixing", {"sizes": 5}, plies=14)
    first = len(knowledge_of(position.game.name).children(position))
    assert first > 2 * LOOKS
    ticks = iter(range(1_000_000))
    result = search(position, Limits(time_s=1), clock=lambda: next(ticks))
    assert result.move in position.legal_moves()
    assert result.nodes <= LOOKS


def test_the_last_ply_found_safe_is_made_where_there_is_no_time_to_look_at_another():
    knowledge = knowledge_of("alquerque")
    position = some_position("alquerque", plies=6)
    first, second, *_ = (Ranked(0, child) for child in knowledge.children(position))
    now = [0.0]
    safety = Safety(knowledge, position.side, Budget(Limits(time_s=1), lambda: now[0], bool))
    assert safety.first(Search([second], 1)) is second
    now[0] = 2.0
    assert safety.first(Search([first, second], 1)) is second


def test_each_ply_is_looked_at_for_a_loss_once():
    looked = []

    class Watching(Knowledge):
        def loses_at_once(self, child, side):
            looked.append(child)
            return len(looked) < 3

    position = some_position("alquerque", plies=6)
    order = [Ranked(0, child) for child in Watching().children(position)]
    safety = Safety(Watching(), position.side, Budget(Limits(), lambda: 0.0, bool))
    assert safety.first(Search(order, 1)) is order[2]
    assert safety.first(Search(order, 1)) is order[2]
    assert looked == [ranked.child for ranked in order[:3]]


@few_and_many("nodes", 6_000, 15_000)
@every_kind
def test_each_look_further_is_told_until_the_final_answer(name, options, nodes):
    position = some_position(name, options)
    results = []
    final = search(position, Limits(nodes=nodes), 3, on_better=results.append)
    assert results and final.is_final and not any(result.is_final for result in results)
    depths = [result.depth for result in results]
    assert depths == sorted(depths) and depths[-1] <= final.depth
    counts = [result.nodes for result in results]
    assert counts == sorted(set(counts))
    legal = position.legal_moves()
    assert all(result.move in legal for result in results)
    assert search(position, Limits(nodes=nodes), 3) == final


@every_kind
def test_a_canceled_search_still_answers(name, options):
    position = some_position(name, options)
    result = search(position, Limits(), is_cancelled=lambda: True)
    assert result.move in position.legal_moves()
    assert result.line[0] == result.move


@pytest.mark.parametrize(
    "limits",
    [{"nodes": 0}, {"nodes": MOST_NODES + 1}, {"time_s": 0}, {"time_s": 1e9}, {"depth": 0},
     {"depth": 65}, {"time_s": float("nan")}, {"level": 0}, {"level": 9}],
)  # fmt: skip
def test_limits_out_of_range_are_refused(limits):
    with pytest.raises(EngineError, match="expected a"):
        Limits(**limits)


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_has_no_move(name):
    chance = random.Random(3)
    position = find_game(name).initial(None, 12)
    while position.outcome() is None:
        position = position.play(chance.choice(position.legal_moves()))
    with pytest.raises(EngineError, match="over"):
        search(position, Limits(nodes=10))


@every_kind
def test_the_line_can_be_played(name, options):
    position = some_position(name, options)
    for move in search(position, Limits(nodes=2_000)).line:
        assert move in position.legal_moves()
        position = position.play(move)


# A new game


def test_a_game_without_an_evaluator_is_searched_by_its_rules_alone(monkeypatch):
    plugin = replace(plugin_of("alquerque"), search="")
    monkeypatch.setattr("companion.engine.knowledge.plugin_of", lambda _: plugin)
    monkeypatch.setattr("companion.engine.search.knowledge_of", knowledge_of.__wrapped__)
    position = some_position("alquerque", plies=15)
    assert type(knowledge_of.__wrapped__("alquerque")) is Knowledge
    assert search(position, Limits(nodes=500)).move in position.legal_moves()


class Silent(BroadKnowledge):
    """It brings neither of the two that follow from each other."""


SILENT = Silent()


class OneLevel(Knowledge):
    """It knows how the weakest level plays, and no other."""

    levels = Knowledge.levels[:1]


ONE_LEVEL = OneLevel()


@pytest.mark.parametrize(
    ("knowledge", "problem"),
    [
        ("SILENT", "to bring evaluated or branches, got neither"),
        ("ONE_LEVEL", "to bring 7 levels, got 1"),
    ],
)
def test_knowledge_that_cannot_be_played_by_is_refused(knowledge, problem, monkeypatch):
    plugin = replace(plugin_of("alquerque"), folder=__package__, search=f"test_search:{knowledge}")
    monkeypatch.setattr("companion.engine.knowledge.plugin_of", lambda _: plugin)
    monkeypatch.setattr("companion.engine.search.knowledge_of", knowledge_of.__wrapped__)
    with pytest.raises(PluginError, match=f"engine: expected test_search:{knowledge} {problem}"):
        search(some_position("alquerque"), Limits(nodes=500))


# Hidden dominoes


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("plies", [1, 14, 30])
def test_what_the_player_may_not_know_changes_nothing(players, plies):
    position = some_position("quincy", {"players": players}, seed=plies, plies=plies)
    result = search(position, Limits(nodes=3_000), 5)
    changed = 0
    for seed in range(6):
        other = with_other_secrets(position, seed)
        assert other.public_text(position.seat) == position.public_text(position.seat)
        changed += other.state != position.state
        assert search(other, Limits(nodes=3_000), 5) == result
    assert changed == 6


def test_the_own_hand_does_matter():
    position = some_position("quincy", seed=3, plies=10)
    limits = Limits(nodes=1_000)
    other = replace_hand(position)
    assert search(position, limits).move != search(other, limits).move


def replace_hand(position):
    """The position with the hands of both players exchanged."""
    hands = position.state.hands[::-1]
    return QuincyPosition(position.board, position.options, position.state._replace(hands=hands))
