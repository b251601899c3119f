"""Quincala Mixing, Game 1 of the full board.

Source: the published short rules of Quincala Game 1, Quincala Mixing, of 2010.
A turn places what the opponent's last turn knocked, piece by piece, and then
moves a tower along a chain of legs, through mixed towers as well.  Whoever
alone has a piece of each size of his in mixed towers at the end of a turn wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.contract import (
    Board,
    Game,
    HalfMove,
    Move,
    Options,
    OptionSpec,
    Outcome,
    Piece,
    Position,
    Refusal,
    RefusedError,
    Side,
    Token,
    check_seed,
)
from companion.contract.codes import Does
from companion.games.quincala.rules.codes import TowerDoes
from companion.games.quincala.rules.kernel.core import Placed, Tower
from companion.games.quincala.rules.text import parse_route
from companion.games.quincala.rules.turn import PASS, LegHalfMove, LegPosition
from companion.games.quincala_mixing.rules.codes import MixingCause, MixingDoes
from companion.games.quincala_mixing.rules.kernel.state import Counts, MixingRules, rules_of
from companion.games.quincala_mixing.rules.placing import HAND, PlacingHalfMove, token_of
from companion.games.quincala_mixing.rules.text import (
    parse_placing,
    parse_position,
    placing_text,
    position_text,
)

SIZES = OptionSpec(
    name="sizes",
    values=(3, 4, 5),
    default=3,
    source="the published short rules of Quincala Game 1: 3, 4 or 5 sizes",
)


class MixingPosition(LegPosition):
    """A placement with its immune pieces, the side to move, and who has what in hand.

    What is missing on the board is in the hand of the side to move, but for what
    the other side could not place: that is *waiting*.
    """

    rules: MixingRules
    counted_at_once = 2
    mixed_start = MixingCause.MIXED_START
    stuck = MixingCause.NO_PIECE_TO_LIFT

    def __init__(self, rules: MixingRules, placement: Placed, side: Side, waiting: Counts) -> None:
        super().__init__(MIXING, rules, placement, side, 0, rules.options)
        self.waiting = waiting
        self._in_hand = rules.hand(placement, waiting)

    @property
    def key(self) -> tuple[Placed, Side, Counts]:
        """Equal for the same pieces, immune ones included, on board and in either hand."""
        return self.placement, self._side, self.waiting

    # Phases of a turn.

    def to_place(self) -> tuple[Piece, ...]:
        """Return each kind of piece that can be placed now, once; none in the moving phase.

        Reading: with no free dot in the placing areas the rest of the hand waits for
        the player's next turn; the rules do not say what happens then.
        """
        if not any(self._in_hand) or not self.rules.free_dots(self.placement, self._side):
            return ()
        return tuple(dict.fromkeys(self.hand()))

    def is_placing(self) -> bool:
        """Return whether the turn is in its placing phase."""
        return self.outcome() is None and bool(self.to_place())

    def legal_moves(self) -> list[Move]:
        """Return every ply that leads to a different position, by its canonical route.

        Placements by the piece, White's and the largest first, and then by the dot;
        moves in the order of the sites touched.
        """
        return self._placings() if self.is_placing() else super().legal_moves()

    def some_moves(
        self, most: int, tell: Callable[[int], None] = lambda count: None
    ) -> tuple[Sequence[Move], bool]:
        if self.is_placing():
            return Position.some_moves(self, most, tell)
        return super().some_moves(most, tell)

    def _placings(self) -> list[Move]:
        kinds = self.to_place()
        free = self.rules.free_dots(self.placement, self._side)
        # With one kind of piece in hand the dot alone is the shortest way.
        chosen = {piece: (token_of(piece),) if len(kinds) > 1 else () for piece in kinds}
        return [
            Move(placing_text(self.board, piece, site), (*chosen[piece], site))
            for piece in kinds
            for site in free
        ]

    def begin(self) -> HalfMove:
        return PlacingHalfMove(self, self.rules) if self.is_placing() else super().begin()

    def half_move(self, move: Move) -> HalfMove:
        return Position.half_move(self, move) if self.is_placing() else super().half_move(move)

    def after(self, half: HalfMove) -> MixingPosition:
        if isinstance(half, PlacingHalfMove):
            placing = self.whole(half, PlacingHalfMove)
            return MixingPosition(self.rules, placing.placement, self._side, self.waiting)
        # What was immune up to here belongs to the side that did not move.
        placement = self.whole(half, LegHalfMove).placement - self.rules.immunity(self.placement)
        return MixingPosition(self.rules, placement, 1 - self._side, self._in_hand)

    # Ends.

    def ended(self, placement: Placed, gone: Tower, side: Side) -> Outcome | None:
        """Return who won and why, or None; a placement never changes it."""
        return self.rules.outcome(placement, side)

    # Refusals.

    def token_refusal(self, token: Token) -> Refusal:
        """Return why *token* cannot be touched in the moving phase."""
        if token.kind != HAND:
            return super().token_refusal(token)
        is_in_hand = token in [token_of(piece) for piece in self.hand()]
        return Refusal(MixingCause.AREAS_FULL if is_in_hand else MixingCause.NOT_IN_HAND)

    # Texts.

    def parse(self, text: str) -> Move:
        """Return the move that *text* notates: ``3w@c2``, ``c1-c3``, ``d4xd5-e5``, ``pass``."""
        if "@" in text:
            piece, site = parse_placing(self.rules, text)
            self.begin().touch(token_of(piece)).touch(site)
            return next(move for move in self._placings() if move.text == text)
        if not self.is_placing():
            return super().parse(text)
        if text != PASS.text:
            parse_route(self.board, text)
        raise RefusedError(Refusal(MixingCause.PLACE_FIRST), "a move")

    def to_text(self) -> str:
        return position_text(self.game, self.rules, self.placement, self._side, self.waiting)

    # What the screen shows.

    def hand(self) -> tuple[Piece, ...]:
        return self.rules.listed(self._in_hand)

    def counted(self, depth: int) -> int:
        return self.rules.perft(self.placement, self._side, self.waiting, depth)


class MixingGame(Game):
    """Quincala Mixing with 3, 4 or 5 sizes; fewer leave out the largest.  White always starts."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> MixingPosition:
        """Return the first position; *seed* changes nothing."""
        whole = self.complete(options)
        check_seed(seed)
        rules = rules_of(board or self.shipped_board(), int(whole["sizes"]))
        return MixingPosition(rules, rules.start, 0, rules.nothing)

    def from_text(self, text: str, board: Board | None = None) -> MixingPosition:
        return MixingPosition(*parse_position(self, board or self.shipped_board(), text))


MIXING = MixingGame(
    name="quincala-mixing",
    folder="companion.games.quincala_mixing",
    board_name="quincala",
    board_check=0x28149F1C,
    fact_codes=frozenset((*Does, *TowerDoes, *MixingDoes)),
    option_specs=(SIZES,),
    has_formations=True,
)
