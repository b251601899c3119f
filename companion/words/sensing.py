"""What players are told about a board that senses its pieces."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Board, HalfMove, Site
from companion.words.games import piece_name
from companion.words.phrases import SITES_NAMED
from companion.words.table import MOST_BANNER_CHARACTERS
from companion.words.translate import Phrase, ntr, tr

MENDED = Phrase("The board is right again.")
LANDED = Phrase("It must be there: press Confirm again.")


def mend_banner(half: HalfMove, fill: Sequence[Site], empty: Sequence[Site]) -> str:
    """Return how much of the table differs, in at most sixty characters."""
    board = half.position.board
    if len(fill) + len(empty) > 1:
        count = len(fill) + len(empty)
        return tr("Fix the board: {count} places").format(count=count)
    text = _fill_text(half, fill[0], board) if fill else _empty_text(empty, board)
    short = tr("Fix the board: 1 place")
    return text if len(text) <= MOST_BANNER_CHARACTERS else short


def mend_note(half: HalfMove, fill: Sequence[Site], empty: Sequence[Site]) -> str:
    """Return what to put where and what to take off, the first places of each."""
    board = half.position.board
    parts = []
    if empty:
        parts.append(_sentence(_empty_text(empty, board)))
    parts += [_sentence(_fill_text(half, site, board)) for site in fill[:2]]
    if len(fill) > 2:
        parts.append(_sentence(tr("Put back: {places}").format(places=_places(fill[2:], board))))
    return " ".join(parts)


def _sentence(text: str) -> str:
    return tr("{text}.").format(text=text)


def _fill_text(half: HalfMove, site: Site, board: Board) -> str:
    pieces = half.pieces().get(site, ())
    names = ", ".join(piece_name(half.position.game.name, piece) for piece in pieces)
    return tr("Put {pieces} on {place}").format(pieces=names, place=board.name_of(site))


def _empty_text(empty: Sequence[Site], board: Board) -> str:
    return tr("Take off what is on {places}").format(places=_places(empty, board))


def _places(sites: Sequence[Site], board: Board) -> str:
    names = [board.name_of(site) for site in sites]
    if len(names) > SITES_NAMED + 2:
        rest = len(names) - SITES_NAMED
        names = [*names[:SITES_NAMED], ntr("{count} more", "{count} more", rest)]
    return ", ".join(names)
