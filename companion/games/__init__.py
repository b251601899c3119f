"""The rules of the games, and the list of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.errors import OptionError
from companion.games.alquerque import ALQUERQUE
from companion.games.contract import Game
from companion.games.mixing import MIXING
from companion.games.querni import QUERNI
from companion.games.quincala import KNOCKING
from companion.games.quincy import QUINCY

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
