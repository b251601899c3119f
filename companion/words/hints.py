"""What a hint says: first which piece, then the move, then what is expected to follow.

And what the screen says around it: banner, buttons, and how many are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.contract import Move, Position
from companion.contract.codes import Does, member
from companion.engine.reason import Reason, Why
from companion.words import buttons
from companion.words.game_words import words_of
from companion.words.phrases import (
    MOST_BANNER_CHARACTERS,
    capitalized,
    chain_name,
    joined,
    plain_sentence,
    site_list,
)
from companion.words.translate import Phrase, ntr, ptr, tr
from companion.words.turn import owned_name
from companion.words.voice import PLAIN, Voice

HOLD_MOVES = Phrase("moves", "while Hint is held")
THINKING = Phrase("{turn}: looking for a hint. Press Back to stop")
NUDGE = Phrase("{turn}: try this, or press Hint again")
BEGUN_WELL = Phrase("{turn}: good so far, go on. Hint shows more")
BEGUN_DONE = Phrase("{turn}: that is the move, press Confirm")
BEGUN_OTHERWISE = Phrase("{turn}: another move is better. Hint shows it")
LINE_TITLE = Phrase("What may come next")
THINKING_NOTE = Phrase("Looking…")
BEGUN_WELL_NOTE = Phrase("Good start: go on.")
BEGUN_OTHERWISE_NOTE = Phrase("Another move is better. Confirm replaces yours with it.")
BETTER_NOTE = Phrase("There is a better move after all.")
HINTS_FOR = Phrase("Hints for {side}")
HINTED = Phrase("After a hint.")

PLY_ROOM = 26
"""So many characters each ply of a line may take."""


def nudge_text(position: Position, move: Move) -> str:
    """Return where the player should look, without saying what to do there."""
    codes = {fact.code for fact in position.explain(move)}
    if not move.touches or Does.PASS_BY_CHOICE in codes:
        return tr("You have no moves.") if Does.PASS in codes else tr("You may also pass.")
    return words_of(position.game.name).hints.nudge(position, move)


def move_text(position: Position, move: Move) -> str:
    """Return the whole *move* in words, with its route leg by leg."""
    codes = {fact.code for fact in position.explain(move)}
    if Does.PASS in codes:
        return tr("Pass: you have no moves.")
    if Does.PASS_BY_CHOICE in codes:
        return tr("Pass.")
    return words_of(position.game.name).hints.move(position, move)


def reason_text(reason: Reason, position: Position, voice: Voice = PLAIN) -> str:
    """Return *reason* as one short sentence to the side to move in *position*.

    Args:
        reason: one of `companion.engine.reasons.reasons_of` for a move in *position*.
        position: where the move is made.
        voice: how those who play are spoken to.
    """
    words, board, numbers = words_of(position.game.name), position.board, reason.numbers
    names = words.names
    text = (words.sentences.reason(reason) or _of_any_game(reason)).format(
        other=voice.mid(1 - position.side, position.game.name),
        sites=site_list(board, reason.sites, tr("{first} and {last}")),
        either=site_list(board, reason.sites),
        pieces=joined([owned_name(names, position, piece) for piece in reason.pieces]),
        size=names.size(reason.pieces[0].value) if reason.pieces else "",
        sizes=joined([names.size(number) for number in numbers]),
        numbers=chain_name(numbers) if numbers else "",
        pair="|".join(map(str, numbers)),
        count=max(len(reason.sites), 1),
        number=numbers[0] if numbers else 0,
        second=numbers[1] if len(numbers) > 1 else 0,
    )
    return capitalized(text)


def _of_any_game(reason: Reason) -> str:
    """Return what is said of *reason* where its game has no words of its own for it."""
    match member(Why, reason.code):
        case Why.LOSES:
            return tr("This loses: {other} wins.")
        case Why.PASS:
            return tr("You have no moves, so you pass.")
        case Why.PASS_BY_CHOICE:
            return tr("Passing keeps your position as it is.")
        case Why.LINE_WINS:
            return tr("You win in {number} moves, counting both sides, if all goes as expected.")
        case Why.STOPS_WIN:
            return tr("Stops {other} from winning next turn.")
        case Why.THREATENS_WIN:
            return tr("Threatens to win next turn.")
        case Why.CAPTURES:
            if len(reason.sites) <= 1:
                return tr("Captures {pieces}.")
            return tr("Captures {count} pieces.")
        case Why.KNOCKS:
            return tr("Knocks {pieces}.")
        case Why.HUFFS:
            return tr("Huffs the piece on {sites} that should have captured.")
        case Why.REMOVES:
            return tr("Removes {pieces} from {sites}.")
        case None:
            return _of_an_end(reason.code)


def _of_an_end(code: str) -> str:
    """Return what is said of an end that the game has no words of its own for."""
    ends = {"win": tr("This wins."), "draw": tr("This ends in a draw.")}
    return ends.get(code.partition("-")[0]) or plain_sentence(code)


def plies_texts(
    position: Position, line: Sequence[Move], voice: Voice, first: int = 1
) -> tuple[str, ...]:
    """Return the plies expected from *position* on, each with its number from *first* on."""
    texts = []
    for number, move in enumerate(line, first):
        texts.append(f"{number}. {voice.chosen(position, move, PLY_ROOM)}")
        position = position.play(move)
    return tuple(texts)


def line_text(
    position: Position, line: Sequence[Move], voice: Voice = PLAIN, first: int = 1
) -> str:
    """Return the plies expected from *position* on, numbered from *first* on."""
    plies = ", ".join(plies_texts(position, line, voice, first))
    text = tr("Expected: {plies}").format(plies=plies)
    end = words_of(position.game.name).hints.line_end(position, line)
    return tr("{told}; {end}.").format(told=text, end=end) if end else f"{text}."


# Around it


def hint_label(left: int | None) -> str:
    """Return what Hint does while none shows, *left* being how many there are, None any number."""
    if left is None:
        return buttons.HELP_ME()
    return tr("hint ({count})").format(count=left) if left else tr("none left")


def move_banner(move: Move, position: Position, voice: Voice) -> str:
    """Return how to take *move*, the one that the hint shows in *position*."""
    if position.hand() and not voice.is_notated:
        # The piece to place is told as in the note: yours, not by the name of your side.
        banner = tr("{hint} Press Confirm to use it").format(hint=move_text(position, move))
        if len(banner) <= MOST_BANNER_CHARACTERS:
            return banner
    text = tr("Hint: {move}. Press Confirm to use it")
    room = MOST_BANNER_CHARACTERS - len(text.format(move=""))
    return text.format(move=voice.chosen(position, move, room))


def line_banner(number: int, move: Move, position: Position, voice: Voice) -> str:
    """Return which ply of the line shows, by its *number* in the game: *move* in *position*."""
    frame = partial(tr("{number}. {who}: {move}. Next shows more").format, number=number)
    return voice.with_move(position.half_move(move), MOST_BANNER_CHARACTERS, frame)


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


def used_text(used: Sequence[int], game: str, voice: Voice = PLAIN) -> str:
    """Return how many hints each side that asked for some has *used*, or an empty text."""
    askers = [side for side, count in enumerate(used) if count]
    if len(askers) != 1:
        parts = [f"{voice.callers(side, game)[0]} {used[side]}" for side in askers]
        return tr("Hints used: {told}.").format(told=", ".join(parts)) if parts else ""
    (side,) = askers
    if voice.seats.is_duel and side not in voice.seats.obliging:
        return ntr("You used {count} hint.", "You used {count} hints.", used[side])
    who = voice.player(side, game)
    return ntr("{who} used {count} hint.", "{who} used {count} hints.", used[side], who=who)
