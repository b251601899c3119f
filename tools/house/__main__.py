"""Prints how heavy the program is to read, beside the same figures of an earlier commit.

What the working tree has is counted as it lies there; the margin is that of the last commit.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tools.house import trace
from tools.house.sources import (
    MANY_METHODS,
    PRODUCT,
    Sources,
    line_count,
    longest_chain,
    loops,
    mutual,
    python_files,
    room_graph,
)
from tools.trees import ROOT, git, tree_of

BEFORE: Final = "b577c45a"
"""What is compared with where no other commit is named."""

BEFORE_MARGIN_KB: Final = 5509.257
"""What `margin_kb` returns for it, kept since it takes minutes."""

MARGIN_FILE: Final = "companion/ui/widgets/layout.py"
MARGIN: Final = ("(6 if is_large else 8) * unit", "(6 if is_large else 9) * unit")
"""The gap between all parts of a wide screen, and the same one pixel wider."""

GOLDENS: Final = ("-m", "pytest", "-q", "-k", "golden or as_kept", "-p", "no:cacheprovider")


class Row(NamedTuple):
    """A line of the table.

    Attributes:
        goal: what it should be at most, None where there is no goal.
    """

    name: str
    goal: float | None
    counted: str


ROWS: Final = {
    "confirm": Row(
        "frames from Confirm to the sync of the disk", 14,
        f"functions on the stack, from {trace.ENTRY} to the one that calls fdatasync: a press of "
        "the button in a match of Alquerque that a script plays on simulated devices",
    ),
    "touch": Row(
        f"functions called in {trace.ENTRY} of a touch", 45,
        "all different functions of the program that run until it returns, itself included, when "
        "a piece is touched in that match; a comprehension belongs to its function",
    ),
    "crossings": Row(
        "crossings between rooms there", None,
        "different pairs of caller and called in two rooms; ui has one room a folder, a game is "
        "one room",
    ),
    "play": Row(
        "methods of the play scene and its turn", 40,
        "in the bodies of PlayScene and Turn together, properties and __init__ included",
    ),
    "large": Row(
        f"classes of more than {MANY_METHODS} methods", 8, "methods counted in the same way",
    ),
    "modules": Row("modules", 320, f"Python files in {', '.join(PRODUCT)}"),
    "inits": Row("of them __init__", None, "packages, most with one line"),
    "single": Row(
        "modules with one importer, %", 12,
        "of the modules that are no __init__; imports anywhere in the text, those for types too, "
        "but none by a name in a string",
    ),
    "chain": Row(
        "longest chain of imports", 20,
        "modules on it; imports for types alone do not count",
    ),
    "room_loops": Row(
        "imports between rooms that have one the other way", 0,
        "a room is a folder or file in companion, or one of the other packages",
    ),
    "longer_loops": Row(
        "rooms from which a way leads back to them", 0, "over any number of rooms",
    ),
    "loops": Row("loops of files", 1, "groups that lead to each other, imports for types too"),
    "lines": Row("source lines", 62_000, f"all lines of Python in {', '.join(PRODUCT)}"),
    "tools": Row("lines of tools", None, "of Python in tools and docs"),
    "tests": Row("test lines", 52_000, "of Python in tests"),
    "margin": Row(
        "kB that a margin adds to the repository", 50,
        "a commit that makes the gaps of wide screens a pixel wider and keeps what "
        "`make golden` then writes, packed as git sends it",
    ),
}  # fmt: skip


def figures(root: Path) -> dict[str, float]:
    """Return what is counted in the tree at *root*, all but the margin."""
    sources, noted = Sources(root), traced(root)
    rooms = room_graph(sources.imports)
    return {
        "confirm": len(noted.sync),
        "touch": len(trace.functions(noted.touch)),
        "crossings": len(trace.crossings(noted.touch)),
        "play": sources.method_count("PlayScene", "Turn"),
        "large": len(sources.large_classes),
        "modules": len(sources.files),
        "inits": len(sources.files) - len(sources.parts),
        "single": 100 * len(sources.single_importer) / len(sources.parts),
        "chain": longest_chain(sources.run_imports),
        "room_loops": len(mutual(rooms)),
        "longer_loops": sum(map(len, loops(rooms))),
        "loops": len(loops(sources.imports)),
        "lines": line_count(sources.files.values()),
        "tools": line_count(python_files(root, "tools", "docs")),
        "tests": line_count(python_files(root, "tests")),
    }


def traced(root: Path) -> trace.Noted:
    """Return what a touch and a Confirm call in the program at *root*, in a process of its own.

    Raises:
        subprocess.CalledProcessError: it does not run there.
    """
    command = [sys.executable, "-P", trace.__file__]
    environ = os.environ | {"PYTHONPATH": str(root), "COMPANION_COMPILED": "no"}
    done = subprocess.run(
        command, cwd=root, env=environ, capture_output=True, text=True, check=True
    )
    return trace.Noted.from_json(done.stdout)


def margin_kb(commit: str) -> float:
    """Return what one wider gap adds to the repository at *commit*: takes minutes.

    Raises:
        LookupError: the gap is not where it was.
        subprocess.CalledProcessError: the pictures cannot be drawn there.
    """
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        git(ROOT, "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(clone))
        git(clone, "checkout", "--quiet", "--detach", commit)
        file = clone / MARGIN_FILE
        text = file.read_text(encoding="utf-8")
        if text.count(MARGIN[0]) != 1:
            raise LookupError(f"expected {MARGIN[0]!r} once in {MARGIN_FILE}")
        file.write_text(text.replace(*MARGIN), encoding="utf-8")
        environ = os.environ | {"PYTHONPATH": str(clone), "REGENERATE_GOLDEN": "1"}
        # Tests of what is drawn, too, have that name, and some of them fail.
        subprocess.run(
            [sys.executable, *GOLDENS], cwd=clone, env=environ, stdout=sys.stderr, check=False
        )
        git(clone, "add", "--all", "tests", MARGIN_FILE)
        git(clone, *IDENTITY, "commit", "--quiet", "--message", "A wider gap")
        pack = git(clone, "pack-objects", "--revs", "--thin", "--stdout", "-q",
                   given=b"HEAD\n^HEAD~1\n")  # fmt: skip
    return len(pack) / 1000


IDENTITY: Final = ("-c", "user.name=make house", "-c", "user.email=house@localhost")


def table(before: Mapping[str, float], now: Mapping[str, float], commit: str) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"{'':52}{commit[:8]:>10}{'now':>10}{'goal':>10}"
    for key, row in ROWS.items():
        goal = "" if row.goal is None else f"≤ {row.goal:,}"
        yield f"{row.name:52}{shown(before, key):>10}{shown(now, key):>10}{goal:>10}"
        yield textwrap.fill(row.counted, 84, initial_indent="    ", subsequent_indent="    ")
    yield "First frame, touch to lamp, search and perft: `make bench`."


def shown(values: Mapping[str, float], key: str) -> str:
    """Return one figure as it is printed."""
    return f"{round(values[key]):,}" if key in values else "–"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.house")
    parser.add_argument("--against", metavar="COMMIT", default=BEFORE)
    parser.add_argument(
        "--margin", action="store_true", help="draw all golden pictures anew: takes minutes"
    )
    args = parser.parse_args()
    with tree_of(args.against) as old:
        before, now = figures(old), figures(ROOT)
    if args.against == BEFORE:
        before["margin"] = BEFORE_MARGIN_KB
    elif args.margin:
        before["margin"] = margin_kb(args.against)
    if args.margin:
        now["margin"] = margin_kb("HEAD")
    print("\n".join(table(before, now, args.against)))


if __name__ == "__main__":
    main()
