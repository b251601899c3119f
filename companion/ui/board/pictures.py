"""Makes the picture of the board from a position and a half-made turn."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from companion.art.marks import Mark
from companion.contract import (
    Fact,
    HalfMove,
    Move,
    Piece,
    Placement,
    Position,
    Progress,
    Side,
    Site,
    Token,
    Touch,
    harmed_pieces,
    removed_sites,
    sites_among,
)
from companion.contract.codes import Does
from companion.ui.board.marks import Arrow, BoardPicture, Outline, OutlineKind
from companion.ui.board.motion import halves_of, moves_piece

if TYPE_CHECKING:
    from companion.storage.playback import Playback
    from companion.table.steps import TableStep

Marks: TypeAlias = defaultdict[Site, set[Mark]]
"""The marks of a picture while they are put together."""

NOTHING_GONE: Mapping[Site, Piece] = MappingProxyType({})

MOST_ARROWS = 80
"""More arrows than this hide the board; the list beside it still has every move."""


def sizes_in_play(position: Position) -> int:
    """Return the largest value of all pieces, on the board and off it."""
    on_board = (piece for tower in position.pieces().values() for piece in tower)
    return max((piece.value for piece in (*on_board, *position.off_board())), default=1)


def is_harmful(facts: Iterable[Fact]) -> bool:
    """Return whether a piece leaves the board by what *facts* tell."""
    return any(fact.is_harmful for fact in facts)


def turn_picture(
    half: HalfMove,
    last_move: tuple[Site, ...],
    focus: Touch | None,
    last_removed: tuple[Site, ...] = (),
    last_gone: Mapping[Site, Piece] = NOTHING_GONE,
) -> BoardPicture:
    """Return the board in the middle of a turn: what is lifted, what may be touched next.

    Until it shows a route or a chain of its own, the last ply is shown by
    *last_move*, *last_removed* and *last_gone*.
    """
    shows_last = not _shows_route(half)
    marks: Marks = defaultdict(set)
    for site in last_removed if shows_last else ():
        marks[site].add(Mark.LAST_MOVE)
    for site, mark in _next_marks(half).items():
        marks[site].add(mark)
    mark_chosen(marks, half, focus)
    if isinstance(focus, int):
        marks[focus].add(Mark.FOCUS)
    lifted = half.lifted() if half.touches else None
    last = half.touches[-1] if half.touches else None
    if lifted is None and isinstance(last, int) and half.progress is Progress.INCOMPLETE:
        # One end of a chain that waits for the other: no red outline shows that it was touched.
        marks[last].add(Mark.SELECTED)
    return BoardPicture(
        placement=half.pieces(),
        marks=_frozen(marks),
        lifted=lifted,
        last_move=(() if shows_last else half.route()) or last_move,
        gone=last_gone if shows_last else NOTHING_GONE,
        immune=half.immune(),
        outlines=turn_outlines(half, focus),
    )


def marked_picture(picture: BoardPicture, sites: Iterable[Site], mark: Mark) -> BoardPicture:
    """Return *picture* with *mark* on each of *sites*, too."""
    marks = dict(picture.marks)
    for site in sites:
        marks[site] = marks.get(site, frozenset()) | {mark}
    return replace(picture, marks=marks)


def _next_marks(half: HalfMove) -> dict[Site, Mark]:
    """Return how each site is marked that may be touched next, or that a piece may be put on."""
    mark = Mark.TARGET if half.touches else Mark.MOVABLE
    marks = {
        touch: Mark.CAPTURE if is_harmful(facts) else mark
        for touch, facts in half.next_touches().items()
        if isinstance(touch, int)
    }
    return marks | dict.fromkeys(places_of(half), Mark.PLACE)


def places_of(half: HalfMove) -> tuple[Site, ...]:
    """Return where a piece in hand may go, chosen yet or not, and then where it was put."""
    area = half.area()
    if not area or half.move is not None:
        return sites_among(half.touches) if area else ()
    standing = half.pieces()
    return tuple(site for site in area if site not in standing)


def turn_outlines(half: HalfMove, focus: Touch | None) -> tuple[Outline, ...]:
    """Return the area in which this turn places, the chains that it can remove, and the lines."""
    area = half.area()
    areas = (Outline(area, OutlineKind.AREA),) if area else ()
    return (*areas, *chain_outlines(half, focus), *line_outlines(half.lines()))


def line_outlines(lines: Iterable[tuple[Side, tuple[Site, ...]]]) -> tuple[Outline, ...]:
    """Return *lines* as bars over their pieces."""
    return tuple(Outline(sites, OutlineKind.LINE) for _, sites in lines)


def chosen_sites(half: HalfMove, focus: Touch | None) -> tuple[Site, ...]:
    """Return the chain that the turn removes, or that a touch of *focus* would remove."""
    facts = half.facts() if focus is None else half.next_touches().get(focus, ())
    return removed_sites(facts) if any(fact.code == Does.CHAIN for fact in facts) else ()


def chain_outlines(half: HalfMove, focus: Touch | None) -> tuple[Outline, ...]:
    """Return an outline for each chain of *half*, and a stronger one for the chosen part."""
    chains = tuple(Outline(sites, OutlineKind.CHAIN) for sites in half.chains())
    chosen = chosen_sites(half, focus)
    return (*chains, Outline(chosen, OutlineKind.CHOSEN)) if chosen else chains


def mark_chosen(marks: Marks, half: HalfMove, focus: Touch | None) -> None:
    """Add to *marks* what leaves the board: tiles under threat of *focus*, then empty squares.

    With the cursor on the end of a chain only its tiles are marked as harmed, so
    that screen and lamps show exactly what Confirm would remove.
    """
    chosen = chosen_sites(half, focus)
    if focus is not None and chosen:
        for kinds in marks.values():
            kinds.discard(Mark.CAPTURE)
    mark = Mark.REMOVE if focus is None else Mark.CAPTURE
    for site in chosen:
        marks[site].add(mark)


def _shows_route(half: HalfMove) -> bool:
    """Return whether *half* has gone somewhere, or is whole with one touch as a huff is."""
    return len(half.touches) > 1 or (bool(half.touches) and half.move is not None)


def moves_picture(
    half: HalfMove, arrows: Mapping[tuple[Site, Site], Arrow], chosen: HalfMove | None
) -> BoardPicture:
    """Return the board with *arrows*, or with those of the *chosen* whole move alone, strong."""
    marks: Marks = defaultdict(set)
    strong: list[Arrow] = []
    if chosen is not None:
        strong = move_arrows(chosen)
        route = sites_among(chosen.touches)
        if half.area():
            marks.update((site, {Mark.PLACE}) for site in route)
        elif route and route[0] == chosen.touches[0] and not _shows_route(half):
            marks[route[0]].add(Mark.HINT)
        for arrow in strong:
            if arrow.end in chosen.touches:
                marks[arrow.end].add(Mark.CAPTURE if arrow.is_harmful else Mark.TARGET)
        if chosen.touches and isinstance(chosen.touches[0], Token):
            # What comes from beside the board has no arrow.
            harms = is_harmful(chosen.facts())
            for site in sites_among(chosen.touches):
                marks[site].add(Mark.CAPTURE if harms else Mark.TARGET)
    elif half.touches and isinstance(half.touches[0], Token):
        marks.update((site, {mark}) for site, mark in _next_marks(half).items())
    else:
        for start, _ in arrows:
            marks[start].add(Mark.MOVABLE)
    shown = strong if chosen is not None else list(arrows.values())
    whole = half if chosen is None else chosen
    for site in chosen_sites(whole, None):
        marks[site].add(Mark.CAPTURE)
    return BoardPicture(
        placement=half.pieces(),
        marks=_frozen(marks),
        arrows=tuple(shown),
        immune=half.immune(),
        outlines=turn_outlines(whole, None),
    )


def first_arrows(half: HalfMove, moves: Iterable[Move]) -> dict[tuple[Site, Site], Arrow]:
    """Return an arrow for the next leg of each of *moves* after *half*, at most `MOST_ARROWS`."""
    arrows: dict[tuple[Site, Site], Arrow] = {}
    lifted: dict[Touch, HalfMove] = {}
    for move in moves:
        ahead = move.touches[max(0, len(half.touches) - 1) :]
        if len(ahead) < 2 or len(arrows) >= MOST_ARROWS:
            continue
        start, end = ahead[0], ahead[1]
        if not isinstance(start, int) or not isinstance(end, int) or (start, end) in arrows:
            continue
        if start not in lifted:
            lifted[start] = half if half.touches else half.extended(start)
        if moves_piece(lifted[start], end):
            harms = is_harmful(lifted[start].next_touches()[end])
            arrows[start, end] = Arrow(start, end, harms, False)
    return arrows


def move_arrows(half: HalfMove, made: int = 0) -> list[Arrow]:
    """Return strong arrows along each leg of *half* but the first *made*."""
    arrows = []
    for before, after in itertools.pairwise(halves_of(half)[1 + made :]):
        start, end = before.touches[-1], after.touches[-1]
        if isinstance(start, int) and isinstance(end, int) and moves_piece(before, end):
            harms = is_harmful(before.next_touches().get(end, ()))
            way = _way(before, after)
            arrows += [Arrow(a, b, harms and b == end, True) for a, b in itertools.pairwise(way)]
    return arrows


def _way(before: HalfMove, after: HalfMove) -> Sequence[Site]:
    """Return where the piece goes with the last touch of *after*: around corners, if it does."""
    ends = sites_among((before.touches[-1], after.touches[-1]))
    way = after.route()[max(0, len(before.route()) - 1) :]
    return way if (way[:1], way[-1:]) == (ends[:1], ends[1:]) else ends


def playback_picture(playback: Playback) -> BoardPicture:
    """Return the board where *playback* is: the last route, or the ply half made and its way."""
    half = playback.half
    last = playback.last_half
    route, gone = (last.route(), harmed_pieces(last.facts())) if last else ((), NOTHING_GONE)
    picture = turn_picture(half, route, None, last_gone=gone)
    marks: dict[Site, frozenset[Mark]] = {}
    if half.touches:
        ahead = playback.course.moves[playback.ply].touches[len(half.touches)]
        if isinstance(ahead, int):
            harms = is_harmful(half.next_touches().get(ahead, ()))
            marks[ahead] = frozenset({Mark.CAPTURE if harms else Mark.TARGET})
    elif route and playback.outcome and playback.outcome.winner is not None:
        mover = playback.positions[playback.ply - 1].side
        if playback.outcome.winner == mover:
            marks[route[-1]] = frozenset({Mark.WIN})
    return replace(picture, marks=marks)


def places_picture(placement: Placement) -> BoardPicture:
    """Return *placement* with the corner marks of "place here" around each piece."""
    return BoardPicture(placement, dict.fromkeys(placement, frozenset({Mark.PLACE})))


def won_picture(
    placement: Placement,
    last_move: tuple[Site, ...],
    winning_sites: Iterable[Site],
    lines: Iterable[tuple[Side, tuple[Site, ...]]] = (),
    gone: Mapping[Site, Piece] = NOTHING_GONE,
) -> BoardPicture:
    """Return the board at the end of a game, with a laurel on each of *winning_sites*."""
    marks = dict.fromkeys(winning_sites, frozenset({Mark.WIN}))
    return BoardPicture(
        placement, marks, last_move=last_move, gone=gone, outlines=line_outlines(lines)
    )


def mixed_sites(placement: Placement) -> tuple[Site, ...]:
    """Return where pieces of both sides stand in one tower."""
    return tuple(
        site for site, tower in placement.items() if len({piece.side for piece in tower}) > 1
    )


def step_picture(step: TableStep) -> BoardPicture:
    """Return the table at *step*, with its places marked and an arrow along what moves."""
    # Imported here: the first picture shows no step.
    from companion.table.steps import StepKind

    arrows: tuple[Arrow, ...] = ()
    if step.kind is StepKind.MOVE:
        arrows = (Arrow(step.starts[0], step.ends[0], False, True),)
    return BoardPicture(placement=step.standing, marks=steps_marks([step]), arrows=arrows)


def steps_marks(steps: Iterable[TableStep]) -> dict[Site, frozenset[Mark]]:
    """Return the places that something leaves or comes to in any of *steps*."""
    marks: Marks = defaultdict(set)
    for step in steps:
        for site in step.starts:
            marks[site].add(Mark.REMOVE)
        for site in step.ends:
            marks[site].add(Mark.PLACE)
    return _frozen(marks)


def _frozen(marks: Marks) -> dict[Site, frozenset[Mark]]:
    return {site: frozenset(kinds) for site, kinds in marks.items()}
