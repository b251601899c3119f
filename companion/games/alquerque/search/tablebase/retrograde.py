"""Retrograde analysis of Alquerque: the exact value of every position with few pieces.

A position here is two sets of points: the pieces of the side to move, and those of the
other side.  Sides are alike in the base rules, so that is all there is to it.

A value is one byte: 0 is a draw, and any other number is one more than the plies until
the game is over when both sides play best.  An odd number of plies is won for the side
to move, an even one lost.  A capture leaves fewer pieces, so positions are solved by
their number of pieces, and within one number steps alone lead from one to another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

from companion.errors import EngineError
from companion.games.alquerque.search.tablebase.ranks import (
    LOW,
    LOW_BITS,
    POINTS,
    ranks,
    sets_of_size,
)

MOST_PLIES = 254
NEVER = 255
"""Instead of the number of steps left to refute: a capture keeps the position from being lost."""

VISITS = 1.5
"""How often a position is visited: once to begin with, once more when it is found won or lost.

Of those with up to five pieces about half are.
"""

TOLD_EVERY = 1000
"""Visits; to tell of each would take longer than the visits."""

Hops = Sequence[Sequence[tuple[int, int, int]]]
"""For each site the point jumped and the point landed on as sets, and the landing site."""


def position_count(pieces: int) -> int:
    """Return how many pairs of sets have so many *pieces* together."""
    return sum(comb(POINTS, own) * comb(POINTS, pieces - own) for own in range(1, pieces))


class Retrograde:
    """
    The values of all positions with at most as many pieces as were solved.

    Args:
        steps: for each site the points to which a step leads; where one leads there,
            another leads back.
        hops: for each site the hops.
        watch: hears now and then how often positions with the present number of pieces were
            visited; it comes to about `VISITS` times as many as there are.

    Attributes:
        values: for the pieces of the side to move and of the other, by number; see
            `index`.  A pair of sets that share a point has no meaning, and value 0.
    """

    def __init__(
        self, steps: Sequence[int], hops: Hops, watch: Callable[[int], None] = lambda visits: None
    ) -> None:
        self.steps = list(steps)
        self.hops = [list(at) for at in hops]
        self.values: dict[tuple[int, int], bytearray] = {}
        self._ranks = ranks()
        self._watch = watch
        self._visits = 0
        self._won = 0
        self._lost = 0
        self._draws = False

    def index(self, own: int, enemy: int, others: int) -> int:
        """Return where the value of *own* against *enemy* is; *others* is how many sets it has."""
        return self._ranks.rank(own) * others + self._ranks.rank(enemy)

    def solve(self, pieces: int, tell: Callable[[int], None] = lambda plies: None) -> None:
        """
        Find the values of all positions with so many *pieces*; fewer have been solved.

        *tell* is called with the plies for which everything is known.

        Raises:
            EngineError: a value takes more plies than a byte can tell.
        """
        layers = {}
        self._visits = 0
        for count in range(1, pieces):
            layers[count] = _Layer(count, pieces - count)
            self._begin(layers[count])
        plies = 0
        last = 0
        while plies <= last + 1:
            for layer in layers.values():
                if self._spread(layer, layers[pieces - layer.count], plies):
                    last = plies
            tell(plies)
            plies += 1
            # Captures into smaller tables may take longer than all steps so far.
            if plies > last + 1:
                last = max([last, *(layer.longest() for layer in layers.values())])
        for layer in layers.values():
            self.values[layer.count, layer.others] = layer.values

    def _begin(self, layer: _Layer) -> None:
        """Note for all positions of *layer* what is known without any step."""
        index = 0
        enemies = sets_of_size(layer.others)
        for own in sets_of_size(layer.count):
            for enemy in enemies:
                if not own & enemy:
                    self._begin_one(layer, index, own, enemy)
                index += 1
            self._visits += len(enemies)
            self._watch(self._visits)

    def _begin_one(self, layer: _Layer, index: int, own: int, enemy: int) -> None:
        closed = own | enemy
        step_count = 0
        self._won, self._lost, self._draws = 0, 0, False
        rest = own
        while rest:
            start = rest & -rest
            rest ^= start
            site = start.bit_length() - 1
            step_count += (self.steps[site] & ~closed).bit_count()
            self._follow_captures(own ^ start, enemy, site)
        if self._won:
            layer.values[index] = self._won
            layer.left[index] = NEVER
        elif self._draws:
            layer.left[index] = NEVER
        elif not step_count:
            # Nothing to do at all, or captures alone that all lose.
            layer.values[index] = self._lost or 1
        else:
            layer.left[index] = step_count
            layer.slowest[index] = self._lost

    def _follow_captures(self, friends: int, enemy: int, site: int) -> None:
        """Note the value of every capture of the piece on *site*, and of those that go on."""
        closed = friends | enemy
        for jumped, landing, end in self.hops[site]:
            if not jumped & enemy or landing & closed:
                continue
            left = enemy ^ jumped
            value = self._value_after(left, friends | landing) if left else 1
            if not value:
                self._draws = True
            elif value & 1:
                # Lost for the side that is to move then: a value is one more than the plies.
                if not self._won or value + 1 < self._won:
                    self._won = value + 1
            elif value + 1 > self._lost:
                self._lost = value + 1
            self._follow_captures(friends, left, end)

    def _value_after(self, own: int, enemy: int) -> int:
        others = enemy.bit_count()
        values = self.values[own.bit_count(), others]
        return values[self.index(own, enemy, comb(POINTS, others))]

    def _spread(self, layer: _Layer, before: _Layer, plies: int) -> bool:
        """Tell those *before* of each position of *layer* that ends in *plies*; were there any?"""
        wanted, position = plies + 1, -1
        found = False
        while (position := layer.values.find(wanted, position + 1)) >= 0:
            found = True
            own = layer.own_sets[position // layer.enemy_count]
            enemy = layer.enemy_sets[position % layer.enemy_count]
            self._tell_before(before, own, enemy, plies)
            self._visits += 1
            if not self._visits % TOLD_EVERY:
                self._watch(self._visits)
        return found

    def _tell_before(self, before: _Layer, own: int, enemy: int, plies: int) -> None:
        closed = own | enemy
        low, counts, high = self._ranks.low, self._ranks.counts, self._ranks.high
        values, left = before.values, before.left
        column = self._ranks.rank(own)
        rest = enemy
        while rest:
            end = rest & -rest
            rest ^= end
            starts = self.steps[end.bit_length() - 1] & ~closed
            while starts:
                start = starts & -starts
                starts ^= start
                points = enemy ^ end ^ start
                part = points & LOW
                row = low[part] + high[counts[part]][points >> LOW_BITS]
                index = row * before.enemy_count + column
                value = values[index]
                if not plies & 1:
                    if not value or value > plies + 2:
                        values[index] = _byte(plies + 2)
                elif not value and left[index] != NEVER:
                    left[index] -= 1
                    if not left[index]:
                        values[index] = _byte(max(plies + 2, before.slowest[index]))


class _Layer:
    """All positions with so many pieces of the side to move and of the other.

    Attributes:
        values: as they are known so far; what takes more plies than have been looked
            at may still be bettered.
        left: steps of each position that have not been found to lose.
        slowest: the value of the longest capture where all captures lose.
    """

    def __init__(self, count: int, others: int) -> None:
        self.count = count
        self.others = others
        self.own_sets = sets_of_size(count)
        self.enemy_sets = sets_of_size(others)
        self.enemy_count = len(self.enemy_sets)
        size = len(self.own_sets) * self.enemy_count
        self.values = bytearray(size)
        self.left = bytearray(size)
        self.slowest = bytearray(size)

    def longest(self) -> int:
        """Return the most plies of any value."""
        return max(self.values) - 1


def _byte(value: int) -> int:
    if value > MOST_PLIES + 1:
        raise EngineError(f"expected values of at most {MOST_PLIES} plies, got {value - 1}")
    return value
