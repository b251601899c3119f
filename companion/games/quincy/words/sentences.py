"""The sentences of Quincy for the codes of its rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.contract.codes import Cause, Does, member
from companion.engine.reasons.reason import Reason, Why
from companion.games.quincy.rules.codes import QuincyCause, QuincyDoes, QuincyEnd, QuincyWhy
from companion.words.parts.sentences import Sentences
from companion.words.translate import tr


class QuincySentences(Sentences):
    """Dominoes, stones and lines."""

    def refusal(self, code: str) -> str:
        match code:
            case Cause.EMPTY:
                return tr("There is no stone there to remove.")
            case Cause.NOTHING_TOUCHED:
                return tr("Choose a domino first.")
            case Cause.INCOMPLETE:
                return tr("Touch a square for the domino first.")
            case Cause.MUST_PASS:
                return tr("You have no dominoes left: press Confirm to pass.")
            case Cause.MAY_NOT_PASS:
                return tr("You have a domino, so you may not pass.")
            case Cause.COMPLETE:
                return tr("The turn ends here: press Confirm or Back.")
        match member(QuincyCause, code):
            case QuincyCause.CHOOSE_DOMINO:
                return tr("Choose a domino first.")
            case QuincyCause.ONE_DOMINO:
                return tr("One domino a turn: press Back to choose another.")
            case QuincyCause.NOT_IN_HAND:
                return tr("You do not hold that domino.")
            case QuincyCause.CAN_BE_PLAYED:
                return tr("This domino fits on square {sites}, so it may not be swapped.")
            case QuincyCause.DEAD_DOMINO:
                return tr("This domino fits nowhere, but you can swap it.")
            case QuincyCause.WRONG_SQUARE:
                return tr("This domino goes on square {sites}.")
            case QuincyCause.NO_BLANK:
                return tr("Only a domino with a blank can remove a stone.")
            case QuincyCause.OWN_STONE:
                return tr("You cannot remove your own stone.")
            case QuincyCause.PROTECTED:
                return tr("That stone is part of a line and cannot be removed: {sites}.")
            case None:
                return super().refusal(code)

    def hidden(self, codes: Collection[str]) -> frozenset[str]:
        """Return what goes without saying: who swaps a domino does not play it."""
        return frozenset({QuincyDoes.DISCARD} if Does.SWAP in codes else ())

    def fact(self, code: str) -> str:
        if code == Does.SWAP:
            return tr("sets aside a domino that fits nowhere")
        match member(QuincyDoes, code):
            case QuincyDoes.DISCARD:
                return tr("plays the {domino}")
            case None:
                return super().fact(code)

    def end(self, code: str) -> str:
        match member(QuincyEnd, code):
            case QuincyEnd.TWO_LINES:
                return tr("{winner} has two lines.")
            case QuincyEnd.WASH:
                return tr("All dominoes have been played, and nobody has two lines.")
            case None:
                return super().end(code)

    def misses(self) -> Mapping[str, str]:
        return {
            "discard": tr("It plays a different domino."),
            "line": tr("It does not make a line."),
            "swap": tr("It does not swap a domino."),
        }

    def reason(self, reason: Reason) -> str:
        is_one = reason.numbers == (1,)
        if reason.code == Why.STOPS_WIN:
            return tr("{other} could have won next turn; now no domino can do it.")
        match member(QuincyWhy, reason.code):
            case QuincyWhy.WIN_TWO_LINES:
                return tr("Makes your second line: you win.")
            case QuincyWhy.MAKES_LINE:
                return tr("Makes a line; its stones can never be removed.")
            case QuincyWhy.LENGTHENS_LINE:
                return tr("Adds a stone to your line.")
            case QuincyWhy.BLOCKS_THREE:
                return tr("Blocks {other}'s three on the squares {sites}.")
            case QuincyWhy.BLOCKS_END:
                return tr("Blocks one end of {other}'s three on the squares {sites}.")
            case QuincyWhy.BREAKS_THREE:
                return tr("Takes a stone out of {other}'s three on the squares {sites}.")
            case QuincyWhy.OPEN_THREE:
                return tr("Both ends of your three in a row on the squares {sites} are open.")
            case QuincyWhy.MAKES_THREE:
                return tr("Makes three of a line of four: squares {sites}; the fourth is free.")
            case QuincyWhy.CAN_COMPLETE:
                return tr("Your {pair} can then complete the line on the squares {sites}.")
            case QuincyWhy.ONE_FROM_WIN:
                return tr("One more stone on square {either} would win.")
            case QuincyWhy.MAKES_PAIR:
                return tr("Makes two of a line of four: squares {sites}.")
            case QuincyWhy.OPEN_ROWS:
                if is_one:
                    return tr("One line of four through this square is still open to you.")
                return tr("{number} lines of four through this square are still open to you.")
            case QuincyWhy.ALL_DEAD:
                return tr("None of your dominoes fits anywhere.")
            case QuincyWhy.SWAP_DRAWS:
                return tr("Swap: {pair} fits nowhere, and you draw another.")
            case QuincyWhy.SWAP_DROPS:
                return tr("{pair} fits nowhere, so you lose nothing by giving it up.")
            case None:
                return super().reason(reason)
