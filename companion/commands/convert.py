"""``companion convert``: a record as a file of another kind, or back."""

from __future__ import annotations

import argparse
from typing import Final

from companion.commands import Commands
from companion.commands.arguments import board_of, in_file, text_file, within
from companion.commands.report import put
from companion.errors import RecordError
from companion.match.entries import COMMENT_LIMIT
from companion.plugins.watch import say
from companion.storage.exchange import exchange_bytes, read_exchanged, suffixes_of
from companion.storage.library import PREFIX, named_record
from companion.storage.playback import course_of
from companion.words import command_line as words
from companion.words.translate import ntr, tr

MOST_GAMES: Final = 999_999


def add_convert(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "convert",
        help=tr("turn a game record into JSON or another notation, or back"),
        description=tr(
            "Read a record, check it against the rules, and write it again. The ends of "
            "the names say what the files are: .txt, .json, and .pdn for games that have it; "
            "- is standard input or output."
        ),
    )
    parser.add_argument(
        "record", metavar=tr("FILE"), help=tr("the record, or {prefix}NAME").format(prefix=PREFIX)
    )
    parser.add_argument("out", metavar=tr("FILE"), type=text_file, help=tr("what to write"))
    parser.add_argument(
        "--to", metavar=tr("KIND"), help=tr("what to write, whatever its name: txt, json or pdn")
    )
    parser.add_argument(
        "--board", metavar=tr("FILE"), type=in_file, help=tr("the board it was played on")
    )
    parser.add_argument(
        "--game",
        metavar=tr("N"),
        type=within(1, MOST_GAMES),
        help=tr("which game of a file that holds several, from 1"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the file, print its name and how many moves it has, and return 0.

    Raises:
        CompanionError: the record cannot be read or written so, or a move is illegal.
        OSError: the file cannot be written.
    """
    board = board_of(args)
    record, unused = read_exchanged(named_record(args.record), board, args.game)
    course_of(record, board)
    known = suffixes_of(record.game)
    suffix = args.out.suffix.lower() if args.to is None else f".{args.to}"
    if suffix not in known:
        raise RecordError(
            "expected a name that ends in {known}, or one of these as --to, got {got!r}",
            known=", ".join(known),
            got=str(args.out) if args.to is None else args.to,
        )
    put(args.out, exchange_bytes(record, suffix))
    count = len(record.plies)
    moves = ntr("{count} move", "{count} moves", count)
    say(f"{args.out}: {moves}")
    if unused:
        say(words.UNUSED(what=" ".join(unused)))
    for ply in record.cut:
        say(words.cut_text(ply, COMMENT_LIMIT))
    return 0
