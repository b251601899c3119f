"""What the screen says around a hint: banner, buttons, and how many are left."""

from __future__ import annotations

from companion.contract import Move, Position
from companion.words.games import side_name
from companion.words.table import MOST_BANNER_CHARACTERS
from companion.words.translate import Phrase, ntr, ptr, tr
from companion.words.voice import Voice

HOLD_MOVES = Phrase("hold: moves")
THINKING = Phrase("{turn}: looking for a hint. Press Back to stop")
NUDGE = Phrase("{turn}: try it, or press Hint for more")
BEGUN_WELL = Phrase("{turn}: good so far, go on. Hint shows more")
BEGUN_DONE = Phrase("{turn}: that is the move, press Confirm")
BEGUN_OTHERWISE = Phrase("{turn}: another move is better. Back undoes this")
LINE_TITLE = Phrase("What may come next")
THINKING_NOTE = Phrase("Thinking…")
BEGUN_WELL_NOTE = Phrase("Good start: go on.")
BEGUN_OTHERWISE_NOTE = Phrase("Another move is better: first undo this one.")
HINTS_FOR = Phrase("Hints for {side}")
HINTED = Phrase("After a hint.")


def hint_label(left: int | None) -> str:
    """Return what Hint does while none shows, *left* being how many there are, None any number."""
    if left is None:
        return tr("hint")
    return tr("hint ({count})").format(count=left) if left else tr("none left")


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
