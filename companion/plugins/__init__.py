"""The list of games: those of the program, by the names of their folders, and those installed
beside it.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module, resources
from typing import Final

from companion.contract import Board, Game, GamePlugin
from companion.damage import note_damaged
from companion.errors import BoardError, OptionError, PluginError, did_you_mean, is_of
from companion.plugins.outside import OutsideGames, find_alone, find_outside
from companion.plugins.watch import begin_watch

BUILT_IN: Final = ("quincala_knocking", "quincala_mixing", "quincy", "querni", "alquerque")
"""The folders below `companion.games` of those that come with the program, in the order in which
they are offered.

Each game has the name of its folder, with hyphens, so that no rules are loaded to learn it.
"""

WRONG_VALUE: Final = (
    TypeError, AttributeError, LookupError, ValueError, ArithmeticError, AssertionError,
    PluginError,
)  # fmt: skip
"""What the program raises where a game hands it a value that is against the contract."""

_UNFIT: Final[set[str]] = set()
"""Games that come with the program and whose board is damaged."""

_ONE_SEARCH = threading.Lock()
_TAKEN_ALONE: Final[dict[str, GamePlugin]] = {}
"""Outside games that were loaded before it was known which others there are."""

_GIVEN_UP: Final[list[GamePlugin]] = []
"""Outside games that failed where closing them was of no use."""


@cache
def built_in() -> Mapping[str, GamePlugin]:
    """Return the games that come with the program by their names, in the order of the list."""
    games: dict[str, GamePlugin] = {}
    for folder in BUILT_IN:
        name = folder.replace("_", "-")
        if name not in _UNFIT:
            games[name] = import_module(f"companion.games.{folder}").PLUGIN
    return games


def leave_out(plugin: GamePlugin, error: BoardError) -> None:
    """Stop offering the game of *plugin*, one of the program.

    *error* tells what is wrong with its board.
    """
    _UNFIT.add(plugin.game.name)
    built_in.cache_clear()
    note_damaged(resources.files(plugin.folder) / "board.toml", error)


def plugins() -> Mapping[str, GamePlugin]:
    """Return every game by its name: those of the program, then those installed beside it."""
    from_outside = {plugin.game.name: plugin for plugin in outside().plugins}
    return {**built_in(), **from_outside}


def outside() -> OutsideGames:
    """Return what is installed beside the program; looked for once, by whoever asks first."""
    with _ONE_SEARCH:
        games = _outside()
    offered = tuple(plugin for plugin in games.plugins if plugin not in _GIVEN_UP)
    return games._replace(plugins=offered)


@cache
def _outside() -> OutsideGames:
    games = find_outside(tuple(built_in()))
    begin_watch(games.plugins)
    return games


def give_up(plugin: GamePlugin) -> None:
    """Stop offering *plugin* until the process ends."""
    _GIVEN_UP.append(plugin)


def blamed(error: BaseException, playing: str = "") -> GamePlugin | None:
    """Return the game from outside that *error* comes of, or None.

    It is the one in whose code *error* came about.  Where that is none, a wrong value of
    the game called *playing*, which the program was busy with, may have led to it; those
    that come with the program are never blamed, nor is any for what the system lacks.
    """
    if not is_known():
        return None
    from_outside = outside().plugins
    cause: BaseException | None = error
    while cause is not None:
        frames = [frame for frame, _ in traceback.walk_tb(cause.__traceback__)]
        for plugin in from_outside:
            if any(is_of(frame, plugin.folder) for frame in frames):
                return plugin
        cause = cause.__cause__
    if not isinstance(error, WRONG_VALUE):
        return None
    return next((plugin for plugin in from_outside if plugin.game.name == playing), None)


def is_known() -> bool:
    """Return whether it is known already which games are installed beside the program."""
    return bool(_outside.cache_info().currsize)


class _Games(Mapping[str, Game]):
    """The rules of every game by its name; looked for when they are first asked for."""

    def __getitem__(self, name: str) -> Game:
        plugin = known(name)
        if plugin is None:
            raise KeyError(name)
        return plugin.game

    def __iter__(self) -> Iterator[str]:
        return iter(plugins())

    def __len__(self) -> int:
        return len(plugins())


GAMES: Final[Mapping[str, Game]] = _Games()
"""The rules of every game by its name, in the order in which they are offered."""


def find_game(name: str) -> Game:
    """Return the game called *name*.

    Raises:
        OptionError: there is no such game.
    """
    return plugin_of(name).game


def known(name: str) -> GamePlugin | None:
    """Return what belongs to the game called *name*, or None where there is no such game."""
    # The games of the program wait for no other.
    return built_in().get(name) or _TAKEN_ALONE.get(name) or plugins().get(name)


def take_alone(name: str) -> None:
    """Load the outside game called *name* without waiting for others.

    For a process that is asked about one game: others that hang would cost it their patience.
    """
    if name not in built_in() and name not in _TAKEN_ALONE and not is_known():
        plugin = find_alone(name)
        if plugin is not None:
            _TAKEN_ALONE[name] = plugin


def plugin_of(name: str) -> GamePlugin:
    """Return what belongs to the game called *name*.

    Raises:
        OptionError: there is no such game, or it was left out.
    """
    plugin = known(name)
    if plugin is None:
        for skipped in outside().left_out:
            if skipped.name == name:
                raise OptionError(
                    "expected a game that can be played, got {name!r}, which was skipped: "
                    "{reason}",
                    name=name,
                    reason=skipped.reason,
                )
        raise OptionError(
            "expected a game ({known}), got {name!r}{guess}",
            known=", ".join(plugins()),
            name=name,
            guess=did_you_mean(name, plugins()),
        )
    return plugin


def shipped_boards() -> list[str]:
    """Return the names of the boards that come with the games, sorted."""
    return sorted(game.board_name for game in GAMES.values())


def load_board(name: str) -> Board:
    """Return the board called *name* that comes with a game.

    Raises:
        BoardError: no game has a board of that name.
    """
    for plugins_in in (built_in, plugins):
        for plugin in plugins_in().values():
            if plugin.game.board_name == name:
                return plugin.game.shipped_board()
    known = ", ".join(shipped_boards())
    raise BoardError("expected a shipped board ({known}), got {name!r}", known=known, name=name)
