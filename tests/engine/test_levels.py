"""Levels 1 to 7: the same for equal seeds, weaker by what they see, never foolish from 3 on."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from companion.engine.knowledge import knowledge_of
from companion.engine.level import USUAL
from companion.engine.limits import FULL, LEVELS, PIECE, Budget, Limits
from companion.engine.search import Sight, _chosen, search
from companion.plugins import GAMES, find_game
from tests.amounts import few_and_many
from tests.engine.endgames import ends_of_games, querni_endgames
from tests.engine.one_turn import quincy_wins, wins

BELOW_FULL = [level for level in LEVELS if level < FULL]
ONE_HOP_TO_WIN = "...../...../...../.b.../w.... w"


@cache
def middle(name, seed=2, plies=14):
    chance = random.Random(seed)
    position = find_game(name).initial(None, seed)
    for _ in range(plies):
        position = position.play(chance.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", BELOW_FULL)
def test_a_level_makes_the_same_legal_move_for_equal_seeds(name, level):
    position = middle(name)
    limits = Limits(level=level)
    result = search(position, limits, 4)
    assert result.move in position.legal_moves()
    assert result.is_final
    assert search(position, limits, 4) == result


@pytest.mark.parametrize("name", GAMES)
def test_a_child_does_not_always_make_the_same_move(name):
    position = middle(name)
    moves = {search(position, Limits(level=1), seed).move for seed in range(20)}
    assert len(moves) > 1


@pytest.mark.parametrize(
    "kind", ["alquerque", "knocking", "mixing-3", "querni-endgames", "quincy"]
)
def test_from_level_3_on_a_win_in_plain_sight_is_taken(kind):
    source = querni_endgames() if kind == "querni-endgames" else ends_of_games(kind)
    can_win = quincy_wins if kind == "quincy" else wins
    won = 0
    for number, position in zip(range(30), source, strict=False):
        if not can_win(position):
            continue
        for level in range(3, FULL):
            after = position.play(search(position, Limits(level=level), number).move)
            outcome = after.outcome()
            is_won = outcome is not None and outcome.winner == position.side
            assert is_won or (after.side == position.side and wins(after))
            won += 1
    assert won


def test_a_child_may_miss_its_win():
    position = find_game("alquerque").from_text(ONE_HOP_TO_WIN)
    moves = {search(position, Limits(level=1), seed).move.text for seed in range(40)}
    assert "a1xc3" in moves and len(moves) > 1


def test_more_is_overlooked_far_from_where_the_moves_are():
    knowledge = knowledge_of("alquerque")
    overlooked, all_of = Counter(), Counter()
    for seed in range(200):
        position = middle("alquerque", seed, 8)
        child = knowledge.children(position)[0]
        if child.side == position.side:
            continue
        sight = Sight(knowledge, position, 0.3, 8, random.Random(seed))
        seen = sight.children(child)
        assert sight.children(child) is seen
        places = position.board.places
        moved = [places[s] for s in changed(position, child)]
        for reply in knowledge.children(child):
            where = [places[s] for s in changed(child, reply)]
            steps = min(max(abs(a - c), abs(b - d)) for a, b in moved for c, d in where)
            all_of[steps <= 2] += 1
            overlooked[steps <= 2] += reply not in seen
    assert all_of[True] > 20 and all_of[False] > 20
    far, near = (overlooked[is_near] / all_of[is_near] for is_near in (False, True))
    assert far > 2 * near > 0


def changed(before, after):
    old, new = before.pieces(), after.pieces()
    return [site for site in range(25) if old.get(site) != new.get(site)]


def test_a_capture_that_is_overlooked_is_so_at_the_end_as_well():
    knowledge, overlooked = knowledge_of("alquerque"), 0
    for seed in range(20):
        position = middle("alquerque", seed, 12)
        sight = Sight(knowledge, position, 0.5, 8, random.Random(seed))
        for child in knowledge.children(position):
            if child.side == position.side or child.outcome() is not None:
                continue
            captures = {after.key for after in knowledge.captures(child)}
            seen = {after.key for after in sight.children(child)}
            assert {after.key for after in sight.captures(child)} == captures & seen
            overlooked += len(captures - seen)
    assert overlooked > 20


def test_somebody_who_overlooks_all_still_sees_one_reply():
    position = middle("alquerque")
    knowledge = knowledge_of(position.game.name)
    child = next(child for child in knowledge.children(position) if child.side != position.side)
    sight = Sight(knowledge, position, 1.0, 8, random.Random(0))
    assert len(sight.children(child)) <= len(knowledge.children(child))
    assert sight.children(child)


def test_a_level_looks_at_no_more_than_its_nodes_and_the_limit():
    position = middle("querni")
    assert search(position, Limits(level=7, nodes=300)).nodes < 600
    most = max(len(position.play(move).legal_moves()) for move in position.legal_moves()[:20])
    for level, known in enumerate(levels_of("querni"), 1):
        nodes = search(position, Limits(level=level)).nodes
        assert nodes <= known.nodes + 3 * most, level


def levels_of(name):
    return knowledge_of(name).levels or USUAL


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_seven_levels_of_its_own_or_the_usual_ones(name):
    assert len(levels_of(name)) == len(BELOW_FULL)


def test_a_level_that_grows_a_tree_looks_as_far_as_its_nodes_go():
    position = middle("querni", plies=2)
    level = next(n for n, known in enumerate(levels_of("querni"), 1) if known.grows_tree)
    most = levels_of("querni")[level - 1].nodes
    result = search(position, Limits(level=level), 1)
    assert result.nodes >= most and result.depth > 2
    chance = random.Random(1)
    # What it draws first says whether a win is missed.
    chance.random()
    budget = Budget(Limits(nodes=most), lambda: 0.0, lambda: False)
    best = knowledge_of("querni").searcher(position, budget, ()).ranked(position, 64, chance)
    assert (result.score, result.nodes) == (best.order[0].value, budget.nodes)


def test_time_ends_a_level_as_well():
    position = middle("querni")
    ticks = iter(range(1_000_000))
    result = search(position, Limits(level=7, time_s=20), clock=lambda: next(ticks))
    assert next(ticks) < 40
    assert result.move in position.legal_moves()


@few_and_many("seeds", 6, 12)
@pytest.mark.parametrize("name", GAMES)
def test_a_limit_met_half_way_leaves_a_move_that_was_looked_at(name, seeds):
    for seed in range(seeds):
        position = middle(name, seed)
        if position.outcome() is None:
            result = search(position, Limits(level=3, nodes=100 + 720 * seed // seeds), seed)
            assert result.move in position.legal_moves()


def test_no_whim_takes_a_ply_that_was_not_looked_at_as_far_as_the_best():
    level = replace(USUAL[2], beam=8, noise=0.2)
    # Looking ahead stopped after the second; the third seemed won by an evaluation.
    choices = [(40, "first"), (35, "second"), (990_000, "third"), (30, "fourth")]
    chosen = {_chosen(choices, level, PIECE, random.Random(seed)) for seed in range(50)}
    assert chosen == set(choices[:2])
