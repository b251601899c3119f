"""A whole game in a notation that other programs read and write, if there is one for it.

A game declares such a notation beside its rules; who keeps records turns them into a
`NotedGame` and back, so that neither knows the other's format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.contract.values import Side


class NotedPly(NamedTuple):
    """One ply in the game's own notation.

    Attributes:
        side: None where the notation does not say it.
        line: where it stands in the file, 0 where nobody knows.
    """

    text: str
    comment: str = ""
    side: Side | None = None
    line: int = 0


@dataclass(frozen=True)
class NotedGame:
    """A game as texts, none of which has been checked.

    Attributes:
        headers: what a record has before its moves, by the names that docs/records.md lists.
        options: the options of the game, as they are written on the command line.
        plies: the moves in their order.
        unused: what the file says of the game that a record has no place for.
    """

    headers: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)
    plies: tuple[NotedPly, ...] = ()
    unused: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notation:
    """One notation of one game.

    Attributes:
        suffix: how names of its files end, such as ``.pdn``.
        is_of: whether a text says that it is of this game.
        written: a game, whose plies name their sides, as the text of a file.
        read: the game that a text tells; raises a NotationError that names the line of what
            is not in this notation.
        sign: what a text of this game has, for who brings one without it.
        names_of: what a text that is not of this game has in its place.
        spans: from where to where each game goes in a text of several.
        shortened: a move as it may be written where that is clear.
    """

    suffix: str
    is_of: Callable[[str], bool]
    written: Callable[[NotedGame], str]
    read: Callable[[str], NotedGame]
    sign: str = ""
    names_of: Callable[[str], str] = lambda _: "one that says no such thing"
    spans: Callable[[str], list[tuple[int, int]]] = lambda text: [(0, len(text))]
    shortened: Callable[[str], str] = lambda move: move
