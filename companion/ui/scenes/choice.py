"""One line of a menu, and the next of the values that it offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.ui.widgets.theme import Color
from companion.words.scenes.line import MenuLine

Value = TypeVar("Value")


@dataclass(frozen=True)
class Choice:
    """One line of a menu.

    Attributes:
        act: what choosing it does; None for a line that only tells something.
        line: what it means, in a sentence or two.
        verb: what Confirm does with it, as the button says it.
        is_ticked: it has been done.
        swatch: a color that it is about, shown before its title.
        words: what tells it from other lines, whatever the language, where that is asked.
    """

    title: str
    act: Callable[[], None] | None
    line: str = ""
    value: str = ""
    verb: str = ""
    is_ticked: bool = False
    swatch: Color | None = None
    words: MenuLine | None = None

    @classmethod
    def of(
        cls,
        words: MenuLine,
        act: Callable[[], None] | None,
        line: str = "",
        value: str = "",
        is_ticked: bool = False,
    ) -> Choice:
        """Return *words* as a line of a menu, with *line* in place of what they tell."""
        told = line or words.line()
        return cls(words.title(), act, told, value, words.verb(), is_ticked, words=words)


def next_of(now: Value, offered: Sequence[Value]) -> Value:
    """Return what follows *now* in *offered*; the first, after the last or what is not in it."""
    at = offered.index(now) if now in offered else -1
    return offered[(at + 1) % len(offered)]


def next_larger(now: int, offered: Sequence[int]) -> int:
    """Return the next larger of what is *offered*, the smallest after the largest."""
    return next((value for value in offered if value > now), offered[0])
