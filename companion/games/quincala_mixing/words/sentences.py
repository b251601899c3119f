"""The sentences of Quincala Mixing for the codes of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract import FactValue
from companion.engine.reasons.reason import Reason
from companion.games.quincala.words.towers_told import TowerSentences
from companion.words.parts.sentences import numbers_in
from companion.words.translate import tr


class MixingSentences(TowerSentences):
    """Placing, immunity, and sizes in mixed towers."""

    told_at_once = TowerSentences.told_at_once | {"immune"}
    shown_whole = frozenset({"join", "sow", "mixed", "immune", "form"})

    def refusals(self) -> Mapping[str, str]:
        """Return why something is refused, by code."""
        return {
            **super().refusals(),
            "no-piece-to-lift": tr("Only your largest piece is there, and it stays: confirm."),
            "place-first": tr("First place the pieces in your hand on the blue dots."),
            "choose-piece": tr("Touch a piece in the tray first, then its dot."),
            "piece-chosen": tr("A piece is chosen already: go back to choose another."),
            "not-in-hand": tr("That piece is not in your hand."),
            "not-in-area": tr("Pieces are placed on blue dots only: your own areas."),
            "areas-full": tr("No dot of your areas is free: the piece waits."),
        }

    def facts(self) -> Mapping[str, str]:
        """Return what a touch does, by code."""
        return {
            **super().facts(),
            "immune": tr("{piece} is immune next turn"),
            "form": tr("{side} now has {sizes} in towers of both colors"),
        }

    def fact_values(self, values: tuple[FactValue, ...]) -> Mapping[str, str]:
        """Return the sizes that were brought into mixed towers."""
        return {"sizes": ", ".join(map(str, numbers_in(values)))}

    def ends(self) -> Mapping[str, str]:
        """Return why the game ended, by code."""
        return {
            "all-sizes-mixed": tr("{winner} has a piece of every size in towers of both colors."),
            "both-all-sizes-mixed": tr(
                "Both have every size in towers of both colors; "
                "{winner} did not have the turn and wins."
            ),
        }

    def misses(self) -> Mapping[str, str]:
        """Return what a move in a lesson lacks."""
        return {
            **super().misses(),
            "immune": tr("It makes no piece immune."),
            "form": tr("It brings no new size into a mixed tower."),
        }

    def reasons(self, reason: Reason) -> Mapping[str, str]:
        """Return what speaks for a move, by code."""
        forms = {
            0: tr("Puts {pieces} in a mixed tower: all your sizes are there."),
            1: tr("Puts {pieces} in a mixed tower; only your {sizes} is missing."),
        }
        return {
            "win-all-sizes-mixed": tr("All your sizes stand in mixed towers: you win."),
            "forms": forms.get(
                len(reason.numbers),
                tr("Puts {pieces} in a mixed tower; your {sizes} are missing."),
            ),
            "takes-out": tr("{pieces} no longer stands in a mixed tower.")
            if len(reason.pieces) == 1
            else tr("{pieces} no longer stand in mixed towers."),
            "threatens-form": tr("Next turn {pieces} could go into a mixed tower."),
            "sends-home": tr("Knocks {pieces}: {other} has to place again."),
            "locks": tr("{other} can no longer begin a move on {sites}."),
            "immune": tr("{pieces} on {sites} cannot be knocked next turn."),
            "forward": tr("Your pieces come forward by one rank.")
            if reason.numbers == (1,)
            else tr("Your pieces come forward by {number} ranks in all."),
            "lets-win": tr("From there your move can win in this turn."),
            "lets-form": tr("Then a move can put {pieces} in a mixed tower."),
            "lets-join": tr("Your pieces can join {pieces} on {sites} in this turn."),
            "far-forward": tr("No free dot of your areas is farther forward than {sites}."),
        }
