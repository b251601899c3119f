"""Placements of towers, routes of legs and turns made of them: what all Quincala games share.

Knows what may be touched and what the touches make; when a game is over, what else a turn
holds and how a position is written is for the games to say.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
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
from companion.contract.texts import rows_of, rows_text, shown
from companion.errors import IllegalMoveError, NotationError, PositionError
from companion.games.quincala.codes import TowerCause
from companion.games.quincala.kernel.rules import Leg, Placed, Tower, TowerRoutes, TowerRules

SIDE_LETTERS = "wb"

LONGEST_ROUTE = 2**20
"""Characters of a move text that are read: routes are endless, memory and patience are not."""

_CELL = re.compile(r"\.|[1-9][0-9]?[wb]|\((?:[1-9][0-9]?[wb]){2,}\)")
_PIECE = re.compile(r"([0-9]+)([wb])")
_DOT = re.compile(r"([-x]?)([a-z][1-9][0-9]?)")

# Placements.


def placement_text(rules: TowerRules, placement: Placed) -> str:
    """Return *placement* rank by rank, the farthest first: ``.3w(3w2b)/...``."""
    towers = enumerate(rules.towers(placement))
    cells = {site: _cell_text(rules.pieces(tower)) for site, tower in towers if tower}
    return rows_text(rules.board, cells)


def tower_text(pieces: Sequence[Piece]) -> str:
    """Return the cell of a dot with *pieces*: ``.``, ``3w`` or ``(3w2b)``."""
    text = "".join(f"{piece.value}{SIDE_LETTERS[piece.side]}" for piece in pieces)
    if len(pieces) > 1:
        return f"({text})"
    return text or "."


# There are few different towers, and every text of a position asks for those on all dots.
_cell_text = lru_cache(maxsize=4096)(tower_text)


def parse_placement(rules: TowerRules, text: str) -> Placed:
    """Return the placement that *text* describes.

    Raises:
        PositionError: rows, cells, towers or numbers of pieces are not as they must be.
    """
    towers: list[Tower] = []
    for number, (row, dots) in enumerate(rows_of(rules.board, text), 1):
        # Sites count from the nearest row, which comes last.
        towers[:0] = _row_towers(rules, row, number, dots)
    placement = sum(tower * unit for tower, unit in zip(towers, rules.units, strict=True))
    for kind, total, lack in zip(rules.kinds, rules.totals, rules.missing(placement), strict=True):
        if lack < 0:
            name = tower_text([kind])
            raise PositionError(
                "expected at most {total} pieces {name}, got {count}",
                total=total,
                name=name,
                count=total - lack,
            )
    return placement


def _row_towers(rules: TowerRules, row: str, number: int, dots: int) -> list[Tower]:
    towers: list[Tower] = []
    at = 0
    while at < len(row):
        cell = _CELL.match(row, at)
        if cell is None or len(towers) == dots:
            raise PositionError(
                "expected {dots} dots in row {number}, each '.', '3w' or '(3w2b)', "
                "got {row} at character {at}",
                dots=dots,
                number=number,
                row=shown(row),
                at=at + 1,
            )
        towers.append(0 if cell[0] == "." else _tower_of(rules, cell[0]))
        at = cell.end()
    if len(towers) != dots:
        raise PositionError(
            "expected {dots} dots in row {number}, got {count}: {row}",
            dots=dots,
            number=number,
            count=len(towers),
            row=shown(row),
        )
    return towers


def _tower_of(rules: TowerRules, cell: str) -> Tower:
    tower = 0
    below = rules.sizes[-1] + 1
    for size, letter in _PIECE.findall(cell):
        value = int(size)
        if value not in rules.sizes:
            sizes = ", ".join(str(size) for size in rules.sizes)
            raise PositionError(
                "expected a size of {sizes}, got {value!r} in {cell}",
                sizes=sizes,
                value=value,
                cell=shown(cell),
            )
        if value >= below:
            raise PositionError(
                "expected sizes falling from the bottom, got {cell}", cell=shown(cell)
            )
        tower |= 1 << rules.bit_of(Piece(SIDE_LETTERS.index(letter), value))
        below = value
    return tower


# Routes.


def route_text(board: Board, sites: Sequence[Site], knocks: Iterable[bool]) -> str:
    """Return a route over *sites* as ``d3xd5-e6``, with an ``x`` where an arrival *knocks*."""
    names = board.names
    legs = zip(sites[1:], knocks, strict=True)
    return names[sites[0]] + "".join(("x" if k else "-") + names[site] for site, k in legs)


def canonical_moves(board: Board, routes: TowerRoutes) -> list[Move]:
    """Return the canonical route of every placement in *routes*, in order of discovery."""
    lifts = routes.entries.count(-1)
    # Plain pairs and texts put together at once: there are thousands in a ply.
    legs = [(f"-{name}", f"x{name}") for name in board.names]
    prefixes: list[tuple[str, tuple[Site, ...]]] = [
        (board.names[site], (site,)) for site in routes.sites[:lifts]
    ]
    for origin, site, is_knock in routes.origins(routes.entries[lifts:]):
        text, sites = prefixes[origin]
        prefixes.append((text + legs[site][is_knock], (*sites, site)))
    moves = []
    for origin, site, is_knock in routes.origins(routes.arrivals):
        text, sites = prefixes[origin]
        moves.append(Move(text + legs[site][is_knock], (*sites, site)))
    return moves


def canonical_move(board: Board, routes: TowerRoutes, arrival: int) -> Move:
    """Return the canonical route that ends with *arrival*, one of *routes*, alone."""
    sites: list[Site] = []
    knocks: list[bool] = []
    origin = -1
    while arrival >= 0:
        ((origin, site, is_knock),) = routes.origins([arrival])
        sites.append(site)
        knocks.append(is_knock)
        arrival = routes.entries[origin]
    sites.append(routes.sites[origin])
    return Move(route_text(board, sites[::-1], knocks[::-1]), tuple(sites[::-1]))


def parse_route(board: Board, text: str) -> tuple[list[Site], list[bool]]:
    """Return the sites of the route that *text* notates, and for each arrival if it knocks.

    Raises:
        NotationError: *text* is no route of legs between dots of *board*.
    """
    if len(text) > LONGEST_ROUTE:
        raise NotationError(
            "expected a move of at most {longest_route} characters, got {count}: {text}",
            longest_route=LONGEST_ROUTE,
            count=len(text),
            text=shown(text),
        )
    site_of = {name: site for site, name in enumerate(board.names)}
    sites: list[Site] = []
    marks: list[str] = []
    at = 0
    while at < len(text):
        dot = _DOT.match(text, at)
        if dot is None or bool(dot[1]) != bool(sites) or dot[2] not in site_of:
            raise NotationError(
                "expected a move such as 'b1-c2' or 'd3xd5-e6' on the dots of {board!r}, "
                "got {text} at character {at}",
                board=board.name,
                text=shown(text),
                at=at + 1,
            )
        sites.append(site_of[dot[2]])
        marks.append(dot[1])
        at = dot.end()
    if len(sites) < 2:
        raise NotationError(
            "expected a move such as 'b1-c2' or 'pass', got {text}", text=shown(text)
        )
    return sites, [mark == "x" for mark in marks[1:]]


# A turn, touch by touch

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
