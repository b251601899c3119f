"""The games, a folder each, and the list of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Final

from companion.contract import Board, Game, GamePlugin
from companion.errors import BoardError, OptionError

BUILT_IN: Final = ("quincala_knocking", "quincala_mixing", "quincy", "querni", "alquerque")
"""The folders of the games that come with the program, in the order in which they are offered."""


@cache
def plugins() -> Mapping[str, GamePlugin]:
    """Return every game by its name, in the order in which they are offered."""
    found: dict[str, GamePlugin] = {}
    for folder in BUILT_IN:
        plugin: GamePlugin = import_module(f"{__name__}.{folder}").PLUGIN
        found[plugin.game.name] = plugin
    return found


class _Games(Mapping[str, Game]):
    """The rules of every game by its name; looked for when they are first asked for."""

    def __getitem__(self, name: str) -> Game:
        return plugins()[name].game

    def __iter__(self) -> Iterator[str]:
        return iter(plugins())

    def __len__(self) -> int:
        return len(plugins())


GAMES: Final[Mapping[str, Game]] = _Games()
"""The rules of every game by its name, in the order in which they are offered."""


def find_game(name: str) -> Game:
    """
    Return the game called *name*.

    Raises:
        OptionError: there is no such game.
    """
    return plugin_of(name).game


def plugin_of(name: str) -> GamePlugin:
    """
    Return what belongs to the game called *name*.

    Raises:
        OptionError: there is no such game.
    """
    plugin = plugins().get(name)
    if plugin is None:
        raise OptionError(f"expected a game ({', '.join(plugins())}), got {name!r}")
    return plugin


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
