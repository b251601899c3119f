"""What players are told while they set the table up or set it right."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Board, Position
from companion.table.steps import StepKind, TableStep, side_steps
from companion.words.game_words import piece_name, side_name, words_of
from companion.words.names import SetUpTask
from companion.words.phrases import MOST_BANNER_CHARACTERS
from companion.words.translate import Phrase, tr

STEP_COUNTER = Phrase("Step {number} of {count}")

MOST_TOLD = 2
"""Steps that a note tells in full; more are counted."""


def step_text(step: TableStep, game: str, board: Board) -> str:
    """Return what hands do in *step*, in at most sixty characters."""
    if step.kind in (StepKind.SET, StepKind.ROW):
        text = set_text(step, game, board)
        is_called_out = words_of(game).set_up.names_place(step.pieces)
        return text if is_called_out else tr("Set up: {text}").format(text=text)
    if step.kind is StepKind.CHECK:
        return tr("Check: {text}").format(text=set_text(step, game, board))
    if len(step.starts) > 1 or len(step.ends) > 1:
        count = max(len(step.starts), len(step.ends))
        pieces = words_of(game).names.several(step.pieces[0], count)
        template = (
            tr("Take off: {pieces}") if step.kind is StepKind.OFF else tr("Put back: {pieces}")
        )
        return template.format(pieces=pieces)
    names = ", ".join(piece_name(game, piece) for piece in step.pieces)
    text = _lift_text(step, names, game, board)
    if len(text) <= MOST_BANNER_CHARACTERS:
        return text
    return _lift_text(step, words_of(game).names.count(len(step.pieces)), game, board)


def set_text(step: TableStep, game: str, board: Board) -> str:
    """Return what is set in *step*, and how many, as a list of steps tells it."""
    words, piece, count = words_of(game), step.pieces[0], len(step.ends)
    if words.set_up.names_place(step.pieces):
        return tr("{piece} to {place}").format(
            piece=words.names.piece(piece), place=board.name_of(step.ends[0])
        )
    if step.kind is StepKind.ROW:
        first, last = board.name_of(step.ends[0]), board.name_of(step.ends[-1])
        return tr("{first} to {last}, {count}").format(
            first=first, last=last, count=words.names.count(count)
        )
    if len(step.pieces) == 1:
        return words.names.several(piece, count)
    side = side_name(piece.side, game)
    return tr("{name}, {count}").format(name=side, count=words.names.count(count))


def _lift_text(step: TableStep, names: str, game: str, board: Board) -> str:
    place = words_of(game).names.place
    start = place(board, step.starts[0]) if step.starts else ""
    end = place(board, step.ends[0]) if step.ends else ""
    if step.kind is StepKind.OFF:
        return tr("Take {pieces} off {start}").format(pieces=names, start=start)
    if step.kind is StepKind.MOVE:
        return tr("Move {pieces} from {start} to {end}").format(pieces=names, start=start, end=end)
    if step.kind is StepKind.PUT:
        return tr("Put {pieces} on {end}").format(pieces=names, end=end)
    if step.kind is StepKind.ASIDE:
        return tr("Set aside {pieces} from {start}").format(pieces=names, start=start)
    onto = piece_name(game, step.onto) if step.onto is not None else ""
    return tr("Put {pieces} on {onto}").format(pieces=names, onto=onto)


def whole_lines(position: Position) -> tuple[str, ...]:
    """Return what stands on the whole board, a line for each side."""
    game = words_of(position.game.name)
    return tuple(
        tr("{name}, {count}").format(
            name=game.names.side(step.pieces[0].side), count=game.names.count(len(step.pieces))
        )
        for step in side_steps(position.pieces())
    )


def step_note(step: TableStep, game: str, board: Board, seed: int | None = None) -> str:
    """Return where exactly the pieces of *step* go, and what else helps.

    Where the set-up was drawn from a *seed*, the note tells it.
    """
    if step.kind is StepKind.ROW:
        return _row_note(step, game, board)
    if step.kind in (StepKind.SET, StepKind.CHECK):
        return _set_note(step, game, board, seed)
    if step.kind is StepKind.OFF:
        return _with_names(tr("It goes beside the board."), step.starts, board)
    if step.kind is StepKind.PUT:
        text = tr("It is beside the board.")
        return _with_top(_with_names(text, step.ends, board), step)
    if step.kind is StepKind.ASIDE:
        return tr("Its place is still taken. You put it back in a later step.")
    if step.kind is StepKind.STACK:
        return tr("Both are beside the board. They go back on together in a later step.")
    if len(step.pieces) > 1:
        names = ", ".join(piece_name(game, piece) for piece in step.pieces)
        return tr("Move them together, in this order from the bottom: {names}.").format(
            names=names
        )
    return tr("The arrow shows where it goes.")


def _with_names(text: str, sites: Sequence[int], board: Board) -> str:
    if len(sites) < 2:
        return text
    return _lamps_note(sites, board)


def _lamps_note(sites: Sequence[int], board: Board) -> str:
    names = ", ".join(board.name_of(site) for site in sites)
    return tr("The lamps show where: {names}.").format(names=names)


def _set_note(step: TableStep, game: str, board: Board, seed: int | None) -> str:
    if seed is not None and len(step.ends) == 1:
        words = words_of(game).names
        text = tr("Random setup {seed}: the lamp shows where this {piece} goes.")
        return text.format(seed=seed, piece=words.piece_word(), place=words.place_word())
    return _with_top(_lamps_note(step.ends, board), step)


def _row_note(step: TableStep, game: str, board: Board) -> str:
    text = (
        tr("{place} {piece}").format(place=board.name_of(site), piece=piece_name(game, piece))
        for site, piece in zip(step.ends, step.pieces, strict=True)
    )
    # A line never ends between a place and what goes there.
    return ", ".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in text) + "."


def whole_note(beside_board: Sequence[SetUpTask], seed: int | None, *, has_pieces: bool) -> str:
    """Return what to know while the whole table is set up at once.

    Where the set-up was drawn from a *seed*, the note tells it.
    """
    notes = [part.note for part in beside_board]
    if seed is not None and has_pieces:
        shuffled = tr("Put everything where the screen shows it. This is random setup {seed}.")
        notes.append(shuffled.format(seed=seed))
    if has_pieces and not notes:
        notes.append(tr("The screen and the lamps show where every piece goes."))
    return "\n".join(notes)


def _with_top(text: str, step: TableStep) -> str:
    """Return *text* with a word on towers where one piece of *step* goes on top of others."""
    piece = step.pieces[0]
    if len(step.pieces) > 1 or all(step.standing[site][0] == piece for site in step.ends):
        return text
    return text + " " + tr("On a tower, it goes on top.")


def settle_banner(steps: Sequence[TableStep], game: str, board: Board) -> str:
    """Return what to do on the real table after a take-back, the one step itself if it is one."""
    if len(steps) == 1:
        text = tr("{step}, then Confirm").format(step=step_text(steps[0], game, board))
        if len(text) <= MOST_BANNER_CHARACTERS:
            return text
    return tr("Fix the board, then press Confirm")


def restoring_note(steps: Sequence[TableStep], game: str, board: Board) -> str:
    """Return what the table needs after a take-back, and where more help is."""
    if not steps:
        return tr("The board is set up correctly.")
    if len(steps) > MOST_TOLD:
        text = tr("It takes {count} steps to correct the board.").format(count=len(steps))
    else:
        text = " ".join(f"{step_text(step, game, board)}." for step in steps)
    return text if len(steps) == 1 else text + " " + tr("Press Hint to see them one by one.")


def tasks_before(position: Position) -> tuple[SetUpTask, ...]:
    """Return what is to be done beside the board before pieces are set on it."""
    return words_of(position.game.name).set_up.before(position)


def tasks_after(position: Position) -> tuple[SetUpTask, ...]:
    """Return what lies in whose hand once the board stands, where that matters."""
    return words_of(position.game.name).set_up.after(position)
