"""Made-up pictures of boards of squares, with everything on them that can be."""

import itertools
import random

from companion.art.marks import Mark
from companion.contract import Board, Lifted, Piece, parse_board
from companion.plugins import load_board
from companion.ui.board.marks import Arrow, BoardPicture, Flight, Outline, OutlineKind
from tests.ui.board_pictures import QUINCALA, marks, start_placement

QUINCY = load_board("quincy")
QUERNI = parse_board(
    """
    name = "tiles"
    note = "checkered squares with marked intersections, for tests"
    rows = ["oooooooooo", "oooooooooo", "oooooooooo", "oooooooooo",
            "oooooooooo", "oooooooooo", "oooooooooo"]
    drawing = "squares"
    checkered = true
    pieces = "tiles"
    colors = ["blue", "pink"]
    marks = ["a2", "d2", "f2", "i2", "a5", "d5", "f5", "i5"]
    """,
    "tiles.toml",
)


def dealt(board: Board) -> dict[int, tuple[Piece, ...]]:
    """Return sixteen numbered tiles a side around the marks, shuffled."""
    draw = random.Random(5)
    standing = {}
    for side in (0, 1):
        numbers = draw.sample(range(1, 17), 16)
        for mark in board.marks[side * 4 : side * 4 + 4]:
            file, rank = board.places[mark]
            for place in ((file, rank), (file + 1, rank), (file, rank + 1), (file + 1, rank + 1)):
                standing[board.places.index(place)] = (Piece(side, numbers.pop()),)
    return standing


def chain_and_marks() -> BoardPicture:
    """Return every mark on tiles and empty squares, two chains and a tile in flight."""
    at = QUERNI.site_of
    standing = dealt(QUERNI)
    for name, piece in {
        "c4": Piece(0, 9), "d4": Piece(0, 10), "e5": Piece(0, 11), "e4": Piece(0, 12),
        "h6": Piece(1, 3), "h5": Piece(1, 4), "h4": Piece(1, 5), "g3": Piece(1, 6),
    }.items():  # fmt: skip
        standing[at(name)] = (piece,)
    return BoardPicture(
        placement=standing,
        marks=marks(
            QUERNI,
            target="b4 b1 c7 a2",
            capture="d1 b2",
            selected="c1 a3",
            movable="d2 d3 e2 e3 f3 f1",
            last_move="g1 b6 h7",
            hint="e1 f2",
            place="h1 g2",
            remove="i1 i2",
            error="j1 j3",
            win="i4 a6",
            focus="a4 a5",
        ),
        lifted=Lifted(at("i6"), standing[at("i6")]),
        immune=frozenset({(at("b5"), 1)}),
        last_move=(at("h7"), at("g7"), at("e7")),
        outlines=(
            Outline(tuple(map(at, ("c4", "d4", "e5", "e4"))), OutlineKind.CHAIN),
            Outline(tuple(map(at, ("h6", "h5", "h4", "g3"))), OutlineKind.CHAIN),
        ),
        flights=(Flight((Piece(0, 14),), at("b7"), at("d7"), 0.5),),
        arrows=(Arrow(at("i3"), at("j4"), False, False), Arrow(at("g6"), at("f4"), False, True)),
    )


def lines_and_marks() -> BoardPicture:
    """Return stones with three lines and every mark on and beside them."""
    at = QUINCY.site_of
    draw = random.Random(7)
    names = "11 12 13 14 24 34 44 54 64 62 53 35 26 71 72 82 92 88 77 66 97 19 28"
    standing = {at(name): (Piece(draw.randrange(2), 1),) for name in names.split()}
    for name in ("11", "12", "13", "14", "24", "34", "44"):
        standing[at(name)] = (Piece(0, 1),)
    for name in ("62", "53", "35", "26"):
        standing[at(name)] = (Piece(1, 1),)
    return BoardPicture(
        placement=standing | {at("44"): (Piece(1, 1),)},
        marks=marks(
            QUINCY,
            target="15 16 72",
            capture="97 82 85",
            selected="71 91",
            movable="64 54 93",
            last_move="66 67 33",
            hint="88 38",
            place="45 92",
            remove="19 48",
            error="28 58",
            win="77 78",
            focus="51",
        ),
        lifted=Lifted(at("54"), standing[at("54")]),
        immune=frozenset({(at("24"), 1)}),
        outlines=(
            Outline(tuple(map(at, ("11", "12", "13", "14"))), OutlineKind.LINE),
            Outline(tuple(map(at, ("14", "24", "34"))), OutlineKind.LINE),
            Outline(tuple(map(at, ("62", "53", "44", "35", "26"))), OutlineKind.LINE),
        ),
        flights=(Flight((Piece(1, 1),), at("98"), at("99"), 0.3),),
    )


def areas() -> BoardPicture:
    """Return two areas under the start of Mini Quincala."""
    near = ["b1", "c1", "d1", "a2", "b2", "c2", "d2", "b3", "c3", "a3", "d3", "c4"]
    far = ["f9", "g9", "h9", "f8", "g8", "h8", "i8", "f7", "g7", "h7", "i7"]
    return BoardPicture(
        placement=start_placement(QUINCALA),
        outlines=tuple(
            Outline(tuple(map(QUINCALA.site_of, names)), OutlineKind.AREA) for names in (near, far)
        ),
        marks=marks(QUINCALA, place="b1 b2 c3", target="d1"),
    )


TILES_WITH_EVERYTHING = tuple(mark for mark in Mark if mark is not Mark.ERROR)
"""Every mark but the X, which crosses a tile out with its number."""


def heaviest_squares(board: Board) -> BoardPicture:
    """Return 32 pieces, 40 marked sites, 20 arrows, four chains and four lines."""
    draw = random.Random(32)
    sites = draw.sample(range(len(board)), 40)
    kinds = [mark for mark in Mark if mark is not Mark.FOCUS]
    standing = {
        site: (Piece(n % 2, 1 + n // 2),) for n, site in enumerate(draw.sample(range(70), 32))
    }
    width = board.files
    runs = [tuple(range(n * width, n * width + 5)) for n in range(6)]
    kind_of_run = (OutlineKind.CHAIN, OutlineKind.LINE, OutlineKind.AREA)
    return BoardPicture(
        placement=standing,
        marks={site: frozenset(draw.sample(kinds, 2)) for site in sites},
        last_move=tuple(sites[:4]),
        arrows=tuple(Arrow(a, b, False, True) for a, b in itertools.pairwise(sites[:21])),
        immune=frozenset((site, 1) for site in list(standing)[:4]),
        outlines=tuple(Outline(run, kind_of_run[n % 3]) for n, run in enumerate(runs * 2)),
    )
