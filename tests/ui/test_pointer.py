import dataclasses
import math
import random
from collections.abc import Iterator
from itertools import islice

import pytest

from companion.art.marks import Mark
from companion.contract import Position, parse_board
from companion.plugins import find_game
from companion.ui.board.marks import Arrow, BoardPicture
from companion.ui.board.pictures import moves_picture
from tests.amounts import few_and_many
from tests.moving import played
from tests.ui.board_painting import drawn_pixels, painter_of
from tests.ui.board_pictures import ALQUERQUE, marks

CLEAR_DEGREES = 30
SEEDS = range(3)
PLIES = 8
BARE = parse_board('name="b"\nnote="b"\nrows=["ooo","ooo","ooo"]\noutline=false', "bare.toml")
AT = ALQUERQUE.site_of


def some_positions(kind: str) -> list[Position]:
    """Return the first position and some after random plies."""
    positions = []
    for seed in SEEDS:
        chance, position = random.Random(seed), find_game(kind).initial(seed=seed)
        for _ in range(PLIES):
            positions.append(position)
            moves = position.legal_moves()
            if moves:
                position = position.play(chance.choice(moves))
    return positions[:: PLIES - 1]


def pictures_of_moves(position: Position) -> Iterator[BoardPicture]:
    """Yield each picture of the list of moves that has a pointer, once."""
    half, seen = position.begin(), set()
    for move in position.legal_moves():
        picture = moves_picture(half, {}, position.half_move(move))
        shown = (picture.arrows, *picture.marks)
        if pointed_at(picture) and shown not in seen:
            seen.add(shown)
            yield picture


def pointed_at(picture: BoardPicture) -> list[int]:
    return [site for site, kinds in picture.marks.items() if Mark.HINT in kinds]


def pointer(painter, picture: BoardPicture) -> set[tuple[int, int]]:
    """Return the pixels of the pointers in *picture*."""
    bare = {site: kinds - {Mark.HINT} for site, kinds in picture.marks.items()}
    return drawn_pixels(painter, picture, dataclasses.replace(picture, marks=bare))


def way_degrees(one, other) -> float:
    return math.degrees(math.atan2(other[1] - one[1], other[0] - one[0])) % 360


def pointer_degrees(painter, picture: BoardPicture) -> float:
    """Return from where the only pointer comes: 0 is the right, 90 is below."""
    pixels = pointer(painter, picture)
    assert pixels, picture
    middle = [sum(axis) / len(pixels) for axis in zip(*pixels, strict=True)]
    (site,) = pointed_at(picture)
    return way_degrees(painter.geometry.site_to_px(site), middle)


def arrow_degrees(painter, picture: BoardPicture) -> list[float]:
    """Return where the arrows lead, or come from, that start or end at the pointed piece."""
    at, (site,) = painter.geometry.site_to_px, pointed_at(picture)
    ends = [a.end if a.start == site else a.start for a in picture.arrows if site in a[:2]]
    return [way_degrees(at(site), at(end)) for end in ends]


def apart(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


@few_and_many("most", 25, 40)
@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("kind", ["alquerque", "quincala-knocking", "quincala-mixing", "querni"])
def test_no_arrow_of_a_move_lies_along_the_pointer_at_its_piece(kind, is_turned, most):
    looked_at = 0
    for position in some_positions(kind):
        painter = painter_of(position.board, side=300, is_turned=is_turned)
        for picture in islice(pictures_of_moves(position), most):
            comes_from = pointer_degrees(painter, picture)
            for leads in arrow_degrees(painter, picture):
                assert apart(comes_from, leads) > CLEAR_DEGREES, (
                    position.to_text(),
                    picture.arrows,
                )
                looked_at += 1
    assert looked_at > 20


def test_the_pointer_at_a_piece_that_goes_to_the_upper_right_comes_from_the_upper_left():
    position = played(find_game("alquerque").initial(), "c2-c3", "c4xc2", "d3-c3", "c2xc4")
    (picture,) = (
        p for p in pictures_of_moves(position) if p.arrows[0][:2] == (AT("b2"), AT("c3"))
    )
    assert apart(pointer_degrees(painter_of(ALQUERQUE), picture), 225) < 5


def test_the_pointer_comes_from_the_upper_right_where_nothing_is_in_its_way():
    for arrows in ((), (Arrow(AT("c3"), AT("c4"), False, True),)):
        picture = BoardPicture(marks=marks(ALQUERQUE, hint="c3"), arrows=arrows)
        assert apart(pointer_degrees(painter_of(ALQUERQUE), picture), 315) < 5


def test_arrows_of_a_hint_keep_clear_of_its_pointer_as_well():
    arrow = Arrow(AT("d4"), AT("c3"), False, True)
    picture = BoardPicture(marks=marks(ALQUERQUE, hint="c3"), arrows=(arrow,))
    assert apart(pointer_degrees(painter_of(ALQUERQUE), picture), 225) < 5


def test_a_pointer_stays_whole_at_every_edge_of_a_small_board():
    painter = painter_of(BARE, side=90)
    whole = len(pointer(painter, BoardPicture(marks=marks(BARE, hint="b2"))))
    for name in map(BARE.name_of, range(len(BARE))):
        pixels = pointer(painter, BoardPicture(marks=marks(BARE, hint=name)))
        assert len(pixels) > 0.97 * whole, name
