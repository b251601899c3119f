"""What banner, note and panel say in Quincy: dominoes, squares, and what is left to draw."""

from __future__ import annotations

from companion.contract import HalfMove, Position, Progress, Token
from companion.games.quincy.rules.game import QuincyPosition
from companion.games.quincy.rules.kernel.state import pile_count
from companion.words.hands import seat_name
from companion.words.parts.turn import TurnWords
from companion.words.translate import tr


def lines_title() -> str:
    """Return the heading over the lines of both teams."""
    return tr("Lines")


def pile_text(position: QuincyPosition) -> str:
    """Return how many dominoes are left to draw, and what the hands hold once there are none."""
    count, sizes = pile_count(position.state), position.state.sizes
    if count:
        return tr("Pile: {count}").format(count=count)
    if len(sizes) == 2:
        # In the order of the lines under it.
        left = [f"{seat_name(position, seat)} {sizes[seat]}" for seat in (1, 0)]
        return tr("Hands: {hands}").format(hands=", ".join(left))
    return tr("No pile; hands: {sizes}").format(sizes="–".join(map(str, sizes)))


class QuincyTurnWords(TurnWords):
    """A domino, then a square."""

    def banner(self, half: HalfMove, turn: str, move: str) -> str:
        named = {}
        for touch in half.touches:
            if isinstance(touch, Token):
                named["domino"] = self.names.token(touch)
            else:
                named["square"] = self.names.place(half.position.board, touch)
        return _expected(half).format(turn=turn, **named)

    def note(self, half: HalfMove) -> str:
        """Return what the chosen domino allows, or why it can be played nowhere."""
        if len(half.touches) != 1:
            return ""
        domino = half.touches[0]
        assert isinstance(domino, Token), "a domino is touched before a square"
        low, high = domino.values
        return _named_note(half, low, high) if low else _blank_note(half, high)

    def confirm(self, half: HalfMove) -> str:
        is_swap = half.move is not None and half.move.text.endswith("~")
        return tr("swap it") if is_swap else super().confirm(half)

    def hides(self, position: Position) -> bool:
        """Return that hands are hidden, real ones too."""
        return True


def _expected(half: HalfMove) -> str:
    """Return what is expected next, with ``{turn}``, ``{domino}`` and ``{square}`` to fill in."""
    position = half.position
    assert isinstance(position, QuincyPosition), "a turn of Quincy"
    if not half.touches:
        if half.move is not None:
            return tr("{turn}: no dominoes left, press Confirm to pass")
        return tr("{turn}: choose a domino")
    if half.progress is Progress.INCOMPLETE:
        if _may_remove(half):
            return tr("{turn}: touch a square or a stone for {domino}")
        return tr("{turn}: touch a square for {domino}")
    if len(half.touches) == 1:
        if pile_count(position.state):
            return tr("{turn}: {domino} fits nowhere, Confirm to swap it")
        return tr("{turn}: {domino} fits nowhere, Confirm to give it up")
    if any(fact.is_harmful for fact in half.facts()):
        return tr("{turn}: take the stone off {square}, then Confirm")
    return tr("{turn}: put a stone on {square}, then Confirm")


def _may_remove(half: HalfMove) -> bool:
    return any(fact.is_harmful for facts in half.next_touches().values() for fact in facts)


def _named_note(half: HalfMove, low: int, high: int) -> str:
    is_dead = half.progress is Progress.COMPLETE
    if low == high:
        text = (
            tr("Its only square, {one}, is taken.")
            if is_dead
            else tr("A double names only one square: {one}.")
        )
    elif is_dead:
        text = tr("Both its squares, {one} and {other}, are taken.")
    else:
        text = tr("It names the squares {one} and {other}.")
    return text.format(one=f"{low}{high}", other=f"{high}{low}")


def _blank_note(half: HalfMove, number: int) -> str:
    where = tr("in row {number} or column {number}") if number else tr("anywhere")
    if half.progress is Progress.COMPLETE:
        text = tr("No square is free {where}, and no stone there can be removed.")
    elif _may_remove(half):
        text = tr("Put a stone {where}, or remove an opposing stone there.")
    else:
        text = tr("Put a stone {where}.")
    return text.format(where=where.format(number=number))
