"""``companion hint``: a good move and why, how the game stands, and what is to follow."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.commands import Commands
from companion.commands.args.position import add_position_arguments, described
from companion.commands.args.values import seed, time_s, within
from companion.commands.telling import add_json_argument, tell
from companion.contract import Position
from companion.engine.endgames import Known
from companion.engine.knowledge import knowledge_of, unused_tables
from companion.engine.limits import FULL, LEVELS, MOST_NODES, Limits, Result
from companion.engine.patience import clock_patience_s, in_patience
from companion.engine.reasons.finding import reasons_of
from companion.engine.reasons.reason import Reason
from companion.engine.search import search
from companion.storage.json_text import Json
from companion.words.engine import known_text, score_text
from companion.words.hints import reason_text

USUAL_TIME_S = 2.0
"""How long a hint may take where no limit is given."""


def add_hint(subparsers: Commands) -> None:
    """Add the ``hint`` command to *subparsers*."""
    parser = subparsers.add_parser(
        "hint",
        help="print a good move and what is expected to follow",
        description="Print a good move and why, how the game stands, and the line expected.",
    )
    add_position_arguments(parser)
    add_json_argument(parser)
    parser.add_argument(
        "--time", metavar="S", type=time_s, help=f"seconds to think (default {USUAL_TIME_S:g})"
    )
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=within(1, MOST_NODES),
        help="positions to look at; without --time the answer is the same on every machine",
    )
    parser.add_argument(
        "--level",
        metavar="N",
        type=within(LEVELS[0], FULL),
        default=FULL,
        help=f"answer as a player of this level would move (default {FULL}, full strength)",
    )
    parser.add_argument(
        "--search-seed",
        metavar="N",
        type=seed,
        default=0,
        help="names the choice among equal moves, deals of hidden hands, and slips (default 0)",
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
    found = in_patience(
        args.game,
        clock_patience_s(limits),
        lambda: search(game.position, limits, args.search_seed, seen=game.seen),
    )
    hint = Hint(game.position, found)
    tell(args, hint.lines(), hint.data)
    # Which tables of endgames the search has done without, and why.
    for told in unused_tables(args.game):
        print(told, file=sys.stderr)
    return 0


@dataclass(frozen=True)
class Hint:
    """What the search found in a position."""

    position: Position
    result: Result

    def lines(self) -> Iterator[str]:
        """Yield the move, what speaks for it, how the game stands, and the line expected."""
        yield self.result.move.text
        for reason in self._reasons():
            yield reason_text(reason, self.position)
        yield self._standing(self._known())
        yield " ".join(move.text for move in self.result.line)

    def data(self) -> Json:
        """Return the same, with codes and numbers beside the sentences."""
        position, result, known = self.position, self.result, self._known()
        names = position.game.side_names
        return {
            "game": position.game.name,
            "side": names[position.side],
            "move": result.move.text,
            "reasons": [
                {"code": str(reason.code), "text": reason_text(reason, position)}
                for reason in self._reasons()
            ],
            "standing": self._standing(known),
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

    def _reasons(self) -> Sequence[Reason]:
        return reasons_of(self.position, self.result.move, self.result.line)

    def _known(self) -> Known | None:
        endgames = knowledge_of(self.position.game.name).endgames
        return endgames.known(self.position) if endgames is not None else None

    def _standing(self, known: Known | None) -> str:
        name, side = self.position.game.name, self.position.side
        return known_text(known, name) if known else score_text(self.result.score, side, name)
