"""What commands print, what argparse and the system say there, and the texts on printed sheets.

Argparse asks the library gettext for its own texts, see
`companion.words.translate.speak_in_argparse`.

Source: Lib/argparse.py of Python 3.11 to 3.14; a test compares the one that runs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.contract import Board, LampGrid
from companion.words.game_words import game_title
from companion.words.translate import Phrase, ntr, tr

ARGPARSE: Final = (
    Phrase("usage: "),
    Phrase("positional arguments"),
    Phrase("options"),
    Phrase("%(heading)s:"),
    Phrase("show this help message and exit"),
    Phrase("argument %(argument_name)s: %(message)s"),
    Phrase("the following arguments are required: %s"),
    Phrase("one of the arguments %s is required"),
    Phrase("unrecognized arguments: %s"),
    Phrase("not allowed with argument %s"),
    Phrase("ignored explicit argument %r"),
    Phrase("expected one argument"),
    Phrase("expected at most one argument"),
    Phrase("expected at least one argument"),
    Phrase("ambiguous option: %(option)s could match %(matches)s"),
    Phrase("unexpected option string: %s"),
    Phrase("unknown parser %(parser_name)r (choices: %(choices)s)"),
    Phrase("invalid %(type)s value: %(value)r"),
    Phrase("invalid choice: %(value)r (choose from %(choices)s)"),
    Phrase("invalid choice: %(value)r, maybe you meant %(suggestion)r? (choose from %(choices)s)"),
    Phrase("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
)
"""Its sentences and headings that this program's options lead to."""

SYSTEM: Final = (
    Phrase("No such file or directory"),
    Phrase("Permission denied"),
    Phrase("Operation not permitted"),
    Phrase("Is a directory"),
    Phrase("Not a directory"),
    Phrase("File exists"),
    Phrase("File name too long"),
    Phrase("Too many levels of symbolic links"),
    Phrase("No space left on device"),
    Phrase("Disk quota exceeded"),
    Phrase("Read-only file system"),
    Phrase("Input/output error"),
    Phrase("No such device"),
    Phrase("Device or resource busy"),
    Phrase("Too many open files"),
)
"""Why a file or device cannot be used, as ``os.strerror`` has it: `companion.errors.reason_of`."""


UNUSED = Phrase("Not kept: {what}")
_OPENING_CUT = Phrase("The comment before the first move was cut at {limit} characters.")
_CUT = Phrase("The comment on move {ply} was cut at {limit} characters.")


def cut_text(ply: int, limit: int) -> str:
    """Return that the comment on the ply with this number, 0 for none, is longer than *limit*."""
    return _CUT(ply=ply, limit=limit) if ply else _OPENING_CUT(limit=limit)


CAPS_TITLE = Phrase("Caps for the four buttons")
PAGE = Phrase("page {0} of {1}")
SCALE = Phrase("print at 100%")


def sheet_title(game: str, what: str) -> str:
    """Return what is printed of the game called *game*."""
    part = {
        "board": tr("board"),
        "pieces": tr("pieces"),
        "drill": tr("drilling template"),
    }[what]
    return f"{game_title(game)} – {part}"


def caps_note(sizes: Sequence[float]) -> str:
    """Return how wide the caps are, in mm."""
    text = ", ".join(f"{size:g}" for size in sizes)
    return tr("{sizes} mm wide: measure the flat top of your buttons.").format(sizes=text)


def footer_lines(pages: int) -> tuple[str, ...]:
    """Return what the ruler on each page is for, and how *pages* become one sheet."""
    scale = tr("Actual size, not “fit to page”: on paper this ruler measures 100 mm.")
    if pages == 1:
        return (scale,)
    glue = tr("Cut each page along its crosses, line it up with the next page, and glue.")
    return glue, scale


def board_note(board: Board, pitch: str) -> str:
    """Return which board is drawn, how large, and where its geometry comes from."""
    return tr("Board {name}, dots {pitch} mm apart – {note}").format(
        name=_one_line(board.name), pitch=pitch, note=_one_line(tr(board.note))
    )


def pieces_note(count: int, sizes: int, board: str, pitch: str) -> str:
    """Return how many pieces there are and for which board."""
    pieces = ntr("{count} piece", "{count} pieces", count)
    if sizes > 1:
        text = tr("{pieces} in {sizes} sizes, all visible in one tower, for {board}")
    else:
        text = tr("{pieces} for {board}")
    where = tr("board {name}, dots {pitch} mm apart").format(name=board, pitch=pitch)
    return text.format(pieces=pieces, sizes=sizes, board=where)


def cut_note(dominoes: int) -> str:
    """Return how the pieces come off the sheet."""
    cut = tr("Glue the sheet onto cardboard, then cut along the dashed lines.")
    if dominoes:
        cut += " " + tr("The {count} dominoes come last.").format(count=dominoes)
    return cut


def drill_note(panel: str, lamps: LampGrid, led_pitch: str, pitch: str, hole: str) -> str:
    """Return which panel fits under the holes."""
    every = tr("on every lamp") if lamps.pitch == 1 else tr("every {count} lamps")
    return tr(
        "LED pitch {led} mm: a dot {every} of panel {panel}, so dots are {pitch} mm apart; "
        "holes {hole} mm wide."
    ).format(
        led=led_pitch,
        every=every.format(count=lamps.pitch),
        panel=_one_line(panel),
        pitch=pitch,
        hole=hole,
    )


def first_lamp_note(board: Board, corner: str, lamps: LampGrid) -> str:
    """Return where the panel lies under the template, seen from above."""
    column, row = lamps.first
    return tr(
        "Board {name}, seen from above. Column {column}, row {row} of the panel, "
        "counted from 0 at its near left lamp, lies under {corner}. Gray points are "
        "lamps without a dot."
    ).format(name=_one_line(board.name), column=column, row=row, corner=corner)


def _one_line(text: str) -> str:
    return " ".join(text.split())
