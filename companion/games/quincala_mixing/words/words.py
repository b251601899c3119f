"""What the players of Quincala Mixing read."""

from __future__ import annotations

from collections import Counter

from companion.contract import HalfMove, Options, OptionValue, Piece, Position, board_of
from companion.games.quincala.words.towers import towers_text
from companion.games.quincala.words.towers_told import TowerMoves, TowerNames, TowerTurn
from companion.games.quincala_mixing.rules.game import MIXING
from companion.games.quincala_mixing.words.sentences import MixingSentences
from companion.words.game_words import GameWords
from companion.words.parts.options import OptionWords
from companion.words.parts.set_up import SetUpWords, Told
from companion.words.translate import ntr, tr


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

    def before(self, position: Position) -> tuple[Told, ...]:
        """Return which sizes stay in the box."""
        left_out = [str(size) for size in range(int(position.options["sizes"]) + 1, 6)]
        if not left_out:
            return ()
        is_one = len(left_out) == 1
        text = tr("Leave out size {sizes}") if is_one else tr("Leave out sizes {sizes}")
        return (
            Told(
                text.format(sizes=tr(" and ").join(left_out)),
                tr(
                    "Sizes are numbered from 1, the smallest. Each side has four pieces "
                    "of each size."
                ),
            ),
        )

    def after(self, position: Position) -> tuple[Told, ...]:
        """Return who has which pieces in hand."""
        if not position.off_board():
            return ()
        own = Counter(position.hand())
        others = Counter(position.off_board()) - own
        lines = [
            f"{self.names.side(side)}: {', '.join(map(self.names.piece, hand.elements()))}"
            for side, hand in ((position.side, own), (1 - position.side, others))
            if hand
        ]
        return (Told(tr("Hand each side its pieces"), "\n".join(lines)),)


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


WORDS = GameWords(
    MIXING,
    names=MixingNames,
    options=MixingOptions,
    set_up=MixingSetUp,
    turn=MixingTurn,
    sentences=MixingSentences,
    moves=TowerMoves,
    position=position_text,
)
