"""``companion hint``: a good move and why, how the game stands, and what is to follow."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from companion.commands import Commands
from companion.commands.arguments import add_position_arguments, described, seed, time_s, within
from companion.commands.report import add_json_argument, report, wrapped
from companion.contract import Position
from companion.engine.endgames import EndgameValue
from companion.engine.knowledge import knowledge_of, unused_tables
from companion.engine.limits import FULL, LEVELS, MOST_NODES, Limits, Result
from companion.engine.players import clock_patience_s, in_patience
from companion.engine.reasons import explained
from companion.engine.search import search
from companion.storage.exchange import Json
from companion.words.hints import reason_text
from companion.words.program import known_text, score_text
from companion.words.translate import localized, tr

USUAL_TIME_S = 2.0
"""How long a hint may take where no limit is given."""


def add_hint(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "hint",
        help=tr("print a good move and what is expected to follow"),
        description=tr(
            "Print a good move and the reason for it, how the game stands, and what is expected "
            "to follow."
        ),
    )
    add_position_arguments(parser)
    add_json_argument(parser)
    parser.add_argument(
        "--time",
        metavar="S",
        type=time_s,
        help=tr("seconds to think (default {time_s:g})").format(time_s=USUAL_TIME_S),
    )
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=within(1, MOST_NODES),
        help=tr("positions to look at; without --time the answer is the same on every machine"),
    )
    parser.add_argument(
        "--level",
        metavar="N",
        type=within(LEVELS[0], FULL),
        default=FULL,
        help=tr(
            "answer as a player of this level would move (default {level}, full strength)"
        ).format(level=FULL),
    )
    parser.add_argument(
        "--search-seed",
        metavar="N",
        type=seed,
        default=0,
        help=tr("the number that decides between equal moves, hidden hands and slips (default 0)"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the move, what speaks for it, the score in words and the line expected; return 0.

    Raises:
        CompanionError: the position is none, the game is over, or it is one from outside that
            gives no answer.
    """
    game = described(args)
    is_free = args.time is None and args.nodes is None
    most_s = USUAL_TIME_S if is_free else args.time
    limits = Limits(nodes=args.nodes, time_s=most_s, level=args.level)
    answer = in_patience(
        args.game,
        clock_patience_s(limits),
        lambda: search(game.position, limits, args.search_seed, seen=game.seen),
    )
    result = explained(game.position, answer)
    lines = (part for line in _lines(game.position, result) for part in wrapped(line))
    report(args, lines, lambda: _data(game.position, result))
    # Which tables of endgames the search has done without, and why.
    for reason in unused_tables(args.game):
        print(localized(reason), file=sys.stderr)
    return 0


def _lines(position: Position, result: Result) -> Iterator[str]:
    """Yield the move, what speaks for it, how the game stands, and the line expected."""
    yield result.move.text
    for reason in result.reasons:
        yield reason_text(reason, position)
    yield _standing(position, result, _known(position))
    yield " ".join(move.text for move in result.line)


def _data(position: Position, result: Result) -> Json:
    """Return the same, with codes and numbers beside the sentences."""
    known = _known(position)
    names = position.game.side_names
    return {
        "game": position.game.name,
        "side": names[position.side],
        "move": result.move.text,
        "reasons": [
            {"code": str(reason.code), "text": reason_text(reason, position)}
            for reason in result.reasons
        ],
        "standing": _standing(position, result, known),
        "score": result.score,
        "known": known
        and {
            "winner": None if known.winner is None else names[known.winner],
            "plies": known.plies,
        },
        "line": [move.text for move in result.line],
        "nodes": result.nodes,
        "depth": result.depth,
    }


def _known(position: Position) -> EndgameValue | None:
    endgames = knowledge_of(position.game.name).endgames
    return endgames.known(position) if endgames is not None else None


def _standing(position: Position, result: Result, known: EndgameValue | None) -> str:
    name, side = position.game.name, position.side
    return known_text(known, name) if known else score_text(result.score, side, name)
