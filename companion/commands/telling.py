"""What a command has found out, told as lines for people or as one JSON document for programs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from companion.commands.progress import cleared
from companion.games.output import say
from companion.storage.json_text import Json, json_text


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--json`` to *parser*."""
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document instead, for programs"
    )


def tell(args: argparse.Namespace, lines: Iterable[str], data: Callable[[], Json]) -> None:
    """Print what was found as *args* ask for it: the *lines* as they come, or *data* as JSON.

    Only one of the two is worked out; docs/json.md has the keys of *data*.
    """
    if args.json:
        say(json_text(data()))
        return
    for line in lines:
        with cleared():
            say(line, is_pressing=True)
