"""Nine Men's Morris as text: moves such as ``a1-a4xb2``, and positions.

A position text has the rows of the board, the farthest first, ``w``, ``b`` and ``.`` for
its points; the side to move; ``hand=9,9`` while men are in hand, White's first; ``quiet=3``
after so many plies without a mill; and the options that are not by default.
"""

from __future__ import annotations

from companion.contract import Board, Choices
from companion.contract.texts import cells_of, fields_of, option_words, options_of, rows_text
from companion.errors import PositionError
from nine_mens_morris.men import Ply, Rules, State, rules_for


def ply_text(board: Board, ply: Ply) -> str:
    """Return the notation of *ply*: ``a1``, ``a1xd2``, ``a1-a4``, ``a1-a4xb2``."""
    start = "" if ply.start is None else f"{board.name_of(ply.start)}-"
    removed = "" if ply.removed is None else f"x{board.name_of(ply.removed)}"
    return f"{start}{board.name_of(ply.end)}{removed}"


def state_text(game: Choices, rules: Rules, state: State) -> str:
    """Return the text of *state* under *rules*."""
    cells = {site: "wb"[tower[0].side] for site, tower in rules.placement(state).items()}
    hand = [f"hand={state.hand[0]},{state.hand[1]}"] if any(state.hand) else []
    quiet = [f"quiet={state.quiet}"] if state.quiet else []
    rows = rows_text(rules.board, cells)
    return " ".join([rows, "wb"[state.side], *hand, *quiet, *option_words(game, rules.options)])


def rules_and_state(game: Choices, board: Board, text: str) -> tuple[Rules, State]:
    """
    Return what *text* describes.

    Raises:
        PositionError: it is no position of this game on *board*.
    """
    rows, side, *words = [*text.split(), "", ""][: max(2, len(text.split()))]
    if side not in ("w", "b"):
        raise PositionError(f"expected rows and w or b in position text, got {text[:80]!r}")
    fields = fields_of(words, ("hand", "quiet", *(spec.name for spec in game.option_specs)))
    rules = rules_for(board, options_of(game, fields))
    men, hands = [0, 0], fields.get("hand", "0,0").split(",")
    for site, letter in cells_of(board, rows, "wb").items():
        men["wb".index(letter)] |= 1 << site
    if len(hands) != 2 or max(number.bit_count() for number in men) > rules.men:
        raise PositionError(f"expected {rules.men} men a side at most, got {text[:80]!r}")
    white, black = (
        _number("hand", text, rules.men - own.bit_count())
        for text, own in zip(hands, men, strict=True)
    )
    quiet = _number("quiet", fields.get("quiet", "0"), 0 if white or black else rules.draw_after)
    return rules, State((men[0], men[1]), "wb".index(side), (white, black), quiet)


def _number(field: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= most):
        raise PositionError(f"expected {field} as 0 to {most}, got {text[:60]!r}")
    return int(text)
