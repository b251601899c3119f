"""What a game says of its turns: while one is made, as a whole move, and as a hint."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.contract import (
    Board,
    Fact,
    HalfMove,
    Move,
    Piece,
    Position,
    Progress,
    Site,
    Token,
    Touch,
    sites_among,
)
from companion.contract.codes import Does
from companion.words.phrases import capitalized, joined
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.words.names import Names

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

    def fully(self, half: HalfMove, called: Callable[[Piece], str]) -> str:
        """Return *half*, a whole move, with what it takes as it is *called*, to be spoken."""
        return self.ways(half)[0]

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
        if len(names) == 2 and names[0] == names[1]:
            return tr("round trip from {start}").format(start=names[0])
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


def owned_name(names: Names, position: Position, piece: Piece) -> str:
    """Return *piece* as it is told to the side to move: ``your 7``, ``Pink 7``."""
    return names.own(piece) if piece.side == position.side else names.piece(piece)


class HintWords:
    """The words for the moves of one game."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def nudge(self, position: Position, move: Move) -> str:
        """Return where to look, without saying what to do there; *move* touches something."""
        facts = position.explain(move)
        if any(fact.code == Does.PLACE for fact in facts) and position.hand():
            return self._placing_nudge(position, facts)
        first = move.touches[0]
        if isinstance(first, Token):
            return tr("Look at {name}.").format(name=self.names.token(first))
        site = position.board.name_of(first)
        pieces = position.pieces().get(first, ())
        if not pieces:
            return tr("Look at {name}.").format(name=site)
        own = owned_name(self.names, position, pieces[0])
        name = own if len(pieces) == 1 else tr("your tower")
        return self.look({fact.code for fact in facts}).format(piece=name, site=site)

    def look(self, codes: Collection[str]) -> str:
        """Return the nudge to a move that does what *codes* say, with ``{piece}``, ``{site}``."""
        if Does.CAPTURE in codes:
            return tr("You can capture: look at {piece} on {site}.")
        if Does.KNOCK in codes:
            return tr("You can knock: look at {piece} on {site}.")
        return tr("Look at {piece} on {site}.")

    def _placing_nudge(self, position: Position, facts: Sequence[Fact]) -> str:
        """Return which piece in hand to begin with."""
        text = tr("Look for a {place} for {piece}.")
        if len(set(position.hand())) > 1:
            text = tr("Start with {piece} in your hand.")
        return text.format(place=self.names.place_word(), piece=self._placed(position, facts))

    def _placed(self, position: Position, facts: Sequence[Fact]) -> str:
        return self._pieces(position, facts, "place")

    def move(self, position: Position, move: Move) -> str:
        """Return the whole *move* in words, with its route leg by leg; it is no pass."""
        facts = position.explain(move)
        placed = self._placed(position, facts)
        if placed:
            text = tr("Place {piece} on {site}.")
            site = position.board.names[sites_among(move.touches)[-1]]
            return text.format(piece=placed, site=site)
        return self.route(position, move)

    def route(self, position: Position, move: Move) -> str:
        """Return leg after leg of a move on the board, and what goes after them."""
        half = position.begin()
        legs: list[str] = []
        last, at = "", -1
        for touch in move.touches:
            facts = half.next_touches().get(touch, ())
            half = half.extended(touch)
            is_leg = any(fact.code == Does.MOVE for fact in facts)
            if is_leg and at >= 0 and isinstance(touch, int):
                legs.append(self._leg(position, at, touch, facts, is_first=not legs))
            last = self.last(facts) or last
            at = touch if isinstance(touch, int) else -1
        way = tr(", then ").join(legs)
        parts = [self.frame(position, move).format(legs=way)] if legs else []
        parts += [last] if last else []
        if not parts:
            return tr("Play {move}.").format(move=MoveWords(self.names).ways(half)[0])
        whole = tr(", then ").join(parts)
        return f"{whole if legs else capitalized(whole)}."

    def last(self, facts: Sequence[Fact]) -> str:
        """Return what a touch with *facts* does after the legs of a move, or an empty text."""
        return ""

    def frame(self, position: Position, move: Move) -> str:
        """Return which piece goes the ``{legs}``; elsewhere than here its place is enough."""
        return "{legs}"

    def leg(self, position: Position, start: Site, end: Site, *, is_first: bool) -> str:
        """Return one leg of a route, with ``{start}`` and ``{end}`` to fill in."""
        return tr("{start} to {end}") if is_first else tr("to {end}")

    def _leg(
        self, position: Position, start: Site, end: Site, facts: Sequence[Fact], *, is_first: bool
    ) -> str:
        names = position.board.names
        text = self.leg(position, start, end, is_first=is_first)
        text = text.format(start=names[start], end=names[end])
        stays = self._pieces(position, facts, "sow")
        if stays:
            text = tr("leave {pieces} there and go on {leg}").format(pieces=stays, leg=text)
        knocked = self._pieces(position, facts, "knock")
        return tr("{leg}, knocking {pieces}").format(leg=text, pieces=knocked) if knocked else text

    def _pieces(self, position: Position, facts: Sequence[Fact], code: str) -> str:
        pieces = (fact.values[0] for fact in facts if fact.code == code)
        names = [owned_name(self.names, position, p) for p in pieces if isinstance(p, Piece)]
        return joined(names)

    def line_end(self, position: Position, line: Sequence[Move]) -> str:
        """Return what is said after the plies of *line* from *position* on, or an empty text."""
        return ""


class JumpHints(HintWords):
    """The words for the moves of a game whose pieces jump over others."""

    def leg(self, position: Position, start: Site, end: Site, *, is_first: bool) -> str:
        """Return one leg, with the place that it jumps over where its ends are two steps apart."""
        site = jumped(position.board, start, end)
        if site is None:
            return super().leg(position, start, end, is_first=is_first)
        over = position.board.names[site]
        if is_first:
            return tr("{{start}} over {over} to {{end}}").format(over=over)
        return tr("over {over} to {{end}}").format(over=over)


def codes_ahead(half: HalfMove) -> set[str]:
    """Return what any of the next touches would do, as codes."""
    return {fact.code for facts in half.next_touches().values() for fact in facts}


class TurnWords:
    """The words for a turn of one game; a banner has at most sixty characters."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def banner(self, half: HalfMove, turn: str, move: str) -> str:
        """Return whose turn it is and what is expected next.

        Args:
            half: the turn so far.
            turn: whose turn it is, such as ``Your turn``.
            move: the whole move that *half* makes, in words; empty while it makes none.
        """
        if half.area():
            return self.placing(half, turn)
        text = self.going_on(half) if half.touches else self.first(half)
        return text.format(
            turn=turn,
            side=self.names.seat(half.position, half.position.seat),
            place=self.names.place_word(),
            piece=self.names.piece_word(),
            move=move,
        )

    def first(self, half: HalfMove) -> str:
        """Return what is expected first, with ``{turn}`` and what else there is to fill in.

        That are ``{side}``, ``{piece}``, ``{place}`` and ``{move}``.
        """
        if half.move is not None:
            return tr("{turn}: no moves, press Confirm to pass")
        sites = sites_among(half.next_touches())
        if not sites:
            return tr("{turn}: choose what to play")
        if set(sites) <= set(half.pieces()):
            return self._piece_to_move()
        return self._a_place()

    def going_on(self, half: HalfMove) -> str:
        """Return what is expected after the first touch, with the same words to fill in."""
        if half.progress is Progress.EXTENDABLE:
            return self._place_or_stop()
        if half.move is not None and half.facts() == (Fact(Does.PASS_BY_CHOICE),):
            return tr("{turn}: Confirm to pass, or Back")
        if half.move is not None:
            return tr("{turn}: {move}. Confirm plays it")
        if len(half.touches) > 1:
            return self._next_place()
        return tr("{turn}: touch where it goes")

    # Whole sentences for the words that the program has itself: where a word bends to what
    # it is put into, a translation cannot have it filled in.

    def _piece_to_move(self) -> str:
        word = self.names.piece_word()
        whole = {
            tr("piece"): tr("{turn}: touch a piece to move"),
            tr("stone"): tr("{turn}: touch a stone to move"),
            tr("tile"): tr("{turn}: touch a tile to move"),
        }
        return whole.get(word, tr("{turn}: touch a {piece} to move"))

    def _a_place(self) -> str:
        word = self.names.place_word()
        whole = {
            tr("dot"): tr("{turn}: touch a dot"),
            tr("point"): tr("{turn}: touch a point"),
            tr("square"): tr("{turn}: touch a square"),
        }
        return whole.get(word, tr("{turn}: touch a {place}"))

    def _next_place(self) -> str:
        word = self.names.place_word()
        whole = {
            tr("dot"): tr("{turn}: touch the next dot"),
            tr("point"): tr("{turn}: touch the next point"),
            tr("square"): tr("{turn}: touch the next square"),
        }
        return whole.get(word, tr("{turn}: touch the next {place}"))

    def _place_or_stop(self) -> str:
        word = self.names.place_word()
        whole = {
            tr("dot"): tr("{turn}: touch a dot, or Confirm to stop here"),
            tr("point"): tr("{turn}: touch a point, or Confirm to stop here"),
            tr("square"): tr("{turn}: touch a square, or Confirm to stop here"),
        }
        return whole.get(word, tr("{turn}: touch a {place}, or Confirm to stop here"))

    def placing(self, half: HalfMove, turn: str) -> str:
        """Return what is expected of *turn* while a piece in hand is placed in an area."""
        area = self.area_word()
        tokens = [touch for touch in half.touches if isinstance(touch, Token)]
        chosen = {Piece(*token.values) for token in tokens if token.kind == "hand"}
        kinds = chosen or set(half.position.hand())
        if len(kinds) != 1:
            text = self.choosing()
            return text.format(turn=turn, piece=self.names.piece_word(), area=area)
        piece = owned_name(self.names, half.position, min(kinds))
        for touch in half.touches:
            if isinstance(touch, int):
                site = half.position.board.name_of(touch)
                text = tr("{turn}: put {piece} on {site}, then Confirm")
                return text.format(turn=turn, piece=piece, site=site)
        return self.aiming().format(turn=turn, piece=piece, area=area)

    def choosing(self) -> str:
        """Return that a piece in hand is chosen, with ``{turn}``, ``{piece}`` and ``{area}``."""
        return tr("{turn}: touch a {piece} in your hand, then a {area}")

    def aiming(self) -> str:
        """Return that a place is chosen for a piece in hand, with the same to fill in."""
        return tr("{turn}: place {piece} on a {area}")

    def area_word(self) -> str:
        """Return what a place is called on which a piece in hand may be placed."""
        return self.names.place_word()

    def note(self, half: HalfMove) -> str:
        """Return what can be done now, for the note under the moves, or an empty text."""
        return ""

    def confirm(self, half: HalfMove) -> str:
        """Return what Confirm does with the whole move that *half* makes."""
        if half.progress is Progress.EXTENDABLE:
            return tr("stop here")
        return tr("pass") if half.move is not None and half.move.text == "pass" else tr("play it")

    def choice(self, half: HalfMove, focus: Touch) -> str:
        """Return what Confirm takes while the buttons' cursor is on *focus*."""
        if Fact(Does.PASS_BY_CHOICE) in half.next_touches().get(focus, ()):
            return tr("pass")
        return tr("pick {name}").format(name=self.names.touched(half.position.board, focus))

    def hides(self, position: Position) -> bool:
        """Return whether the player to move may not know all of *position*."""
        return position.public() is not position
