"""What the players of a game call it, its sides, its pieces and its places."""

from __future__ import annotations

from companion.contract import Board, Game, Piece, Position, Side, Site, Token, Touch
from companion.plugins import known
from companion.words.phrases import capitalized, readable
from companion.words.translate import ntr, tr


class Names:
    """The names of one game; the defaults come from its rules and its board."""

    def __init__(self, game: Game) -> None:
        """Name what belongs to *game*."""
        self.game = game

    def title(self) -> str:
        """Return what the game is called."""
        plugin = known(self.game.name)
        title = plugin.title if plugin else ""
        return tr(title or capitalized(readable(self.game.name)))

    def line(self) -> str:
        """Return what the game is about, in one or two short sentences, or an empty text."""
        return ""

    def side(self, side: Side) -> str:
        """Return what *side* is called."""
        return tr(self.game.side_names[side])

    def seat(self, position: Position, seat: int) -> str:
        """Return what the player on *seat* of *position* is called."""
        return self.side(seat % 2)

    def place_word(self) -> str:
        """Return what a place of the board is called."""
        words = {"squares": tr("square"), "lines": tr("point")}
        return words.get(self.game.shipped_board().drawing, tr("dot"))

    def place(self, board: Board, site: Site) -> str:
        """Return what *site* of *board* is called inside a sentence."""
        return board.name_of(site)

    def piece_word(self) -> str:
        """Return what a piece of either side is called."""
        words = {"tiles": tr("tile"), "stones": tr("stone")}
        return words.get(self.game.shipped_board().pieces, tr("piece"))

    def count(self, count: int) -> str:
        """Return *count* with the word for so many pieces."""
        kind = self.game.shipped_board().pieces
        if kind == "tiles":
            return ntr("{count} tile", "{count} tiles", count)
        if kind == "stones":
            return ntr("{count} stone", "{count} stones", count)
        return ntr("{count} piece", "{count} pieces", count)

    def piece(self, piece: Piece) -> str:
        """Return *piece* with its owner, such as ``a white piece``."""
        # A color that says what a piece is like is written otherwise than the name of a side.
        whole = {
            "White": tr("a white {piece}"),
            "Black": tr("a black {piece}"),
            "Blue": tr("a blue {piece}"),
            "Yellow": tr("a yellow {piece}"),
        }
        text = whole.get(self.game.side_names[piece.side], tr("a {owner} {piece}"))
        return text.format(owner=self.side(piece.side), piece=self.piece_word())

    def own(self, piece: Piece) -> str:
        """Return *piece* as it is told to its owner, such as ``your piece``."""
        return tr("your {piece}").format(piece=self.piece_word())

    def several(self, piece: Piece, count: int) -> str:
        """Return *count* pieces like *piece*, such as ``White, 12 pieces``."""
        text = tr("{name}, {count}")
        return text.format(name=self.side(piece.side), count=self.count(count))

    def size(self, size: int) -> str:
        """Return what a piece of *size* is called, without its owner."""
        return str(size)

    def off_board(self) -> str:
        """Return the heading over the pieces that left the board."""
        return tr("Off the board")

    def touched(self, board: Board, touch: Touch) -> str:
        """Return what *touch* is called, a site of *board* or something beside it."""
        return self.token(touch) if isinstance(touch, Token) else board.name_of(touch)

    def token(self, token: Token) -> str:
        """Return what *token*, touched beside the board, is called."""
        if token.kind == "hand":
            return self.piece(Piece(*token.values))
        if token.kind == "pass":
            return tr("Pass")
        return " ".join([readable(token.kind), *map(str, token.values)])
