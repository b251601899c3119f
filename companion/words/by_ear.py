"""What is told to players who hear everything, in place of what is written for those who look.

With everything spoken, what is shown is what is spoken; nothing of it may send somebody to look
or to touch who can do neither.  A game brings the same for its own sentences and lessons, as
``by_ear`` of its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.words.translate import Phrase, speak_by_ear

SHORT: Final[Mapping[str, Phrase]] = {
    "{turn}: touch where it goes": Phrase("{turn}: choose where it goes"),
    "{turn}: touch a piece to move": Phrase("{turn}: choose a piece with Next"),
    "{turn}: touch a stone to move": Phrase("{turn}: choose a stone with Next"),
    "{turn}: touch a tile to move": Phrase("{turn}: choose a tile with Next"),
    "{turn}: touch a {piece} to move": Phrase("{turn}: choose a {piece} with Next"),
    "{turn}: touch a dot": Phrase("{turn}: choose a dot"),
    "{turn}: touch a point": Phrase("{turn}: choose a point"),
    "{turn}: touch a square": Phrase("{turn}: choose a square"),
    "{turn}: touch a {place}": Phrase("{turn}: choose a {place}"),
    "{turn}: touch the next dot": Phrase("{turn}: choose the next dot"),
    "{turn}: touch the next point": Phrase("{turn}: choose the next point"),
    "{turn}: touch the next square": Phrase("{turn}: choose the next square"),
    "{turn}: touch the next {place}": Phrase("{turn}: choose the next {place}"),
    "{turn}: touch a dot, or Confirm to stop here": Phrase(
        "{turn}: choose a dot, or Confirm to stop here"
    ),
    "{turn}: touch a point, or Confirm to stop here": Phrase(
        "{turn}: choose a point, or Confirm to stop here"
    ),
    "{turn}: touch a square, or Confirm to stop here": Phrase(
        "{turn}: choose a square, or Confirm to stop here"
    ),
    "{turn}: touch a {place}, or Confirm to stop here": Phrase(
        "{turn}: choose a {place}, or Confirm to stop here"
    ),
    "{turn}: touch a {piece} in your hand, then a {area}": Phrase(
        "{turn}: choose a {piece} in your hand, then a {area}"
    ),
    "{turn}: good so far, go on. Hint shows more": Phrase(
        "{turn}: good so far, go on. Hint says more"
    ),
    "{turn}: another move is better. Hint shows it": Phrase(
        "{turn}: another move is better. Hint says which"
    ),
    "{turn}: touch a number on your domino": Phrase("{turn}: choose a number on your domino"),
    "{turn}: touch your domino with a {number}": Phrase(
        "{turn}: choose your domino with a {number}"
    ),
    "{turn}: slide to a domino and let go there": Phrase(
        "{turn}: choose with Next, then press Confirm"
    ),
    "{turn}: press and hold your dominoes": Phrase("{turn}: hold Hint to hear your dominoes"),
    "{turn}: tap the domino you want to play": Phrase("{turn}: choose a domino with Next"),
    "Touch a {place} first.": Phrase("Choose a {place} first."),
    "Touch a {piece} first.": Phrase("Choose a {piece} first."),
}
"""Whose turn it is, and short refusals: they are said in recorded words."""

INSTEAD: Final[Mapping[str, Phrase]] = {
    **SHORT,
    "You can also begin by touching the first piece to move.": Phrase(
        "Press Back to change anything."
    ),
    "look": Phrase("read"),
    "What does your board look like now?": Phrase("How does your board stand now?"),
    "Look at {name}.": Phrase("Try {name}."),
    "You can capture: look at {piece} on {site}.": Phrase(
        "You can capture with {piece} on {site}."
    ),
    "You can knock: look at {piece} on {site}.": Phrase("You can knock with {piece} on {site}."),
    "Look at {piece} on {site}.": Phrase("Try {piece} on {site}."),
    "Look for a {place} for {piece}.": Phrase("Find a {place} for {piece}."),
    "{number}. {who}: {move}. Next shows more": Phrase("{number}. {who}: {move}. Next says more"),
    "Just watch for now: your turn is coming. Press Confirm.": Phrase(
        "Just listen for now: your turn is coming. Press Confirm."
    ),
    "Watch the board, then press Confirm": Phrase("Listen, then press Confirm"),
    "See the previous step again.": Phrase("Hear the previous step again."),
    "Everyone else, look away! Your dominoes stay covered until you hold them.": Phrase(
        "Everyone else, don't listen! Your dominoes are read out only while you hold Hint."
    ),
    "Keep a finger on your dominoes, or hold Hint. They show only while you hold.": Phrase(
        "Nobody else may listen now."
    ),
    "Domino {number}: press Confirm to show it to everyone and play it.": Phrase(
        "Confirm shows it to everyone."
    ),
    "Tap a domino, hold and slide to it, or use Next and Confirm. Then everyone sees it.": Phrase(
        "Once you confirm it, everyone knows it."
    ),
    "Let go without sliding to cover them again.": Phrase("Let go of Hint to cover them again."),
    "A crossed-out domino fits nowhere: choose it to swap it.": Phrase(
        "One of them fits nowhere: choose it to swap it."
    ),
    "Let go here to choose it. Then everyone sees it.": Phrase(
        "Let go to choose it. Then everyone knows it."
    ),
    "Your hint is ready: hold your dominoes, or Hint, to read it.": Phrase(
        "Your hint is ready: hold Hint to hear it."
    ),
    "Leg {leg} of {legs}: take off what is lit.": Phrase(
        "Leg {leg} of {legs}: take off what leaves the board."
    ),
    "Another move would not lose at once. Press Back to look for it.": Phrase(
        "Another move would not lose at once. Press Back to find it."
    ),
    "Where did it go? Touch {sites}, or lift what is there for a moment.": Phrase(
        "Where did it go? Choose {sites}, or lift what is there for a moment."
    ),
    "First hold your dominoes to see them.": Phrase("First hold Hint to hear your dominoes."),
    "You have no hints left. Hold Hint to see all moves.": Phrase(
        "You have no hints left. Hold Hint, then go on with Next to all moves."
    ),
    "The arrow shows where it goes.": Phrase("Press Confirm once it is there."),
    "The lamps show where: {names}.": Phrase("The places: {names}."),
    "Random setup {seed}: the lamp shows where this {piece} goes.": Phrase(
        "This is random setup {seed}."
    ),
    "Put everything where the screen shows it. This is random setup {seed}.": Phrase(
        "Hint tells piece by piece what goes where. This is random setup {seed}."
    ),
    "The screen and the lamps show where every piece goes.": Phrase(
        "Hint tells piece by piece what goes where."
    ),
    "Press Hint to see them one by one.": Phrase("Press Hint to hear them one by one."),
    "First, the screen and lamps show where each piece goes.": Phrase(
        "First, you are told where each piece goes."
    ),
    "{side} moves first. The screen and lamps show what you can touch.": Phrase(
        "{side} moves first. Next goes through what you can choose."
    ),
    "Finished games appear here. Until then, look at these.": Phrase(
        "Finished games appear here. Until then, here are some others."
    ),
    "Your board looks different? See what to lift and where to put it.": Phrase(
        "Your board is different? Hear what to lift and where to put it."
    ),
    "{game}, {plies} played. The lamps show where its pieces stand.": Phrase(
        "{game}, {plies} played."
    ),
    "{game}, all moves taken back. The lamps show where its pieces stand.": Phrase(
        "{game}, all moves taken back."
    ),
    "As arrows and as a list. You can also hold Hint.": Phrase("As a list."),
    "The computer is thinking. Press Back to take back, or hold it for the menu.": Phrase(
        "The computer is thinking. Press Back to take back."
    ),
    "The computer is thinking. Hold Back for the menu.": Phrase("The computer is thinking."),
}


def address(*, by_ear: bool) -> None:
    """Speak from now on to players who hear everything, or to those who look."""
    speak_by_ear(INSTEAD, is_on=by_ear)
