"""What is said of taking moves back: what Back does, what went back, what the table needs."""

from __future__ import annotations

from companion.match.match import Match
from companion.match.question import Answer
from companion.table.real_table import RealTable
from companion.words import buttons, program
from companion.words.guide import restoring_note
from companion.words.table import taken_back_text
from companion.words.voice import Voice


def take_back_label(match: Match) -> str:
    """Return what Back does with nothing touched: it names all that goes back."""
    if match.question is not None:
        return buttons.WITHDRAW()
    if not _takes_back(match):
        return buttons.HOLD_MENU()
    seats = match.seats
    if not seats.is_lonely:
        return buttons.TAKE_BACK()
    is_answered = seats.level_to_move(match.positions[-2]) is not None
    return buttons.UNDO_BOTH() if is_answered else buttons.UNDO_MOVE()


def _takes_back(match: Match) -> bool:
    """Return whether there is a move to take back; one of the computer alone is not a person's."""
    seats, before = match.seats, match.positions[:-1]
    is_own = not seats.is_lonely or any(seats.level_to_move(each) is None for each in before)
    return bool(match.plies) and is_own


def waiting_text(match: Match) -> str:
    """Return that the computer thinks, and what Back does meanwhile."""
    if match.question is not None:
        return program.WAIT_FOR_ANSWER()
    return program.WAIT() if _takes_back(match) else program.WAIT_AT_FIRST()


def history_text(
    answer: Answer, match: Match, real: RealTable, voice: Voice, *, has_table: bool
) -> str:
    """Return what *answer* took back, and what has to be done at the *real* table for it.

    Where there is none beside the screen it is right at once.
    """
    text = taken_back_text(match, voice) if answer.code == "taken-back" else ""
    if not has_table:
        real.handed_over()
        return text
    needed = restoring_note(real.steps, match.game.name, match.position.board)
    return f"{text} {needed}".strip()
