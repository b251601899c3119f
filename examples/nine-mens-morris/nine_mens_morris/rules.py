"""Nine Men's Morris, and twelve men's with diagonals.

Source: the rules as they are usually printed, e.g. R. C. Bell, Board and Table Games from
Many Civilizations.  Each side places its men in turn, then moves them along the lines;
three in a row are a mill, and whoever closes one removes a man of the other side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from companion.contract.codes import Cause, Does
from companion.contract.texts import cells_of, option_words, parts_of, rows_text, shown
from companion.errors import PositionError
from nine_mens_morris.men import Ply, Rules, State, rules_for, sites_of

_PRINTED: Final = "as usually printed, e.g. R. C. Bell, Board and Table Games"


class MorrisTurn(HalfMove):
    """A turn being made: a point, or a man and its point; after a mill a man to remove."""

    position: MorrisPosition

    def __init__(
        self, position: MorrisPosition, ahead: Sequence[Ply], sites: tuple[Site, ...] = ()
    ) -> None:
        self.position = position
        self.touches: tuple[Touch, ...] = sites
        self._rules, self._state, self._sites = position.rules, position.state, sites
        self._is_placing = position.state.hand[position.side] > 0
        # The plies whose touches begin as these.
        self._ahead = ahead

    def ply(self) -> Ply | None:
        """Return what the touches so far do, or None before a man has come to its point."""
        if self._is_placing:
            return Ply(None, *self._sites) if self._sites else None
        return Ply(*self._sites) if len(self._sites) > 1 else None

    @property
    def move(self) -> Move | None:
        """Return the move that the touches make, or None while they make none."""
        ply = self.ply()
        if ply is None or ply not in self._ahead:
            return None
        return Move(ply.text(self.position.board), ply.touches)

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return what may be touched next, in board order, with what it would do."""
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        done = len(self._facts())
        return {site: self.extended(site).facts()[done:] for site in self._following}

    @cached_property
    def _following(self) -> dict[Touch, list[Ply]]:
        """The plies ahead, by the point that is touched next for them."""
        number, plies = len(self._sites), dict[Touch, list[Ply]]()
        for ply in self._ahead:
            if touches := ply.touches[number:]:
                plies.setdefault(touches[0], []).append(ply)
        return plies

    def extended(self, touch: Touch) -> MorrisTurn:
        """Return the turn after *touch*, which is among the next touches."""
        assert not isinstance(touch, Token), "this game has no tokens"
        return MorrisTurn(self.position, self._following[touch], (*self._sites, touch))

    def refusal(self, touch: Touch) -> Refusal:
        """Return why *touch*, which is not among the next touches, is refused."""
        if isinstance(touch, Token):
            return Refusal(Cause.TOKEN)
        if not 0 <= touch < len(self._rules.board):
            return Refusal(Cause.OFF_BOARD)
        if self._rules.outcome(self._state) is not None:
            return Refusal(Cause.GAME_OVER)
        if self.move is not None:
            return Refusal(Cause.COMPLETE)
        pieces, side = self.pieces(), self._state.side
        owner = pieces[touch][0].side if touch in pieces else None
        if self.ply() is not None:
            men = tuple(site for site in self.next_touches() if isinstance(site, int))
            return Refusal("in-a-mill" if owner == 1 - side else "remove-a-man", men)
        if touch in self._sites:
            return Refusal(Cause.SAME_SITE)
        if self._is_placing or self._sites:
            return Refusal("not-beside" if owner is None else Cause.OCCUPIED)
        return Refusal({None: Cause.EMPTY, side: Cause.NO_MOVES}.get(owner, Cause.NOT_YOURS))

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
        return self._rules.hands(self.after())

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
        return (*self._facts(), Fact(Does.WIN if end.winner == side else Does.LOSE, (side,)))

    def _facts(self) -> tuple[Fact, ...]:
        ply = self.ply()
        if ply is None:
            return ()
        side = self._state.side
        man, enemy = Piece(side, 1), Piece(1 - side, 1)
        mills = self._rules.closes(self._rules.moved(self._state, ply.start, ply.end), ply.end)
        return (
            Fact(Does.PLACE, (man, ply.end)) if ply.start is None else Fact(Does.MOVE, (man,)),
            *(Fact("mill", (side, tuple(sites_of(mill)))) for mill in mills),
            *(() if ply.removed is None else (Fact(Does.REMOVE, (enemy, ply.removed)),)),
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
        return tuple(Move(ply.text(self.board), ply.touches) for ply in self.plies)

    @cached_property
    def _listed(self) -> dict[tuple[Touch, ...], Ply]:
        return {ply.touches: ply for ply in self.plies}

    def play(self, move: Move) -> MorrisPosition:
        """Return the position after *move*; one that is not legal is refused by its touches."""
        # The search plays moves from the list, which need not be touched point by point.
        ply = self._listed.get(move.touches)
        if ply is None:
            return super().play(move)
        return MorrisPosition(self.rules, self.rules.after(self.state, ply))

    def begin(self) -> MorrisTurn:
        """Return the turn with nothing touched yet."""
        return MorrisTurn(self, self.plies)

    def after(self, half: HalfMove) -> MorrisPosition:
        """Return the position after the complete turn *half*, which was begun here."""
        return MorrisPosition(self.rules, self.whole(half, MorrisTurn).after())

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return self.rules.outcome(self.state)

    def to_text(self) -> str:
        """Return rows, ``w`` or ``b`` to move, and words that are left out where they say nothing.

        They are ``hand=9,9``, White's men first, ``quiet=3`` plies without a mill, and options.
        """
        cells = {site: "wb"[tower[0].side] for site, tower in self.pieces().items()}
        (white, black), quiet = self.state.hand, self.state.quiet
        hand = [f"hand={white},{black}"] if white or black else []
        words = [*hand, *([f"quiet={quiet}"] if quiet else [])]
        words += option_words(self.game, self.options)
        return " ".join([rows_text(self.board, cells), "wb"[self.side], *words])

    def pieces(self) -> Placement:
        """Return the men on the board."""
        return self.rules.placement(self.state)

    def hand(self) -> tuple[Piece, ...]:
        """Return the men that the mover has in hand."""
        return self.begin().hand()

    def off_board(self) -> tuple[Piece, ...]:
        """Return the men in hand, White's first; those removed do not come back."""
        return self.rules.hands(self.state)

    def countdown(self) -> Countdown | None:
        """Return how near a draw is, where plies without a mill make one."""
        limit = self.rules.draw_after
        return None if not limit or any(self.state.hand) else Countdown(self.state.quiet, limit)


class MorrisGame(Game):
    """The options, and how a position comes about."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> MorrisPosition:
        """Return the empty board with all men in hand; *seed* changes nothing."""
        check_seed(seed)
        rules = self._rules(self.complete(options), board)
        return MorrisPosition(rules, State((0, 0), 0, (rules.men, rules.men)))

    def from_text(self, text: str, board: Board | None = None) -> MorrisPosition:
        """Return the position that *text* describes, options included."""
        line = " ".join(text.split())
        rows, side, fields, options = parts_of(self, line, also=("hand", "quiet"))
        rules = self._rules(options, board)
        return MorrisPosition(rules, _state(rules, rows, side, fields))

    def _rules(self, options: Options, board: Board | None) -> Rules:
        return rules_for(board or self.shipped_board(), tuple(options.items()))


def _state(rules: Rules, rows: str, side: Side, fields: Mapping[str, str]) -> State:
    cells = cells_of(rules.board, rows, "wb").items()
    men = [sum(1 << site for site, cell in cells if cell == letter) for letter in "wb"]
    hands = fields.get("hand", "0,0").split(",")
    if len(hands) != 2:
        raise PositionError("expected hand as two numbers, got {text!r}", text=fields["hand"][:60])
    most = [rules.men - own.bit_count() for own in men]
    white, black = (_number("hand", *pair) for pair in zip(hands, most, strict=True))
    longest = 0 if white or black else rules.draw_after
    quiet = _number("quiet", fields.get("quiet", "0"), longest)
    return State((men[0], men[1]), side, (white, black), quiet)


def _number(field: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= most):
        raise PositionError(
            "expected {name} as 0 to {most}, got {text}", name=field, most=most, text=shown(text)
        )
    return int(text)


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
