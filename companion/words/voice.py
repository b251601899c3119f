"""How sentences speak to who sits at the table: whom they call you, and how they say a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.contract import HalfMove, Move, Piece, Position, Side
from companion.match.seats import PERSONS, Seats
from companion.words.game_words import words_of
from companion.words.phrases import capitalized, short_move
from companion.words.translate import tr

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
