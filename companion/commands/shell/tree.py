"""The command line as a list of commands, each with what may follow it: read from its parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.commands import Commands
from companion.contract import option_text
from companion.plugins import GAMES
from companion.words.translate import tr

PROGRAM: Final = "companion"
SEVERAL: Final = "|"
"""Between the words of a metavar that lists them."""


@dataclass(frozen=True)
class Argument:
    """One thing that a command takes.

    Attributes:
        flags: how the option is written; empty for what has its place.
        text: what it is for.
        metavar: what stands for its value, empty where it has none.
        values: those it may have, where they are known.
        is_file: whether its value is a file or folder.
        is_needed: whether the command does not go without.
        is_repeated: whether it may be given several times.
    """

    flags: tuple[str, ...]
    text: str
    metavar: str
    values: tuple[str, ...] = ()
    is_file: bool = False
    is_needed: bool = False
    is_repeated: bool = False


@dataclass(frozen=True)
class Command:
    """One command.

    Attributes:
        path: its name, after those of the commands that it is part of.
        text: what it does, in a line.
        description: the same in full.
        arguments: what it takes, those with flags first.
        parts: the names of the commands that it has.
    """

    path: tuple[str, ...]
    text: str
    description: str
    arguments: tuple[Argument, ...]
    parts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return its path as it is written."""
        return " ".join(self.path)


def command_tree(commands: Commands, path: tuple[str, ...] = ()) -> Iterator[Command]:
    """Yield each of *commands*, which follow *path*, and after it those that it has."""
    for name, parser in commands.parsers.items():
        here = (*path, name)
        arguments = [_argument(action, action in parser.repeated) for action in parser.actions]
        yield Command(
            here,
            commands.lines[name],
            parser.description or commands.lines[name],
            tuple(sorted(arguments, key=lambda argument: not argument.flags)),
            tuple(parser.commands.parsers) if parser.commands else (),
        )
        if parser.commands:
            yield from command_tree(parser.commands, here)


def _argument(action: argparse.Action, is_repeated: bool) -> Argument:
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    values = _values(action, metavar)
    shown = metavar or SEVERAL.join(values) or action.dest.upper()
    return Argument(
        tuple(action.option_strings),
        (action.help or "").replace("%%", "%"),
        shown if action.nargs != 0 else "",
        values,
        action.type is Path or metavar.split(".")[0] in (tr("FILE"), tr("DIR")),
        action.required,
        is_repeated,
    )


def _values(action: argparse.Action, metavar: str) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(str(choice) for choice in action.choices)
    if SEVERAL in metavar:
        return tuple(metavar.split(SEVERAL))
    return tuple({tr("GAME"): list(GAMES), tr("NAME=VALUE"): _pairs()}.get(metavar, ()))


def _pairs() -> Sequence[str]:
    """Return the options of all games with their values, each once; a number is left open."""
    pairs: dict[str, None] = {}
    for game in GAMES.values():
        pairs |= dict.fromkeys(f"preset={name}" for name in game.presets)
        for spec in game.option_specs:
            texts = [""] if isinstance(spec.values, range) else map(option_text, spec.values)
            pairs |= dict.fromkeys(f"{spec.name}={text}" for text in texts)
    return list(pairs)
