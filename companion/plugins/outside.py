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
from companion.errors import SILENT_S, CompanionError, Message, PluginError, failure, unfit_sign
from companion.plugins.watch import CALLED, end_thread

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
NAMING: Final = Message(
    "at most {most} lowercase letters, digits and single hyphens, a letter first, such as "
    "nine-holes",
    most=LONGEST_NAME,
)
"""What a name consists of, as it is told where one is refused."""

Loaded = TypeVar("Loaded")


class LeftOut(NamedTuple):
    """A game that is not offered: what its package calls it, and why, in one line."""

    name: str
    reason: str


class OutsideGames(NamedTuple):
    """The games installed beside the program: those that can be played, and those left out."""

    plugins: tuple[GamePlugin, ...]
    left_out: tuple[LeftOut, ...]


def find_outside(taken: Collection[str], patience_s: float = PATIENCE_S) -> OutsideGames:
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
            plugin = in_time(partial(_taken_in, entry), patience_s, Message("a game"))
            if plugin.game.name in names:
                raise PluginError(
                    "expected a name of its own, got {game!r} again", game=plugin.game.name
                )
        except CompanionError as error:
            left_out.append(LeftOut(entry.name, error.message))
        else:
            names.add(plugin.game.name)
            plugins.append(plugin)
    return OutsideGames(tuple(plugins), tuple(left_out))


def find_alone(name: str) -> GamePlugin | None:
    """Return the game called *name*, without looking at packages that call theirs otherwise.

    It is None where no such package hands over a game of that name.
    """
    for entry in sorted(_entries(), key=lambda entry: entry.value):
        if entry.name == name and not _is_without(entry):
            with contextlib.suppress(CompanionError):
                plugin = in_time(partial(_taken_in, entry), PATIENCE_S, Message("a game"))
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
            problems.append(error.message)
        # Even one that wants to end the program: the other games are to be played.
        except BaseException as error:  # noqa: BLE001
            problems.append(
                Message("expected {wanted}, got {failure}", wanted=wanted, failure=failure(error))
            )

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
    return Message("expected an answer within {patience_s:g} s, got none", patience_s=patience_s)


def is_name(text: str) -> bool:
    """Return whether *text* can be the name of a game: small letters and numbers, with hyphens."""
    return len(text) <= LONGEST_NAME and _NAME.fullmatch(text) is not None


def checked(plugin: object) -> GamePlugin:
    """Return *plugin*, held against what the program asks of every game when it offers it.

    Raises:
        CompanionError: it breaks the contract where a look at its first position shows it.
    """
    if not isinstance(plugin, GamePlugin):
        raise PluginError("expected a GamePlugin, got a {kind}", kind=type(plugin).__name__)
    game = plugin.game
    if not is_name(game.name):
        raise PluginError(
            "expected a name of {naming}, got {game!r}", naming=NAMING, game=game.name[:60]
        )
    check_title(plugin.title)
    if type(plugin.minutes) is not int or plugin.minutes not in MINUTES:
        raise PluginError(
            "expected 0 to {most} minutes for a game, got {minutes!r}",
            most=MINUTES[-1],
            minutes=plugin.minutes,
        )
    position = game.initial()
    if not isinstance(position, Position):
        raise PluginError("expected a Position, got a {kind}", kind=type(position).__name__)
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
    if len(title) > LONGEST_TITLE or unfit_sign(title):
        raise PluginError(
            "expected a title of at most {longest_title} characters on one line, "
            "got {count}: {title!r}",
            longest_title=LONGEST_TITLE,
            count=len(title),
            title=title[:LONGEST_TITLE],
        )


def _check_kinds(made: Game | Position | HalfMove, kind: type[object]) -> None:
    """Refuse what stands in place of a method of *kind*, and a method in place of a value."""
    if not isinstance(made, kind):
        raise PluginError(
            "expected a {kind}, got a {got}", kind=kind.__name__, got=type(made).__name__
        )
    for name, declared in vars(kind).items():
        is_method, value = isinstance(declared, FunctionType), getattr(made, name)
        if not name.startswith("_") and callable(value) != is_method:
            wanted = Message("a method") if is_method else Message("a value")
            raise PluginError(
                "expected {kind}.{name} to be {wanted}, as its {declared} says, got {value!r:.60}",
                kind=type(made).__name__,
                name=name,
                wanted=wanted,
                declared=kind.__name__,
                value=value,
            )


def _check_board(game: Game, position: Position) -> None:
    board = game.shipped_board()
    if board.name != game.board_name:
        raise PluginError(
            "expected board {board_name!r} in its folder, got {board!r}",
            board_name=game.board_name,
            board=board.name,
        )
    if position.board.names != board.names:
        raise PluginError("expected a first position on the board of its folder, got other dots")
    for site, tower in position.pieces().items():
        if site not in range(len(board)):
            raise PluginError(
                "expected pieces on dots 0 to {last}, got {site!r}",
                last=len(board) - 1,
                site=site,
            )
        if not all(isinstance(piece, Piece) and piece.side in (0, 1) for piece in tower):
            raise PluginError(
                "expected pieces of sides 0 and 1 on {site}", site=board.name_of(site)
            )


def _check_text(game: Game, position: Position) -> None:
    text = position.to_text()
    if len(text) > LONGEST_POSITION or "\n" in text:
        raise PluginError(
            "expected a position as one line of at most {longest_position} characters, "
            "got {count}",
            longest_position=LONGEST_POSITION,
            count=len(text),
        )
    if game.from_text(text) != position:
        raise PluginError(
            "expected {text!r} to be read back equal, got another position", text=text[:60]
        )


def _check_moves(position: Position) -> None:
    moves = position.legal_moves()
    if len(moves) > MOST_FIRST_MOVES:
        raise PluginError(
            "expected at most {most_first_moves} first moves, got {count}",
            most_first_moves=MOST_FIRST_MOVES,
            count=len(moves),
        )
    twice = next((move for move, times in Counter(moves).items() if times > 1), None)
    if twice is not None:
        raise PluginError("expected each legal move once, got {twice!r} twice", twice=twice.text)
    outcome = position.outcome()
    if outcome is not None:
        raise PluginError(
            "expected a first position to play on from, got {reason!r}", reason=outcome.reason
        )
    if not moves:
        raise PluginError("expected a legal move or an outcome, got neither")
    for move in moves[:1]:
        after = position.play(move)
        if after == position:
            raise PluginError("expected {move!r} to lead to another position", move=move.text)
        position.explain(move)
    touches = position.begin().next_touches()
    off = [t for t in touches if isinstance(t, int) and t not in range(len(position.board))]
    if off:
        raise PluginError("expected touches of the board, got {off!r}", off=off[0])
