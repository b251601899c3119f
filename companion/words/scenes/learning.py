"""The words around lessons, and of reading the rules."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

WHICH_GAME = Phrase("Learn which game?")
WHICH_LESSON = Phrase("Learn {game}: choose a lesson")
LESSON_DONE = Phrase("Lesson done: {title}")

CONTINUE = MenuLine(Phrase("Continue"), Phrase("Back to the lesson."), buttons.GO_ON)
SKIP = MenuLine(Phrase("Skip this step"), Phrase("Continue with the next part of the lesson."))
STEP_BEFORE = MenuLine(Phrase("Back one step"), Phrase("See again what came before."))
STEP_AGAIN = MenuLine(
    Phrase("Repeat this step"), Phrase("Put the pieces back to where the step began.")
)
START_OVER = MenuLine(Phrase("Start over"), Phrase("Start the lesson from the beginning."))
LEAVE = MenuLine(
    Phrase("All lessons"), Phrase("Leave the lesson. You can continue from this step later.")
)

NEXT_LESSON = MenuLine(Phrase("Next lesson"))
ALL_LESSONS = MenuLine(
    Phrase("All lessons"), Phrase("Choose another lesson, or go back to the start.")
)
LESSON_AGAIN = MenuLine(Phrase("Repeat this lesson"), Phrase("Go through the lesson again."))
PLAY = MenuLine(Phrase("Play the game"), Phrase("Choose the rules and start a game."))

RULES_OF_WHICH = Phrase("Rules of which game?")
PAGE = Phrase("{game}, page {number} of {count}: {what}")
CONFIRM_READS_ON = Phrase("press Confirm to read on")
CONFIRM_TURNS = Phrase("press Confirm to go on")
CONFIRM_CLOSES = Phrase("press Confirm to close")

EXAMPLE = Phrase("Example: {caption}")
POSITION = Phrase("position: {text}")
MOVES = Phrase("moves: {texts}")
NOT_ALLOWED = Phrase("not allowed: {texts}")
