"""The rules of Nine Men's Morris for its players."""

from __future__ import annotations

from companion.words.rules.page import Example, Page, Told, paragraphs
from companion.words.translate import tr

_MILL = "b../.b./.../....../.../.b./ww. w hand=5,4"
_MOVE = "bbb/.b./.../w...../.../.b./w.w w"
_WIN = "b../.b./.../w...../.../.b./.ww w"


def pages(told: Told) -> tuple[Page, ...]:
    """Return the pages under the options of *told*."""
    return (_placing(told), _mills(told), _moving(told), _end(told))


def _example(told: Told, position: str, move: str, fact: str, caption: str) -> Example:
    text = position + told.option_words()
    winner = 0 if fact == "win" else None
    return Example(text, caption, (move,), (fact,), winner=winner, board=told.board)


def _placing(told: Told) -> Page:
    text = tr("The board begins empty. The sides place their men in turn on any empty point.")
    caption = tr("The board before the first move.")
    what = paragraphs(text, told.meaning("diagonals"))
    return Page(tr("Placing"), what, told.set_up(caption))


def _mills(told: Told) -> Page:
    what = paragraphs(
        tr("Three men of one side on a line are a mill."),
        tr("Whoever closes one, or two at once, removes one man of the other side for good."),
        tr("Men in a mill are safe, unless all men of that side are in mills."),
    )
    caption = tr("White closes a mill and removes a man.")
    return Page(tr("Mills"), what, _example(told, _MILL, "g1xa7", "mill", caption))


def _moving(told: Told) -> Page:
    what = paragraphs(
        tr("When all men are placed, they move along the lines to the next empty point."),
        tr("A mill may be opened and closed again, and removes a man each time."),
        told.meaning("flying"),
    )
    caption = tr("A man moves one point along its line.")
    return Page(tr("Moving"), what, _example(told, _MOVE, "a4-b4", "move", caption))


def _end(told: Told) -> Page:
    what = paragraphs(
        tr("When all men are placed, a side with fewer than three men has lost."),
        tr("A side that cannot move in its turn has lost, too."),
        told.meaning("draw_after"),
    )
    caption = tr("White closes a mill; Black has two men left and loses.")
    return Page(tr("End of the game"), what, _example(told, _WIN, "a4-a1xa7", "win", caption))
