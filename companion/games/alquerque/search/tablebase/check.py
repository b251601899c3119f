"""Compares every value of a table with those of the positions that a ply leads to.

The plies are those of the rules, not of the builder: a mistake of the one is not
repeated by the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.tables.table import Table, shape_of
from companion.games.alquerque.rules.kernel.state import AlquerqueRules, AlquerqueState, plies


class Checked(NamedTuple):
    """A position with White to move, its value, and the one that those after it demand."""

    state: AlquerqueState
    value: int
    wanted: int


def checked(table: Table, rules: AlquerqueRules, pieces: int) -> Iterator[Checked]:
    """Yield every position with so many *pieces*, at least 2, with both values.

    Both sides play alike, so White is to move in all of them; sets of White's that a
    symmetry of the board brings to each other are looked at once.  *rules* are the base
    rules without a quiet limit.
    """
    for own in range(1, pieces):
        shape = shape_of(table.game, (own, pieces - own))
        shape.open()
        for white in shape.rows:
            free = shape.free_points(white)
            for column in range(shape.width):
                yield checked_one(table, rules, white, shape.enemy_at(free, column))


def checked_one(table: Table, rules: AlquerqueRules, white: int, black: int) -> Checked:
    """Return the position of these pieces, White to move, with both its values."""
    state = AlquerqueState(white, black, 0, 0, 0, ())
    value = table.value(white, black)
    return Checked(state, value, _value_by_successors(table, rules, state))


def _value_by_successors(table: Table, rules: AlquerqueRules, before: AlquerqueState) -> int:
    best_win, longest_loss, can_draw = 0, 1, False
    for state in plies(rules, before):
        # Nothing left is lost at once.
        value = table.value(state.black, state.white) if state.black else 1
        if not value:
            can_draw = True
        elif value & 1:
            best_win = min(best_win or value + 1, value + 1)
        else:
            longest_loss = max(longest_loss, value + 1)
    return best_win or (0 if can_draw else longest_loss)
