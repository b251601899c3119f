"""The one way in which every command of the command line describes a position.

``GAME [--option NAME=VALUE]... [--seed N] [--moves "M1 M2 ..."] [--board FILE]``
or ``GAME --position TEXT``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from companion.contract import SEED_LIMIT, Move, Position, RefusedError, check_seed, read_board
from companion.errors import CompanionError, IllegalMoveError, NotationError, UsageError
from companion.games import find_game
from companion.words.refusals import refusal_text


class Description(NamedTuple):
    """What a command line describes: where a game begins, the moves since, and where they lead."""

    start: Position
    moves: tuple[Move, ...]
    position: Position


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that describe a position to *parser*."""
    parser.add_argument("game", metavar="GAME", help="see 'companion games'")
    add_option_arguments(parser)
    parser.add_argument("--seed", metavar="N", type=seed, help="names a random set-up and coin")
    parser.add_argument(
        "--moves", metavar="MOVES", default="", help="moves to play, with spaces between them"
    )
    parser.add_argument("--board", metavar="FILE", type=Path, help="a board file of your own")
    parser.add_argument(
        "--position", metavar="TEXT", help="begin from this position; it carries its options"
    )


def add_option_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the options of a game to *parser*."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, or preset=NAME; may be given several times",
    )


def within(low: int, high: int) -> Callable[[str], int]:
    """Return what reads an argument that is a whole number from *low* to *high*."""
    return partial(whole_number, low=low, high=high)


def whole_number(text: str, low: int, high: int) -> int:
    """Return the number that an argument names.

    Raises:
        ArgumentTypeError: *text* is no whole number from *low* to *high*.
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    if not is_number or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"expected {low} to {high}, got {text!r}")
    return int(text)


seed: Final = within(0, SEED_LIMIT - 1)
"""Reads the number of a set-up, a coin or a choice."""


def description_of(args: argparse.Namespace) -> Description:
    """Return what *args* describe.

    Raises:
        CompanionError: a part is unknown, out of range, illegal, or two contradict.
    """
    game = find_game(args.game)
    board = read_board(args.board) if args.board is not None else None
    if args.position is None:
        options = game.parse_options(option_pairs(args.option))
        start = game.initial(options, seed=check_seed(args.seed or 0), board=board)
    elif args.option or args.seed is not None:
        raise UsageError("expected --position without --option and --seed: it carries its options")
    else:
        start = game.from_text(args.position, board)
    return Description(start, *played(start, args.moves))


def option_pairs(words: list[str]) -> dict[str, str]:
    """Return the names and values that ``--option`` was given.

    Raises:
        UsageError: a word has no ``=``, or names an option again.
    """
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError(f"expected --option NAME=VALUE, got {word!r}")
        if name in pairs:
            raise UsageError(f"expected --option {name} once, got it again as {word!r}")
        pairs[name] = value
    return pairs


def played(start: Position, text: str) -> tuple[tuple[Move, ...], Position]:
    """Return the moves that *text* lists and the position to which they lead from *start*.

    Raises:
        NotationError, IllegalMoveError: naming the move and why it is refused.
    """
    moves: list[Move] = []
    position = start
    for number, word in enumerate(text.split(), 1):
        try:
            move = position.parse(word)
            position = position.play(move)
        except CompanionError as error:
            raise _refused(error, position, number, word) from error
        moves.append(move)
    return tuple(moves), position


def _refused(error: CompanionError, position: Position, number: int, word: str) -> CompanionError:
    if not isinstance(error, RefusedError):
        kind = NotationError if isinstance(error, NotationError) else IllegalMoveError
        return kind(f"{error} (move {number})")
    why = refusal_text(error.refusal, position)
    return IllegalMoveError(f"expected a legal move, got {word!r} (move {number}): {why}")
