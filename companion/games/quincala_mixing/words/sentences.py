"""The sentences of Quincala Mixing for the codes of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract.codes import Does, member
from companion.engine.reasons.reason import Reason
from companion.games.quincala.rules.codes import TowerDoes
from companion.games.quincala.words.towers_told import TowerSentences
from companion.games.quincala_mixing.rules.codes import MixingCause, MixingDoes, MixingEnd
from companion.games.quincala_mixing.search.codes import MixingWhy
from companion.words.translate import tr


class MixingSentences(TowerSentences):
    """Placing, immunity, and sizes in mixed towers."""

    told_at_once = TowerSentences.told_at_once | {MixingDoes.IMMUNE}
    shown_whole = frozenset({Does.SOW, *TowerDoes, *MixingDoes})

    def refusal(self, code: str) -> str:
        """Return why something is refused."""
        match member(MixingCause, code):
            case MixingCause.MIXED_START:
                return tr("A move cannot start from a tower of both colors.")
            case MixingCause.NO_PIECE_TO_LIFT:
                return tr("Only your largest piece is there, and it stays: confirm.")
            case MixingCause.PLACE_FIRST:
                return tr("First place the pieces in your hand on the blue dots.")
            case MixingCause.CHOOSE_PIECE:
                return tr("Touch a piece in the tray first, then its dot.")
            case MixingCause.PIECE_CHOSEN:
                return tr("A piece is chosen already: go back to choose another.")
            case MixingCause.NOT_IN_HAND:
                return tr("That piece is not in your hand.")
            case MixingCause.NOT_IN_AREA:
                return tr("Pieces are placed on blue dots only: your own areas.")
            case MixingCause.AREAS_FULL:
                return tr("No dot of your areas is free: the piece waits.")
            case None:
                return super().refusal(code)

    def fact(self, code: str) -> str:
        """Return what a touch does, as a clause."""
        match member(MixingDoes, code):
            case MixingDoes.IMMUNE:
                return tr("{piece} is immune next turn")
            case MixingDoes.FORM:
                return tr("{side} now has {sizes} in towers of both colors")
            case None:
                return super().fact(code)

    def end(self, code: str) -> str:
        """Return why the game ended."""
        match member(MixingEnd, code):
            case MixingEnd.ALL_SIZES_MIXED:
                return tr("{winner} has a piece of every size in towers of both colors.")
            case MixingEnd.BOTH_ALL_SIZES_MIXED:
                return tr(
                    "Both have every size in towers of both colors; "
                    "{winner} did not have the turn and wins."
                )
            case None:
                return super().end(code)

    def misses(self) -> Mapping[str, str]:
        """Return what a move in a lesson lacks."""
        return {
            **super().misses(),
            "immune": tr("It makes no piece immune."),
            "form": tr("It brings no new size into a mixed tower."),
        }

    def reason(self, reason: Reason) -> str:
        """Return what speaks for a move."""
        forms = {
            0: tr("Puts {pieces} in a mixed tower: all your sizes are there."),
            1: tr("Puts {pieces} in a mixed tower; only your {sizes} is missing."),
        }
        match member(MixingWhy, reason.code):
            case MixingWhy.WIN_ALL_SIZES_MIXED:
                return tr("All your sizes stand in mixed towers: you win.")
            case MixingWhy.FORMS:
                return forms.get(
                    len(reason.numbers),
                    tr("Puts {pieces} in a mixed tower; your {sizes} are missing."),
                )
            case MixingWhy.TAKES_OUT:
                if len(reason.pieces) == 1:
                    return tr("{pieces} no longer stands in a mixed tower.")
                return tr("{pieces} no longer stand in mixed towers.")
            case MixingWhy.THREATENS_FORM:
                return tr("Next turn {pieces} could go into a mixed tower.")
            case MixingWhy.SENDS_HOME:
                return tr("Knocks {pieces}: {other} has to place again.")
            case MixingWhy.LOCKS:
                return tr("{other} can no longer begin a move on {sites}.")
            case MixingWhy.IMMUNE:
                return tr("{pieces} on {sites} cannot be knocked next turn.")
            case MixingWhy.FORWARD:
                if reason.numbers == (1,):
                    return tr("Your pieces come forward by one rank.")
                return tr("Your pieces come forward by {number} ranks in all.")
            case MixingWhy.LETS_WIN:
                return tr("From there your move can win in this turn.")
            case MixingWhy.LETS_FORM:
                return tr("Then a move can put {pieces} in a mixed tower.")
            case MixingWhy.LETS_JOIN:
                return tr("Your pieces can join {pieces} on {sites} in this turn.")
            case MixingWhy.FAR_FORWARD:
                return tr("No free dot of your areas is farther forward than {sites}.")
            case None:
                return super().reason(reason)
