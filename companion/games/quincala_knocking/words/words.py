"""What the players of the Mini Quincala Knocking Game read."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.reason import Reason
from companion.games.quincala.words.towers_told import TowerNames, TowerSentences, TowerTurn
from companion.games.quincala_knocking.rules.game import KNOCKING
from companion.games.quincala_knocking.words.pages import knocking_pages
from companion.words.game_words import GameWords
from companion.words.translate import tr


class KnockingNames(TowerNames):
    """Three sizes with names."""

    def title(self) -> str:
        """Return what the game is called."""
        return tr("Mini Quincala Knocking")

    def line(self) -> str:
        """Return what the game is about."""
        return tr(
            "Towers move as far as they are high and leave their largest piece behind. "
            "Knock one piece of every size of the other side."
        )

    def size(self, size: int) -> str:
        """Return what a piece of *size* is called."""
        return {1: tr("small"), 2: tr("medium"), 3: tr("large")}.get(size, str(size))

    def off_board(self) -> str:
        """Return the heading over the knocked pieces."""
        return tr("Knocked")


class KnockingSentences(TowerSentences):
    """Knocks, and the end that they lead to."""

    def ends(self) -> Mapping[str, str]:
        """Return why the game ended, by code."""
        return {
            "all-sizes-knocked": tr("{loser} has lost a piece of every size."),
            "both-all-sizes-knocked": tr(
                "Both have lost a piece of every size; {winner} did not make the last leg "
                "and wins."
            ),
        }

    def reasons(self, reason: Reason) -> Mapping[str, str]:
        """Return what speaks for a move, by code."""
        first = tr("Knocks {other}'s first {size} piece.")
        if len(reason.numbers) == 1:
            first = tr("Knocks {other}'s first {size} piece; only a {sizes} one is missing.")
        return {
            "win-all-sizes-knocked": tr("{other} has now lost a piece of every size: you win."),
            "knocks-first": first,
            "knocks-last": tr("Knocks {other}'s last {size} piece."),
            "keeps-whole": tr("{other} can no longer knock your first {size} piece."),
            "threatens-first": tr("Threatens {other}'s first {size} piece."),
            "locks": tr("Locks what {other} has on {sites}: mixed towers cannot be lifted."),
            "stops-knocks": tr("{other} could have knocked a piece of yours; now it cannot."),
            "nothing-knocked": tr("{other} can knock nothing of yours next turn."),
            "builds-tower": tr("Your tower on {sites} can now go 1 to {number} steps."),
        }


WORDS = GameWords(
    KNOCKING,
    names=KnockingNames,
    turn=TowerTurn,
    sentences=KnockingSentences,
    pages=knocking_pages,
)
"""The words of the Mini Quincala Knocking Game."""
