"""``companion bench``: what the program takes, each figure beside its target."""

from __future__ import annotations

import argparse

from companion.commands import Commands
from companion.commands.progress import watched
from companion.commands.telling import add_json_argument, tell
from companion.errors import UsageError


def add_bench(subparsers: Commands) -> None:
    """Add the ``bench`` command to *subparsers*."""
    parser = subparsers.add_parser(
        "bench",
        help="measure speed and memory against their targets",
        description="Measure on this machine, without a screen; each figure has its target.",
    )
    parser.add_argument(
        "only",
        metavar="WORD",
        nargs="?",
        help="only figures with this word; 'engine': rules and search, compiled and not",
    )
    parser.add_argument("--deep", action="store_true", help="also what takes minutes")
    add_json_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every figure with its target and return 0; a missed target is marked, no error."""
    if args.only == "engine":
        from companion.bench.cases import all_kinds
        from companion.bench.engine import Rates

        tell(Rates(watched(list(enumerate(all_kinds())), "rules and search")), args)
        return 0
    from companion.bench.figures import Figures, figures

    known = figures()
    chosen = [figure for figure in known if args.only is None or args.only in figure.name]
    chosen = [figure for figure in chosen if args.deep or not figure.is_deep]
    if not chosen:
        names = ", ".join(figure.name for figure in known)
        raise UsageError(f"expected a word of a figure's name ({names}), got {args.only!r}")
    tell(Figures(watched(chosen, "figures")), args)
    return 0
