"""What the search asks of a game beyond the rules contract.

A game that nobody has written an evaluator for is searched with this alone:
pieces on the board are worth one each.
"""

from __future__ import annotations

import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Generic, Protocol, TypeVar

from companion.contract import Move, Position, Side
from companion.engine.endgames import Endgames
from companion.engine.kernel.growth import Branch, Ply
from companion.engine.level import USUAL, Level
from companion.engine.limits import PIECE, WIN, Budget
from companion.engine.searcher import Ranked, Searcher
from companion.errors import EngineError, Message, PluginError
from companion.plugins import GAMES, plugin_of

PositionT = TypeVar("PositionT", bound=Position)
"""The positions of one game.  A search is given those of any, and the knowledge of their game."""


class Knowledge(Generic[PositionT]):
    """How positions of one game are valued, and in what order they are looked at.

    Attributes:
        beam: the most plies that are followed at each node, the best ones by
            their value; None follows all.
        first_beam: the same for the first ply, all of which are evaluated.
        most_plies: a position that leads to so many has others, which are left out.
        foreseen: the longest wins, in plies, that depend on nothing but `key`.
        has_captures: leaves are followed while pieces are taken.
        unit: what a beginner sees as a clear gain, in hundredths.
        levels: what levels 1 to 7 of this game do.
        has_fast_playouts: `Position.playout` plays at random faster than `random_child` does.
        endgames: tables of positions with few pieces, where the game has some.
    """

    beam: int | None = None
    first_beam: int | None = None
    most_plies = sys.maxsize
    foreseen = sys.maxsize
    has_captures = False
    unit: int = PIECE
    levels: Sequence[Level] = USUAL
    has_fast_playouts = False
    endgames: Endgames | None = None

    def searcher(
        self, position: PositionT, budget: Budget, seen: Iterable[object]
    ) -> Searcher | None:
        """Return what searches *position* at full strength; None for alpha-beta.

        *seen* are the keys of positions that have stood in the game already.
        """
        return None

    def value(self, position: PositionT) -> int:
        """Return what *position*, which is not over, is worth to side 0, in hundredths."""
        pieces = [piece for tower in position.pieces().values() for piece in tower]
        return PIECE * sum(1 if piece.side == 0 else -1 for piece in pieces)

    def children(self, position: PositionT) -> Sequence[PositionT]:
        """Return the position after every ply, in a fixed order; none when the game is over."""
        return [position.play(move) for move in position.legal_moves()]

    def random_child(self, position: PositionT, chance: random.Random) -> PositionT:
        """Return what any of the children of *position*, each as likely, is; itself without."""
        return chance.choice(self.children(position) or [position])

    def move_to(self, position: PositionT, child: PositionT) -> Move:
        """Return the canonical move that leads from *position* to *child*, one of its children."""
        wanted = child.key
        return next(move for move in position.legal_moves() if position.play(move).key == wanted)

    def key(self, position: PositionT) -> object:
        """Return what positions of equal worth have in common."""
        return position.key

    def captures(self, position: PositionT) -> Sequence[PositionT]:
        """Return the position after every ply that takes a piece, where `has_captures`."""
        return ()

    def exact(self, position: PositionT) -> int | None:
        """Return the score of *position* for the side to move, where it is known for certain.

        It is counted from *position*: `WIN` less the plies to the end, minus that, or 0.
        """
        end = self.endgames.known(position) if self.endgames is not None else None
        if end is None:
            return None
        if end.winner is None:
            return 0
        return WIN - end.plies if end.winner == position.side else end.plies - WIN

    def winning_child(self, position: PositionT) -> PositionT | None:
        """Return what follows *position* where its side wins within this turn, or None.

        A turn may hold several plies of one side; the child is the first of them.
        """
        side = position.side
        same: list[PositionT] = []
        for child in self.children(position):
            outcome = child.outcome()
            if outcome is not None and outcome.winner == side:
                return child
            if outcome is None and child.side == side:
                same.append(child)
        return next((child for child in same if self.winning_child(child)), None)

    def loses_at_once(self, child: PositionT, side: Side) -> bool:
        """Return whether *side*, which led to *child*, loses there or in the next turn."""
        outcome = child.outcome()
        if outcome is not None:
            return outcome.winner == 1 - side
        if child.side != side:
            return self.winning_child(child) is not None
        children = self.children(child)
        return bool(children) and all(self.loses_at_once(after, side) for after in children)


class BroadKnowledge(Knowledge[PositionT]):
    """Knowledge of a game that tells the best of many plies without making positions of all.

    A game brings `evaluated`, or `branches` and `position_after`; either follows from the other.
    """

    def evaluated(
        self,
        position: PositionT,
        kept: int,
        is_late: Callable[[], bool] = lambda: False,
        enough: int = WIN,
    ) -> tuple[list[Ranked], int]:
        """Return the best evaluated plies of *position*, the best first, and how many were valued.

        Args:
            position: in which the game goes on.
            kept: how many to return at the most.
            is_late: asked now and then; once it is true no more are valued, though always some.
            enough: from the first ply on that is worth this, no more need be valued.
        """
        branches, number = self.branches(position, kept, is_late)
        after = self.position_after
        return [
            Ranked(branch.value, after(position, branch.ply), branch.is_over)
            for branch in branches
        ], number

    def branches(
        self, position: PositionT, kept: int, is_late: Callable[[], bool]
    ) -> tuple[list[Branch], int]:
        """Return the same as `evaluated` for a tree; `position_after` makes their positions."""
        children, number = self.evaluated(position, kept, is_late)
        return [Branch(ranked.value, ranked.child, ranked.is_over) for ranked in children], number

    def position_after(self, position: PositionT, ply: Ply) -> Position:
        """Return what *ply*, that of one of its `branches`, leads to from *position*."""
        assert isinstance(ply, Position), "as it comes from above"
        return ply

    def repetitions(
        self, position: PositionT, branches: Sequence[Branch], seen: frozenset[object]
    ) -> list[Branch]:
        """Return those of the *branches* of *position* that lead to one whose key is in *seen*."""
        after = self.position_after
        return [branch for branch in branches if after(position, branch.ply).key in seen]


class Outlook(Protocol):
    """What may become of one position whose side to move does not know all of it."""

    def value(self, move: Move, depth: int) -> float:
        """Return what *move* is worth on average to the side to move, *depth* plies ahead, from 1.

        Raises:
            StoppedError: a limit is met; never with *depth* 1.
        """


class HiddenKnowledge(Knowledge[PositionT], ABC):
    """Knowledge of a game in which the side to move does not know all of the position."""

    @abstractmethod
    def outlook(
        self, position: PositionT, budget: Budget, overlooks: float, chance: random.Random
    ) -> Outlook:
        """Return what may become of *position*.

        Equal for all positions that the player to move cannot tell apart.

        Args:
            position: where the game goes on.
            budget: counts positions valued; its limits end the search.
            overlooks: share of what the other side may do that the player overlooks, 0 .. 1.
            chance: decides what that is.
        """

    @abstractmethod
    def imagined(self, position: PositionT, move: Move, chance: random.Random) -> PositionT:
        """Return the position after *move* with all that is hidden dealt anew by *chance*.

        Equal for all positions that the player to move cannot tell apart.
        """

    @abstractmethod
    def winning_move(self, position: PositionT) -> Move | None:
        """Return a move that wins by what the player to move knows, or None."""

    @abstractmethod
    def may_lose_at_once(self, position: PositionT, move: Move) -> bool:
        """Return whether, by what the player to move knows, the next turn may win after *move*."""


_PLAIN: Knowledge[Position] = Knowledge()


def unused_tables(game: str) -> list[str]:
    """Return a line for each table of endgames that the search of *game* does without."""
    endgames = knowledge_of(game).endgames
    faults = endgames.faults() if endgames is not None else ()
    return [Message("{file}: {fault}", file=fault.file, fault=fault.text) for fault in faults]


def games_with_tables() -> dict[str, Endgames]:
    """Return the tables of endgames of each game that has some."""
    tables = {name: knowledge_of(name).endgames for name in GAMES}
    return {name: endgames for name, endgames in tables.items() if endgames is not None}


def any_move(position: Position, chance: random.Random) -> Move:
    """Return any legal move of *position*, each as likely; EngineError where it has none."""
    moves = position.legal_moves()
    if not moves:
        raise stuck(position)
    return chance.choice(moves)


def stuck(position: Position) -> EngineError:
    """Return the error of a search in *position*, where the game goes on without a legal move.

    No game that comes with the program has such a position; one from outside may.
    """
    text = position.public_text(None)
    return EngineError(
        "expected a legal move or the end of the game, got neither in {text!r}", text=text
    )


@cache
def knowledge_of(game: str) -> Knowledge[Position]:
    """Return what is known of the game called *game*; the least where it brings nothing.

    Raises:
        OptionError: there is no such game.
        PluginError: what it brings is no `Knowledge`, has not a level for each of 1 to 7, or is
            a `BroadKnowledge` that lacks all plies.
    """
    plugin = plugin_of(game)
    knowledge = plugin.load(plugin.search, Knowledge) or _PLAIN
    if len(knowledge.levels) != len(USUAL):
        raise PluginError(
            "{folder}: expected {search} to bring {wanted} levels, got {count}",
            folder=plugin.folder,
            search=plugin.search,
            wanted=len(USUAL),
            count=len(knowledge.levels),
        )
    if isinstance(knowledge, BroadKnowledge):
        kind = type(knowledge)
        if (kind.evaluated, kind.branches) == (BroadKnowledge.evaluated, BroadKnowledge.branches):
            raise PluginError(
                "{folder}: expected {search} to bring evaluated or branches, got neither",
                folder=plugin.folder,
                search=plugin.search,
            )
    return knowledge
