"""``companion games``: the games, their boards, options and presets, each explained."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from companion.commands import Commands
from companion.commands.report import add_json_argument, report, wrapped
from companion.contract import Game, OptionSpec, OptionValue, option_text
from companion.plugins import GAMES, find_game, load_board, outside
from companion.storage.exchange import Json
from companion.words.game_words import game_line, game_title, words_of
from companion.words.table import LEFT_OUT
from companion.words.translate import from_data, localized, tr


def add_games(subparsers: Commands) -> None:
    parser = subparsers.add_parser("games", help=tr("list the games, their options and presets"))
    parser.add_argument("game", metavar=tr("GAME"), nargs="?", help=tr("list this game only"))
    add_json_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print each game with its board, options, values and presets, each explained; return 0.

    Raises:
        OptionError: there is no such game.
    """
    games = [find_game(args.game)] if args.game is not None else list(GAMES.values())
    lines = (part for line in _lines(games) for part in wrapped(line, _hanging(line)))
    report(args, lines, lambda: {"games": [_game_data(game) for game in games]})
    if args.game is None:
        for name, reason in outside().left_out:
            print(f"companion: {LEFT_OUT(name=name, reason=reason)}", file=sys.stderr)
    return 0


def _hanging(line: str) -> str:
    """Return the indent of what does not fit into *line*."""
    return " " * (len(line) - len(line.lstrip()) + 2)


def _lines(games: Sequence[Game]) -> Iterator[str]:
    """Yield each game, then its board, options and presets indented."""
    for game in games:
        yield game.name
        if line := game_line(game.name):
            yield f"  {line}"
        yield "  " + tr("board {name}: {note}").format(
            name=game.board_name, note=_board_note(game)
        )
        for spec in game.option_specs:
            yield from _option_lines(game, spec)
        for name in game.presets:
            yield f"  preset={name}: {_preset_text(game, name)}"
            yield f"    {words_of(game.name).options.preset_line(name)}"


def _board_note(game: Game) -> str:
    return from_data(load_board(game.board_name).note)


def _option_lines(game: Game, spec: OptionSpec) -> Iterator[str]:
    needs = "".join(tr(", needs {option}=on").format(option=need) for need in spec.needs)
    default = option_text(spec.default)
    text = tr("option {name}: {values} (default {default}{needs})")
    allowed = localized(spec.allowed())
    yield "  " + text.format(name=spec.name, values=allowed, default=default, needs=needs)
    words = words_of(game.name).options
    yield f"    {words.line(spec.name)}"
    for value in _values(spec):
        line = words.value_line(spec.name, value)
        yield f"    {option_text(value)}: {line}" if line else f"    {option_text(value)}"
    yield "    " + tr("source: {source}").format(source=spec.source)


def _values(spec: OptionSpec) -> Sequence[OptionValue]:
    """Return the values that are explained one by one: none of a range of numbers."""
    return () if isinstance(spec.values, range) else spec.values


def _preset_text(game: Game, name: str) -> str:
    return " ".join(f"{key}={option_text(value)}" for key, value in game.presets[name].items())


def _game_data(game: Game) -> Json:
    words = words_of(game.name).options
    return {
        "name": game.name,
        "title": game_title(game.name),
        "about": game_line(game.name),
        "sides": game.side_names,
        "board": {"name": game.board_name, "note": _board_note(game)},
        "options": [_option_data(game, spec) for spec in game.option_specs],
        "presets": [
            {"name": name, "about": words.preset_line(name), "options": options}
            for name, options in game.presets.items()
        ],
    }


def _option_data(game: Game, spec: OptionSpec) -> Json:
    span = spec.values if isinstance(spec.values, range) else None
    words = words_of(game.name).options
    return {
        "name": spec.name,
        "about": words.line(spec.name),
        "default": spec.default,
        "least": span.start if span else None,
        "most": span.stop - 1 if span else None,
        "values": [
            {"value": value, "about": words.value_line(spec.name, value)}
            for value in _values(spec)
        ],
        "needs": spec.needs,
        "source": spec.source,
    }
