"""``companion update``: a signed update put in, or the version before started again."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from companion.backends.update import (
    ENDING,
    KEYS,
    go_back,
    install_file,
    install_from_stick,
    write_state,
)
from companion.commands import Commands
from companion.commands.report import bar
from companion.errors import CompanionError, UsageError, os_error_text
from companion.plugins.watch import say
from companion.words.translate import tr


def add_update(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "update",
        help=tr("put a signed update in, or go back to the version before"),
        description=tr(
            "Put in an update for a table that make install has set up. Its signature is checked "
            "before anything changes, and the version before is kept. Saved games stay as they "
            "are. The next start is that of the new version; if it fails three times as a "
            "service, the version before starts again."
        ),
    )
    parser.add_argument(
        "file", metavar=f"{tr('FILE')}{ENDING}", type=Path, nargs="?", help=tr("the update")
    )
    parser.add_argument(
        "--stick", action="store_true", help=tr("the newest on the USB stick that is mounted")
    )
    parser.add_argument(
        "--back", action="store_true", help=tr("start the version before; again, the newer one")
    )
    parser.add_argument(
        "--keys",
        metavar=tr("FILE"),
        type=Path,
        default=KEYS,
        help=tr("the keys of who may send updates, instead of {keys}").format(keys=KEYS),
    )
    parser.add_argument(
        "--progress", metavar=tr("FILE"), type=Path, help=tr("where to write how far it is")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what is asked, say which version starts from now on, and return 0.

    Raises:
        UsageError: not one thing is asked for.
        UpdateError: it is no update for this table, or nothing can be put in; nothing changed.
        OSError: something cannot be written; nothing changed.
    """
    if [bool(args.file), args.stick, args.back].count(True) != 1:
        raise UsageError("expected one of an update, --stick and --back")
    with bar(1.0, tr("updating")) as show:
        watch = show if args.progress is None else _writing(args.progress, show)
        try:
            version = _do(args, watch)
        except (CompanionError, OSError) as error:
            if args.progress is not None:
                told = error.message if isinstance(error, CompanionError) else os_error_text(error)
                write_state(args.progress, 1.0, told)
            raise
    say(tr("Version {version} starts from now on.").format(version=version))
    return 0


def _writing(path: Path, show: Callable[[float], None]) -> Callable[[float], None]:
    def watch(fraction: float) -> None:
        write_state(path, fraction)
        show(fraction)

    return watch


def _do(args: argparse.Namespace, watch: Callable[[float], None]) -> str:
    """Do what is asked, and return the version that starts from now on."""
    if args.back:
        return go_back(watch)
    if args.stick:
        return install_from_stick(args.keys, watch)
    return install_file(args.file.resolve(), args.keys, watch)
