"""Positions as one line: rows of the board, words, and the options that are not by default.

What most games share of their notation; a game may write its positions as it likes.
"""

from __future__ import annotations

import reprlib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.contract.board import Board, Site
from companion.contract.options import Choices, Options, OptionValue, option_text
from companion.errors import Message, OptionError, PositionError, any_of

_SHORT = reprlib.Repr()
_SHORT.maxstring = 80
_MOST_DIGITS = 9


def composed(name: str) -> str:
    """Return *name* in the one form that all its spellings have, whatever keyboard wrote it."""
    return unicodedata.normalize("NFC", name)


def shown(text: str) -> str:
    """Return *text* as a literal for a message, its middle left out when it is long."""
    if len(text) <= _SHORT.maxstring - 2 and text.isprintable():
        return Message("{text!r}", text=text)
    return _SHORT.repr(text)


def rows_text(board: Board, cells: Mapping[Site, str], between: str = "") -> str:
    """Return the rows of *board*, the farthest first; a dot that is not in *cells* is a point."""
    ranks = _sites_by_rank(board)
    return "/".join([between.join([cells.get(site, ".") for site in rank]) for rank in ranks])


@lru_cache(maxsize=32)
def _sites_by_rank(board: Board) -> list[list[Site]]:
    """Return the sites of each rank of *board*, the farthest first."""
    ranks: list[list[Site]] = [[] for _ in range(board.ranks)]
    for site, (_, rank) in enumerate(board.places):
        ranks[rank].append(site)
    return ranks[::-1]


def rows_of(board: Board, text: str) -> list[tuple[str, int]]:
    """Return each row of *text*, the farthest first, and how many sites of *board* lie there.

    Raises:
        PositionError: *board* has more or fewer rows.
    """
    rows = text.split("/")
    if len(rows) != len(board.rows):
        raise PositionError(
            "expected {wanted} rows in position text, got {count}: {text}",
            wanted=len(board.rows),
            count=len(rows),
            text=shown(text),
        )
    return [(row, drawn.count("o")) for row, drawn in zip(rows, board.rows, strict=True)]


def cells_of(board: Board, rows: str, letters: str) -> dict[Site, str]:
    """Return the letter of each dot that is not a point in *rows*, as `rows_text` writes them.

    Args:
        board: what they are rows of.
        rows: the farthest first, one character a dot.
        letters: the characters that a dot may have, beside the point.

    Raises:
        PositionError: the rows are others than those of *board*, or a character is unknown.
    """
    expected = rows_text(board, {})
    if [len(row) for row in rows.split("/")] != [len(row) for row in expected.split("/")]:
        raise PositionError(
            "expected rows such as {expected}, got {rows!r}", expected=expected, rows=rows[:80]
        )
    ranks = [iter(row) for row in reversed(rows.split("/"))]
    cells = {site: next(ranks[rank]) for site, (_, rank) in enumerate(board.places)}
    for site, letter in cells.items():
        if letter not in letters + ".":
            raise PositionError(
                "expected {letters} or a point on {site}, got {letter!r}",
                letters=letters,
                site=board.name_of(site),
                letter=letter,
            )
    return {site: letter for site, letter in cells.items() if letter != "."}


def option_words(game: Choices, options: Options) -> list[str]:
    """Return ``name=value`` for each of *options* that is not by default."""
    return [
        f"{spec.name}={option_text(options[spec.name])}"
        for spec in game.option_specs
        if options[spec.name] != spec.default
    ]


def fields_of(words: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    """Return the values of *words* such as ``name=value``, by their names.

    Raises:
        PositionError: a word is no such thing, comes twice, or its name is not *known*.
    """
    fields: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in known or name in fields or not value:
            names = ", ".join(known) or Message("none")
            raise PositionError(
                "expected fields ({names}) once each, got {word!r}", names=names, word=word[:60]
            )
        fields[name] = value
    return fields


def options_of(game: Choices, fields: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return all options, those among *fields* as they say.

    Raises:
        PositionError: a value is out of its range, or lacks another option that it needs.
    """
    names = [spec.name for spec in game.option_specs]
    try:
        return game.parse_options({name: fields[name] for name in names if name in fields})
    except OptionError as error:
        raise PositionError("{error} in position text", error=error) from error


def count_of(fields: Mapping[str, str], name: str, most: int) -> int:
    """Return the count in *fields* that is called *name*, 0 where there is none.

    Raises:
        PositionError: it is no number, or more than *most*.
    """
    text = fields.get(name, "0")
    is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    if not is_number or int(text) > most:
        raise PositionError(
            "expected {name} as 0 to {most}, got {text}", name=name, most=most, text=shown(text)
        )
    return int(text)


class Parts(NamedTuple):
    """What one line has of a position: the rows as text, and all that follows them.

    Attributes:
        side: whose turn it is, by its place among the letters of the sides.
        fields: what was said as ``name=value``.
        options: all of them.
    """

    rows: str
    side: int
    fields: dict[str, str]
    options: dict[str, OptionValue]


def parts_of(game: Choices, text: str, sides: str = "wb", also: Sequence[str] = ()) -> Parts:
    """Return the parts of *text*: rows, the letter of a side, then ``name=value``.

    Args:
        game: whose options may be among the fields.
        text: the line, with one blank between its words.
        sides: the letters of the sides.
        also: the names of the fields beside the options.

    Raises:
        PositionError: *text* is no such line.
    """
    rows, _, rest = text.partition(" ")
    side, *words = rest.split(" ")
    if len(side) != 1 or side not in sides:
        raise PositionError(
            "expected rows, then {sides}, got {side}",
            sides=any_of(sides),
            side=shown(side or text),
        )
    fields = fields_of(words, (*also, *(spec.name for spec in game.option_specs)))
    return Parts(rows, sides.index(side), fields, options_of(game, fields))


class Line(NamedTuple):
    """A position as one line says it.

    Attributes:
        cells: the letter of each dot that has one.
        side: whose turn it is, by its place among the letters of the sides.
        options: all of them.
    """

    cells: dict[Site, str]
    side: int
    options: dict[str, OptionValue]


def line_text(
    game: Choices, board: Board, options: Options, cells: Mapping[Site, str], side: str
) -> str:
    """Return rows, the letter of *side*, and the options that are not by default, as one line."""
    return " ".join([rows_text(board, cells), side, *option_words(game, options)])


def line_of(game: Choices, board: Board, text: str, letters: str, sides: str = "wb") -> Line:
    """Return what *text* says, as `line_text` writes it; see `parts_of` and `cells_of`.

    Raises:
        PositionError: *text* is no such line.
    """
    parts = parts_of(game, text, sides)
    return Line(cells_of(board, parts.rows, letters), parts.side, parts.options)
