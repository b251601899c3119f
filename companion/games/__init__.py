"""The games, a folder each, and the list of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.contract import Board, Game
from companion.errors import BoardError, OptionError
from companion.games.alquerque.rules.game import ALQUERQUE
from companion.games.querni.rules.game import QUERNI
from companion.games.quincala_knocking.rules.game import KNOCKING
from companion.games.quincala_mixing.rules.game import MIXING
from companion.games.quincy.rules.game import QUINCY

GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {game.name: game for game in (KNOCKING, MIXING, QUINCY, QUERNI, ALQUERQUE)}
)
"""Every game by its name, in the order in which they are offered."""


def find_game(name: str) -> Game:
    """
    Return the game called *name*.

    Raises:
        OptionError: there is no such game.
    """
    game = GAMES.get(name)
    if game is None:
        raise OptionError(f"expected a game ({', '.join(GAMES)}), got {name!r}")
    return game


def shipped_boards() -> list[str]:
    """Return the names of the boards that come with the games, sorted."""
    return sorted(game.board_name for game in GAMES.values())


def load_board(name: str) -> Board:
    """
    Return the board called *name* that comes with a game.

    Raises:
        BoardError: no game has a board of that name.
    """
    for game in GAMES.values():
        if game.board_name == name:
            return game.shipped_board()
    known = ", ".join(shipped_boards())
    raise BoardError(f"expected a shipped board ({known}), got {name!r}")
