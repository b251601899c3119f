"""The one way in which every command describes a position, and the values that several take.

``GAME [--option NAME=VALUE]... [--seed N] [--moves "M1 M2 ..."] [--board FILE]``
or ``GAME --position TEXT``.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from companion.contract import (
    SEED_LIMIT,
    Board,
    Game,
    Move,
    OptionValue,
    Position,
    RefusedError,
    check_seed,
    read_board,
)
from companion.contract.board_table import STANDARD_INPUT
from companion.engine.jobs import Executor, Processes, connected
from companion.engine.limits import MOST_TIME_S
from companion.errors import CompanionError, IllegalMoveError, Message, NotationError, UsageError
from companion.plugins import find_game
from companion.storage.disk import is_file_or_free
from companion.words.translate import localized, tr


def number_within(text: str, low: int, high: int) -> int | None:
    """Return the whole number from *low* to *high* that *text* is, or None where it is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    return int(text) if is_number and low <= int(text) <= high else None


def within(low: int, high: int) -> Callable[[str], int]:
    """Return what reads an argument that is a whole number from *low* to *high*.

    Raises:
        ArgumentTypeError: when it reads what is no such number.
    """

    def read(text: str) -> int:
        number = number_within(text, low, high)
        if number is None:
            raise argparse.ArgumentTypeError(
                localized(
                    Message(
                        "expected {low} to {high}, got {text!r}", low=low, high=high, text=text
                    )
                )
            )
        return number

    return read


seed: Final = within(0, SEED_LIMIT - 1)
"""Reads the number of a set-up, a coin or a choice."""


def time_s(text: str) -> float:
    """Return the limit of seconds that an argument names.

    Raises:
        ArgumentTypeError: *text* is no number above 0 and up to `MOST_TIME_S`.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MOST_TIME_S:
        raise argparse.ArgumentTypeError(
            localized(
                Message(
                    "expected seconds above 0 and up to {most_time_s:g}, got {text!r}",
                    most_time_s=MOST_TIME_S,
                    text=text,
                )
            )
        )
    return seconds


STANDARD_OUTPUT: Final = Path("/dev/stdout")
"""What ``-`` stands for where a file is written."""


def in_file(text: str) -> Path:
    """Return the file to be read that an argument names; ``-`` is standard input."""
    return STANDARD_INPUT if text == "-" else Path(text)


def text_file(text: str) -> Path:
    """Return the file to be written that an argument names; ``-`` is standard output."""
    return STANDARD_OUTPUT if text == "-" else Path(text)


def out_file(ending: str) -> Callable[[str], Path]:
    """Return what reads the name of a file that ends with *ending*, such as ``.png``.

    A device or a pipe may have any name; ``-`` is standard output.

    Raises:
        ArgumentTypeError: when it reads a name that says that it is a file of another kind,
            or when standard output is a terminal, which could not show it.
        OSError: when no file can be written there.
    """

    def read(text: str) -> Path:
        path = text_file(text)
        if path == STANDARD_OUTPUT:
            if sys.stdout is not None and sys.stdout.isatty():
                raise argparse.ArgumentTypeError(
                    localized(
                        Message(
                            "expected a file or a pipe for a {ending} file, got a terminal",
                            ending=ending,
                        )
                    )
                )
            return path
        if path.suffix.lower() != ending and is_file_or_free(path):
            raise argparse.ArgumentTypeError(
                localized(
                    Message(
                        "expected a name that ends in {ending}, got {text!r}",
                        ending=ending,
                        text=text,
                    )
                )
            )
        return path

    return read


class GameSoFar(NamedTuple):
    """A game up to some position.

    Attributes:
        positions: the one it begins with, and the one to which each move led.
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()

    @property
    def start(self) -> Position:
        """Return where it begins."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """Return where its moves have led."""
        return self.positions[-1]

    @property
    def seen(self) -> list[object]:
        """Return the keys of what has stood before: a search does not lead in circles."""
        return [position.key for position in self.positions[:-1]]


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that describe a position to *parser*."""
    parser.add_argument("game", metavar=tr("GAME"), help=tr("see 'companion games'"))
    add_option_arguments(parser)
    parser.add_argument(
        "--seed", metavar="N", type=seed, help=tr("the number of a random setup and coin toss")
    )
    parser.add_argument(
        "--moves",
        metavar=tr("MOVES"),
        default="",
        help=tr("moves to play, with spaces between them"),
    )
    parser.add_argument(
        "--board", metavar=tr("FILE"), type=in_file, help=tr("a board file of your own")
    )
    parser.add_argument(
        "--position",
        metavar=tr("TEXT"),
        help=tr("begin from this position; it carries its options"),
    )


def add_option_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the options of a game to *parser*."""
    parser.add_argument(
        "--option",
        metavar=tr("NAME=VALUE"),
        action="append",
        default=[],
        help=tr("an option of the game, or preset=NAME; may be given several times"),
    )


def described(args: argparse.Namespace) -> GameSoFar:
    """Return the game that *args* describe.

    Raises:
        CompanionError: a part is unknown, out of range, illegal, or two contradict.
    """
    game = find_game(args.game)
    board = board_of(args)
    if args.position is None:
        options = options_of(args, game)
        start = game.initial(options, seed=check_seed(args.seed or 0), board=board)
    elif args.option or args.seed is not None:
        raise UsageError("expected --position without --option and --seed: it carries its options")
    else:
        start = game.from_text(args.position, board)
    return played(start, args.moves)


def board_of(args: argparse.Namespace) -> Board | None:
    """Return the board in the file that ``--board`` names, or None without one.

    Raises:
        BoardError: the file does not describe a board.
    """
    return read_board(args.board) if args.board is not None else None


def options_of(args: argparse.Namespace, game: Game) -> dict[str, OptionValue]:
    """Return all options of *game*, as ``--option`` sets them.

    Raises:
        CompanionError: an option or a value is unknown, or an option is given twice.
    """
    return game.parse_options(option_pairs(args.option))


def option_pairs(words: list[str]) -> dict[str, str]:
    """Return the names and values that ``--option`` was given.

    Raises:
        UsageError: a word has no ``=``, or names an option again.
    """
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError("expected --option NAME=VALUE, got {word!r}", word=word)
        if name in pairs:
            raise UsageError(
                "expected --option {name} once, got it again as {word!r}", name=name, word=word
            )
        pairs[name] = value
    return pairs


def played(start: Position, text: str) -> GameSoFar:
    """Return the game that begins with *start* and goes on by the moves that *text* lists.

    Raises:
        NotationError, IllegalMoveError: naming the move and why it is refused.
    """
    moves: list[Move] = []
    positions = [start]
    for number, word in enumerate(text.split(), 1):
        try:
            move = positions[-1].parse(word)
            positions.append(positions[-1].play(move))
        except CompanionError as error:
            raise _refused(error, positions[-1], number, word) from error
        moves.append(move)
    return GameSoFar(tuple(positions), tuple(moves))


def _refused(error: CompanionError, position: Position, number: int, word: str) -> CompanionError:
    if not isinstance(error, RefusedError):
        if not isinstance(error, NotationError):
            return IllegalMoveError("{error} (move {number})", error=error, number=number)
        # Lists often have commas; the notations of games have none.
        advice = Message("; moves are separated by spaces, not by commas") if "," in word else ""
        return NotationError(
            "{error} (move {number}){advice}", error=error, number=number, advice=advice
        )
    # With all its words, which no move that is legal needs.
    from companion.words.table import refusal_text

    why = refusal_text(error.refusal, position)
    return IllegalMoveError(
        "expected a legal move, got {word!r} (move {number}): {why}",
        word=word,
        number=number,
        why=why,
    )


MOST_JOBS: Final = 64


def add_executor_arguments(parser: argparse.ArgumentParser, jobs_help: str) -> None:
    """Add the arguments that say who does the jobs; *jobs_help* says what a job is."""
    parser.add_argument(
        "--jobs", metavar="N", type=within(1, MOST_JOBS), default=None, help=jobs_help
    )
    parser.add_argument(
        "--cluster",
        metavar=tr("ADDRESS"),
        type=_address,
        help=tr("instead: the scheduler of a Dask cluster, such as tcp://host:8786"),
    )


def _address(text: str) -> str:
    """Return the address of a scheduler that an argument names.

    Raises:
        ArgumentTypeError: it is none, or of a kind that does not lead to other machines.
    """
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("tcp", "tls") and bool(parts.hostname and parts.port)
    except ValueError:
        is_address = False
    if not is_address or parts.path:
        raise argparse.ArgumentTypeError(
            localized(
                Message("expected tcp://HOST:PORT or tls://HOST:PORT, got {text!r}", text=text)
            )
        )
    return text


@contextlib.contextmanager
def executor_of(args: argparse.Namespace) -> Iterator[Executor]:
    """Yield what does the jobs as *args* say.

    Raises:
        UsageError: they say it twice, or what talks to clusters is not installed.
        EngineError: there is no cluster.
    """
    if args.cluster is None:
        yield Processes(args.jobs or 1)
        return
    if args.jobs is not None:
        raise UsageError("expected --jobs or --cluster, got both")
    with connected(args.cluster) as cluster:
        yield cluster
