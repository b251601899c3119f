"""What may be lifted, knocked and placed in Quincala Mixing, and when it is won.

Knows placements, legs and hands; `companion.games.quincala_mixing.rules` makes turns and texts
of it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from companion.contract import Board, Fact, Options, Outcome, Piece, Side, Site
from companion.errors import BoardError
from companion.games.quincala.kernel.rules import Join, Leg, Placed, Setup, Tower, TowerRules
from companion.games.quincala_mixing.codes import MixingDoes, MixingEnd

SETUP = "start"
AREAS = ("white", "black")

FIELDS = 3
"""Bits kept for each size on a dot: White's piece, Black's piece, and its immunity."""

Counts: TypeAlias = tuple[int, ...]
"""How many pieces of each kind, in the order of `TowerRules.kinds`."""


class MixingRules(TowerRules):
    """What may be lifted, knocked and placed, and which sizes stand in mixed towers.

    A tower holds one piece of a size, so one more bit a size says whether that
    piece is immune.  It moves with the piece, and a placement with other immune
    pieces is another placement.
    """

    def __init__(self, board: Board, setup: Setup) -> None:
        super().__init__(board, setup, FIELDS)
        dots = self._dots
        self._low = (1 << self.span) - 1
        self._every_size = dots * self._low
        self._every_mark = dots << self.span
        self._pieces = dots * (self.own[0] | self.own[1])
        self._immune = self._every_size << 2 * self.span
        self._total = len(setup)
        self.areas = tuple(tuple(sorted(board.areas[name])) for name in AREAS)
        self.nothing: Counts = (0,) * len(self.kinds)
        self.options: Options = {"sizes": self.span}
        self._each_field = 1 | 1 << self.span | 1 << 2 * self.span

    # Lifting and arriving.

    def first_lift(self, tower: Tower, side: Side) -> Tower:
        """Return all of a tower of *side*'s color alone."""
        return 0 if tower & self.own[1 - side] else tower & self.own[side]

    def further_lift(self, tower: Tower, side: Side) -> Tower:
        """Return all of *side*'s pieces in *tower*, mixed or not, but the largest, or 0."""
        own = tower & self.own[side]
        rest = own ^ self.largest(own)
        sizes = rest >> side * self.span
        return rest | tower & sizes << 2 * self.span

    def stops(self, gone: Tower) -> bool:
        """Return False: only the end of a turn ends the game."""
        return False

    def join(self, lifted: Tower, tower: Tower) -> Join | None:
        """Return what happens when *lifted* arrive on *tower*, or None where one is immune.

        A piece that knocks one of the other color becomes immune; one that knocks
        its own color does not.  Immune pieces of the mover's own color were made
        so in this turn, and the rules protect them in the following one only.
        """
        side = 0 if lifted & self.own[0] else 1
        span, low = self.span, self._low
        sizes = lifted >> side * span & low
        theirs = tower >> (1 - side) * span & sizes
        if tower >> 2 * span & theirs:
            return None
        knocked = tower & (sizes | sizes << span)
        after = tower & ~(sizes * self._each_field) | lifted | theirs << 2 * span
        return Join(after - tower, knocked, self.further_lift(after, side))

    # Immunity.

    def immunity(self, placement: Placed) -> Placed:
        """Return the immunity bits of *placement* alone."""
        return placement & self._immune

    def immune(self, placement: Placed) -> frozenset[tuple[Site, int]]:
        if not self.immunity(placement):
            return frozenset()
        return frozenset(
            (site, size)
            for site, tower in enumerate(self.towers(placement))
            for number, size in enumerate(self.sizes)
            if tower >> 2 * self.span + number & 1
        )

    # Hands.

    def hand(self, placement: Placed, waiting: Counts) -> Counts:
        """Return what the side to move has in hand: all that is missing but what is *waiting*."""
        if (placement & self._pieces).bit_count() == self._total:
            return self.nothing
        lack = zip(self.missing(placement), waiting, strict=True)
        return tuple(missing - kept for missing, kept in lack)

    def free_dots(self, placement: Placed, side: Side) -> list[Site]:
        """Return the empty dots of *side*'s placing areas, in board order."""
        return [site for site in self.areas[side] if not self.tower_at(placement, site)]

    def marked(self, placement: Placed, site: Site, size: int) -> Placed:
        """Return *placement* with the piece of *size* on *site* immune."""
        bit = 2 * self.span + self.sizes.index(size)
        return placement | self.units[site] << bit

    def placed(self, placement: Placed, piece: Piece, site: Site) -> Placed:
        """Return *placement* with *piece* on the empty dot *site*."""
        return placement | self.units[site] << self.bit_of(piece)

    # Mixed towers.

    def formed(self, placement: Placed) -> Tower:
        """Return a bit for each kind of piece that stands in some mixed tower."""
        white = (placement & self._every_size) + self._every_size
        black = (placement >> self.span & self._every_size) + self._every_size
        # A dot's sum carries into its bit `span` just when a piece of that side stands there.
        mixed = (white & black & self._every_mark) >> self.span
        if not mixed:
            return 0
        return sum(1 << bit for bit in range(2 * self.span) if placement & mixed << bit)

    def formed_sizes(self, placement: Placed, side: Side) -> frozenset[int]:
        pieces = self.pieces(self.formed(placement) & self.own[side])
        return frozenset(piece.value for piece in pieces)

    def outcome(self, placement: Placed, side: Side) -> Outcome | None:
        """Return how the game ended when *side* is to move, or None while it goes on.

        If both have formed all sizes, the player who did not have the turn wins: the one
        to move now.

        Reading: each size must stand in some mixed tower, not all in the same one;
        a tower holds one piece of a size and must hold one of the other side too.
        """
        formed = self.formed(placement)
        white, black = (formed & full == full for full in self.full)
        if white and black:
            return Outcome(side, MixingEnd.BOTH_ALL_SIZES_MIXED)
        if white or black:
            return Outcome(0 if white else 1, MixingEnd.ALL_SIZES_MIXED)
        return None

    # What is told of a leg.

    def facts(self, before: Leg, leg: Leg) -> tuple[Fact, ...]:
        """Return what *leg* does, with ``immune`` and ``form`` for what it brings about."""
        facts = [*super().facts(before, leg), *self._new_immune(before, leg)]
        new = self.formed(leg[1]) & ~self.formed(before[1])
        for side in (0, 1):
            sizes = tuple(piece.value for piece in self.pieces(new & self.own[side]))
            if sizes:
                facts.append(Fact(MixingDoes.FORM, (side, sizes)))
        return tuple(facts)

    def _new_immune(self, before: Leg, leg: Leg) -> list[Fact]:
        _, _, lifted, _, _ = before
        site, _, _, _, knocked = leg
        mover = 0 if lifted & self.own[0] else 1
        return [
            Fact(MixingDoes.IMMUNE, (Piece(mover, piece.value), site))
            for piece in self.pieces(knocked)
            if piece.side != mover
        ]

    # Counting.

    def perft(self, placement: Placed, side: Side, waiting: Counts, depth: int) -> int:
        """Return the number of ply sequences of length *depth*, which is at least 1."""
        if self.outcome(placement, side) is not None:
            return 0
        hand = self.hand(placement, waiting)
        free = self.free_dots(placement, side) if any(hand) else []
        if free:
            bits = [bit for bit, number in enumerate(hand) if number]
            if depth == 1:
                return len(bits) * len(free)
            return sum(
                self.perft(placement | self.units[site] << bit, side, waiting, depth - 1)
                for bit in bits
                for site in free
            )
        routes = self.routes(placement, side, 0)
        if depth == 1:
            return len(routes) or 1
        ended = self.immunity(placement)
        ends = routes.placements() or [placement]
        return sum(self.perft(after - ended, 1 - side, hand, depth - 1) for after in ends)


@lru_cache(maxsize=8)
def rules_of(board: Board, sizes: int) -> MixingRules:
    """Return the tables of *board* with its *sizes* smallest sizes, made once for each.

    Raises:
        BoardError: *board* lacks the set-up, a placing area, or so many sizes.
    """
    if SETUP not in board.setups:
        raise BoardError(
            "board {board!r}: expected a set-up {setup!r}, got {setups!r}",
            board=board.name,
            setup=SETUP,
            setups=list(board.setups),
        )
    for name in AREAS:
        if name not in board.areas:
            raise BoardError(
                "board {board!r}: expected an area {name!r}, got {areas!r}",
                board=board.name,
                name=name,
                areas=list(board.areas),
            )
    setup = board.setups[SETUP]
    values = sorted({value for _, value, _ in setup})
    if len(values) < sizes:
        raise BoardError(
            "board {board!r}: expected {sizes} sizes, got {count!r}",
            board=board.name,
            sizes=sizes,
            count=len(values),
        )
    kept = values[:sizes]
    return MixingRules(board, tuple(entry for entry in setup if entry[1] in kept))
