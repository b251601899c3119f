"""What plies of Quincy are worth on average over all dominoes that others may hold.

A side that may hold one of many hands makes the best ply that its dominoes allow.
With all plies in the order in which it likes them, each is the first possible one in
a known share of the hands; so the mean is exact and no hand is dealt.  Three
things are taken more simply than they are: a side likes plies as they look at a
evaluation, a hand farther ahead is as likely as it is now, and of plies that are
possible in few hands only the better ones are followed.
"""

from __future__ import annotations

from typing import Final

from companion.contract import Move
from companion.engine.budget import Budget
from companion.games.quincy.rules.kernel.state import (
    PASS,
    Dominoes,
    QuincyState,
    Squares,
    own_and_enemy,
    pile_count,
    spent_by,
    target_by,
    team_of,
)
from companion.games.quincy.rules.text import PLIES
from companion.games.quincy.search.kernel.evaluation import (
    CERTAIN,
    after_target,
    listed,
    mean_of,
    shares,
    standing,
    target_of,
    value_of,
)

LEAST: Final = 0.05
"""Hands that are left aside: in so many of them none of the plies followed is possible."""


class Chances:
    """The `Outlook` of one position: what comes of its plies, as far as its player can know.

    Args:
        state: hands and pile may be in it; but for the own hand they are not looked at.
        budget: counts each ply valued; its limits end the search.
        unseen: squares on which the player overlooks what the other side may do.
    """

    def __init__(self, state: QuincyState, budget: Budget, unseen: Squares = 0) -> None:
        self._seat = state.seat
        self._sizes = state.sizes
        self._own_hand: Dominoes | None = state.hands[state.seat] if state.hands else None
        self._unknown = state.left & ~(self._own_hand or 0)
        self._draws = 1 if pile_count(state) else 0
        self._own, self._enemy = own_and_enemy(state)
        self._budget = budget
        self._unseen = unseen
        self._listed: dict[tuple[Squares, Squares], list[int]] = {}
        self._at_once = {
            target_of(ply): value_of(ply) for ply in self._plies(self._own, self._enemy)
        }

    def value(self, move: Move, depth: int) -> float:
        """Return what *move* is worth to the side to move, looked at *depth* plies ahead.

        Raises:
            StoppedError: a limit of the budget is met.
        """
        ply = PLIES[move]
        if ply == PASS:
            return self._passed(self._own, self._enemy, 1, depth - 1, 0)
        target, spent = target_by(ply), 1 << spent_by(ply)
        if target is None:
            # The seat goes on with another domino: a swap is no step ahead.
            return self._mean(self._own, self._enemy, 0, depth, spent)
        value = self._at_once[target]
        if depth == 1 or value >= CERTAIN:
            return value
        own, enemy = after_target(self._own, self._enemy, target)
        return -self._mean(enemy, own, 1, depth - 1, spent)

    def _mean(self, own: Squares, enemy: Squares, turn: int, depth: int, spent: Dominoes) -> float:
        """Return what the board is worth on average to the side with the stones *own*.

        It is to move, *turn* turns from now, *depth* plies are looked ahead from here,
        and the player has *spent* a domino.
        """
        # In an evaluation a swap has a value whatever the limits are.
        if turn or depth > 1:
            self._budget.check()
        plies = self._plies(own, enemy)
        likely = self._shares(plies, turn, spent)
        if depth == 1:
            total, rest = mean_of(plies, likely)
            return total + rest * standing(own, enemy) if rest else total
        total, rest, worst = 0.0, 1.0, None
        for ply, share in zip(plies, likely, strict=False):
            if not share:
                continue
            worst = value = float(value_of(ply))
            if value < CERTAIN:
                after = after_target(own, enemy, target_of(ply))
                worst = value = -self._mean(after[1], after[0], turn + 1, depth - 1, spent)
            total += share * value
            rest -= share
        if rest > 0:
            if worst is None:
                worst = self._passed(own, enemy, turn + 1, depth - 1, spent)
            total += rest * worst
        return total

    def _passed(
        self, own: Squares, enemy: Squares, turn: int, depth: int, spent: Dominoes
    ) -> float:
        """Return what the board is worth to the side with the stones *own* after it passed."""
        if not depth:
            return standing(own, enemy)
        return -self._mean(enemy, own, turn, depth, spent)

    def _shares(self, plies: list[int], turn: int, spent: Dominoes) -> list[float]:
        seat = (self._seat + turn) % len(self._sizes)
        pool, known, number = self._unknown & ~spent, 0, self._sizes[seat]
        if seat == self._seat and self._own_hand is not None:
            known, number = self._own_hand & ~spent, self._draws
        unseen = self._unseen if team_of(seat) != team_of(self._seat) else 0
        return shares(plies, known, pool, number, unseen, LEAST)

    def _plies(self, own: Squares, enemy: Squares) -> list[int]:
        board = own, enemy
        plies = self._listed.get(board)
        if plies is None:
            plies = self._listed[board] = listed(own, enemy)
            self._budget.nodes += len(plies)
        return plies
