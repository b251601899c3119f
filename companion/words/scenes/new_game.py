"""The words of choosing a game, its options and its players, and who plays against whom."""

from __future__ import annotations

from collections.abc import Sequence

from companion.match.seats import PERSON, has_name, level_of, seat_of_only_person
from companion.words import buttons
from companion.words.games import side_name
from companion.words.phrases import capitalized
from companion.words.program import level_title, short_title
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase, tr

WHICH_GAME = Phrase("Choose a game")
READY = Phrase("{game}: ready to start?")
WHO_PLAYS = Phrase("{game}: who plays?")
WHO_SITS = Phrase("{seat}: who plays?")

START = menu_line("Start the game", verb=buttons.START)
PLAYERS = menu_line(
    "Who plays",
    "Choose people or the computer, at one of eight levels. Its moves and the tutor are "
    "set here, too.",
)
READ_RULES = menu_line("Read the rules", "How to play with the options below.", buttons.READ)
LEARN_FIRST = menu_line(
    "Learn it first", "Short lessons that show the moves and let you try them."
)
SHUFFLING = Phrase("The same number gives the same setup again. Press Confirm to reshuffle.")
OWN_RULE_SET = menu_line("your own", "Your own mix of the options below.")

PROGRAMS_MOVES = menu_line("The computer's moves", verb=buttons.CHANGE)
TUTOR = menu_line("Tutor", verb=buttons.CHANGE)
HAND_OVER = menu_line(
    "Hand over the screen",
    "Ask each player to take the screen first. Off: you just hold your dominoes.",
    buttons.CHANGE,
)


def opponents_title(players: Sequence[str]) -> str:
    """Return who plays, short enough for a line: people among themselves, or against what."""
    if set(players) == {PERSON}:
        return _people(len(players))
    levels = {level_of(player) for player in players}
    if len(levels) == 2 and seat_of_only_person(players) is not None:
        (level,) = levels - {None}
        return tr("computer, level {level}").format(level=level)
    return " – ".join(map(short_title, players))


def opponents_line(players: Sequence[str], game: str) -> str:
    """Return who plays *game*, as a part of a sentence, and which side is the person's."""
    title, seat = opponents_title(players), seat_of_only_person(players)
    if seat is None:
        return capitalized(title)
    text = tr("You ({side}) against the {opponents}")
    if len(players) > 2:
        text = tr("You and a computer partner ({side}) against the {opponents}")
    return text.format(side=side_name(seat % 2, game), opponents=title)


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
