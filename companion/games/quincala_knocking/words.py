"""What the players of the Mini Quincala Knocking Game read."""

from __future__ import annotations

from companion.contract import HalfMove, Options, Piece, Side, board_of
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
from companion.games.quincala_knocking.codes import KnockingCause, KnockingEnd, KnockingWhy
from companion.games.quincala_knocking.rules import KNOCKING
from companion.words.game_words import GameWords
from companion.words.names import PanelRow, PanelWords
from companion.words.translate import Phrase, ntr, tr


class KnockingNames(TowerNames):
    """Three sizes with names."""

    def title(self) -> str:
        return tr("Mini Quincala Knocking")

    def line(self) -> str:
        return tr(
            "Towers move as far as they are tall and leave their largest piece "
            "behind. Win by knocking one enemy piece of every size."
        )

    def piece(self, piece: Piece) -> str:
        whole = {
            1: tr("{owner}'s small piece"),
            2: tr("{owner}'s medium piece"),
            3: tr("{owner}'s large piece"),
        }
        return whole[piece.value].format(owner=self.side(piece.side))

    def own(self, piece: Piece) -> str:
        whole = {1: tr("your small piece"), 2: tr("your medium piece"), 3: tr("your large piece")}
        return whole[piece.value]

    def several(self, piece: Piece, count: int) -> str:
        owner = self.side(piece.side)
        small = ntr(
            "{owner}'s {count} small piece", "{owner}'s {count} small pieces", count, owner=owner
        )
        medium = ntr(
            "{owner}'s {count} medium piece", "{owner}'s {count} medium pieces", count, owner=owner
        )
        large = ntr(
            "{owner}'s {count} large piece", "{owner}'s {count} large pieces", count, owner=owner
        )
        return {1: small, 2: medium, 3: large}[piece.value]

    def size(self, size: int) -> str:
        return {1: tr("small"), 2: tr("medium"), 3: tr("large")}.get(size, str(size))

    def off_board(self) -> str:
        return tr("Knocked")


class KnockingSentences(TowerSentences):
    """Knocks, and the end that they lead to."""

    shown_whole = frozenset({Does.SOW, TowerDoes.JOIN})

    def refusal(self, code: str) -> str:
        match member(KnockingCause, code):
            case KnockingCause.MIXED_TOWER:
                return tr("A mixed tower cannot be lifted.")
            case KnockingCause.NO_FURTHER_LEG:
                return tr("The move ends here: press Confirm or Back.")
            case None:
                return super().refusal(code)

    def end(self, code: str) -> str:
        match member(KnockingEnd, code):
            case KnockingEnd.ALL_SIZES_KNOCKED:
                return tr("{loser} has lost a piece of every size.")
            case KnockingEnd.BOTH_ALL_SIZES_KNOCKED:
                return tr(
                    "Both sides have lost a piece of every size. {loser} made the last leg, "
                    "so {winner} wins."
                )
            case None:
                return super().end(code)

    def reason(self, reason: Reason) -> str:
        match member(KnockingWhy, reason.code):
            case KnockingWhy.WIN_ALL_SIZES_KNOCKED:
                return tr("{other} has now lost a piece of every size: you win.")
            case KnockingWhy.KNOCKS_FIRST:
                if len(reason.numbers) == 1:
                    return tr(
                        "Knocks {other}'s first {size} piece; now you only need a {sizes} one."
                    )
                return tr("Knocks {other}'s first {size} piece.")
            case KnockingWhy.KNOCKS_LAST:
                return tr("Knocks {other}'s last {size} piece.")
            case KnockingWhy.KEEPS_WHOLE:
                return tr("{other} can no longer knock your first {size} piece.")
            case KnockingWhy.THREATENS_FIRST:
                return tr("Threatens to knock {other}'s first {size} piece.")
            case KnockingWhy.LOCKS:
                return tr("Traps {other}'s pieces on {sites}: mixed towers cannot be lifted.")
            case KnockingWhy.STOPS_KNOCKS:
                return tr("Stops {other} from knocking one of your pieces.")
            case KnockingWhy.NOTHING_KNOCKED:
                return tr("{other} cannot knock any of your pieces next turn.")
            case KnockingWhy.BUILDS_TOWER:
                return tr("Your tower on {sites} can now go 1 to {number} steps.")
            case None:
                return super().reason(reason)


class KnockingPanel(PanelWords):
    """Which sizes each side still has to knock."""

    def row(self, half: HalfMove, side: Side) -> PanelRow | None:
        """Return what *side* needs to win, beside what it has knocked."""
        other = 1 - side
        knocked = {piece.value for piece in half.off_board() if piece.side == other}
        # In the order of the pieces that are drawn beside it.
        needed = [size for size in SIZES[::-1] if size not in knocked]
        text = tr("{side}: knock {sizes}")
        if len(needed) == len(SIZES):
            text = tr("{side}: knock all sizes")
        elif not needed:
            text = tr("{side}: every size knocked")
        sizes = ", ".join(self.names.size(size) for size in needed)
        return PanelRow(text.format(side="{side}", sizes=sizes), other)


SIZES = (1, 2, 3)
"""Of which one piece each has to be knocked."""


def position_text(text: str, options: Options) -> str:
    """Return the position that *text* makes of the setup, under any *options*."""
    return towers_text(board_of("companion.games.quincala_knocking"), text)


BY_EAR = {
    "Touch it, and rings show where it can go: one step in eight directions.": Phrase(
        "Choose it, and Next says where it can go: one step in eight directions."
    ),
    "Touch the dot where it should go and press Confirm: that is a move.": Phrase(
        "Choose the dot where it should go and press Confirm: that is a move."
    ),
    "Touch e4, then a dot with a ring, then press Confirm.": Phrase(
        "Choose e4, then a dot next to it, then press Confirm."
    ),
    "Touch c3, then c6 or f6, and press Confirm without another leg.": Phrase(
        "Choose c3, then c6 or f6, and press Confirm without another leg."
    ),
    "A ring with four ticks shows where you would knock something.": Phrase(
        "Next says where you would knock something."
    ),
    "That was a small one. Equal sizes knock: look for the medium one.": Phrase(
        "That was a small one. Equal sizes knock: find the medium one."
    ),
    "You can even knock your own piece: f6 has a ring with ticks.": Phrase(
        "You can even knock your own piece, here on f6."
    ),
    "The pieces beside the board show which sizes are gone.": Phrase(
        "The pieces beside the board are those that were knocked."
    ),
    "Your own pieces knock each other, too. Watch where equal sizes meet.": Phrase(
        "Your own pieces knock each other, too. Mind where equal sizes meet."
    ),
}
"""What players who hear everything are told instead; see `companion.words.voice`."""

WORDS = GameWords(
    KNOCKING,
    names=KnockingNames,
    turn=TowerTurn,
    sentences=KnockingSentences,
    moves=TowerMoves,
    panel=KnockingPanel,
    position=position_text,
    by_ear=BY_EAR,
)
