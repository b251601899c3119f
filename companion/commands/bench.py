"""``companion bench``: what the program takes, each figure beside its target."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from companion.commands import Commands
from companion.commands.report import add_json_argument, report, watched
from companion.errors import UsageError
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.bench.targets import Figure
    from companion.storage.exchange import Json

WORDS: Final = (
    "touch", "drawing", "sound", "turn of the loop", "idle", "voice", "memory", "start", "wire",
    "legal moves", "hint", "club", "perft", "phones", "other table",
)  # fmt: skip
"""What the names of figures have in common: each figure has one of these words."""


def add_bench(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "bench",
        help=tr("measure speed and memory against their targets"),
        description=tr("Measure on this machine, without a screen; each figure has its target."),
    )
    parser.add_argument(
        "only",
        metavar=tr("WORD"),
        nargs="?",
        help=tr(
            "only figures with this word, such as {first}, {second} or the title of a "
            "game; 'engine': rules and search, compiled and not"
        ).format(first=WORDS[0], second=WORDS[-2]),
    )
    parser.add_argument("--deep", action="store_true", help=tr("also what takes minutes"))
    add_json_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every figure with its target and return 0; a missed target is marked, no error.

    Raises:
        UsageError: no figure is called so.
    """
    if args.only == "engine":
        from companion.bench.cases import all_kinds
        from companion.bench.targets import rate_data, rate_lines

        kinds = watched(list(enumerate(all_kinds())), "rules and search")
        report(args, rate_lines(kinds), lambda: rate_data(kinds))
        return 0
    chosen = watched(_chosen(args.only, args.deep), "figures")
    report(args, _lines(chosen), lambda: _data(chosen))
    return 0


def _lines(chosen: Iterable[Figure]) -> Iterator[str]:
    """Yield what all figures depend on, and each with its target once measured."""
    from companion.bench.devices import open_screen
    from companion.bench.figures import conditions

    with open_screen() as driver:
        now = conditions(driver)
        yield f"{now.machine}; Python {now.python}; pygame {now.pygame}"
        yield now.rules
        yield f"display: {now.display}; load {now.load:.1f}"
        for figure in chosen:
            yield figure.line(figure.measure())


def _data(chosen: Iterable[Figure]) -> Json:
    """Return the same as what a JSON document holds."""
    from companion.bench.devices import open_screen
    from companion.bench.figures import conditions

    with open_screen() as driver:
        now = conditions(driver)
        return {**now._asdict(), "figures": [each.data(each.measure()) for each in chosen]}


def _chosen(only: str | None, is_deep: bool) -> Sequence[Figure]:
    """Return the figures whose name has the word *only*, in capitals or not.

    Raises:
        UsageError: there is none, or none that takes no minutes.
    """
    from companion.bench.figures import figures

    fitting = [
        figure for figure in figures() if only is None or only.lower() in figure.name.lower()
    ]
    if not fitting:
        raise UsageError(
            "expected 'engine', the title of a game or a word of a figure's name, such as "
            "{words}, got {only!r}",
            words=", ".join(WORDS),
            only=only,
        )
    chosen = [figure for figure in fitting if is_deep or not figure.is_deep]
    if not chosen:
        raise UsageError("expected --deep with {only!r}, which takes minutes, got none", only=only)
    return chosen
