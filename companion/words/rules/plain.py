"""The pages of rules of a game that brings none: what its rules show by themselves."""

from __future__ import annotations

from companion.contract import Move, Position
from companion.words.parts.hints import HintWords
from companion.words.parts.names import Names
from companion.words.parts.set_up import SetUpWords
from companion.words.rules.page import Example, Page, ToldGame, page
from companion.words.translate import tr

MOST_TOUCHES = 40
"""A first move that takes more of them is not shown."""


def plain_pages(
    subject: ToldGame, names: Names, set_up: SetUpWords, hints: HintWords
) -> tuple[Page, ...]:
    """Return a page on the set-up, and one with a first move where there is a short one."""
    pages = (_set_up(subject, names, set_up),)
    move = _first_move(subject.first)
    if move is None:
        return pages
    return (*pages, _turn(subject, names, hints.move(subject.first, move), move))


def _set_up(subject: ToldGame, names: Names, set_up: SetUpWords) -> Page:
    each = names.count(subject.pieces_a_side())
    starts = [spec.name for spec in subject.first.game.option_specs if spec.decides_start]
    return page(
        tr("Setup"),
        names.line(),
        tr("{first} and {second} play against each other.").format(
            first=names.side(0), second=names.side(1)
        ),
        tr("Each side starts with {pieces} on the board.").format(pieces=each)
        if subject.pieces_a_side()
        else tr("The board starts empty."),
        set_up.line(subject.options),
        *(subject.meaning(name) for name in starts),
        example=subject.set_up(tr("The board before the first move.")),
    )


def _first_move(position: Position) -> Move | None:
    """Return a move of *position* by the first of the touches that may come next."""
    half = position.begin()
    for _ in range(MOST_TOUCHES):
        if half.move is not None:
            return half.move
        ahead = list(half.next_touches())
        if not ahead:
            return None
        half = half.extended(ahead[0])
    return None


def _turn(subject: ToldGame, names: Names, text: str, move: Move) -> Page:
    side = names.side(subject.first.side)
    return page(
        tr("Your turn"),
        tr("{side} moves first. The screen and lamps show what you can touch.").format(side=side),
        example=Example(
            subject.first.to_text(),
            tr("A first move: {move}").format(move=text),
            moves=(move.text,),
            board=subject.board,
        ),
    )
