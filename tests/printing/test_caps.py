"""The caps of the four buttons: the file is read back."""

import pytest

from companion.art.digits import SIGNS
from companion.art.shapes import Fill, Stroke
from companion.ports import ButtonName
from companion.printing.drawing import Copy
from companion.printing.page import PAPERS
from companion.printing.piece_shapes import SIGN_PART, SIGN_UP, USUAL_SIZES_MM, cap_sheets
from tests.printing.printed import TIGHT, assert_inside_margin, printed


def caps(sizes):
    """Return what is drawn of each cap, in the order of the page."""
    (sheet,) = cap_sheets(sizes, PAPERS["A4"])
    return [item.drawing.items for item in sheet.items if isinstance(item, Copy)]


def test_all_caps_of_the_usual_sizes_are_on_one_page_true_to_scale():
    (page,) = printed(cap_sheets(USUAL_SIZES_MM, PAPERS["A4"]))
    cuts = [path.size[0] for path in page.paths if path.is_curved and path.dash and not path.fill]
    assert cuts == pytest.approx([30.0] * 4 + [24.0] * 4 + [12.0] * 4, abs=TIGHT)


@pytest.mark.parametrize("paper", PAPERS)
def test_no_cap_is_printed_in_the_margin(paper):
    for page in printed(cap_sheets((100.0, 8.0), PAPERS[paper])):
        assert_inside_margin(page)


@pytest.mark.parametrize("name", ButtonName)
def test_a_cap_has_the_sign_and_the_name_of_the_screen(name):
    items = caps((20.0,))[list(ButtonName).index(name)]
    # Over the ground is the sign.
    _, *signs = [item.shape for item in items if isinstance(item, Fill)]
    height = 20.0 * SIGN_PART
    expected = [
        tuple((x * height, 20.0 * SIGN_UP - y * height) for x, y in shape.points)
        for shape in SIGNS[name]
    ]
    assert [shape.points for shape in signs] == expected
    widths = [shape.width for shape in signs if isinstance(shape, Stroke)]
    strokes = [shape.width * height for shape in SIGNS[name] if isinstance(shape, Stroke)]
    assert widths == strokes
    assert any(getattr(item, "text", "").lower() == name.value for item in items)
