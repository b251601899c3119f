"""What is asked and told while it is found out which lamp is under which dot."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine, menu_line
from companion.words.translate import Phrase, tr

WHICH_BOARD = Phrase("Which board is on the lamps?")
TOO_FEW_LAMPS = Phrase("The panel has fewer lamps than this board has dots.")
NO_LAMPS = Phrase("No lamps are connected.")
LAY_IT = Phrase("Place this board on the lamps. Some lamps will light up one by one.")

NEXT_DOT = Phrase("next dot")
NONE_LIGHTS = Phrase("none lit")
IT_IS = Phrase("it is {dot}")

IS_KEPT = Phrase("Saved: the lamp under every dot is lit")
ARE_FOUND = Phrase("Lamps found")
ARE_MISSING = Phrase("Some lamps are missing")
AGAIN = menu_line("Start again", verb=buttons.BEGIN)
DONE = menu_line("Done", verb=buttons.LEAVE)
UNDO = menu_line("Undo", "Restore the lamps as they were before.", buttons.UNDO)
LEAVE = menu_line("Leave", "Change nothing.", buttons.LEAVE)
KEEP = MenuLine(Phrase("Keep it", "how the lamps are wired"), verb=buttons.KEEP)


ASK = Phrase("Touch the dot that lights up on the table")
ONE_BY_ONE = Phrase("Irregular wiring: touch each dot as it lights up")
HOW = Phrase(
    "Look at the board on the table and touch the lit dot in the picture, or "
    "move to it with Next. Press Hint if no dot lights up. Back undoes the "
    "last answer."
)
TAKEN = Phrase("{dot} already has lamp {lamp}. Back undoes a wrong answer.")
SPACING = Phrase(
    "The near left corner of the board is at column {column}, row {row}. "
    "Spacing from dot to dot: {pitch}."
)
IRREGULAR = Phrase("The wiring is irregular, so each dot was matched to its own lamp.")
MISSING = Phrase("These dots never lit up: {names}. Check their lamps, then start again.")


def progress_text(lamp: int, answers: int, possible: int, missing: int) -> str:
    """Return which lamp is lit, how many were answered, and how many wirings are possible."""
    text = tr("Lamp {lamp} of the strip is lit. Answers so far: {answers}.").format(
        lamp=lamp, answers=answers
    )
    if possible == 0:
        return f"{text} " + tr(
            "No regular wiring fits. Dots still without a lamp: {count}."
        ).format(count=missing)
    if possible == 1:
        return f"{text} " + tr("Only one wiring fits. A few more lamps will confirm it.")
    return f"{text} " + tr("Possible wirings: {count}.").format(count=possible)


def regular_text(corner: str, along: str, is_serpentine: bool) -> str:
    """Return how the strip runs."""
    corners = {
        "near-left": tr("near left"),
        "near-right": tr("near right"),
        "far-left": tr("far left"),
        "far-right": tr("far right"),
    }
    text = tr("The first lamp is at the {corner}; the strip runs along the {along}").format(
        corner=corners[corner], along=tr("ranks") if along == "ranks" else tr("files")
    )
    back = tr("every other run goes back") if is_serpentine else tr("every run goes the same way")
    return f"{text}; {back}."
