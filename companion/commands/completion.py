"""``companion completion`` and ``companion man``: the command line as shells and man want it."""

from __future__ import annotations

import argparse
from functools import partial

from companion import version
from companion.commands import Commands
from companion.commands.shell.man import man_page
from companion.commands.shell.scripts import SCRIPTS
from companion.commands.shell.tree import command_tree
from companion.plugins.output import say
from companion.words.translate import tr


def add_completion(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "completion",
        help=tr("print what has a shell complete commands, options and games"),
        description=tr(
            "Print a completion script: for bash, zsh or fish. docs/installing.md tells "
            "where it goes."
        ),
    )
    parser.add_argument("shell", choices=tuple(SCRIPTS), help=tr("which shell"))
    parser.set_defaults(run=partial(run_completion, subparsers))


def run_completion(subparsers: Commands, args: argparse.Namespace) -> int:
    """Print the script for a shell, and return 0."""
    say(SCRIPTS[args.shell](list(command_tree(subparsers))), end="")
    return 0


def add_man(subparsers: Commands) -> None:
    parser = subparsers.add_parser("man", help=tr("print the man page: companion man | man -l -"))
    parser.set_defaults(run=partial(run_man, subparsers))


def run_man(subparsers: Commands, args: argparse.Namespace) -> int:
    """Print the page, and return 0."""
    say(man_page(list(command_tree(subparsers)), version()), end="")
    return 0
