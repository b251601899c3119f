"""What is said and not written: what stands on a place, and the sentences of the screen aloud."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from companion.contract import Board, Piece, Placement, Side, Site
from companion.ports import SpeechFault
from companion.words.game_words import words_of
from companion.words.phrases import capitalized
from companion.words.translate import Phrase, tr
from companion.words.voice import Voice

ENDS = ".!?:"
CONFIRM = Phrase("Confirm: {does}.", "spoken")
NO_VOICE = Phrase("no voice")

_FAULTS = {
    SpeechFault.MISSING: Phrase("No speech program is installed; espeak-ng is one."),
    SpeechFault.CRASHED: Phrase("The speech program says nothing; the game goes on without it."),
    SpeechFault.HANGS: Phrase("The speech program doesn't answer; the game goes on without it."),
    SpeechFault.FLOODS: Phrase("The speech program doesn't stop; the game goes on without it."),
}

_WAYS = re.compile(r"([a-z]{1,2}\d{1,2})([-x–])(?=[a-z]{1,2}\d)")
"""A move in notation, between one place and the next."""


def fault_text(fault: SpeechFault) -> str:
    """Return why nothing is spoken."""
    return _FAULTS[fault]()


def sentences(texts: Iterable[str]) -> str:
    """Return *texts* one after the other, as they are said: each a sentence, nothing in signs."""
    spoken = [" ".join(aloud(text).split()) for text in texts]
    return " ".join(text if text[-1] in ENDS else f"{text}." for text in spoken if text)


def aloud(text: str) -> str:
    """Return *text* with its signs in words: c2-c3 is c2 to c3, and 3|5 is 3 and 5."""
    text = _WAYS.sub(lambda way: _way(way[1], way[2]), text)
    text = re.sub(r"(\d)\|(\d)", tr("\\1 and \\2"), text)
    text = re.sub(r"(\d)–(\d)", tr("\\1 to \\2"), text)
    return text.replace("...", "").replace("…", "")


def _way(start: str, how: str) -> str:
    text = tr("{start}, capturing, to ") if how == "x" else tr("{start} to ")
    return text.format(start=start)


def site_text(board: Board, site: Site, standing: Sequence[Piece], game: str, voice: Voice) -> str:
    """Return a place and what stands on it, bottom first in *standing*."""
    name = board.name_of(site)
    if not standing:
        return tr("{site}, empty").format(site=name)
    # A tower is told from its top down: Black's 1 on White's 3.
    pieces = tr(" on ").join(voice.piece(piece, game) for piece in reversed(standing))
    return tr("{site}, {pieces}").format(site=name, pieces=pieces)


def places_text(board: Board, sites: Sequence[Site]) -> str:
    """Return the names of all *sites*."""
    return ", ".join(board.name_of(site) for site in sites)


def reading(board: Board, standing: Placement, game: str, voice: Voice) -> list[tuple[str, str]]:
    """Return the position as headings and what belongs to each: by side, by row, by kind."""
    return [
        *(_side_reading(side, board, standing, game) for side in (0, 1)),
        *_row_readings(board, standing, game, voice),
        *_kind_readings(board, standing, game),
    ]


def _side_reading(side: Side, board: Board, standing: Placement, game: str) -> tuple[str, str]:
    names = words_of(game).names
    counts = Counter(at for at in sorted(standing) for piece in standing[at] if piece.side == side)
    title = tr("{side}: {pieces}").format(
        side=names.side(side), pieces=names.count(counts.total())
    )
    return title, ", ".join(_counted(board, *place) for place in counts.items()) or tr("none")


def _counted(board: Board, site: Site, count: int) -> str:
    """Return a place, and how many pieces stand on it where it is not one."""
    name = board.name_of(site)
    text = tr("{count} on {site}").replace(" ", "\N{NO-BREAK SPACE}")
    return name if count == 1 else text.format(count=count, site=name)


def _row_readings(
    board: Board, standing: Placement, game: str, voice: Voice
) -> list[tuple[str, str]]:
    rows: dict[int, list[Site]] = {}
    for site, (_, rank) in enumerate(board.places):
        rows.setdefault(rank, []).append(site)
    readings = []
    for row, (_, sites) in enumerate(sorted(rows.items()), 1):
        taken = [
            site_text(board, site, standing[site], game, voice)
            for site in sites
            if standing.get(site)
        ]
        readings.append((tr("Row {row}").format(row=row), "; ".join(taken) or tr("empty")))
    return readings


def _kind_readings(board: Board, standing: Placement, game: str) -> list[tuple[str, str]]:
    names = words_of(game).names
    kinds: dict[Piece, list[Site]] = {}
    for site in sorted(standing):
        for piece in dict.fromkeys(standing[site]):
            kinds.setdefault(piece, []).append(site)
    if len(kinds) <= 2:
        # Then it is by sides already.
        return []
    return [
        (capitalized(names.piece(piece)), places_text(board, sites))
        for piece, sites in sorted(kinds.items())
    ]
