"""A turn of Quincy as it is made: a domino, then the square where it is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from companion.contract import (
    Fact,
    HalfMove,
    Move,
    Piece,
    Placement,
    Position,
    Refusal,
    RefusedError,
    Side,
    Site,
    Token,
    Touch,
)
from companion.contract.codes import Cause, Does
from companion.games.quincy.rules.codes import QuincyCause, QuincyDoes
from companion.games.quincy.rules.kernel.state import (
    DECK,
    LINES_TO_WIN,
    NAMED,
    PASS,
    SIZE,
    WITH_BLANK,
    Domino,
    Ply,
    QuincyState,
    Squares,
    after_ply,
    held,
    lines,
    lines_of,
    members,
    own_and_enemy,
    put_of,
    removal_of,
    swap_of,
    targets,
    team_of,
)
from companion.games.quincy.rules.text import DOMINO_OF, MOVES, PASS_TEXT, TOKENS


def placement(blue: Squares, yellow: Squares) -> Placement:
    """Return the stones as pieces, in board order."""
    pieces = (Piece(0, 1),), (Piece(1, 1),)
    return {site: pieces[yellow >> site & 1] for site in members(blue | yellow)}


class QuincyTurn(HalfMove):
    """A turn being made: the domino discarded, then the square played on.

    Args:
        domino: the domino touched, None before.
        site: the square touched, None before.
    """

    def __init__(
        self,
        position: Position,
        state: QuincyState,
        domino: Domino | None = None,
        site: Site | None = None,
    ) -> None:
        self.position = position
        self.state = state
        self._domino = domino
        self._site = site
        touches = (None if domino is None else TOKENS[domino], site)
        self.touches: tuple[Touch, ...] = tuple(touch for touch in touches if touch is not None)
        self._puts, self._removals = (0, 0) if domino is None else targets(state, domino)

    @property
    def _is_dead(self) -> bool:
        return not self._puts | self._removals

    @property
    def move(self) -> Move | None:
        """Return the move: a dead domino is a whole swap, no domino a pass."""
        if self._domino is None:
            must_pass = self.position.outcome() is None and not self.state.sizes[self.state.seat]
            return MOVES[PASS] if must_pass else None
        is_whole = self._site is not None or self._is_dead
        return MOVES[self._ply()] if is_whole else None

    def _ply(self) -> Ply:
        """Return the ply that the touches of a complete turn make."""
        if self._domino is None:
            return PASS
        if self._site is None:
            return swap_of(self._domino)
        is_put = self._puts >> self._site & 1
        return (put_of if is_put else removal_of)(self._domino, self._site)

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return the dominoes to play, or the squares to play on, with what that does."""
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        # One frame asks several times, and the first blank domino allows all 81 squares.
        if self._domino is None:
            if self.position.outcome() is not None:
                return {}
            dominoes = members(held(self.state, self.state.seat))
            return {TOKENS[domino]: self._discard_facts(domino) for domino in dominoes}
        if self._site is not None:
            return {}
        return {site: self._site_facts(site) for site in members(self._puts | self._removals)}

    def _discard_facts(self, domino: Domino) -> tuple[Fact, ...]:
        discard = Fact(QuincyDoes.DISCARD, (DECK[domino],))
        is_dead = not any(targets(self.state, domino))
        return (discard, Fact(Does.SWAP)) if is_dead else (discard,)

    def _site_facts(self, site: Site) -> tuple[Fact, ...]:
        side = team_of(self.state.seat)
        if self._removals >> site & 1:
            return (Fact(Does.REMOVE, (Piece(1 - side, 1), site)),)
        own, _ = own_and_enemy(self.state)
        whole = lines_of(own | 1 << site)
        facts = [Fact(Does.PLACE, (Piece(side, 1), site))]
        facts += [Fact(Does.LINE, (side, line)) for line in whole if site in line]
        if len(whole) >= LINES_TO_WIN:
            facts.append(Fact(Does.WIN, (side,)))
        return tuple(facts)

    def facts(self) -> tuple[Fact, ...]:
        """Return what the touches so far do, with the win when they end the game."""
        if self._domino is None:
            return () if self.move is None else (Fact(Does.PASS),)
        discard = self._discard_facts(self._domino)
        return discard if self._site is None else discard + self._site_facts(self._site)

    def extended(self, touch: Touch) -> QuincyTurn:
        if not isinstance(touch, Token):
            return QuincyTurn(self.position, self.state, self._domino, touch)
        if touch not in DOMINO_OF:
            raise RefusedError(self.refusal(touch), touch.kind)
        return QuincyTurn(self.position, self.state, DOMINO_OF[touch])

    def next_state(self) -> QuincyState:
        """Return the state that the complete turn leads to."""
        return after_ply(self.state, self._ply())

    def pieces(self) -> Placement:
        state = self._stones()
        return placement(state.blue, state.yellow)

    def lines(self) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
        return lines(self._stones())

    def _stones(self) -> QuincyState:
        """Return a state with the stones as they stand after the touches so far."""
        return self.state if self._site is None else self.next_state()

    # Refusals

    def refusal(self, touch: Touch) -> Refusal:
        if not isinstance(touch, Token) and not 0 <= touch < SIZE * SIZE:
            return Refusal(Cause.OFF_BOARD)
        if isinstance(touch, Token) and touch not in DOMINO_OF and touch.kind != PASS_TEXT:
            return Refusal(Cause.TOKEN)
        if self.position.outcome() is not None:
            return Refusal(Cause.GAME_OVER)
        if self.move is not None:
            return Refusal(Cause.MUST_PASS if self._domino is None else Cause.COMPLETE)
        if isinstance(touch, Token):
            return self._why_not_token(touch)
        if self._domino is None:
            return Refusal(QuincyCause.CHOOSE_DOMINO)
        return self._why_not_removed(touch) if self._has_blank else self._why_not_put(touch)

    def _why_not_token(self, token: Token) -> Refusal:
        if token.kind == PASS_TEXT:
            return Refusal(Cause.MAY_NOT_PASS)
        if self._domino is None:
            is_out = not self.state.left >> DOMINO_OF[token] & 1
            return Refusal(Cause.ALREADY_DISCARDED if is_out else QuincyCause.NOT_IN_HAND)
        if DOMINO_OF[token] == self._domino:
            return self._why_not_swapped()
        return Refusal(QuincyCause.ONE_DOMINO)

    def mark_refusal(self, mark: str, site: Site | None) -> Refusal | None:
        """Return why the domino touched may not do what *mark* in a move text says, or None."""
        if site is None:
            return None if self._is_dead else self._why_not_swapped()
        if mark == "@":
            return None if self._puts >> site & 1 else self._why_not_put(site)
        return None if self._removals >> site & 1 else self._why_not_removed(site)

    def _why_not_swapped(self) -> Refusal:
        """Return that the domino touched can be played, and where.

        Reading: a domino that can be played may not be swapped, because the rules
        let a player exchange only one "that cannot be played anywhere".
        """
        return Refusal(QuincyCause.CAN_BE_PLAYED, tuple(members(self._puts | self._removals)))

    def _why_not_put(self, site: Site) -> Refusal:
        return Refusal(Cause.OCCUPIED) if self._names(site) else self._wrong_square()

    def _why_not_removed(self, site: Site) -> Refusal:
        if not self._has_blank:
            return Refusal(QuincyCause.NO_BLANK)
        if not self._names(site):
            return self._wrong_square()
        own, enemy = own_and_enemy(self.state)
        if own >> site & 1:
            return Refusal(QuincyCause.OWN_STONE)
        if not enemy >> site & 1:
            return Refusal(Cause.EMPTY)
        safe = {other for line in lines_of(enemy) if site in line for other in line}
        return Refusal(QuincyCause.PROTECTED, tuple(sorted(safe)))

    @property
    def _has_blank(self) -> bool:
        return self._domino is not None and bool(WITH_BLANK >> self._domino & 1)

    def _names(self, site: Site) -> bool:
        return self._domino is not None and bool(NAMED[self._domino] >> site & 1)

    def _wrong_square(self) -> Refusal:
        if self._is_dead:
            return Refusal(QuincyCause.DEAD_DOMINO)
        return Refusal(QuincyCause.WRONG_SQUARE, tuple(members(self._puts | self._removals)))
