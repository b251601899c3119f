"""Mini Quincala, the Knocking Game.

Source: the published rules of the Mini Quincala Knocking Game, tournament
variant of 2010.  Pieces of three sizes form towers ordered by size; a move is
a chain of straight legs that leaves the largest piece behind at each bend.
Whoever has had one piece of every size knocked has lost.
"""

from __future__ import annotations

from companion.contract import Board, Game, HalfMove, Options, Outcome, Side, check_seed
from companion.contract.codes import Does
from companion.contract.texts import parts_of
from companion.games.quincala.codes import TowerDoes
from companion.games.quincala.kernel.rules import Placed, Tower
from companion.games.quincala.rules import (
    SIDE_LETTERS,
    LegHalfMove,
    LegPosition,
    parse_placement,
    placement_text,
)
from companion.games.quincala_knocking.codes import KnockingCause, KnockingEnd
from companion.games.quincala_knocking.kernel.rules import KnockingRules, rules_of


class KnockingPosition(LegPosition):
    """A placement of towers and the side to move; what is knocked follows from the set-up.

    Repetition is not part of it: a move may lead back to the same placement.
    """

    rules: KnockingRules
    counted_at_once = 2
    mixed_start = KnockingCause.MIXED_TOWER
    stuck = KnockingCause.NO_FURTHER_LEG

    def __init__(self, rules: KnockingRules, placement: Placed, side: Side, gone: Tower) -> None:
        super().__init__(KNOCKING, rules, placement, side, gone, {})

    @property
    def key(self) -> tuple[Placed, Side]:
        """Equal for the same placement and side to move on the same board."""
        return self.placement, self._side

    def after(self, half: HalfMove) -> KnockingPosition:
        move = self.whole(half, LegHalfMove)
        return KnockingPosition(self.rules, move.placement, 1 - self._side, move.gone)

    def ended(self, placement: Placed, gone: Tower, side: Side) -> Outcome | None:
        """Return who won and why, or None.

        Where both sides have had every size knocked, the side that did not make
        that leg wins; it is the side to move now.
        """
        white, black = (self.rules.has_lost(gone, of) for of in (0, 1))
        if white and black:
            return Outcome(side, KnockingEnd.BOTH_ALL_SIZES_KNOCKED)
        if white or black:
            return Outcome(1 if white else 0, KnockingEnd.ALL_SIZES_KNOCKED)
        return None

    def to_text(self) -> str:
        return f"{placement_text(self.rules, self.placement)} {SIDE_LETTERS[self._side]}"

    def counted(self, depth: int) -> int:
        return self.rules.perft(self.placement, self._side, self.gone, depth)


class KnockingGame(Game):
    """The Mini Quincala Knocking Game.  It has no options; White always starts."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> KnockingPosition:
        """Return the first position; *seed* changes nothing."""
        self.complete(options)
        check_seed(seed)
        rules = rules_of(board or self.shipped_board())
        return KnockingPosition(rules, rules.start, 0, 0)

    def from_text(self, text: str, board: Board | None = None) -> KnockingPosition:
        rules = rules_of(board or self.shipped_board())
        rows, side, *_ = parts_of(self, text)
        placement = parse_placement(rules, rows)
        return KnockingPosition(rules, placement, side, rules.gone(placement))


KNOCKING = KnockingGame(
    name="quincala-knocking",
    folder="companion.games.quincala_knocking",
    board_name="mini-quincala",
    board_check=0xB8218C14,
    fact_codes=frozenset((*Does, *TowerDoes)),
)
