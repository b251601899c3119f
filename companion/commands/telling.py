"""What a command has found out, told as lines for people or as one JSON document for programs."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Protocol

from companion.commands.progress import cleared
from companion.games.output import say
from companion.storage.json_text import Json, json_text


class Tellable(Protocol):
    """What a command has found out; it is asked for one of the two, once."""

    def lines(self) -> Iterable[str]:
        """Return it as the lines that people read; each may come as soon as it is known."""

    def data(self) -> Json:
        """Return it as what a JSON document holds; docs/json.md has the keys."""


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--json`` to *parser*."""
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document instead, for programs"
    )


def tell(answer: Tellable, args: argparse.Namespace) -> None:
    """Print *answer* as *args* ask for it: line by line as they come, or as one document."""
    if args.json:
        say(json_text(answer.data()))
        return
    for line in answer.lines():
        with cleared():
            say(line, is_pressing=True)
