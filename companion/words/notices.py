"""What the players should hear of once, as sentences: found files, missing devices."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from companion.building.progress import DONE, FAILED, CompileProgress
from companion.plugins import known
from companion.storage.disk import Notice
from companion.words.translate import Phrase, from_data, localized, ntr, tr

SAFE_START = Phrase("safe start")
"""Why there are no buttons then."""

SAFE_START_NOTE = Phrase(
    "Safe start after crashes: lamps, buttons, hints and the computer player are off. Play "
    "by touch, export your saves, or quit and start again."
)
NO_BUTTONS = Phrase("No buttons: play by touch or keyboard. ({reason})")
LEFT_OUT = Phrase("The game {name} was skipped: {reason}")
LESSON_LEFT_OUT = Phrase("A lesson of {game} was skipped: {reason}")

DAMAGED = Phrase(
    "Files of the program are damaged: {files}. It does without them. To repair it, install "
    "it again."
)
MOST_NAMED: Final = 3

GAMES_UNSAVED = Phrase("Games are not being saved: {reason}")
SAVING_NOTE = Phrase("One moment: this counts as soon as it is saved. The disk is slow.")
RECORDS_UNREAD = Phrase("The records could not be listed: {reason}")
SETTINGS_UNSAVED = Phrase("Settings are not being saved: {reason}")

SYSTEM: Final = MappingProxyType({
    os.strerror(number): phrase
    for number, phrase in (
        (errno.ENOSPC, Phrase("the disk is full")),
        (errno.EDQUOT, Phrase("the disk is full")),
        (errno.EROFS, Phrase("the disk is read-only")),
        (errno.EACCES, Phrase("no permission")),
        (errno.EPERM, Phrase("no permission")),
        (errno.EIO, Phrase("the disk cannot be read or written")),
        (errno.ENOENT, Phrase("the file or folder is gone")),
        (errno.EISDIR, Phrase("there is a folder with that name")),
        (errno.ENOTDIR, Phrase("there is a file in place of the folder")),
        (errno.EMFILE, Phrase("too many files are open")),
        (errno.ENOMEM, Phrase("not enough memory")),
    )
})  # fmt: skip
"""What the system says where a file cannot be read or written, and what players are told."""


def reason_text(reason: str) -> str:
    """Return why something went wrong, as players say it; an unknown *reason* as it is."""
    return SYSTEM[reason]() if reason in SYSTEM else localized(reason)


_KEPT = {
    "journal-damaged": "journal-damaged-alone",
    "journal-unreadable": "journal-in-place",
}
"""What is said instead of a file that was kept aside where none could be."""


def notice_text(notice: Notice) -> str:
    """Return *notice* as a sentence or two."""
    code = notice.code
    if code in _KEPT and not notice.values[-1]:
        code = _KEPT[code]
    sentence = {
        "torn-tail": tr("A power failure cut off the last entry. It is lost."),
        "journal-damaged": tr(
            "The saved game is damaged at line {0}. The moves before that are safe. "
            "The whole file is kept as {2}."
        ),
        "journal-damaged-alone": tr(
            "The saved game is damaged at line {0}. The moves before that are safe; "
            "there was no way to keep the rest."
        ),
        "journal-unreadable": tr("The saved game could not be read. It is kept as {1}."),
        "journal-in-place": tr("The saved game could not be read, and was left alone: {0}"),
        "journal-refused": tr("The saved game cannot be continued: {0}. The file is kept."),
        "game-failed": tr("{0} failed and was closed. The moves so far are kept. ({1})"),
        "settings-damaged": tr("The settings were damaged and have been reset."),
        "settings-unreadable": tr("The settings could not be read. Using defaults: {0}"),
    }.get(code, code)
    if code == "game-failed":
        name, reason = map(str, notice.values)
        plugin = known(name)
        # Its own words may be what fails.
        title = from_data(plugin.title) if plugin is not None and plugin.title else name
        return sentence.format(title, reason)
    values = [reason_text(each) if isinstance(each, str) else each for each in notice.values]
    return sentence.format(*values)


def failed_text(game: str, reason: str) -> str:
    """Return that *game*, which came from outside, has failed, and what became of its moves."""
    return notice_text(Notice("game-failed", (game, reason)))


def damage_text(files: Sequence[str]) -> str:
    """Return that *files*, a file or more, are damaged."""
    # As they lie in the program's folder, which nobody at a table knows.
    names = [file.rpartition("/companion/")[2] for file in files[:MOST_NAMED]]
    return DAMAGED(files=", ".join([*names, *(["..."] if len(files) > MOST_NAMED else [])]))


def refused_text(problem: str, *, is_dark: bool) -> str:
    """Return that the program starts without a part of its configuration, and why.

    *is_dark* tells that the lamps are off for it.
    """
    text = (
        tr("Configuration error: using defaults, and the lamps stay dark.")
        if is_dark
        else tr("Configuration error: using defaults for that section.")
    )
    return f"{text} {localized(problem)}"


def left_out_text(count: int, name: str) -> str:
    """Return that *count* files are not in what was written; its file *name* tells which."""
    return ntr(
        "{count} file is not in it; {name} in it says which and why.",
        "{count} files are not in it; {name} in it says which and why.",
        count,
        name=name,
    )


def compiling_text(progress: CompileProgress) -> str:
    """Return how far compiling the rules is, or how it has ended."""
    if progress.state == DONE:
        return tr("The faster rules are ready for the next start.")
    if progress.state == FAILED:
        return tr("The rules could not be compiled. Everything still works, only slower.")
    percent = round(100 * progress.fraction)
    return tr("Making the rules faster for the next start: {percent}%").format(percent=percent)
