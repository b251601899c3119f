"""The one way in which every command of the command line describes a position.

``GAME [--option NAME=VALUE]... [--seed N] [--moves "M1 M2 ..."] [--board FILE]``
or ``GAME --position TEXT``.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

from companion.commands.args.values import in_file, seed
from companion.contract import (
    Board,
    Game,
    Move,
    OptionValue,
    Position,
    RefusedError,
    check_seed,
    read_board,
)
from companion.errors import CompanionError, IllegalMoveError, Message, NotationError, UsageError
from companion.plugins import find_game
from companion.words.translate import tr


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
        "--seed", metavar="N", type=seed, help=tr("names a random set-up and coin")
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
    from companion.words.refusals import refusal_text

    why = refusal_text(error.refusal, position)
    return IllegalMoveError(
        "expected a legal move, got {word!r} (move {number}): {why}",
        word=word,
        number=number,
        why=why,
    )
