"""Which piece on the table becomes which piece of the wanted position.

Pieces of a kind are alike, so the fewest lifts depend on who is taken for whom.
A piece rests on a dot, on another piece, or on the ledge.  With the pairing
given, every piece that has to rest on something else must be lifted itself at
least once, and waits at most for the one piece that rests there now; so what
waits for each other makes paths, which cost nothing more, and rings, each of
which costs one more lift, since one of its pieces has to be put aside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.contract import Piece, Placement

LEDGE = -1
"""The support of everything beside the board.  A dot is its number from 0."""


def on_piece(index: int) -> int:
    """Return the support that the piece with this *index* is."""
    return -2 - index


def piece_under(support: int) -> int:
    """Return the index of the piece that *support* is, or -1 for a dot or the ledge."""
    return -2 - support if support < LEDGE else -1


@dataclass(frozen=True)
class Standing:
    """Every piece of a set with what it rests on.

    Attributes:
        kinds: the pieces, those on the board first.
        supports: what each rests on: a dot, `LEDGE`, or `on_piece`.
        above: the index of the piece that rests on each, or -1.
    """

    kinds: tuple[Piece, ...]
    supports: tuple[int, ...]
    above: tuple[int, ...]

    @classmethod
    def of(cls, placement: Placement, ledge: Iterable[Piece]) -> Standing:
        """Return the pieces of *placement* and those on the *ledge*, each of them singly."""
        kinds: list[Piece] = []
        supports: list[int] = []
        for site, tower in sorted(placement.items()):
            support = site
            for piece in tower:
                kinds.append(piece)
                supports.append(support)
                support = on_piece(len(kinds) - 1)
        for piece in sorted(ledge):
            kinds.append(piece)
            supports.append(LEDGE)
        above = [-1] * len(kinds)
        for index, support in enumerate(supports):
            if support < LEDGE:
                above[piece_under(support)] = index
        return cls(tuple(kinds), tuple(supports), tuple(above))

    def occupants(self) -> dict[int, int]:
        """Return the piece that rests on each support, the ledge left out."""
        return {support: i for i, support in enumerate(self.supports) if support != LEDGE}


def counted(placement: Placement) -> Counter[Piece]:
    """Return how many pieces of each kind *placement* has."""
    return Counter(piece for tower in placement.values() for piece in tower)


def same_sets(
    table: Placement, wanted: Placement, ledge: Iterable[Piece]
) -> tuple[Standing, Standing]:
    """Return both placements with ledges that make them the same set of pieces."""
    standing, goal = counted(table), counted(wanted)
    whole = (standing + Counter(ledge)) | goal
    return (
        Standing.of(table, (whole - standing).elements()),
        Standing.of(wanted, (whole - goal).elements()),
    )


@dataclass(frozen=True)
class Pairing:
    """What each piece has to rest on in the end, and which have to be lifted for it.

    Attributes:
        chosen: the piece of the wanted position that each becomes.
        goals: the support of each piece in the end, pieces numbered as they stand now.
        misplaced: the pieces that rest on something else now.
        rings: those that wait for each other in a ring, ring by ring.
    """

    chosen: tuple[int, ...]
    goals: tuple[int, ...]
    misplaced: frozenset[int]
    rings: tuple[tuple[int, ...], ...]

    @property
    def lifts(self) -> int:
        """Return how many lifts it takes."""
        return len(self.misplaced) + len(self.rings)


def paired(now: Standing, then: Standing, chosen: Sequence[int]) -> Pairing:
    """Return what follows where the piece *i* of *now* becomes the piece *chosen[i]* of *then*."""
    back = [0] * len(chosen)
    for index, other in enumerate(chosen):
        back[other] = index
    goals = []
    for other in chosen:
        support = then.supports[other]
        goals.append(support if support >= LEDGE else on_piece(back[piece_under(support)]))
    misplaced = frozenset(i for i in range(len(goals)) if not _rests(now, goals, i))
    return Pairing(tuple(chosen), tuple(goals), misplaced, rings_of(now, goals, misplaced))


def _rests(now: Standing, goals: Sequence[int], index: int) -> bool:
    support, goal = now.supports[index], goals[index]
    if support == goal:
        return True
    # What leaves the board together goes in one hand.
    return goal == LEDGE and support < LEDGE and goals[piece_under(support)] == LEDGE


def rings_of(
    now: Standing, goals: Sequence[int], misplaced: frozenset[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the *misplaced* pieces that wait for each other in a ring, ring by ring."""
    occupants = now.occupants()
    left = set(misplaced)
    rings = []
    while left:
        way = []
        index: int | None = min(left)
        while index in left:
            left.discard(index)
            way.append(index)
            index = occupants.get(goals[index])
        if index == way[0]:
            rings.append(tuple(way))
    return tuple(rings)
