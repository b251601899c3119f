"""Mini Quincala, the Knocking Game.

Source: the published rules of the Mini Quincala Knocking Game, tournament
variant of 2010.  Pieces of three sizes form towers ordered by size; a move is
a chain of straight legs that leaves the largest piece behind at each bend.
Whoever has had one piece of every size knocked has lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.errors import IllegalMoveError, NotationError, PositionError
from companion.games.board import Board, Site, load_board
from companion.games.contract import (
    Fact,
    Game,
    HalfMove,
    Lifted,
    Move,
    Options,
    Outcome,
    Piece,
    Placement,
    Position,
    Progress,
    Refusal,
    RefusedError,
    Side,
    Token,
    Touch,
    check_seed,
)
from companion.games.quincala_core import Leg, Placed, Tower
from companion.games.quincala_rules import KnockingRules, rules_of
from companion.games.quincala_text import (
    SIDE_LETTERS,
    canonical_moves,
    parse_placement,
    parse_route,
    placement_text,
    route_text,
    shown,
)

PASS = Move("pass", ())


class KnockingHalfMove(HalfMove):
    """A move being made: the dot lifted, then the dot at the end of each leg."""

    position: KnockingPosition

    def __init__(self, position: KnockingPosition, legs: tuple[Leg, ...] = ()) -> None:
        self.position = position
        self.touches = tuple(leg[0] for leg in legs)
        self._rules = position.rules
        self._legs = legs
        self._next: dict[Site, Leg] | None = None

    @property
    def _onward(self) -> dict[Site, Leg]:
        """What may follow, worked out when it is first asked for."""
        if self._next is None:
            self._next = self.position.onward(self._legs[-1] if self._legs else None)
        return self._next

    @property
    def _placement(self) -> Placed:
        return self._legs[-1][1] if self._legs else self.position.placement

    @property
    def progress(self) -> Progress:
        """Whether a leg has been made, or a pass is due, and whether a leg may follow."""
        if not self._legs:
            return Progress.COMPLETE if self.position.must_pass() else Progress.INCOMPLETE
        if len(self._legs) == 1:
            return Progress.INCOMPLETE
        return Progress.EXTENDABLE if self._onward else Progress.COMPLETE

    @property
    def move(self) -> Move | None:
        """The move by the route touched, the pass where it is due, or None."""
        if len(self._legs) > 1:
            return self.position.notated(self._legs)
        return PASS if self.progress is Progress.COMPLETE else None

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return the dots to lift or to move to, in board order, with what that does."""
        if not self._legs:
            return dict.fromkeys(self._onward, ())
        return {site: self._rules.facts(self._legs[-1], leg) for site, leg in self._onward.items()}

    def refusal(self, touch: Touch) -> Refusal:
        """Return why *touch*, which is not among the next touches, is refused."""
        return self.position.refusal(self._legs[-1] if self._legs else None, touch)

    def extended(self, touch: Touch) -> KnockingHalfMove:
        """Return the half-made turn after *touch*, which is among the next touches."""
        if isinstance(touch, Token):
            raise RefusedError(self.refusal(touch), touch.kind)
        return KnockingHalfMove(self.position, (*self._legs, self._onward[touch]))

    def undone(self) -> KnockingHalfMove:
        """Return the half-made turn without its last touch."""
        return KnockingHalfMove(self.position, self._legs[:-1])

    def pieces(self) -> Placement:
        """Return the pieces on the board; lifted ones still stand where they were lifted."""
        return self._rules.standing(self._placement)

    def off_board(self) -> tuple[Piece, ...]:
        """Return the pieces knocked so far, in this turn and before it."""
        return self._rules.off_board(self._placement)

    def lifted(self) -> Lifted | None:
        """Return the pieces that the next leg would move, or None."""
        if not self._legs or not self._onward:
            return None
        site, _, lifted, _, _ = self._legs[-1]
        return Lifted(site, self._rules.pieces(lifted))

    def facts(self) -> tuple[Fact, ...]:
        """Return what the legs so far do, leg after leg."""
        if not self._legs:
            return (Fact("pass"),) if self.progress is Progress.COMPLETE else ()
        legs = zip(self._legs, self._legs[1:], strict=False)
        return tuple(fact for before, leg in legs for fact in self._rules.facts(before, leg))

    def result(self) -> tuple[Placed, Tower]:
        """
        Return placement and knocked kinds after the whole move.

        Raises:
            IllegalMoveError: the touches make no move yet.
        """
        if self.progress is Progress.INCOMPLETE:
            raise IllegalMoveError(f"expected a whole move, got touches {self.touches!r}")
        if not self._legs:
            return self.position.placement, self.position.gone
        _, placement, _, gone, _ = self._legs[-1]
        return placement, gone


class KnockingPosition(Position):
    """A placement of towers and the side to move; what is knocked follows from the set-up.

    Repetition is not part of it: a move may lead back to the same placement.
    """

    def __init__(
        self,
        game: Game,
        rules: KnockingRules,
        placement: Placed,
        side: Side,
        gone: Tower,
    ) -> None:
        self.game = game
        self.board = rules.board
        self.options: Options = {}
        self.rules = rules
        self.placement = placement
        self.gone = gone
        self._side = side

    @property
    def side(self) -> Side:
        """The side to move; after the end of the game, the one that did not move last."""
        return self._side

    @property
    def key(self) -> tuple[Placed, Side]:
        """Equal for the same placement and side to move on the same board."""
        return self.placement, self._side

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KnockingPosition):
            return NotImplemented
        return self.board is other.board and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.to_text()!r}>"

    def legal_moves(self) -> Sequence[Move]:
        """
        Return every ply that leads to a different placement, by its canonical route.

        In the order of the sites touched, so all moves of one tower stand together.
        """
        if self.outcome() is not None:
            return []
        found = self.rules.routes(self.placement, self._side, self.gone)
        return sorted(canonical_moves(self.board, found), key=lambda move: move.touches) or [PASS]

    def begin(self) -> KnockingHalfMove:
        """Return the half-made turn with nothing touched yet."""
        return KnockingHalfMove(self)

    def after(self, half: HalfMove) -> KnockingPosition:
        """
        Return the position after the complete half-made turn *half*.

        Raises:
            IllegalMoveError: *half* is not complete or was begun in another position.
        """
        if not isinstance(half, KnockingHalfMove) or half.position != self:
            raise IllegalMoveError(f"expected a turn begun here, got one begun at {half.position}")
        placement, gone = half.result()
        return KnockingPosition(self.game, self.rules, placement, 1 - self._side, gone)

    def outcome(self) -> Outcome | None:
        """
        Return who won and why, or None.

        Where both sides have had every size knocked, the side that did not make
        that leg wins; it is the side to move now.
        """
        white, black = (self.rules.has_lost(self.gone, side) for side in (0, 1))
        if white and black:
            return Outcome(self._side, "both-all-sizes-knocked")
        if white or black:
            return Outcome(1 if white else 0, "all-sizes-knocked")
        return None

    def must_pass(self) -> bool:
        """Return whether the side to move has no legal first leg while the game goes on.

        Reading: such a player passes; the rules do not say what happens then.
        """
        return self.outcome() is None and not self.onward(None)

    def onward(self, leg: Leg | None) -> dict[Site, Leg]:
        """Return what may be touched after *leg*, or as the first touch, by site."""
        if leg is not None:
            return {following[0]: following for following in self.rules.legs(leg)}
        if self.outcome() is not None:
            return {}
        lifts = self.rules.lifts(self.placement, self._side, self.gone)
        return {lift[0]: lift for lift in lifts if self.rules.legs(lift)}

    def refusal(self, leg: Leg | None, touch: Touch) -> Refusal:
        """Return why *touch* may not follow *leg*, or may not be the first touch."""
        if self.outcome() is not None:
            return Refusal("game-over")
        if leg is None and self.must_pass():
            return Refusal("must-pass")
        if isinstance(touch, Token):
            return Refusal("may-not-pass" if touch.kind == PASS.text else "token")
        if not 0 <= touch < len(self.board):
            return Refusal("off-board")
        return self._lift_refusal(touch) if leg is None else self._leg_refusal(leg, touch)

    def _lift_refusal(self, site: Site) -> Refusal:
        tower = self.rules.tower_at(self.placement, site)
        if not tower:
            return Refusal("empty")
        if not tower & self.rules.own[self._side]:
            return Refusal("not-yours")
        if self.rules.is_mixed(tower):
            return Refusal("mixed-tower")
        return Refusal("no-legs")

    def _leg_refusal(self, leg: Leg, site: Site) -> Refusal:
        _, _, lifted, gone, _ = leg
        if self.rules.stops(gone):
            return Refusal("game-over")
        if not lifted:
            return Refusal("no-further-leg")
        return self.rules.obstacle(leg, site)

    def half_move(self, move: Move) -> KnockingHalfMove:
        """
        Return the half-made turn after all touches of *move*, in time linear in its length.

        Raises:
            IllegalMoveError: a touch of *move* is not legal here, or they make no whole move.
        """
        half = KnockingHalfMove(self, self._walk(move.touches))
        if half.progress is Progress.INCOMPLETE:
            raise IllegalMoveError(f"expected a whole move, got {shown(move.text)}")
        return half

    def _walk(self, touches: Iterable[Touch]) -> tuple[Leg, ...]:
        legs: list[Leg] = []
        last: Leg | None = None
        for touch in touches:
            last = self._followed(last, touch)
            legs.append(last)
        return tuple(legs)

    def _followed(self, leg: Leg | None, touch: Touch) -> Leg:
        if isinstance(touch, Token):
            raise RefusedError(self.refusal(leg, touch), touch.kind)
        # Looks at one dot where `onward` looks at all: a search plays move after move.
        following = self._lift(touch) if leg is None else self.rules.legs(leg)
        for found in following:
            if found[0] == touch:
                return found
        raise RefusedError(self.refusal(leg, touch), self.board.name_of(touch))

    def _lift(self, site: Site) -> list[Leg]:
        if not 0 <= site < len(self.board) or self.outcome() is not None:
            return []
        tower = self.rules.tower_at(self.placement, site)
        lift = (site, self.placement, self.rules.first_lift(tower, self._side), self.gone, 0)
        return [lift] if self.rules.legs(lift) else []

    def notated(self, legs: Sequence[Leg]) -> Move:
        """Return the move that lifts and moves as *legs* say."""
        sites = tuple(leg[0] for leg in legs)
        return Move(route_text(self.board, sites, (bool(leg[4]) for leg in legs[1:])), sites)

    def parse(self, text: str) -> Move:
        """
        Return the move that *text* notates: ``b1-c2``, ``d3xd5-e6``, ``pass``.

        Raises:
            NotationError: *text* is malformed, or marks a leg as knocking that does
                not knock, or the other way round.
            RefusedError: the move is not legal here; it is an `IllegalMoveError`.
        """
        if text == PASS.text:
            if self.must_pass():
                return PASS
            raise RefusedError(self.refusal(None, Token(PASS.text, ())), PASS.text)
        sites, knocks = parse_route(self.board, text)
        legs = self._walk(sites)
        for leg, knock in zip(legs[1:], knocks, strict=True):
            if bool(leg[4]) != knock:
                mark, name = "-x"[bool(leg[4])], self.board.names[leg[0]]
                raise NotationError(f"expected '{mark}{name}' for this leg, got {shown(text)}")
        return Move(text, tuple(sites))

    def to_text(self) -> str:
        """Return the ranks from the farthest to the nearest and the side to move."""
        return f"{placement_text(self.rules, self.placement)} {SIDE_LETTERS[self._side]}"

    def pieces(self) -> Placement:
        """Return the pieces on the board."""
        return self.rules.standing(self.placement)

    def off_board(self) -> tuple[Piece, ...]:
        """Return the knocked pieces: White's first, the largest first."""
        return self.rules.off_board(self.placement)

    def perft(self, depth: int) -> int:
        """Return the number of ply sequences of length *depth*."""
        if depth == 0:
            return 1
        return self.rules.perft(self.placement, self._side, self.gone, depth)


class KnockingGame(Game):
    """The Mini Quincala Knocking Game.  It has no options; White always starts."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> KnockingPosition:
        """
        Return the first position; *seed* changes nothing.

        Raises:
            OptionError: an option is given, or the seed is out of range.
            BoardError: *board* has no set-up for this game.
        """
        self.complete(options)
        check_seed(seed)
        rules = rules_of(board or load_board(self.board_name))
        return KnockingPosition(self, rules, rules.start, 0, 0)

    def from_text(self, text: str, board: Board | None = None) -> KnockingPosition:
        """
        Return the position that *text* describes.

        Raises:
            PositionError: *text* is not a position of this game.
            BoardError: *board* has no set-up for this game.
        """
        rules = rules_of(board or load_board(self.board_name))
        rows, space, letter = text.rpartition(" ")
        if not space or letter not in ("w", "b"):
            raise PositionError(f"expected rows, a space and 'w' or 'b', got {shown(text)}")
        placement = parse_placement(rules, rows)
        side = SIDE_LETTERS.index(letter)
        return KnockingPosition(self, rules, placement, side, rules.gone(placement))


KNOCKING = KnockingGame(name="quincala-knocking", board_name="mini-quincala")
