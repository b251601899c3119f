"""Moves of legs made one touch at a time: what turns of all Quincala games share.

Knows what may be touched and what the touches make; when a game is over, what
else a turn holds and how a position is written is for the games to say.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import ClassVar

from companion.contract import (
    Board,
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
    Site,
    Token,
    Touch,
)
from companion.contract.codes import Cause, Does
from companion.contract.texts import shown
from companion.errors import IllegalMoveError, NotationError
from companion.games.quincala.rules.codes import TowerCause
from companion.games.quincala.rules.kernel.core import Leg, Placed, Tower, TowerRoutes, TowerRules
from companion.games.quincala.rules.text import canonical_moves, parse_route, route_text

PASS = Move("pass", ())


class OnBoard:
    """What stands on the board, of a position as of a turn: *placement* by *rules* tells it."""

    rules: TowerRules
    placement: Placed

    def pieces(self) -> Placement:
        """Return the pieces on the board."""
        return self.rules.standing(self.placement)

    def off_board(self) -> tuple[Piece, ...]:
        """Return the pieces that are not."""
        return self.rules.off_board(self.placement)

    def immune(self) -> frozenset[tuple[Site, int]]:
        """Return site and size of each immune piece."""
        return self.rules.immune(self.placement)

    def formed(self, side: Side) -> frozenset[int]:
        """Return the sizes of *side* in mixed towers, where a game counts them."""
        return self.rules.formed_sizes(self.placement, side)


class LegHalfMove(OnBoard, HalfMove):
    """A move being made: the dot lifted, then the dot at the end of each leg.

    Lifted pieces still stand in its *placement*; *gone* are the kinds of which a piece has
    been knocked so far, in this turn or before it.
    """

    position: LegPosition

    def __init__(self, position: LegPosition, legs: tuple[Leg, ...] = ()) -> None:
        self.position = position
        self.touches = tuple(leg[0] for leg in legs)
        self.rules = position.rules
        self.placement = legs[-1][1] if legs else position.placement
        self.gone = legs[-1][3] if legs else position.gone
        self._legs = legs

    @cached_property
    def _onward(self) -> dict[Site, Leg]:
        """What may follow, worked out when it is first asked for."""
        return self.position.onward(self._legs[-1] if self._legs else None)

    @property
    def progress(self) -> Progress:
        """Whether a leg has been made, or a pass is due, and whether a leg may follow.

        Reading: a side without a legal first leg passes; the rules do not say what happens then.
        """
        if not self._legs:
            must_pass = not self._onward and self.position.outcome() is None
            return Progress.COMPLETE if must_pass else Progress.INCOMPLETE
        if len(self._legs) == 1:
            return Progress.INCOMPLETE
        return Progress.EXTENDABLE if self._onward else Progress.COMPLETE

    @property
    def move(self) -> Move | None:
        """The move by the route touched, the pass where it is due, or None."""
        if len(self._legs) > 1:
            sites, knocks = self.route(), (bool(leg[4]) for leg in self._legs[1:])
            return Move(route_text(self.position.board, sites, knocks), sites)
        return PASS if self.progress is Progress.COMPLETE else None

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        # One frame asks several times, and facts of towers take their time.
        if not self._legs:
            return dict.fromkeys(self._onward, ())
        return {
            site: self.rules.facts(self._legs[-1], leg) + self._ending(leg)
            for site, leg in self._onward.items()
        }

    def refusal(self, touch: Touch) -> Refusal:
        if self.position.outcome() is not None:
            return Refusal(Cause.GAME_OVER)
        if not self._legs and not self._onward:
            return Refusal(Cause.MUST_PASS)
        if isinstance(touch, Token):
            return self.position.token_refusal(touch)
        if not 0 <= touch < len(self.position.board):
            return Refusal(Cause.OFF_BOARD)
        return self._why_no_leg(touch) if self._legs else self._why_not_lifted(touch)

    def _why_not_lifted(self, site: Site) -> Refusal:
        tower = self.rules.tower_at(self.placement, site)
        if not tower:
            return Refusal(Cause.EMPTY)
        if not tower & self.rules.own[self.position.side]:
            return Refusal(Cause.NOT_YOURS)
        is_mixed = self.rules.is_mixed(tower)
        return Refusal(self.position.mixed_start if is_mixed else TowerCause.NO_LEGS)

    def _why_no_leg(self, site: Site) -> Refusal:
        _, _, lifted, gone, _ = self._legs[-1]
        if self.rules.stops(gone):
            return Refusal(Cause.GAME_OVER)
        if not lifted:
            return Refusal(self.position.stuck)
        return self.rules.obstacle(self._legs[-1], site)

    def extended(self, touch: Touch) -> LegHalfMove:
        if isinstance(touch, Token):
            raise RefusedError(self.refusal(touch), touch.kind)
        return LegHalfMove(self.position, (*self._legs, self._onward[touch]))

    def undone(self) -> LegHalfMove:
        return LegHalfMove(self.position, self._legs[:-1])

    def lifted(self) -> Lifted | None:
        if not self._legs or not self._onward:
            return None
        site, _, lifted, _, _ = self._legs[-1]
        return Lifted(site, self.rules.pieces(lifted))

    def facts(self) -> tuple[Fact, ...]:
        """Return what the legs so far do, leg after leg, and ending the turn after them."""
        if not self._legs:
            return (Fact(Does.PASS),) if self.progress is Progress.COMPLETE else ()
        if len(self._legs) == 1:
            return ()
        legs = zip(self._legs, self._legs[1:], strict=False)
        facts = tuple(fact for before, leg in legs for fact in self.rules.facts(before, leg))
        return facts + self._ending(self._legs[-1])

    def _ending(self, leg: Leg) -> tuple[Fact, ...]:
        """Return ``win`` or ``lose`` where ending the turn with *leg* ends the game."""
        side = self.position.side
        outcome = self.position.ended(leg[1], leg[3], 1 - side)
        if outcome is None:
            return ()
        return (Fact(Does.WIN if outcome.winner == side else Does.LOSE, (side,)),)


def _listed(board: Board, routes: TowerRoutes) -> list[Move]:
    """Return all moves of *routes* in the order of the sites touched, or the pass."""
    return sorted(canonical_moves(board, routes), key=attrgetter("touches")) or [PASS]


class LegPosition(OnBoard, Position):
    """A placement of towers, the side to move, and the moves of legs that it may make.

    Attributes:
        mixed_start: why no move starts with a tower of both sides.
        stuck: why nothing can be lifted for a further leg.
    """

    mixed_start: ClassVar[str]
    stuck: ClassVar[str]

    def __init__(
        self,
        game: Game,
        rules: TowerRules,
        placement: Placed,
        side: Side,
        gone: Tower,
        options: Options,
    ) -> None:
        self.game = game
        self.board = rules.board
        self.options: Options = options
        self.rules = rules
        self.placement = placement
        self.gone = gone
        self._side = side

    @property
    def side(self) -> Side:
        """The side to move; after the end of the game, the one that did not move last."""
        return self._side

    @abstractmethod
    def ended(self, placement: Placed, gone: Tower, side: Side) -> Outcome | None:
        """Return how the game ended where these stand when *side* is to move, or None."""

    def outcome(self) -> Outcome | None:
        return self.ended(self.placement, self.gone, self._side)

    def legal_moves(self) -> list[Move]:
        """Return every move of legs to a different placement, by its canonical route.

        In the order of the sites touched, so all moves of one tower stand together;
        only the pass where there is none.
        """
        if self.outcome() is not None:
            return []
        return _listed(self.board, self.rules.routes(self.placement, self._side, self.gone))

    def some_moves(
        self, most: int, tell: Callable[[int], None] = lambda count: None
    ) -> tuple[Sequence[Move], bool]:
        """Return at most *most* legal moves, those of the shortest routes, and if they are all."""
        if self.outcome() is not None:
            return (), True
        routes = self.rules.routes(self.placement, self._side, self.gone, most, tell)
        moves = _listed(self.board, routes)
        return moves[:most], not routes.is_cut and len(moves) <= most

    def begin(self) -> HalfMove:
        return LegHalfMove(self)

    def onward(self, leg: Leg | None) -> dict[Site, Leg]:
        """Return what may be touched after *leg*, or as the first touch, by site."""
        if leg is not None:
            return {following[0]: following for following in self.rules.legs(leg)}
        if self.outcome() is not None:
            return {}
        lifts = self.rules.lifts(self.placement, self._side, self.gone)
        return {lift[0]: lift for lift in lifts if self.rules.legs(lift)}

    def token_refusal(self, token: Token) -> Refusal:
        """Return why *token* is no part of a move of legs."""
        return Refusal(Cause.MAY_NOT_PASS if token.kind == PASS.text else Cause.TOKEN)

    def half_move(self, move: Move) -> HalfMove:
        """Return the half-made turn after all touches of *move*, in time linear in its length."""
        half = LegHalfMove(self, self._walk(move.touches))
        if half.progress is Progress.INCOMPLETE:
            raise IllegalMoveError("expected a whole move, got {move}", move=shown(move.text))
        return half

    def _walk(self, touches: Iterable[Touch]) -> tuple[Leg, ...]:
        legs: list[Leg] = []
        for touch in touches:
            leg = self._leg_to(legs[-1] if legs else None, touch)
            if leg is None:
                where = touch.kind if isinstance(touch, Token) else self.board.name_of(touch)
                raise RefusedError(LegHalfMove(self, tuple(legs)).refusal(touch), where)
            legs.append(leg)
        return tuple(legs)

    def _leg_to(self, leg: Leg | None, site: Touch) -> Leg | None:
        """Return what touching *site* makes, after *leg* or as the first; None if refused."""
        # Looks at one dot where `onward` looks at all: a search plays move after move.
        if isinstance(site, Token) or not 0 <= site < len(self.board):
            return None
        if leg is not None:
            return self.rules.leg_to(leg, site)
        if self.outcome() is not None:
            return None
        tower = self.rules.tower_at(self.placement, site)
        lift = (site, self.placement, self.rules.first_lift(tower, self._side), self.gone, 0)
        return lift if self.rules.legs(lift) else None

    def parse(self, text: str) -> Move:
        """Return the move that *text* notates: ``b1-c2``, ``d3xd5-e6``, ``pass``.

        Raises:
            NotationError: *text* is malformed, or marks a leg as knocking that does
                not knock, or the other way round.
            RefusedError: the move is not legal here.
        """
        if text == PASS.text:
            half = LegHalfMove(self)
            if half.move is None:
                raise RefusedError(half.refusal(Token(PASS.text, ())), PASS.text)
            return PASS
        sites, knocks = parse_route(self.board, text)
        legs = self._walk(sites)
        for leg, knock in zip(legs[1:], knocks, strict=True):
            if bool(leg[4]) != knock:
                mark, name = "-x"[bool(leg[4])], self.board.names[leg[0]]
                raise NotationError(
                    "expected '{mark}{name}' for this leg, got {text}",
                    mark=mark,
                    name=name,
                    text=shown(text),
                )
        return Move(text, tuple(sites))
