"""The sentences of Querni for the codes of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract.codes import Cause, member
from companion.engine.reasons.reason import Reason
from companion.games.querni.rules.codes import QuerniCause, QuerniEnd, QuerniWhy
from companion.words.parts.sentences import Sentences
from companion.words.translate import tr


class QuerniSentences(Sentences):
    """Steps, jumps and chains of tiles."""

    def refusal(self, code: str) -> str:
        match code:
            case Cause.NO_MOVES:
                return tr("This tile cannot move and is not the end of a chain.")
            case Cause.MAY_NOT_PASS:
                return tr("You can move or remove a chain, so you may not pass.")
        match member(QuerniCause, code):
            case QuerniCause.TOO_FAR:
                return tr("Too far: step once, or jump over one tile.")
            case QuerniCause.NOTHING_TO_JUMP:
                return tr("There is no tile on {sites} to jump over.")
            case QuerniCause.LAND_BEHIND:
                return tr("To jump, touch the square behind it: {sites}.")
            case QuerniCause.NO_RETURN:
                return tr("The tile has already been there this turn.")
            case QuerniCause.CHAIN_TOO_SHORT:
                return tr("A chain needs at least three consecutive numbers.")
            case QuerniCause.CHAIN_INCOMPLETE:
                return tr("A number between them has left the board.")
            case QuerniCause.CHAIN_BROKEN:
                return tr("Not a chain: the numbers on {both} are consecutive but do not touch.")
            case QuerniCause.NO_CHAIN_HERE:
                return tr("That tile is not the end of a chain.")
            case QuerniCause.OTHER_END:
                return tr("Touch the other end of the chain: {sites}.")
            case QuerniCause.NO_STEP_AFTER_JUMP:
                return tr("A tile that has jumped may not step.")
            case QuerniCause.NO_SECOND_STEP:
                return tr("A tile steps only once: touch a chain, or press Confirm.")
            case None:
                return super().refusal(code)

    def end(self, code: str) -> str:
        match member(QuerniEnd, code):
            case QuerniEnd.ALL_REMOVED:
                return tr("{winner} has removed all of its tiles.")
            case QuerniEnd.NO_CHAINS:
                return tr("Neither side has three consecutive numbers left.")
            case QuerniEnd.NO_REMOVAL:
                return tr("Too long without a chain being removed.")
            case None:
                return super().end(code)

    def misses(self) -> Mapping[str, str]:
        return {
            "chain": tr("It does not remove that chain."),
            "no chain": tr("No chain should be removed."),
        }

    def reason(self, reason: Reason) -> str:
        match member(QuerniWhy, reason.code):
            case QuerniWhy.WIN_ALL_REMOVED:
                return tr("Removes your last tiles.")
            case QuerniWhy.DRAW_NO_CHAINS:
                return tr("Neither side has three consecutive numbers left: a draw.")
            case QuerniWhy.DRAW_NO_REMOVAL:
                return tr("Too long without a removal: a draw.")
            case QuerniWhy.REMOVES_CHAIN:
                if len(reason.numbers) > 3:
                    return tr("Removes {numbers} at once.")
                return tr("Removes {numbers}.")
            case QuerniWhy.MAKES_READY:
                return tr("Gets {numbers} ready to be removed next turn.")
            case QuerniWhy.IN_REACH:
                return tr("One more move could then bring {numbers} together.")
            case QuerniWhy.HINDERS_CHAIN:
                return tr("{other} can no longer remove {numbers} next turn.")
            case QuerniWhy.RESTARTS_COUNT:
                if reason.numbers == (1,):
                    return tr("Removes a chain one move before the draw.")
                return tr("Removes a chain {number} moves before the draw.")
            case QuerniWhy.BRINGS_BESIDE:
                return tr("Brings {pieces} side by side.")
            case QuerniWhy.NEARER:
                return tr("Brings {pieces} closer together.")
            case None:
                return super().reason(reason)
