"""Who plays each seat: a person, or the program at a level.

A person is ``person`` or, where somebody has said so, a name; or ``phone``, who makes the moves
there.
Knows the words by which journals and records name the players, and nothing of
how the program plays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from companion.contract import Game, Options, Position, Side
from companion.errors import UNFIT, OptionError

PERSON: Final = "person"
PERSONS: Final = (PERSON, PERSON)

PHONE: Final = "phone"
"""A person at a phone.  To versions that know of none it reads as a name."""

NAME_LIMIT: Final = 20
"""Characters of a name: more would not fit beside a clock."""

LEVELS: Final = range(1, 9)
"""From a child's first game to full strength."""

_PROGRAM = re.compile(r"program level ([1-8])", re.ASCII)


def program_at(level: int) -> str:
    """Return how the program that plays at *level*, one of `LEVELS`, is named in a record."""
    return f"program level {level}"


def level_of(player: str) -> int | None:
    """Return the level at which *player* is the program, or None for anybody else."""
    parsed = _PROGRAM.fullmatch(player)
    return int(parsed[1]) if parsed else None


def is_person(player: str) -> bool:
    """Return whether *player* is a person, with a name or without."""
    return level_of(player) is None


def has_name(player: str) -> bool:
    """Return whether *player* is a person who is called by name."""
    return is_person(player) and player not in (PERSON, PHONE)


def is_name(player: str) -> bool:
    """Return whether *player* can be the name of a person: records separate names by commas."""
    is_taken = player in (PERSON, PHONE) or player.startswith(("program level", "#"))
    is_plain = not UNFIT.search(player) and player == player.strip() and "," not in player
    return is_plain and not is_taken and 0 < len(player) <= NAME_LIMIT


def seat_of_only_person(players: Sequence[str]) -> int | None:
    """Return the seat of the one person among *players*, None where there is not just one."""
    seats = [seat for seat, player in enumerate(players) if is_person(player)]
    return seats[0] if len(seats) == 1 else None


def seated(players: Sequence[str], count: int) -> tuple[str, ...]:
    """Return who plays each of *count* seats: *players*, over again or cut short."""
    return tuple(players[seat % len(players)] for seat in range(count))


def is_playable(players: Sequence[str], game: Game, options: Options) -> bool:
    """Return whether *players* can play *game* with *options*."""
    has_program = any(level_of(player) is not None for player in players)
    return not has_program or game.is_playable_by_program(options)


def check_players(players: Sequence[str], game: Game, options: Options) -> None:
    """Hold *players* against *game* with *options*.

    Raises:
        OptionError: the program is to play what it cannot, as the game says.
    """
    if not is_playable(players, game, options):
        raise OptionError(game.program_refusal(options))


class Seats:
    """The seats of one match.

    Attributes:
        elsewhere: the sides whose people sit at another table.
        taken: the seats of phones whose moves are made at the table after all.
        phones: the seats whose moves are made at a phone.

    Args:
        players: one for each side, or one for each of four seats that take turns.
    """

    def __init__(
        self,
        players: Sequence[str],
        elsewhere: frozenset[Side] = frozenset(),
        taken: frozenset[int] = frozenset(),
    ) -> None:
        self.elsewhere = elsewhere
        self.taken = taken
        at_phones = (seat for seat, player in enumerate(players) if player == PHONE)
        self.phones = frozenset(at_phones) - taken
        self._players = tuple(players)
        self._levels = tuple(map(level_of, players))
        self._names = tuple(player if has_name(player) else "" for player in players)
        self._here = tuple(
            level is None and seat % 2 not in elsewhere for seat, level in enumerate(self._levels)
        )

    def name_at(self, seat: int) -> str:
        """Return who sits at *seat*, an empty text where nobody with a name does."""
        return self._names[seat % len(self._names)]

    def names_of(self, side: Side) -> tuple[str, ...]:
        """Return who plays *side*, each once; nobody where one of them has no name."""
        names = self._names[side::2]
        return tuple(dict.fromkeys(names)) if all(names) else ()

    @property
    def has_person(self) -> bool:
        """Return whether a person plays."""
        return None in self._levels

    @property
    def has_program(self) -> bool:
        """Return whether the program plays."""
        return any(level is not None for level in self._levels)

    @property
    def is_lonely(self) -> bool:
        """Return whether one person plays here, from whom nothing in hand has to be hidden."""
        return self._here.count(True) == 1

    @property
    def only_side(self) -> Side | None:
        """Return the side of the only person here, or None where several play, or none."""
        return self._here.index(True) % 2 if self.is_lonely else None

    @property
    def is_duel(self) -> bool:
        """Return whether one person plays against one program."""
        return self.is_lonely and self.has_program and len(self._levels) == 2

    @property
    def obliging(self) -> frozenset[Side]:
        """Return the sides for which no person plays: they agree to every take-back."""
        return frozenset(side for side in (0, 1) if None not in self._levels[side::2])

    def level_to_move(self, position: Position) -> int | None:
        """Return the level of the program where it is to move in *position*, else None."""
        return self._levels[position.seat % len(self._levels)]

    def is_here(self, position: Position) -> bool:
        """Return whether a person at this table is to move in *position*."""
        return self._here[position.seat % len(self._here)]

    def is_at_phone(self, position: Position) -> bool:
        """Return whether who is to move in *position* does so at a phone."""
        return position.seat % len(self._here) in self.phones

    def alone_at(self, seat: int) -> Seats:
        """Return the same seats as who sits at *seat* sees them: alone among others."""
        seats = Seats(self._players, self.elsewhere, self.taken)
        seats._here = tuple(own == seat for own in range(len(self._players)))
        return seats

    def speaker(self, side: Side) -> Side | None:
        """Return the side for which a person here may speak, *side* rather; None without any."""
        return next((own for own in (side, 1 - side) if any(self._here[own::2])), None)


def other_sides(players: Sequence[str]) -> tuple[str, ...]:
    """Return *players* of a rematch: each on the other side, where one person plays alone."""
    if seat_of_only_person(players) is None:
        return tuple(players)
    return (*players[1:], players[0])


def suggested_level(players: Sequence[str], winner: Side | None) -> int | None:
    """Return the level that one side without persons had better play at next time.

    One more where it lost, one less where it won; None after a draw, at the last level,
    or where not one level alone has played against persons.
    """
    seats, levels = Seats(players), {level_of(player) for player in players} - {None}
    if winner is None or len(levels) != 1 or len(seats.obliging) != 1:
        return None
    (level,) = levels
    wanted = (level or 0) + (-1 if winner in seats.obliging else 1)
    return wanted if wanted in LEVELS else None
