"""Which roles the lamps of one board show at the same time."""

from companion.art.marks import Mark

AT_ONCE = [
    {Mark.MOVABLE, Mark.CAPTURE, Mark.LAST_MOVE, Mark.FOCUS, Mark.ERROR},
    {Mark.TARGET, Mark.CAPTURE, Mark.SELECTED, Mark.LAST_MOVE, Mark.FOCUS, Mark.ERROR},
    {Mark.HINT, Mark.TARGET, Mark.CAPTURE},
    {Mark.PLACE, Mark.REMOVE, Mark.LAST_MOVE, Mark.ERROR},
    {Mark.WIN, Mark.LAST_MOVE},
]
"""The roles that one picture can hold: a turn's beginning, its middle, a preview, a change of
the table, an end."""
