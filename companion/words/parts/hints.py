"""What a hint says of a move of a game: where to look, and the move leg by leg."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.contract import Fact, Move, Piece, Position, Site, Token, sites_among
from companion.contract.codes import Does
from companion.words.parts.moves import MoveWords, jumped
from companion.words.parts.names import Names
from companion.words.phrases import capitalized, joined
from companion.words.translate import tr


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
            text = tr("leave {pieces} and go {leg}").format(pieces=stays, leg=text)
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
