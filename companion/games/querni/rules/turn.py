"""A turn of Querni as it is made, touch by touch.

Everything here is worked out from the touches so far; the list of all legal
moves is never needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from companion.contract import (
    Fact,
    HalfMove,
    Lifted,
    Move,
    Piece,
    Placement,
    Position,
    Refusal,
    Site,
    Token,
    Touch,
    sites_among,
)
from companion.contract.codes import Cause, Does
from companion.games.querni.rules.codes import QuerniCause
from companion.games.querni.rules.kernel.chains import (
    SHORTEST_CHAIN,
    Chain,
    Links,
    chains_of,
    other_ends,
    runs_of,
)
from companion.games.querni.rules.kernel.moving import (
    CLOSED,
    Marks,
    Route,
    can_move,
    jumped,
    stepped,
)
from companion.games.querni.rules.kernel.state import (
    PASS,
    QuerniPly,
    QuerniRules,
    QuerniState,
    Tiles,
    after_ply,
    has_ply,
    links_of,
    marks_of,
    missing,
    placement,
)
from companion.games.querni.rules.text import PASS_TEXT, chain_text, route_text

PASS_TOKEN: Final = Token(PASS_TEXT, ())


class QuerniTurn(HalfMove):
    """A turn being made: a tile and its landings, the two ends of a chain, or both.

    The first tile touched may be moved or may end a chain; the second touch
    decides.  A chain is touched at its two ends, in either order.

    Args:
        route: the squares of the tile touched first, so far; empty when none is.
        end: the number touched as one end of a chain after the move, or 0.
        chain: the chain that is removed, or None.
    """

    def __init__(
        self,
        position: Position,
        rules: QuerniRules,
        state: QuerniState,
        touches: tuple[Touch, ...] = (),
        route: Route = (),
        end: int = 0,
        chain: Chain | None = None,
    ) -> None:
        self.position = position
        self.rules = rules
        self.state = state
        self.touches = touches
        self._route = route
        self._end = end
        self._chain = chain
        own = list(state.tiles[state.side])
        self._number = own.index(route[0]) if route else 0
        if route:
            own[self._number] = route[-1]
        self._own = tuple(own)
        self._enemy = state.tiles[1 - state.side]

    # What stands so far

    @property
    def _has_moved(self) -> bool:
        return len(self._route) > 1

    @property
    def _has_stepped(self) -> bool:
        route = self._route
        return len(route) == 2 and route[1] in self.rules.ways.beside[route[0]]

    @property
    def _is_over(self) -> bool:
        return self._chain is not None or self.touches == (PASS_TOKEN,)

    @property
    def _held(self) -> int:
        """Return the number picked up, or touched as the end of a chain."""
        return self._end or self._number

    @property
    def _at(self) -> Site:
        return self._own[self._held]

    @property
    def must_pass(self) -> bool:
        """Return whether the side to move can do nothing while the game goes on."""
        return self.position.outcome() is None and not has_ply(self.rules, self.state)

    def _links(self) -> Links:
        return links_of(self.rules, self._own)

    def _marks(self) -> Marks:
        """Return where tiles lie now, but the one touched first: where it was is closed to it."""
        marks = marks_of(self.rules, (self._own, self._enemy))
        for site in self._route:
            marks[site] = CLOSED
        return marks

    def _chain_ends(self) -> set[int]:
        return {number for chain in chains_of(self._links()) for number in chain}

    def _landings(self) -> tuple[Site, ...]:
        """Return where a jump may lead now."""
        if not self._route or self._has_stepped or self._end or self._is_over:
            return ()
        return tuple(jumped(self.rules.ways, self._marks(), self._route[-1]))

    # What may come next

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return what may be touched next, in board order, the pass last, with what it does."""
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        if self._is_over or self.position.outcome() is not None:
            return {}
        if not self.touches:
            return self._beginnings()
        ahead: dict[Site, tuple[Fact, ...]] = dict.fromkeys(self._ends(), self._move_facts())
        if self._has_moved and not self._end:
            ahead |= {self._own[number]: () for number in self._chain_ends()}
        else:
            number = self._held
            for other in other_ends(self._links(), number):
                ahead[self._own[other]] = self._removal_facts(_rising(number, other))
        return {site: ahead[site] for site in sorted(ahead)}

    def _beginnings(self) -> dict[Touch, tuple[Fact, ...]]:
        ends = self._chain_ends()
        marks = self._marks()
        begun = [
            site
            for number, site in enumerate(self._own)
            if site != self.rules.off
            and (number in ends or can_move(self.rules.ways, marks, site))
        ]
        ahead: dict[Touch, tuple[Fact, ...]] = dict.fromkeys(sorted(begun), ())
        if ahead and self.rules.passing:
            ahead[PASS_TOKEN] = (Fact(Does.PASS_BY_CHOICE),)
        return ahead

    def _ends(self) -> tuple[Site, ...]:
        """Return where the tile touched first may go now."""
        jumps = self._landings()
        if self._has_moved or self._end:
            return jumps
        return (*jumps, *stepped(self.rules.ways, self._marks(), self._route[0]))

    def _move_facts(self) -> tuple[Fact, ...]:
        return (Fact(Does.MOVE, (Piece(self.state.side, self._number),)),)

    def _removal_facts(self, chain: Chain) -> tuple[Fact, ...]:
        side, numbers = self.state.side, range(chain[0], chain[1] + 1)
        gone = [Fact(Does.REMOVE, (Piece(side, number), self._own[number])) for number in numbers]
        left = sum(site != self.rules.off for site in self._own) - len(gone)
        win = () if left else (Fact(Does.WIN, (side,)),)
        return (Fact(Does.CHAIN, (tuple(numbers),)), *gone, *win)

    def extended(self, touch: Touch) -> QuerniTurn:
        if isinstance(touch, Token):
            return self._with(touch)
        if touch not in self._own:
            return self._with(touch, route=(*self._route, touch))
        if not self.touches:
            return self._with(touch, route=(touch,))
        number = self._own.index(touch)
        if self._has_moved and not self._end:
            return self._with(touch, end=number)
        return self._with(touch, chain=_rising(number, self._held))

    def _with(
        self, touch: Touch, route: Route = (), end: int = 0, chain: Chain | None = None
    ) -> QuerniTurn:
        touches = (*self.touches, touch)
        route, end = route or self._route, end or self._end
        return QuerniTurn(self.position, self.rules, self.state, touches, route, end, chain)

    def refusal(self, touch: Touch) -> Refusal:
        if self.position.outcome() is not None:
            return Refusal(Cause.GAME_OVER)
        if not self.touches and self.must_pass:
            return Refusal(Cause.MUST_PASS)
        if isinstance(touch, Token):
            return self._why_no_token(touch)
        if not 0 <= touch < len(self.rules.board):
            return Refusal(Cause.OFF_BOARD)
        if self._is_over or (self._has_stepped and not self.next_touches()):
            return Refusal(Cause.COMPLETE)
        if not self.touches:
            return self._why_not_begun(touch)
        if self._end:
            return self._why_no_end(touch)
        if self._has_moved:
            return self._why_not_after_move(touch)
        return self._why_not_reached(touch)

    def _why_no_token(self, token: Token) -> Refusal:
        if token != PASS_TOKEN:
            return Refusal(Cause.TOKEN)
        if not self.rules.passing:
            return Refusal(Cause.MAY_NOT_PASS)
        return Refusal(Cause.TURN_BEGUN)

    def _why_no_end(self, site: Site) -> Refusal:
        if site in self._own and site != self._own[self._end]:
            return self._why_no_chain(self._own.index(site))
        return Refusal(QuerniCause.OTHER_END, sites_among(self.next_touches()))

    def _why_not_begun(self, site: Site) -> Refusal:
        if site in self._enemy:
            return Refusal(Cause.NOT_YOURS)
        return Refusal(Cause.NO_MOVES if site in self._own else Cause.EMPTY)

    def _why_not_reached(self, site: Site) -> Refusal:
        """Return why the tile picked up can neither go to *site* nor end a chain with it."""
        if site == self._at:
            return Refusal(Cause.SAME_SITE)
        if site in self._own:
            return self._why_not_own(self._own.index(site))
        if site in self._enemy:
            return self._land_behind(site) or Refusal(Cause.OCCUPIED)
        for ray in self.rules.board.rays[self._at]:
            if site in ray:
                return self._why_not_along(ray.index(site) + 1, ray[0], site)
        return Refusal(Cause.OFF_LINE)

    def _why_not_own(self, other: int) -> Refusal:
        ends = self._chain_ends()
        if self._held in ends or other in ends:
            return self._why_no_chain(other)
        return self._land_behind(self._own[other]) or self._why_no_chain(other)

    def _land_behind(self, site: Site) -> Refusal | None:
        """Return that the jump over *site* ends behind it, if there is such a jump."""
        neighbors = self.rules.board.neighbors
        if site not in neighbors[self._at]:
            return None
        behind = neighbors[site][neighbors[self._at].index(site)]
        is_landing = behind in self._landings()
        return Refusal(QuerniCause.LAND_BEHIND, (behind,)) if is_landing else None

    def _why_not_along(self, steps: int, first: Site, site: Site) -> Refusal:
        if site in self._route:
            return Refusal(QuerniCause.NO_RETURN)
        if steps == 1:
            return Refusal(QuerniCause.NO_STEP_AFTER_JUMP)
        if steps > 2:
            return Refusal(QuerniCause.TOO_FAR)
        return Refusal(QuerniCause.NOTHING_TO_JUMP, (first,))

    def _why_not_after_move(self, site: Site) -> Refusal:
        """Return why the turn, whose tile has moved, cannot go on with *site*."""
        if site in self._own:
            behind = None if site == self._at else self._land_behind(site)
            return behind or Refusal(QuerniCause.NO_CHAIN_HERE)
        if not self._has_stepped:
            return self._why_not_reached(site)
        return Refusal(QuerniCause.NO_SECOND_STEP)

    def _why_no_chain(self, other: int) -> Refusal:
        """Return why the numbers from the one touched to *other* are no removable chain."""
        first, last = sorted((self._held, other))
        if last - first + 1 < SHORTEST_CHAIN:
            return Refusal(QuerniCause.CHAIN_TOO_SHORT)
        if any(self._own[number] == self.rules.off for number in range(first, last)):
            return Refusal(QuerniCause.CHAIN_INCOMPLETE)
        links = self._links()
        for number in range(first, last):
            if not links >> number & 1:
                return Refusal(QuerniCause.CHAIN_BROKEN, self._own[number : number + 2])
        raise AssertionError("a whole chain is never refused")

    # What the touches make

    @property
    def move(self) -> Move | None:
        is_whole = self._is_over or (self._has_moved and not self._end)
        if not (is_whole if self.touches else self.must_pass):
            return None
        text = route_text(self.rules.board, self._route) if self._has_moved else ""
        if self._chain is not None:
            text += chain_text(self._chain)
        return Move(text or PASS_TEXT, self.touches)

    def ply(self) -> QuerniPly:
        """Return what the complete turn does to the state."""
        first, last = self._chain or (0, 0)
        if not self._has_moved:
            return PASS._replace(first=first, last=last)
        return QuerniPly(self._number, self._route[-1], first, last)

    def facts(self) -> tuple[Fact, ...]:
        if self.touches == (PASS_TOKEN,):
            return (Fact(Does.PASS_BY_CHOICE),)
        if not self.touches:
            return (Fact(Does.PASS),) if self.must_pass else ()
        moved = self._move_facts() * (len(self._route) - 1)
        return moved if self._chain is None else moved + self._removal_facts(self._chain)

    def route(self) -> Route:
        """Return the squares that the moved tile has been on; the ends of a chain are none."""
        return self._route if self._has_moved else ()

    def chains(self) -> tuple[tuple[Site, ...], ...]:
        if self._is_over or self.position.outcome() is not None:
            return ()
        return tuple(
            tuple(self._own[number] for number in range(first, last + 1))
            for first, last in runs_of(self._links())
        )

    def lifted(self) -> Lifted | None:
        """Return the tile that the next touch may move, or None where only a chain can follow."""
        if not self._route or not self._ends() or self._is_over:
            return None
        return Lifted(self._route[-1], (Piece(self.state.side, self._number),))

    def pieces(self) -> Placement:
        return placement(self.rules, self._tiles())

    def off_board(self) -> tuple[Piece, ...]:
        return missing(self.rules, self._tiles())

    def _tiles(self) -> tuple[Tiles, Tiles]:
        return after_ply(self.rules, self.state, self.ply()).tiles


def _rising(one: int, other: int) -> Chain:
    return (one, other) if one < other else (other, one)
