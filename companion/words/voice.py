"""How sentences speak to who sits at the table, and what is said aloud and not written.

With everything spoken, what is shown is what is spoken; nothing of it may send somebody to look
or to touch who can do neither.  `INSTEAD` has what is told in its place; a game brings the same
for its own sentences and lessons, as ``by_ear`` of its words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

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
from companion.words.translate import Phrase, speak_by_ear, tr

BETWEEN_PEOPLE: Final = Seats(PERSONS)

NOTE_ROOM: Final = 90
"""So many characters a move may take in a note."""


class Tag(NamedTuple):
    """What stands for a side where there is little room.

    Attributes:
        text: who plays it, a long name shortened, or what it is called.
        is_name: its color is not said by that, and has to be shown.
    """

    text: str
    is_name: bool


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
        return self.seats.is_lonely and self.seats.is_here(position)

    def is_computer(self, position: Position) -> bool:
        """Return whether the only computer that a person plays against is to move."""
        is_program = self.seats.level_to_move(position) is not None
        return self.seats.is_duel and is_program

    def is_seat(self, position: Position) -> bool:
        """Return whether one of several seats without a name is to move in *position*."""
        has_name = bool(self.seats.name_at(position.seat))
        is_one_of_many = position.game.seat_count(position.options) > 2
        addressed = self.is_you(position) or self.is_computer(position)
        return is_one_of_many and not (has_name or addressed)

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
        if self.is_seat(position):
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


def tag_of(voice: Voice, side: Side, game: str) -> Tag:
    """Return what stands for *side* beside the board: nobody there is *you*."""
    who = voice.player(side, game)
    is_name = who in voice.seats.names_of(side)
    return Tag(short_name(who) if is_name else who, is_name)


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


SHORT: Final[Mapping[str, Phrase]] = {
    "{turn}: touch where it goes": Phrase("{turn}: choose where it goes"),
    "{turn}: touch a piece to move": Phrase("{turn}: choose a piece with Next"),
    "{turn}: touch a stone to move": Phrase("{turn}: choose a stone with Next"),
    "{turn}: touch a tile to move": Phrase("{turn}: choose a tile with Next"),
    "{turn}: touch a {piece} to move": Phrase("{turn}: choose a {piece} with Next"),
    "{turn}: touch a dot": Phrase("{turn}: choose a dot"),
    "{turn}: touch a point": Phrase("{turn}: choose a point"),
    "{turn}: touch a square": Phrase("{turn}: choose a square"),
    "{turn}: touch a {place}": Phrase("{turn}: choose a {place}"),
    "{turn}: touch the next dot": Phrase("{turn}: choose the next dot"),
    "{turn}: touch the next point": Phrase("{turn}: choose the next point"),
    "{turn}: touch the next square": Phrase("{turn}: choose the next square"),
    "{turn}: touch the next {place}": Phrase("{turn}: choose the next {place}"),
    "{turn}: touch a dot, or Confirm to stop here": Phrase(
        "{turn}: choose a dot, or Confirm to stop here"
    ),
    "{turn}: touch a point, or Confirm to stop here": Phrase(
        "{turn}: choose a point, or Confirm to stop here"
    ),
    "{turn}: touch a square, or Confirm to stop here": Phrase(
        "{turn}: choose a square, or Confirm to stop here"
    ),
    "{turn}: touch a {place}, or Confirm to stop here": Phrase(
        "{turn}: choose a {place}, or Confirm to stop here"
    ),
    "{turn}: touch a {piece} in your hand, then a {area}": Phrase(
        "{turn}: choose a {piece} in your hand, then a {area}"
    ),
    "{turn}: good so far, go on. Hint shows more": Phrase(
        "{turn}: good so far, go on. Hint says more"
    ),
    "{turn}: another move is better. Hint shows it": Phrase(
        "{turn}: another move is better. Hint says which"
    ),
    "{turn}: touch a number on your domino": Phrase("{turn}: choose a number on your domino"),
    "{turn}: touch your domino with a {number}": Phrase(
        "{turn}: choose your domino with a {number}"
    ),
    "{turn}: slide to a domino and let go there": Phrase(
        "{turn}: choose with Next, then press Confirm"
    ),
    "{turn}: press and hold your dominoes": Phrase("{turn}: hold Hint to hear your dominoes"),
    "{turn}: tap the domino you want to play": Phrase("{turn}: choose a domino with Next"),
    "Touch a {place} first.": Phrase("Choose a {place} first."),
    "Touch a {piece} first.": Phrase("Choose a {piece} first."),
}
"""Whose turn it is, and short refusals: they are said in recorded words."""

INSTEAD: Final[Mapping[str, Phrase]] = {
    **SHORT,
    "You can also begin by touching the first piece to move.": Phrase(
        "Press Back to change anything."
    ),
    "look": Phrase("read"),
    "What does your board look like now?": Phrase("How does your board stand now?"),
    "Look at {name}.": Phrase("Try {name}."),
    "You can capture: look at {piece} on {site}.": Phrase(
        "You can capture with {piece} on {site}."
    ),
    "You can knock: look at {piece} on {site}.": Phrase("You can knock with {piece} on {site}."),
    "Look at {piece} on {site}.": Phrase("Try {piece} on {site}."),
    "Look for a {place} for {piece}.": Phrase("Find a {place} for {piece}."),
    "{number}. {who}: {move}. Next shows more": Phrase("{number}. {who}: {move}. Next says more"),
    "Just watch for now: your turn is coming. Press Confirm.": Phrase(
        "Just listen for now: your turn is coming. Press Confirm."
    ),
    "Watch the board, then press Confirm": Phrase("Listen, then press Confirm"),
    "See the previous step again.": Phrase("Hear the previous step again."),
    "Everyone else, look away! Your dominoes stay covered until you hold them.": Phrase(
        "Everyone else, don't listen! Your dominoes are read out only while you hold Hint."
    ),
    "Keep a finger on your dominoes, or hold Hint. They show only while you hold.": Phrase(
        "Nobody else may listen now."
    ),
    "Domino {number}: press Confirm to show it to everyone and play it.": Phrase(
        "Confirm shows it to everyone."
    ),
    "Tap a domino, hold and slide to it, or use Next and Confirm. Then everyone sees it.": Phrase(
        "Once you confirm it, everyone knows it."
    ),
    "Let go without sliding to cover them again.": Phrase("Let go of Hint to cover them again."),
    "A crossed-out domino fits nowhere: choose it to swap it.": Phrase(
        "One of them fits nowhere: choose it to swap it."
    ),
    "Let go here to choose it. Then everyone sees it.": Phrase(
        "Let go to choose it. Then everyone knows it."
    ),
    "Your hint is ready: hold your dominoes, or Hint, to read it.": Phrase(
        "Your hint is ready: hold Hint to hear it."
    ),
    "Leg {leg} of {legs}: take off what is lit.": Phrase(
        "Leg {leg} of {legs}: take off what leaves the board."
    ),
    "Another move would not lose at once. Press Back to look for it.": Phrase(
        "Another move would not lose at once. Press Back to find it."
    ),
    "Where did it go? Touch {sites}, or lift what is there for a moment.": Phrase(
        "Where did it go? Choose {sites}, or lift what is there for a moment."
    ),
    "First hold your dominoes to see them.": Phrase("First hold Hint to hear your dominoes."),
    "You have no hints left. Hold Hint to see all moves.": Phrase(
        "You have no hints left. Hold Hint, then go on with Next to all moves."
    ),
    "The arrow shows where it goes.": Phrase("Press Confirm once it is there."),
    "The lamps show where: {names}.": Phrase("The places: {names}."),
    "Random setup {seed}: the lamp shows where this {piece} goes.": Phrase(
        "This is random setup {seed}."
    ),
    "Put everything where the screen shows it. This is random setup {seed}.": Phrase(
        "Hint tells piece by piece what goes where. This is random setup {seed}."
    ),
    "The screen and the lamps show where every piece goes.": Phrase(
        "Hint tells piece by piece what goes where."
    ),
    "Press Hint to see them one by one.": Phrase("Press Hint to hear them one by one."),
    "First, the screen and lamps show where each piece goes.": Phrase(
        "First, you are told where each piece goes."
    ),
    "{side} moves first. The screen and lamps show what you can touch.": Phrase(
        "{side} moves first. Next goes through what you can choose."
    ),
    "Finished games appear here. Until then, look at these.": Phrase(
        "Finished games appear here. Until then, here are some others."
    ),
    "Your board looks different? See what to lift and where to put it.": Phrase(
        "Your board is different? Hear what to lift and where to put it."
    ),
    "{game}, {plies} played. The lamps show where its pieces stand.": Phrase(
        "{game}, {plies} played."
    ),
    "{game}, all moves taken back. The lamps show where its pieces stand.": Phrase(
        "{game}, all moves taken back."
    ),
    "As arrows and as a list. You can also hold Hint.": Phrase("As a list."),
    "The computer is thinking. Press Back to take back, or hold it for the menu.": Phrase(
        "The computer is thinking. Press Back to take back."
    ),
    "The computer is thinking. Hold Back for the menu.": Phrase("The computer is thinking."),
}


def address(*, by_ear: bool) -> None:
    """Speak from now on to players who hear everything, or to those who look."""
    speak_by_ear(INSTEAD, is_on=by_ear)
