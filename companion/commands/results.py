"""``companion results``: who has won how often, pair by pair and game by game."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from companion.commands import Commands
from companion.commands.report import add_json_argument, report
from companion.errors import CompanionError
from companion.plugins import find_game
from companion.storage.disk import Disk
from companion.storage.exchange import Json
from companion.storage.library import MOST_RECORDS_LISTED
from companion.storage.record_reader import read_record
from companion.storage.results import PairScore, encounters_of, ratings_of, scores_of
from companion.storage.saves import RECORDS_NAME, newest_records
from companion.storage.state_dir import state_path
from companion.words.records import NO_RESULTS, pair_text, pair_title, score_text
from companion.words.translate import localized, tr

Ratings: TypeAlias = Mapping[tuple[str, str], int]
"""The rating of each player by game and name."""


def add_results(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "results",
        help=tr("add up who has won how often, for players with names"),
        description=tr("Add up the newest records of games between players with names."),
    )
    add_json_argument(parser)
    parser.add_argument("--ratings", action="store_true", help=tr("also print Elo ratings"))
    parser.add_argument("--state", metavar=tr("DIR"), type=Path, help=tr("where games are saved"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a few lines for each pair and game, who played last first, and return 0."""
    folder = (args.state or state_path(os.environ)) / RECORDS_NAME
    records = []
    for path in newest_records(folder, MOST_RECORDS_LISTED, Disk()):
        try:
            records.append(read_record(path, find_game))
        except CompanionError as error:
            print(f"companion: {localized(error.message)}", file=sys.stderr)
    played = encounters_of(records)
    scores, ratings = scores_of(played), ratings_of(played) if args.ratings else {}
    report(args, _lines(scores, ratings), lambda: _data(scores, ratings))
    return 0


def _lines(scores: Sequence[PairScore], ratings: Ratings) -> Iterator[str]:
    """Yield each pair with its score, then wins, draws and streak indented."""
    if not scores:
        yield NO_RESULTS()
    for score in scores:
        yield f"{pair_title(score)}: {score_text(score)}"
        yield from (f"  {line}" for line in pair_text(score, ratings).splitlines())


def _data(scores: Sequence[PairScore], ratings: Ratings) -> Json:
    """Return the same by the names and codes of records."""
    return {"results": [_score_data(score, ratings) for score in scores]}


def _score_data(score: PairScore, ratings: Ratings) -> Json:
    winner, count = score.streak
    return {
        "game": score.game,
        "players": score.pair,
        "wins": score.wins,
        "draws": score.draws,
        "streak": {"player": winner or None, "games": count},
        "last": score.last,
        "ratings": [ratings.get((score.game, name)) for name in score.pair],
    }
