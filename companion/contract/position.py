"""The contract between the rules of a game and everything else.

A game is a `Game`; it makes `Position` values; a player makes a ply one touch
at a time through a `HalfMove`, a turn while it is made.  This module knows no game, screen,
player or clock, and neither does any module of this package.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Self, TypeVar

from companion.contract.board import Board, Site
from companion.contract.board_table import whole_board
from companion.contract.options import Choices, Options
from companion.contract.values import (
    Claim,
    Countdown,
    Fact,
    Hands,
    Lifted,
    Move,
    Outcome,
    Piece,
    Placement,
    Progress,
    Refusal,
    RefusedError,
    Side,
    Token,
    Touch,
    sites_among,
)
from companion.errors import CompanionError, IllegalMoveError, Message, PluginError

MOST_TOUCHES: Final = 200
"""In one turn.  A move may run in circles for ever; a line of the journal may not."""

MOST_TURNS: Final = 100_000
"""Half-made turns that are tried in one position: some seconds' work."""

SHOWN_TOUCHES: Final = 8
"""Touches that an error names."""


class HalfMove(ABC):
    """A turn being made: the touches so far and what may come next.  Immutable.

    The screen, the LEDs and the buttons all draw from this one answer, and it
    never waits for the list of all legal moves.
    """

    position: Position
    touches: tuple[Touch, ...]

    @property
    def progress(self) -> Progress:
        """Return whether the touches so far make a move, and whether it may go on."""
        if self.move is None:
            return Progress.INCOMPLETE
        return Progress.EXTENDABLE if self.next_touches() else Progress.COMPLETE

    @property
    @abstractmethod
    def move(self) -> Move | None:
        """Return the move that the touches make, or None while they make none."""

    @abstractmethod
    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return what may be touched next, in board order, with what it would do."""

    @abstractmethod
    def refusal(self, touch: Touch) -> Refusal:
        """Return why *touch*, which is not among the next touches, is refused."""

    @abstractmethod
    def extended(self, touch: Touch) -> HalfMove:
        """Return the half-made turn after *touch*, which is among the next touches."""

    @abstractmethod
    def pieces(self) -> Placement:
        """Return the pieces as they stand on the board after the touches so far."""

    def off_board(self) -> tuple[Piece, ...]:
        """Return the pieces that are off the board after the touches so far."""
        return self.position.off_board()

    def lifted(self) -> Lifted | None:
        """Return the pieces that the next touch would move, or None."""
        return None

    @abstractmethod
    def facts(self) -> tuple[Fact, ...]:
        """Return what the touches so far do."""

    def route(self) -> tuple[Site, ...]:
        """Return where the moving pieces have been so far, or the only site touched."""
        return sites_among(self.touches)

    def chains(self) -> tuple[tuple[Site, ...], ...]:
        """Return the longest chains that this turn may still remove, as they stand now."""
        return ()

    def lines(self) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
        """Return side and squares of each line that stands after the touches so far."""
        return self.position.lines()

    def hand(self) -> tuple[Piece, ...]:
        """Return what the side to move has in hand after the touches so far."""
        return self.position.hand()

    def area(self) -> tuple[Site, ...]:
        """Return the sites among which this turn places a piece in hand, taken ones included.

        In board order; none where the turn places nothing, or places without an area.
        """
        return ()

    def immune(self) -> frozenset[tuple[Site, int]]:
        """Return site and value of each piece that is immune after the touches so far.

        Both those that cannot be knocked in this turn and those that became immune in it.
        """
        return self.position.immune()

    def formed(self, side: Side) -> frozenset[int]:
        """Return the sizes of *side* that stand in mixed towers after the touches so far."""
        return self.position.formed(side)

    def touch(self, touch: Touch) -> HalfMove:
        """Return the half-made turn after *touch*.

        Raises:
            RefusedError: the rules do not allow *touch* here; nothing changes.
        """
        if touch in self.next_touches():
            return self.extended(touch)
        raise RefusedError(self.refusal(touch), _name_of(touch, self.position))

    def undone(self) -> HalfMove:
        """Return the half-made turn without its last touch."""
        half = self.position.begin()
        for touch in self.touches[:-1]:
            half = half.extended(touch)
        return half


def turns_of(begun: HalfMove) -> Iterator[HalfMove]:
    """Yield every turn that *begun* may become, itself too, those of few touches first.

    Raises:
        PluginError: there is no end of them, or something is offered that is no touch.
    """
    waiting, count = deque((begun,)), 0
    while waiting:
        half = waiting.popleft()
        count += 1
        if len(half.touches) > MOST_TOUCHES or count > MOST_TURNS:
            raise PluginError(
                "expected at most {most_turns:,} turns of at most {most_touches} touches, "
                "got no end after {half}",
                most_turns=MOST_TURNS,
                most_touches=MOST_TOUCHES,
                half=_touched(half),
            )
        yield half
        for touch in half.next_touches():
            _check_touch(touch, half)
            waiting.append(half.extended(touch))


def _check_touch(touch: Touch, half: HalfMove) -> None:
    dots = len(half.position.board)
    is_dot = type(touch) is int and 0 <= touch < dots
    if not is_dot and not isinstance(touch, Token):
        raise PluginError(
            "expected next_touches to give dots 0 to {dots} or Tokens, got {touch!r} after {half}",
            dots=dots - 1,
            touch=touch,
            half=_touched(half),
        )


def _touched(half: HalfMove) -> str:
    """Return the touches so far as an error names them."""
    names = [_name_of(touch, half.position) for touch in half.touches[:SHOWN_TOUCHES]]
    more = " ..." if len(half.touches) > SHOWN_TOUCHES else ""
    return (" ".join(names) or Message("no touch")) + more


def _name_of(touch: Touch, position: Position) -> str:
    return touch.kind if isinstance(touch, Token) else position.board.name_of(touch)


TurnT = TypeVar("TurnT", bound=HalfMove)


class Position(ABC):
    """An immutable position of one game, with the options it is played under.

    What each method is for:

    - rules: `side`, `legal_moves`, `after`, `outcome`, `claims`, `countdown`, `parse`,
      `to_text`, `key`, `exact`, and what follows from them, `play`, `explain`, `perft`,
      `counted`, `playout`;
    - touch: `begin`, `half_move`, `whole`;
    - table: `pieces`, `off_board`, `hand`, and what is marked there, `lines`, `immune`,
      `formed`;
    - hidden information, open unless said otherwise: `seat`, `hand_of`, `public`,
      `public_text`.

    Attributes:
        counted_at_once: plies that `counted` counts in one go; compiled code hears no Ctrl-C
            before it has done.
    """

    counted_at_once = 0
    game: Game
    board: Board
    options: Options

    @property
    @abstractmethod
    def side(self) -> Side:
        """Return the side to move."""

    @property
    def seat(self) -> int:
        """Return the player to move: the side, and 2 more for the second of two in a team."""
        return self.side

    @property
    @abstractmethod
    def key(self) -> object:
        """Return a hashable value, equal for positions that differ only in counters."""

    @property
    def exact(self) -> object:
        """Return a hashable value, equal for equal positions of one board and options alone."""
        return self.key

    def __eq__(self, other: object) -> bool:
        """Return whether *other* is the same position of the same game, counters included."""
        if not isinstance(other, type(self)):
            return NotImplemented
        is_same_game = self.game.name == other.game.name and self.board is other.board
        return is_same_game and self.options == other.options and self.exact == other.exact

    def __hash__(self) -> int:
        """Return a hash; equal positions have equal ones."""
        return hash(self.exact)

    def __reduce__(self) -> tuple[object, ...]:
        """Return how another process makes the same position of its text."""
        text = self.to_text()
        board = None if self._is_as_shipped(text) else self.board
        return _restored, (self.game.folder, text, board)

    def _is_as_shipped(self, text: str) -> bool:
        """Return whether *text* alone leads to the same board again."""
        if self.board is self.game.shipped_board():
            return True
        try:
            # A game may draw more on the shipped board under some options.
            return self.game.from_text(text).board is self.board
        except CompanionError:
            return False

    def __repr__(self) -> str:
        """Return the position's text with the name of its game."""
        return f"<{self.game.name} {self.to_text()!r}>"

    def legal_moves(self) -> Sequence[Move]:
        """Return every ply that leads to a different position, once, in a fixed order.

        Each is given by its canonical route: the shortest one, and of these the
        first in board order.  Empty exactly when the game is over.

        Found here by trying every touch, which is enough for plies of a few touches;
        a game of many or long plies lists them itself.

        Raises:
            PluginError: turns have no end, or something is offered that is no touch.
        """
        # No cached_property: in Python 3.11 one position of a game that never answers would
        # hold its lock, which is one for all positions.
        if "_tried" not in self.__dict__:
            self.__dict__["_tried"] = self._all_tried()
        tried: tuple[Move, ...] = self.__dict__["_tried"]
        return tried

    def some_moves(
        self, most: int, tell: Callable[[int], None] = lambda count: None
    ) -> tuple[Sequence[Move], bool]:
        """Return at most *most* of the legal moves, and whether they are all.

        Where there are very many a game finds no more of them than it has to.

        Args:
            most: how many, at least 1.
            tell: hears now and then how many are found; what it raises ends the search.
        """
        moves = self.legal_moves()
        return moves[:most], len(moves) <= most

    def _all_tried(self) -> tuple[Move, ...]:
        moves: dict[object, Move] = {}
        for half in turns_of(self.begin()) if self.outcome() is None else ():
            if half.move is not None:
                moves.setdefault(self.after(half).key, half.move)
        return tuple(moves.values())

    @abstractmethod
    def begin(self) -> HalfMove:
        """Return the half-made turn with nothing touched yet."""

    @abstractmethod
    def after(self, half: HalfMove) -> Self:
        """Return the position after the complete half-made turn *half*.

        Raises:
            IllegalMoveError: *half* is not complete or was begun in another position.
        """

    def whole(self, half: HalfMove, kind: type[TurnT]) -> TurnT:
        """Return *half* as a complete turn of *kind* that was begun here.

        Raises:
            IllegalMoveError: it is none.
        """
        if not isinstance(half, kind) or half.position != self:
            # Which one is not told: it may hold hidden hands.
            raise IllegalMoveError("expected a turn begun here, got one begun in another position")
        if half.progress is Progress.INCOMPLETE:
            raise IllegalMoveError(
                "expected a whole move, got touches {touches!r}", touches=half.touches
            )
        return half

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def parse(self, text: str) -> Move:
        """Return the move that *text* notates; any legal route is taken.

        Here the canonical routes alone, looked for in the list of all moves; of a text that is
        none, the dots that it names are touched in turn, to learn which of them is refused.

        Raises:
            NotationError: *text* is not in the notation of the game.
            IllegalMoveError: the move is not legal here; a RefusedError tells why.
        """
        for move in self.legal_moves():
            if move.text == text:
                return move
        longest_first = sorted(self.board.names, key=len, reverse=True)
        half = self.begin()
        for name in re.findall("|".join(map(re.escape, longest_first)), text[:60]):
            half = half.touch(self.board.site_of(name))
        raise IllegalMoveError(
            "expected a legal move of {game}, got {text!r}", game=self.game.name, text=text[:60]
        )

    @abstractmethod
    def to_text(self) -> str:
        """Return the position as one line that `Game.from_text` reads back equal."""

    def public_text(self, seat: int | None) -> str:
        """Return the position as one line with only what *seat* may know; None is the table."""
        return self.to_text()

    @abstractmethod
    def pieces(self) -> Placement:
        """Return the pieces on the board."""

    def off_board(self) -> tuple[Piece, ...]:
        """Return the pieces off the board (taken, or not placed yet), in a fixed order."""
        return ()

    def lines(self) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
        """Return side and squares of each line, whose pieces can never be removed."""
        return ()

    def public(self) -> Self:
        """Return the position without what a player may not see: itself where all is open.

        Every move that is legal here is legal there and leads to the public
        position of what it leads to here.
        """
        return self

    def hand(self) -> tuple[Piece, ...]:
        """Return what the side to move has in hand; the rest of `off_board` is the other's."""
        return ()

    def hand_of(self, seat: int) -> tuple[Token, ...]:
        """Return what *seat* may hold, in a fixed order, where `Game.hands` are not open.

        Where they are hidden that is its hand, not to be shown to others; where real
        pieces are held it is every one that may still be in it.
        """
        return ()

    def immune(self) -> frozenset[tuple[Site, int]]:
        """Return site and value of each piece that cannot be knocked in this turn."""
        return frozenset()

    def formed(self, side: Side) -> frozenset[int]:
        """Return the sizes of *side* that stand in mixed towers, where that matters."""
        return frozenset()

    def countdown(self) -> Countdown | None:
        """Return how near the game is to an end by standing still, where that is shown."""
        return None

    def claims(self) -> tuple[Claim, ...]:
        """Return the ways of ending the game here that both sides may agree on."""
        return ()

    def half_move(self, move: Move) -> HalfMove:
        """Return the half-made turn after all touches of *move*.

        Raises:
            IllegalMoveError: a touch of *move* is not legal here, or they make no whole move.
        """
        half = self.begin()
        for touch in move.touches:
            half = half.touch(touch)
        if half.move is None:
            raise IllegalMoveError("expected a whole move, got {move!r}", move=move.text)
        return half

    def play(self, move: Move) -> Self:
        """Return the position after *move*; any legal route is taken.

        Raises:
            IllegalMoveError: *move* is not legal here; the position stays as it is.
        """
        return self.after(self.half_move(move))

    def explain(self, move: Move) -> tuple[Fact, ...]:
        """Return what *move* does: knocks, captures, joins, a win, as codes."""
        return self.half_move(move).facts()

    def perft(self, depth: int) -> int:
        """Return the number of ply sequences of length *depth*; counters ignored."""
        if depth == 0:
            return 1
        if depth <= self.counted_at_once:
            return self.counted(depth)
        moves = self.legal_moves()
        if depth == 1:
            return len(moves)
        return sum(self.play(move).perft(depth - 1) for move in moves)

    def counted(self, depth: int) -> int:
        """Return `perft` of a *depth* from 1 to `counted_at_once`, by whatever counts fast."""
        raise NotImplementedError

    def playout(self, seed: int, most_plies: int) -> Outcome | None:
        """Return how random plies from here end, or None where *most_plies* do not end it.

        Each legal move of a position is drawn with equal chance, by *seed* alone.
        """
        chance, position = random.Random(seed), self
        for _ in range(most_plies):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(chance.choice(moves))
        return position.outcome()


def _restored(folder: str, text: str, board: Board | None) -> Position:
    game: Game = import_module(folder).PLUGIN.game
    return game.from_text(text, board)


@dataclass(frozen=True, kw_only=True)
class Game(Choices, ABC):
    """One game: its name, its board, its options, and how a position comes about.

    Attributes:
        folder: the package that the game lies in, with its ``board.toml``.
        side_names: what its records and scripts call the two sides, in every language.
        has_formations: it is won by sizes in mixed towers, which `formed` tells.
        is_shuffled: whether the seed lays out pieces that both players see.
        fact_codes: of all `Fact` that its turns tell, held against those that lessons
            name; where there are none, lessons may name any.
        board_check: the CRC-32 of its board's text, so that a damaged one is never played
            on; 0 is not checked.
    """

    folder: str
    board_name: str
    side_names: tuple[str, str] = ("White", "Black")
    has_formations: bool = False
    is_shuffled: bool = False
    fact_codes: frozenset[str] = frozenset()
    board_check: int = 0

    @property
    def side_letters(self) -> tuple[str, str]:
        """Return what short texts call the two sides: ``w`` and ``b``, whole names if need be."""
        first, second = (name.lower() for name in self.side_names)
        return (first, second) if first[:1] == second[:1] else (first[:1], second[:1])

    def shipped_board(self) -> Board:
        """Return the board that comes with the game.

        Raises:
            BoardError: the game has none, or its file does not describe one.
        """
        return whole_board(self.folder, self.board_check)

    def seat_count(self, options: Options) -> int:
        """Return how many players a game with *options* has: 2, or 4 in two teams."""
        return 2

    def hands(self, options: Options) -> Hands:
        """Return how what a seat holds is kept from the others in a game with *options*."""
        return Hands.OPEN

    def program_refusal(self, options: Options) -> str:
        """Return why the program cannot play with *options*, or an empty text if it can."""
        return ""

    def is_playable_by_program(self, options: Options) -> bool:
        """Return whether the program can play with *options*."""
        return not self.program_refusal(options)

    @abstractmethod
    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> Position:
        """Return the first position.

        Args:
            options: some or all options; the others take their defaults.
            seed: 0 .. 2**63 - 1; names the random set-up and the coin.
            board: replaces the shipped board of the same name.

        Raises:
            OptionError: an option or the seed is unknown or out of range.
            BoardError: *board* is not fit for this game.
        """

    @abstractmethod
    def from_text(self, text: str, board: Board | None = None) -> Position:
        """Return the position that *text* describes, options included.

        Raises:
            PositionError: *text* is not a position of this game.
            BoardError: *board* is not fit for this game.
        """
