"""What a new match is made of; knows nothing of how it goes."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from companion.clock.setting import ClockSetting
from companion.contract import Board, Game, Options, Position
from companion.match.entries import FREE_HINTS, HintLimits
from companion.match.seats import PERSONS

NO_OPTIONS: Options = MappingProxyType({})


class NewMatch(NamedTuple):
    """What a new match is made of, as it was chosen.

    Attributes:
        position: it begins with that, and not with the game's own.
        players: who plays each side, or each seat: see `Header`.
        hints: how many hints each side may ask for.
        clock: the time of each side.
        board: replaces the shipped one.
    """

    game: Game
    options: Options = NO_OPTIONS
    seed: int = 0
    position: Position | None = None
    players: tuple[str, ...] = PERSONS
    hints: HintLimits = FREE_HINTS
    clock: ClockSetting | None = None
    board: Board | None = None
