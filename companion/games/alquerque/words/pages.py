"""The rules of Alquerque for its players, by whichever of its options they play."""

from __future__ import annotations

from companion.words.rules.page import Example, Page, Refused, ToldGame, our_reading, page, tips
from companion.words.translate import tr

IN_THE_MIDDLE = "b...b/...../..w../...../b...b w"
TWO_TO_CAPTURE = "...../.b.../....b/.b.../w.... w"


def alquerque_pages(subject: ToldGame) -> tuple[Page, ...]:
    """Return what is special about Alquerque under the options of *subject*."""
    pages = [_aim(subject), _set_up(subject), _steps(subject), _captures(subject)]
    if subject.options["huffing"]:
        pages.append(_huffing(subject))
    if subject.options["no_return"]:
        pages.append(_no_return(subject))
    return (*pages, _end(subject), _tips(subject))


def _aim(subject: ToldGame) -> Page:
    return page(
        tr("Aim"),
        tr(
            "Capture all {count} of the other side's pieces, or leave that side without a move."
        ).format(count=subject.pieces_a_side()),
        tr("You capture a piece by hopping over it, as in checkers."),
        example=Example(
            "...../...../..b../..w../..... w" + subject.option_words(),
            tr("White hops over the last black piece and wins."),
            moves=("c2xc4",),
            shows=("capture", "win"),
            winner=0,
        ),
    )


def _set_up(subject: ToldGame) -> Page:
    board, pieces = subject.board, subject.pieces_a_side()
    return page(
        tr("Setup"),
        tr(
            "The board has {files} by {ranks} points. Lines join neighboring points along every "
            "file and rank, and diagonally through every other point."
        ).format(files=board.files, ranks=board.ranks),
        tr(
            "Each side has {count} pieces. They fill its two nearest ranks and the two points to "
            "its right on the middle rank. The center point stays empty."
        ).format(count=pieces),
        subject.meaning("starts"),
        example=subject.set_up(tr("The board before the first move.")),
    )


def _steps(subject: ToldGame) -> Page:
    moves = ["c3-c4", "c3-b3", "c3-d3", "c3-b4", "c3-d4"]
    refused = []
    for end in ("c2", "b2", "d2"):
        if subject.options["forward"] == "off":
            moves.append(f"c3-{end}")
        else:
            refused.append(Refused(f"c3-{end}", end, "backwards"))
    return page(
        tr("On your turn: step"),
        tr("On your turn you move one piece. It either steps or captures."),
        tr("A step follows a line to an empty point right next to the piece."),
        _told_of_steps(subject),
        example=Example(
            IN_THE_MIDDLE + subject.option_words(),
            tr("Where White's piece may go."),
            moves=tuple(moves),
            shows=("move",),
            refused=tuple(refused),
        ),
    )


def _told_of_steps(subject: ToldGame) -> str:
    if subject.options["forward"] == "off":
        return tr("It may go forward, sideways or backward.")
    return tr(
        "It may go forward, sideways or diagonally forward, never backward. A piece on the last "
        "rank can no longer step."
    )


def _captures(subject: ToldGame) -> Page:
    options = subject.options
    # A capture can be left out neither freely nor at a risk.
    is_must = options["compulsory"] and not options["huffing"]
    return page(
        tr("On your turn: capture"),
        tr(
            "If a line leads over a neighboring enemy piece to an empty point right behind it, "
            "your piece may hop there. The enemy piece leaves the board at once."
        ),
        tr(
            "If your piece can capture again from there, it may hop on in the same turn, even in "
            "a new direction."
        ),
        tr("You may skip a capture, but the next page shows what that can cost.")
        if options["huffing"]
        else subject.meaning("compulsory"),
        _told_of_directions(subject),
        example=Example(
            TWO_TO_CAPTURE + subject.option_words(),
            tr("White captures two pieces in one turn."),
            moves=("a1xc3xa5",),
            shows=("capture",),
            refused=(Refused("a1-a2", "a2", "must-capture"),) if is_must else (),
        ),
    )


def _told_of_directions(subject: ToldGame) -> str:
    return {
        "on": tr(
            "Captures go forward, sideways or diagonally forward. On the last rank, "
            "a piece can only capture sideways."
        ),
        "captures-free": tr("Captures go in any direction, even backward."),
    }.get(str(subject.options["forward"]), "")


def _huffing(subject: ToldGame) -> Page:
    return page(
        tr("Special rule: huffing"),
        tr(
            "You may skip a capture, or stop one that could go on. But then the other side may "
            "huff: before its own move, it takes one offending piece off the board."
        ),
        tr(
            "After a step, every piece that could have captured is an offender, including the one "
            "that stepped. After a capture that stopped early, only the piece that stopped is."
        ),
        tr(
            "After the huff, the same side makes its move. If it moves without huffing, it loses "
            "the right to huff."
        ),
        example=Example(
            "....b/...../...../.b.../w...w b offenders=a1" + subject.option_words(),
            tr("The piece on a1 skipped a capture: Black may take it away."),
            moves=("huff a1",),
            shows=("huff",),
        ),
    )


def _no_return(subject: ToldGame) -> Page:
    return page(
        tr("Special rule: no return"),
        subject.meaning("no_return"),
        tr(
            "Its starting point counts, and so does every point it landed on during captures. A "
            "hop back to one of them is not a capture, so nobody has to make it."
        ),
        tr("The program remembers where each piece has been."),
        example=Example(
            "b..../...../..w../...../..... w visited=c3:b3" + subject.option_words(),
            tr("White's piece came from b3 and may not go back."),
            moves=("c3-d3",),
            shows=("move",),
            refused=(Refused("c3-b3", "b3", "no-return"),),
        ),
    )


def _end(subject: ToldGame) -> Page:
    limit, quiet = subject.options["quiet_limit"], subject.meaning("quiet_limit")
    counted = tr(
        "The side with more pieces wins; equal numbers are a draw. Both sides may also agree to "
        "count, or to a draw, at any time."
    )
    return page(
        tr("End of the game"),
        tr("A side that has no pieces left, or no move on its turn, loses."),
        (our_reading(quiet) if limit else quiet) + " " + counted,
        tr("A huff counts as a capture here.") if limit and subject.options["huffing"] else "",
        example=Example(
            "..bbw/..b.b/..b.b/...../..... b" + subject.option_words(),
            tr("Black traps White's last piece and wins."),
            moves=("c4-d4",),
            shows=("win",),
            winner=1,
        ),
    )


def _tips(subject: ToldGame) -> Page:
    return tips(
        subject,
        tr(
            "Going first is usually thought to be a disadvantage, because there is so little to "
            "choose from. Toss a coin for it."
        ),
        tr(
            "A piece can only be captured if the point right behind it is empty. Back up your "
            "pieces, above all those in the middle."
        ),
        tr(
            "A piece on the edge can only be captured along the edge, a piece in a corner not at "
            "all."
        ),
        tr(
            "Giving up one piece to capture two is a good trade. Count it to the end before you "
            "start."
        ),
    )
