"""Quincala Mixing as text: positions, and the notation of placements.

A position text gives the rows of the board, the farthest first, and the side to
move; then ``name=value`` for what is not as at the start: ``immune=c4:3,d5:1``
(dots and sizes of the pieces that cannot be knocked in this turn),
``waits=3w2b`` (what the other side could not place), and ``sizes=4``.  What is
missing otherwise is in the hand of the side to move.
"""

from __future__ import annotations

import re

from companion.contract import Board, Game, Piece, Side, Site
from companion.contract.texts import option_words, parts_of, shown
from companion.errors import NotationError, PositionError
from companion.games.quincala.rules.kernel.core import Placed
from companion.games.quincala.rules.text import SIDE_LETTERS, parse_placement, placement_text
from companion.games.quincala_mixing.rules.kernel.state import Counts, MixingRules, rules_of

_PLACING = re.compile(r"([1-9][0-9]?)([wb])@([a-z][1-9][0-9]?)")
_IMMUNE = re.compile(r"([a-z][1-9][0-9]?):([1-9][0-9]?)")
_PIECE = re.compile(r"([1-9][0-9]?)([wb])")
_PIECES = re.compile(r"(?:[1-9][0-9]?[wb])+")


# Placements.


def placing_text(board: Board, piece: Piece, site: Site) -> str:
    """Return the notation of placing *piece* on *site*: ``3w@c2``."""
    return f"{piece.value}{SIDE_LETTERS[piece.side]}@{board.names[site]}"


def parse_placing(rules: MixingRules, text: str) -> tuple[Piece, Site]:
    """Return the piece and the dot that *text* notates.

    Raises:
        NotationError: *text* is no placement of a piece of this game on a dot of its board.
    """
    match = _PLACING.fullmatch(text)
    piece = Piece(SIDE_LETTERS.index(match[2]), int(match[1])) if match else None
    if match is None or piece not in rules.kinds or match[3] not in rules.board.names:
        raise NotationError(
            "expected a placement such as '3w@c2' on a dot of {board!r} with "
            "a size up to {sizes}, got {text}",
            board=rules.board.name,
            sizes=rules.sizes[-1],
            text=shown(text),
        )
    return piece, rules.board.site_of(match[3])


# Positions.


def position_text(
    game: Game, rules: MixingRules, placement: Placed, side: Side, waiting: Counts
) -> str:
    """Return the text of a position, with the options that differ from the defaults."""
    words = [placement_text(rules, placement), SIDE_LETTERS[side]]
    immune = sorted(rules.immune(placement))
    if immune:
        marks = (f"{rules.board.names[site]}:{size}" for site, size in immune)
        words.append(f"immune={','.join(marks)}")
    if any(waiting):
        pieces = rules.listed(waiting)
        words.append("waits=" + "".join(f"{p.value}{SIDE_LETTERS[p.side]}" for p in pieces))
    return " ".join([*words, *option_words(game, rules.options)])


def parse_position(
    game: Game, board: Board, text: str
) -> tuple[MixingRules, Placed, Side, Counts]:
    """Return rules and placement, the side to move and what is waiting, as *text* says.

    Raises:
        PositionError: *text* is not a position of this game.
        BoardError: *board* is not fit for this game.
    """
    rows, side, fields, options = parts_of(game, text, SIDE_LETTERS, ("immune", "waits"))
    rules = rules_of(board, int(options["sizes"]))
    placement = parse_placement(rules, rows)
    waiting = _waiting(rules, placement, fields.get("waits"))
    if "immune" in fields:
        placement = _marked(rules, placement, side, fields["immune"])
    return rules, placement, side, waiting


def _marked(rules: MixingRules, placement: Placed, side: Side, text: str) -> Placed:
    """Return *placement* with the pieces of the side not to move immune that *text* lists."""
    marked = placement
    for entry in text.split(","):
        match = _IMMUNE.fullmatch(entry)
        site = rules.board.names.index(match[1]) if match and match[1] in rules.board.names else -1
        piece = Piece(1 - side, int(match[2]) if match else 0)
        if site < 0 or piece not in rules.pieces(rules.tower_at(placement, site)):
            raise PositionError(
                "expected immune as dot:size of pieces of the side not to move, got {entry}",
                entry=shown(entry),
            )
        before, marked = marked, rules.marked(marked, site, piece.value)
        if marked == before:
            raise PositionError(
                "expected each immune piece once, got {entry} twice", entry=shown(entry)
            )
    return marked


def _waiting(rules: MixingRules, placement: Placed, text: str | None) -> Counts:
    if text is None:
        return rules.nothing
    if not _PIECES.fullmatch(text):
        raise PositionError(
            "expected waits as pieces such as '3w2b', got {text}", text=shown(text)
        )
    pieces = [Piece(SIDE_LETTERS.index(s), int(value)) for value, s in _PIECE.findall(text)]
    waiting = tuple(pieces.count(kind) for kind in rules.kinds)
    missing = rules.missing(placement)
    if sum(waiting) < len(pieces) or any(n > m for n, m in zip(waiting, missing, strict=True)):
        raise PositionError(
            "expected waits as pieces not on the board, got {text}", text=shown(text)
        )
    return waiting
