"""What is under way: a search, as it is told of, or the list of all legal moves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.commands.args.position import GameSoFar
from companion.commands.text import MOST_LISTED
from companion.contract import Move, Position
from companion.engine.knowledge import stuck
from companion.engine.limits import DEEPEST, MOST_TIME_S, Limits, Result, plies_to_end
from companion.engine.search import search
from companion.engine.service import Engine, Fault, SearchRequest
from companion.errors import EngineError
from companion.ui.widgets.background import Background, Tell

USUAL_TIME_S: Final = 3.0
"""How long it may take where no limit is given, as long as on the screen."""

ListedMoves: TypeAlias = tuple[Sequence[Move], bool]
"""Moves, and whether they are all."""

QUICK_S = 0.2
"""Most lists are found in this time, and are told before any other line is taken."""


@dataclass(frozen=True)
class Go:
    """What a search may cost.

    Attributes:
        level: how well it plays.
        seed: names the choice among equal moves, deals of hidden hands, and slips.
        nodes: positions valued; None is no limit.
        time_s: seconds; None is the usual time, where nothing else ends it.
        depth: plies looked ahead; None is no limit.
        is_infinite: it is told to stop, whatever it has found.
    """

    level: int
    seed: int
    nodes: int | None = None
    time_s: float | None = None
    depth: int | None = None
    is_infinite: bool = False

    def limits(self) -> Limits:
        """Return the limits, with a time in any case."""
        is_free = self.nodes is None and self.depth is None and not self.is_infinite
        time_s = self.time_s or (USUAL_TIME_S if is_free else MOST_TIME_S)
        return Limits(self.nodes, time_s, self.depth or DEEPEST, self.level)


class RunningSearch:
    """The search that is under way, asked of *engine*.

    Raises:
        EngineError: the game is over, or goes on without a legal move.
    """

    def __init__(
        self,
        engine: Engine,
        game: GameSoFar,
        go: Go,
        clock: Callable[[], float],
    ) -> None:
        self._game, self._go = game, go
        self._clock, self._since_s = clock, clock()
        self._best: Result | None = None
        self._is_done = False
        self._asked: SearchRequest[Result] = engine.ask(
            game.start, game.moves, go.limits(), go.seed
        )
        outcome = self._asked.position.outcome()
        if outcome is not None:
            self._asked.drop()
            raise EngineError(
                f"expected a game that goes on, got one over by {str(outcome.reason)!r}"
            )
        if not self._asked.position.some_moves(1)[0]:
            self._asked.drop()
            raise stuck(self._asked.position)

    @property
    def is_infinite(self) -> bool:
        """Return whether it goes on until it is told to stop."""
        return self._go.is_infinite

    def news(self) -> Iterator[str]:
        """Yield what has been found since the last time, and what the search ends with.

        Raises:
            EngineError: it came to nothing.
        """
        answer = None if self._is_done else self._asked.answer()
        if isinstance(answer, Fault):
            self._is_done = True
            if self._best is None:
                raise EngineError(f"expected an answer of the search, got none: {answer.code}")
        elif answer is not None:
            self._best, self._is_done = answer, answer.is_final
            yield self._info(answer)
        if self._is_done and not self._go.is_infinite and self._best is not None:
            yield best_line(self._best.move)

    def stopped(self) -> str:
        """Return the end of the search, at once: the best so far, or a move seen at a glance."""
        self._asked.drop()
        if self._best is None:
            game = self._game
            self._best = search(game.position, Limits(nodes=1), self._go.seed, seen=game.seen)
        return best_line(self._best.move)

    def drop(self) -> None:
        """End it without a word."""
        self._asked.drop()

    def _info(self, result: Result) -> str:
        took_ms = round(1000 * (self._clock() - self._since_s))
        line = " ".join(move_word(move) for move in result.line)
        return (
            f"info depth {result.depth} nodes {result.nodes} time {took_ms} "
            f"score {score_words(result.score)} pv {line}"
        )


class Listing:
    """The moves of *position* as they are found: at most `MOST_LISTED`, or all of *is_whole*."""

    def __init__(self, position: Position, *, is_whole: bool) -> None:
        most = sys.maxsize if is_whole else MOST_LISTED

        def work(tell: Tell) -> ListedMoves:
            return position.some_moves(most, lambda count: tell(count, 0))

        self._finding = Background("moves", work, QUICK_S)

    def news(self) -> Iterator[str]:
        """Yield nothing as long as they are looked for, then the lines of the answer.

        Raises:
            EngineError: they cannot be found.
        """
        if self._finding.problem:
            raise EngineError(self._finding.problem)
        if self._finding.made is None:
            return
        moves, is_all = self._finding.made
        if not is_all:
            yield f"info string more than {MOST_LISTED:,} moves; query moves all lists them"
        yield f"response {' '.join(map(move_word, moves))}".rstrip()

    def stopped(self) -> str:
        """Return the end of the list where nobody waits for it any more."""
        self.drop()
        return "error expected the list of moves, got stop"

    def drop(self) -> None:
        """End it without a word."""
        self._finding.drop()


def best_line(move: Move) -> str:
    """Return the line that ends a search."""
    return f"bestmove {move_word(move)}"


def move_word(move: Move) -> str:
    """Return the notation of *move* as one word."""
    return move.text.replace(" ", ":")


def score_words(score: int) -> str:
    """Return *score* in hundredths of a piece, or in how many plies the game is won or lost."""
    plies = plies_to_end(score)
    if plies is None:
        return f"cp {score}"
    return f"{'win' if score > 0 else 'loss'} {plies}"
