"""The words around lessons, and of reading the rules."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

WHICH_GAME = Phrase("Learn: which game?")
WHICH_LESSON = Phrase("Learn {game}: which lesson?")
LESSON_DONE = Phrase("Lesson done: {title}")

CONTINUE = MenuLine(Phrase("Continue"), Phrase("Back to the lesson."), buttons.GO_ON)
SKIP = MenuLine(Phrase("Skip this step"), Phrase("Go on to what comes next in the lesson."))
STEP_AGAIN = MenuLine(
    Phrase("This step again"), Phrase("Set the pieces as they stood when the step began.")
)
START_OVER = MenuLine(Phrase("From the beginning"), Phrase("Begin the lesson again."))
LEAVE = MenuLine(Phrase("All lessons"), Phrase("Leave the lesson. It does not count as done yet."))

NEXT_LESSON = MenuLine(Phrase("Next lesson"))
ALL_LESSONS = MenuLine(
    Phrase("All lessons"), Phrase("Choose another lesson, or go back to the start.")
)
LESSON_AGAIN = MenuLine(Phrase("This lesson again"), Phrase("Go through the lesson once more."))
PLAY = MenuLine(Phrase("Play the game"), Phrase("Choose its rules and begin a game."))

RULES_OF_WHICH = Phrase("Rules: of which game?")
PAGE = Phrase("{game}, page {number} of {count}: {what}")
NEXT_READS_ON = Phrase("Next reads on")
NEXT_TURNS = Phrase("Next turns the page")
CONFIRM_CLOSES = Phrase("Confirm closes")

EXAMPLE = Phrase("Example: {caption}")
POSITION = Phrase("position: {text}")
MOVES = Phrase("moves: {texts}")
NOT_ALLOWED = Phrase("not allowed: {texts}")
