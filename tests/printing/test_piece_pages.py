import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.printing.drawing import PaperBox
from companion.printing.piece_pages import GAP, piece_pages, placed
from companion.printing.piece_shapes import Shape

WINDOW = PaperBox(10, 27, 200, 270)

batches = st.lists(st.tuples(st.floats(3, 101), st.integers(1, 30)), min_size=1, max_size=8)


def shapes_of(numbers):
    return [shape for across, number in numbers for shape in [Shape(across, across, ())] * number]


@given(batches)
def test_every_piece_has_a_place_of_its_own_in_the_window(numbers):
    shapes = shapes_of(numbers)
    places = list(placed(shapes, WINDOW))
    assert [place.shape for place in places] == shapes
    pages = [place.page for place in places]
    assert pages == sorted(pages)
    assert set(pages) == set(range(pages[-1] + 1))
    boxes = [box_of(place) for place in places]
    for left, bottom, right, top in boxes:
        assert left >= WINDOW.left - 1e-6
        assert bottom >= WINDOW.bottom - 1e-6
        assert right <= WINDOW.right + 1e-6
        assert top <= WINDOW.top + 1e-6
    for one, other in itertools.combinations(range(len(places)), 2):
        if pages[one] == pages[other]:
            assert apart(boxes[one], boxes[other]) >= GAP - 1e-6


def box_of(place):
    (x, y), shape = place.at, place.shape
    return x - shape.width / 2, y - shape.height / 2, x + shape.width / 2, y + shape.height / 2


def apart(one, other):
    across = max(one[0], other[0]) - min(one[2], other[2])
    up = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, up)


def test_equal_pieces_are_drawn_once():
    (page,) = piece_pages(shapes_of([(20, 5), (10, 4)]), WINDOW)
    assert len(page) == 9
    assert len({copy.drawing for copy in page}) == 2
