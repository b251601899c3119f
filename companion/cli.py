"""The command line: finds the command, and tells every error in one line.

A command's module has a function that adds its parser and sets ``run``, which takes
the parsed arguments and returns the exit status.  Nothing here imports pygame.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NoReturn, TextIO

from companion import RULES_TEXT, version
from companion.commands import Parser
from companion.errors import (
    CompanionError,
    PluginError,
    SilentGameError,
    UsageError,
    did_you_mean,
    failure,
    one_line,
    os_error_text,
    unexpected,
)
from companion.plugins import blamed, is_known, outside
from companion.plugins.watch import Watch, end_soon, kept_output, say
from companion.words.translate import localized, speak_in_argparse, tr

COMMANDS: Final[Mapping[str, str]] = {
    "play": "play",
    "sim": "play",
    "games": "games",
    "rules": "rules",
    "moves": "text",
    "perft": "text",
    "show": "text",
    "replay": "replay",
    "convert": "convert",
    "export": "collection",
    "import": "collection",
    "results": "results",
    "doctor": "doctor",
    "print": "print",
    "board": "board",
    "bench": "bench",
    "hint": "hint",
    "engine": "engine",
    "match": "match",
    "tablebase": "tablebase",
    "new-game": "new_game",
    "launcher": "launcher",
    "update": "update",
    "mirror": "launcher",
    "club": "club",
    "relay": "club",
    "completion": "completion",
    "man": "completion",
}
"""Each command with its module, which is imported for that command alone."""

TELL_ALL = ("completion", "man")
"""Commands that tell of all of them."""

OWN_OPTIONS = ("-h", "--help", "--version")
"""Options that stand before no command; all others belong to ``play``."""

EXIT_ERROR = 2
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended."""


RESERVE = 1 << 18
"""Bytes that are held until something has gone wrong: more than a process keeps for itself once
they are given back, and enough to tell it in a line."""

LITTLE = 1 << 23
"""Bytes with which nothing can be done: a start takes some twenty times as many."""

OUT_OF_MEMORY = (
    "cannot allocate memory",
    "out of memory",
    "can't start new thread",
    "not enough resources",
    "error return without exception set",
    "failed to map segment",
)
"""How the system, SDL, Python's threads, Python itself and the loader of libraries say it, in
small letters."""

SLOWER_PYGAME = r"Your system is \w+ capable but pygame was not built with support for it"
"""What pygame warns of where it was built for older processors: a regular expression.

Source: pygame 2.6.1, src_c/surface.c, and pygame-ce 2.5.8.
"""


def make_parser(only: str | None = None) -> Parser:
    """Return the parser of the whole command line, or as far as the command *only* needs it."""
    parser = Parser(prog="companion", description=tr("A companion for physical board games."))
    parser.add_argument("--version", action="store_true", help=tr("print the version"))
    subparsers = parser.add_commands(title=tr("commands"), metavar=tr("COMMAND"), dest="command")
    for name in COMMANDS if only is None else (only,):
        module = import_module(f"companion.commands.{COMMANDS[name]}")
        getattr(module, f"add_{name.replace('-', '_')}")(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    Errors are one line on standard error and status 2, and so is a lack of memory;
    a reader that has gone away and Ctrl-C end the program without a word.
    """
    status = _status(argv)
    if is_known() and any(outside()):
        end_soon(status)
    return status


def _status(argv: Sequence[str] | None) -> int:
    """Run the command line, tell what went wrong, and return the exit status."""
    _silence_pygame()
    speak_in_argparse()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # File names may hold bytes, and comments signs, that the terminal has no way to show.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        reserve = bytearray(RESERVE)
        try:
            status = _run(argv)
            if sys.stdout is not None:
                sys.stdout.flush()
        finally:
            # To tell what went wrong takes memory, too.
            reserve.clear()
    except CompanionError as error:
        return _complain(localized(error.message))
    except BrokenPipeError:
        _drop_output(sys.stdout)
        return EXIT_BROKEN_PIPE
    except OSError as error:
        if is_out_of_memory(error):
            _end_without_memory()
        _drop_output(sys.stdout)
        return _complain(localized(os_error_text(error)))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:
        if not is_out_of_memory(error) and has_memory():
            raise
        _end_without_memory()
    return status


def _end_without_memory() -> NoReturn:
    """Say that memory is lacking, and end the process."""
    # How a library or Python says so ("error return without exception set") helps nobody.
    _complain(tr("expected more memory than there is, got none"))
    # At its end Python waits for threads and frees modules, for which there may be none left.
    os._exit(EXIT_ERROR)


def _silence_pygame() -> None:
    """Keep pygame from greeting while it is imported."""
    # It greets on standard output, which belongs to our commands.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Debian builds it for every processor of a kind, and a player can do nothing about it.
    warnings.filterwarnings("ignore", SLOWER_PYGAME, RuntimeWarning)


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether *error* came of too little memory: each library has its own way to say so."""
    while not isinstance(error, MemoryError):
        if any(message in str(error).lower() for message in OUT_OF_MEMORY):
            return True
        if error.__context__ is None:
            return False
        error = error.__context__
    return True


def has_memory() -> bool:
    """Return whether there are still `LITTLE` bytes to be had.

    Where there are none, Python may raise anything: even that its own code is wrong.
    """
    try:
        bytearray(LITTLE)
    except MemoryError:
        return False
    return True


def _run(argv: Sequence[str] | None) -> int:
    words = _with_command(sys.argv[1:] if argv is None else argv)
    if words == ["--version"]:
        # Without all commands, which would take most of the time.
        return _tell_version()
    only = words[0] if words[0] in COMMANDS and words[0] not in TELL_ALL else None
    try:
        args = make_parser(only).parse_args(words)
    except SystemExit as stop:
        # --help has printed itself.
        return int(stop.code or 0)
    if args.version:
        return _tell_version()
    try:
        with kept_output(), Watch(_end_without) as args.watch:
            return int(args.run(args))
    except (CompanionError, OSError):
        raise
    except Exception as error:
        plugin = blamed(error, getattr(args, "game", ""))
        if plugin is None:
            raise
        raise _no_work(plugin.game.name, failure(error, plugin.folder)) from error


def _no_work(game: str, reason: str) -> PluginError:
    return PluginError("expected game {game} to work, got {failure}", game=game, failure=reason)


def _end_without(game: str, _: str) -> NoReturn:
    """End the process: *game* does not answer, and nothing can make it."""
    say(end="", is_pressing=True)
    _complain(localized(_no_work(game, unexpected(SilentGameError())).message))
    os._exit(EXIT_ERROR)


def _tell_version() -> int:
    say(f"companion {version()} ({RULES_TEXT})")
    return 0


def _with_command(argv: Sequence[str]) -> list[str]:
    """Return *argv*, which means ``play`` where it names no command.

    Raises:
        UsageError: its first word is no command.
    """
    if not argv or (argv[0].startswith("-") and argv[0] not in OWN_OPTIONS):
        return ["play", *argv]
    if not argv[0].startswith("-") and argv[0] not in COMMANDS:
        guess = did_you_mean(argv[0], COMMANDS)
        raise UsageError(
            "expected a command ({known}), got {word!r}{guess}",
            known=", ".join(COMMANDS),
            word=argv[0],
            guess=guess,
        )
    return list(argv)


def _complain(message: str) -> int:
    if sys.stderr is not None:
        # A full disk under standard error leaves the status to tell it.
        with contextlib.suppress(OSError):
            print("companion:", one_line(message), file=sys.stderr)
        _drop_output(sys.stderr)
    return EXIT_ERROR


def _drop_output(stream: TextIO | None) -> None:
    """Point *stream* nowhere if it is broken: Python would complain about it at the end."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
