"""The words of one line of a menu."""

from __future__ import annotations

from typing import NamedTuple

from companion.words.translate import Phrase

NONE = Phrase()


class MenuLine(NamedTuple):
    """One line of a menu; known by itself, whatever the language.

    Attributes:
        line: what it means, in a sentence or two.
        verb: what Confirm does with it, as the button says it.
    """

    title: Phrase
    line: Phrase = NONE
    verb: Phrase = NONE


def menu_line(title: str, line: str = "", verb: Phrase = NONE) -> MenuLine:
    """Return the line that says these messages; see `MenuLine`."""
    return MenuLine(Phrase(title), Phrase(line), verb)
