"""What the players of Alquerque read."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract import (
    Claim,
    HalfMove,
    Move,
    OptionValue,
    Position,
    Progress,
    option_text,
    sites_among,
)
from companion.contract.codes import Cause, Does, member
from companion.engine.reason import Reason, Why
from companion.games.alquerque.rules.codes import AlquerqueCause, AlquerqueEnd, AlquerqueWhy
from companion.games.alquerque.rules.game import ALQUERQUE
from companion.words.game_words import GameWords
from companion.words.names import LossWords, Names, OptionWords, Sentences
from companion.words.translate import Phrase, ptr, tr
from companion.words.turn import JumpHints, JumpMoves, TurnWords, codes_ahead


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


class AlquerqueNames(Names):
    """Names of the game and of what was captured."""

    def line(self) -> str:
        return tr(
            "Step along the lines and hop over enemies to capture them. Take all of "
            "the other side's pieces or leave it without a move."
        )

    def off_board(self) -> str:
        return tr("Captured")


class AlquerqueOptions(OptionWords):
    """Bell's rules and what the sheet leaves open."""

    told_only = ("quiet_limit",)

    def title(self, option: str) -> str:
        return {
            "compulsory": tr("Must capture"),
            "forward": tr("Forward only"),
            "quiet_limit": tr("No captures: end after"),
        }.get(option, super().title(option))

    def line(self, option: str) -> str:
        return {
            "compulsory": tr("Whether you must capture when you can."),
            "forward": tr("Which way pieces may move."),
            "huffing": tr("Whether a skipped capture can cost you the piece."),
            "no_return": tr("Whether a piece may go back to a point it has left."),
            "quiet_limit": tr("How long a game may go on without a capture."),
        }.get(option, super().line(option))

    def value_title(self, option: str, value: OptionValue) -> str:
        if option == "quiet_limit":
            return tr("{count} moves").format(count=value) if value else tr("never")
        if value == "captures-free":
            return tr("except captures")
        return super().value_title(option, value)

    def value_line(self, option: str, value: OptionValue) -> str:
        if option == "quiet_limit":
            return _quiet_line(value)
        text = _value_lines().get((option, option_text(value)))
        return text or super().value_line(option, value)

    def preset_title(self, preset: str) -> str:
        return {
            "base": tr("Base rules"),
            "bell": tr("Bell's rules"),
            "bell-strict": tr("Bell's rules, strict"),
        }.get(preset, super().preset_title(preset))

    def preset_line(self, preset: str) -> str:
        lines = {
            "base": tr("Move in any direction; capture when you like."),
            "bell": tr("You must capture when you can, and never move backward."),
            "bell-strict": tr("Bell's rules, and no piece returns to a point it has left."),
        }
        return lines.get(preset) or super().preset_line(preset)


def _quiet_line(value: OptionValue) -> str:
    if value == 0:
        return tr("The game never ends by itself; both sides may still agree to count.")
    text = tr(
        "After {count} moves in a row without a capture, both sides' moves "
        "included, the pieces are counted."
    )
    return text.format(count=value)


def _value_lines() -> dict[tuple[str, str], str]:
    return {
        ("compulsory", "on"): tr(
            "If you can capture, you must, and go on while that piece can. You "
            "choose the piece and the route."
        ),
        ("compulsory", "off"): tr("Nobody has to capture, and a capture may stop after any hop."),
        ("huffing", "on"): tr(
            "If you skip a capture, you risk that piece: the other side may take it "
            "away before its own move."
        ),
        ("huffing", "off"): tr("No piece is taken away for a skipped capture."),
        ("forward", "off"): tr("Pieces step and capture in any direction."),
        ("forward", "on"): tr(
            "No step or capture goes backward. On the last rank, a piece can only "
            "capture, and only sideways."
        ),
        ("forward", "captures-free"): tr(
            "No step goes backward, and on the last rank a piece cannot step at all. "
            "Captures go in any direction."
        ),
        ("no_return", "on"): tr(
            "No piece returns to a point where it has been, not even in the middle of a capture."
        ),
        ("no_return", "off"): tr("Pieces may return to where they have been."),
    }


class AlquerqueTurnWords(TurnWords):
    """Captures that go on, and huffs."""

    def first(self, half: HalfMove) -> str:
        if half.move is None and Does.HUFF in codes_ahead(half):
            return tr("{turn}: touch a piece to move, or one to huff")
        return super().first(half)

    def going_on(self, half: HalfMove) -> str:
        if half.progress is Progress.INCOMPLETE and len(half.touches) > 1:
            return tr("{turn}: the capture goes on, touch the next point")
        return super().going_on(half)

    def note(self, half: HalfMove) -> str:
        """Return what the rings on the board mean."""
        if not half.touches or half.lifted() is None:
            return ""
        if Does.CAPTURE in codes_ahead(half):
            return tr("A ring with ticks marks a hop that captures.")
        return tr("Step along a line to a ring.")


class AlquerqueHints(JumpHints):
    """Huffs, and hops over pieces."""

    def nudge(self, position: Position, move: Move) -> str:
        if any(fact.code == Does.HUFF for fact in position.explain(move)):
            return tr("Your opponent missed a capture: you may huff one of their pieces.")
        return super().nudge(position, move)

    def move(self, position: Position, move: Move) -> str:
        if any(fact.code == Does.HUFF for fact in position.explain(move)):
            text = tr("Huff the piece on {site}: take it off the board.")
            return text.format(site=position.board.names[sites_among(move.touches)[-1]])
        return super().move(position, move)


class AlquerqueMoves(JumpMoves):
    """Pieces that step and hop, and huffs."""

    def frame(self, half: HalfMove) -> str:
        codes = {fact.code for fact in half.facts()}
        if Does.HUFF in codes:
            return tr("{who}: {move}")
        return tr("{who} moves a {piece} from {move}")


BY_EAR = {
    "Touch the point behind it: {sites}.": Phrase("Choose the point behind it: {sites}."),
    "{turn}: touch a piece to move, or one to huff": Phrase(
        "{turn}: choose a piece to move, or one to huff"
    ),
    "{turn}: the capture goes on, touch the next point": Phrase(
        "{turn}: the capture goes on, choose the next point"
    ),
    "A ring with ticks marks a hop that captures.": Phrase("Next says which hops capture."),
    "Step along a line to a ring.": Phrase("It steps along a line."),
    "Touch the point where you will land, not the piece.": Phrase(
        "Choose the point where you will land, not the piece."
    ),
    "Touch e3, c3 and c5 one after the other, then press Confirm.": Phrase(
        "Choose e3, c3 and c5 one after the other, then press Confirm."
    ),
    "Captures add up: look for the long ones.": Phrase("Captures add up: find the long ones."),
    "You can touch only one of your pieces.": Phrase("You can choose only one of your pieces."),
    "It is marked by a ring with ticks. Touch it and press Confirm.": Phrase(
        "Next leads to it. Choose it and press Confirm."
    ),
    "Black captures the piece that had just captured. Look where a capture ends.": Phrase(
        "Black captures the piece that had just captured. Mind where a capture ends."
    ),
    "Black captures two. It pays to look at every piece before you step.": Phrase(
        "Black captures two. It pays to check every piece before you step."
    ),
}
"""What players who hear everything are told instead; see `companion.words.voice`."""

WORDS = GameWords(
    ALQUERQUE,
    names=AlquerqueNames,
    options=AlquerqueOptions,
    turn=AlquerqueTurnWords,
    sentences=AlquerqueSentences,
    hints=AlquerqueHints,
    moves=AlquerqueMoves,
    panel=LossWords,
    by_ear=BY_EAR,
)
