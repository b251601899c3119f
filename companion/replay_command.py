"""``companion replay``: prints a game record move by move, checked against the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.errors import RecordError, UsageError
from companion.games import find_game
from companion.games.board import read_board
from companion.games.contract import Position
from companion.match.record import Record, ply_line, replay, result_text
from companion.match.record_reader import read_record
from companion.match.samples import PREFIX, named_record, sample_names, sample_path


def add_replay(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``replay`` command to *subparsers*."""
    parser = subparsers.add_parser(
        "replay",
        help="print a game record, checked against the rules",
        description="Print the moves of a game record, its last position and its result.",
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help=f"the record, or {PREFIX}NAME for a sample game"
    )
    parser.add_argument("--list", action="store_true", help="list the sample games")
    parser.add_argument("--to", metavar="PLY", type=int, help="stop after this many plies")
    parser.add_argument("--final", action="store_true", help="print no moves")
    parser.add_argument("--board", metavar="FILE", type=Path, help="the board it was played on")
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="stop before the first illegal move, do not fail",
    )
    parser.add_argument(
        "--all-hands", action="store_true", help="tell the hidden hands and the pile as well"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """
    Print the record that *args* name and return the exit status 0.

    Raises:
        CompanionError: the record or the board cannot be read, or a move is illegal.
    """
    if args.list:
        _print_samples()
        return 0
    if args.file is None:
        raise UsageError(f"expected a record, {PREFIX}NAME or --list, got nothing")
    record = read_record(named_record(args.file), find_game)
    board = read_board(args.board) if args.board else None
    positions = replay(record, board, is_lenient=args.lenient)
    last = len(positions) - 1
    if args.to is not None:
        if not 0 <= args.to <= last:
            raise RecordError(f"expected --to as 0 to {last}, got {args.to!r}")
        last = args.to
    _print(record, positions, last, is_final=args.final, has_hands=args.all_hands)
    return 0


def _print_samples() -> None:
    for name in sample_names():
        print(f"{PREFIX}{name}: {read_record(sample_path(name), find_game).title}")


def _print(
    record: Record, positions: list[Position], last: int, *, is_final: bool, has_hands: bool
) -> None:
    if not is_final:
        if record.title:
            print(record.title)
        for number, ply in enumerate(record.plies[:last], 1):
            print(ply_line(number, ply))
    print(positions[last].to_text() if has_hands else positions[last].public_text(None))
    is_whole = last == len(record.plies)
    outcome = positions[last].outcome() or (record.outcome if is_whole else None)
    reason = f" ({outcome.reason})" if outcome and outcome.reason else ""
    print(f"result: {result_text(outcome)}{reason}")
