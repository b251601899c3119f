"""Made-up pictures of boards, with everything on them that can be."""

import random

from companion.art.marks import Mark
from companion.contract import Board, Lifted, Piece
from companion.plugins import load_board
from companion.ui.board.marks import Arrow, BoardPicture, Flight

QUINCALA = load_board("mini-quincala")
ALQUERQUE = load_board("alquerque")


def start_placement(board: Board) -> dict[int, tuple[Piece, ...]]:
    return {site: (Piece(side, value),) for side, value, site in board.setups["start"]}


def marks(board: Board, **names: str) -> dict[int, frozenset[Mark]]:
    """Return the marks given as ``target="c3 d4"``."""
    by_site: dict[int, frozenset[Mark]] = {}
    for mark, sites in names.items():
        for name in sites.split():
            site = board.site_of(name)
            by_site[site] = by_site.get(site, frozenset()) | {Mark[mark.upper()]}
    return by_site


def quincala_with_everything() -> BoardPicture:
    at = QUINCALA.site_of
    standing = start_placement(QUINCALA)
    for name in ("d3", "c8", "f7"):
        del standing[at(name)]
    standing |= {
        at("c4"): (Piece(0, 2), Piece(0, 1)),
        at("f5"): (Piece(0, 3), Piece(1, 1)),
        at("e6"): (Piece(1, 1),),
        at("h6"): (Piece(1, 3), Piece(1, 2), Piece(1, 1)),
        at("b6"): (Piece(0, 3), Piece(0, 2), Piece(0, 1)),
        at("d4"): (Piece(1, 3), Piece(0, 2), Piece(1, 1)),
        at("g3"): (Piece(0, 3), Piece(1, 2), Piece(0, 1)),
        at("f2"): (Piece(0, 3), Piece(0, 1)),
    }
    return BoardPicture(
        placement=standing,
        marks=marks(
            QUINCALA,
            target="c6 c5 d5 a4 b4 e4 d3 c3",
            capture="e6 b7",
            selected="c4 i3",
            movable="h1 i2 g2 h3 f2 i4",
            last_move="e7 e6 f8",
            hint="g5 d7",
            place="c1 g1 b2 h2",
            remove="h9 g9",
            error="d2 i8",
            win="h6 b6 d8",
            focus="b3",
        ),
        lifted=Lifted(at("c4"), (Piece(0, 2), Piece(0, 1))),
        last_move=(at("e7"), at("e6")),
        immune=frozenset({(at("f5"), 1), (at("h7"), 2)}),
        shaking=(at("i8"), 0.15),
        flights=(Flight((Piece(1, 2),), at("c8"), at("c6"), 0.6),),
    )


def quincala_with_arrows() -> BoardPicture:
    at = QUINCALA.site_of
    standing = start_placement(QUINCALA)
    legs = [
        Arrow(site, other, standing.get(other) == standing[site], False)
        for site, pieces in standing.items()
        if pieces[0].side == 0
        for other in QUINCALA.neighbors[site]
        if other >= 0
    ]
    legs += [
        Arrow(at("d3"), at("e4"), False, True),
        Arrow(at("f3"), at("f7"), True, True),
        Arrow(at("d7"), at("d4"), True, False),
        Arrow(at("d4"), at("d7"), False, False),
    ]
    return BoardPicture(placement=standing, arrows=tuple(legs))


def alquerque_capture() -> BoardPicture:
    at = ALQUERQUE.site_of
    standing = start_placement(ALQUERQUE)
    standing[at("c3")] = standing.pop(at("c2"))
    return BoardPicture(
        placement=standing,
        marks=marks(ALQUERQUE, movable="b4 d4", capture="c2", focus="e1", error="a1", win="e5"),
        lifted=Lifted(at("c4"), (Piece(1, 1),)),
        last_move=(at("b2"), at("c3")),
        arrows=(Arrow(at("c4"), at("c2"), True, True), Arrow(at("b4"), at("c2"), False, False)),
    )


def heaviest_quincala() -> BoardPicture:
    """Return 24 pieces, 40 marked sites and 60 arrows on Mini Quincala."""
    draw = random.Random(24)
    sites = draw.sample(range(len(QUINCALA)), 40)
    legs = draw.sample(QUINCALA.segments(), 60)
    kinds = [mark for mark in Mark if mark is not Mark.FOCUS]
    return BoardPicture(
        placement=start_placement(QUINCALA),
        marks={site: frozenset(draw.sample(kinds, 2)) for site in sites},
        last_move=tuple(sites[:4]),
        arrows=tuple(
            Arrow(*leg, is_harmful=n % 3 == 0, is_strong=n % 5 == 0) for n, leg in enumerate(legs)
        ),
        immune=frozenset((site, 2) for site in sites[:4]),
    )
