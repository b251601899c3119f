"""Quincy, for two players or two teams of two.

Source: the published rules of Quincy by Mark Whitley.  A domino names the square
of a grid on which its player puts a stone; two lines of four stones win.
"""

from __future__ import annotations

import random
from typing import Final

from companion.contract import (
    Board,
    Game,
    HalfMove,
    Hands,
    Move,
    Options,
    OptionSpec,
    Outcome,
    Placement,
    Position,
    RefusedError,
    Side,
    Site,
    Token,
    check_seed,
)
from companion.contract.codes import Does
from companion.errors import BoardError, Message
from companion.games.quincy.rules.codes import QuincyDoes
from companion.games.quincy.rules.kernel.state import (
    DECK,
    Ply,
    QuincyState,
    after_ply,
    first_state,
    held,
    lines,
    members,
    outcome_of,
    perft,
    plies,
    team_of,
)
from companion.games.quincy.rules.text import (
    MOVES,
    NAMES,
    PASS_TEXT,
    PLIES,
    TOKENS,
    options_and_state,
    public_text,
    read_move,
    text_of,
)
from companion.games.quincy.rules.turn import QuincyTurn, placement

_RULES = "the published rules of Quincy"


class QuincyPosition(Position):
    """A position of Quincy: a `QuincyState` under options, dressed in the contract.

    It holds every hand and the draw pile; `public_text` tells only what a seat may know.
    """

    counted_at_once = 3

    def __init__(self, board: Board, options: Options, state: QuincyState) -> None:
        self.game = QUINCY
        self.board = board
        self.options = options
        self.state = state
        self._plies: list[Ply] = []
        self._moves: tuple[Move, ...] | None = None

    @property
    def side(self) -> Side:
        """Return the team to move: 0 is blue, 1 yellow."""
        return team_of(self.state.seat)

    @property
    def seat(self) -> int:
        return self.state.seat

    @property
    def key(self) -> QuincyState:
        """Return everything; nothing in a position of Quincy is only a counter."""
        return self.state

    def hand_of(self, seat: int) -> tuple[Token, ...]:
        """Return the dominoes that *seat* may hold, in order.

        Where the program deals, that is its hand, not to be shown to others;
        with real dominoes it is every one not discarded yet.
        """
        return tuple(TOKENS[domino] for domino in members(held(self.state, seat)))

    def lines(self) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
        """Return side and squares of each run of four or more, as long as it can be."""
        return lines(self.state)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every ply, in the order of dominoes and then of squares."""
        if self._moves is None:
            self._plies = plies(self.state)
            self._moves = tuple([MOVES[ply] for ply in self._plies])
        return self._moves

    def play(self, move: Move) -> QuincyPosition:
        # The search plays thousands of the listed moves a second; a turn would tell facts as well.
        ply = PLIES.get(move)
        if ply is None or ply not in self._plies:
            return self.after(self.half_move(move))
        return QuincyPosition(self.board, self.options, after_ply(self.state, ply))

    def begin(self) -> QuincyTurn:
        return QuincyTurn(self, self.state)

    def after(self, half: HalfMove) -> QuincyPosition:
        state = self.whole(half, QuincyTurn).next_state()
        return QuincyPosition(self.board, self.options, state)

    def outcome(self) -> Outcome | None:
        """Return the team with two lines as winner, a wash without dominoes, else None."""
        return outcome_of(self.state)

    def parse(self, text: str) -> Move:
        """Return the move that *text* notates: ``3|5@53``, ``0|4x47``, ``4|4~``, ``pass``.

        The numbers of the domino are read in either order.

        Raises:
            NotationError: *text* is not in the notation of Quincy.
            RefusedError: the move is not legal here; it is an `IllegalMoveError`.
        """
        read, half = read_move(text), self.begin()
        if read is None:
            if half.move is None:
                raise RefusedError(half.refusal(Token(PASS_TEXT, ())), PASS_TEXT)
            return half.move
        domino, mark, site = read
        turn = half.touch(TOKENS[domino])
        assert isinstance(turn, QuincyTurn), "Quincy's turns are its own"
        refusal = turn.mark_refusal(mark, site)
        if refusal is not None:
            raise RefusedError(refusal, text.strip())
        move = turn.move if site is None else turn.extended(site).move
        assert move is not None, "else it is refused"
        return move

    def to_text(self) -> str:
        """Return the position as one line, hands and pile included: not for the players."""
        return text_of(self.game, self.options, self.state)

    def public(self) -> QuincyPosition:
        """Return the position as if the dealt dominoes were real ones, which nobody has seen."""
        if not self.state.hands:
            return self
        options = {**self.options, "dominoes": "physical"}
        return QuincyPosition(self.board, options, self.state._replace(hands=(), pile=()))

    def public_text(self, seat: int | None) -> str:
        """Return the position as one line with only what *seat* may know; None is the table.

        Other hands are numbers of dominoes, the discarded ones are listed, and the
        draw pile is what remains.  `Game.from_text` does not read it.
        """
        return public_text(self.game, self.options, self.state, seat)

    def pieces(self) -> Placement:
        return placement(self.state.blue, self.state.yellow)

    def counted(self, depth: int) -> int:
        return perft(self.state, depth)


def _checked(board: Board) -> Board:
    """Return *board*.

    Raises:
        BoardError: *board* is no grid of 9 by 9 squares named by row and column.
    """
    if board.names != NAMES:
        raise BoardError(
            "expected a full grid of 9 by 9 squares named by rows for quincy, got {board!r}",
            board=board.name,
        )
    return board


class QuincyGame(Game):
    """Quincy: its options and how a position comes about."""

    def seat_count(self, options: Options) -> int:
        """Return 2 or 4, as the players have chosen."""
        return int(self.complete(options)["players"])

    def hands(self, options: Options) -> Hands:
        """Return that hands are hidden, or that the players hold real dominoes."""
        is_dealt = self.complete(options)["dominoes"] == "dealt"
        return Hands.HIDDEN if is_dealt else Hands.NAMED

    def program_refusal(self, options: Options) -> str:
        """Return why the program cannot play with real dominoes.

        Reading: it cannot draw them and keep them from the persons, so it plays only
        with those that it deals itself.
        """
        if self.hands(options) is Hands.HIDDEN:
            return ""
        return Message("expected option dominoes as dealt where the program plays, got 'physical'")

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> QuincyPosition:
        """Return the first position; *seed* shuffles the dominoes, then tosses the coin."""
        whole = self.complete(options)
        chance = random.Random(check_seed(seed))
        deck = list(range(len(DECK)))
        chance.shuffle(deck)
        # Tossed after the deal, so that a seed deals the same hands whoever starts.
        coin = chance.randrange(2)
        seat = {"blue": 0, "yellow": 1, "coin": coin}[str(whole["starts"])]
        state = first_state(
            tuple(deck), int(whole["players"]), seat, is_dealt=whole["dominoes"] == "dealt"
        )
        return QuincyPosition(_checked(board or self.shipped_board()), whole, state)

    def from_text(self, text: str, board: Board | None = None) -> QuincyPosition:
        options, state = options_and_state(self, text)
        return QuincyPosition(_checked(board or self.shipped_board()), options, state)


QUINCY: Final = QuincyGame(
    name="quincy",
    folder="companion.games.quincy",
    board_name="quincy",
    board_check=0x728232F9,
    fact_codes=frozenset((*Does, *QuincyDoes)),
    side_names=("Blue", "Yellow"),
    option_specs=(
        OptionSpec("players", (2, 4), 2, f"{_RULES}: adapting for four players"),
        OptionSpec("dominoes", ("dealt", "physical"), "dealt", "real dominoes or the program's"),
        OptionSpec(
            "starts",
            ("blue", "yellow", "coin"),
            "blue",
            f"{_RULES} leave it open",
            decides_start=True,
        ),
    ),
)
