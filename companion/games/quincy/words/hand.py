"""What banner and note say in Quincy: seats, hands that are hidden, dominoes."""

from __future__ import annotations

import enum

from companion.contract import HARMFUL, HalfMove, Progress, Token
from companion.games.quincy.rules.game import QuincyPosition
from companion.words.games import side_name
from companion.words.translate import tr


class Hand(enum.Enum):
    """How far a player has come with a hidden hand before a domino is chosen."""

    AWAITED = "the seat is not confirmed"
    UNSEEN = "nobody has looked in this turn"
    OPEN = "somebody is looking"
    SEEN = "its owner has looked"


def seat_name(position: QuincyPosition, seat: int) -> str:
    """Return what the players call *seat*: its color, and its number where four play."""
    name = side_name(seat % 2, position.game.name)
    if position.players == 2:
        return name
    return tr("Seat {number} ({side})").format(number=seat + 1, side=name)


def domino_name(domino: Token) -> str:
    """Return how *domino* is written."""
    return "{}|{}".format(*domino.values)


def covered_title(place: int) -> str:
    """Return what a domino of a hidden hand is called by its *place*, from 0."""
    return tr("Domino {number}").format(number=place + 1)


def picker_banner(position: QuincyPosition, number: int | None) -> str:
    """Return how a real domino is named: by one number, then among those that have it."""
    who = seat_name(position, position.seat)
    if number is None:
        return tr("{who}: touch one number of your domino").format(who=who)
    return tr("{who}: touch your domino with a {number}").format(who=who, number=number)


def picker_note() -> str:
    """Return which domino is named."""
    return tr("Name the domino that you discard by its two numbers, in either order.")


def covered_note() -> str:
    """Return that a hint for a covered hand waits for its owner to look."""
    return tr("Your hint is there: hold your dominoes, or Hint, to read it.")


def lines_title() -> str:
    """Return the heading over the lines of both teams."""
    return tr("Lines")


def pile_text(position: QuincyPosition) -> str:
    """Return how many dominoes are left to draw, and what the hands hold once there are none."""
    if position.pile_count:
        return tr("Pile: {count}").format(count=position.pile_count)
    sizes = "–".join(str(position.hand_size(seat)) for seat in range(position.players))
    return tr("No pile; hands: {sizes}").format(sizes=sizes)


def hand_banner(position: QuincyPosition, hand: Hand, by_buttons: bool) -> str:
    """
    Return whose turn it is and what to do before a domino is chosen from a hidden hand.

    Args:
        position: the position.
        hand: how far its owner has come.
        by_buttons: whether a button holds it open, not a finger on it.
    """
    who = seat_name(position, position.seat)
    opened = tr("{who}: let go, then tap the one to play")
    if by_buttons:
        opened = tr("{who}: Next to the one to play, then Confirm")
    return {
        Hand.AWAITED: tr("{who}: take the screen, then Confirm"),
        Hand.UNSEEN: tr("{who}: hold your dominoes to see them"),
        Hand.OPEN: opened,
        Hand.SEEN: tr("{who}: tap the domino to play"),
    }[hand].format(who=who)


def hand_note(hand: Hand, place: int | None, has_dead: bool) -> str:
    """
    Return what the banner leaves out; it never tells what a hidden domino is.

    Args:
        hand: how far its owner has come.
        place: the place of the domino under the cursor, from 0, or None.
        has_dead: whether a domino of the hand can be played nowhere; told while it is open.
    """
    if hand is Hand.AWAITED:
        return tr("The others look away. The hand stays covered until you hold it.")
    if hand is Hand.UNSEEN:
        return tr("Hold them with a finger, or hold Hint: they show as long as you do.")
    if place is not None:
        told = tr("Domino {number}: Confirm shows it to all and plays it.")
        return told.format(number=place + 1)
    if hand is Hand.SEEN:
        return tr("A short tap, or Next and Confirm, plays one: then all see it.")
    if has_dead:
        return tr("One that is struck out can be played nowhere: choose it to swap it.")
    return tr("They are covered again as soon as you let go.")


def turn_banner(half: HalfMove) -> str:
    """Return whose turn it is and what is expected next, in at most sixty characters."""
    position = half.position
    assert isinstance(position, QuincyPosition), "a turn of Quincy"
    who = seat_name(position, position.seat)
    return _expected(half, position).format(who=who, **_named(half))


def _expected(half: HalfMove, position: QuincyPosition) -> str:
    if not half.touches:
        if half.move is not None:
            return tr("{who}: no domino left, Confirm to pass")
        return tr("{who}: choose a domino")
    if half.progress is Progress.INCOMPLETE:
        if _may_remove(half):
            return tr("{who}: touch a square or a stone for {domino}")
        return tr("{who}: touch a square for {domino}")
    if len(half.touches) == 1:
        if position.pile_count:
            return tr("{who}: {domino} fits nowhere, Confirm to swap it")
        return tr("{who}: {domino} fits nowhere, Confirm to discard it")
    if any(fact.code in HARMFUL for fact in half.facts()):
        return tr("{who}: take the stone off {square}, then Confirm")
    return tr("{who}: put a stone on {square}, then Confirm")


def _named(half: HalfMove) -> dict[str, str]:
    named = {}
    for touch in half.touches:
        if isinstance(touch, Token):
            named["domino"] = domino_name(touch)
        else:
            named["square"] = half.position.board.name_of(touch)
    return named


def _may_remove(half: HalfMove) -> bool:
    return any(fact.code in HARMFUL for facts in half.next_touches().values() for fact in facts)


def turn_note(half: HalfMove) -> str:
    """Return what the chosen domino allows, or why it can be played nowhere."""
    if len(half.touches) != 1:
        return ""
    domino = half.touches[0]
    assert isinstance(domino, Token), "a domino is touched before a square"
    if domino.values[0]:
        return _named_note(half, *domino.values)
    return _blank_note(half, domino.values[1])


def _named_note(half: HalfMove, low: int, high: int) -> str:
    is_dead = half.progress is Progress.COMPLETE
    if low == high:
        told = tr("Its only square, {one}, is taken.") if is_dead else tr("A double names {one}.")
    elif is_dead:
        told = tr("Both its squares, {one} and {other}, are taken.")
    else:
        told = tr("It names {one} and {other}.")
    return told.format(one=f"{low}{high}", other=f"{high}{low}")


def _blank_note(half: HalfMove, number: int) -> str:
    where = tr("in row {number} or column {number}") if number else tr("anywhere")
    if half.progress is Progress.COMPLETE:
        told = tr("No square is free {where}, and no stone there can be removed.")
    elif _may_remove(half):
        told = tr("Put a stone {where}, or remove one of the other team there.")
    else:
        told = tr("Put a stone {where}.")
    return told.format(where=where.format(number=number))
