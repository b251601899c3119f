"""What the banner and the buttons say while a game is played."""

from __future__ import annotations

from companion.contract import (
    Board,
    Countdown,
    HalfMove,
    Outcome,
    Position,
    Side,
    Touch,
)
from companion.match.match import Match
from companion.match.question import Question, QuestionKind
from companion.match.seats import Seats
from companion.words.facts import answer_text, claim_text, warned_text
from companion.words.game_words import words_of
from companion.words.games import side_name
from companion.words.phrases import capitalized, uncapitalized
from companion.words.program import DECLINED
from companion.words.scenes.timing import flag_banner, flag_note
from companion.words.translate import Phrase, ntr, tr
from companion.words.voice import PLAIN, Voice

PLAYED = Phrase("played", "a domino")
MOVES = Phrase("Moves")
COUNTDOWN = Phrase("{passed} of {limit}")
TABLE_TITLE = Phrase("The table (simulated)")
TABLE_RATE = Phrase("{port}, frames per second: {rate}")

MOST_BANNER_CHARACTERS = 60

COIN = "coin"
"""The value of an option that decides who starts, where a coin does."""

TAKEN_BACK_ROOM = 40
"""So many characters each move may take that was taken back."""

NEARLY_OVER_PLIES = 5
"""So many plies before a countdown ends the game, the screen warns."""


SET_UP_NUMBER = Phrase("Setup number")
NO_MOVES = Phrase("The moves could not be listed: {reason}")


def opening_text(match: Match, voice: Voice) -> str:
    """Return what is to be known before the first ply: what the coin said."""
    options = match.header.options
    tossed = [
        spec
        for spec in match.game.option_specs
        if spec.decides_start and options.get(spec.name) == COIN
    ]
    if match.plies or not tossed:
        return ""
    if voice.is_you(match.position):
        return tr("The coin toss: you go first.")
    text = tr("The coin toss: {side} goes first.")
    return text.format(side=voice.mid(match.position.side, match.game.name))


def is_nearly_over(countdown: Countdown) -> bool:
    """Return whether the players should be warned."""
    return countdown.limit - countdown.passed <= NEARLY_OVER_PLIES


def rack_text(side: Side, game: str, left: int) -> str:
    """Return how many pieces *side* still has on the board."""
    names = words_of(game).names
    text = tr("{side}: {pieces} left")
    return text.format(side=names.side(side), pieces=names.count(left))


def beside_text(side: Side, game: str, standing: int) -> str:
    """Return how many pieces of *side* stand while the table is set; the others lie beside it."""
    names = words_of(game).names
    text = tr("{side}: {pieces} on the board")
    return text.format(side=names.side(side), pieces=names.count(standing))


def turn_banner(half: HalfMove, voice: Voice = PLAIN) -> str:
    """Return whose turn it is and what is expected next, in at most sixty characters."""
    words, turn = words_of(half.position.game.name).turn, voice.turn(half.position)
    text = words.banner(half, turn, "")
    if len(text) > MOST_BANNER_CHARACTERS:
        turn = voice.who(half.position)
        text = words.banner(half, turn, "")
    if half.move is None:
        return text
    return words.banner(half, turn, voice.move(half, MOST_BANNER_CHARACTERS - len(text)))


def turn_note(half: HalfMove) -> str:
    """Return what can be done now, for the note under the moves."""
    return words_of(half.position.game.name).turn.note(half)


def question_banner(question: Question, game: str, voice: Voice = PLAIN) -> str:
    """Return what is asked and who has to answer, in at most sixty characters."""
    if question.kind is QuestionKind.FLAG:
        return flag_banner(question, game, voice)
    asked = _asked(question, game)
    if voice.seats.is_lonely:
        return capitalized(asked)
    who = side_name(question.awaiting[0], game)
    return tr("{side}: {question}").format(side=who, question=asked)


def _asked(question: Question, game: str) -> str:
    is_asker = question.asker == question.awaiting[0]
    if question.kind is QuestionKind.TAKE_BACK:
        if is_asker:
            return tr("take back? Confirm, or Back")
        return tr("allow the take-back? Confirm, or Back")
    if question.kind is QuestionKind.RESIGN:
        return tr("resign? Confirm, or Back")
    if question.kind is QuestionKind.CLAIM:
        sentences, claim = words_of(game).sentences, question.claim
        how = sentences.claim_name(claim) if claim else tr("agreement")
        return tr("end the game by {how}? Confirm, or Back").format(how=how)
    if is_asker:
        return tr("offer a draw? Confirm, or Back")
    return tr("agree to a draw? Confirm, or Back")


def question_note(question: Question, match: Match, voice: Voice) -> str:
    """Return what agreeing would bring, as a sentence or two."""
    waiting, game = len(question.awaiting), match.game.name
    if question.kind is QuestionKind.FLAG:
        return flag_note(question, game, voice)
    both = _both_text(match.seats) if waiting > 1 else ""
    if question.kind is QuestionKind.TAKE_BACK:
        text = _taking_back_text(question, match, voice)
    elif question.kind is QuestionKind.REPETITION:
        text = tr("This position has come up for the third time. Agree to a draw?")
    elif question.claim is not None:
        text = claim_text(question.claim, game)
    elif question.outcome is not None:
        text = _ending_text(question.outcome, game)
    else:
        text = ""
    return f"{text} {both}".strip()


def declined_text(question: Question, game: str) -> str:
    """Return who said no to *question*; empty where it was the asker, who knows."""
    who = question.awaiting[0]
    if question.asker in (None, who):
        return ""
    if question.kind is QuestionKind.TAKE_BACK:
        return tr("{side} did not allow the take-back.").format(side=side_name(who, game))
    return DECLINED(who=side_name(who, game))


def _both_text(seats: Seats) -> str:
    if len(seats.obliging) == 1:
        return tr("You and the computer must both agree.")
    return tr("Both sides must confirm, one after the other.")


def _ending_text(outcome: Outcome, game: str) -> str:
    if outcome.winner is None:
        return tr("The game would end in a draw.")
    return tr("{side} would win the game.").format(side=side_name(outcome.winner, game))


def _taking_back_text(question: Question, match: Match, voice: Voice) -> str:
    if question.plies == 0:
        return tr("The game would go on from where it ended.")
    if question.plies > 1:
        return tr("This takes back the last {count} moves.").format(count=question.plies)
    move = voice.chosen(match.positions[-2], match.plies[-1].move)
    return tr("This takes back the last move: {move}.").format(move=move)


def taken_back_text(match: Match, voice: Voice) -> str:
    """Return which moves were just taken back, a person's and what the program played since."""
    sentences: list[str] = []
    position = match.position
    for ply in reversed(match.undone):
        if sentences and match.seats.level_to_move(position) is None:
            break
        sentences.append(voice.chosen(position, ply.move, TAKEN_BACK_ROOM))
        position = position.play(ply.move)
    if not sentences:
        return ""
    if len(sentences) == 1:
        return tr("Taken back: {move}.").format(move=sentences[0])
    if len(sentences) == 2:
        both = tr("Taken back: your move, {move}, and the reply, {reply}.")
        return both.format(move=sentences[0], reply=sentences[1])
    return ntr(
        "Taken back: your move, {move}, and {count} after it.",
        "Taken back: your move, {move}, and {count} after it.",
        len(sentences) - 1,
        move=sentences[0],
    )


def last_move_text(text: str, position: Position, voice: Voice) -> str:
    """Return *text*, what the ply made in *position* did, with whose it was."""
    if not text:
        return ""
    if voice.is_you(position):
        return tr("Your last move: {told}").format(told=uncapitalized(text))
    named = tr("{who}'s last move: {told}")
    return named.format(who=voice.who(position), told=uncapitalized(text))


def focus_name(board: Board, game: str, focus: Touch | None) -> str:
    """Return the name of what the buttons' cursor is on."""
    return "" if focus is None else words_of(game).names.touched(board, focus)


def group_note(count: int) -> str:
    """Return what can be done with *count* places that the cursor is on."""
    return ntr(
        "Press Next for the next places, Confirm to choose this one.",
        "Press Next for the next places, Confirm to choose one of these {count}.",
        count,
    )


def groups_banner(count: int, is_all: bool) -> str:
    """Return what can be done with the list of the pieces that have *count* moves, or more."""
    if not is_all:
        return tr("More than {count} moves: choose what to play").format(count=f"{count:,}")
    return ntr(
        "{count} legal move: choose what to play",
        "{count} legal moves: choose what to play",
        count,
    )


def moves_banner(is_ready: bool, count: int, chosen: HalfMove | None, voice: Voice) -> str:
    """Return what can be done with the list of all *count* moves, the *chosen* one whole."""
    if not is_ready:
        return tr("Finding all moves…")
    if chosen is not None:
        text = tr("This move: {move}. Press Confirm to use it")
        room = MOST_BANNER_CHARACTERS - len(text.format(move=""))
        return text.format(move=voice.move(chosen, room))
    return ntr(
        "{count} legal move: touch it to see it",
        "{count} legal moves: touch one to see it",
        count,
    )


def chosen_note(half: HalfMove) -> str:
    """Return what *half*, a whole move chosen from the list of all, does."""
    facts, position = half.facts(), half.position
    text = warned_text(answer_text(facts, True, position), facts, position)
    return text or tr("This move takes nothing off the board.")


def confirm_label(half: HalfMove, focus: Touch | None = None) -> str:
    """Return what Confirm does now, the cursor being on *focus*; empty when it does nothing."""
    turn = words_of(half.position.game.name).turn
    if focus is not None:
        return turn.choice(half, focus)
    return "" if half.move is None else turn.confirm(half)
