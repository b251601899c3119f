"""How a whole move of a game is said at the table, without its notation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.contract import (
    Board,
    Fact,
    HalfMove,
    Piece,
    Position,
    Site,
    Touch,
    sites_among,
)
from companion.contract.codes import Does
from companion.words.parts.names import Names
from companion.words.phrases import joined
from companion.words.translate import tr

MOST_STOPS = 4
"""So many places after the first are all named; of a longer way only its ends are."""

CAPTURING = frozenset({Does.CAPTURE, Does.KNOCK, Does.REMOVE})


def route_of(half: HalfMove) -> tuple[Site, ...]:
    """Return where the pieces go in *half*, without what is touched to remove something."""
    return _route_in(half.position, half.touches)


# Each drawing asks several times for that of the same move, and facts of towers take their time.
@lru_cache(maxsize=16)
def _route_in(position: Position, touches: tuple[Touch, ...]) -> tuple[Site, ...]:
    route: list[Site] = []
    made = position.begin()
    for touch in touches:
        facts = made.next_touches().get(touch, ())
        made = made.extended(touch)
        is_leg = any(fact.code == Does.MOVE for fact in facts)
        if isinstance(touch, int) and (is_leg or not route):
            route.append(touch)
    return tuple(route) if len(route) > 1 else _ends_of(made) or tuple(route)


def _ends_of(half: HalfMove) -> tuple[Site, ...]:
    """Return where a piece leaves and where it comes in *half*, whatever its facts are called."""
    sites = sites_among(half.touches)
    if len(sites) < 2:
        return ()
    start, end = sites[0], sites[-1]
    before, after = half.position.pieces(), half.pieces()
    came = after.get(end, ())
    if len(after.get(start, ())) >= len(before.get(start, ())) or came == before.get(end, ()):
        return ()
    return (start, end) if came and came[-1].side == half.position.side else ()


def jumped(board: Board, start: Site, end: Site) -> Site | None:
    """Return the place that a jump from *start* to *end* goes over; None where it is no jump."""
    (file, rank), (to_file, to_rank) = board.places[start], board.places[end]
    if max(abs(to_file - file), abs(to_rank - rank)) != 2:
        return None
    return board.places.index(((file + to_file) // 2, (rank + to_rank) // 2))


class MoveWords:
    """The words for whole moves of one game; the defaults come from what a move does."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def ways(self, half: HalfMove) -> tuple[str, ...]:
        """Return *half*, a whole move, in words, the fullest first: ``c4 over c3 to c2``.

        Who says it takes the first that has room.
        """
        facts = half.facts()
        codes = {fact.code for fact in facts}
        if codes & {Does.PASS, Does.PASS_BY_CHOICE}:
            return (tr("pass"),)
        if len(route_of(half)) > 1:
            return self.moved(half, facts)
        if Does.HUFF in codes:
            return (tr("huff the piece on {site}").format(site=self._site(half, Does.HUFF)),)
        if Does.PLACE in codes:
            return self.placed(half, facts)
        return self.other(half, facts)

    def moved(self, half: HalfMove, facts: Sequence[Fact]) -> tuple[str, ...]:
        """Return the ways of saying that pieces go from place to place."""
        route = route_of(half)
        way, ends = self.way(half, route), self.way(half, (route[0], route[-1]))
        taken = self.taken(facts)
        whole = (f"{way}{taken}", f"{ends}{taken}", ends)
        return whole if len(route) <= MOST_STOPS + 1 else whole[1:]

    def way(self, half: HalfMove, route: Sequence[Site]) -> str:
        """Return where the pieces go, from the first place of *route* to its last."""
        names = [half.position.board.name_of(site) for site in route]
        if len(names) == 2:
            return tr("{start} to {end}").format(start=names[0], end=names[1])
        stops = joined(names[1:-1])
        text = tr("{start} via {stops} to {end}")
        return text.format(start=names[0], stops=stops, end=names[-1])

    def taken(self, facts: Sequence[Fact]) -> str:
        """Return how many pieces leave the board, to go after the way."""
        count = sum(fact.code in CAPTURING for fact in facts)
        return tr(", taking {count}").format(count=count) if count else ""

    def placed(self, half: HalfMove, facts: Sequence[Fact]) -> tuple[str, ...]:
        """Return the ways of saying that a piece is put on the board."""
        site, taken = self._site(half, Does.PLACE), self.taken(facts)
        pieces = [fact.values[0] for fact in facts if fact.code == Does.PLACE]
        named = [self.names.piece(piece) for piece in pieces if isinstance(piece, Piece)]
        text, name = tr("{piece} on {site}"), joined(named)
        short = text.format(piece=self.names.piece_word(), site=site)
        return (f"{text.format(piece=name, site=site)}{taken}", f"{short}{taken}", short)

    def other(self, half: HalfMove, facts: Sequence[Fact]) -> tuple[str, ...]:
        """Return the ways of saying any other move: by what is touched for it."""
        board, touched = half.position.board, half.touches
        names = [self.names.touched(board, touch) for touch in touched[:MOST_STOPS]]
        return (joined(names), names[-1]) if names else (tr("pass"),)

    def frame(self, half: HalfMove) -> str:
        """Return how it is told who makes *half*, with ``{who}``, ``{move}`` and ``{piece}``."""
        codes = {fact.code for fact in half.facts()}
        if codes & {Does.PASS, Does.PASS_BY_CHOICE}:
            return tr("{who} passes")
        if len(route_of(half)) > 1:
            return tr("{who} moves from {move}")
        return tr("{who} plays {move}")

    def _site(self, half: HalfMove, code: str) -> str:
        sites = [fact.values[1] for fact in half.facts() if fact.code == code]
        names = [half.position.board.name_of(site) for site in sites if isinstance(site, int)]
        return names[-1] if names else ""


class JumpMoves(MoveWords):
    """The words for moves of a game whose pieces jump over others."""

    def moved(self, half: HalfMove, facts: Sequence[Fact]) -> tuple[str, ...]:
        """Return the ways of saying a move; what a single jump goes over tells what it takes."""
        whole = super().moved(half, facts)
        return whole if len(route_of(half)) > 2 else whole[2:]

    def way(self, half: HalfMove, route: Sequence[Site]) -> str:
        """Return the way with the place that a single jump goes over."""
        text = super().way(half, route)
        if len(route) != 2 or len(route_of(half)) != 2:
            return text
        board = half.position.board
        over = jumped(board, route[0], route[1])
        if over is None:
            return text
        start, middle, end = (board.name_of(site) for site in (route[0], over, route[1]))
        return tr("{start} over {over} to {end}").format(start=start, over=middle, end=end)
