"""``companion tablebase``: builds and checks exact tables of endgames."""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import sys
import time
from pathlib import Path

from companion.commands import Commands
from companion.commands.arguments import add_executor_arguments, executor_of, number_within
from companion.commands.report import bar, cleared
from companion.engine.endgames import Endgames, EndgameTable, TableWork, parts_folder
from companion.engine.jobs import Executor
from companion.engine.knowledge import games_with_tables
from companion.errors import EngineError, Message, UsageError, any_of, reason_of
from companion.plugins import find_game
from companion.plugins.watch import say
from companion.storage.disk import Disk, FolderParts, write_out
from companion.words.translate import localized, tr

SIZE_LIMIT = 1 << 30


def add_tablebase(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "tablebase",
        help=tr("build and check exact tables of endgames"),
        description=tr("Tables that say how every position with few pieces ends with best play."),
    )
    commands = parser.add_commands(metavar="build|check", required=True)
    build = commands.add_parser("build", help=tr("build a table on this machine"))
    build.add_argument("game", metavar=tr("GAME"), help=tr("a game with such tables"))
    build.add_argument("--pieces", metavar="N", required=True, help=tr("of both sides together"))
    build.add_argument(
        "--out",
        metavar=tr("FILE"),
        type=_table_file,
        help=tr("where to; usually where the program finds it"),
    )
    build.add_argument(
        "--anew", action="store_true", help=tr("solve even what existing tables already know")
    )
    add_executor_arguments(build, tr("cores to use at once (default 1)"))
    build.add_argument(
        "--lines",
        action="store_true",
        help=tr(
            "report progress to programs: lines 'done SHARE', or 'failed REASON' if the disk fails"
        ),
    )
    build.set_defaults(run=run_build)
    check = commands.add_parser("check", help=tr("compare each value with those that follow it"))
    check.add_argument("file", metavar=tr("FILE"), type=_table_file, help=tr("a table"))
    check.add_argument(
        "--pieces", metavar="N", help=tr("check positions with up to this many pieces")
    )
    check.set_defaults(run=run_check)


def _table_file(text: str) -> Path:
    """Return the file that an argument names: tables are read and written in any order."""
    if text == "-":
        raise argparse.ArgumentTypeError(
            localized(Message("expected the name of a file, got {text!r}", text=text))
        )
    return Path(text)


def run_build(args: argparse.Namespace) -> int:
    """Build the table, say how far it is, where it lies and how large it is, and return 0.

    What was solved before it was stopped, by whatever, is not solved again.

    Raises:
        CompanionError: there are no tables of this game, or none of so many pieces.
        OSError: the file cannot be written.
    """
    endgames = _endgames_of(find_game(args.game).name)
    most = _pieces(args.pieces, endgames)
    path: Path = args.out or endgames.file(most)
    # What takes minutes does not end with a folder that is missing, or where a file should be.
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    try:
        with executor_of(args) as executor:
            data = _built(path, endgames, most, args, executor)
    except OSError as error:
        if args.lines:
            say(f"failed {reason_of(error)}", is_pressing=True)
        raise
    say(tr("{file}: {count} bytes").format(file=path, count=len(data)))
    return 0


def _built(
    path: Path, endgames: Endgames, most: int, args: argparse.Namespace, executor: Executor
) -> bytes:
    """Return what *executor* has built into the file *path*."""
    started = time.monotonic()

    def tell(pieces: int) -> None:
        nonlocal started
        text = tr("{pieces} pieces: {seconds} s")
        _tell(text.format(pieces=pieces, seconds=f"{time.monotonic() - started:.1f}"))
        started = time.monotonic()

    parts = FolderParts(parts_folder(path))
    with parts.held(), bar(1.0, path.name) as show:
        _check_room(path.parent, 2 * endgames.cost(most).file_bytes - parts.size())
        watch = Lines().reach if args.lines else show
        data = endgames.build(most, TableWork(parts, tell, watch, executor, args.anew))
        write_out(path, data)
        parts.clear()
    return data


def _check_room(folder: Path, size: int) -> None:
    """Raise OSError where *folder* has no room for *size* bytes, before minutes are spent."""
    if shutil.disk_usage(folder).free < size:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


class Lines:
    """How far it is, for a program that reads lines: one for each thousandth."""

    def __init__(self) -> None:
        self._told = -1

    def reach(self, done: float) -> None:
        """Tell that so much is *done*, a share, where that is more than was told."""
        thousandths = int(1000 * done)
        if thousandths > self._told:
            self._told = thousandths
            say(f"done {thousandths / 1000}", is_pressing=True)


def run_check(args: argparse.Namespace) -> int:
    """Check the table, print how many positions were looked at, and return 0.

    Raises:
        CompanionError: the file is no table, or a value is wrong; the first one is named.
        OSError: the file cannot be read.
    """
    endgames, table = _opened(args.file)
    most = table.pieces
    if args.pieces is not None:
        most = min(most, _pieces(args.pieces, endgames))
    total = 0
    for pieces in range(2, most + 1):
        with bar(1.0, tr("{pieces} pieces").format(pieces=pieces)) as show:
            count = table.check(pieces, show)
        _tell(tr("{pieces} pieces: {count} positions").format(pieces=pieces, count=count))
        total += count
    text = tr("{count} positions with up to {pieces} pieces: each follows from those after it")
    say(text.format(count=total, pieces=most))
    return 0


def _endgames_of(game: str) -> Endgames:
    known = games_with_tables()
    if game not in known:
        names = any_of([*known]) or tr("none")
        raise UsageError(
            "expected {names}, as no other game has tables, got {game!r}", names=names, game=game
        )
    return known[game]


def _opened(path: Path) -> tuple[Endgames, EndgameTable]:
    """Return the table in the file *path* and the tables among which it belongs."""
    data = Disk().read(path, SIZE_LIMIT)
    error = EngineError("expected a game that has tables, got none")
    for endgames in games_with_tables().values():
        try:
            return endgames, endgames.table(data)
        except EngineError as refused:
            error = refused
    raise EngineError("{path!r}: {error}", path=str(path), error=error) from error


def _pieces(text: str, endgames: Endgames) -> int:
    most = endgames.most_pieces
    number = number_within(text, 2, most)
    if number is None:
        raise UsageError(
            "argument --pieces: expected 2 to {most}, got {text!r}", most=most, text=text
        )
    return number


def _tell(text: str) -> None:
    if sys.stderr is not None:
        with cleared():
            print(text, file=sys.stderr, flush=True)
