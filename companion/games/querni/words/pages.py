"""The rules of Querni for its players."""

from __future__ import annotations

from companion.contract import board_of
from companion.contract.texts import rows_text
from companion.words.rules.page import Example, Page, Refused, ToldGame, our_reading, page, tips
from companion.words.translate import tr

PINK = "a6:1p b6:2p c6:3p"
"""Enough pink tiles, so that the game is not over."""


def querni_pages(subject: ToldGame) -> tuple[Page, ...]:
    """Return the pages of Querni."""
    return (
        _aim(subject),
        _set_up(subject),
        _steps(subject),
        _chains(subject),
        _nothing(subject),
        _end(subject),
        _tips(subject),
    )


def _position(subject: ToldGame, blue: str, pink: str = PINK) -> str:
    """Return a position with the tiles *blue* and *pink*, words such as ``c3:4b``."""
    tiles = dict(word.split(":") for word in f"{blue} {pink}".split())
    board = board_of("companion.games.querni")
    cells = {board.site_of(name): tile for name, tile in tiles.items()}
    return rows_text(board, cells, ",") + " b" + subject.option_words()


def _aim(subject: ToldGame) -> Page:
    return page(
        tr("Aim"),
        tr(
            "Get rid of all {count} of your tiles. Tiles leave the board as chains: three or more "
            "consecutive numbers of your color, each touching the next."
        ).format(count=subject.pieces_a_side()),
        tr("The first side to run out of tiles wins."),
        example=Example(
            _position(subject, "d3:4b e3:5b f4:6b"),
            tr("Blue removes its last three tiles and wins."),
            moves=("[4-6]",),
            shows=("chain", "win"),
            winner=0,
        ),
    )


def _set_up(subject: ToldGame) -> Page:
    board = subject.board
    return page(
        tr("Setup"),
        tr("The board has {files} by {ranks} squares.").format(
            files=board.files, ranks=board.ranks
        ),
        tr(
            "Each side has {count} tiles, numbered 1 to {count}. They are shuffled and laid "
            "around the {marks} marked intersections, blue on the near side, pink on the far side."
        ).format(count=subject.pieces_a_side(), marks=len(board.marks)),
        tr(
            "The program shuffles for you and tells you which number goes where. Each setup has a "
            "number; the same number gives the same setup again."
        ),
        subject.meaning("starts"),
        example=subject.set_up(tr("One of many possible setups.")),
    )


def _steps(subject: ToldGame) -> Page:
    return page(
        tr("On your turn: move a tile"),
        tr(
            "On your turn, move a tile, remove one chain, or do both: first the move, then the "
            "removal."
        ),
        tr("A tile steps to an empty square next to it, in any of {count} directions.").format(
            count=8
        ),
        tr(
            "Or it jumps in a straight line over one neighboring tile of either color to the "
            "empty square right behind it. It may jump on in any direction and stop after any "
            "jump. Jumped tiles stay where they are."
        ),
        our_reading(
            tr(
                "In one turn, a tile cannot both step and jump, land on the same square twice, or "
                "return to the square where it started."
            )
        ),
        example=Example(
            _position(subject, "c2:4b c3:9b d5:7b f2:11b f3:12b f4:13b"),
            tr("The 4 jumps over two tiles; it cannot step after a jump."),
            moves=("c2^c4^e6", "c2-d3"),
            shows=("move",),
            refused=(Refused("c2-c3", "c3", "land-behind"),),
        ),
    )


def _chains(subject: ToldGame) -> Page:
    return page(
        tr("Removing a chain"),
        tr(
            "A chain is three or more consecutive numbers of your color. Each tile must touch the "
            "next number (corners count) but need not touch the others."
        ),
        tr(
            "You may remove the whole chain or any part of it with at least three numbers, but "
            "only one chain a turn. You may also leave it there. Touch both ends of what you want "
            "to remove."
        ),
        tr(
            "The tile you moved this turn need not be in the chain. The numbers {last} and 1 are "
            "not consecutive."
        ).format(last=subject.pieces_a_side()),
        example=Example(
            _position(subject, "c2:4b d3:5b e3:6b f4:7b h2:12b"),
            tr("You can remove the chain of 4, 5, 6 and 7: all of it, or three in a row."),
            moves=("[4-7]",),
            shows=("chain", "remove"),
        ),
    )


def _nothing(subject: ToldGame) -> Page:
    is_free = bool(subject.options["passing"])
    return page(
        tr("Passing"),
        subject.meaning("passing") if is_free else our_reading(subject.meaning("passing")),
        tr("A player who can do nothing else must pass.") if is_free else "",
        ""
        if is_free
        else tr("Even if every move hurts, you must make one, or remove a chain instead."),
        example=Example(
            _position(subject, "a1:9b", "a2:5p b1:7p b2:11p a3:1p c1:2p c3:3p"),
            tr("Blue's 9 is boxed in: it can neither step nor jump, so Blue passes."),
            moves=("pass",),
            shows=("pass",),
        ),
    )


def _end(subject: ToldGame) -> Page:
    return page(
        tr("End of the game"),
        tr("The first side to run out of tiles wins."),
        tr(
            "It is a draw when neither side has three consecutive numbers left anywhere on the "
            "board: no more chains can be made."
        ),
        subject.meaning("draw_after")
        + " "
        + tr(
            "A pass counts as a move. A removal on the last of these moves still "
            "prevents the draw."
        ),
        tr("Both sides may also agree to a draw at any time."),
        example=Example(
            _position(subject, "c2:1b d2:2b f3:5b g3:6b h3:7b", "a6:5p d6:7p f6:9p"),
            tr("Blue removes 5, 6 and 7. No more chains are possible: a draw."),
            moves=("[5-7]",),
            shows=("chain",),
            is_draw=True,
        ),
    )


def _tips(subject: ToldGame) -> Page:
    return tips(
        subject,
        tr(
            "Bring consecutive numbers together where most of them already are. The tiles in "
            "between are your stepping stones: use them before you remove them."
        ),
        tr(
            "Leave no stragglers. One or two numbers without their neighbors can never form a "
            "chain, so they can never leave the board."
        ),
        tr(
            "You may move and remove a chain in the same turn. A turn that does only one of them "
            "is half a turn lost."
        ),
        tr("A tile in the right place stops the other side from closing its chain."),
    )
