"""``companion export``: everything that was saved, in one file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion.commands import Commands
from companion.commands.arguments import out_file
from companion.commands.report import put
from companion.errors import UsageError
from companion.plugins.watch import say
from companion.storage.bundle import LIST_NAME, bundle_of
from companion.storage.state_dir import state_path
from companion.words.table import left_out_text
from companion.words.translate import tr


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
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
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
