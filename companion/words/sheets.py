"""The texts on printed sheets."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Board, LampGrid
from companion.words.games import game_title
from companion.words.translate import Phrase, ntr, tr

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
