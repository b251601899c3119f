"""Who plays against whom, as one line of a menu."""

from __future__ import annotations

from collections.abc import Sequence

from companion.match.seats import PERSON, has_name, level_of, seat_of_only_person
from companion.words.games import side_name
from companion.words.phrases import capitalized
from companion.words.program import level_title, players_text
from companion.words.translate import tr


def opponents_title(players: Sequence[str]) -> str:
    """Return who plays, short enough for a line: people among themselves, or against what."""
    if set(players) == {PERSON}:
        return _people(len(players))
    levels = {level_of(player) for player in players}
    if len(levels) == 2 and seat_of_only_person(players) is not None:
        (level,) = levels - {None}
        return tr("computer, level {level}").format(level=level)
    return players_text(tuple(players))


def opponents_line(players: Sequence[str], game: str) -> str:
    """Return who plays *game*, as a part of a sentence, and which side is the person's."""
    title, seat = opponents_title(players), seat_of_only_person(players)
    if seat is None:
        return capitalized(title)
    told = tr("You ({side}) against the {opponents}")
    if len(players) > 2:
        told = tr("You and a computer partner ({side}) against the {opponents}")
    return told.format(side=side_name(seat % 2, game), opponents=title)


def players_line(players: Sequence[str], game: str) -> str:
    """Return who played *game* as its record says: by name where it has names."""
    if not players:
        return ""
    return " – ".join(players) if any(map(has_name, players)) else opponents_line(players, game)


def opponent_title(level: int | None, count: int) -> str:
    """Return a choice of opponents: *count* people, or the computer at *level*."""
    if level is None:
        return capitalized(_people(count))
    return tr("Computer {level}: {title}").format(level=level, title=level_title(level))


def _people(count: int) -> str:
    return tr("four people") if count == 4 else tr("two people")
