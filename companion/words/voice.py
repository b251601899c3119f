"""How sentences speak to who sits at the table, and what is said aloud and not written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.contract import Board, HalfMove, Move, Piece, Placement, Position, Side, Site
from companion.match.seats import PERSON, PERSONS, Seats, has_name
from companion.ports import SpeechFault
from companion.words.game_words import words_of
from companion.words.names import by_itself
from companion.words.phrases import (
    MOST_BANNER_CHARACTERS,
    capitalized,
    first_fitting,
    in_turn,
    short_move,
    short_name,
)
from companion.words.translate import Phrase, tr

BETWEEN_PEOPLE: Final = Seats(PERSONS)

NOTE_ROOM: Final = 90
"""So many characters a move may take in a note."""


@dataclass(frozen=True)
class Voice:
    """How the players of one match are spoken to.

    One person who plays against the computer is *you*; of several each has a name, and a guest
    that of the side.

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
        if self.is_computer(position):
            return tr("The computer")
        return self.seats.name_at(position.seat) or _seat(position)

    def turn(self, position: Position) -> str:
        """Return whose turn it is in *position*: ``Your turn``, ``Anna's turn (White)``."""
        return self.turns(position)[0]

    def turns(self, position: Position) -> tuple[str, ...]:
        """Return the ways of saying whose turn it is in *position*, the fullest first."""
        who = self.who(position)
        if self.is_you(position):
            return tr("Your turn"), who
        if self.is_computer(position):
            return tr("The computer's turn"), who
        if self.seats.name_at(position.seat):
            color = words_of(position.game.name).names.side(position.side)
            texts = tr("{name}'s turn ({side})"), tr("{name} ({side})")
            short = short_name(who)
            ways = (text.format(name=name, side=color) for text in texts for name in (who, short))
            return (*ways, short)
        if position.game.seat_count(position.options) > 2:
            return (who,)
        return tr("{side}'s turn").format(side=who), who

    def banner(self, position: Position, frame: Callable[..., str]) -> str:
        """Return what *frame* makes of the ``turn`` in *position*, at a banner's length."""
        texts = (frame(turn=turn) for turn in self.turns(position))
        return first_fitting(texts, MOST_BANNER_CHARACTERS)

    def player(self, side: Side, game: str) -> str:
        """Return who plays *side*: by name the one person who does, else as the side is called.

        A team has two, with whom no verb would fit that fits a side.
        """
        names = () if self.seats.is_lonely else self.seats.names_of(side)
        return names[0] if len(names) == 1 else words_of(game).names.side(side)

    def callers(self, side: Side, game: str) -> tuple[str, ...]:
        """Return the ways of calling up who plays *side*, the fullest first: ``Anna & Cleo``."""
        names = () if self.seats.is_lonely else self.seats.names_of(side)
        color = words_of(game).names.side(side)
        if not names:
            return (color,)
        called = (" & ".join(names), " & ".join(map(short_name, names)))
        return called if len(names) == 1 else (*called, color)

    def side(self, side: Side, game: str) -> str:
        """Return what *side* is called, to begin a sentence with."""
        if self.seats.is_duel:
            return tr("The computer") if side in self.seats.obliging else tr("You")
        return self.player(side, game)

    def short(self, side: Side, game: str) -> str:
        """Return the same with a long name shortened, for where there is little room."""
        who = self.side(side, game)
        return short_name(who) if who in self.seats.names_of(side) else who

    def mid(self, side: Side, game: str) -> str:
        """Return what another than you on *side* is called inside a sentence."""
        if self.seats.is_duel and side in self.seats.obliging:
            return tr("the computer")
        return self.player(side, game)

    def piece(self, piece: Piece, game: str) -> str:
        """Return *piece* with its owner: ``your small piece``, ``Black's small piece``."""
        names = words_of(game).names
        is_yours = self.seats.is_duel and piece.side not in self.seats.obliging
        return names.own(piece) if is_yours else names.piece(piece)

    def move(self, half: HalfMove, room: int = NOTE_ROOM) -> str:
        """Return *half*, a whole move, in at most *room* characters where it can be said so."""
        return self.fitting(half, room) or tr("the move shown")

    def chosen(self, position: Position, move: Move, room: int = NOTE_ROOM) -> str:
        """Return *move*, a legal one of *position*, in at most *room* characters."""
        return self.move(position.half_move(move), room)

    def listed(self, position: Position, move: Move, room: int) -> str:
        """Return *move* where no board shows it, in *room* characters or as few as it takes."""
        half = position.half_move(move)
        return self.fitting(half, room) or min(_ways(half), key=len)

    def fitting(self, half: HalfMove, room: int) -> str:
        """Return *half*, a whole move, in at most *room* characters; empty if it has no way."""
        if self.is_notated and half.move is not None:
            return short_move(half.move.text)
        return next((way for way in _ways(half) if len(way) <= room), "")

    def headline(self, half: HalfMove, room: int) -> str:
        """Return that who is to move makes *half*, in at most *room* characters."""
        return capitalized(self.with_move(half, room, _frame(self, half)))

    def told(self, half: HalfMove) -> str:
        """Return that who is to move makes *half*, with what it takes, however long that is."""
        game = half.position.game.name
        move = words_of(game).moves.fully(half, partial(self.piece, game=game))
        return capitalized(_frame(self, half)(who=self.who(half.position), move=move))

    def with_move(self, half: HalfMove, room: int, frame: Callable[..., str]) -> str:
        """Return what *frame* makes of ``who`` is to move and of *half* as its ``move``.

        In at most *room* characters: a long name is shortened before the move goes unsaid.
        """
        who = self.who(half.position)
        short = short_name(who) if who == self.seats.name_at(half.position.seat) else who
        for called in (who, short):
            move = self.fitting(half, room - len(frame(who=called, move="")))
            if move:
                return frame(who=called, move=move)
        return frame(who=short, move=self.move(half, 0))


PLAIN: Final = Voice()
"""The voice between two guests: each side as it is called, moves in words."""


def onlooker(players: Sequence[str], *, is_notated: bool = False, is_short: bool = False) -> Voice:
    """Return the voice to those who look back at a game of *players*: nobody of them is *you*.

    With *is_short*, long names are shortened.
    """
    named = short_name if is_short else str
    people = tuple(named(player) if has_name(player) else PERSON for player in players)
    return Voice(Seats(people or PERSONS), is_notated)


def _frame(voice: Voice, half: HalfMove) -> Callable[..., str]:
    """Return what makes a sentence of ``who`` and ``move``, that *half* is made."""
    words = words_of(half.position.game.name)
    frame = tr("{who} plays {move}") if voice.is_notated else words.moves.frame(half)
    if voice.is_you(half.position):
        # Verbs that fit the third person do not fit *You*.
        frame = tr("Your move: {move}")
    return partial(frame.format, piece=words.names.piece_word())


def _ways(half: HalfMove) -> tuple[str, ...]:
    return words_of(half.position.game.name).moves.ways(half)


def _seat(position: Position) -> str:
    return words_of(position.game.name).names.seat(position, position.seat)


ENDS = ".!?:"
DOES = Phrase("{button}: {does}.", "spoken")
DOES_NOTHING = Phrase("{button} does nothing here.", "spoken")
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
    pieces = tr(" on ").join(by_itself(voice.piece(piece, game)) for piece in reversed(standing))
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
    own = [(at, piece) for at in sorted(standing) for piece in standing[at] if piece.side == side]
    counts = Counter(at for at, _ in own)
    title = tr("{side}: {pieces}").format(side=names.side(side), pieces=names.count(len(own)))
    places = [_counted(board, *place) for place in counts.items()]
    if words_of(game).set_up.numbers_tiles:
        text = tr("{number} on {site}").replace(" ", "\N{NO-BREAK SPACE}")
        by_number = sorted(own, key=lambda each: each[1].value)
        places = [text.format(number=tile.value, site=board.name_of(at)) for at, tile in by_number]
    return title, ", ".join(places) or tr("none")


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
        readings.append((tr("Row {row}").format(row=row), in_turn(taken) or tr("empty")))
    return readings


def _kind_readings(board: Board, standing: Placement, game: str) -> list[tuple[str, str]]:
    names = words_of(game).names
    kinds: dict[Piece, list[Site]] = {}
    for site in sorted(standing):
        for piece in dict.fromkeys(standing[site]):
            kinds.setdefault(piece, []).append(site)
    if len(kinds) <= 2 or words_of(game).set_up.numbers_tiles:
        # Then it is by sides already.
        return []
    return [
        (capitalized(by_itself(names.piece(piece))), places_text(board, sites))
        for piece, sites in sorted(kinds.items())
    ]
