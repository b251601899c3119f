"""The words around lessons, and of reading the rules."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text

WHICH_GAME = Text("Learn which game?")
WHICH_LESSON = Text("Learn {game}: choose a lesson")
LESSON_DONE = Text("Lesson done: {title}")

CONTINUE = MenuLine(Text("Continue"), Text("Back to the lesson."), buttons.GO_ON)
SKIP = MenuLine(Text("Skip this step"), Text("Continue with the next part of the lesson."))
STEP_AGAIN = MenuLine(
    Text("Repeat this step"), Text("Put the pieces back to where the step began.")
)
START_OVER = MenuLine(Text("Start over"), Text("Start the lesson from the beginning."))
LEAVE = MenuLine(Text("All lessons"), Text("Leave the lesson. It will not count as done yet."))

NEXT_LESSON = MenuLine(Text("Next lesson"))
ALL_LESSONS = MenuLine(
    Text("All lessons"), Text("Choose another lesson, or go back to the start.")
)
LESSON_AGAIN = MenuLine(Text("Repeat this lesson"), Text("Go through the lesson again."))
PLAY = MenuLine(Text("Play the game"), Text("Choose the rules and start a game."))

RULES_OF_WHICH = Text("Rules of which game?")
PAGE = Text("{game}, page {number} of {count}: {what}")
NEXT_READS_ON = Text("Press Next to read on")
NEXT_TURNS = Text("Press Next to turn the page")
CONFIRM_CLOSES = Text("Press Confirm to close")

EXAMPLE = Text("Example: {caption}")
POSITION = Text("position: {text}")
MOVES = Text("moves: {texts}")
NOT_ALLOWED = Text("not allowed: {texts}")
