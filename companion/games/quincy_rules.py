"""Quincy on plain integers: sets of squares, sets of dominoes, and what may become of them.

A set of squares is an int with bit *n* set for site *n*; a set of dominoes is
an int with bit *n* set for the *n*-th of `DECK`.  This module knows neither
notation nor players; `companion.games.quincy` dresses it in the contract.

Source: the published rules of Quincy by Mark Whitley, for two and four players.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from companion.games.board import Site
from companion.games.contract import Outcome, Side

Squares: TypeAlias = int
"""A set of squares, one bit each."""

Dominoes: TypeAlias = int
"""A set of dominoes, one bit each."""

Domino: TypeAlias = int
"""Index of a domino in `DECK`."""

SIZE: Final = 9
HAND_SIZE: Final = 5
LINE_LENGTH: Final = 4
LINES_TO_WIN: Final = 2
BLANK: Final = 0
GRID: Final[Squares] = (1 << SIZE * SIZE) - 1

DECK: Final = tuple((low, high) for low in range(10) for high in range(low, 10))
"""The double-nine dominoes in the order in which the program shuffles them."""

WHOLE_DECK: Final[Dominoes] = (1 << len(DECK)) - 1
WITH_BLANK: Final[Dominoes] = sum(1 << n for n, (low, _) in enumerate(DECK) if low == BLANK)


class State(NamedTuple):
    """What changes from ply to ply.

    Attributes:
        seat: 0 .. players - 1, whose turn it is.
        left: the dominoes that have not been discarded yet.
        sizes: how many dominoes each seat holds.
        hands: what each seat holds; empty where the players hold real dominoes.
        pile: the draw pile, the next domino first; empty with real dominoes, too.
    """

    blue: Squares
    yellow: Squares
    seat: int
    left: Dominoes
    sizes: tuple[int, ...]
    hands: tuple[Dominoes, ...]
    pile: tuple[Domino, ...]


def site_at(row: int, column: int) -> Site:
    """Return the site of a square, 1 .. 9 each, row 1 on top and column 1 on the left."""
    return (SIZE - row) * SIZE + column - 1


def _named_squares(low: int, high: int) -> Squares:
    """Return the squares that a domino names; a blank stands for any number."""
    numbers = range(1, SIZE + 1)
    rows = numbers if low == BLANK else (low,)
    columns = numbers if high == BLANK else (high,)
    squares = 0
    for row in rows:
        for column in columns:
            squares |= 1 << site_at(row, column) | 1 << site_at(column, row)
    return squares


NAMED: Final[tuple[Squares, ...]] = tuple(_named_squares(low, high) for low, high in DECK)
"""For each domino the squares that it names, whatever stands there."""


def _four_fits(file_step: int, rank_step: int) -> Squares:
    """Return the squares from which four in a row, the given step apart, stay on the grid."""
    span = LINE_LENGTH - 1
    return sum(
        1 << rank * SIZE + file
        for rank in range(SIZE)
        for file in range(SIZE)
        if 0 <= file + span * file_step < SIZE and 0 <= rank + span * rank_step < SIZE
    )


_WAYS: Final = tuple(
    (rank_step * SIZE + file_step, _four_fits(file_step, rank_step))
    for file_step, rank_step in ((1, 0), (-1, 1), (0, 1), (1, 1))
)
"""Each of the four directions of lines: the distance of sites, and where a four may start."""


def members(numbers: int) -> Iterator[int]:
    """Yield the members of a set of squares or dominoes in order."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def _fours(stones: Squares, step: int, fits: Squares) -> Squares:
    """Return the squares at which four of *stones* in a row start."""
    pairs = stones & stones >> step
    return pairs & pairs >> 2 * step & fits


def line_count(stones: Squares) -> int:
    """
    Return the number of lines: runs of four or more that are as long as they can be.

    Reading: a run of eight is one line, because the rules ask for two separate
    lines; two runs in one row with a gap between them are two lines.
    """
    count = 0
    for step, fits in _WAYS:
        fours = _fours(stones, step, fits)
        # Fours that start side by side belong to one run.
        count += (fours & ~(fours << step)).bit_count()
    return count


def lines_of(stones: Squares) -> tuple[tuple[Site, ...], ...]:
    """Return the squares of each line, each in board order; the lines in board order, too."""
    lines = []
    for step, fits in _WAYS:
        fours = _fours(stones, step, fits)
        for start in members(fours & ~(fours << step)):
            last = start
            while fours >> last & 1:
                last += step
            lines.append(tuple(range(start, last + (LINE_LENGTH - 1) * step, step)))
    return tuple(sorted(lines))


def lines(state: State) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
    """Return side and squares of each line of either team."""
    return tuple(
        (side, line)
        for side, stones in enumerate((state.blue, state.yellow))
        for line in lines_of(stones)
    )


def unbreakable(stones: Squares) -> Squares:
    """Return the stones that are part of any line; nothing can remove them."""
    safe = 0
    for step, fits in _WAYS:
        fours = _fours(stones, step, fits)
        if fours:
            pairs = fours | fours << step
            safe |= pairs | pairs << 2 * step
    return safe


def first_state(deck: tuple[Domino, ...], players: int, seat: int, *, is_dealt: bool) -> State:
    """Return the start: five dominoes of *deck* to each seat in turn, the rest is the pile."""
    sizes = (HAND_SIZE,) * players
    if not is_dealt:
        return State(0, 0, seat, WHOLE_DECK, sizes, (), ())
    shares = [deck[HAND_SIZE * n : HAND_SIZE * (n + 1)] for n in range(players)]
    hands = tuple(sum(1 << domino for domino in share) for share in shares)
    return State(0, 0, seat, WHOLE_DECK, sizes, hands, deck[HAND_SIZE * players :])


def team_of(seat: int) -> Side:
    """Return the side of *seat*: seats take turns clockwise, so partners sit opposite."""
    return seat % 2


def own_and_enemy(state: State) -> tuple[Squares, Squares]:
    """Return the stones of the team to move and those of the other team."""
    if team_of(state.seat):
        return state.yellow, state.blue
    return state.blue, state.yellow


def pile_count(state: State) -> int:
    """Return the number of dominoes left to draw."""
    return state.left.bit_count() - sum(state.sizes)


def held(state: State, seat: int) -> Dominoes:
    """
    Return the dominoes that *seat* may hold.

    Where the players hold real dominoes, that is every one not discarded yet.
    """
    if not state.sizes[seat]:
        return 0
    return state.hands[seat] if state.hands else state.left


def breakable(state: State) -> Squares:
    """Return the stones that the team to move may remove with a blank that names them."""
    _, enemy = own_and_enemy(state)
    return enemy & ~unbreakable(enemy)


def targets(state: State, domino: Domino) -> tuple[Squares, Squares]:
    """Return where *domino* may put a stone and from where it may remove one."""
    puts = NAMED[domino] & ~(state.blue | state.yellow)
    removals = NAMED[domino] & breakable(state) if WITH_BLANK >> domino & 1 else 0
    return puts, removals


def after_put(state: State, domino: Domino, site: Site) -> State:
    """Return the state after *domino* puts a stone on *site*, the hand filled up again."""
    stone = 1 << site
    if team_of(state.seat):
        return _next_turn(_discarded(state._replace(yellow=state.yellow | stone), domino))
    return _next_turn(_discarded(state._replace(blue=state.blue | stone), domino))


def after_removal(state: State, domino: Domino, site: Site) -> State:
    """Return the state after *domino* removes the stone on *site*."""
    rest = GRID ^ 1 << site
    bare = state._replace(blue=state.blue & rest, yellow=state.yellow & rest)
    return _next_turn(_discarded(bare, domino))


def after_swap(state: State, domino: Domino) -> State:
    """Return the state after the dead *domino* is swapped: the same seat goes on."""
    return _discarded(state, domino)


def after_pass(state: State) -> State:
    """Return the state after a seat without dominoes passes."""
    return _next_turn(state)


def _next_turn(state: State) -> State:
    return state._replace(seat=(state.seat + 1) % len(state.sizes))


def _discarded(state: State, domino: Domino) -> State:
    """Return the state without *domino*, another one drawn while the pile lasts."""
    seat, sizes, hands, pile = state.seat, state.sizes, state.hands, state.pile
    if hands:
        hand = hands[seat] ^ 1 << domino
        if pile:
            hand |= 1 << pile[0]
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
    if not pile_count(state):
        sizes = (*sizes[:seat], sizes[seat] - 1, *sizes[seat + 1 :])
    left = state.left ^ 1 << domino
    return State(state.blue, state.yellow, seat, left, sizes, hands, pile[1:])


def outcome_of(state: State) -> Outcome | None:
    """Return how the game ended, or None while it goes on."""
    for side, stones in enumerate((state.blue, state.yellow)):
        if line_count(stones) >= LINES_TO_WIN:
            return Outcome(side, "two-lines")
    if not any(state.sizes):
        return Outcome(None, "wash")
    return None


def next_states(state: State) -> Iterator[State]:
    """Yield the state after every ply; each ply leads to a different one."""
    if outcome_of(state) is not None:
        return
    if not state.sizes[state.seat]:
        yield after_pass(state)
    for domino in members(held(state, state.seat)):
        puts, removals = targets(state, domino)
        for site in members(puts):
            yield after_put(state, domino, site)
        for site in members(removals):
            yield after_removal(state, domino, site)
        if not puts | removals:
            yield after_swap(state, domino)


def ply_count(state: State) -> int:
    """Return the number of plies."""
    if outcome_of(state) is not None:
        return 0
    count = 0 if state.sizes[state.seat] else 1
    for domino in members(held(state, state.seat)):
        puts, removals = targets(state, domino)
        # A dead domino can be swapped, which is one ply.
        count += (puts | removals).bit_count() or 1
    return count


def perft(state: State, depth: int) -> int:
    """Return the number of ply sequences of length *depth*, at least 1."""
    if depth == 1:
        return ply_count(state)
    return sum(perft(after, depth - 1) for after in next_states(state))
