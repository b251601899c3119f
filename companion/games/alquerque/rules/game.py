"""Alquerque, with the additional rules of R. C. Bell as options.

Source: the published rule sheet of Alquerque; its options come from R. C. Bell,
Board and Table Games from Many Civilizations, as that sheet tells them.
"""

from __future__ import annotations

import random
from typing import Final

from companion.contract import (
    Board,
    Claim,
    Game,
    HalfMove,
    Move,
    Options,
    OptionSpec,
    Outcome,
    Piece,
    Placement,
    Position,
    Side,
    Touch,
    check_seed,
)
from companion.contract.codes import Does
from companion.errors import IllegalMoveError
from companion.games.alquerque.rules.codes import AlquerqueEnd
from companion.games.alquerque.rules.kernel.play import perft, playout, successors
from companion.games.alquerque.rules.kernel.state import (
    AlquerqueRules,
    AlquerqueState,
    counted,
    missing,
    outcome_of,
    placement,
    plies,
    rules_for,
    starting_state,
)
from companion.games.alquerque.rules.text import (
    move_of,
    rules_and_state,
    text_of,
    touches_from_text,
)
from companion.games.alquerque.rules.turn import AlquerqueTurn

_SHEET = "the published rule sheet of Alquerque"
_BELL = "R. C. Bell, Board and Table Games from Many Civilizations, as told in " + _SHEET


class AlquerquePosition(Position):
    """A position of Alquerque: its state under its rules, dressed in the contract."""

    counted_at_once = 6

    def __init__(self, rules: AlquerqueRules, state: AlquerqueState) -> None:
        self.game = ALQUERQUE
        self.board = rules.board
        self.options = rules.options
        self.rules = rules
        self.state = state
        self._moves: tuple[Move, ...] | None = None
        self._next: dict[tuple[Touch, ...], AlquerqueState] = {}

    @property
    def exact(self) -> AlquerqueState:
        """Return all that changes from ply to ply."""
        return self.state

    @property
    def side(self) -> Side:
        return self.state.side

    @property
    def key(self) -> object:
        """Return everything that the rules look at, except the quiet count."""
        white, black, side, _, offenders, visited = self.state
        return (self.rules.variant, white, black, side, offenders, visited)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return huffs, captures and steps, each kind in board order."""
        if self._moves is None:
            routes = plies(self.rules, self.state)
            self._moves = tuple(move_of(self.board, touches) for touches in routes.values())
            self._next = {touches: state for state, touches in routes.items()}
        return self._moves

    def play(self, move: Move) -> AlquerquePosition:
        # The search plays moves from the list, whose states are at hand.
        state = self._next.get(move.touches)
        if state is None:
            return self.after(self.half_move(move))
        return AlquerquePosition(self.rules, state)

    def begin(self) -> AlquerqueTurn:
        return AlquerqueTurn(self, self.rules, self.state)

    def after(self, half: HalfMove) -> AlquerquePosition:
        return AlquerquePosition(self.rules, self.whole(half, AlquerqueTurn).next_state())

    def outcome(self) -> Outcome | None:
        return outcome_of(self.rules, self.state)

    def claims(self) -> tuple[Claim, ...]:
        """Return the count: the side with more pieces wins, equal numbers draw."""
        if self.outcome() is not None:
            return ()
        numbers = (self.state.white.bit_count(), self.state.black.bit_count())
        return (Claim(AlquerqueEnd.COUNT, counted(self.state, AlquerqueEnd.COUNT), numbers),)

    def parse(self, text: str) -> Move:
        touches, written = touches_from_text(self.board, text)
        move = self.half_move(Move(written, touches)).move
        if move is None or move.text != written:
            raise IllegalMoveError(
                "expected {move!r} for that move, got {text!r}", move=move and move.text, text=text
            )
        return move

    def to_text(self) -> str:
        return text_of(self.game, self.rules, self.state)

    def pieces(self) -> Placement:
        return placement(self.state.white, self.state.black)

    def off_board(self) -> tuple[Piece, ...]:
        """Return the captured and huffed pieces, White's first."""
        return missing(self.rules, self.state.white, self.state.black)

    def successors(self) -> list[AlquerquePosition]:
        """Return the position after every ply, in a fixed order; none when the game is over."""
        return [
            AlquerquePosition(self.rules, state) for state in successors(self.rules, self.state)
        ]

    def counted(self, depth: int) -> int:
        return perft(self.rules, self.state, depth)

    def playout(self, seed: int, most_plies: int) -> Outcome | None:
        return outcome_of(self.rules, playout(self.rules, self.state, seed, most_plies))


class AlquerqueGame(Game):
    """Alquerque: its options and how a position comes about."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> AlquerquePosition:
        """Return the first position; with ``starts`` as ``coin`` the seed tosses it."""
        whole = self.complete(options)
        coin = random.Random(check_seed(seed)).randrange(2)
        side = {"white": 0, "black": 1, "coin": coin}[str(whole["starts"])]
        rules = rules_for(board or self.shipped_board(), whole)
        return AlquerquePosition(rules, starting_state(rules, side))

    def from_text(self, text: str, board: Board | None = None) -> AlquerquePosition:
        return AlquerquePosition(*rules_and_state(self, board or self.shipped_board(), text))


ALQUERQUE: Final = AlquerqueGame(
    name="alquerque",
    folder="companion.games.alquerque",
    board_name="alquerque",
    board_check=0x961DAF35,
    fact_codes=frozenset(Does),
    option_specs=(
        OptionSpec(
            "starts",
            ("white", "black", "coin"),
            "white",
            f"{_SHEET}: toss a coin",
            decides_start=True,
        ),
        OptionSpec("compulsory", (False, True), False, _BELL),
        OptionSpec("forward", ("off", "on", "captures-free"), "off", _BELL),
        OptionSpec("huffing", (False, True), False, _BELL, needs=("compulsory",)),
        OptionSpec("no_return", (False, True), False, _BELL),
        OptionSpec("quiet_limit", range(501), 50, f"{_SHEET}: no more pieces will be taken"),
    ),
    presets={
        "base": {"compulsory": False, "forward": "off", "huffing": False, "no_return": False},
        "bell": {"compulsory": True, "forward": "on", "huffing": False, "no_return": False},
        "bell-strict": {"compulsory": True, "forward": "on", "huffing": False, "no_return": True},
    },
)
