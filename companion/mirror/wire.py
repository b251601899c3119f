"""Pictures of boards as they pass between the table and its mirror: as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.art.marks import Mark
from companion.contract import Lifted, Piece, Placement
from companion.ui.board.marks import Arrow, BoardPicture, Flight, Outline, OutlineKind

Json = dict[str, Any]


def picture_data(picture: BoardPicture) -> Json:
    """Return *picture* as a JSON document."""
    lifted = picture.lifted
    return {
        "placement": list(picture.placement.items()),
        "marks": [[site, [mark.value for mark in marks]] for site, marks in picture.marks.items()],
        "lifted": lifted,
        "last_move": picture.last_move,
        "gone": list(picture.gone.items()),
        "arrows": picture.arrows,
        "flights": picture.flights,
        "immune": sorted(picture.immune),
        "outlines": [[outline.sites, outline.kind.value] for outline in picture.outlines],
    }


def picture_from(data: Mapping[str, Any]) -> BoardPicture:
    """Return the picture that `picture_data` has made *data* of."""
    lifted = data["lifted"]
    placement: Placement = {site: _pieces(pieces) for site, pieces in data["placement"]}
    return BoardPicture(
        placement=placement,
        marks={site: frozenset(map(Mark, marks)) for site, marks in data["marks"]},
        lifted=Lifted(lifted[0], _pieces(lifted[1])) if lifted is not None else None,
        last_move=tuple(data["last_move"]),
        gone={site: Piece(*piece) for site, piece in data["gone"]},
        arrows=tuple(Arrow(*arrow) for arrow in data["arrows"]),
        flights=tuple(
            Flight(_pieces(pieces), start, end, part)
            for pieces, start, end, part in data["flights"]
        ),
        immune=frozenset((site, value) for site, value in data["immune"]),
        outlines=tuple(
            Outline(tuple(sites), OutlineKind(kind)) for sites, kind in data["outlines"]
        ),
    )


def _pieces(data: list[list[int]]) -> tuple[Piece, ...]:
    return tuple(Piece(*piece) for piece in data)
