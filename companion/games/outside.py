"""Games from outside: packages installed beside the program that hand over a `GamePlugin`.

A package names its plug-in in the entry-point group `GROUP`.  What it hands over is held
against the contract before it is offered; one that cannot be taken in is left out with one
line that says why, and nothing else of the program is touched by it.
"""

from __future__ import annotations

import contextlib
import os
import re
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from companion.contract import Game, GamePlugin, HalfMove, Piece, Position
from companion.errors import SILENT_S, CompanionError, PluginError, failure
from companion.games.watch import CALLED, end_thread

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "board_companion.games"

WITHOUT: Final = "BOARD_COMPANION_WITHOUT"
"""The variable that names the packages of games to be left out, with spaces between them."""

PATIENCE_S: Final = 3.0
"""How long a game may take to load and to answer what is asked of its first position."""

LONGEST_TITLE: Final = 40
"""Characters: what fits a line of the menu on the smallest screen."""

MINUTES: Final = range(601)
"""How long a game may say that it takes; 0 says nothing."""

LONGEST_POSITION: Final = 10_000
"""Characters of a position's text: journals and records have one on a line."""

MOST_FIRST_MOVES: Final = 20_000
"""Moves of a first position that can be listed at a table."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
LONGEST_NAME: Final = 40
NAMING: Final = (
    f"at most {LONGEST_NAME} lowercase letters, digits and single hyphens, "
    "a letter first, such as nine-holes"
)
"""What a name consists of, as it is told where one is refused."""

Loaded = TypeVar("Loaded")


class LeftOut(NamedTuple):
    """A game that is not offered: what its package calls it, and why, in one line."""

    name: str
    reason: str


class FoundGame(NamedTuple):
    """What was found installed: games that can be played, and those left out."""

    plugins: tuple[GamePlugin, ...]
    left_out: tuple[LeftOut, ...]


def find_outside(taken: Collection[str], patience_s: float = PATIENCE_S) -> FoundGame:
    """Return the games that are installed beside the program, by the names of their packages.

    Args:
        taken: names that other games have already.
        patience_s: how long each may take.
    """
    names, plugins, left_out = set(taken), [], []
    for entry in sorted(_entries(), key=lambda entry: (entry.name, entry.value)):
        try:
            if _is_without(entry):
                raise PluginError(silence(SILENT_S))
            plugin = in_time(partial(_taken_in, entry), patience_s, "a game")
            if plugin.game.name in names:
                raise PluginError(f"expected a name of its own, got {plugin.game.name!r} again")
        except CompanionError as error:
            left_out.append(LeftOut(entry.name, str(error)))
        else:
            names.add(plugin.game.name)
            plugins.append(plugin)
    return FoundGame(tuple(plugins), tuple(left_out))


def find_alone(name: str) -> GamePlugin | None:
    """Return the game called *name*, without looking at packages that call theirs otherwise.

    It is None where no such package hands over a game of that name.
    """
    for entry in sorted(_entries(), key=lambda entry: entry.value):
        if entry.name == name and not _is_without(entry):
            with contextlib.suppress(CompanionError):
                plugin = in_time(partial(_taken_in, entry), PATIENCE_S, "a game")
                if plugin.game.name == name:
                    return plugin
    return None


def _taken_in(entry: EntryPoint) -> GamePlugin:
    return checked(entry.load())


def _entries() -> Iterable[EntryPoint]:
    # It loads all that reads mail, and a game that comes with the program is found without it.
    from importlib.metadata import entry_points

    # One that is found twice, in two places of the path, is one.
    return {(entry.name, entry.value): entry for entry in entry_points(group=GROUP)}.values()


def without(package: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Return *environment* for a process without the game in *package*, which does not answer."""
    return {**environment, WITHOUT: f"{environment.get(WITHOUT, '')} {package}"}


def _is_without(entry: EntryPoint) -> bool:
    packages = (folder.partition(".")[0] for folder in os.environ.get(WITHOUT, "").split())
    return entry.module.partition(".")[0] in packages


def in_time(call: Callable[[], Loaded], patience_s: float, wanted: str) -> Loaded:
    """Return what *call*, made in a thread of its own, returns: *wanted*, as errors call it.

    Raises:
        PluginError: it raised something, or took longer than *patience_s*.
    """
    answers: list[Loaded] = []
    problems: list[str] = []

    def attempt() -> None:
        try:
            answers.append(call())
        except CompanionError as error:
            problems.append(str(error))
        # Even one that wants to end the program: the other games are to be played.
        except BaseException as error:  # noqa: BLE001
            problems.append(f"expected {wanted}, got {failure(error)}")

    thread = threading.Thread(target=attempt, name=CALLED, daemon=True)
    thread.start()
    thread.join(patience_s)
    if thread.is_alive():
        # Else a loop in it takes half of the processor.
        end_thread(thread.ident or 0, SystemExit)
        raise PluginError(silence(patience_s))
    if problems:
        raise PluginError(problems[0])
    return answers[0]


def silence(patience_s: float) -> str:
    """Return what is said of a game that has not answered for *patience_s*."""
    return f"expected an answer within {patience_s:g} s, got none"


def is_name(text: str) -> bool:
    """Return whether *text* can be the name of a game: small letters and numbers, with hyphens."""
    return len(text) <= LONGEST_NAME and _NAME.fullmatch(text) is not None


def checked(plugin: object) -> GamePlugin:
    """Return *plugin*, held against what the program asks of every game when it offers it.

    Raises:
        CompanionError: it breaks the contract where a look at its first position shows it.
    """
    if not isinstance(plugin, GamePlugin):
        raise PluginError(f"expected a GamePlugin, got a {type(plugin).__name__}")
    game = plugin.game
    if not is_name(game.name):
        raise PluginError(f"expected a name of {NAMING}, got {game.name[:60]!r}")
    check_title(plugin.title)
    if type(plugin.minutes) is not int or plugin.minutes not in MINUTES:
        raise PluginError(
            f"expected 0 to {MINUTES[-1]} minutes for a game, got {plugin.minutes!r}"
        )
    position = game.initial()
    if not isinstance(position, Position):
        raise PluginError(f"expected a Position, got a {type(position).__name__}")
    for made, kind in ((game, Game), (position, Position), (position.begin(), HalfMove)):
        _check_kinds(made, kind)
    _check_board(game, position)
    _check_text(game, position)
    _check_moves(position)
    return plugin


def check_title(title: str) -> None:
    """Refuse a *title* that no line of a menu has room for.

    Raises:
        PluginError: it is too long, or has several lines.
    """
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise PluginError(
            f"expected a title of at most {LONGEST_TITLE} characters on one line, "
            f"got {len(title)}: {title[:LONGEST_TITLE]!r}"
        )


def _check_kinds(made: Game | Position | HalfMove, kind: type[object]) -> None:
    """Refuse what stands in place of a method of *kind*, and a method in place of a value."""
    if not isinstance(made, kind):
        raise PluginError(f"expected a {kind.__name__}, got a {type(made).__name__}")
    for name, declared in vars(kind).items():
        is_method, value = isinstance(declared, FunctionType), getattr(made, name)
        if not name.startswith("_") and callable(value) != is_method:
            wanted = "a method, as its" if is_method else "a value, as its"
            raise PluginError(
                f"expected {type(made).__name__}.{name} to be {wanted} {kind.__name__} says, "
                f"got {value!r:.60}"
            )


def _check_board(game: Game, position: Position) -> None:
    board = game.shipped_board()
    if board.name != game.board_name:
        raise PluginError(f"expected board {game.board_name!r} in its folder, got {board.name!r}")
    if position.board.names != board.names:
        raise PluginError("expected a first position on the board of its folder, got other dots")
    for site, tower in position.pieces().items():
        if site not in range(len(board)):
            raise PluginError(f"expected pieces on dots 0 to {len(board) - 1}, got {site!r}")
        if not all(isinstance(piece, Piece) and piece.side in (0, 1) for piece in tower):
            raise PluginError(f"expected pieces of sides 0 and 1 on {board.name_of(site)}")


def _check_text(game: Game, position: Position) -> None:
    text = position.to_text()
    if len(text) > LONGEST_POSITION or "\n" in text:
        raise PluginError(
            f"expected a position as one line of at most {LONGEST_POSITION} characters, "
            f"got {len(text)}"
        )
    if game.from_text(text) != position:
        raise PluginError(f"expected {text[:60]!r} to be read back equal, got another position")


def _check_moves(position: Position) -> None:
    moves = position.legal_moves()
    if len(moves) > MOST_FIRST_MOVES:
        raise PluginError(f"expected at most {MOST_FIRST_MOVES} first moves, got {len(moves)}")
    twice = next((move for move, times in Counter(moves).items() if times > 1), None)
    if twice is not None:
        raise PluginError(f"expected each legal move once, got {twice.text!r} twice")
    outcome = position.outcome()
    if outcome is not None:
        raise PluginError(f"expected a first position to play on from, got {outcome.reason!r}")
    if not moves:
        raise PluginError("expected a legal move or an outcome, got neither")
    for move in moves[:1]:
        after = position.play(move)
        if after == position:
            raise PluginError(f"expected {move.text!r} to lead to another position")
        position.explain(move)
    touches = position.begin().next_touches()
    off = [t for t in touches if isinstance(t, int) and t not in range(len(position.board))]
    if off:
        raise PluginError(f"expected touches of the board, got {off[0]!r}")
