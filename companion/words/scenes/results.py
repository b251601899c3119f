"""The words of names, and of results that add up over evenings."""

from __future__ import annotations

from collections.abc import Mapping

from companion.match.seats import level_of
from companion.storage.results import PairScore
from companion.words import buttons
from companion.words.games import game_title
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase, ntr, tr

RESULTS = menu_line("Results", "Who has won how often, for players with names.", buttons.LOOK)
NO_RESULTS = Phrase("No results yet: choose names under Who plays")
RATINGS = menu_line(
    "Ratings", "Elo ratings, one for each game: everybody starts at 1500.", buttons.CHANGE
)

GUEST = Phrase("Guest, without a name")
NEW_NAME = menu_line("New name", "Type a name. It is kept for the next games.", buttons.WRITE)
TYPE_NAME = Phrase("Who plays? At most {count} letters")


def label_title(label: str) -> str:
    """Return who played a side: a name, or the computer at its level."""
    level = level_of(label)
    return label if level is None else tr("computer, level {level}").format(level=level)


def pair_title(score: PairScore) -> str:
    """Return who plays whom."""
    first, second = map(label_title, score.pair)
    return tr("{first} – {second}").format(first=first, second=second)


def score_text(score: PairScore) -> str:
    """Return how they stand, a draw as half a win for each."""
    points = (f"{wins + score.draws / 2:g}" for wins in score.wins)
    return " : ".join(points).replace(".5", "½").replace("0½", "½")


def pair_text(score: PairScore, ratings: Mapping[tuple[str, str], int]) -> str:
    """Return a pair's wins and draws, its streak and, where there are *ratings*, these."""
    first, second = map(label_title, score.pair)
    text = tr("{game}: {first} {wins}, {second} {losses}, draws {draws}.").format(
        game=game_title(score.game),
        first=first,
        wins=score.wins[0],
        second=second,
        losses=score.wins[1],
        draws=score.draws,
    )
    return "\n".join(filter(None, (text, _streak_text(score), _ratings_text(score, ratings))))


def _streak_text(score: PairScore) -> str:
    label, count = score.streak
    if not label or count < 2:
        return ""
    won = ntr("{count} game in a row", "{count} games in a row", count)
    return tr("{who} has won {games}.").format(who=label_title(label), games=won)


def _ratings_text(score: PairScore, ratings: Mapping[tuple[str, str], int]) -> str:
    pair = [ratings.get((score.game, label)) for label in score.pair]
    if None in pair:
        return ""
    text = tr("Ratings: {first} {first_rating}, {second} {second_rating}.")
    first, second = map(label_title, score.pair)
    return text.format(first=first, first_rating=pair[0], second=second, second_rating=pair[1])
