"""The commands that print text about a game: ``games``, ``moves``, ``perft``, ``show``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TypeAlias

from companion.commands.position_args import add_position_arguments, description_of, whole_number
from companion.contract import Game, OptionSpec, option_text
from companion.games import GAMES, find_game, left_out, load_board
from companion.words.games import game_line, option_line, preset_line, value_line
from companion.words.notices import left_out_text

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

DEEPEST = 50
"""More plies than any count of sequences can be waited for."""


def add_games(subparsers: Subparsers) -> None:
    """Add the ``games`` command to *subparsers*."""
    parser = subparsers.add_parser("games", help="list the games, their options and presets")
    parser.add_argument("game", metavar="GAME", nargs="?", help="list this game only")
    parser.set_defaults(run=run_games)


def run_games(args: argparse.Namespace) -> int:
    """Print each game with its board, options, values and presets, each explained."""
    games = [find_game(args.game)] if args.game is not None else list(GAMES.values())
    for game in games:
        print(game.name)
        print(f"  {game_line(game.name)}")
        print(f"  board {game.board_name}: {load_board(game.board_name).note}")
        for spec in game.option_specs:
            print(f"  option {_option_line(spec)}")
            print(f"    {option_line(game.name, spec.name)}")
            for value in () if isinstance(spec.values, range) else spec.values:
                print(f"    {option_text(value)}: {value_line(game.name, spec.name, value)}")
            print(f"    source: {spec.source}")
        for name in game.presets:
            print(f"  preset={name}: {_preset_line(game, name)}")
            print(f"    {preset_line(game.name, name)}")
    if args.game is None:
        for name, reason in left_out():
            print(f"companion: {left_out_text(name, reason)}", file=sys.stderr)
    return 0


def _option_line(spec: OptionSpec) -> str:
    needs = "".join(f", needs {need}=on" for need in spec.needs)
    return f"{spec.name}: {spec.allowed()} (default {option_text(spec.default)}{needs})"


def _preset_line(game: Game, name: str) -> str:
    return " ".join(f"{key}={option_text(value)}" for key, value in game.presets[name].items())


def add_moves(subparsers: Subparsers) -> None:
    """Add the ``moves`` command to *subparsers*."""
    parser = subparsers.add_parser("moves", help="print the legal moves, one a line")
    add_position_arguments(parser)
    parser.set_defaults(run=run_moves)


def run_moves(args: argparse.Namespace) -> int:
    """Print the canonical notation of every legal move."""
    for move in description_of(args).position.legal_moves():
        print(move.text)
    return 0


def add_perft(subparsers: Subparsers) -> None:
    """Add the ``perft`` command to *subparsers*."""
    parser = subparsers.add_parser("perft", help="count the sequences of so many plies")
    add_position_arguments(parser)
    parser.add_argument("--depth", metavar="D", type=_depth, required=True, help="how many plies")
    parser.add_argument("--divide", action="store_true", help="count below each move as well")
    parser.set_defaults(run=run_perft)


def _depth(text: str) -> int:
    return whole_number(text, 0, DEEPEST)


def run_perft(args: argparse.Namespace) -> int:
    """Print the count, alone on the last line."""
    position = description_of(args).position
    if not args.divide or args.depth == 0:
        print(position.perft(args.depth))
        return 0
    total = 0
    for move in position.legal_moves():
        count = position.play(move).perft(args.depth - 1)
        total += count
        print(f"{move.text}: {count}")
    print(total)
    return 0


def add_show(subparsers: Subparsers) -> None:
    """Add the ``show`` command to *subparsers*."""
    parser = subparsers.add_parser("show", help="print a position as text, or draw it")
    add_position_arguments(parser)
    parser.add_argument("--png", metavar="FILE", type=Path, help="draw it into this file as well")
    parser.add_argument(
        "--all-hands",
        action="store_true",
        help="with the hidden hands and the pile, as --position takes them",
    )
    parser.set_defaults(run=run_show)


def run_show(args: argparse.Namespace) -> int:
    """Print what the table may know of the position; with ``--png`` draw it as well."""
    position = description_of(args).position
    if args.png is not None:
        # Imported here so that the text commands need no pygame.
        from companion.ui.scenes.records.export import write_png

        write_png(position, args.png)
    print(position.to_text() if args.all_hands else position.public_text(None))
    return 0
