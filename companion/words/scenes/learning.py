"""The words around lessons, and of reading the rules."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text

WHICH_GAME = Text("Learn: which game?")
WHICH_LESSON = Text("Learn {game}: which lesson?")
LESSON_DONE = Text("Lesson done: {title}")

CONTINUE = MenuLine(Text("Continue"), Text("Back to the lesson."), buttons.GO_ON)
SKIP = MenuLine(Text("Skip this step"), Text("Go on to what comes next in the lesson."))
STEP_AGAIN = MenuLine(
    Text("This step again"), Text("Set the pieces as they stood when the step began.")
)
START_OVER = MenuLine(Text("From the beginning"), Text("Begin the lesson again."))
LEAVE = MenuLine(Text("All lessons"), Text("Leave the lesson. It does not count as done yet."))

NEXT_LESSON = MenuLine(Text("Next lesson"))
ALL_LESSONS = MenuLine(
    Text("All lessons"), Text("Choose another lesson, or go back to the start.")
)
LESSON_AGAIN = MenuLine(Text("This lesson again"), Text("Go through the lesson once more."))
PLAY = MenuLine(Text("Play the game"), Text("Choose its rules and begin a game."))

RULES_OF_WHICH = Text("Rules: of which game?")
PAGE = Text("{game}, page {number} of {count}: {what}")
NEXT_READS_ON = Text("Next reads on")
NEXT_TURNS = Text("Next turns the page")
CONFIRM_CLOSES = Text("Confirm closes")

EXAMPLE = Text("Example: {caption}")
POSITION = Text("position: {text}")
MOVES = Text("moves: {texts}")
NOT_ALLOWED = Text("not allowed: {texts}")
