"""One piece of the hand on its way to a dot, in the placing phase of Quincala Mixing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from companion.contract import Fact, HalfMove, Move, Piece, Refusal, Site, Token, Touch
from companion.contract.codes import Cause, Does
from companion.games.quincala.rules.turn import PASS, LegPosition, OnBoard
from companion.games.quincala_mixing.rules.codes import MixingCause
from companion.games.quincala_mixing.rules.kernel.state import MixingRules
from companion.games.quincala_mixing.rules.text import placing_text

HAND = "hand"


def token_of(piece: Piece) -> Token:
    """Return what is touched to choose *piece* from the hand."""
    return Token(HAND, (piece.side, piece.value))


class PlacingHalfMove(OnBoard, HalfMove):
    """A placement being made: the piece in hand, then the dot.

    With one kind of piece in hand the dot alone is enough.
    """

    position: LegPosition
    rules: MixingRules

    def __init__(
        self, position: LegPosition, rules: MixingRules, touches: tuple[Touch, ...] = ()
    ) -> None:
        """Begin with *touches* made: the piece, the dot, or both, all of them legal."""
        self.position = position
        self.touches = touches
        self.rules = rules
        self._kinds = tuple(dict.fromkeys(position.hand()))
        self._piece: Piece | None = self._kinds[0] if len(self._kinds) == 1 else None
        self._site: Site | None = None
        for touch in touches:
            if isinstance(touch, Token):
                self._piece = Piece(*touch.values)
            else:
                self._site = touch
        self.placement = position.placement
        if self._piece is not None and self._site is not None:
            self.placement = rules.placed(position.placement, self._piece, self._site)

    @property
    def move(self) -> Move | None:
        """The placement by what was touched, or None before the dot is."""
        if self._piece is None or self._site is None:
            return None
        return Move(placing_text(self.position.board, self._piece, self._site), self.touches)

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return the pieces to choose from, then the free dots of the placing areas."""
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        touches: dict[Touch, tuple[Fact, ...]] = {}
        if not self.touches:
            touches.update((token_of(piece), ()) for piece in self._kinds)
        if self._site is None and self._piece is not None:
            for site in self.rules.free_dots(self.position.placement, self.position.side):
                touches[site] = (Fact(Does.PLACE, (self._piece, site)),)
        return touches

    def refusal(self, touch: Touch) -> Refusal:
        if self._site is not None:
            return Refusal(Cause.COMPLETE)
        if isinstance(touch, Token):
            return self._token_refusal(touch)
        if not 0 <= touch < len(self.position.board):
            return Refusal(Cause.OFF_BOARD)
        return self._dot_refusal(touch)

    def _token_refusal(self, token: Token) -> Refusal:
        if token.kind == PASS.text:
            return Refusal(MixingCause.PLACE_FIRST)
        if token.kind != HAND:
            return Refusal(Cause.TOKEN)
        return Refusal(MixingCause.PIECE_CHOSEN if self.touches else MixingCause.NOT_IN_HAND)

    def _dot_refusal(self, site: Site) -> Refusal:
        is_taken = self.rules.tower_at(self.position.placement, site) > 0
        if is_taken and not self.touches:
            # Most likely the player wants to move already.
            return Refusal(MixingCause.PLACE_FIRST)
        if site not in self.rules.areas[self.position.side]:
            return Refusal(MixingCause.NOT_IN_AREA)
        return Refusal(Cause.OCCUPIED) if is_taken else Refusal(MixingCause.CHOOSE_PIECE)

    def extended(self, touch: Touch) -> PlacingHalfMove:
        return PlacingHalfMove(self.position, self.rules, (*self.touches, touch))

    def hand(self) -> tuple[Piece, ...]:
        hand = list(self.position.hand())
        if self._piece is not None and self._site is not None:
            hand.remove(self._piece)
        return tuple(hand)

    def area(self) -> tuple[Site, ...]:
        return self.rules.areas[self.position.side]

    def facts(self) -> tuple[Fact, ...]:
        """Return the placement, once it is made."""
        if self._piece is None or self._site is None:
            return ()
        return (Fact(Does.PLACE, (self._piece, self._site)),)
