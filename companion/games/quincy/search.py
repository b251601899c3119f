"""What a position of Quincy is worth, by what a player may know, and what speaks for a move.

Whatever another seat holds and whatever lies in the pile may be any of the dominoes
that are not accounted for; the real ones are never looked at.

A side that may hold one of many hands makes the best ply that its dominoes allow.
With all plies in the order in which it likes them, each is the first possible one in
a known share of the hands; so the mean is exact and no hand is dealt.  Three
things are taken more simply than they are: a side likes plies as they look at an
evaluation, a hand farther ahead is as likely as it is now, and of plies that are
possible in few hands only the better ones are followed.

Among the reasons a *three* is three stones of a team in a row of four squares whose fourth is
empty; an *open* one lies side by side with both ends empty.  A square counts as empty only as
long as a domino that names it has not been discarded.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from companion.contract import Move, Site, Token
from companion.engine.knowledge import HiddenKnowledge, Outlook
from companion.engine.level import Level
from companion.engine.limits import Budget
from companion.engine.reason import Reason, Why, or_else
from companion.engine.reasons import passed
from companion.games.quincy.codes import QuincyWhy
from companion.games.quincy.kernel.rules import (
    DECK,
    GRID,
    LINE_LENGTH,
    LINES_TO_WIN,
    NAMED,
    PASS,
    WAYS,
    Dominoes,
    QuincyState,
    Squares,
    line_count,
    members,
    next_states,
    own_and_enemy,
    pile_count,
    spent_by,
    target_by,
    team_of,
    unbreakable,
    winning_squares,
)
from companion.games.quincy.kernel.search import (
    CERTAIN,
    after_target,
    listed,
    mean_of,
    shares,
    standing,
    target_of,
    value_of,
)
from companion.games.quincy.rules import DOMINO_OF, PLIES, QuincyPosition

LEVELS: Final = (
    Level(1, 20_000, 81, noise=8.0, misses_wins=0.7),
    Level(1, 20_000, 40, noise=2.5, misses_wins=0.3),
    Level(2, 20_000, 24, overlooks=0.4, noise=1.25),
    Level(2, 20_000, 20, overlooks=0.25, noise=0.7),
    Level(2, 20_000, 16, overlooks=0.12, noise=0.4, is_careful=True),
    Level(3, 20_000, 12, overlooks=0.02, noise=0.2, is_careful=True),
    Level(3, 40_000, 12, noise=0.05, is_careful=True),
)
"""Levels 1 to 7: whims are great, as dominoes decide more of a game than skill does."""


class QuincyKnowledge(HiddenKnowledge[QuincyPosition]):
    """Lines made, and fours that can still become lines."""

    unit = 60
    levels = LEVELS

    def value(self, position: QuincyPosition) -> int:
        """Return blue's standing less yellow's."""
        return standing(position.state.blue, position.state.yellow)

    def children(self, position: QuincyPosition) -> list[QuincyPosition]:
        board, options = position.board, position.options
        return [QuincyPosition(board, options, state) for state in next_states(position.state)]

    def random_child(self, position: QuincyPosition, chance: random.Random) -> QuincyPosition:
        state = chance.choice(next_states(position.state))
        return QuincyPosition(position.board, position.options, state)

    def outlook(
        self, position: QuincyPosition, budget: Budget, overlooks: float, chance: random.Random
    ) -> Outlook:
        """Return what may become of *position* by all dominoes that others may hold."""
        unseen = sum(1 << site for site in members(GRID) if chance.random() < overlooks)
        return Chances(position.state, budget, unseen)

    def imagined(
        self, position: QuincyPosition, move: Move, chance: random.Random
    ) -> QuincyPosition:
        """Return the position after *move* with hidden hands and pile dealt by *chance*."""
        if not position.state.hands:
            return _dealt(position.play(move), None, chance)
        guess = _dealt(position, position.seat, chance)
        # Its list of moves is asked for so that it plays from it.
        guess.legal_moves()
        return guess.play(move)

    def winning_move(self, position: QuincyPosition) -> Move | None:
        """Return a move that makes the second line with a domino in hand, or None."""
        side = position.side
        for move in position.legal_moves():
            # What a swap draws is not known before.
            if len(move.touches) == 2:
                outcome = position.play(move).outcome()
                if outcome is not None and outcome.winner == side:
                    return move
        return None

    def may_lose_at_once(self, position: QuincyPosition, move: Move) -> bool:
        """Return whether a domino that the next seat may hold wins after *move*."""
        # After a swap the turn goes on, and what it will be is not known.
        if len(move.touches) < 2:
            return False
        after = position.public().play(move)
        state = after.state
        if after.outcome() is not None or not state.sizes[state.seat]:
            return False
        stones, others = own_and_enemy(state)
        winning = winning_squares(stones, GRID & ~(stones | others))
        own = position.state.hands[position.seat] if position.state.hands else 0
        return any(NAMED[domino] & winning for domino in members(state.left & ~own))


def _dealt(position: QuincyPosition, owner: int | None, chance: random.Random) -> QuincyPosition:
    """Return *position* with the pile and every hand but the *owner*'s dealt by *chance*."""
    state = position.state
    known = 0 if owner is None else state.hands[owner]
    deck = members(state.left & ~known)
    chance.shuffle(deck)
    hands = []
    for seat, size in enumerate(state.sizes):
        if seat == owner:
            hands.append(known)
        else:
            hands.append(sum(1 << domino for domino in deck[:size]))
            del deck[:size]
    options = {**position.options, "dominoes": "dealt"}
    dealt = state._replace(hands=tuple(hands), pile=tuple(deck))
    return QuincyPosition(position.board, options, dealt)


KNOWLEDGE: Final = QuincyKnowledge()


# The mean over all dominoes that others may hold

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


# Reasons for a move

THREE: Final = LINE_LENGTH - 1
FOURS: Final[tuple[Squares, ...]] = tuple(
    sum(1 << site for site in range(start, start + LINE_LENGTH * step, step))
    for step, starts in WAYS
    for start in members(starts)
)
"""The squares of every row of four, in each of the four directions."""


class _Table(NamedTuple):
    """What everybody sees, with the squares that are empty and that a domino can still name."""

    own: Squares
    enemy: Squares
    free: Squares


def reasons(position: QuincyPosition, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield what speaks for *move*: lines first, then what it stops and prepares."""
    yield from passed(position.explain(move))
    if len(move.touches) == 1:
        yield from _swapped(position, move)
    if len(move.touches) < 2:
        return
    token, site = move.touches
    assert isinstance(token, Token) and isinstance(site, int), "a domino, then a square"
    domino = DOMINO_OF[token]
    before, after = _tables(position, domino, site)
    ahead = _ahead(position, before, after, domino, site)
    yield from or_else(ahead, _beginnings(after, site))


def _tables(position: QuincyPosition, domino: int, site: Site) -> tuple[_Table, _Table]:
    """Return the table before and after *domino* is played on *site*, the domino out in both."""
    own, enemy = own_and_enemy(position.state)
    named = _named(position.state.left & ~(1 << domino))
    before = _Table(own, enemy, named & ~(own | enemy))
    stone = 1 << site
    if enemy & stone:
        enemy ^= stone
    else:
        own |= stone
    return before, _Table(own, enemy, named & ~(own | enemy))


def _ahead(
    position: QuincyPosition, before: _Table, after: _Table, domino: int, site: Site
) -> Iterator[Reason]:
    """Yield what the move does to the lines and rows of either team."""
    yield from _lines(before, after)
    if line_count(after.own) >= LINES_TO_WIN:
        return
    yield from _stopped(position, before, after, domino)
    winning = winning_squares(after.own, after.free) & ~winning_squares(before.own, before.free)
    if winning:
        yield Reason(QuincyWhy.ONE_FROM_WIN, tuple(members(winning)))
    yield from _spoiled(before, after, site)
    yield from _threes(position, after, site, domino)


def _lines(before: _Table, after: _Table) -> Iterator[Reason]:
    made = line_count(after.own) - line_count(before.own)
    if made > 0:
        is_won = line_count(after.own) >= LINES_TO_WIN
        yield Reason(QuincyWhy.WIN_TWO_LINES if is_won else QuincyWhy.MAKES_LINE)
    elif unbreakable(after.own) & ~unbreakable(before.own):
        yield Reason(QuincyWhy.LENGTHENS_LINE)


# Dominoes


def _named(dominoes: Dominoes) -> Squares:
    """Return the squares that any of *dominoes* names."""
    squares = 0
    for domino in members(dominoes):
        squares |= NAMED[domino]
    return squares


def _swapped(position: QuincyPosition, move: Move) -> Iterator[Reason]:
    token = move.touches[0]
    assert isinstance(token, Token), "a swap touches a domino alone"
    moves = position.legal_moves()
    if position.state.hands and all(len(other.touches) == 1 for other in moves):
        yield Reason(QuincyWhy.ALL_DEAD)
    code = QuincyWhy.SWAP_DRAWS if pile_count(position.state) else QuincyWhy.SWAP_DROPS
    yield Reason(code, numbers=token.values)


# Winning squares and threes


def _stopped(
    position: QuincyPosition, before: _Table, after: _Table, played: int
) -> Iterator[Reason]:
    """Yield that the next seat might have won in its turn and now cannot, whatever it holds."""
    state = position.state
    if not state.sizes[(state.seat + 1) % len(state.sizes)]:
        return
    own = state.hands[state.seat] if state.hands else 0
    named = _named(state.left & ~own & ~(1 << played))
    could_win = winning_squares(before.enemy, before.free) & named
    if could_win and not winning_squares(after.enemy, after.free) & named:
        yield Reason(Why.STOPS_WIN)


def _open_fours(stones: Squares, free: Squares) -> list[Squares]:
    """Return the rows of four that hold three of *stones* and a *free* square for a new line."""
    lines = line_count(stones)
    return [
        four
        for four in FOURS
        if (stones & four).bit_count() == THREE and free & four
        # Three of a longer line are no beginning of another one.
        if line_count(stones | four) > lines
    ]


def _spoiled(before: _Table, after: _Table, site: Site) -> Iterator[Reason]:
    """Yield which three of the other team the move blocks, or takes a stone from."""
    left = [four & after.enemy for four in _open_fours(after.enemy, after.free)]
    for four in _open_fours(before.enemy, before.free):
        three = four & before.enemy
        if four >> site & 1:
            code = QuincyWhy.BLOCKS_END if three in left else QuincyWhy.BLOCKS_THREE
            if three >> site & 1:
                code = QuincyWhy.BREAKS_THREE
            yield Reason(code, tuple(members(three)))
            return


def _threes(position: QuincyPosition, after: _Table, site: Site, played: int) -> Iterator[Reason]:
    """Yield the three that the stone on *site* makes, and what in the hand completes it."""
    made = [four for four in _open_fours(after.own, after.free) if four >> site & 1]
    if not after.own >> site & 1 or not made:
        return
    threes = [four & after.own for four in made]
    # The same three lies in two open fours just when it is side by side with free ends.
    is_open = [threes.count(three) == 2 for three in threes]
    if any(is_open):
        yield Reason(QuincyWhy.OPEN_THREE, tuple(members(threes[is_open.index(True)])))
    else:
        yield Reason(QuincyWhy.MAKES_THREE, tuple(members(threes[0])))
    for four in made:
        yield from _completed(position, four & after.free, played)


def _completed(position: QuincyPosition, gap: Squares, played: int) -> Iterator[Reason]:
    """Yield which domino that stays in the player's hand completes the row on its *gap*."""
    state = position.state
    if not state.hands:
        return
    for domino in members(state.hands[state.seat] & ~(1 << played)):
        if NAMED[domino] & gap:
            yield Reason(QuincyWhy.CAN_COMPLETE, tuple(members(gap)), numbers=DECK[domino])
            return


def _beginnings(after: _Table, site: Site) -> Iterator[Reason]:
    """Yield in how many rows of four that can still become lines the stone on *site* stands."""
    if not after.own >> site & 1:
        return
    hopeful = after.own | after.free
    rows = [four for four in FOURS if four >> site & 1 and not four & ~hopeful]
    pairs = [four for four in rows if (four & after.own).bit_count() == 2]
    if pairs:
        yield Reason(QuincyWhy.MAKES_PAIR, tuple(members(pairs[0] & after.own)))
    if rows:
        yield Reason(QuincyWhy.OPEN_ROWS, (site,), numbers=(len(rows),))
