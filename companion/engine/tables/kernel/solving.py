"""Retrograde analysis: the exact value of every position of a game on two sets of points.

A value is one byte: 0 is a draw, and any other number is one more than the plies until
the game is over when both sides play best.  An odd number of plies is won for the side
to move, an even one lost.  A capture leaves fewer pieces, so positions are solved by
their number of pieces, and within one number steps alone lead from one to another: from
so many pieces against so many others to the same with the sides changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, final

from companion.engine.tables.kernel.numbering import ENTRY, Numbering, Places, ShapeValues
from companion.errors import EngineError

if TYPE_CHECKING:
    # The compiler's; nothing needs it when the program runs.
    from mypy_extensions import i64

    from companion.engine.tables.table import SetGame

MOST_PLIES: Final = 254

TOLD_EVERY: Final = 1 << 14
"""Visits; to tell of each would take longer than the visits."""


@final
class Layer:
    """All positions of one shape while they are solved.

    Attributes:
        values: as they are known so far; what takes more plies than have been looked
            at may still be bettered.
        left: steps of each position that have not been found to lose; 0 where it is
            decided, or where a capture keeps it from being lost.
        slowest: the value of the longest capture where all captures lose.
        keepers: for each row the maps that keep it.
        symmetric: for each row whether there is more than the identity among them.
    """

    def __init__(self, shape: Places) -> None:
        self.shape = shape
        shape.open()
        self.keepers = shape.keepers()
        self.symmetric = bytes([len(maps) > 1 for maps in self.keepers])
        self.values = bytearray(int(shape.size))
        self.left = bytearray(int(shape.size))
        self.slowest = bytearray(int(shape.size))


@final
class Solver:
    """Finds the values of *game*.

    Args:
        game: its plies.
        numbering: of its positions.
        known: the values of all positions with fewer pieces that captures lead to, by the
            pieces of the side to move and of the other.
        watch: hears how many positions were visited, now and then.
    """

    def __init__(
        self,
        game: SetGame,
        numbering: Numbering,
        known: Mapping[tuple[int, int], bytes],
        watch: Callable[[int], None],
    ) -> None:
        self.game = game
        self.numbering = numbering
        self.least: i64 = game.least
        self.known: list[ShapeValues | None] = [None] * 1024
        for (count, others), values in known.items():
            shape = Places(numbering, count, others)
            self.known[count << 5 | others] = ShapeValues(shape, values)
        self.watch = watch
        self.visits: i64 = 0
        self._highest: i64 = 0

    def solve(self, count: int, others: int) -> dict[tuple[int, int], bytes]:
        """Return the values of *count* pieces against *others*, and of the same the other way.

        Raises:
            EngineError: a game takes more than `MOST_PLIES`.
        """
        first = Layer(Places(self.numbering, count, others))
        layers = [first]
        if count != others:
            layers.append(Layer(Places(self.numbering, others, count)))
        self._highest = 0
        for layer in layers:
            self._begin(layer)
        plies = 0
        while plies < self._highest:
            for layer, before in zip(layers, reversed(layers), strict=True):
                self._spread(layer, before, plies)
            plies += 1
        return {
            (int(layer.shape.count), int(layer.shape.others)): bytes(layer.values)
            for layer in layers
        }

    def _begin(self, layer: Layer) -> None:
        """Note for all positions of *layer* what is known without any step."""
        shape = layer.shape
        width: i64 = shape.width
        index: i64 = 0
        for row in range(len(shape.rows)):
            own: i64 = shape.rows[row]
            free = shape.free_points(own)
            column: i64 = 0
            while column < width:
                self._begin_one(layer, index, own, shape.enemy_at(free, column))
                index += 1
                column += 1
            self._visited(width)

    def _visited(self, number: i64) -> None:
        before: i64 = self.visits
        self.visits = before + number
        if before // TOLD_EVERY != self.visits // TOLD_EVERY:
            self.watch(self.visits)

    def _begin_one(self, layer: Layer, index: i64, own: i64, enemy: i64) -> None:
        won: i64 = 0
        lost: i64 = 0
        is_drawn = False
        everywhere: i64 = self.numbering.everywhere
        points: i64 = self.numbering.points
        for packed in self.game.captures(own, enemy):
            after: i64 = packed
            value: i64 = self._value_after(after >> points, after & everywhere)
            if value == 0:
                is_drawn = True
            elif value & 1:
                # Lost for the side that is to move then: a value is one more than the plies.
                if won == 0 or value + 1 < won:
                    won = value + 1
            elif value >= lost:
                lost = value + 1
        if won:
            layer.values[index] = self._byte(won)
        elif not is_drawn:
            steps: i64 = self.game.steps(own, enemy)
            if steps:
                layer.left[index] = steps
                if lost:
                    layer.slowest[index] = self._byte(lost)
            else:
                # Nothing to do at all, or captures alone that all lose.
                layer.values[index] = self._byte(lost or 1)

    def _value_after(self, own: i64, enemy: i64) -> i64:
        numbers = self.numbering
        count: i64 = numbers.count(own)
        if count < self.least:
            return 1
        known = self.known[count << 5 | numbers.count(enemy)]
        assert known is not None, "captures lead to what is known"
        return known.value(own, enemy)

    def _spread(self, layer: Layer, before: Layer, plies: i64) -> None:
        """Tell those *before* of each position of *layer* that ends in *plies*."""
        values = layer.values
        shape = layer.shape
        width: i64 = shape.width
        chosen = shape.chosen
        wanted: i64 = plies + 1
        row: i64 = -1
        own: i64 = 0
        free: list[int] = []
        is_symmetric = False
        position: i64 = values.find(wanted)
        while position >= 0:
            if position // width != row:
                row = position // width
                own = shape.rows[row]
                free = shape.free_points(own)
                is_symmetric = layer.symmetric[row] != 0
            enemy: i64 = shape.enemy_at(free, position - row * width)
            for each in self.game.before(own, enemy):
                self._tell(before, each, own, plies, chosen if is_symmetric else None)
            self._visited(1)
            position = values.find(wanted, position + 1)

    def _tell(self, before: Layer, own: i64, enemy: i64, plies: i64, chosen: bytes | None) -> None:
        """Tell the places of *own* against *enemy* that one of its steps ends in *plies*.

        A set that a map brings to itself has several places for one position, which are
        told one and all; and of those that it tells each is told by one alone: the one that
        `Places.index` finds.  So a place is told once by each of its steps.
        """
        numbers = self.numbering
        shape = before.shape
        entry: i64 = numbers.rank(own) * ENTRY
        entries = shape.chosen
        row: i64 = entries[entry] | entries[entry + 1] << 8 | entries[entry + 2] << 16
        number: i64 = entries[entry + 3]
        base: i64 = row * shape.width
        # Looked up in tables that stay in the cache, where those of all rows do not.
        lowest: i64 = numbers.moved(number, own)
        if chosen is None and before.symmetric[row] == 0:
            moved: i64 = numbers.moved(number, enemy)
            self._tell_one(before, base + numbers.column(lowest, moved), plies)
            return
        for keeper in before.keepers[row]:
            each: i64 = numbers.together[number * numbers.map_count + keeper]
            other: i64 = numbers.moved(each, enemy)
            if chosen and chosen[numbers.rank(other) * ENTRY + 3] != numbers.inverses[each]:
                continue
            self._tell_one(before, base + numbers.column(lowest, other), plies)

    def _tell_one(self, before: Layer, index: i64, plies: i64) -> None:
        value: i64 = 0
        if plies & 1 == 0:
            value = before.values[index]
            if value == 0 or value > plies + 2:
                before.values[index] = self._byte(plies + 2)
                before.left[index] = 0
            return
        left: i64 = before.left[index]
        if left == 0:
            return
        before.left[index] = left - 1
        if left == 1:
            value = before.slowest[index]
            before.values[index] = self._byte(value if value > plies + 2 else plies + 2)

    def _byte(self, value: i64) -> i64:
        """Return *value*, and note that there are values as high."""
        if value > self._highest:
            if value > MOST_PLIES + 1:
                raise EngineError(
                    "expected values of at most {most_plies} plies, got {value}",
                    most_plies=MOST_PLIES,
                    value=value - 1,
                )
            self._highest = value
        return value
