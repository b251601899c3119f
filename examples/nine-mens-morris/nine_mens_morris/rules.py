"""Nine Men's Morris, and twelve men's with diagonals.

Source: the rules as they are usually printed, e.g. R. C. Bell, Board and Table Games from
Many Civilizations.  Each side places its men in turn, then moves them along the lines;
three in a row are a mill, and whoever closes one removes a man of the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from companion.contract import (
    Board,
    Countdown,
    Fact,
    Game,
    HalfMove,
    Lifted,
    Move,
    Options,
    OptionSpec,
    Outcome,
    Piece,
    Placement,
    Position,
    Refusal,
    Side,
    Site,
    Token,
    Touch,
    check_seed,
)
from companion.errors import IllegalMoveError
from nine_mens_morris.men import Ply, Rules, State, rules_for, sites_of
from nine_mens_morris.text import ply_text, rules_and_state, state_text

_PRINTED: Final = "as usually printed, e.g. R. C. Bell, Board and Table Games"


class MorrisTurn(HalfMove):
    """A turn being made: a point, or a man and its point; after a mill a man to remove."""

    position: MorrisPosition

    def __init__(self, position: MorrisPosition, sites: tuple[Site, ...] = ()) -> None:
        self.position = position
        self.touches: tuple[Touch, ...] = sites
        self._rules, self._state, self._sites = position.rules, position.state, sites
        self._is_placing = position.state.hand[position.side] > 0
        self._ahead = [ply for ply in position.plies if ply.touches[: len(sites)] == sites]

    def ply(self) -> Ply | None:
        """Return what the touches so far do, or None before a man has come to its point."""
        if self._is_placing:
            return Ply(None, *self._sites) if self._sites else None
        return Ply(*self._sites) if len(self._sites) > 1 else None

    @property
    def move(self) -> Move | None:
        """Return the move that the touches make, or None while they make none."""
        ply = self.ply()
        return _move(self._rules.board, ply) if ply in self._ahead and ply else None

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return what may be touched next, in board order, with what it would do."""
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        done, number = len(self._facts()), len(self._sites)
        sites = dict.fromkeys(ply.touches[number] for ply in self._ahead if ply.touches[number:])
        return {site: self.extended(site).facts()[done:] for site in sites}

    def extended(self, touch: Touch) -> MorrisTurn:
        """Return the turn after *touch*, which is among the next touches."""
        assert not isinstance(touch, Token), "this game has no tokens"
        return MorrisTurn(self.position, (*self._sites, touch))

    def refusal(self, touch: Touch) -> Refusal:
        """Return why *touch*, which is not among the next touches, is refused."""
        if isinstance(touch, Token):
            return Refusal("token")
        if not 0 <= touch < len(self._rules.board):
            return Refusal("off-board")
        if self._rules.outcome(self._state) is not None:
            return Refusal("game-over")
        if self.move is not None:
            return Refusal("complete")
        return self._why_not(touch)

    def _why_not(self, site: Site) -> Refusal:
        pieces, side = self.pieces(), self._state.side
        owner = pieces[site][0].side if site in pieces else None
        if self.ply() is not None:
            code = "in-a-mill" if owner == 1 - side else "remove-a-man"
            return Refusal(code, tuple(site for site in self._next if isinstance(site, int)))
        if site in self._sites:
            return Refusal("same-site")
        if self._is_placing or self._sites:
            return Refusal("not-beside" if owner is None else "occupied")
        return Refusal({None: "empty", side: "no-moves"}.get(owner, "not-yours"))

    def after(self) -> State:
        """Return what the touches so far lead to."""
        ply = self.ply()
        return self._state if ply is None else self._rules.after(self._state, ply)

    def pieces(self) -> Placement:
        """Return the men as they stand after the touches so far."""
        return self._rules.placement(self.after())

    def hand(self) -> tuple[Piece, ...]:
        """Return the men that the mover has in hand after the touches so far."""
        return tuple(piece for piece in self.off_board() if piece.side == self._state.side)

    def off_board(self) -> tuple[Piece, ...]:
        """Return the men in hand after the touches so far, White's first."""
        return tuple(Piece(side, 1) for side in (0, 1) for _ in range(self.after().hand[side]))

    def lifted(self) -> Lifted | None:
        """Return the man that the next touch would move, or None."""
        is_lifted = len(self._sites) == 1 and not self._is_placing
        return Lifted(self._sites[0], (Piece(self._state.side, 1),)) if is_lifted else None

    def route(self) -> tuple[Site, ...]:
        """Return where the man has been; the one that is removed went nowhere."""
        return self._sites[: 1 if self._is_placing else 2]

    def facts(self) -> tuple[Fact, ...]:
        """Return what the touches so far do, with the win when they end the game."""
        side = self._state.side
        end = None if self.move is None else self._rules.outcome(self.after())
        if end is None or end.winner is None:
            return self._facts()
        return (*self._facts(), Fact("win" if end.winner == side else "lose", (side,)))

    def _facts(self) -> tuple[Fact, ...]:
        ply = self.ply()
        if ply is None:
            return ()
        side = self._state.side
        man, enemy = Piece(side, 1), Piece(1 - side, 1)
        mills = self._rules.closes(self._rules.moved(self._state, ply.start, ply.end), ply.end)
        return (
            Fact("place", (man, ply.end)) if ply.start is None else Fact("move", (man,)),
            *(Fact("mill", (side, tuple(sites_of(mill)))) for mill in mills),
            *(() if ply.removed is None else (Fact("remove", (enemy, ply.removed)),)),
        )


class MorrisPosition(Position):
    """A position: a `State` under `Rules`."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.game = MORRIS
        self.board, self.options = rules.board, rules.options
        self.rules, self.state = rules, state

    @property
    def side(self) -> Side:
        """Return the side to move."""
        return self.state.side

    @property
    def key(self) -> tuple[object, ...]:
        """Return men, side and hands: all but the count of quiet plies."""
        return self.state[:3]

    @property
    def exact(self) -> State:
        """Return all that changes from ply to ply."""
        return self.state

    @cached_property
    def plies(self) -> tuple[Ply, ...]:
        """Return every ply, in the order of the points touched."""
        return tuple(self.rules.plies(self.state))

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every ply, in the order of the points touched."""
        return tuple(_move(self.board, ply) for ply in self.plies)

    def begin(self) -> MorrisTurn:
        """Return the turn with nothing touched yet."""
        return MorrisTurn(self)

    def after(self, half: HalfMove) -> MorrisPosition:
        """
        Return the position after the complete turn *half*.

        Raises:
            IllegalMoveError: *half* is not complete or was begun in another position.
        """
        if not isinstance(half, MorrisTurn) or half.position != self or half.move is None:
            raise IllegalMoveError(f"expected a whole turn begun here, got {half.touches!r}")
        return MorrisPosition(self.rules, half.after())

    def following(self, ply: Ply) -> MorrisPosition:
        """Return the position after *ply*, one of its own."""
        return MorrisPosition(self.rules, self.rules.after(self.state, ply))

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return self.rules.outcome(self.state)

    def to_text(self) -> str:
        """Return the position as one line."""
        return state_text(self.game, self.rules, self.state)

    def pieces(self) -> Placement:
        """Return the men on the board."""
        return self.rules.placement(self.state)

    def hand(self) -> tuple[Piece, ...]:
        """Return the men that the mover has in hand."""
        return self.begin().hand()

    def off_board(self) -> tuple[Piece, ...]:
        """Return the men in hand, White's first; those removed do not come back."""
        return self.begin().off_board()

    def countdown(self) -> Countdown | None:
        """Return how near a draw is, where plies without a mill make one."""
        limit = self.rules.draw_after
        return None if not limit or any(self.state.hand) else Countdown(self.state.quiet, limit)


def _move(board: Board, ply: Ply) -> Move:
    return Move(ply_text(board, ply), ply.touches)


class MorrisGame(Game):
    """The options, and how a position comes about."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> MorrisPosition:
        """
        Return the empty board with all men in hand; *seed* changes nothing.

        Raises:
            OptionError: an option or the seed is unknown or out of range.
            BoardError: *board* is no morris board.
        """
        check_seed(seed)
        rules = rules_for(board or self.shipped_board(), self.complete(options))
        return MorrisPosition(rules, State((0, 0), 0, (rules.men, rules.men)))

    def from_text(self, text: str, board: Board | None = None) -> MorrisPosition:
        """
        Return the position that *text* describes, options included.

        Raises:
            PositionError: *text* is not a position of this game.
            BoardError: *board* is no morris board.
        """
        return MorrisPosition(*rules_and_state(self, board or self.shipped_board(), text))


MORRIS: Final = MorrisGame(
    name="nine-mens-morris",
    folder="nine_mens_morris",
    board_name="nine-mens-morris",
    option_specs=(
        OptionSpec("flying", (False, True), True, _PRINTED),
        OptionSpec("diagonals", (False, True), False, f"twelve men's morris, {_PRINTED}"),
        OptionSpec("draw_after", range(501), 100, "of this program: ends what nobody can win"),
    ),
)
