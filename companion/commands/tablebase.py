"""``companion tablebase``: builds and checks exact tables of endgames."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from companion.commands.position_args import whole_number
from companion.errors import EngineError, UsageError
from companion.games import find_game
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import Rules
from companion.games.alquerque.search.tablebase.check import checked
from companion.games.alquerque.search.tablebase.known import BUILT, built_folder, moves_of
from companion.games.alquerque.search.tablebase.retrograde import Hops, Retrograde
from companion.games.alquerque.search.tablebase.table import MOST_PIECES, Table, table_bytes
from companion.match.disk import write_out

GAME = "alquerque"
SIZE_LIMIT = 1 << 28


def add_tablebase(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``tablebase`` command to *subparsers*."""
    parser = subparsers.add_parser(
        "tablebase",
        help="build and check exact tables of endgames",
        description="Tables that tell how every position with few pieces ends with best play.",
    )
    commands = parser.add_subparsers(metavar="build|check", required=True)
    build = commands.add_parser("build", help="build a table on this machine")
    build.add_argument("game", metavar="GAME", help=f"{GAME}, the one game with such tables")
    build.add_argument(
        "--pieces", metavar="N", type=_pieces, required=True, help="of both sides together"
    )
    build.add_argument(
        "--out", metavar="FILE", type=Path, help="where to; usually where the program finds it"
    )
    build.set_defaults(run=run_build)
    check = commands.add_parser("check", help="compare each value with those that follow it")
    check.add_argument("file", metavar="FILE", type=Path, help="a table")
    check.add_argument(
        "--pieces", metavar="N", type=_pieces, help="check positions with up to so many pieces"
    )
    check.set_defaults(run=run_check)


def _pieces(text: str) -> int:
    return whole_number(text, 2, MOST_PIECES)


def run_build(args: argparse.Namespace) -> int:
    """
    Build the table, say how far it is, where it lies and how large it is, and return 0.

    Raises:
        CompanionError: there are no tables of this game.
        OSError: the file cannot be written.
    """
    if find_game(args.game).name != GAME:
        raise UsageError(f"expected {GAME}, as no other game has tables, got {args.game!r}")
    rules = _base_rules()
    steps, hops = _moves(rules)
    path = args.out or built_folder() / BUILT.format(pieces=args.pieces)
    # What takes minutes does not end with a folder that is missing.
    path.parent.mkdir(parents=True, exist_ok=True)
    found = Retrograde(steps, hops)
    for pieces in range(2, args.pieces + 1):
        started = time.monotonic()
        found.solve(pieces)
        _tell(f"{pieces} pieces: {time.monotonic() - started:.1f} s")
    data = table_bytes(found.values, steps, hops)
    write_out(path, data)
    print(f"{path}: {len(data)} bytes")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """
    Check the table, print how many positions were looked at, and return 0.

    Raises:
        EngineError: the file is no table, or a value is wrong; the first one is named.
        OSError: the file cannot be read.
    """
    rules = _base_rules()
    with args.file.open("rb") as file:
        table = Table(file.read(SIZE_LIMIT), *_moves(rules))
    most = min(args.pieces or table.pieces, table.pieces)
    total = 0
    for pieces in range(2, most + 1):
        count = 0
        for state, value, wanted in checked(table, rules, pieces):
            if value != wanted:
                text = AlquerquePosition(rules, state).to_text()
                raise EngineError(f"expected value {wanted} of {text!r}, got {value}")
            count += 1
        _tell(f"{pieces} pieces: {count} positions")
        total += count
    print(f"{total} positions with up to {most} pieces: each follows from those after it")
    return 0


def _base_rules() -> Rules:
    position = find_game(GAME).initial({"quiet_limit": 0})
    assert isinstance(position, AlquerquePosition), "a position of its own game"
    return position.rules


def _moves(rules: Rules) -> tuple[Sequence[int], Hops]:
    moves = moves_of(rules)
    assert moves is not None, "the base rules are what tables are for"
    return moves


def _tell(text: str) -> None:
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)
