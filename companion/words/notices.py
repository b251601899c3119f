"""What the players should hear of once, as sentences: found files, missing devices."""

from __future__ import annotations

from companion.building.progress import DONE, FAILED, CompileProgress
from companion.storage.disk import Notice
from companion.words.games import game_title
from companion.words.translate import Phrase, tr

SAFE_START = Phrase("safe start")
"""Why there are no buttons then."""

GAMES_UNSAVED = Phrase("Games are not being saved: {reason}")
SETTINGS_UNSAVED = Phrase("Settings are not being saved: {reason}")


def notice_text(notice: Notice) -> str:
    """Return *notice* as a sentence or two."""
    sentence = {
        "torn-tail": tr("The last entry was cut off by a power loss and is gone."),
        "journal-damaged": tr(
            "The saved game was damaged at line {0}; the moves before it are there. "
            "The whole file is kept as {2}."
        ),
        "journal-unreadable": tr("The saved game could not be read. It is kept as {1}."),
        "journal-refused": tr("The saved game cannot be gone on with: {0}. It is kept."),
        "game-failed": tr("{0} has failed and was closed. The moves so far are kept. ({1})"),
        "settings-damaged": tr("The settings were damaged and are back to normal."),
    }.get(notice.code, notice.code)
    if notice.code == "game-failed":
        game, reason = notice.values
        return sentence.format(game_title(str(game)), reason)
    return sentence.format(*notice.values)


def failed_text(game: str, reason: str) -> str:
    """Return that *game*, which came from outside, has failed, and what became of its moves."""
    return notice_text(Notice("game-failed", (game, reason)))


def left_out_text(name: str, reason: str) -> str:
    """Return that a game which is installed is not offered, and why."""
    return tr("The game {name} is left out: {reason}").format(name=name, reason=reason)


def safe_start_text() -> str:
    """Return that the program starts with the least it needs, and what to do about it."""
    return tr(
        "Safe start after crashes: lamps, buttons and the search are off. "
        "Play by touch, save the games elsewhere, or quit and start again."
    )


def refused_text(problem: str, *, is_dark: bool) -> str:
    """Return that the program starts without a part of its configuration, and why.

    *is_dark* tells that the lamps are off for it.
    """
    told = (
        tr("Configuration refused: defaults instead, and the lamps stay dark.")
        if is_dark
        else tr("Configuration refused: defaults instead of the section.")
    )
    return f"{told} {problem}"


def no_buttons_text(reason: str) -> str:
    """Return that play goes on by touch, and why there are no buttons."""
    return tr("No buttons: play by touch or keyboard. ({reason})").format(reason=reason)


def compiling_text(progress: CompileProgress) -> str:
    """Return how far compiling the rules is, or how it has ended."""
    if progress.state == DONE:
        return tr("The rules are compiled. The next start uses them.")
    if progress.state == FAILED:
        return tr("The rules could not be compiled. They work as they are, only slower.")
    percent = round(100 * progress.fraction)
    return tr("Making the rules faster for the next start: {percent} %").format(percent=percent)
