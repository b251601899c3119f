"""The commands of the command line, one module each, and what several of them read alike.

`companion.cli` lists them.  Those that need no screen import no pygame.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from companion.errors import UsageError, did_you_mean
from companion.plugins.watch import say


class Parser(argparse.ArgumentParser):
    """Raises what argparse would print over several lines, and takes no shortened options.

    Of a word that is nearly a command or an option it says which.

    Attributes:
        actions: the options and arguments, as they were added; argparse has them in private alone.
        repeated: those of *actions* that may be given several times.
        commands: those that follow, or None.
    """

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - argparse's own
        self.actions: list[argparse.Action] = []
        self.repeated: list[argparse.Action] = []
        self.commands: Commands | None = None
        super().__init__(**{"allow_abbrev": False, **kwargs})

    def add_argument(self, *names: str, **kwargs: Any) -> argparse.Action:  # noqa: ANN401 - argparse's own
        action = super().add_argument(*names, **kwargs)
        self.actions.append(action)
        if kwargs.get("action") == "append":
            self.repeated.append(action)
        return action

    def add_commands(self, **kwargs: Any) -> Commands:  # noqa: ANN401 - argparse's own
        """Add commands to follow; *kwargs* are those of ``add_subparsers``."""
        self.commands = Commands(super().add_subparsers(**kwargs))
        return self.commands

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)

    def print_help(self, file: Any = None) -> None:  # noqa: ANN401 - argparse's own
        # Where standard output is closed argparse goes on to standard error, which may be, too.
        say(self.format_help(), end="")

    def parse_known_args(  # type: ignore[override]  # argparse's own is overloaded
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        # Before what is missing is told: often it is what was mistyped.
        self._check_spelling(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def _check_spelling(self, words: Sequence[str]) -> None:
        """Raise a UsageError at the first of *words* that is nearly an option."""
        if self.commands is not None:
            # What follows the name of a command is an option of that command.
            return
        known = [flag for action in self.actions for flag in action.option_strings]
        for word in itertools.takewhile(lambda word: word != "--", words):
            name = word.partition("=")[0]
            if name.startswith("--") and name not in known and " " not in word:
                guess = did_you_mean(name, known, prefix="--")
                if guess:
                    raise UsageError(
                        "expected an option of {program}, got {name!r}{guess}",
                        program=self.prog,
                        name=name,
                        guess=guess,
                    )


class Commands:
    """The commands of a parser, to which each module adds its own.

    Attributes:
        parsers: each by its name.
        lines: what each does, in a line.
    """

    def __init__(self, action: argparse._SubParsersAction[Parser]) -> None:
        self.parsers: dict[str, Parser] = {}
        self.lines: dict[str, str] = {}
        self._action = action

    def add_parser(self, name: str, *, help: str, description: str | None = None) -> Parser:
        """Add a command and return its parser; without a *description*, *help* describes it."""
        self.lines[name] = help
        parser = self._action.add_parser(name, help=help, description=description)
        self.parsers[name] = parser
        return parser
