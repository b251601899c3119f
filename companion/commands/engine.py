"""``companion engine``: the engine for other programs, over standard input and output."""

from __future__ import annotations

import argparse
import contextlib
import select
import sys
import time
from typing import Final

from companion.commands import Commands
from companion.commands.arguments import add_option_arguments, options_of, seed
from companion.commands.ugi import LineReader, NewGame, Session
from companion.engine.service import Engine
from companion.errors import UsageError
from companion.plugins import GAMES, find_game
from companion.plugins.watch import say
from companion.words.translate import tr

LOOK_EVERY_S: Final = 0.01
"""How often a search is looked at; a line that comes in is taken at once."""


def add_engine(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "engine",
        help=tr("answer another program line by line, as UGI engines do"),
        description=tr(
            "Answer UGI, with additions, on standard input and output until 'quit'. "
            "The arguments name the game to begin with."
        ),
    )
    parser.add_argument("game", metavar=tr("GAME"), nargs="?", help=tr("see 'companion games'"))
    add_option_arguments(parser)
    parser.add_argument(
        "--seed",
        metavar="N",
        type=seed,
        default=0,
        help=tr("the number of a random setup and coin toss"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer until the input says ``quit``, or ends and all is answered, and return 0.

    Raises:
        CompanionError: the game, an option or a value is unknown, or there is no input.
    """
    game = find_game(args.game if args.game is not None else next(iter(GAMES)))
    new = NewGame(game, options_of(args, game), args.seed)
    if sys.stdin is None:
        raise UsageError("expected lines on standard input, got none: it is closed")
    lines = LineReader(sys.stdin.fileno())
    engine = Engine()
    session = Session(engine, _say, new, time.monotonic)
    try:
        # Behind the first answers, so that the first search does not wait for its process.
        engine.start()
        _converse(session, lines)
    finally:
        engine.close()
    return 0


def _converse(session: Session, lines: LineReader) -> None:
    has_ended = False
    while not session.is_over:
        with contextlib.suppress(TimeoutError):
            line = lines.next(LOOK_EVERY_S if session.is_busy else None)
            has_ended = has_ended or line is None
            session.take(line or "")
        session.look()
        if has_ended:
            session.end_of_input()
            if not session.is_busy or not _is_heard():
                return


def _is_heard() -> bool:
    """Return whether anybody may still read what is answered."""
    if sys.stdout is None:
        return False
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    return not poll.poll(0)


def _say(line: str) -> None:
    say(line, is_pressing=True)
