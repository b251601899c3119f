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
    if not match.plies:
        return buttons.HOLD_MENU()
    if not match.seats.is_lonely:
        return buttons.TAKE_BACK()
    seats = match.seats
    if all(seats.level_to_move(position) is not None for position in match.positions[:-1]):
        # Only the computer has moved yet, and its move is not a person's to take back.
        return buttons.HOLD_MENU()
    is_answered = seats.level_to_move(match.positions[-2]) is not None
    return buttons.UNDO_BOTH() if is_answered else buttons.UNDO_MOVE()


def waiting_text(match: Match) -> str:
    """Return that the computer thinks, and what Back does meanwhile."""
    if match.question is not None:
        return program.WAIT_FOR_ANSWER()
    goes_back = take_back_label(match) != buttons.HOLD_MENU()
    return program.WAIT() if goes_back else program.WAIT_AT_FIRST()


def history_text(
    answer: Answer, match: Match, real: RealTable, voice: Voice, *, has_table: bool
) -> str:
    """Return what *answer* took back, and what has to be done at the *real* table for it.

    Where there is none beside the screen it is right at once.
    """
    told = taken_back_text(match, voice) if answer.code == "taken-back" else ""
    if not has_table:
        real.handed_over()
        return told
    needed = restoring_note(real.steps, match.game.name, match.position.board)
    return f"{told} {needed}".strip()
