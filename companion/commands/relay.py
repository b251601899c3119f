"""``companion relay``: the one process that reaches the network, for a table beside it."""

from __future__ import annotations

import argparse
import socket

from companion.commands import Commands
from companion.commands.arguments import in_file
from companion.config.files import load_config
from companion.errors import UsageError
from companion.words.translate import tr


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
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
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
