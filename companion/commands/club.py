"""Commands between tables: ``companion club`` and ``companion relay``.

The first shows all tables of a club on one page, with results and rounds; the second is the one
process that reaches the network for a table beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands import Commands
from companion.commands.arguments import in_file
from companion.config.files import load_config
from companion.config.values import ClubConfig
from companion.errors import BackendError, UsageError, reason_of
from companion.plugins.watch import say
from companion.ports import Seating
from companion.storage.state_dir import state_path
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.club.rounds import Evening
    from companion.club.wall import ClubTables
    from companion.remote.relay import BrokerLink

PORT: Final = 8090
STATE_NAME: Final = "club.json"
NAMES_LIMIT: Final = 1 << 16
CONNECT_S: Final = 15.0


def add_club(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "club",
        help=tr("show all tables of a club on one page, and pair its players"),
        description=tr(
            "Show all tables that tell the broker of the section [club] what is played, on a "
            "page for a wall: boards, clocks, results, and who plays whom in a round robin or in "
            "Swiss rounds. It runs until it is stopped, and goes on with its list the next time."
        ),
    )
    parser.add_argument(
        "--config", metavar=tr("FILE"), type=in_file, help=tr("the configuration file")
    )
    parser.add_argument(
        "--port", metavar=tr("N"), type=int, default=PORT, help=tr("where the page is")
    )
    parser.add_argument(
        "--state",
        metavar=tr("FILE"),
        type=Path,
        help=tr("where results and the list are kept"),
    )
    parser.add_argument(
        "--players",
        metavar=tr("NAMES"),
        help=tr("begin a list of these players, such as Anna,Ben,Cleo"),
    )
    parser.add_argument(
        "--players-from",
        metavar=tr("FILE"),
        type=in_file,
        help=tr("the same from a text file, a name a line"),
    )
    parser.add_argument(
        "--swiss", action="store_true", help=tr("pair by the Swiss system, not everybody with all")
    )
    parser.add_argument(
        "--rounds", metavar=tr("N"), type=int, help=tr("how many rounds; else as many as it takes")
    )
    parser.add_argument(
        "--enter",
        metavar=tr("RESULT"),
        help=tr('enter a result of this round by hand, such as "Anna 1-0 Ben", and end'),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the page until the process is told to end, and return 0.

    Raises:
        CompanionError: the configuration, the list or the broker cannot be used.
    """
    try:
        from companion.club.rounds import Evening
    except ModuleNotFoundError as error:
        raise _lacking(error) from error
    path = args.state if args.state is not None else state_path(os.environ) / STATE_NAME
    evening = Evening(path)
    evening.load()
    if args.enter is not None:
        return _enter(evening, args.enter)
    club = load_config(args.config).club
    names = _names(args)
    if names is None and (args.swiss or args.rounds is not None):
        raise UsageError("expected players with --swiss and --rounds, got none")
    if names is not None:
        _begin(evening, names, args)
    if not club.broker:
        raise UsageError("expected a broker in the section [club] of the configuration, got none")
    try:
        _show(club, evening, args.port)
    except ModuleNotFoundError as error:
        raise _lacking(error) from error
    return 0


def _lacking(error: ModuleNotFoundError) -> UsageError:
    return UsageError(
        "expected {name}, which a club needs, got none: "
        'install the program with its extras: pip install "board-companion[club,mirror]"',
        name=str(error.name).partition(".")[0],
    )


def _names(args: argparse.Namespace) -> list[str] | None:
    """Return the players that the arguments name, None where they name none.

    Raises:
        UsageError: they are named twice, or in a file that is no text.
        OSError: the file cannot be read.
    """
    if args.players is not None and args.players_from is not None:
        raise UsageError("expected --players or --players-from, got both")
    if args.players is not None:
        return [name.strip() for name in args.players.split(",") if name.strip()]
    if args.players_from is None:
        return None
    with args.players_from.open("rb") as file:
        data = file.read(NAMES_LIMIT)
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise UsageError(
            "{path}: expected names in UTF-8, a name a line, got something else",
            path=args.players_from,
        ) from error
    return [line.strip() for line in lines if line.strip()]


def _begin(evening: Evening, names: Sequence[str], args: argparse.Namespace) -> None:
    from companion.club.rounds import ROUND_ROBIN, SWISS, longest

    count = len(names)
    # As many as it takes to tell the best of so many apart.
    enough = max(1, (count - 1).bit_length()) if args.swiss else longest(count)
    total = args.rounds if args.rounds is not None else enough
    evening.begin(names, SWISS if args.swiss else ROUND_ROBIN, total)


def _save(evening: Evening) -> None:
    try:
        evening.save()
    except OSError as error:
        raise UsageError("{path}: {reason}", path=evening.path, reason=reason_of(error)) from error


def _enter(evening: Evening, text: str) -> int:
    from companion.club.rounds import read_result

    first, result, second = read_result(text)
    evening.enter(first, second, result)
    evening.go_on()
    _save(evening)
    say(f"{first} {result} {second}")
    return 0


def _show(club: ClubConfig, evening: Evening, port: int) -> None:
    from companion.club.wall import ClubTables, addresses, serve

    tables = ClubTables(club.topic)
    try:
        listener = socket.create_server(("0.0.0.0", port), backlog=128)
    except (OSError, OverflowError) as error:
        raise UsageError(
            "expected a free port with --port, got {port}: {reason}",
            port=port,
            reason=reason_of(error) if isinstance(error, OSError) else str(error),
        ) from error
    with listener:
        link = _link(club, tables)
        try:
            # A list that nobody has seen is begun anew; one that somebody saw is not.
            _save(evening)
            for address in addresses(port):
                say(address)
            evening.seats = _seats(link, club)
            for number in (signal.SIGINT, signal.SIGTERM):
                # The server takes them, and raises them once more when it has ended.
                signal.signal(number, lambda *_: None)
            asyncio.run(serve(tables, evening, listener))
        finally:
            _save(evening)
            link.close()


def _seats(link: BrokerLink, club: ClubConfig) -> Callable[[str, Seating | None], None]:
    """Return what tells a table who is to sit there."""
    from companion.club import tree
    from companion.remote.bus import BusMessage

    def tell(table: str, seating: Seating | None) -> None:
        payload = tree.packed(tree.seating_data(seating)) if seating is not None else b""
        link.publish(BusMessage(tree.topic_of(club.topic, table, tree.SEATING), payload, True))

    return tell


def _link(club: ClubConfig, tables: ClubTables) -> BrokerLink:
    """Return a link to the broker, once it is reached.

    Raises:
        BackendError: it is not, and why.
    """
    from companion.remote.bus import BusState, Standing
    from companion.remote.relay import BrokerLink
    from companion.words.other_table import standing_text

    settled = threading.Event()

    def stand(standing: Standing) -> None:
        tables.stand(standing)
        settled.set()

    link = BrokerLink(club, tables.topics, None, tables.take, stand)
    settled.wait(CONNECT_S)
    standing = tables.standing
    if standing.state is BusState.CONNECTED:
        return link
    link.close()
    if standing.state is BusState.CONNECTING:
        standing = Standing(BusState.NO_BROKER)
    raise BackendError("{place}: {why}", place=club.broker, why=standing_text(standing))


# The relay


def add_relay(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "relay",
        help=tr("carry messages between this table and others, as a service"),
        description=tr(
            "Carry messages between the program, which reaches no network, and the broker that "
            "the section [club] of the configuration names. The program starts it where no "
            "service does."
        ),
    )
    parser.add_argument(
        "--config", metavar=tr("FILE"), type=in_file, help=tr("the configuration file")
    )
    parser.add_argument(
        "--descriptor",
        metavar=tr("N"),
        type=int,
        help=tr("an open socket that leads to the table"),
    )
    parser.set_defaults(run=run_relay)


def run_relay(args: argparse.Namespace) -> int:
    """Carry messages until the table hangs up, or for ever as a service.

    Raises:
        CompanionError: the configuration cannot be used, or names no broker.
    """
    # Needs what talks to the broker, and the table alone does without.
    from companion.remote.relay import handed_over, listen, serve

    club = load_config(args.config).club
    if not club.broker:
        raise UsageError("expected a broker in the section [club] of the configuration, got none")
    if args.descriptor is not None:
        with socket.socket(fileno=args.descriptor) as connection:
            serve(connection, club)
        return 0
    listener = handed_over()
    if listener is None:
        raise UsageError("expected to be started by systemd, or with --descriptor")
    with listener:
        listen(listener, club)
    return 0
