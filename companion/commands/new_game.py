"""``companion new-game``: a small package with a game that works, to begin one's own from."""

from __future__ import annotations

import argparse
import keyword
import os
import shutil
import sys
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from string import Template
from typing import Final

from companion.commands import Commands
from companion.errors import Message, UsageError, reason_of, unexpected
from companion.plugins import plugins
from companion.plugins.outside import NAMING, is_name
from companion.plugins.watch import say
from companion.words.translate import tr

FILES: Final = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "init.py": "$package/__init__.py",
    "rules.py": "$package/rules.py",
    "board.toml": "$package/board.toml",
    "test.py": "tests/test_$package.py",
    "perft.txt": "tests/perft.txt",
}
"""The templates in the folder ``skeleton``, and where each goes."""

NEXT: Final = """\
{folder}: {title}, three in a row on nine dots
  {python} -m pip install --editable {packed}
  {companion} sim
  {python} -m pytest {tests}
"""
"""The commands are those of the environment that this runs in, whatever is in the path."""


def add_new_game(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "new-game",
        help=tr("write a small package to start your own game from"),
        description=tr(
            "Write a package with a simple game that can be played, tested and changed."
        ),
    )
    parser.add_argument("name", metavar=tr("NAME"), help=tr("such as nine-holes"))
    parser.add_argument(
        "--to",
        metavar=tr("FOLDER"),
        type=Path,
        help=tr("a new or empty folder; without it NAME, here"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the package, print how to go on, and return 0.

    Raises:
        UsageError: the name cannot be that of a new game, or the folder not be written.
    """
    name = _checked(args.name)
    folder = args.to if args.to is not None else Path(name)
    words = {
        "name": name,
        "package": name.replace("-", "_"),
        "title": name.replace("-", " ").title(),
    }
    try:
        _write(folder, words)
    except OSError as error:
        message = Message(
            "expected a folder that can be written, got {folder!r}: {error}",
            folder=str(folder),
            error=reason_of(error),
        )
        raise UsageError(message) from error
    python = Path(sys.executable)
    launcher = python.with_name("companion")
    say(
        NEXT.format(
            folder=folder, title=words["title"], python=quote(str(python)),
            packed=quote(f"{folder}[dev]"), tests=quote(str(folder)),
            companion=quote(str(launcher)) if launcher.exists() else "companion",
        ),
        end="",
    )  # fmt: skip
    return 0


def _checked(name: str) -> str:
    """Return *name*, which a new game and its package can have."""
    if not is_name(name):
        raise UsageError(
            "expected a name of {naming}, got {name!r}", naming=NAMING, name=name[:60]
        )
    if name in plugins():
        raise UsageError("expected the name of a new game, got {name!r}, which exists", name=name)
    package = name.replace("-", "_")
    if keyword.iskeyword(package) or _is_taken(package):
        raise UsageError("expected a name that no Python package has, got {name!r}", name=name)
    return name


def _is_taken(package: str) -> bool:
    """Return whether something else is imported by the name *package*."""
    if package in sys.stdlib_module_names:
        return True
    spec = find_spec(package)
    # A mere folder, such as one just being made, is found without an origin.
    return spec is not None and spec.origin is not None


def _write(folder: Path, words: dict[str, str]) -> None:
    """Write all files into *folder*, or none."""
    is_there = folder.exists()
    if is_there and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError("expected a new or empty folder, got {folder!r}", folder=str(folder))
    made = (folder if is_there else folder.parent) / f".new-game-{os.getpid()}"
    made.mkdir()
    moved: list[Path] = []
    try:
        _fill(made, words)
        if is_there:
            for part in made.iterdir():
                moved.append(part.rename(folder / part.name))
            made.rmdir()
        else:
            made.rename(folder)
    except (OSError, UsageError):
        for part in (made, *moved):
            _remove(part)
        raise


def _fill(folder: Path, words: dict[str, str]) -> None:
    skeleton = resources.files("companion") / "skeleton"
    for template, place in FILES.items():
        path = folder / Template(place).substitute(words)
        path.parent.mkdir(exist_ok=True)
        source = skeleton / f"{template}.template"
        try:
            text = Template(source.read_text(encoding="utf-8")).substitute(words)
        except (ValueError, KeyError) as error:
            message = Message(
                "expected an undamaged file, got {file!r}: {error}",
                file=str(source),
                error=unexpected(error),
            )
            raise UsageError(message) from error
        path.write_text(text, encoding="utf-8")


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
