import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ui.play.hint import bar_box
from companion.ui.widgets.layout import LEAST_ASPECT_OF_LANDSCAPE, Box, lay_out
from companion.ui.widgets.list_view import ENTRY_GAP, ENTRY_H
from tests.ui.layouts import SIZES, unsound


def parts(layout) -> dict[str, Box]:
    """Return the parts of the play scene."""
    return {
        "banner": layout.banner,
        "board": layout.board,
        "off_board": layout.off_board,
        "menu": layout.menu,
        "moves": layout.moves,
        "note": layout.note,
        **{f"button {n}": box for n, box in enumerate(layout.buttons)},
    }


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_wrong_with_a_layout(size):
    layout = lay_out(*size)
    buttons = {f"button {n}": box for n, box in enumerate(layout.buttons)}
    menu = {"info": layout.info, "board": layout.board, "banner": layout.banner} | buttons
    wrong = [*unsound(layout, parts(layout)), *unsound(layout, menu), *faults_of_bars(size)]
    wrong += ["board"] * (layout.board.w != layout.board.h)
    in_order = [box.x for box in layout.buttons] == sorted({box.x for box in layout.buttons})
    alike = len({(box.y, box.h) for box in layout.buttons}) == 1
    widths = [box.w for box in layout.buttons]
    wrong += ["buttons"] * (not in_order or not alike or max(widths) - min(widths) > 3)
    assert wrong == []


def faults_of_bars(size):
    """What a bar under the board lies over, with clocks and without, with letters of any size."""
    for is_large, has_clocks in itertools.product([False, True], repeat=2):
        layout = lay_out(*size, is_large=is_large)
        if has_clocks:
            layout = layout.with_clocks(is_turned=False)
        barred = layout.with_bar()
        if not layout.is_portrait:
            yield from ["bar"] * (barred != layout)
            continue
        clocks = {f"clock {n}": box for n, box in enumerate(barred.clocks or ())}
        yield from unsound(barred, parts(barred) | clocks | {"bar": bar_box(barred)})
        yield from ["board beside a bar"] * (barred.board.w < 0.96 * layout.board.w)


@settings(max_examples=300, deadline=None)
@given(st.integers(320, 3840), st.integers(240, 3840))
def test_parts_stay_apart_at_any_size(width, height):
    layout = lay_out(width, height)
    assert unsound(layout, parts(layout)) == []


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_everything_to_be_touched_is_64_pixels_high_at_the_two_design_sizes(size):
    layout = lay_out(*size)
    for box in (*layout.buttons, layout.menu):
        assert box.h >= 64
        assert box.w >= 64
    assert layout.px(ENTRY_H) - layout.px(ENTRY_GAP) >= 64


def test_the_board_takes_the_height_of_the_small_screen_and_the_width_of_the_tall_one():
    small, tall = lay_out(800, 480), lay_out(720, 1280)
    assert small.board.h >= 480 - small.banner.h - 8
    assert tall.board.right == tall.menu.right == tall.buttons[3].right
    assert tall.board.x == 0, "the names of the rows stand in the margin"


def test_landscape_begins_a_little_wider_than_square():
    assert not lay_out(round(480 * LEAST_ASPECT_OF_LANDSCAPE), 480).is_portrait
    assert lay_out(500, 480).is_portrait


@pytest.mark.parametrize("size", [(1, 1), (0, 0), (1, 4000), (4000, 1), (50, 50)])
def test_a_window_dragged_to_nothing_is_no_error(size):
    layout = lay_out(*size)
    assert layout.width >= 1
    assert layout.px(0.001) == 1
    assert layout.text_px(1) == 10


def test_texts_grow_with_the_screen():
    assert lay_out(800, 480).text_px(20) == 20
    assert lay_out(1600, 960).text_px(20) == 40


def test_a_tall_screen_has_somewhat_larger_texts():
    assert lay_out(720, 1280).text_px(20) == 24


def test_a_box_holds_its_first_corner_and_not_its_last():
    box = Box(10, 20, 5, 5)
    assert box.holds(10, 20)
    assert box.holds(14.9, 24.9)
    assert not box.holds(15, 20)
    assert not box.holds(10, 25)
    assert box.center == (12, 22)


def test_an_inset_box_never_has_a_negative_size():
    assert Box(0, 0, 10, 10).inset(2, 3) == Box(2, 3, 6, 4)
    assert Box(0, 0, 3, 3).inset(2) == Box(2, 2, 0, 0)


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 800)])
def test_a_higher_head_takes_its_room_from_one_neighbor_alone(size):
    plain = lay_out(*size)
    layout = plain.with_head(30)
    by = round(30 * plain.unit)
    assert layout.off_board == plain.off_board._replace(h=plain.off_board.h + by)
    assert (layout.moves.y, layout.moves.bottom) == (plain.moves.y + by, plain.moves.bottom)
    same = {"menu", "board", "buttons", "banner", "note"}
    assert all(getattr(layout, name) == getattr(plain, name) for name in same)
