"""The rules of Quincy for its players, two or four, with dealt or real dominoes."""

from __future__ import annotations

from companion.games.quincy.rules.kernel.state import DECK, HAND_SIZE, LINE_LENGTH, SIZE
from companion.words.rules.page import Example, Page, Refused, ToldGame, our_reading, page, tips
from companion.words.translate import tr

MIDDLE_GAME = (
    "........./........./..y....../...b...../......y../..yyyy.../..b....../........./........."
)
TWO_RUNS = (
    "........./........./..b....../..b....../...bbb.../..b....../........./....y..../...y....."
)
ONE_LINE = (
    "........./.yyy...../........./...y...../bb.b...../.....y.../bbbb...../........./........."
)

SPARE = ("12", "78", "89")
"""What the other seats hold in the pictures, a domino each."""


def quincy_pages(subject: ToldGame) -> tuple[Page, ...]:
    """Return the pages of Quincy."""
    return (
        _aim(subject),
        _set_up(subject),
        _dominoes(subject),
        _turn(subject),
        _blanks(subject),
        _unbreakable(subject),
        _dead(subject),
        _end(subject),
        _tips(subject),
    )


def _position(subject: ToldGame, stones: str, hand: str) -> str:
    """Return a position in which seat 1 holds *hand* and no pile is left."""
    held, others = hand.split("."), SPARE[: int(subject.options["players"]) - 1]
    if subject.options["dominoes"] == "dealt":
        dominoes = "hands=" + "/".join([hand, *others])
    else:
        left = (*held, *others)
        out = [text for low, high in DECK if (text := f"{low}{high}") not in left]
        sizes = "/".join([str(len(held)), *("1" for _ in others)])
        dominoes = f"hands={sizes} out={'.'.join(out)}"
    return f"{stones} 1 {dominoes}{subject.option_words()}"


def _aim(subject: ToldGame) -> Page:
    return page(
        tr("Aim"),
        tr(
            "Make two lines of your color. A line is a run of {count} or more stones side by side "
            "in a row, a column or a diagonal."
        ).format(count=LINE_LENGTH),
        tr(
            "A longer run is still one line. Two runs with a gap between them are two lines, even "
            "in the same row. Lines may cross, and one stone may complete both."
        ),
        example=Example(
            _position(subject, TWO_RUNS, "35"),
            tr("The 3|5 in row 5, column 3 completes two lines at once: Blue wins."),
            moves=("3|5@53",),
            shows=("place", "line", "win"),
            winner=0,
        ),
    )


def _set_up(subject: ToldGame) -> Page:
    return page(
        tr("Setup"),
        tr(
            "The board is a grid of {size} by {size} squares. Rows are counted from the far side, "
            "columns from the left; the doubles line runs from 11 to {last}. The board starts "
            "empty."
        ).format(size=SIZE, last=10 * SIZE + SIZE),
        subject.meaning("players"),
        subject.meaning("starts"),
        example=subject.set_up(tr("The empty board with its doubles line.")),
    )


def _dominoes(subject: ToldGame) -> Page:
    return page(
        tr("The dominoes"),
        tr(
            "The {count} dominoes are a double-nine set. They are shuffled, and each player takes "
            "{hand}; the rest are the pile."
        ).format(count=len(DECK), hand=HAND_SIZE),
        subject.meaning("dominoes"),
        tr("Each hand is secret: the program shows it only while its owner asks to see it.")
        if subject.options["dominoes"] == "dealt"
        else "",
        example=subject.set_up(tr("Stones are added as dominoes are played.")),
    )


def _turn(subject: ToldGame) -> Page:
    return page(
        tr("Your turn"),
        tr(
            "Discard a domino, place a stone where it allows, and draw a new domino while the "
            "pile lasts."
        ),
        tr(
            "The two numbers name a row and a column, either way around: the 3|5 allows row 3, "
            "column 5 or row 5, column 3. The square must be empty."
        ),
        tr("A double allows only one square, on the doubles line."),
        tr("A player without dominoes passes."),
        example=Example(
            _position(subject, MIDDLE_GAME, "35"),
            tr("Where the 3|5 may go."),
            moves=("3|5@35", "3|5@53"),
            shows=("place",),
        ),
    )


def _blanks(subject: ToldGame) -> Page:
    return page(
        tr("Dominoes with a blank"),
        tr(
            "A domino with a blank and a number lets you do one of two things: place a stone on "
            "any empty square in the row or column of that number, or remove one of the other "
            "side's stones from that row or column."
        ),
        tr("The double blank does the same anywhere on the grid."),
        example=Example(
            _position(subject, MIDDLE_GAME, "03"),
            tr("The 0|3 places a stone on 37, say, or removes the yellow one on 33."),
            moves=("0|3@37", "0|3x33"),
            shows=("place", "remove"),
        ),
    )


def _unbreakable(subject: ToldGame) -> Page:
    return page(
        tr("Special rule: unbreakable lines"),
        tr(
            "Stones in a line are safe: nobody can remove a stone that belongs to a run of "
            "{count} or more of one color, in any direction."
        ).format(count=LINE_LENGTH),
        tr("Stones that make a line longer are safe, too."),
        example=Example(
            _position(subject, MIDDLE_GAME, "03"),
            tr("The yellow stone on 63 is part of a line: not even the 0|3 can remove it."),
            moves=("0|3x33",),
            shows=("remove",),
            refused=(Refused("0|3x63", "63", "protected"),),
        ),
    )


def _dead(subject: ToldGame) -> Page:
    return page(
        tr("Special rule: dead dominoes"),
        tr(
            "A domino that fits nowhere is dead, such as a double whose square is taken. You may "
            "discard it and draw another; then your turn goes on."
        ),
        tr("When the pile is empty, you discard it without drawing."),
        our_reading(tr("A domino that can be played may not be swapped.")),
        example=Example(
            _position(subject, MIDDLE_GAME, "35.44"),
            tr("Square 44 is taken, so the 4|4 is dead and may be swapped."),
            moves=("4|4~",),
            shows=("swap",),
            refused=(Refused("4|4@44", "44", "occupied"),),
        ),
    )


def _end(subject: ToldGame) -> Page:
    return page(
        tr("End of the game"),
        tr("Whoever has two lines wins at once.")
        if subject.options["players"] == 2
        else tr("A team with two lines wins at once."),
        tr("If all {count} dominoes are played and nobody has won, the game is a draw.").format(
            count=len(DECK)
        ),
        tr("Both sides may agree to a draw at any time."),
        example=Example(
            _position(subject, ONE_LINE, "35"),
            tr("Blue has a line in row 7. The 3|5 makes a second one and wins."),
            moves=("3|5@53",),
            shows=("line", "win"),
            winner=0,
        ),
    )


def _tips(subject: ToldGame) -> Page:
    return tips(
        subject,
        tr("Take the middle first: more lines go through it than along the edge."),
        tr("Play doubles early, and dominoes whose numbers differ by one: they are awkward."),
        tr("Save blanks to complete a line of your own or stop one of the other side's."),
        tr(
            "Block a line rather than remove a stone: your stone can help later. Remove one "
            "if both ends are open."
        ),
        tr("Let your second line cross your first, whose stones are safe."),
        tr("With four players the game is quicker, and the second team has to defend.")
        if subject.options["players"] == 4
        else "",
    )
