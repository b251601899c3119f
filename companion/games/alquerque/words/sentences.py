"""The sentences of Alquerque for the codes of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract import Claim
from companion.contract.codes import Cause, member
from companion.engine.reasons.reason import Reason, Why
from companion.games.alquerque.rules.codes import AlquerqueCause, AlquerqueEnd, AlquerqueWhy
from companion.words.parts.sentences import Sentences
from companion.words.translate import ptr, tr


class AlquerqueSentences(Sentences):
    """Captures, huffs, and ends by count."""

    def refusal(self, code: str) -> str:
        if code == Cause.OFF_LINE:
            return tr("No line on the board leads there.")
        match member(AlquerqueCause, code):
            case AlquerqueCause.TOO_FAR:
                return tr("Too far: step once, or hop over one enemy piece.")
            case AlquerqueCause.BACKWARDS:
                return tr("Pieces never move backward in this game.")
            case AlquerqueCause.LAST_RANK:
                return tr("On the last rank, a piece can only capture sideways.")
            case AlquerqueCause.NO_RETURN:
                return tr("This piece has been there before.")
            case AlquerqueCause.MUST_CAPTURE:
                return tr("You must capture: {sites} can.")
            case AlquerqueCause.MUST_GO_ON:
                return tr("The capture goes on: {sites} is next.")
            case AlquerqueCause.NOTHING_TO_JUMP:
                return tr("There is no enemy piece to hop over.")
            case AlquerqueCause.OWN_PIECE_BETWEEN:
                return tr("Your own piece is in the way.")
            case AlquerqueCause.LAND_BEHIND:
                return tr("Touch the point behind it: {sites}.")
            case AlquerqueCause.TWICE:
                return tr("You cannot capture the same piece twice.")
            case AlquerqueCause.NOT_AN_OFFENDER:
                return tr("That piece did not miss a capture.")
            case None:
                return super().refusal(code)

    def end(self, code: str) -> str:
        match member(AlquerqueEnd, code):
            case AlquerqueEnd.QUIET_COUNT:
                return tr("Too long without a capture: the pieces were counted.")
            case AlquerqueEnd.COUNT:
                return tr("Both sides agreed to count the pieces.")
            case None:
                return super().end(code)

    def claim_name(self, claim: Claim) -> str:
        """Return that pieces are counted."""
        return ptr("end the game by", "count")

    def claim(self, claim: Claim) -> str:
        """Return how many pieces would be counted."""
        return tr("Count the pieces: {first} {one}, {second} {other}.").format(
            first=self.names.side(0),
            one=claim.values[0],
            second=self.names.side(1),
            other=claim.values[1],
        )

    def misses(self) -> Mapping[str, str]:
        return {"huff": tr("It does not huff a piece.")}

    def reason(self, reason: Reason) -> str:
        is_one = len(reason.sites) <= 1
        one, two = (*reason.numbers, 0, 0)[:2]
        if reason.code == Why.CAPTURES:
            if is_one:
                return tr("Captures the piece on {sites}.")
            return tr("Captures {count} pieces: on {sites}.")
        match member(AlquerqueWhy, reason.code):
            case AlquerqueWhy.WIN_NO_PIECES:
                return tr("Takes {other}'s last piece.")
            case AlquerqueWhy.WIN_NO_MOVES:
                return tr("Leaves {other} without a move: you win.")
            case AlquerqueWhy.WIN_QUIET_COUNT:
                return tr("Too long without a capture, and you have more pieces: you win.")
            case AlquerqueWhy.DRAW_QUIET_COUNT:
                return tr("Too long without a capture: a draw.")
            case AlquerqueWhy.NOTHING_BACK:
                return tr("{other} cannot recapture.")
            case AlquerqueWhy.SAVES:
                if is_one:
                    return tr("Saves your piece on {sites}.")
                return tr("Saves your pieces on {sites}.")
            case AlquerqueWhy.THREATENS:
                if is_one:
                    return tr("Threatens the piece on {sites}.")
                return tr("Threatens {count} pieces: on {sites}.")
            case AlquerqueWhy.ALL_SAFE:
                return tr("{other} cannot capture anything next turn.")
            case AlquerqueWhy.FEW_MOVES:
                if one == 1:
                    return tr("Leaves {other} only one move.")
                return tr("Leaves {other} only {number} moves.")
            case AlquerqueWhy.WINS_TRADE:
                if two:
                    return tr("Expected trade: you take {number}, {other} takes {second}.")
                return tr("Expected: you take {number}, {other} takes none.")
            case AlquerqueWhy.EVEN_TRADE:
                return tr("Expected trade: both sides take {number}.")
            case AlquerqueWhy.GIVES_AT_MOST:
                if one == 1:
                    return tr("{other} can take at most one piece.")
                return tr("{other} can take at most {number} pieces.")
            case None:
                return super().reason(reason)
