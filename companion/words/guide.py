"""What players are told while they set the table up or set it right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.contract import Board, Piece, Position
from companion.games.quincy.rules.kernel.state import HAND_SIZE
from companion.match.table_steps import Deed, TableStep
from companion.words.games import piece_name, side_name
from companion.words.table import MOST_BANNER_CHARACTERS
from companion.words.translate import ntr, tr

MOST_TOLD = 2
"""Steps that a note tells in full; more are counted."""


class Told(NamedTuple):
    """Something to be done away from the board: what, and how."""

    banner: str
    note: str


def kind_name(game: str, piece: Piece) -> str:
    """Return what several pieces like *piece* are called, without a number."""
    if game in ("alquerque", "quincy"):
        return side_name(piece.side, game)
    return piece_name(game, piece)


def count_text(game: str, count: int) -> str:
    """Return *count* with the word for the pieces of *game*."""
    if game == "querni":
        return ntr("{count} tile", "{count} tiles", count)
    if game == "quincy":
        return ntr("{count} stone", "{count} stones", count)
    return ntr("{count} piece", "{count} pieces", count)


def step_text(step: TableStep, game: str, board: Board) -> str:
    """Return what hands do in *step*, in at most sixty characters."""
    if step.deed is Deed.SET:
        text = set_text(step, game, board)
        return (
            text if _is_called_out(step, game) else tr("Set the table: {text}").format(text=text)
        )
    if len(step.starts) > 1 or len(step.ends) > 1:
        count = count_text(game, max(len(step.starts), len(step.ends)))
        name = kind_name(game, step.pieces[0])
        if step.deed is Deed.OFF:
            return tr("Take off {name}: {count}").format(name=name, count=count)
        return tr("Put back {name}: {count}").format(name=name, count=count)
    names = ", ".join(piece_name(game, piece) for piece in step.pieces)
    text = _lift_text(step, names, game, board)
    if len(text) <= MOST_BANNER_CHARACTERS:
        return text
    return _lift_text(step, count_text(game, len(step.pieces)), game, board)


def _is_called_out(step: TableStep, game: str) -> bool:
    """Return whether *step* is one numbered tile."""
    return game == "querni" and len(step.pieces) == 1


def set_text(step: TableStep, game: str, board: Board) -> str:
    """Return what is set in *step*, and how many, as a list of steps tells it."""
    piece, count = step.pieces[0], len(step.ends)
    if _is_called_out(step, game):
        return tr("{piece} to {place}").format(
            piece=piece_name(game, piece), place=board.name_of(step.ends[0])
        )
    is_whole_side = len(step.pieces) > 1
    name = side_name(piece.side, game) if is_whole_side else kind_name(game, piece)
    return tr("{name}, {count}").format(name=name, count=count_text(game, count))


def _lift_text(step: TableStep, names: str, game: str, board: Board) -> str:
    start = board.name_of(step.starts[0]) if step.starts else ""
    end = board.name_of(step.ends[0]) if step.ends else ""
    if step.deed is Deed.OFF:
        return tr("Take {pieces} off {start}").format(pieces=names, start=start)
    if step.deed is Deed.MOVE:
        return tr("Move {pieces} from {start} to {end}").format(pieces=names, start=start, end=end)
    if step.deed is Deed.PUT:
        return tr("Put {pieces} on {end}").format(pieces=names, end=end)
    if step.deed is Deed.ASIDE:
        return tr("Put {pieces} from {start} aside").format(pieces=names, start=start)
    onto = piece_name(game, step.onto) if step.onto is not None else ""
    return tr("Put {pieces} on {onto}").format(pieces=names, onto=onto)


def step_note(step: TableStep, game: str, board: Board, seed: int | None = None) -> str:
    """
    Return where exactly the pieces of *step* go, and what else helps.

    Where the set-up was drawn from a *seed*, the note tells it.
    """
    if step.deed is Deed.SET:
        return _set_note(step, board, seed)
    if step.deed is Deed.OFF:
        return _with_names(tr("It goes beside the board."), step.starts, board)
    if step.deed is Deed.PUT:
        told = tr("It lies beside the board.")
        return _with_top(_with_names(told, step.ends, board), step)
    if step.deed is Deed.ASIDE:
        return tr("Its place is not free yet. It comes back in a later step.")
    if step.deed is Deed.STACK:
        return tr("Both lie beside the board. They come onto it together in a later step.")
    if len(step.pieces) > 1:
        names = ", ".join(piece_name(game, piece) for piece in step.pieces)
        return tr("In one hand, in their order, the bottom one first: {names}.").format(
            names=names
        )
    return tr("The brackets show where it stands, the squares where it goes.")


def _with_names(told: str, sites: Sequence[int], board: Board) -> str:
    if len(sites) < 2:
        return told
    names = " ".join(board.name_of(site) for site in sites)
    return tr("The lamps show where: {names}.").format(names=names)


def _set_note(step: TableStep, board: Board, seed: int | None) -> str:
    if seed is not None and len(step.ends) == 1:
        told = tr("Set-up number {seed} drew this tile. The lamp shows the square.")
        return told.format(seed=seed)
    names = " ".join(board.name_of(site) for site in step.ends)
    return _with_top(tr("The lamps show where: {names}.").format(names=names), step)


def _with_top(told: str, step: TableStep) -> str:
    """Return *told* with a word on towers where one piece of *step* goes on top of others."""
    piece = step.pieces[0]
    if len(step.pieces) > 1 or all(step.standing[site][0] == piece for site in step.ends):
        return told
    return told + " " + tr("On a tower it goes on top.")


def restoring_note(steps: Sequence[TableStep], game: str, board: Board) -> str:
    """Return what the table needs after a take-back, and where more help is."""
    if not steps:
        return tr("The table stands as it should.")
    if len(steps) > MOST_TOLD:
        told = tr("{count} steps set the table right.").format(count=len(steps))
    else:
        told = " ".join(f"{step_text(step, game, board)}." for step in steps)
    return told if len(steps) == 1 else told + " " + tr("Hint shows them one by one.")


def told_before(position: Position) -> tuple[Told, ...]:
    """Return what is to be done beside the board before pieces are set on it."""
    if position.game.name == "quincy":
        return (_stones_told(position), _dominoes_told(position))
    if position.game.name == "quincala-mixing" and position.options["sizes"] != 5:
        left_out = [str(size) for size in range(int(position.options["sizes"]) + 1, 6)]
        is_one = len(left_out) == 1
        told = tr("Leave out size {sizes}") if is_one else tr("Leave out sizes {sizes}")
        return (
            Told(
                told.format(sizes=tr(" and ").join(left_out)),
                tr("Sizes are numbered from 1, the smallest. Four pieces of each a side."),
            ),
        )
    return ()


def _stones_told(position: Position) -> Told:
    if position.options["players"] == 4:
        note = tr("The board begins empty. Partners sit opposite each other.")
    else:
        note = tr("The board begins empty. Blue takes the blue stones, Yellow the yellow ones.")
    return Told(tr("Take the stones of your color"), note)


def _dominoes_told(position: Position) -> Told:
    if position.options["dominoes"] == "dealt":
        return Told(
            tr("Leave the dominoes in their box"),
            tr("The program deals {count} to each player and keeps every hand hidden.").format(
                count=HAND_SIZE
            ),
        )
    return Told(
        tr("Shuffle the dominoes, take {count} each").format(count=HAND_SIZE),
        tr("Face down: look at your own only. The others are the pile to draw from."),
    )


def told_after(position: Position) -> tuple[Told, ...]:
    """Return what lies in whose hand once the board stands, where that matters."""
    if position.game.name != "quincala-mixing" or not position.off_board():
        return ()
    game = position.game.name
    own = Counter(position.hand())
    others = Counter(position.off_board()) - own
    lines = [
        f"{side_name(side, game)}: {_listed(game, hand.elements())}"
        for side, hand in ((position.side, own), (1 - position.side, others))
        if hand
    ]
    return (Told(tr("Give out the pieces in hand"), "\n".join(lines)),)


def _listed(game: str, pieces: Iterable[Piece]) -> str:
    return ", ".join(piece_name(game, piece) for piece in pieces)
