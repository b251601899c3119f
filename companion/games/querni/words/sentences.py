"""The sentences of Querni for the codes of its rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.contract import FactValue
from companion.engine.reasons.reason import Reason
from companion.words.parts.sentences import Sentences, numbers_in
from companion.words.phrases import chain_name
from companion.words.translate import tr


class QuerniSentences(Sentences):
    """Steps, jumps and chains of tiles."""

    told_at_once = Sentences.told_at_once | {"chain"}

    def refusals(self) -> Mapping[str, str]:
        """Return why something is refused, by code."""
        return {
            "no-moves": tr("This tile cannot move and is no end of a chain."),
            "too-far": tr("Too far: one step, or a jump over one tile."),
            "nothing-to-jump": tr("No tile to jump over on {sites}."),
            "land-behind": tr("To jump, touch the square behind it: {sites}."),
            "no-return": tr("The tile has been there in this turn."),
            "may-not-pass": tr("You can do something, so you may not pass."),
            "chain-too-short": tr("A chain has at least three consecutive numbers."),
            "chain-incomplete": tr("A number between the two has left the board."),
            "chain-broken": tr("No chain: {both} hold consecutive numbers but do not touch."),
            "no-chain-here": tr("That tile is no end of a chain."),
            "other-end": tr("Touch the other end of the chain: {sites}."),
            "no-step-after-jump": tr("A tile that has jumped may not step."),
            "no-second-step": tr("A tile steps only once: touch a chain, or confirm."),
        }

    def facts(self) -> Mapping[str, str]:
        """Return what a touch does, by code."""
        return {"chain": tr("removes the chain {numbers}")}

    def fact_values(self, values: tuple[FactValue, ...]) -> Mapping[str, str]:
        """Return the numbers of a chain."""
        numbers = numbers_in(values)
        return {"numbers": chain_name(numbers)} if numbers else {}

    def told_otherwise(self, codes: Collection[str]) -> frozenset[str]:
        """Return that the tiles that leave with a chain are told by its numbers."""
        return frozenset({"remove"} if "chain" in codes else ())

    def ends(self) -> Mapping[str, str]:
        """Return why the game ended, by code."""
        return {
            "all-removed": tr("{winner} has removed every tile."),
            "no-chains": tr("Neither side has three consecutive numbers left."),
            "no-removal": tr("Too long without a chain being removed."),
        }

    def misses(self) -> Mapping[str, str]:
        """Return what a move in a lesson lacks."""
        return {
            "chain": tr("It does not remove that chain."),
            "no chain": tr("No chain was to be removed."),
        }

    def reasons(self, reason: Reason) -> Mapping[str, str]:
        """Return what speaks for a move, by code."""
        return {
            "win-all-removed": tr("Removes your last tiles."),
            "draw-no-chains": tr("Nobody has three consecutive numbers left: a draw."),
            "draw-no-removal": tr("Too long without a removal: a draw."),
            "removes-chain": tr("Removes {numbers} at once.")
            if len(reason.numbers) > 3
            else tr("Removes {numbers}."),
            "makes-ready": tr("Makes {numbers} removable next turn."),
            "in-reach": tr("One move could then bring {numbers} together."),
            "hinders-chain": tr("{other} can no longer remove {numbers} next turn."),
            "restarts-count": tr("Removes something in time: {number} plies were left to a draw."),
            "brings-beside": tr("Brings {pieces} side by side."),
            "nearer": tr("Brings {pieces} nearer to each other."),
        }
