"""What the screen says around a hint: banner, buttons, and how many are left."""

from __future__ import annotations

from companion.contract import Move, Position, Side
from companion.words.games import side_name
from companion.words.table import MOST_BANNER_CHARACTERS
from companion.words.translate import ntr, ptr, tr
from companion.words.voice import Voice


def hint_label(left: int | None) -> str:
    """Return what Hint does while none shows, *left* being how many there are, None any number."""
    if left is None:
        return tr("hint")
    return tr("hint ({count})").format(count=left) if left else tr("none left")


def list_label() -> str:
    """Return what holding Hint does."""
    return tr("hold: moves")


def thinking_banner(position: Position, voice: Voice) -> str:
    """Return that a hint is thought about, and how to have it stop."""
    told = tr("{turn}: looking for a hint. Press Back to stop")
    return told.format(turn=voice.turn(position))


def nudge_banner(position: Position, voice: Voice) -> str:
    """Return how to see more than which piece to look at."""
    return tr("{turn}: try it, or press Hint for more").format(turn=voice.turn(position))


def begun_well_banner(position: Position, voice: Voice) -> str:
    """Return that the begun turn is the beginning of the hinted move."""
    told = tr("{turn}: good so far, go on. Hint shows more")
    return told.format(turn=voice.turn(position))


def begun_done_banner(position: Position, voice: Voice) -> str:
    """Return that the begun turn is the hinted move."""
    told = tr("{turn}: that is the move, press Confirm")
    return told.format(turn=voice.turn(position))


def begun_otherwise_banner(position: Position, voice: Voice) -> str:
    """Return that the begun turn is not the beginning of the hinted move."""
    told = tr("{turn}: another move is better. Back undoes this")
    return told.format(turn=voice.turn(position))


def move_banner(move: Move, position: Position, voice: Voice) -> str:
    """Return how to take *move*, the one that the hint shows in *position*."""
    told = tr("Hint: {move}. Press Confirm to use it")
    room = MOST_BANNER_CHARACTERS - len(told.format(move=""))
    return told.format(move=voice.chosen(position, move, room))


def line_banner(number: int, move: Move, position: Position, voice: Voice) -> str:
    """Return which ply of the line shows, by its *number* in the game: *move* in *position*."""
    told = tr("{number}. {who}: {move}. Next shows more")
    who = voice.who(position)
    room = MOST_BANNER_CHARACTERS - len(told.format(number=number, who=who, move=""))
    return told.format(number=number, who=who, move=voice.chosen(position, move, room))


def line_title() -> str:
    """Return the heading over the plies that are expected."""
    return tr("What may come next")


def thinking_note() -> str:
    """Return what is on the note until there is an answer."""
    return tr("Thinking…")


def begun_well_note() -> str:
    """Return that the begun turn is the beginning of the hinted move."""
    return tr("Good start: go on.")


def begun_otherwise_note() -> str:
    """Return what comes before the hinted move, where another one was begun."""
    return tr("Another move is better: first undo this one.")


def limit_title(side: Side, game: str) -> str:
    """Return the heading over how many hints *side* may ask for."""
    return tr("Hints for {side}").format(side=side_name(side, game))


def limit_value(limit: int | None) -> str:
    """Return *limit*, None for any number, as a setting reads."""
    if limit is None:
        return tr("unlimited")
    return str(limit) if limit else ptr("hints", "off")


def limit_note(limit: int | None) -> str:
    """Return what *limit* means."""
    if limit is None:
        return tr("As many as you like. The record shows which moves followed a hint.")
    if not limit:
        return tr("No hints: the button lists all legal moves.")
    return ntr(
        "One hint for the whole game. Taking back a move does not restore it.",
        "{count} hints for the whole game. Taking back a move does not restore any.",
        limit,
    )


def used_text(used: tuple[int, int], game: str) -> str:
    """Return how many hints each side that asked for some has *used*, or an empty text."""
    told = [f"{side_name(side, game)} {count}" for side, count in enumerate(used) if count]
    return tr("Hints used: {told}.").format(told=", ".join(told)) if told else ""


def hinted_text() -> str:
    """Return that a move of a record was made after a hint."""
    return tr("After a hint.")
