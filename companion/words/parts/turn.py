"""What banner, note and buttons say while a turn of a game is made."""

from __future__ import annotations

from companion.contract import Fact, HalfMove, Piece, Position, Progress, Token, Touch, sites_among
from companion.contract.codes import Does
from companion.words.parts.hints import owned_name
from companion.words.parts.names import Names
from companion.words.translate import tr


def codes_ahead(half: HalfMove) -> set[str]:
    """Return what any of the next touches would do, as codes."""
    return {fact.code for facts in half.next_touches().values() for fact in facts}


class TurnWords:
    """The words for a turn of one game; a banner has at most sixty characters."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def banner(self, half: HalfMove, turn: str, move: str) -> str:
        """Return whose turn it is and what is expected next.

        Args:
            half: the turn so far.
            turn: whose turn it is, such as ``Your turn``.
            move: the whole move that *half* makes, in words; empty while it makes none.
        """
        if half.area():
            return self.placing(half, turn)
        text = self.going_on(half) if half.touches else self.first(half)
        return text.format(
            turn=turn,
            side=self.names.seat(half.position, half.position.seat),
            place=self.names.place_word(),
            piece=self.names.piece_word(),
            move=move,
        )

    def first(self, half: HalfMove) -> str:
        """Return what is expected first, with ``{turn}`` and what else there is to fill in.

        That are ``{side}``, ``{piece}``, ``{place}`` and ``{move}``.
        """
        if half.move is not None:
            return tr("{turn}: no moves, press Confirm to pass")
        sites = sites_among(half.next_touches())
        if not sites:
            return tr("{turn}: choose what to play")
        if set(sites) <= set(half.pieces()):
            return self._piece_to_move()
        return self._a_place()

    def going_on(self, half: HalfMove) -> str:
        """Return what is expected after the first touch, with the same words to fill in."""
        if half.progress is Progress.EXTENDABLE:
            return self._place_or_stop()
        if half.move is not None and half.facts() == (Fact(Does.PASS_BY_CHOICE),):
            return tr("{turn}: Confirm to pass, or Back")
        if half.move is not None:
            return tr("{turn}: {move}. Then press Confirm")
        if len(half.touches) > 1:
            return self._next_place()
        return tr("{turn}: touch where it goes")

    # Whole sentences for the words that the program has itself: where a word bends to what
    # it is put into, a translation cannot have it filled in.

    def _piece_to_move(self) -> str:
        word = self.names.piece_word()
        whole = {
            tr("piece"): tr("{turn}: touch a piece to move"),
            tr("stone"): tr("{turn}: touch a stone to move"),
            tr("tile"): tr("{turn}: touch a tile to move"),
        }
        return whole.get(word, tr("{turn}: touch a {piece} to move"))

    def _a_place(self) -> str:
        word = self.names.place_word()
        whole = {
            tr("dot"): tr("{turn}: touch a dot"),
            tr("point"): tr("{turn}: touch a point"),
            tr("square"): tr("{turn}: touch a square"),
        }
        return whole.get(word, tr("{turn}: touch a {place}"))

    def _next_place(self) -> str:
        word = self.names.place_word()
        whole = {
            tr("dot"): tr("{turn}: touch the next dot"),
            tr("point"): tr("{turn}: touch the next point"),
            tr("square"): tr("{turn}: touch the next square"),
        }
        return whole.get(word, tr("{turn}: touch the next {place}"))

    def _place_or_stop(self) -> str:
        word = self.names.place_word()
        whole = {
            tr("dot"): tr("{turn}: touch a dot, or Confirm to stop here"),
            tr("point"): tr("{turn}: touch a point, or Confirm to stop here"),
            tr("square"): tr("{turn}: touch a square, or Confirm to stop here"),
        }
        return whole.get(word, tr("{turn}: touch a {place}, or Confirm to stop here"))

    def placing(self, half: HalfMove, turn: str) -> str:
        """Return what is expected of *turn* while a piece in hand is placed in an area."""
        area = self.area_word()
        tokens = [touch for touch in half.touches if isinstance(touch, Token)]
        chosen = {Piece(*token.values) for token in tokens if token.kind == "hand"}
        kinds = chosen or set(half.position.hand())
        if len(kinds) != 1:
            text = self.choosing()
            return text.format(turn=turn, piece=self.names.piece_word(), area=area)
        piece = owned_name(self.names, half.position, min(kinds))
        for touch in half.touches:
            if isinstance(touch, int):
                site = half.position.board.name_of(touch)
                text = tr("{turn}: put {piece} on {site}, then Confirm")
                return text.format(turn=turn, piece=piece, site=site)
        return self.aiming().format(turn=turn, piece=piece, area=area)

    def choosing(self) -> str:
        """Return that a piece in hand is chosen, with ``{turn}``, ``{piece}`` and ``{area}``."""
        return tr("{turn}: touch a {piece} in your hand, then a {area}")

    def aiming(self) -> str:
        """Return that a place is chosen for a piece in hand, with the same to fill in."""
        return tr("{turn}: place {piece} on a {area}")

    def area_word(self) -> str:
        """Return what a place is called on which a piece in hand may be placed."""
        return self.names.place_word()

    def note(self, half: HalfMove) -> str:
        """Return what can be done now, for the note under the moves, or an empty text."""
        return ""

    def confirm(self, half: HalfMove) -> str:
        """Return what Confirm does with the whole move that *half* makes."""
        if half.progress is Progress.EXTENDABLE:
            return tr("stop here")
        return tr("pass") if half.move is not None and half.move.text == "pass" else tr("play it")

    def choice(self, half: HalfMove, focus: Touch) -> str:
        """Return what Confirm takes while the buttons' cursor is on *focus*."""
        if Fact(Does.PASS_BY_CHOICE) in half.next_touches().get(focus, ()):
            return tr("pass")
        return tr("pick {name}").format(name=self.names.touched(half.position.board, focus))

    def hides(self, position: Position) -> bool:
        """Return whether the player to move may not know all of *position*."""
        return position.public() is not position
