"""Querni: remove all your own tiles by forming chains of consecutive numbers.

Source: the published rule sheet of Querni by Enrique Fernández Alcázar.
"""

from __future__ import annotations

from typing import Final

from companion.contract import (
    Board,
    Countdown,
    Game,
    HalfMove,
    Move,
    Options,
    OptionSpec,
    Outcome,
    Piece,
    Placement,
    Position,
    Refusal,
    RefusedError,
    Side,
    Touch,
    check_seed,
)
from companion.contract.codes import Does
from companion.contract.texts import shown
from companion.errors import IllegalMoveError, Message
from companion.games.querni.rules.codes import QuerniCause
from companion.games.querni.rules.kernel.moving import Route
from companion.games.querni.rules.kernel.state import (
    QuerniPly,
    QuerniRules,
    QuerniState,
    after_ply,
    dealt,
    has_ply,
    missing,
    outcome_of,
    perft,
    placement,
    plies,
    ply_to,
    rules_for,
)
from companion.games.querni.rules.text import (
    PASS_TEXT,
    chain_text,
    move_from_text,
    route_text,
    rules_and_state,
    text_of,
)
from companion.games.querni.rules.turn import PASS_TOKEN, QuerniTurn

_SHEET = "the published rule sheet of Querni"
_PASSING = (
    # Reading: without this option a player who can do something must, because the
    # sheet grants a lost turn only to a player who is blocked and has no chain.
    _SHEET + ': "each turn, you may"'
)


class QuerniPosition(Position):
    """A position of Querni: a `QuerniState` under `QuerniRules`, dressed in the contract."""

    counted_at_once = 2

    def __init__(self, rules: QuerniRules, state: QuerniState) -> None:
        self.game = QUERNI
        self.board = rules.board
        self.options = rules.options
        self.rules = rules
        self.state = state
        self._moves: tuple[Move, ...] | None = None
        self._plies: dict[tuple[Touch, ...], QuerniPly] = {}

    @property
    def exact(self) -> QuerniState:
        return self.state

    @property
    def side(self) -> Side:
        """Return the side to move: 0 is blue, 1 is pink."""
        return self.state.side

    @property
    def key(self) -> object:
        """Return where all tiles lie and who is to move, the quiet count left aside."""
        return self.state.tiles, self.state.side

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every ply in order of the squares touched, a pass last."""
        if self._moves is None:
            listed = plies(self.rules, self.state) if self.outcome() is None else []
            self._moves = tuple(
                _move(self.board, touches, ply, is_only=len(listed) == 1)
                for touches, ply in listed
            )
            self._plies = {
                move.touches: ply for move, (_, ply) in zip(self._moves, listed, strict=True)
            }
        return self._moves

    def move_to(self, after: QuerniPosition) -> Move:
        """Return the canonical move that leads to *after*, which stands a ply later."""
        touches, ply = ply_to(self.rules, self.state, after.state.tiles[self.side])
        is_only = not touches and not has_ply(self.rules, self.state)
        return _move(self.board, touches, ply, is_only=is_only)

    def play(self, move: Move) -> QuerniPosition:
        # The search plays moves from the list, whose plies are at hand.
        ply = self._plies.get(move.touches)
        if ply is None:
            return self.after(self.half_move(move))
        return QuerniPosition(self.rules, after_ply(self.rules, self.state, ply))

    def begin(self) -> QuerniTurn:
        return QuerniTurn(self, self.rules, self.state)

    def after(self, half: HalfMove) -> QuerniPosition:
        turn = self.whole(half, QuerniTurn)
        return QuerniPosition(self.rules, after_ply(self.rules, self.state, turn.ply()))

    def outcome(self) -> Outcome | None:
        return outcome_of(self.rules, self.state)

    def parse(self, text: str) -> Move:
        half: HalfMove = self.begin()
        if text != PASS_TEXT:
            half = self._touched(half, text)
        elif half.move is None:
            half = half.touch(PASS_TOKEN)
        move = half.move
        if move is None or move.text != text:
            expected = shown(move.text) if move else Message("a whole move")
            raise IllegalMoveError(
                "expected {expected} for these touches, got {text}",
                expected=expected,
                text=shown(text),
            )
        return move

    def _touched(self, half: HalfMove, text: str) -> HalfMove:
        route, chain = move_from_text(self.board, text)
        for site in route:
            half = half.touch(site)
        if chain is not None:
            standing = half.pieces().items()
            squares = {tile.value: site for site, (tile,) in standing if tile.side == self.side}
            for number in chain:
                if number not in squares:
                    raise RefusedError(Refusal(QuerniCause.CHAIN_INCOMPLETE), chain_text(chain))
                half = half.touch(squares[number])
        return half

    def to_text(self) -> str:
        return text_of(self.game, self.rules, self.state)

    def pieces(self) -> Placement:
        return placement(self.rules, self.state.tiles)

    def off_board(self) -> tuple[Piece, ...]:
        return missing(self.rules, self.state.tiles)

    def countdown(self) -> Countdown:
        return Countdown(self.state.quiet, self.rules.draw_after)

    def counted(self, depth: int) -> int:
        return perft(self.rules, self.state, depth)


def _move(board: Board, touches: Route, ply: QuerniPly, *, is_only: bool) -> Move:
    """Return *ply* as a move; a pass that is the only one needs no touch."""
    if not touches:
        return Move(PASS_TEXT, () if is_only else (PASS_TOKEN,))
    if not ply.first:
        return Move(route_text(board, touches), touches)
    chain = chain_text((ply.first, ply.last))
    return Move(route_text(board, touches[:-2]) + chain if ply.number else chain, touches)


class QuerniGame(Game):
    """Querni: its options and how a position comes about."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> QuerniPosition:
        """Return the first position; *seed* shuffles either side, blue first, then tosses."""
        whole = self.complete(options)
        rules = rules_for(board or self.shipped_board(), whole)
        state, coin = dealt(rules, check_seed(seed))
        side = {"blue": 0, "pink": 1, "coin": coin}[str(whole["starts"])]
        return QuerniPosition(rules, state._replace(side=side))

    def from_text(self, text: str, board: Board | None = None) -> QuerniPosition:
        return QuerniPosition(*rules_and_state(self, board or self.shipped_board(), text))


QUERNI: Final = QuerniGame(
    name="querni",
    folder="companion.games.querni",
    board_name="querni",
    board_check=0xA7B4004D,
    fact_codes=frozenset(Does),
    side_names=("Blue", "Pink"),
    is_shuffled=True,
    option_specs=(
        OptionSpec(
            "starts",
            ("blue", "pink", "coin"),
            "blue",
            f"{_SHEET} does not say who starts",
            decides_start=True,
        ),
        OptionSpec(
            "draw_after", range(1, 201), 30, f"{_SHEET}: 30 turns without removing a chain"
        ),
        OptionSpec("passing", (False, True), False, _PASSING),
    ),
)
