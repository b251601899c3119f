"""What is said where hands are hidden, or real pieces are held: seats, looks, names of pieces."""

from __future__ import annotations

import enum

from companion.contract import Position
from companion.words.program import seat_title
from companion.words.translate import Phrase, tr
from companion.words.voice import PLAIN

PICKER_NOTE = Phrase("Name the domino you play by its two numbers, in either order.")
COVERED = Phrase("Domino {number}")
SLID = Phrase("{turn}: let go to choose this domino")
SLID_NOTE = Phrase("Let go here to choose it. Then everyone sees it.")
COVERED_NOTE = Phrase("Your hint is ready: hold your dominoes, or Hint, to read it.")


class Hand(enum.Enum):
    """How far a player has come with a hidden hand before a domino is chosen."""

    AWAITED = "the seat is not confirmed"
    UNSEEN = "nobody has looked in this turn"
    OPEN = "somebody is looking"
    SEEN = "its owner has looked"


def seat_name(position: Position, seat: int) -> str:
    """Return what the players call *seat*: its color, and its number where four play."""
    return seat_title(seat, position.game.seat_count(position.options), position.game.name)


def picker_banner(position: Position, number: int | None) -> str:
    """Return how a real domino is named: by one number, then among those that have it."""
    turn = PLAIN.turn(position)
    if number is None:
        return tr("{turn}: touch a number on your domino").format(turn=turn)
    return tr("{turn}: touch your domino with a {number}").format(turn=turn, number=number)


def hand_banner(position: Position, hand: Hand, by_buttons: bool) -> str:
    """Return whose turn it is and what to do before a domino is chosen from a hidden hand.

    Args:
        position: the position.
        hand: how far its owner has come.
        by_buttons: whether a button holds it open, not a finger on it.
    """
    turn = PLAIN.turn(position)
    opened = tr("{turn}: slide to a domino and let go there")
    if by_buttons:
        opened = tr("{turn}: choose with Next, then press Confirm")
    return {
        Hand.AWAITED: tr("{turn}: take the screen, then press Confirm"),
        Hand.UNSEEN: tr("{turn}: hold your dominoes to see them"),
        Hand.OPEN: opened,
        Hand.SEEN: tr("{turn}: tap the domino you want to play"),
    }[hand].format(turn=turn)


def hand_note(hand: Hand, place: int | None, has_dead: bool) -> str:
    """Return what the banner leaves out; it never tells what a hidden domino is.

    Args:
        hand: how far its owner has come.
        place: the place of the domino under the cursor, from 0, or None.
        has_dead: whether a domino of the hand can be played nowhere; told while it is open.
    """
    if hand is Hand.AWAITED:
        return tr("Everyone else, look away! Your dominoes stay covered until you hold them.")
    if hand is Hand.UNSEEN:
        return tr("Keep a finger on your dominoes, or hold Hint. They show only while you hold.")
    if place is not None:
        text = tr("Domino {number}: press Confirm to show it to everyone and play it.")
        return text.format(number=place + 1)
    if hand is Hand.SEEN:
        return tr(
            "Tap a domino, hold and slide to it, or use Next and Confirm. Then everyone sees it."
        )
    if has_dead:
        return tr("A crossed-out domino fits nowhere: choose it to swap it.")
    return tr("Let go without sliding, and they are just covered again.")
