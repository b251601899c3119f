import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import DRAG_STARTS_PX, ListView

BOX = Box(10, 20, 200, 300)


def view(count=20, columns=1, selected=None) -> ListView:
    """Return a list of entries 70 px high, of which 4 and a bit are in view."""
    return ListView(BOX, 70, count, columns, selected)


def is_in_view(view: ListView, index: int) -> bool:
    entry = view.entry_box(index)
    return entry.y >= view.box.y and entry.bottom <= view.box.bottom


# Places


def test_entries_stand_under_one_another():
    assert view().entry_box(0) == Box(10, 20, 200, 70)
    assert view().entry_box(2, gap=6) == Box(10, 160, 194, 64)


def test_entries_stand_in_columns():
    two = view(columns=2)
    assert two.entry_box(1) == Box(110, 20, 100, 70)
    assert two.entry_box(2) == Box(10, 90, 100, 70)


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 4, 5, 20])
def test_what_is_visible_is_what_overlaps_the_box(count, columns):
    listed = view(count, columns)
    for scroll in (0, 1, 50, 69, 70, 135, listed.most_scroll):
        listed.scroll = min(scroll, listed.most_scroll)
        wanted = [
            index
            for index in range(count)
            if listed.entry_box(index).bottom > BOX.y and listed.entry_box(index).y < BOX.bottom
        ]
        assert list(listed.visible()) == wanted


def test_an_entry_is_found_under_a_place_and_nothing_beside_the_list():
    listed = view(3)
    assert listed.index_at(15, 20) == 0
    assert listed.index_at(15, 90) == 1
    assert listed.index_at(15, 20 + 3 * 70) is None
    assert listed.index_at(9, 25) is None
    assert listed.index_at(15, 19) is None


# The cursor


def test_the_cursor_walks_round_the_end():
    listed = view(3)
    walked = []
    for _ in range(4):
        listed.step(1)
        walked.append(listed.selected)
    assert walked == [0, 1, 2, 0]
    listed.step(-1)
    assert listed.selected == 2


def test_the_cursor_walks_backwards_from_nowhere_to_the_last():
    listed = view(3)
    listed.step(-1)
    assert listed.selected == 2


def test_the_cursor_can_stop_outside_the_list_too():
    listed = view(2)
    walked = []
    for _ in range(4):
        listed.step(1, with_none=True)
        walked.append(listed.selected)
    assert walked == [0, 1, None, 0]
    listed.step(-1, with_none=True)
    assert listed.selected is None
    listed.step(-1, with_none=True)
    assert listed.selected == 1


def test_an_empty_list_has_no_cursor():
    listed = view(0, selected=3)
    listed.step(1)
    assert listed.selected is None


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("by", [1, -1])
def test_the_cursor_stays_in_view_wherever_it_walks(columns, by):
    listed = view(23, columns)
    for _ in range(50):
        listed.step(by)
        assert is_in_view(listed, listed.selected)


def test_the_cursor_stays_in_view_when_the_list_moves():
    listed = view(20, selected=19)
    listed.place(Box(0, 0, 100, 140), 70)
    assert is_in_view(listed, 19)
    listed.place(Box(0, 0, 100, 140), 35, columns=2)
    assert is_in_view(listed, 19)


def test_an_entry_already_in_view_does_not_scroll_the_list():
    listed = view(20)
    listed.scroll = 35.0
    listed.show(2)
    assert listed.scroll == 35.0


# Fingers


def test_a_tap_chooses():
    listed = view()
    assert listed.pointer_down(50, 100)
    assert listed.pointer_up(52, 103) == 1


def test_a_tap_beside_the_list_is_not_taken():
    listed = view()
    assert not listed.pointer_down(5, 100)
    assert not listed.pointer_move(5, 50)
    assert listed.pointer_up(50, 100) is None


def test_a_drag_scrolls_with_the_finger_and_chooses_nothing():
    listed = view()
    listed.pointer_down(50, 250)
    assert listed.pointer_move(50, 150)
    assert listed.scroll == 100
    assert listed.pointer_move(50, 160)
    assert listed.scroll == 90
    assert listed.pointer_up(50, 160) is None


@pytest.mark.parametrize("moved", [DRAG_STARTS_PX, -DRAG_STARTS_PX])
def test_a_trembling_finger_still_chooses(moved):
    listed = view()
    listed.pointer_down(50, 55)
    assert not listed.pointer_move(50, 55 + moved)
    assert listed.scroll == 0
    assert listed.pointer_up(50, 55 + moved) == 0


@pytest.mark.parametrize("to", [(50 + DRAG_STARTS_PX + 1, 100), (50, 100 + DRAG_STARTS_PX + 1)])
def test_a_finger_that_slides_off_chooses_nothing_even_when_it_comes_back(to):
    listed = view()
    listed.pointer_down(50, 100)
    listed.pointer_move(*to)
    listed.pointer_move(50, 100)
    assert listed.pointer_up(50, 100) is None


def test_letting_go_on_another_entry_chooses_nothing():
    listed = view()
    listed.pointer_down(50, 88)
    assert listed.pointer_up(50, 92) is None


def test_a_tap_after_a_drag_chooses_again():
    listed = view()
    listed.pointer_down(50, 250)
    listed.pointer_move(50, 180)
    listed.pointer_up(50, 180)
    listed.pointer_down(50, 20)
    assert listed.pointer_up(50, 20) == 1


def test_the_wheel_scrolls_towards_the_first_entry_when_turned_away():
    listed = view()
    listed.wheel(-2)
    assert listed.scroll == 105
    listed.wheel(1)
    assert listed.scroll == 52.5


@given(
    st.integers(0, 40),
    st.lists(
        st.one_of(
            st.tuples(st.just("wheel"), st.integers(-20, 20)),
            st.tuples(st.just("step"), st.sampled_from([1, -1])),
            st.tuples(st.just("drag"), st.integers(-900, 900)),
        ),
        max_size=20,
    ),
)
def test_the_list_is_never_scrolled_beyond_its_ends(count, hands):
    listed = view(count)
    for kind, amount in hands:
        if kind == "wheel":
            listed.wheel(amount)
        elif kind == "step":
            listed.step(amount)
        else:
            listed.pointer_down(50, 100)
            listed.pointer_move(50, 100 + amount)
            listed.pointer_up(50, 100 + amount)
        assert 0 <= listed.scroll <= max(0, count * 70 - BOX.h)


def test_the_entries_of_a_last_row_may_share_its_width():
    view = ListView(Box(0, 0, 300, 300), 50, 5, columns=2)
    assert view.entry_box(4) == Box(0, 100, 150, 50)
    view.is_filled = True
    assert view.entry_box(4) == Box(0, 100, 300, 50)
    assert view.entry_box(3) == Box(150, 50, 150, 50)
    assert view.index_at(290, 120) == 4


@given(count=st.integers(1, 30), columns=st.integers(1, 4), data=st.data())
def test_a_row_among_others_is_full_and_has_the_cursor_off_its_ends(count, columns, data):
    row = ListView(BOX._replace(h=70), 70, count, columns)
    for index in data.draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=4)):
        row.show_among(index)
        shown = list(row.visible())
        assert len(shown) == min(columns, count)
        assert index in shown and is_in_view(row, index)
        assert [row.entry_box(n).x for n in shown] == sorted({row.entry_box(n).x for n in shown})
        if columns > 2 and 0 < index < count - 1 and count > columns:
            assert {index - 1, index + 1} <= set(shown)
