"""What a command tells: what it has found, for people or programs, and how far it is meanwhile."""

from __future__ import annotations

import argparse
import contextlib
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TypeVar

from companion.commands.arguments import STANDARD_OUTPUT
from companion.plugins.watch import say, say_bytes
from companion.storage.disk import write_out
from companion.storage.exchange import Json, json_text
from companion.words.translate import tr

Step = TypeVar("Step")


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help=tr("print one JSON document instead, for programs")
    )


def report(args: argparse.Namespace, lines: Iterable[str], data: Callable[[], Json]) -> None:
    """Print what was found as *args* ask for it: the *lines* as they come, or *data* as JSON.

    Only one of the two is worked out; docs/json.md has the keys of *data*.
    """
    if args.json:
        say(json_text(data()))
        return
    for line in lines:
        with cleared():
            say(line, is_pressing=True)


def wrapped(text: str, indent: str = "", most: int = 0) -> list[str]:
    """Return *text*, whose first line may be indented, as lines that the terminal need not break.

    Words stay whole, names of games with hyphens as well.

    Args:
        text: one line.
        indent: of the lines that follow.
        most: characters in a line, also where no width is known, as in a pipe; 0 for any number.
    """
    # As argparse has it for the help: COLUMNS, or else the terminal on standard output.
    width = get_terminal_size((0, 0)).columns
    width = min(width, most) if width and most else width or most
    if not width:
        return [text]
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def put(path: Path, data: bytes | memoryview) -> None:
    """Write *data* into the file *path*, or to standard output.

    Raises:
        OSError: it cannot be written.
        UsageError: standard output is closed, or holds another file already.
    """
    if path == STANDARD_OUTPUT:
        say_bytes(data)
    else:
        write_out(path, data)


@contextlib.contextmanager
def bar(whole: float, what: str) -> Iterator[Callable[[float], None]]:
    """Show a bar on standard error until all is done; nothing where that is no terminal.

    Args:
        whole: what is told when all is done.
        what: is going on, in a few words.

    Yields:
        What is told how much is done; the bar never goes back.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done: None
        return
    # Imported here: most commands are over before anybody could look.
    from tqdm import tqdm

    look = tr("{desc}: {percentage:3.0f}%|{bar}| {elapsed}, {remaining} left")
    with tqdm(total=whole, desc=what, leave=False, bar_format=look, file=sys.stderr) as shown:

        def show(done: float) -> None:
            shown.update(max(0.0, done - shown.n))

        yield show


def watched(steps: Sequence[Step], what: str) -> Iterator[Step]:
    """Yield *steps*, and show on a bar how many of them are done."""
    with bar(len(steps), what) as show:
        for number, step in enumerate(steps):
            show(number)
            yield step


@contextlib.contextmanager
def cleared() -> Iterator[None]:
    """Clear all progress bars while something is printed."""
    if "tqdm" not in sys.modules:
        yield
        return
    from tqdm import tqdm

    with tqdm.external_write_mode(file=sys.stderr):
        yield
