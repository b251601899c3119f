"""What speaks for a move of Quincy: lines and threes of both teams, and dead dominoes.

A *three* is three stones of a team in a row of four squares whose fourth is empty;
an *open* one lies side by side with both ends empty.  A square counts as empty only
as long as a domino that names it has not been discarded.  What another seat holds and
what is drawn next is never looked at: any domino that the player does not hold and
that has not been discarded may be there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from companion.contract import Move, Site, Token
from companion.engine.reasons import plain
from companion.engine.reasons.reason import Reason, Why, or_else
from companion.games.quincy.rules.codes import QuincyWhy
from companion.games.quincy.rules.game import QuincyPosition
from companion.games.quincy.rules.kernel.state import (
    DECK,
    LINE_LENGTH,
    LINES_TO_WIN,
    NAMED,
    WAYS,
    Dominoes,
    Squares,
    line_count,
    members,
    own_and_enemy,
    pile_count,
    unbreakable,
    winning_squares,
)
from companion.games.quincy.rules.text import DOMINO_OF

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
    yield from plain.passed(position.explain(move))
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
