"""How sentences speak to who sits at the table, and what is said aloud and not written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.contract import Board, HalfMove, Move, Piece, Placement, Position, Side, Site
from companion.match.seats import PERSONS, Seats
from companion.ports import SpeechFault
from companion.words.game_words import words_of
from companion.words.phrases import capitalized, short_move
from companion.words.translate import Phrase, tr

BETWEEN_PEOPLE: Final = Seats(PERSONS)

NOTE_ROOM: Final = 90
"""So many characters a move may take in a note."""


@dataclass(frozen=True)
class Voice:
    """How the players of one match are spoken to.

    One person who plays against the computer is *you*; between several each side has its name.

    Attributes:
        seats: who plays.
        is_notated: whether moves stand in sentences as the game writes them.
    """

    seats: Seats = BETWEEN_PEOPLE
    is_notated: bool = False

    def is_you(self, position: Position) -> bool:
        """Return whether the only person at the table is to move in *position*."""
        return self.seats.is_lonely and self.seats.level_to_move(position) is None

    def is_computer(self, position: Position) -> bool:
        """Return whether the only computer that a person plays against is to move."""
        is_program = self.seats.level_to_move(position) is not None
        return self.seats.is_duel and is_program

    def who(self, position: Position) -> str:
        """Return who is to move in *position*, to begin a sentence with."""
        if self.is_you(position):
            return tr("You")
        return tr("The computer") if self.is_computer(position) else _seat(position)

    def turn(self, position: Position) -> str:
        """Return whose turn it is in *position*: ``Your turn``, ``White's turn``."""
        if self.is_you(position):
            return tr("Your turn")
        if self.is_computer(position):
            return tr("The computer's turn")
        if position.game.seat_count(position.options) > 2:
            return _seat(position)
        return tr("{side}'s turn").format(side=_seat(position))

    def side(self, side: Side, game: str) -> str:
        """Return what *side* is called, to begin a sentence with."""
        if self.seats.is_duel:
            return tr("The computer") if side in self.seats.obliging else tr("You")
        return words_of(game).names.side(side)

    def mid(self, side: Side, game: str) -> str:
        """Return what another than you on *side* is called inside a sentence."""
        if self.seats.is_duel and side in self.seats.obliging:
            return tr("the computer")
        return words_of(game).names.side(side)

    def piece(self, piece: Piece, game: str) -> str:
        """Return *piece* with its owner: ``your small piece``, ``Black's small piece``."""
        names = words_of(game).names
        is_yours = self.seats.is_duel and piece.side not in self.seats.obliging
        return names.own(piece) if is_yours else names.piece(piece)

    def move(self, half: HalfMove, room: int = NOTE_ROOM) -> str:
        """Return *half*, a whole move, in at most *room* characters where it can be said so."""
        return self._fitting(half, room) or tr("the move shown")

    def chosen(self, position: Position, move: Move, room: int = NOTE_ROOM) -> str:
        """Return *move*, a legal one of *position*, in at most *room* characters."""
        return self.move(position.half_move(move), room)

    def listed(self, position: Position, move: Move, room: int) -> str:
        """Return *move* where no board shows it, in *room* characters or as few as it takes."""
        half = position.half_move(move)
        return self._fitting(half, room) or min(_ways(half), key=len)

    def _fitting(self, half: HalfMove, room: int) -> str:
        if self.is_notated and half.move is not None:
            return short_move(half.move.text)
        return next((way for way in _ways(half) if len(way) <= room), "")

    def headline(self, half: HalfMove, room: int) -> str:
        """Return that who is to move makes *half*, in at most *room* characters."""
        words, who = words_of(half.position.game.name), self.who(half.position)
        frame = tr("{who} plays {move}") if self.is_notated else words.moves.frame(half)
        if self.is_you(half.position):
            # Verbs that fit the third person do not fit *You*.
            frame = tr("Your move: {move}")
        piece = words.names.piece_word()
        left = room - len(frame.format(who=who, move="", piece=piece))
        return capitalized(frame.format(who=who, move=self.move(half, left), piece=piece))


PLAIN: Final = Voice()
"""The voice between two people: each side by its name, moves in words."""


def _ways(half: HalfMove) -> tuple[str, ...]:
    return words_of(half.position.game.name).moves.ways(half)


def _seat(position: Position) -> str:
    return words_of(position.game.name).names.seat(position, position.seat)


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
