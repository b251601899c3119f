"""Quincy as text: moves such as ``3|5@53`` and positions.

A position text gives the rows of the grid, row 1 first, with ``b``, ``y`` and
``.`` for the squares; then the seat to move, from 1; then ``name=value``:

- ``hands=01.35.39.44.78/02.11.25.66.99`` is what each seat holds, ``-`` nothing;
  where the players hold real dominoes it is how many: ``hands=5/5``.
- ``pile=57.03.12`` is the draw pile, the next domino first.
- ``out=22.48`` are the discarded dominoes, given where the players hold real
  ones; otherwise they are all that are in no hand and not in the pile.
- the options that are not at their defaults.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from companion.contract import Game, Move, Options, OptionValue, Site, Token
from companion.contract.texts import option_words, parts_of, shown
from companion.errors import NotationError, PositionError
from companion.games.quincy.rules.kernel.state import (
    DECK,
    HAND_SIZE,
    LINES_TO_WIN,
    NAMED_SITES,
    PASS,
    SIZE,
    WHOLE_DECK,
    WITH_BLANK,
    Domino,
    Dominoes,
    Ply,
    QuincyState,
    Squares,
    line_count,
    members,
    pile_count,
    put_of,
    removal_of,
    site_at,
    swap_of,
)

NAMES: Final = tuple(
    f"{row}{column}" for row in range(SIZE, 0, -1) for column in range(1, SIZE + 1)
)
"""The name of each square in board order: row, then column."""

TOKENS: Final = tuple(Token("domino", numbers) for numbers in DECK)
DOMINO_OF: Final[Mapping[Token, Domino]] = {token: n for n, token in enumerate(TOKENS)}


def domino_text(domino: Domino) -> str:
    """Return how *domino* is written in moves, the lower number first."""
    low, high = DECK[domino]
    return f"{low}|{high}"


PASS_TEXT: Final = "pass"


def _moves() -> dict[Ply, Move]:
    moves = {PASS: Move(PASS_TEXT, ())}
    for domino, token in enumerate(TOKENS):
        text = domino_text(domino)
        moves[swap_of(domino)] = Move(f"{text}~", (token,))
        for site in NAMED_SITES[domino]:
            moves[put_of(domino, site)] = Move(f"{text}@{NAMES[site]}", (token, site))
            if WITH_BLANK >> domino & 1:
                moves[removal_of(domino, site)] = Move(f"{text}x{NAMES[site]}", (token, site))
    return moves


MOVES: Final[Mapping[Ply, Move]] = _moves()
"""The move of every ply that there is in any position."""

PLIES: Final[Mapping[Move, Ply]] = {move: ply for ply, move in MOVES.items()}
"""The same the other way round."""

_MOVE = re.compile(
    r"(?P<one>[0-9])\|(?P<other>[0-9])(?:(?P<mark>[@x])(?P<square>[1-9]{2})|~)", re.ASCII
)


def read_move(text: str) -> tuple[Domino, str, Site | None] | None:
    """Return domino, mark (``@``, ``x`` or ``~``) and site of a move text, None for a pass.

    Raises:
        NotationError: *text* is no move text.
    """
    if text.strip() == PASS_TEXT:
        return None
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            "expected a move such as 3|5@53, 0|4x47, 4|4~ or pass, got {text}", text=shown(text)
        )
    domino = _domino(match["one"] + match["other"])
    if match["square"] is None:
        return domino, "~", None
    return domino, match["mark"], site_at(int(match["square"][0]), int(match["square"][1]))


def _domino(digits: str) -> Domino:
    low, high = sorted((int(digits[0]), int(digits[1])))
    return DECK.index((low, high))


def _digits(dominoes: Iterable[Domino]) -> str:
    return ".".join(f"{low}{high}" for low, high in (DECK[domino] for domino in dominoes))


def text_of(game: Game, options: Options, state: QuincyState) -> str:
    """Return the text of *state*, hands and pile included, with what options are not default."""
    if not state.hands:
        return public_text(game, options, state, None)
    words = [_rows(state), str(state.seat + 1)]
    words.append("hands=" + "/".join(_digits(members(hand)) or "-" for hand in state.hands))
    if state.pile:
        words.append("pile=" + _digits(state.pile))
    return " ".join(words + option_words(game, options))


def public_text(game: Game, options: Options, state: QuincyState, seat: int | None) -> str:
    """Return the text of *state* as *seat* may know it, or as the whole table may: None."""
    hands = [str(size) for size in state.sizes]
    if seat is not None and state.hands:
        hands[seat] = _digits(members(state.hands[seat])) or "-"
    words = [_rows(state), str(state.seat + 1), "hands=" + "/".join(hands)]
    if state.left != WHOLE_DECK:
        words.append("out=" + _digits(members(WHOLE_DECK ^ state.left)))
    return " ".join(words + option_words(game, options))


def _rows(state: QuincyState) -> str:
    cells = [
        "b" if state.blue >> site & 1 else "y" if state.yellow >> site & 1 else "."
        for site in range(SIZE * SIZE)
    ]
    return "/".join("".join(cells[SIZE * rank : SIZE * (rank + 1)]) for rank in range(SIZE)[::-1])


def options_and_state(game: Game, text: str) -> tuple[dict[str, OptionValue], QuincyState]:
    """Return what *text* describes.

    Raises:
        PositionError: *text* is not a position of Quincy.
    """
    # Blanks may come as they like.
    line, names = " ".join(text.split()), ("hands", "pile", "out")
    rows, seat, fields, options = parts_of(game, line, "1234", names)
    blue, yellow = _stones(rows)
    players = int(options["players"])
    if seat >= players:
        raise PositionError(
            "expected a seat of 1 to {players}, got '{seat}'", players=players, seat=seat + 1
        )
    state = _dominoes(fields, players, is_dealt=options["dominoes"] == "dealt")
    return options, state._replace(blue=blue, yellow=yellow, seat=seat)


def _stones(text: str) -> tuple[Squares, Squares]:
    rows = text.split("/")
    if len(rows) != SIZE or any(len(row) != SIZE or set(row) - set("by.") for row in rows):
        raise PositionError(
            "expected {size} rows of {size} b, y or . each, got {text!r}", size=SIZE, text=text
        )
    cells = "".join(reversed(rows))
    blue, yellow = (
        sum(1 << site for site, cell in enumerate(cells) if cell == letter) for letter in "by"
    )
    if min(line_count(blue), line_count(yellow)) >= LINES_TO_WIN:
        raise PositionError("expected at most one team with two lines, got {text!r}", text=text)
    return blue, yellow


def _dominoes(fields: Mapping[str, str], players: int, *, is_dealt: bool) -> QuincyState:
    """Return a state without stones that has the dominoes of *fields*."""
    hands = fields.get("hands", "").split("/")
    if len(hands) != players:
        raise PositionError(
            "expected {players} hands in position text, got {hands!r}",
            players=players,
            hands="/".join(hands),
        )
    strange = "out" if is_dealt else "pile"
    if strange in fields:
        wanted = "dominoes=physical" if is_dealt else "dominoes=dealt"
        raise PositionError(
            "expected {strange} only with {wanted} in position text",
            strange=strange,
            wanted=wanted,
        )
    state = _dealt(hands, fields.get("pile")) if is_dealt else _counted(hands, fields.get("out"))
    if max(state.sizes) > HAND_SIZE or pile_count(state) < 0:
        raise PositionError(
            "expected at most {hand_size} a hand, got {hands!r}",
            hand_size=HAND_SIZE,
            hands="/".join(hands),
        )
    if pile_count(state) and min(state.sizes) < HAND_SIZE:
        raise PositionError(
            "expected full hands while the pile lasts, got {hands!r}", hands="/".join(hands)
        )
    return state


def _dealt(texts: list[str], pile_text: str | None) -> QuincyState:
    hands = [_listed("hands", text) if text != "-" else () for text in texts]
    pile = _listed("pile", pile_text) if pile_text is not None else ()
    left = _set_of([domino for group in (*hands, pile) for domino in group])
    sizes = tuple(len(hand) for hand in hands)
    return QuincyState(0, 0, 0, left, sizes, tuple(_set_of(hand) for hand in hands), pile)


def _counted(texts: list[str], out_text: str | None) -> QuincyState:
    for text in texts:
        if text not in [str(size) for size in range(HAND_SIZE + 1)]:
            raise PositionError(
                "expected hands as 0 to {hand_size} dominoes, got {text!r}",
                hand_size=HAND_SIZE,
                text=text,
            )
    out = _set_of(_listed("out", out_text)) if out_text is not None else 0
    return QuincyState(0, 0, 0, WHOLE_DECK ^ out, tuple(int(text) for text in texts), (), ())


def _listed(field: str, text: str) -> tuple[Domino, ...]:
    dominoes = text.split(".")
    for digits in dominoes:
        if re.fullmatch(r"[0-9][0-9]", digits) is None:
            raise PositionError(
                "expected {field} as dominoes of two digits, got {digits!r}",
                field=field,
                digits=digits,
            )
    return tuple(_domino(digits) for digits in dominoes)


def _set_of(dominoes: Iterable[Domino]) -> Dominoes:
    held = 0
    for domino in dominoes:
        if held >> domino & 1:
            raise PositionError(
                "expected each domino once, got {domino!r} twice", domino=domino_text(domino)
            )
        held |= 1 << domino
    return held
