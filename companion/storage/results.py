"""Who has won how often, out of the records of many evenings.

Pure: gets records, reads none.  Games of guests, who have no name, and of the computer alone
are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.contract import Side
from companion.match.seats import PERSON, PHONE, level_of
from companion.storage.record import Record

FIRST_RATING: Final = 1500.0
K: Final = 32.0
"""The most that one game changes a rating; source: A. Elo, The Rating of Chessplayers (1978)."""

SCALE: Final = 400.0
"""So far apart the better one is expected to win ten games of eleven."""


class Encounter(NamedTuple):
    """One game that was finished.

    Attributes:
        sides: who played each side: a name, several with ``&``, or the program at a level.
        winner: the side that won, None after a draw.
    """

    game: str
    started: str
    sides: tuple[str, str]
    winner: Side | None


class PairScore(NamedTuple):
    """How one pair stands in one game.

    Attributes:
        wins: of each of *pair*.
        streak: who has won the last games in a row, and how many; empty after a draw.
        last: when they played last.
    """

    game: str
    pair: tuple[str, str]
    wins: tuple[int, int]
    draws: int
    streak: tuple[str, int]
    last: str


def encounters_of(records: Iterable[Record]) -> list[Encounter]:
    """Return the finished games among *records* whose players all have names, the oldest first."""
    encounters = []
    for record in records:
        first, second = _label(record.players[::2]), _label(record.players[1::2])
        is_of_people = any(level_of(player) is None for player in record.players)
        if record.outcome is not None and first and second and first != second and is_of_people:
            started, winner = record.started, record.outcome.winner
            encounters.append(Encounter(record.game.name, started, (first, second), winner))
    return sorted(encounters, key=lambda encounter: encounter.started)


def _label(players: Sequence[str]) -> str:
    """Return who the *players* of one side are; empty where one of them has no name."""
    if not players or PERSON in players or PHONE in players:
        return ""
    return " & ".join(dict.fromkeys(players))


def scores_of(encounters: Sequence[Encounter]) -> list[PairScore]:
    """Return how each pair stands in each game, who played last first."""
    pairs: dict[tuple[str, tuple[str, str]], list[Encounter]] = {}
    for encounter in encounters:
        first, second = sorted(encounter.sides, key=lambda label: (level_of(label) or 0, label))
        pairs.setdefault((encounter.game, (first, second)), []).append(encounter)
    scores = [_score_of(game, pair, played) for (game, pair), played in pairs.items()]
    return sorted(scores, key=lambda score: score.last, reverse=True)


def _score_of(game: str, pair: tuple[str, str], played: Sequence[Encounter]) -> PairScore:
    winners = ["" if e.winner is None else e.sides[e.winner] for e in played]
    wins = winners.count(pair[0]), winners.count(pair[1])
    count = 0
    while count < len(winners) and winners[-1] and winners[-1 - count] == winners[-1]:
        count += 1
    return PairScore(game, pair, wins, winners.count(""), (winners[-1], count), played[-1].started)


def ratings_of(encounters: Sequence[Encounter]) -> dict[tuple[str, str], int]:
    """Return the Elo rating of each player in each game that is played: by game and name."""
    ratings: dict[tuple[str, str], float] = {}
    for encounter in encounters:
        keys = [(encounter.game, label) for label in encounter.sides]
        first, second = (ratings.get(key, FIRST_RATING) for key in keys)
        expected = 1 / (1 + 10 ** ((second - first) / SCALE))
        score = 0.5 if encounter.winner is None else 1.0 - encounter.winner
        change = K * (score - expected)
        ratings[keys[0]], ratings[keys[1]] = first + change, second - change
    return {key: round(rating) for key, rating in ratings.items()}
