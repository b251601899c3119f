"""What is said around lessons and rules: where one is, what to press, what was wrong."""

from __future__ import annotations

from collections.abc import Collection

from companion.contract import HalfMove, Position
from companion.lessons.goals import Miss
from companion.lessons.lesson import Task
from companion.words import buttons
from companion.words.buttons import menu_line
from companion.words.facts import facts_text
from companion.words.game_words import side_name, words_of
from companion.words.phrases import headed
from companion.words.translate import Phrase, tr
from companion.words.voice import PLAIN

MOST_DEED_CHARACTERS = 80
"""What a wrong move did is left out where it would push what was wrong off the note."""


DONE = Phrase("done", "a lesson")
SO_FAR = Phrase("{done} of {count} done")
WATCH = Phrase("Just watch for now: your turn is coming. Press Confirm.")
WRONG = Phrase("Not quite. Press Confirm to try again")
RIGHT = Phrase("Right! Press Confirm to go on")
RIGHT_AT_LAST = Phrase("Right! Press Confirm to finish the lesson")
LOOK = Phrase("Watch the board, then press Confirm")
LOOK_AT_LAST = Phrase("Got it? Press Confirm to finish the lesson")
PLACE = Phrase("{title} · {step} of {steps}")


def place_value(step: int, steps: int) -> str:
    """Return what the list says beside a lesson that was left at *step*, from 0, of *steps*."""
    return tr("at step {step} of {steps}").format(step=step + 1, steps=steps) if step else ""


def task_banner(position: Position, task: Task) -> str:
    """Return whose turn it is and the task, in at most sixty characters."""
    side = side_name(position.side, position.game.name)
    return tr("{side}: {task}").format(side=side, task=tr(task.do))


def task_text(task: Task, is_hinted: bool) -> str:
    """Return the task in full, with the hint where it was asked for."""
    do = tr(task.do)
    parts = [
        tr("Your turn: {task}.").format(task=do.rstrip(".")),
        tr(task.say) if task.say else "",
    ]
    if is_hinted:
        parts.append(hint_text(task))
    return "\n".join(part for part in parts if part)


def hint_text(task: Task) -> str:
    return tr("Hint: {hint}").format(hint=tr(task.hint))


def wrong_text(half: HalfMove, miss: Miss, text: str) -> str:
    """Return why the move that *half* makes is not what was asked.

    Args:
        half: a whole move.
        miss: what it lacks.
        text: the lesson's own sentence about such a move, or an empty text.
    """
    move = PLAIN.move(half) if half.move is not None else ""
    if text:
        return headed(move, tr(text)) if move else tr(text)
    position = half.position
    facts, game = half.facts(), position.game.name
    did = facts_text(facts, game, position.board)
    if len(did) > MOST_DEED_CHARACTERS:
        did = ""
    missed = miss_text(miss, game, {fact.code for fact in facts})
    why = f"{did} {missed}" if did else missed
    return headed(move, why) if move else why


def miss_text(miss: Miss, game: str, done: Collection[str]) -> str:
    """Return what a move lacks that does what *done* says in codes, as a sentence."""
    if miss.number and miss.wanted > 1:
        return tr("The task asks for {wanted} of these.").format(wanted=miss.wanted)
    nothing = {
        "knock": tr("That knocks nothing."),
        "capture": tr("That captures nothing."),
        "remove": tr("That removes nothing."),
    }
    if miss.code in nothing and miss.code not in done:
        return nothing[miss.code]
    sentence = {
        "knock": tr("It does not knock what the task asks for."),
        "capture": tr("It does not capture what the task asks for."),
        "win": tr("It does not win."),
        "place": tr("It should be a different piece or a different place."),
        "remove": tr("It does not remove what the task asks for."),
        "no knock": tr("Nothing should be knocked."),
        "no capture": tr("Nothing should be captured."),
        "ends": tr("It does not end the game as the task asks."),
        "from": tr("A different piece should move."),
        "to": tr("It should end somewhere else."),
        "legs": tr("It does not go far enough."),
        **words_of(game).sentences.misses(),
    }.get(miss.code)
    return sentence or tr("That is legal, but not what the task asks for.")


WHICH_GAME = Phrase("Learn which game?")
WHICH_LESSON = Phrase("Learn {game}: choose a lesson")
LESSON_DONE = Phrase("Lesson done: {title}")

CONTINUE = menu_line("Continue", "Back to the lesson.", buttons.GO_ON)
SKIP = menu_line("Skip this step", "Continue with the next part of the lesson.")
STEP_BEFORE = menu_line("Back one step", "See the previous step again.")
STEP_AGAIN = menu_line("Repeat this step", "Put the pieces back and begin the step again.")
START_OVER = menu_line("Start over", "Start the lesson from the beginning.")
LEAVE = menu_line("All lessons", "Leave the lesson. You can continue from this step later.")

NEXT_LESSON = menu_line("Next lesson")
ALL_LESSONS = menu_line("All lessons", "Choose another lesson, or go back to the start.")
LESSON_AGAIN = menu_line("Repeat this lesson", "Go through the lesson again.")
PLAY = menu_line("Play the game", "Choose the rules and start a game.")

RULES_OF_WHICH = Phrase("Rules of which game?")
PAGE = Phrase("{game}, page {number} of {count}: {what}")
CONFIRM_READS_ON = Phrase("press Confirm to read on")
CONFIRM_TURNS = Phrase("press Confirm to go on")
CONFIRM_CLOSES = Phrase("press Confirm to close")

EXAMPLE = Phrase("Example: {caption}")
POSITION = Phrase("position: {text}")
MOVES = Phrase("moves: {texts}")
NOT_ALLOWED = Phrase("not allowed: {texts}")
