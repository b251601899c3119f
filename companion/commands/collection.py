"""``companion export`` and ``import``: all that was saved in one file, and brought back."""

from __future__ import annotations

import argparse
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from companion.commands import Commands
from companion.commands.arguments import in_file, out_file
from companion.commands.report import bar, put
from companion.contract.board_table import STANDARD_INPUT
from companion.errors import UsageError
from companion.plugins.watch import say
from companion.storage.bundle import LIST_NAME, bundle_of
from companion.storage.disk import Disk
from companion.storage.incoming import Watch, finish_import
from companion.storage.restore import (
    ARCHIVE_LIMIT,
    Collection,
    plan_restore,
    restore,
)
from companion.storage.state_dir import StateDir, state_path
from companion.words.collection import NOTHING_CHANGED, plan_lines
from companion.words.table import left_out_text
from companion.words.translate import tr

STEPS: Final = ("check", "compare", "write")
"""So often all files are gone through."""


def add_export(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "export",
        help=tr("put everything that was saved into one zip file"),
        description=tr("Games, records, settings and lessons done; the program may be running."),
    )
    parser.add_argument(
        "file", metavar=tr("FILE.zip"), type=out_file(".zip"), help=tr("what to write")
    )
    parser.add_argument("--state", metavar=tr("DIR"), type=Path, help=tr("where games are saved"))
    parser.set_defaults(run=run_export)


def run_export(args: argparse.Namespace) -> int:
    """Write the file, print its name, its size and what is not in it, and return 0.

    Raises:
        UsageError: nothing was ever saved there.
        OSError: the file cannot be written.
    """
    folder = args.state or state_path(os.environ)
    if not folder.is_dir():
        raise UsageError("expected a folder with saved games, got {folder!r}", folder=str(folder))
    bundle = bundle_of(folder)
    put(args.file, bundle.data)
    say(tr("{file}: {count} bytes").format(file=args.file, count=len(bundle.data)))
    if bundle.left_out:
        say(left_out_text(bundle.left_out, LIST_NAME))
    return 0


def add_import(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "import",
        help=tr("bring back what export has put into a zip file"),
        description=tr(
            "Bring back games, records, settings and lessons done, all of them or none. The file "
            "is checked first. What is saved here stays: no game takes the place of another, and "
            "settings and lists come back where there are none. The program must not be running."
        ),
    )
    parser.add_argument(
        "file",
        metavar=tr("FILE.zip"),
        type=in_file,
        help=tr("what to bring back; - is standard input"),
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=tr("say what would be done, and change nothing")
    )
    parser.add_argument("--state", metavar=tr("DIR"), type=Path, help=tr("where games are saved"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what is done, a sentence a line, and return 0.

    Raises:
        CollectionError: the file is none that can be brought back; nothing has changed.
        StateInUseError: the program is running.
        OSError: something cannot be read or written; nothing has changed.
    """
    disk = Disk()
    folder = args.state or state_path(os.environ)
    with bar(len(STEPS), tr("bringing back")) as show, _opened(args.file, disk) as file:
        check, compare, write = (_shown(show, step) for step in range(len(STEPS)))
        collection = Collection(file, str(args.file), check)
        if args.dry_run:
            plan = plan_restore(collection, folder, disk, {}, compare)
        else:
            with StateDir(folder):
                finish_import(folder, disk)
                plan = plan_restore(collection, folder, disk, {}, compare)
                restore(plan, collection, folder, disk, write)
    for line in plan_lines(plan):
        say(line)
    if args.dry_run:
        say(NOTHING_CHANGED())
    return 0


def _opened(path: Path, disk: Disk) -> BinaryIO:
    """Return the file *path*, in memory where it may be a pipe: it is gone through three times."""
    if path == STANDARD_INPUT:
        return io.BytesIO(disk.read(path, ARCHIVE_LIMIT))
    return disk.open(path)


def _shown(show: Callable[[float], None], step: int) -> Watch:
    """Return what is told how far one *step* is, and shows how far all of it is."""
    return lambda done, count: show(step + done / count)
