"""Quincy on plain integers: sets of squares, sets of dominoes, and what may become of them.

A set of squares is an int with bit *n* set for site *n*; a set of dominoes is
an int with bit *n* set for the *n*-th of `DECK`.  This module knows neither
notation nor players; `companion.games.quincy.rules` puts it into the contract.

Source: the published rules of Quincy by Mark Whitley, for two and four players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from companion.contract import Outcome, Side, Site
from companion.games.quincy.codes import QuincyEnd

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64


Squares: TypeAlias = int
"""A set of squares, one bit each."""

Dominoes: TypeAlias = int
"""A set of dominoes, one bit each."""

Domino: TypeAlias = int
"""Index of a domino in `DECK`."""

Ply: TypeAlias = int
"""What one ply does: `PASS`, or a domino with what it does, as `put_of` and others say it."""

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


class QuincyState(NamedTuple):
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


NAMED: Final = tuple(_named_squares(low, high) for low, high in DECK)
"""For each domino the squares that it names, whatever stands there."""


def members(numbers: int) -> list[int]:
    """Return the members of a set of squares or dominoes in order."""
    members = []
    while numbers:
        lowest = numbers & -numbers
        members.append(lowest.bit_length() - 1)
        numbers ^= lowest
    return members


NAMED_SITES: Final = [members(squares) for squares in NAMED]
"""The same as lists."""


# Lines


def _four_fits(file_step: int, rank_step: int) -> Squares:
    """Return the squares from which four in a row, the given step apart, stay on the grid."""
    span = LINE_LENGTH - 1
    return sum(
        1 << rank * SIZE + file
        for rank in range(SIZE)
        for file in range(SIZE)
        if 0 <= file + span * file_step < SIZE and 0 <= rank + span * rank_step < SIZE
    )


WAYS: Final = tuple(
    (rank_step * SIZE + file_step, _four_fits(file_step, rank_step))
    for file_step, rank_step in ((1, 0), (-1, 1), (0, 1), (1, 1))
)
"""Each of the four directions of lines: the distance of sites, and where a four may start."""

# A grid has more squares than an int of the machine has bits. Whether a four starts in one of
# the three nearest ranks, and goes on one square farther, the seven nearest ranks tell;
# about the others the six farthest ranks do.
_SPLIT: Final = 7 * SIZE
_NEAR: Final = (1 << _SPLIT) - 1
_FAR_START: Final = 3 * SIZE
_NEAR_STARTS: Final = (1 << _FAR_START) - 1
_FAR_WAYS: Final = [(step, fits >> _FAR_START) for step, fits in WAYS]
_NEAR_WAYS: Final = [(step, fits & _NEAR) for step, fits in WAYS]


def line_count(stones: Squares) -> int:
    """Return the number of lines: runs of four or more that are as long as they can be.

    Reading: a run of eight is one line, because the rules ask for two separate
    lines; two runs in one row with a gap between them are two lines.
    """
    near, far = stones & _NEAR, stones >> _FAR_START
    return _line_ends(near, _NEAR_WAYS, _NEAR_STARTS) + _line_ends(far, _FAR_WAYS, _NEAR)


def _line_ends(stones: i64, ways: list[tuple[int, Squares]], starts: i64) -> int:
    """Return the number of lines of *stones* whose last four starts in *starts*."""
    count = 0
    step: i64
    fits: i64
    for step, fits in ways:
        pairs = stones & stones >> step
        fours = pairs & pairs >> 2 * step & fits
        # Fours that start side by side belong to one line.
        last = fours & ~(fours >> step) & starts
        while last:
            last &= last - 1
            count += 1
    return count


def _fours(stones: Squares, step: int, fits: Squares) -> Squares:
    """Return the squares at which four of *stones* in a row start."""
    pairs = stones & stones >> step
    return pairs & pairs >> 2 * step & fits


def lines_of(stones: Squares) -> tuple[tuple[Site, ...], ...]:
    """Return the squares of each line, each in board order; the lines in board order, too."""
    lines = []
    for step, fits in WAYS:
        fours = _fours(stones, step, fits)
        for start in members(fours & ~(fours << step)):
            last = start
            while fours >> last & 1:
                last += step
            lines.append(tuple(range(start, last + (LINE_LENGTH - 1) * step, step)))
    return tuple(sorted(lines))


def lines(state: QuincyState) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
    """Return side and squares of each line of either team."""
    return tuple(
        (side, line)
        for side, stones in enumerate((state.blue, state.yellow))
        for line in lines_of(stones)
    )


def unbreakable(stones: Squares) -> Squares:
    """Return the stones that are part of any line; nothing can remove them."""
    if not line_count(stones):
        return 0
    safe = 0
    for step, fits in WAYS:
        fours = _fours(stones, step, fits)
        if fours:
            pairs = fours | fours << step
            safe |= pairs | pairs << 2 * step
    return safe


def winning_squares(stones: Squares, free: Squares) -> Squares:
    """Return the *free* squares on which one more of *stones* makes the second line."""
    squares = 0
    for site in members(free):
        if line_count(stones | 1 << site) >= LINES_TO_WIN:
            squares |= 1 << site
    return squares


def first_state(
    deck: tuple[Domino, ...], players: int, seat: int, *, is_dealt: bool
) -> QuincyState:
    """Return the start: five dominoes of *deck* to each seat in turn, the rest is the pile."""
    sizes = (HAND_SIZE,) * players
    if not is_dealt:
        return QuincyState(0, 0, seat, WHOLE_DECK, sizes, (), ())
    shares = [deck[HAND_SIZE * n : HAND_SIZE * (n + 1)] for n in range(players)]
    hands = tuple(sum(1 << domino for domino in share) for share in shares)
    return QuincyState(0, 0, seat, WHOLE_DECK, sizes, hands, deck[HAND_SIZE * players :])


def team_of(seat: int) -> Side:
    """Return the side of *seat*: seats take turns clockwise, so partners sit opposite."""
    return seat % 2


def own_and_enemy(state: QuincyState) -> tuple[Squares, Squares]:
    """Return the stones of the team to move and those of the other team."""
    if team_of(state.seat):
        return state.yellow, state.blue
    return state.blue, state.yellow


def pile_count(state: QuincyState) -> int:
    """Return the number of dominoes left to draw."""
    return state.left.bit_count() - sum(state.sizes)


def held(state: QuincyState, seat: int) -> Dominoes:
    """Return the dominoes that *seat* may hold.

    Where the players hold real dominoes, that is every one not discarded yet.
    """
    if not state.sizes[seat]:
        return 0
    return state.hands[seat] if state.hands else state.left


def breakable(state: QuincyState) -> Squares:
    """Return the stones that the team to move may remove with a blank that names them."""
    _, enemy = own_and_enemy(state)
    return enemy & ~unbreakable(enemy)


def targets(state: QuincyState, domino: Domino) -> tuple[Squares, Squares]:
    """Return where *domino* may put a stone and from where it may remove one."""
    puts = NAMED[domino] & ~(state.blue | state.yellow)
    removals = NAMED[domino] & breakable(state) if WITH_BLANK >> domino & 1 else 0
    return puts, removals


# Plies

_DOMINO: Final = 256
REMOVAL: Final = 128
"""Marks the target of a ply whose stone is removed; a target is a site, with or without it."""

_SWAP: Final = 255
PASS: Final[Ply] = -1


def put_of(domino: Domino, site: Site) -> Ply:
    """Return the ply that puts a stone on *site*."""
    return domino * _DOMINO + site


def removal_of(domino: Domino, site: Site) -> Ply:
    """Return the ply that removes the stone on *site*."""
    return domino * _DOMINO + REMOVAL + site


def swap_of(domino: Domino) -> Ply:
    """Return the ply that swaps the dead *domino*; the same seat goes on."""
    return domino * _DOMINO + _SWAP


def spent_by(ply: Ply) -> Domino:
    """Return the domino that *ply*, which is no pass, discards."""
    return ply // _DOMINO


def target_by(ply: Ply) -> int | None:
    """Return the site of the stone that *ply* puts or, `REMOVAL` added, removes; or None."""
    target = ply % _DOMINO
    return None if ply == PASS or target == _SWAP else target


def plies(state: QuincyState) -> list[Ply]:
    """Return every ply, in the order of dominoes and then of squares."""
    if outcome_of(state) is not None:
        return []
    hand = held(state, state.seat)
    if not hand:
        return [PASS]
    free = GRID & ~(state.blue | state.yellow)
    # Lines are searched once for all blanks, and only for them.
    bare = breakable(state) if hand & WITH_BLANK else 0
    near_free: i64 = free & _NEAR
    far_free: i64 = free >> _SPLIT
    near_bare: i64 = bare & _NEAR
    far_bare: i64 = bare >> _SPLIT
    listed = []
    for domino in members(hand):
        has_blank = DECK[domino][0] == BLANK
        is_dead = True
        for square in NAMED_SITES[domino]:
            site: i64 = square
            is_near = site < _SPLIT
            bit = site if is_near else site - _SPLIT
            if (near_free if is_near else far_free) >> bit & 1:
                listed.append(put_of(domino, square))
                is_dead = False
            elif has_blank and (near_bare if is_near else far_bare) >> bit & 1:
                listed.append(removal_of(domino, square))
                is_dead = False
        if is_dead:
            listed.append(swap_of(domino))
    return listed


def after_ply(state: QuincyState, ply: Ply) -> QuincyState:
    """Return the state after *ply*, the hand filled up again; a swap does not end the turn."""
    blue, yellow, seat, left, sizes, hands, pile = state
    turn = (seat + 1) % len(sizes)
    if ply == PASS:
        return QuincyState(blue, yellow, turn, left, sizes, hands, pile)
    domino, target = ply // _DOMINO, ply % _DOMINO
    if target == _SWAP:
        turn = seat
    elif target >= REMOVAL:
        rest = GRID ^ 1 << target - REMOVAL
        blue, yellow = blue & rest, yellow & rest
    elif team_of(seat):
        yellow |= 1 << target
    else:
        blue |= 1 << target
    if not pile_count(state):
        sizes = (*sizes[:seat], sizes[seat] - 1, *sizes[seat + 1 :])
    if hands:
        hand = hands[seat] ^ 1 << domino
        if pile:
            hand |= 1 << pile[0]
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
    return QuincyState(blue, yellow, turn, left ^ 1 << domino, sizes, hands, pile[1:])


def outcome_of(state: QuincyState) -> Outcome | None:
    """Return how the game ended, or None while it goes on."""
    for side, stones in enumerate((state.blue, state.yellow)):
        if line_count(stones) >= LINES_TO_WIN:
            return Outcome(side, QuincyEnd.TWO_LINES)
    if not any(state.sizes):
        return Outcome(None, QuincyEnd.WASH)
    return None


def next_states(state: QuincyState) -> list[QuincyState]:
    """Return the state after every ply; each ply leads to a different one."""
    return [after_ply(state, ply) for ply in plies(state)]


def ply_count(state: QuincyState) -> int:
    """Return the number of plies."""
    if outcome_of(state) is not None:
        return 0
    count = 0 if state.sizes[state.seat] else 1
    free = GRID & ~(state.blue | state.yellow)
    hand = held(state, state.seat)
    bare = breakable(state) if hand & WITH_BLANK else 0
    for domino in members(hand):
        squares = NAMED[domino] & (free | bare if WITH_BLANK >> domino & 1 else free)
        # A dead domino can be swapped, which is one ply.
        count += squares.bit_count() or 1
    return count


def perft(state: QuincyState, depth: int) -> int:
    """Return the number of ply sequences of length *depth*, at least 1."""
    if depth == 1:
        return ply_count(state)
    return sum(perft(after, depth - 1) for after in next_states(state))
