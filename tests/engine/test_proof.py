"""Only what is proved counts as won, in games made of a few positions."""

import random
from dataclasses import dataclass

import pytest

from companion.contract import Outcome
from companion.engine.alphabeta import AlphaBeta, Deepening, at_first_sight
from companion.engine.knowledge import BroadKnowledge, Knowledge, knowledge_of
from companion.engine.limits import (
    EXPECTED,
    EXPECTED_FROM,
    WIN,
    WINNING,
    WON_FROM,
    Budget,
    Limits,
    StoppedError,
    expected,
    plies_to_end,
)
from companion.engine.mcts import Mcts
from companion.engine.proof import Proof
from companion.engine.search import search
from companion.engine.searcher import Ranked, Search, Searcher
from companion.games.alquerque.rules.kernel.state import own_and_enemy
from companion.games.alquerque.search import evaluator as alquerque_evaluator
from companion.plugins import find_game
from tests.engine.endgames import ends_of_games


@dataclass(frozen=True)
class Made:
    """A position of a made game: *value* to side 0, the positions after it, and who has won."""

    key: str
    side: int = 0
    value: int = 0
    after: tuple = ()
    winner: int | None = None

    @property
    def exact(self):
        return self.key

    def outcome(self):
        return None if self.winner is None else Outcome(self.winner, "made")


class Few(Knowledge):
    """All plies of made games are known; at most *beam* of them are followed."""

    def __init__(self, beam=None, first_beam=None):
        self.beam, self.first_beam = beam, first_beam

    def children(self, position):
        return position.after

    def value(self, position):
        return position.value


class FewBroad(Few, BroadKnowledge):
    def evaluated(self, position, kept, is_late=lambda: False, enough=WIN):
        order = [at_first_sight(self, position, child, 0) for child in position.after]
        order.sort(key=lambda ranked: -ranked.value)
        return order[:kept], len(order)

    def position_after(self, position, ply):
        return ply


def unlimited(nodes=None):
    return Budget(Limits(nodes=nodes), lambda: 0.0, lambda: False)


def lost(name, plies):
    """A position of side 1, which looks good to it, that loses to the last of so many plies."""
    if plies == 2:
        won = Made(f"{name}-won", 1, winner=0)
        return Made(name, 1, -50, (Made(f"{name}-all", 0, -50, (won,)),))
    return Made(name, 1, -50, (Made(f"{name}-all", 0, -50, (lost(f"{name}-on", plies - 2),)),))


def answered(losing, *others):
    """A first position with one good ply, to which *losing* and *others* reply."""
    other = Made("other", 1, -500)
    return Made("first", 0, 0, (Made("answered", 1, 0, (*losing, *others)), other))


def only(position):
    """What follows the first ply of a position."""
    return position.after[0]


ON = Made("on", 1, 100)
SAFE = Made("safe", 0, 90, (ON,))
"""What looks worst to side 1, though nothing is lost there."""


def ranked(knowledge, position, depth=6):
    tree = AlphaBeta(knowledge, unlimited(), ())
    return tree.ranked(position, depth, random.Random(1)).order[0].value


@pytest.mark.parametrize("kind", [Few, FewBroad])
def test_a_reply_beyond_the_beam_refutes_a_win_in_the_next_turn(kind):
    losing = [only(lost(f"loses-{number}", 2)) for number in range(2)]
    assert ranked(kind(), answered(losing)) == WIN - 3
    assert ranked(kind(beam=2), answered(losing)) == WIN - 3
    assert ranked(kind(beam=2), answered(losing, SAFE)) == 100
    assert ranked(kind(beam=2), answered(losing, only(lost("loses-too", 2)))) == WIN - 3


@pytest.mark.parametrize("kind", [Few, FewBroad])
def test_a_win_farther_away_is_expected_where_the_beam_leaves_a_reply_out(kind):
    losing = [only(lost(f"loses-{number}", 4)) for number in range(2)]
    assert ranked(kind(), answered(losing)) == WIN - 5
    assert ranked(kind(beam=2), answered(losing)) == WIN - 5
    for other in (SAFE, only(lost("loses-too", 4))):
        assert ranked(kind(beam=2), answered(losing, other)) == EXPECTED - 5


def test_what_is_expected_is_proved_by_all_replies_or_stays_what_it_is():
    losing = [only(lost(f"loses-{number}", 4)) for number in range(3)]
    for position, value in (
        (answered(losing), WIN - 5),
        (answered(losing, SAFE), EXPECTED - 5),
    ):
        proof = Proof(Few(beam=1), unlimited())
        assert proof.proved(position, only(position), EXPECTED - 5) == value
        assert proof.proved(only(position), only(losing[0]), 4 - EXPECTED) == -expected_of(value)
    late = Proof(Few(beam=1), unlimited(nodes=1))
    assert late.proved(answered(losing), only(answered(losing)), EXPECTED - 5) == EXPECTED - 5


def expected_of(value):
    """*value* a ply later."""
    return value + 1


def test_no_win_is_proved_within_fewer_plies_than_it_takes():
    position = answered([only(lost("loses", 4))])
    proof = Proof(Few(), unlimited())
    assert proof.proved(position, only(position), EXPECTED - 3) == EXPECTED - 3
    assert proof.proved(position, only(position), EXPECTED - 5) == WIN - 5


def test_other_values_are_left_as_they_are():
    position = answered([SAFE])
    for value in (0, -WINNING, WIN - 3, 3 - WIN):
        assert Proof(Few(), unlimited()).proved(position, only(position), value) == value


def test_a_side_is_lost_only_where_all_its_first_plies_lose():
    losing = [only(lost(f"loses-{number}", 2)) for number in range(3)]
    position = only(answered(losing, SAFE))
    assert ranked(Few(first_beam=2), position) == -100
    assert ranked(Few(first_beam=2), only(answered(losing))) == 2 - WIN


def test_a_first_ply_that_loses_is_not_the_best_where_others_are_still_to_be_looked_at():
    order = [Ranked(10, Made("loses")), Ranked(5, Made("open"))]

    def asked(ranked, plies, alpha, beta):
        if ranked.child.key == "open":
            raise StoppedError
        return 2 - WIN

    ranking = Deepening(asked).ranked(order, 3, lambda search: None)
    assert [entry.child.key for entry in ranking.order] == ["open", "loses"]


def test_a_tree_with_some_of_the_replies_proves_nothing(monkeypatch):
    losing = [only(lost(f"loses-{number}", 2)) for number in range(4)]
    position = answered(losing)

    def value(kept):
        monkeypatch.setattr("companion.engine.mcts.KEPT", kept)
        tree = Mcts(FewBroad(), unlimited(nodes=2_000), ())
        return tree.ranked(position, 64, random.Random(1)).order[0].value

    assert value(4) == WIN - 3
    assert value(3) == EXPECTED - 3


def test_a_tree_with_some_of_the_first_plies_says_that_there_are_others(monkeypatch):
    position = only(answered([only(lost(f"loses-{number}", 2)) for number in range(3)]))
    for kept, is_cut in ((3, False), (2, True)):
        monkeypatch.setattr("companion.engine.mcts.FIRST_KEPT", kept)
        tree = Mcts(FewBroad(), unlimited(nodes=500), ())
        ranking = tree.ranked(position, 64, random.Random(1))
        assert ranking.order[0].value == 2 - WIN
        assert (ranking.others is not tuple) is is_cut


class Claiming(Searcher):
    """Says that its first ply wins, or loses, in as many plies as *value* tells."""

    def __init__(self, position, value, proves, others=tuple):
        self.child = position.play(position.legal_moves()[0])
        self.value, self.proves, self.others = value, proves, others

    def ranked(self, position, depth, chance, report=lambda ranking: None):
        return Search([Ranked(self.value, self.child)], 3, self.others)

    def line(self, position, first, most):
        return [first]


class Deeper(Claiming):
    """Looks farther each time, with one of *values* for its first ply after each look."""

    def __init__(self, position, values, last):
        super().__init__(position, last, proves=True)
        self.values = values

    def ranked(self, position, depth, chance, report=lambda ranking: None):
        for plies, value in enumerate(self.values, 1):
            report(Search([Ranked(value, self.child)], plies))
        return Search([Ranked(self.value, self.child)], len(self.values))


@pytest.mark.parametrize(
    ("values", "last", "score"),
    [
        ([700, -40, 120], 120, 40),
        # On the way to a fourth ply a limit was met.
        ([700, -40, 120], -80, 20),
        ([300], 300, 300),
        ([-40, WIN - 3], WIN - 3, WIN - 3),
        ([EXPECTED - 3, -40], -40, -40),
    ],
)
def test_the_score_lies_between_the_last_two_looks(values, last, score, monkeypatch):
    position = find_game("alquerque").initial()
    deeper = Deeper(position, values, last)
    monkeypatch.setattr(type(knowledge_of("alquerque")), "searcher", lambda *_: deeper)
    assert search(position, Limits(nodes=10_000)).score == score


def test_scores_count_in_units_of_the_game(monkeypatch):
    position = find_game("alquerque").initial()
    kind = type(knowledge_of("alquerque"))
    monkeypatch.setattr(kind, "searcher", lambda *_: Deeper(position, [300], 300))
    monkeypatch.setattr(kind, "unit", 300)
    assert search(position, Limits(nodes=10_000)).score == 100


@pytest.mark.parametrize("value", [WIN - 3, 4 - WIN])
def test_a_searcher_that_proves_nothing_is_not_believed(value, monkeypatch):
    position = find_game("alquerque").initial()
    for proves, others, wanted in (
        (True, tuple, value),
        (False, tuple, WINNING if value > 0 else -WINNING),
        (True, list, value if value > 0 else -WINNING),
    ):
        claiming = Claiming(position, value, proves, others)
        kind = type(knowledge_of("alquerque"))
        monkeypatch.setattr(kind, "searcher", lambda *_, made=claiming: made)
        assert search(position, Limits(nodes=10_000)).score == wanted


def test_an_evaluation_is_never_taken_for_a_win(monkeypatch):
    position = find_game("alquerque").initial({"forward": "on"})
    kind = type(knowledge_of("alquerque"))
    monkeypatch.setattr(kind, "value", lambda self, position: WIN - 7)
    assert search(position, Limits(nodes=50)).score in (-WINNING, WINNING)


def test_lower_levels_claim_no_more_than_a_win_in_this_turn():
    position = find_game("alquerque").from_text("..www/....w/...../b..../....b w quiet_limit=0")
    scores = {search(position, Limits(level=level), 1).score for level in range(3, 8)}
    assert scores and all(abs(score) <= WINNING for score in scores)


def test_a_win_by_a_real_domino_is_certain_once_it_is_named():
    knowledge = knowledge_of("quincy")
    for position in ends_of_games("quincy-physical"):
        winning = knowledge.winning_move(position)
        if winning is not None:
            break
    assert search(position, Limits(nodes=100)).score == WINNING
    named = search(position, Limits(nodes=100), begun=winning.touches[:1])
    assert (named.move, named.score) == (winning, WIN - 1)


def test_a_win_that_the_count_may_end_is_not_taken_over_from_another_count():
    game = find_game("alquerque")
    position = game.from_text("wwww./wwww./...../.bbbb/.bbbb w quiet_limit=50")
    searcher = alquerque_evaluator.TreeSearcher(
        knowledge_of("alquerque"), position, unlimited(), ()
    )
    own, enemy = own_and_enemy(position.state)
    tree = searcher._tree
    tree.begin(own, enemy, 0)
    tree.memory.keep(alquerque_evaluator.ply_of(own, enemy), 0, -1, WIN - 25, 3, 0)
    assert tree.value(own, enemy, 10, 3, -WIN, WIN, 2) == WIN - 27
    assert abs(tree.value(own, enemy, 26, 3, -WIN, WIN, 2)) < WON_FROM


def test_values_of_expected_wins_lie_below_proved_ones_and_above_all_others():
    assert expected(WIN - 3) == EXPECTED - 3 and expected(5 - WIN) == 5 - EXPECTED
    assert expected(100) == 100 and expected(EXPECTED - 3) == EXPECTED - 3
    assert WINNING < EXPECTED_FROM < EXPECTED < WON_FROM
    assert plies_to_end(EXPECTED - 3) is None and plies_to_end(WIN - 3) == 3
