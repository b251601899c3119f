import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.printing.drawing import Drawing, PaperBox
from companion.printing.piece_shapes import GAP, piece_pages

WINDOW = PaperBox(10, 27, 200, 270)

batches = st.lists(st.tuples(st.floats(3, 101), st.integers(1, 30)), min_size=1, max_size=8)


def pieces_of(numbers):
    boxes = [(PaperBox(0, 0, across, across), number) for across, number in numbers]
    return [piece for box, number in boxes for piece in [Drawing((), box)] * number]


@given(batches)
def test_every_piece_has_a_place_of_its_own_in_the_window(numbers):
    pieces = pieces_of(numbers)
    pages = piece_pages(pieces, WINDOW)
    assert all(pages)
    assert [copy.drawing for page in pages for copy in page] == pieces
    for copy in itertools.chain(*pages):
        left, bottom, right, top = copy.window
        assert copy.drawing.box.moved(copy.shift) == copy.window
        assert left >= WINDOW.left - 1e-6
        assert bottom >= WINDOW.bottom - 1e-6
        assert right <= WINDOW.right + 1e-6
        assert top <= WINDOW.top + 1e-6
    for page in pages:
        for one, other in itertools.combinations(page, 2):
            assert apart(one.window, other.window) >= GAP - 1e-6


def apart(one, other):
    across = max(one[0], other[0]) - min(one[2], other[2])
    up = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, up)


def test_equal_pieces_are_drawn_once():
    (page,) = piece_pages(pieces_of([(20, 5), (10, 4)]), WINDOW)
    assert len(page) == 9
    assert len({copy.drawing for copy in page}) == 2
