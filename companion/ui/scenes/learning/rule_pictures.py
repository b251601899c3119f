"""Makes the picture of the board from an example of the rules pages."""

from __future__ import annotations

from companion.art.marks import Mark
from companion.contract import Board, Fact, Game, Move, Position, Site, removed_sites, sites_among
from companion.contract.codes import Does
from companion.ui.board.marks import Arrow, BoardPicture, Outline, OutlineKind
from companion.ui.board.pictures import is_harmful, move_arrows
from companion.words.rules.page import Example


def example_picture(game: Game, example: Example) -> tuple[Board, BoardPicture]:
    """Return the board of *example* of *game*, and on it position, moves and what is crossed out.

    Raises:
        CompanionError: the example is no position of the game, or a move is not legal there.
    """
    position = game.from_text(example.position, example.board)
    board = position.board
    marks: dict[Site, set[Mark]] = {}
    arrows: list[Arrow] = []
    outlines = [Outline(tuple(sorted(board.areas[a])), OutlineKind.AREA) for a in example.areas]
    for text in example.moves:
        move = position.parse(text)
        facts = position.explain(move)
        chains = _chains(position, facts)
        # The touches that remove a chain are its ends: nothing goes from one to the other.
        legs = [] if chains else move_arrows(position.half_move(move))
        for leg in legs:
            if leg.end in move.touches:
                mark = Mark.CAPTURE if leg.is_harmful else Mark.TARGET
                marks.setdefault(leg.end, set()).add(mark)
        arrows += legs
        outlines += chains
        for site, mark in _touched(move, facts):
            marks.setdefault(site, set()).add(mark)
    for refused in example.refused:
        marks.setdefault(board.site_of(refused.site), set()).add(Mark.ERROR)
    frozen = {site: frozenset(kinds) for site, kinds in marks.items()}
    picture = BoardPicture(
        position.pieces(),
        frozen,
        arrows=tuple(arrows),
        immune=position.immune(),
        outlines=tuple(outlines),
    )
    return board, picture


def _touched(move: Move, facts: tuple[Fact, ...]) -> list[tuple[Site, Mark]]:
    """Return the marks of what *move* places or removes without a piece that goes anywhere."""
    sites = sites_among(move.touches)
    removed = removed_sites(facts)
    if len(removed) > 1:
        return [(site, Mark.REMOVE) for site in removed]
    if len(sites) != 1:
        return []
    return [(sites[0], Mark.REMOVE if is_harmful(facts) else Mark.PLACE)]


def _chains(position: Position, facts: tuple[Fact, ...]) -> list[Outline]:
    """Return the chains that *facts* tell of, around the tiles as they lie before the move."""
    where = {
        piece.value: site
        for site, pieces in position.pieces().items()
        for piece in pieces
        if piece.side == position.side
    }
    chains = [fact.values[0] for fact in facts if fact.code == Does.CHAIN]
    return [
        Outline(tuple(where[number] for number in numbers), OutlineKind.CHAIN)
        for numbers in chains
        if isinstance(numbers, tuple)
    ]
