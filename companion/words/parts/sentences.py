"""The sentences of a game for the codes of its rules: refusals, facts, ends, reasons, misses.

A sentence has places to fill in; which ones is said where it is looked up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.contract import HARMFUL, Claim, FactValue, Piece
from companion.engine.reasons.reason import Reason
from companion.words.parts.names import Names


def numbers_in(values: tuple[FactValue, ...]) -> tuple[int, ...]:
    """Return the list of numbers among the *values* of a fact, or none."""
    for value in values:
        if isinstance(value, tuple) and not isinstance(value, Piece):
            return value
    return ()


class Sentences:
    """The sentences of one game, beside those that every game says.

    Attributes:
        told_at_once: codes of facts that players should read before they confirm.
        shown_whole: what board and panel show of a whole move; in words it would leave no
            room for the rest.
    """

    told_at_once: frozenset[str] = HARMFUL | {"lose", "win"}
    shown_whole: frozenset[str] = frozenset()

    def __init__(self, names: Names) -> None:
        """Take the sides of the game from *names*."""
        self.names = names

    def refusals(self) -> Mapping[str, str]:
        """Return why something is refused, by code.

        To be filled in: ``{sites}``, ``{both}``, ``{side}``, ``{place}``, ``{piece}``.
        """
        return {}

    def facts(self) -> Mapping[str, str]:
        """Return what a touch does, by code, as a clause: ``{piece}``, ``{site}``, ``{side}``.

        What `fact_values` gives can be filled in as well.
        """
        return {}

    def fact_values(self, values: tuple[FactValue, ...]) -> Mapping[str, str]:
        """Return what the game's own clauses fill in from the *values* of a fact."""
        return {}

    def told_otherwise(self, codes: Collection[str]) -> frozenset[str]:
        """Return the codes of facts that another one among *codes* tells already."""
        return frozenset()

    def ends(self) -> Mapping[str, str]:
        """Return why the game ended, by code: ``{winner}``, ``{loser}``."""
        return {}

    def reasons(self, reason: Reason) -> Mapping[str, str]:
        """Return what speaks for a move, by code, as *reason* has it.

        Args:
            reason: its code is looked up in the answer; to be filled in are ``{other}``,
                ``{sites}``, ``{either}``, ``{pieces}``, ``{size}``, ``{sizes}``,
                ``{numbers}``, ``{pair}``, ``{count}``, ``{number}`` and ``{second}``.
        """
        return {}

    def misses(self) -> Mapping[str, str]:
        """Return what a move in a lesson lacks, by the code of what was asked."""
        return {}

    def claim(self, claim: Claim) -> str:
        """Return what *claim* would bring beside its result, or an empty text."""
        return ""
