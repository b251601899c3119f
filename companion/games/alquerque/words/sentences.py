"""The sentences of Alquerque for the codes of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract import Claim
from companion.engine.reasons.reason import Reason
from companion.words.parts.sentences import Sentences
from companion.words.translate import tr


class AlquerqueSentences(Sentences):
    """Captures, huffs, and ends by count."""

    def refusals(self) -> Mapping[str, str]:
        """Return why something is refused, by code."""
        return {
            "too-far": tr("Too far: one step, or a hop over one enemy piece."),
            "off-line": tr("No line of the board leads there."),
            "backwards": tr("No piece goes backwards in this game."),
            "last-rank": tr("On the last rank a piece moves only by capturing sideways."),
            "no-return": tr("This piece has stood there before."),
            "must-capture": tr("You must capture: {sites} can."),
            "must-go-on": tr("The capture goes on: {sites} is next."),
            "nothing-to-jump": tr("No enemy piece to jump over on the way."),
            "own-piece-between": tr("Your own piece is in between."),
            "land-behind": tr("Touch the point behind it: {sites}."),
            "twice": tr("A piece is captured only once."),
            "not-an-offender": tr("That piece missed no capture."),
        }

    def facts(self) -> Mapping[str, str]:
        """Return what a touch does, by code."""
        return {"huff": tr("huffs {piece} on {site}")}

    def ends(self) -> Mapping[str, str]:
        """Return why the game ended, by code."""
        return {
            "quiet-count": tr("Too long without a capture: the pieces were counted."),
            "count": tr("Both agreed to count the pieces."),
        }

    def claim(self, claim: Claim) -> str:
        """Return how many pieces would be counted."""
        return tr("Count the pieces: {first} {one}, {second} {other}.").format(
            first=self.names.side(0),
            one=claim.values[0],
            second=self.names.side(1),
            other=claim.values[1],
        )

    def misses(self) -> Mapping[str, str]:
        """Return what a move in a lesson lacks."""
        return {"huff": tr("It huffs no piece.")}

    def reasons(self, reason: Reason) -> Mapping[str, str]:
        """Return what speaks for a move, by code."""
        is_one = len(reason.sites) <= 1
        return {
            "win-no-pieces": tr("Takes {other}'s last piece."),
            "win-no-moves": tr("Leaves {other} without a move: you win."),
            "win-quiet-count": tr("The quiet limit is reached, and you have more pieces."),
            "draw-quiet-count": tr("The quiet limit is reached: a draw."),
            "captures": tr("Captures the piece on {sites}.")
            if is_one
            else tr("Captures {count} pieces: on {sites}."),
            "huffs": tr("Huffs the piece on {sites} that should have captured."),
            "nothing-back": tr("{other} can take nothing back."),
            "saves": tr("Saves your piece on {sites}.")
            if is_one
            else tr("Saves your pieces on {sites}."),
            "threatens": tr("Threatens the piece on {sites}.")
            if is_one
            else tr("Threatens {count} pieces: on {sites}."),
            "all-safe": tr("{other} can capture nothing next turn."),
            **_counted(reason),
        }


def _counted(reason: Reason) -> dict[str, str]:
    """Return the sentences that tell numbers."""
    one, two = (*reason.numbers, 0, 0)[:2]
    return {
        "few-moves": tr("Leaves {other} only one move.")
        if one == 1
        else tr("Leaves {other} only {number} moves."),
        "wins-trade": tr("Expected: you take {number}, {other} takes {second}.")
        if two
        else tr("Expected: you take {number}, {other} none."),
        "even-trade": tr("Expected: both sides take {number}."),
        "gives-at-most": tr("{other} can take one piece at most.")
        if one == 1
        else tr("{other} can take {number} pieces at most."),
    }
