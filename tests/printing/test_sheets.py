import itertools
import math

from hypothesis import given
from hypothesis import strategies as st

from companion.printing.drawing import Drawing, PaperBox
from companion.printing.page import PAPERS
from companion.printing.sheets import BLEED, seams, tiled

lengths = st.floats(1, 3000)
rooms = st.floats(60, 400)
quiet_places = st.lists(st.floats(0, 3000)).map(tuple)


@given(lengths, rooms, quiet_places)
def test_parts_cover_the_drawing_in_as_few_pages_as_possible(length, room, quiet):
    places = seams(0.0, length, room, quiet)
    assert (places[0], places[-1]) == (0.0, length)
    widths = [right - left for left, right in itertools.pairwise(places)]
    if length <= room:
        assert len(widths) == 1
        return
    assert len(widths) == math.ceil(length / (room - 2 * BLEED) - 1e-9)
    assert min(widths) >= 2 * BLEED - 1e-6
    assert max(widths) + 2 * BLEED <= room + 1e-6


def test_seams_take_quiet_places_where_they_can():
    assert seams(0, 300, 190, (90, 150, 200)) == (0, 150, 300)
    assert seams(0, 300, 190, (130,)) == (0, 130, 300)


def test_seams_come_as_near_to_a_quiet_place_as_the_paper_allows():
    assert seams(0, 300, 190, (90,)) == (0, 120, 300)
    assert seams(0, 300, 190, (250,)) == (0, 180, 300)


def test_seams_without_quiet_places_are_even():
    assert seams(0, 300, 190) == (0, 150, 300)


@given(st.floats(20, 1500), st.floats(20, 1500), st.sampled_from(list(PAPERS.values())))
def test_tiles_lie_in_the_window_of_their_page_and_show_their_part(width, height, paper):
    tiling = tiled(Drawing((), PaperBox(-7, -3, width - 7, height - 3)), paper)
    window = tiling.paper.window
    areas = [tile.part.width * tile.part.height for tile in tiling.tiles]
    assert math.isclose(sum(areas), width * height)
    for tile in tiling.tiles:
        part = tile.part.moved(tile.shift)
        assert window.left - 1e-6 <= tile.window.left <= part.left + 1e-6
        assert part.right - 1e-6 <= tile.window.right <= window.right + 1e-6
        assert window.bottom - 1e-6 <= tile.window.bottom <= part.bottom + 1e-6
        assert part.top - 1e-6 <= tile.window.top <= window.top + 1e-6


def test_the_paper_lies_on_its_side_only_where_that_saves_pages():
    paper = PAPERS["A4"]
    assert tiled(Drawing((), PaperBox(0, 0, 100, 100)), paper).paper == paper
    assert tiled(Drawing((), PaperBox(0, 0, 250, 100)), paper).paper == paper.turned()


def test_pages_come_as_one_reads():
    tiling = tiled(Drawing((), PaperBox(0, 0, 300, 400)), PAPERS["A4"])
    corners = [(tile.part.left, tile.part.bottom) for tile in tiling.tiles]
    assert corners == [(0, 200), (150, 200), (0, 0), (150, 0)]
