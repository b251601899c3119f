"""The sentences of Quincala Mixing for the codes of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract.codes import Does, member
from companion.engine.reasons.reason import Reason
from companion.games.quincala.rules.codes import TowerDoes
from companion.games.quincala.words.towers_told import TowerSentences
from companion.games.quincala_mixing.rules.codes import (
    MixingCause,
    MixingDoes,
    MixingEnd,
    MixingWhy,
)
from companion.words.translate import tr


class MixingSentences(TowerSentences):
    """Placing, immunity, and sizes in mixed towers."""

    told_at_once = TowerSentences.told_at_once | {MixingDoes.IMMUNE}
    shown_whole = frozenset({Does.SOW, *TowerDoes, *MixingDoes})
    with_subject = TowerSentences.with_subject | {MixingDoes.FORM, MixingDoes.IMMUNE}

    def refusal(self, code: str) -> str:
        match member(MixingCause, code):
            case MixingCause.MIXED_START:
                return tr("A move cannot start from a mixed tower.")
            case MixingCause.NO_PIECE_TO_LIFT:
                return tr("Only your largest piece is there, and it stays: press Confirm.")
            case MixingCause.PLACE_FIRST:
                return tr("First place the pieces in your hand on the blue dots.")
            case MixingCause.CHOOSE_PIECE:
                return tr("Touch a piece in your hand first, then a dot.")
            case MixingCause.PIECE_CHOSEN:
                return tr("You have already chosen a piece: press Back to change it.")
            case MixingCause.NOT_IN_HAND:
                return tr("That piece is not in your hand.")
            case MixingCause.NOT_IN_AREA:
                return tr("Place pieces only on the blue dots of your own areas.")
            case MixingCause.AREAS_FULL:
                return tr("No dot in your areas is free: the piece waits.")
            case None:
                return super().refusal(code)

    def fact(self, code: str) -> str:
        match member(MixingDoes, code):
            case MixingDoes.IMMUNE:
                return tr("{piece} is immune next turn")
            case MixingDoes.FORM:
                return tr("{side} now has {sizes} in mixed towers")
            case None:
                return super().fact(code)

    def end(self, code: str) -> str:
        match member(MixingEnd, code):
            case MixingEnd.ALL_SIZES_MIXED:
                return tr("{winner} has a piece of every size in mixed towers.")
            case MixingEnd.BOTH_ALL_SIZES_MIXED:
                return tr(
                    "Both sides have every size in mixed towers. It was not {winner}'s turn, "
                    "so {winner} wins."
                )
            case None:
                return super().end(code)

    def misses(self) -> Mapping[str, str]:
        return {
            **super().misses(),
            "immune": tr("It does not make a piece immune."),
            "form": tr("It does not bring a new size into a mixed tower."),
        }

    def reason(self, reason: Reason) -> str:
        forms = {
            0: tr("Puts {pieces} in a mixed tower: now all your sizes are there."),
            1: tr("Puts {pieces} in a mixed tower; only your {sizes} is missing."),
        }
        match member(MixingWhy, reason.code):
            case MixingWhy.WIN_ALL_SIZES_MIXED:
                return tr("All your sizes are in mixed towers: you win.")
            case MixingWhy.FORMS:
                return forms.get(
                    len(reason.numbers),
                    tr("Puts {pieces} in a mixed tower; your {sizes} are missing."),
                )
            case MixingWhy.TAKES_OUT:
                if len(reason.pieces) == 1:
                    return tr("{pieces} is no longer in a mixed tower.")
                return tr("{pieces} are no longer in mixed towers.")
            case MixingWhy.THREATENS_FORM:
                return tr("Next turn {pieces} could go into a mixed tower.")
            case MixingWhy.SENDS_HOME:
                return tr("Knocks {pieces}: {other} has to place first.")
            case MixingWhy.LOCKS:
                return tr("{other} can no longer start a move from {sites}.")
            case MixingWhy.IMMUNE:
                return tr("{pieces} on {sites} cannot be knocked next turn.")
            case MixingWhy.FORWARD:
                if reason.numbers == (1,):
                    return tr("Moves your pieces forward one rank.")
                return tr("Moves your pieces forward {number} ranks in all.")
            case MixingWhy.LETS_WIN:
                return tr("From there, you can win this turn.")
            case MixingWhy.LETS_FORM:
                return tr("Then a move can put {pieces} in a mixed tower.")
            case MixingWhy.LETS_JOIN:
                return tr("Your pieces can join {pieces} on {sites} this turn.")
            case MixingWhy.FAR_FORWARD:
                return tr("No free dot in your areas is farther forward than {sites}.")
            case None:
                return super().reason(reason)
