"""The commands that print what the rules say of a position: ``moves``, ``perft``, ``show``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from companion.commands import Commands
from companion.commands.arguments import add_position_arguments, described, out_file, within
from companion.commands.report import add_json_argument, put, report
from companion.contract import Move, Outcome, Position
from companion.plugins.watch import say
from companion.storage.exchange import Json
from companion.words.translate import tr

MOST_LISTED = 20_000
"""Of more moves only so many are listed, unless all are asked for."""

DEEPEST = 50
"""More plies than any count of sequences can be waited for."""


def add_moves(subparsers: Commands) -> None:
    parser = subparsers.add_parser("moves", help=tr("print the legal moves, one a line"))
    add_position_arguments(parser)
    parser.add_argument(
        "--all",
        action="store_true",
        help=tr("more than {most:,} moves as well").format(most=MOST_LISTED),
    )
    add_json_argument(parser)
    parser.set_defaults(run=run_moves)


def run_moves(args: argparse.Namespace) -> int:
    """Print the canonical notation of the legal moves, and return 0."""
    position = described(args).position
    moves, is_all = (
        (position.legal_moves(), True) if args.all else position.some_moves(MOST_LISTED)
    )
    report(args, (move.text for move in moves), lambda: _moves_data(position, moves, is_all))
    if not is_all:
        text = tr("more than {most:,} moves; --all lists them")
        print(text.format(most=MOST_LISTED), file=sys.stderr)
    return 0


def _moves_data(position: Position, moves: Sequence[Move], is_all: bool) -> Json:
    """Return the moves, and the position as the table may know it."""
    return {**_place(position), "moves": [move.text for move in moves], "all": is_all}


def _place(position: Position) -> dict[str, Json]:
    """Return which position it is, with only what the table may know."""
    game = position.game
    return {
        "game": game.name,
        "position": position.public_text(None),
        "side": game.side_names[position.side],
    }


def add_perft(subparsers: Commands) -> None:
    parser = subparsers.add_parser("perft", help=tr("count the sequences of this many plies"))
    add_position_arguments(parser)
    parser.add_argument(
        "--depth",
        metavar="D",
        type=within(0, DEEPEST),
        required=True,
        help=tr("how many plies"),
    )
    parser.add_argument("--divide", action="store_true", help=tr("count below each move as well"))
    parser.set_defaults(run=run_perft)


def run_perft(args: argparse.Namespace) -> int:
    """Print the count, alone on the last line."""
    position = described(args).position
    if not args.divide or args.depth == 0:
        say(position.perft(args.depth))
        return 0
    total = 0
    for move in position.legal_moves():
        count = position.play(move).perft(args.depth - 1)
        total += count
        say(f"{move.text}: {count}")
    say(total)
    return 0


def add_show(subparsers: Commands) -> None:
    parser = subparsers.add_parser("show", help=tr("print a position as text, or draw it"))
    add_position_arguments(parser)
    add_json_argument(parser)
    parser.add_argument(
        "--png",
        metavar=tr("FILE"),
        type=out_file(".png"),
        help=tr("draw it into this file as well"),
    )
    parser.add_argument(
        "--all-hands",
        action="store_true",
        help=tr("with the hidden hands and the pile, as --position takes them"),
    )
    parser.set_defaults(run=run_show)


def run_show(args: argparse.Namespace) -> int:
    """Print what the table may know of the position; with ``--png`` draw it as well."""
    position = described(args).position
    if args.png is not None:
        # Imported here so that the text commands need no pygame.
        from companion.ui.scenes.gif import position_png

        put(args.png, position_png(position))
    text = position.to_text() if args.all_hands else position.public_text(None)
    report(args, [text], lambda: _shown_data(position, text))
    return 0


def _shown_data(position: Position, text: str) -> Json:
    """Return the position with its options, its pieces, and how the game ended."""
    return {
        **_place(position),
        "position": text,
        "board": position.board.name,
        "options": dict(position.options),
        "pieces": _pieces(position),
        "outcome": outcome_data(position.outcome(), position.game.side_names),
    }


def _pieces(position: Position) -> Json:
    """Return the pieces on each site that has some, the lowest first."""
    names = position.game.side_names
    return {
        position.board.name_of(site): [
            {"side": names[piece.side], "value": piece.value} for piece in pieces
        ]
        for site, pieces in sorted(position.pieces().items())
    }


def outcome_data(outcome: Outcome | None, sides: tuple[str, str]) -> Json:
    """Return how a game of *sides* ended, a draw without a winner; None while it goes on."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else sides[outcome.winner]
    return {"winner": winner, "reason": outcome.reason}
