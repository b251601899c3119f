"""The sentences of the reasons that speak for a move, in the terms of each game."""

from __future__ import annotations

from companion.contract.codes import member
from companion.engine.reasons.reason import Reason, Why
from companion.words.game_words import words_of
from companion.words.phrases import plain_sentence
from companion.words.translate import tr


def sentence(reason: Reason, game: str) -> str:
    """Return the sentence for the code of *reason*, with places to fill in."""
    return words_of(game).sentences.reason(reason) or _of_any_game(reason)


def _of_any_game(reason: Reason) -> str:
    match member(Why, reason.code):
        case Why.LOSES:
            return tr("This loses: {other} wins.")
        case Why.PASS:
            return tr("You have no moves, so you pass.")
        case Why.PASS_BY_CHOICE:
            return tr("Passing keeps your position as it is.")
        case Why.LINE_WINS:
            return tr("You win in {number} moves, counting both sides, if all goes as expected.")
        case Why.STOPS_WIN:
            return tr("Stops {other} from winning next turn.")
        case Why.THREATENS_WIN:
            return tr("Threatens to win next turn.")
        case Why.CAPTURES:
            if len(reason.sites) <= 1:
                return tr("Captures {pieces}.")
            return tr("Captures {count} pieces.")
        case Why.KNOCKS:
            return tr("Knocks {pieces}.")
        case Why.HUFFS:
            return tr("Huffs the piece on {sites} that should have captured.")
        case Why.REMOVES:
            return tr("Removes {pieces} from {sites}.")
        case None:
            return _of_an_end(reason.code)


def _of_an_end(code: str) -> str:
    """Return what is said of an end that the game has no words of its own for."""
    ends = {"win": tr("This wins."), "draw": tr("This ends in a draw.")}
    return ends.get(code.partition("-")[0]) or plain_sentence(code)
