"""The sentences of a game for the codes of its rules: refusals, facts, ends, reasons, misses.

Each of its enums of codes is told by a ``match`` with a case for each member and none for the
rest: so the type checker finds a code without a sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.contract import Claim
from companion.contract.codes import Does
from companion.contract.values import HARMFUL
from companion.engine.reasons.reason import Reason
from companion.words.parts.names import Names
from companion.words.phrases import readable


class Sentences:
    """The sentences of one game, beside those that every game says.

    Where one of them returns an empty text, the program tells the code in words of its own.

    Attributes:
        told_at_once: codes of facts that players should read before they confirm.
        shown_whole: what board and panel show of a whole move; in words it would leave no
            room for the rest.
        with_subject: codes of facts whose clause says of whom it is; the others tell what a
            move does.
    """

    told_at_once: frozenset[str] = HARMFUL | {Does.CHAIN, Does.LINE, Does.LOSE, Does.WIN}
    shown_whole: frozenset[str] = frozenset()
    with_subject: frozenset[str] = frozenset({Does.LOSE, Does.WIN})

    def __init__(self, names: Names) -> None:
        self.names = names

    def refusal(self, code: str) -> str:
        """Return why something is refused.

        To be filled in: ``{sites}``, ``{both}``, ``{side}``, ``{place}``, ``{piece}``.
        """
        return ""

    def fact(self, code: str) -> str:
        """Return what a touch does, as a clause.

        To be filled in: ``{piece}``, ``{site}``, ``{side}``, and of a list of numbers
        ``{numbers}``, ``{count}``, ``{domino}``, ``{sizes}``.
        """
        return ""

    def hidden(self, codes: Collection[str]) -> frozenset[str]:
        """Return which of *codes*, all of one move, go without saying beside the others."""
        # What leaves with a chain is told by its numbers.
        return frozenset({Does.REMOVE} if Does.CHAIN in codes else ())

    def end(self, code: str) -> str:
        """Return why the game ended: ``{winner}``, ``{loser}``."""
        return ""

    def reason(self, reason: Reason) -> str:
        """Return what speaks for a move, as *reason* has it.

        To be filled in: ``{other}``, ``{sites}``, ``{either}``, ``{pieces}``, ``{size}``,
        ``{sizes}``, ``{numbers}``, ``{pair}``, ``{count}``, ``{number}`` and ``{second}``.
        """
        return ""

    def misses(self) -> Mapping[str, str]:
        """Return what a move in a lesson lacks, by the code of what was asked."""
        return {}

    def claim_name(self, claim: Claim) -> str:
        """Return by what *claim* ends the game, as the question has it: end the game by ..."""
        return readable(claim.code)

    def claim(self, claim: Claim) -> str:
        """Return what *claim* would bring beside its result, or an empty text."""
        return ""
