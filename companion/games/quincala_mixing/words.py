"""What the players of Quincala Mixing read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.contract import HalfMove, Options, OptionValue, Piece, Position, board_of
from companion.contract.codes import Does, member
from companion.engine.reason import Reason
from companion.games.quincala.codes import TowerDoes
from companion.games.quincala.words import (
    TowerMoves,
    TowerNames,
    TowerSentences,
    TowerTurn,
    towers_text,
)
from companion.games.quincala_mixing.codes import (
    MixingCause,
    MixingDoes,
    MixingEnd,
    MixingWhy,
)
from companion.games.quincala_mixing.rules import MIXING
from companion.words.game_words import GameWords
from companion.words.names import OptionWords, SetUpTask, SetUpWords
from companion.words.phrases import headed
from companion.words.translate import Phrase, ntr, tr


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
                return tr("{side} now has the {sizes} in mixed towers")
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
                    return tr("Gains a row.")
                return tr("Gains {number} rows.")
            case MixingWhy.LETS_WIN:
                return tr("From there, you can win this turn.")
            case MixingWhy.LETS_FORM:
                return tr("Then a move can put {pieces} in a mixed tower.")
            case MixingWhy.LETS_JOIN:
                return tr("Your pieces can join {pieces} on {sites} this turn.")
            case MixingWhy.FAR_FORWARD:
                return tr("{sites} is as far forward as you can place it.")
            case None:
                return super().reason(reason)


class MixingNames(TowerNames):
    """Names of the game and of what is in hand."""

    def line(self) -> str:
        return tr(
            "Place what was knocked, then move a tower, leaving its largest piece at "
            "each stop. Get a piece of each of your sizes into mixed towers."
        )

    def title(self) -> str:
        return tr("Quincala Mixing")

    def several(self, piece: Piece, count: int) -> str:
        return ntr(
            "{owner}'s {count} piece of size {size}",
            "{owner}'s {count} pieces of size {size}",
            count,
            owner=self.side(piece.side),
            size=self.size(piece.value),
        )

    def off_board(self) -> str:
        return tr("In hand")


class MixingOptions(OptionWords):
    """With how many sizes one plays, the only option."""

    def line(self, option: str) -> str:
        return tr("How many sizes you play with. The largest are left out first.")

    def value_title(self, option: str, value: OptionValue) -> str:
        return tr("{count} sizes").format(count=value)

    def value_line(self, option: str, value: OptionValue) -> str:
        return tr("Sizes 1 to {count} are in play.").format(count=value)


class MixingSetUp(SetUpWords):
    """Sizes that are left out, and pieces in hand."""

    def before(self, position: Position) -> tuple[SetUpTask, ...]:
        """Return which sizes stay in the box."""
        left_out = [str(size) for size in range(int(position.options["sizes"]) + 1, 6)]
        if not left_out:
            return ()
        is_one = len(left_out) == 1
        text = tr("Leave out size {sizes}") if is_one else tr("Leave out sizes {sizes}")
        return (
            SetUpTask(
                text.format(sizes=tr(" and ").join(left_out)),
                tr(
                    "Sizes are numbered from 1, the smallest. Each side has four pieces "
                    "of each size."
                ),
            ),
        )

    def after(self, position: Position) -> tuple[SetUpTask, ...]:
        """Return who has which pieces in hand."""
        if not position.off_board():
            return ()
        own = Counter(position.hand())
        others = Counter(position.off_board()) - own
        lines = [
            headed(self.names.side(side), ", ".join(map(self.names.piece, hand.elements())))
            for side, hand in ((position.side, own), (1 - position.side, others))
            if hand
        ]
        return (SetUpTask(tr("Hand each side its pieces"), "\n".join(lines)),)


class MixingMoves(TowerMoves):
    """Pieces in hand that are placed, besides towers."""

    def frame(self, half: HalfMove) -> str:
        is_placing = any(fact.code == Does.PLACE for fact in half.facts())
        return tr("{who} places {move}") if is_placing else super().frame(half)


class MixingTurn(TowerTurn):
    """Placing first, then a move of legs."""

    def area_word(self) -> str:
        return tr("blue dot")

    def choosing(self) -> str:
        return tr("{turn}: touch a piece in your hand, then a blue dot")

    def aiming(self) -> str:
        return tr("{turn}: place {piece} on a blue dot")

    def note(self, half: HalfMove) -> str:
        """Return how many pieces are to place, or how far the lifted ones may go."""
        count = len(half.hand())
        if half.area() and count and half.facts():
            return ntr(
                "After this one, you have one more piece to place, then you move.",
                "After this one, you have {count} more pieces to place, then you move.",
                count,
            )
        if half.area() and count:
            return ntr(
                "Place the piece in your hand, then move.",
                "Place the {count} pieces in your hand one by one, then move.",
                count,
            )
        return super().note(half)

    def next_leg(self) -> str:
        return tr("You may go on: {reach}; your largest piece stays.")


def position_text(text: str, options: Options) -> str:
    """Return the position that *text* makes of the setup with the sizes of *options*."""
    return towers_text(board_of("companion.games.quincala_mixing"), text, int(options["sizes"]))


BY_EAR = {
    "First place the pieces in your hand on the blue dots.": Phrase(
        "First place the pieces in your hand in your areas."
    ),
    "Touch a piece in your hand first, then a dot.": Phrase(
        "Choose a piece in your hand first, then a dot."
    ),
    "Place pieces only on the blue dots of your own areas.": Phrase(
        "Place pieces only in your own areas."
    ),
    "{turn}: touch a piece in your hand, then a blue dot": Phrase(
        "{turn}: choose a piece in your hand, then a dot"
    ),
    "{turn}: place {piece} on a blue dot": Phrase("{turn}: place {piece} in your areas"),
    "Touch it in your hand, then a free dot in your areas.": Phrase(
        "Choose it in your hand, then a free dot in your areas."
    ),
    "White has just knocked with the 2 on g7. The yellow outline shows that it is immune.": Phrase(
        "White has just knocked with the 2 on g7. It is immune."
    ),
    "Immune pieces have a yellow outline. After that turn, they can be knocked again.": Phrase(
        "After that turn, immune pieces can be knocked again."
    ),
}
"""What players who hear everything are told instead; see `companion.words.voice`."""

WORDS = GameWords(
    MIXING,
    names=MixingNames,
    options=MixingOptions,
    set_up=MixingSetUp,
    turn=MixingTurn,
    sentences=MixingSentences,
    moves=MixingMoves,
    position=position_text,
    by_ear=BY_EAR,
)
