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
        "torn-tail": tr("A power failure cut off the last entry. It is lost."),
        "journal-damaged": tr(
            "The saved game is damaged at line {0}. The moves before that are safe. "
            "The whole file is kept as {2}."
        ),
        "journal-unreadable": tr("The saved game could not be read. It is kept as {1}."),
        "journal-refused": tr("The saved game cannot be continued: {0}. The file is kept."),
        "game-failed": tr("{0} failed and was closed. The moves so far are kept. ({1})"),
        "settings-damaged": tr("The settings were damaged and have been reset."),
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
    return tr("The game {name} was skipped: {reason}").format(name=name, reason=reason)


def safe_start_text() -> str:
    """Return that the program starts with the least it needs, and what to do about it."""
    return tr(
        "Safe start after crashes: lamps, buttons and the search are off. Play "
        "by touch, export your saves, or quit and start again."
    )


def refused_text(problem: str, *, is_dark: bool) -> str:
    """Return that the program starts without a part of its configuration, and why.

    *is_dark* tells that the lamps are off for it.
    """
    told = (
        tr("Configuration error: using defaults, and the lamps stay dark.")
        if is_dark
        else tr("Configuration error: using defaults for that section.")
    )
    return f"{told} {problem}"


def no_buttons_text(reason: str) -> str:
    """Return that play goes on by touch, and why there are no buttons."""
    return tr("No buttons: play by touch or keyboard. ({reason})").format(reason=reason)


def compiling_text(progress: CompileProgress) -> str:
    """Return how far compiling the rules is, or how it has ended."""
    if progress.state == DONE:
        return tr("The faster rules are ready for the next start.")
    if progress.state == FAILED:
        return tr("The rules could not be compiled. Everything still works, only slower.")
    percent = round(100 * progress.fraction)
    return tr("Making the rules faster for the next start: {percent}%").format(percent=percent)
