"""The tables of endgames in words: how far each is, what building one costs, what is wrong."""

from __future__ import annotations

import math

from companion.engine.endgames import ENDED, TableCost, TableFault, Trouble
from companion.words import buttons
from companion.words.buttons import menu_line
from companion.words.game_words import game_title
from companion.words.translate import Phrase, ntr, problem_text, tr

MINUTE_S = 60
MEGABYTE = 1_000_000

TABLES = menu_line(
    "Perfect endgames",
    "Have the program work out how every position with few pieces ends.",
    buttons.CHOOSE,
)
HALF_BUILT = Phrase("half built")
BUILD = Phrase("build", "a table")
STOP = Phrase("stop", "building")
NONE_YET = Phrase("none yet", "tables")
PROCESS_ENDED = Phrase("its process was ended")
SAFE = Phrase("Play as usual meanwhile. Stopping, quitting or a power failure loses nothing.")

TROUBLES = {
    Trouble.CUT_OFF: Phrase("it is cut off"),
    Trouble.DAMAGED: Phrase("it is damaged"),
    Trouble.OLDER: Phrase("it is from an older version"),
    Trouble.NEWER: Phrase("it is from a newer version"),
    Trouble.OTHER_BOARD: Phrase("it is for another board"),
    Trouble.UNREADABLE: Phrase("it cannot be read"),
}
"""Why a table is passed over."""


def table_title(game: str, pieces: int) -> str:
    return tr("{game}, {count} pieces").format(game=game_title(game), count=pieces)


def known_size(pieces: int) -> str:
    """Return up to how many pieces positions are known, beside the name of their game."""
    return ntr("up to {count} piece", "up to {count} pieces", pieces) if pieces else NONE_YET()


def known_text(game: str, pieces: int) -> str:
    """Return what is known already of *game*."""
    text = tr("With up to {count} pieces, the program knows how {game} ends and how soon.")
    if not pieces:
        text = tr("The program has no table of {game} yet.")
    return text.format(count=pieces, game=game_title(game))


def cost_text(cost: TableCost) -> str:
    """Return how long building takes, and how much room."""
    text = tr("Takes {time} on a fast computer, longer on a Raspberry Pi, and {size} MB of space.")
    size = max(1, math.ceil(cost.file_bytes / MEGABYTE))
    return f"{text.format(time=_time_text(cost.seconds), size=size)}\n{SAFE()}"


def left_text(left_s: float | None) -> str:
    """Return how long it still takes, as far as that is known."""
    if left_s is None:
        return SAFE()
    text = tr("Time left: {time}.").format(time=_time_text(left_s))
    return f"{text}\n{SAFE()}"


def building_text(game: str, share: float) -> str:
    """Return how far a table of *game* is, for the start screen."""
    text = tr("Building the endgame table of {game}: {percent}%")
    return text.format(game=game_title(game), percent=int(100 * share))


def failed_text(reason: str) -> str:
    """Return that building has ended, and why."""
    text = tr("Building stopped: {reason}. What is done is kept.")
    return text.format(reason=PROCESS_ENDED() if reason == ENDED else problem_text(reason))


def built_text(game: str, pieces: int) -> str:
    """Return that a table is there, as a notice."""
    text = tr("{game}: the program now knows every position with up to {count} pieces.")
    return text.format(game=game_title(game), count=pieces)


def half_built_text(game: str, pieces: int) -> str:
    """Return that a table was begun, as a notice."""
    text = tr("The endgame table of {game} with {count} pieces is half built: see the settings.")
    return text.format(game=game_title(game), count=pieces)


def fault_text(fault: TableFault) -> str:
    """Return which table is passed over and why, as a notice."""
    text = tr("The endgame table {name} is not used: {reason}. Play goes on without it.")
    return text.format(name=fault.file.name, reason=TROUBLES[fault.trouble]())


def _time_text(seconds: float) -> str:
    if seconds < MINUTE_S:
        return tr("less than a minute")
    minutes = math.ceil(seconds / MINUTE_S)
    return ntr("about {count} minute", "about {count} minutes", minutes)
