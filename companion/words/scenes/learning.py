"""The words around lessons, and of reading the rules."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

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
