"""The rules of the Mini Quincala Knocking Game for its players."""

from __future__ import annotations

from companion.contract import board_of
from companion.games.quincala.words.towers import lifting_texts, towers_text
from companion.words.rules.page import Example, Page, Refused, ToldGame, our_reading, page, tips
from companion.words.translate import tr

MINI_SIZES = 3


def knocking_pages(subject: ToldGame) -> tuple[Page, ...]:
    """Return the pages of the knocking game; it has no options."""
    return (
        _aim(),
        _set_up(subject),
        _first_leg(),
        _knocking(),
        _sowing(),
        _mixed(),
        _end(),
        _tips(subject),
    )


def _position(changes: str) -> str:
    return towers_text(board_of("companion.games.quincala_knocking"), MINI_SIZES, changes) + " w"


def _aim() -> Page:
    return page(
        tr("Aim"),
        tr(
            "Pieces of equal size knock each other off the board. You win once the other side has "
            "lost at least one piece of every size."
        ),
        tr("It does not matter who knocked them: you can knock your own pieces, too."),
        example=Example(
            _position("h9> c8> d3>e5 f7>f6"),
            tr("Black has lost a large and a medium piece. White knocks a small one and wins."),
            moves=("e5xf6",),
            shows=("knock", "win"),
            winner=0,
        ),
    )


def _set_up(subject: ToldGame) -> Page:
    sizes = {piece.value for tower in subject.first.pieces().values() for piece in tower}
    pieces = subject.pieces_a_side()
    return page(
        tr("Setup"),
        tr(
            "The board has {dots} dots. The line around them is the edge of the playing area."
        ).format(dots=len(subject.board)),
        tr(
            "Each side has {count} pieces in {sizes} sizes, {each} of each, set up as shown. The "
            "large ones are at the edge, the small ones toward the middle."
        ).format(count=pieces, sizes=len(sizes), each=pieces // len(sizes)),
        tr("White goes first."),
        example=subject.set_up(tr("The board before the first move.")),
    )


def _first_leg() -> Page:
    return page(
        tr("On your turn: lift and go"),
        *lifting_texts(),
        example=Example(
            _position("c2>c4 b1>c4"),
            tr("Three pieces go one, two or three steps, not four."),
            moves=("c4-d4", "c4-e4", "c4-f4"),
            shows=("move",),
            refused=(Refused("c4-g4", "g4", "too-far"),),
        ),
    )


def _knocking() -> Page:
    return page(
        tr("Arriving and knocking"),
        tr(
            "Where you arrive, your pieces and those already on the dot form one tower, ordered "
            "by size."
        ),
        tr(
            "An arriving piece knocks any piece of its own size that is already there, whoever "
            "owns it. The knocked piece leaves the board. So a tower never holds two pieces of "
            "one size."
        ),
        tr("A tower can knock several pieces at once, one for each matching size."),
        example=Example(
            _position("d3>e5 f7>f6"),
            tr("A small piece knocks a small one and takes its dot."),
            moves=("e5xf6",),
            shows=("knock",),
        ),
    )


def _sowing() -> Page:
    return page(
        tr("Going on"),
        tr(
            "If the dot where you arrived now holds only your pieces, and more than one, you may "
            "go on in the same turn: leave the largest piece and lift the others."
        ),
        tr(
            "The next leg may go in a new direction. Its reach shrinks as you leave pieces behind "
            "and grows again when you join more of your own."
        ),
        tr(
            "You may stop after any leg. A move may even run in circles; the program accepts "
            "every route, however long."
        ),
        example=Example(
            _position("c2>c4 b1>c4"),
            tr("Three legs: the large piece stays on e4, the medium one on e6."),
            moves=("c4-e4-e6xf7",),
            shows=("sow", "knock"),
        ),
    )


def _mixed() -> Page:
    return page(
        tr("Mixed towers"),
        tr(
            "A tower with pieces of both sides is a mixed tower. A leg that makes one ends the "
            "move, and nobody can lift a mixed tower."
        ),
        tr(
            "Its pieces can still be knocked by pieces of their size. Once only one color is left "
            "in it, it can be lifted again."
        ),
        our_reading(tr("A side that cannot make any leg passes. Otherwise, nobody may pass.")),
        example=Example(
            _position("d3>e5 c8>f6"),
            tr("White's small piece joins Black's medium one: the move ends there."),
            moves=("e5-f6",),
            shows=("join", "mixed"),
            refused=(Refused("e5-f6-f5", "f5", "no-further-leg"),),
        ),
    )


def _end() -> Page:
    return page(
        tr("End of the game"),
        tr(
            "A side that has lost a piece of every size loses the game. This is checked after "
            "each leg, even in the middle of a move."
        ),
        tr("If one leg does this to both sides, the side that did not make the leg wins."),
        tr(
            "Losing several pieces of one size does no more harm than losing one: what counts is "
            "that a piece of each size is gone."
        ),
        tr(
            "Both sides may agree to a draw at any time. When a position comes up for the third "
            "time, you are asked whether you want a draw."
        ),
        example=Example(
            _position("h9> g6> b1> c2> c8>e5 d3>e5 h3>d4 c4>d4"),
            tr(
                "With this leg, both sides have lost a piece of every size. White made it: "
                "Black wins."
            ),
            moves=("d4xe5",),
            shows=("knock", "lose"),
            winner=1,
        ),
    )


def _tips(subject: ToldGame) -> Page:
    return tips(
        subject,
        tr(
            "Count the sizes each side has lost. The last size you need is the one the other side "
            "will guard."
        ),
        tr(
            "A tower reaches farther than a single piece. Build one before you attack, and keep "
            "your distance from the towers of the other side."
        ),
        tr(
            "Nobody can lift a mixed tower. Join one of your small pieces to a strong enemy tower "
            "to hold it where it is."
        ),
        tr("Your own pieces knock each other, too. Watch where equal sizes meet."),
    )
