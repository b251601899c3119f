"""What the banner and the buttons say while a game is played."""

from __future__ import annotations

from companion.contract import Board, Countdown, HalfMove, Move, Position, Side, Token, Touch
from companion.match.match import Match
from companion.match.question import Question, QuestionKind
from companion.words.facts import answer_text, claim_text, outcome_text
from companion.words.game_words import words_of
from companion.words.games import side_name
from companion.words.phrases import short_move as short_move
from companion.words.translate import Phrase, ntr, tr

PLAYED = Phrase("played", "a domino")
MOVES = Phrase("Moves")
TABLE_TITLE = Phrase("The table (simulated)")
TABLE_RATE = Phrase("{port}, frames per second: {rate}")

MOST_BANNER_CHARACTERS = 60

COIN = "coin"
"""The value of an option that decides who starts, where a coin does."""

NEARLY_OVER_PLIES = 5
"""So many plies before a countdown ends the game, the screen warns."""


def opening_text(match: Match) -> str:
    """Return what is to be known before the first ply: what the coin said."""
    options = match.header.options
    tossed = [
        spec
        for spec in match.game.option_specs
        if spec.decides_start and options.get(spec.name) == COIN
    ]
    if match.plies or not tossed:
        return ""
    side = side_name(match.position.side, match.game.name)
    return tr("The coin toss: {side} goes first.").format(side=side)


def countdown_title() -> str:
    """Return the heading over how long nothing was removed."""
    return tr("Since last removal")


def countdown_text(countdown: Countdown) -> str:
    """Return how many plies have passed of those that end the game."""
    return tr("{passed} of {limit} moves").format(passed=countdown.passed, limit=countdown.limit)


def is_nearly_over(countdown: Countdown) -> bool:
    """Return whether the players should be warned."""
    return countdown.limit - countdown.passed <= NEARLY_OVER_PLIES


def set_up_title() -> str:
    """Return the heading over the number that names a random set-up."""
    return tr("Setup number")


def rack_text(side: Side, game: str, left: int) -> str:
    """Return how many pieces *side* still has on the board."""
    names = words_of(game).names
    told = tr("{side}: {pieces} left")
    return told.format(side=names.side(side), pieces=names.count(left))


def beside_text(side: Side, game: str, standing: int) -> str:
    """Return how many pieces of *side* stand while the table is set; the others lie beside it."""
    names = words_of(game).names
    told = tr("{side}: {pieces} on the board")
    return told.format(side=names.side(side), pieces=names.count(standing))


def turn_banner(half: HalfMove) -> str:
    """Return whose turn it is and what is expected next, in at most sixty characters."""
    return words_of(half.position.game.name).turn.banner(half)


def turn_note(half: HalfMove) -> str:
    """Return what can be done now, for the note under the moves."""
    return words_of(half.position.game.name).turn.note(half)


def question_banner(question: Question, game: str) -> str:
    """Return what is asked and who has to answer, in at most sixty characters."""
    who = side_name(question.awaiting[0], game)
    is_asker = question.asker == question.awaiting[0]
    if question.kind is QuestionKind.TAKE_BACK:
        if is_asker:
            return tr("{side}: take back? Confirm, or Back").format(side=who)
        return tr("{side}: allow the take-back? Confirm, or Back").format(side=who)
    if question.kind is QuestionKind.RESIGN:
        return tr("{side}: resign? Confirm, or Back").format(side=who)
    if question.kind is QuestionKind.CLAIM:
        sentences, claim = words_of(game).sentences, question.claim
        how = sentences.claim_name(claim) if claim else tr("agreement")
        return tr("{side}: end the game by {how}? Confirm, or Back").format(side=who, how=how)
    if is_asker:
        return tr("{side}: offer a draw? Confirm, or Back").format(side=who)
    return tr("{side}: agree to a draw? Confirm, or Back").format(side=who)


def question_note(question: Question, last_move: str, game: str) -> str:
    """Return what agreeing would bring, as a sentence or two."""
    waiting = len(question.awaiting)
    both = tr("Both sides must confirm, one after the other.") if waiting > 1 else ""
    if question.kind is QuestionKind.TAKE_BACK:
        if question.plies == 0:
            told = tr("The game would go on from where it ended.")
        elif question.plies > 1:
            told = tr("This takes back the last {count} moves.").format(count=question.plies)
        else:
            told = tr("This takes back {move}.").format(move=short_move(last_move))
    elif question.kind is QuestionKind.REPETITION:
        told = tr("This position has come up for the third time. Agree to a draw?")
    elif question.claim is not None:
        told = claim_text(question.claim, game)
    elif question.outcome is not None:
        result = outcome_text(question.outcome, game)
        told = tr("The game would end: {result}.").format(result=result)
    else:
        told = ""
    return f"{told} {both}".strip()


def focus_name(board: Board, game: str, focus: Touch | None) -> str:
    """Return the name of what the buttons' cursor is on."""
    if focus is None:
        return ""
    return token_title(focus, game) if isinstance(focus, Token) else board.name_of(focus)


def token_title(token: Token, game: str) -> str:
    """Return what the players of *game* call something that is touched beside the board."""
    return words_of(game).names.token(token)


def group_note(count: int) -> str:
    """Return what can be done with *count* places that the cursor is on."""
    return ntr(
        "Press Next for the next places, Confirm to choose this one.",
        "Press Next for the next places, Confirm to choose one of these {count}.",
        count,
    )


def groups_banner(count: int) -> str:
    """Return what can be done with the list of the pieces that have *count* moves in all."""
    return ntr(
        "{count} legal move: choose a piece",
        "{count} legal moves: choose a piece",
        count,
    )


def moves_banner(is_ready: bool, count: int, chosen: Move | None) -> str:
    """Return what can be done with the list of all *count* moves."""
    if not is_ready:
        return tr("Finding all moves ...")
    if chosen is not None:
        return tr("Press Confirm to use {move}").format(move=short_move(chosen.text))
    return ntr(
        "{count} legal move: touch it to see it",
        "{count} legal moves: touch one to see it",
        count,
    )


def chosen_note(position: Position, move: Move) -> str:
    """Return what *move*, chosen from the list of all moves in *position*, does."""
    told = answer_text(position.explain(move), True, position.game, position.board)
    return told or tr("{move} takes nothing off the board.").format(move=short_move(move.text))


def confirm_label(half: HalfMove, focus: Touch | None = None) -> str:
    """Return what Confirm does now, the cursor being on *focus*; empty when it does nothing."""
    turn = words_of(half.position.game.name).turn
    if focus is not None:
        return turn.choice(half, focus)
    return "" if half.move is None else turn.confirm(half)
