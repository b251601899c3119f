"""Results that add up over evenings, streaks, and ratings."""

import pytest

from companion.contract import Outcome
from companion.plugins import GAMES
from companion.storage.record import Record
from companion.storage.results import PairScore, encounters_of, ratings_of, scores_of

ANNA, BEN = "Anna", "Ben"


def record(players, winner, day, game="alquerque", is_over=True):
    outcome = Outcome(winner, "resigned") if is_over else None
    started = f"2026-07-{day:02} 18:30:05"
    played_game = GAMES[game]
    return Record(
        played_game,
        {},
        0,
        played_game.board_name,
        (),
        started=started,
        outcome=outcome,
        players=players,
    )


def evenings(*games):
    """The scores of games of Anna and Ben: who had the first side, and who won it."""
    records = [record(players, winner, day) for day, (players, winner) in enumerate(games, 1)]
    return scores_of(encounters_of(records))


def test_wins_and_draws_add_up_whoever_has_which_side():
    games = [((ANNA, BEN), 0), ((BEN, ANNA), 0), ((BEN, ANNA), 1), ((ANNA, BEN), None)]
    assert evenings(*games) == [
        PairScore("alquerque", (ANNA, BEN), (2, 1), 1, ("", 0), "2026-07-04 18:30:05")
    ]


def test_a_streak_is_who_won_last_and_how_often_in_a_row():
    games = [((ANNA, BEN), 1), ((ANNA, BEN), 0), ((BEN, ANNA), 1), ((ANNA, BEN), 0)]
    assert evenings(*games)[0].streak == (ANNA, 3)


def test_each_pair_and_each_game_counts_by_itself_the_newest_first():
    records = [
        record((ANNA, BEN), 0, 1),
        record((ANNA, "Cleo"), 0, 3),
        record((ANNA, BEN), 1, 2, "querni"),
    ]
    pairs = [(score.game, score.pair) for score in scores_of(encounters_of(records))]
    assert pairs == [
        ("alquerque", (ANNA, "Cleo")), ("querni", (ANNA, BEN)), ("alquerque", (ANNA, BEN))
    ]  # fmt: skip


def test_four_players_are_two_teams():
    records = [record((ANNA, BEN, "Cleo", "Dan"), 0, 1, "quincy")]
    assert scores_of(encounters_of(records))[0].pair == ("Anna & Cleo", "Ben & Dan")


def test_the_computer_at_a_level_is_an_opponent():
    records = [record(("program level 3", ANNA), 0, 1)]
    score = scores_of(encounters_of(records))[0]
    assert score.pair == (ANNA, "program level 3") and score.wins == (0, 1)


@pytest.mark.parametrize(
    "left_out",
    [
        record((ANNA, "person"), 0, 1),
        record(("person", "person"), 0, 1),
        record(("program level 1", "program level 2"), 0, 1),
        record((), 0, 1),
        record((ANNA, ANNA), 0, 1),
        record((ANNA, BEN), 0, 1, is_over=False),
    ],
)
def test_guests_the_computer_alone_and_unfinished_games_are_left_out(left_out):
    assert encounters_of([left_out]) == []


def test_ratings_are_elo_with_a_k_of_32():
    records = [record((ANNA, BEN), 0, 1)]
    assert ratings_of(encounters_of(records)) == {
        ("alquerque", ANNA): 1516, ("alquerque", BEN): 1484
    }  # fmt: skip
    records += [record((BEN, ANNA), 0, 2), record((BEN, ANNA), None, 3)]
    # By hand: 1516 against 1484 expects 0.5459, so 17.47 go back; then 1498.53 against
    # 1501.47 expects 0.4958, and a draw moves 0.14.
    assert ratings_of(encounters_of(records)) == {
        ("alquerque", ANNA): 1499, ("alquerque", BEN): 1501
    }  # fmt: skip
