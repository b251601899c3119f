"""The rules of Quincala Mixing for its players, with three, four or five sizes."""

from __future__ import annotations

from companion.contract import board_of
from companion.games.quincala.words.towers import lifting_texts, towers_text
from companion.words.rules.page import Example, Page, Refused, ToldGame, our_reading, page, tips
from companion.words.translate import tr

WHITE_MIXED = "d3>e7 i10>e7 e4>g7 j10>g7", " c2>i8 e10>i8", " c1>e6 d9>e6"
"""What mixes White's pieces but the smallest: with three sizes, and what more adds to it."""

BLACK_MIXED = "", " c12>i6 d5>i6", " c13>e8 i4>e8"
"""What then mixes Black's largest ones."""


def mixing_pages(subject: ToldGame) -> tuple[Page, ...]:
    """Return the pages of the mixing game."""
    sizes = int(subject.options["sizes"])
    return (
        _aim(subject, sizes),
        _set_up(subject, sizes),
        _placing(subject),
        _legs(subject),
        _knocking(subject),
        _going_on(subject),
        _immunity(subject),
        _end(subject, sizes),
        _tips(subject),
    )


def _position(subject: ToldGame, changes: str, side: str = "w") -> str:
    board, sizes = board_of("companion.games.quincala_mixing"), int(subject.options["sizes"])
    return f"{towers_text(board, sizes, changes)} {side}{subject.option_words()}"


def _almost_won(sizes: int) -> str:
    """Return what leaves White one leg to h6 away from having all its sizes mixed."""
    return "".join(WHITE_MIXED[: sizes - 2])


def _aim(subject: ToldGame, sizes: int) -> Page:
    return page(
        tr("Aim"),
        tr(
            "A mixed tower is a tower with pieces of both sides. Get a piece of each of your "
            "{count} sizes into mixed towers to win."
        ).format(count=sizes),
        our_reading(
            tr(
                "They need not all be in one tower: what counts is that each of your sizes is in "
                "some mixed tower when the turn ends."
            )
        ),
        example=Example(
            _position(subject, _almost_won(sizes) + " j9>h6"),
            tr(
                "White's smallest piece joins a black one: now every white size is in a mixed "
                "tower."
            ),
            moves=("i5-h6",),
            shows=("mixed", "form", "win"),
            winner=0,
        ),
    )


def _set_up(subject: ToldGame, sizes: int) -> Page:
    pieces = subject.pieces_a_side()
    return page(
        tr("Setup"),
        tr(
            "The board has {dots} dots. The line around them is the edge of the playing area."
        ).format(dots=len(subject.board)),
        subject.meaning("sizes")
        + " "
        + tr("Each side has {count} pieces, {each} of each size.").format(
            count=pieces, each=pieces // sizes
        ),
        tr(
            "They are set up as shown, the largest at the edge of the four lobes. White goes "
            "first."
        ),
        example=subject.set_up(tr("The board before the first move.")),
    )


def _placing(subject: ToldGame) -> Page:
    areas = [len(subject.board.areas[name]) for name in ("white", "black")]
    return page(
        tr("Your turn starts with placing"),
        tr(
            "Pieces knocked during the other side's turn, white or black, are now in your hand. "
            "First you place them, one by one."
        ),
        tr(
            "Each goes on an empty dot in your own placing areas, the {count} dots at your near "
            "left and near right. Confirm each piece as you place it."
        ).format(count=areas[0]),
        tr("If your hand is empty, you move right away."),
        our_reading(tr("If no dot in your areas is free, the rest of your hand waits.")),
        example=Example(
            _position(subject, "j10>"),
            tr("A black piece was knocked: White places it in one of the blue areas."),
            moves=("1b@b4",),
            shows=("place",),
            refused=(Refused("1b@j9", "j9", "not-in-area"),),
            areas=("white",),
        ),
    )


def _legs(subject: ToldGame) -> Page:
    return page(
        tr("Then comes the move"),
        *lifting_texts(),
        tr("A side that cannot make any leg passes."),
        example=Example(
            _position(subject, "e4>f6 d4>f6"),
            tr("Two pieces go one or two steps."),
            moves=("f6-g6", "f6-h6", "f6-f7", "f6-f8"),
            shows=("move",),
            refused=(Refused("f6-i6", "i6", "too-far"),),
        ),
    )


def _knocking(subject: ToldGame) -> Page:
    return page(
        tr("Arriving and knocking"),
        tr(
            "Where you arrive, all pieces form one tower, ordered by size. An arriving piece "
            "knocks any piece of its own size that is already there, whoever owns it."
        ),
        tr(
            "Knocked pieces are not lost: they go to the other side's hand, and that side places "
            "them before its next move."
        ),
        example=Example(
            _position(subject, "d4>f6 j10>f7"),
            tr("A small piece knocks a small one; Black will place it again."),
            moves=("f6xf7",),
            shows=("knock",),
        ),
    )


def _going_on(subject: ToldGame) -> Page:
    return page(
        tr("Going on"),
        tr(
            "From the dot where a leg ended, you may go on in the same turn, even from a mixed "
            "tower."
        ),
        tr(
            "Your largest piece and all of the other side's pieces stay. Lift the rest, at least "
            "one piece, and make another leg in any direction."
        ),
        tr("You may stop after any leg. The first leg never starts from a mixed tower."),
        example=Example(
            _position(subject, "e4>f6 d4>f6 j11>g7"),
            tr(
                "In the mixed tower on g7, the larger white piece stays and the smaller one goes "
                "on."
            ),
            moves=("f6-g7-h8",),
            shows=("mixed", "sow"),
        ),
    )


def _immunity(subject: ToldGame) -> Page:
    return page(
        tr("Special rule: immunity"),
        tr(
            "A piece that knocks an enemy piece is immune: it cannot be knocked during the other "
            "side's next turn. A leg that would knock it is refused."
        ),
        tr("Immune pieces have a yellow outline. After that turn, they can be knocked again."),
        tr("Knocking your own piece gives no immunity."),
        example=Example(
            _position(subject, "e4>g7 i10>f8", "b") + " immune=g7:2",
            tr("White's piece on g7 is immune: Black's piece of the same size may not go there."),
            moves=("f8-g8",),
            shows=("move",),
            refused=(Refused("f8xg7", "g7", "immune"),),
        ),
    )


def _end(subject: ToldGame, sizes: int) -> Page:
    return page(
        tr("End of the game"),
        tr(
            "A side that has all {count} of its sizes in mixed towers when a turn is over wins. "
            "What was there only in the middle of a turn does not count."
        ).format(count=sizes),
        tr("If both sides have all their sizes there, the side that just took its turn loses."),
        tr(
            "Both sides may agree to a draw at any time. When a position comes up for the third "
            "time, you are asked whether you want a draw."
        ),
        example=Example(
            _position(subject, _almost_won(sizes) + "".join(BLACK_MIXED[: sizes - 2]) + " j11>h6"),
            tr(
                "Now both sides have every size in mixed towers. It was White's turn, so Black "
                "wins."
            ),
            moves=("i5-h6",),
            shows=("mixed", "lose"),
            winner=1,
        ),
    )


def _tips(subject: ToldGame) -> Page:
    return tips(
        subject,
        tr(
            "Keep an eye on the sizes each side still has to mix. A size is easiest to mix while "
            "a free piece of it is close to the other side."
        ),
        tr(
            "Your own leg can mix the other side's pieces, too. Check whom it helps before you "
            "confirm."
        ),
        tr(
            "What you knock goes to the other side's hand, and comes back where that side wants "
            "it. Do not knock just because you can."
        ),
        tr(
            "A small tower reaches farther than a single piece. Build one before you cross the "
            "middle."
        ),
    )
