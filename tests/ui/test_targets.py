"""What a finger means, where one target lies beside another or over it."""

from companion.plugins import load_board
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.targets import BoardTarget, KeyTarget, ListTarget
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ListView

TITLES = ("one", "two", "three")


def list_target(taken, **how):
    return ListTarget(ListView(Box(0, 0, 100, 300), 100, 3), lambda: TITLES, taken.append, **how)


def test_an_entry_is_chosen_where_a_finger_goes_down_and_up():
    taken = []
    target = list_target(taken)
    assert target.down(50, 150)
    target.up(55, 155)
    assert taken == [1]


def test_a_finger_that_slides_to_another_entry_chooses_none():
    taken = []
    target = list_target(taken)
    target.down(50, 150)
    target.move(50, 250)
    target.up(50, 250)
    assert taken == []


def test_a_finger_from_elsewhere_chooses_nothing():
    taken = []
    target = list_target(taken)
    assert not target.down(150, 150)
    target.up(50, 150)
    assert taken == []


def test_the_cursor_goes_with_the_finger_where_the_list_says_so():
    pointing, plain = list_target([], is_pointing=True), list_target([])
    for target in (pointing, plain):
        target.down(50, 250)
    assert (pointing.list.selected, plain.list.selected) == (2, None)


def test_an_entry_is_found_by_its_title():
    target = list_target([], gap=10)
    assert (target.titles(), target.place_of("two")) == (TITLES, (45, 145))
    assert target.place_of("four") is None


def test_of_two_places_near_a_finger_the_board_means_the_one_that_may_be_touched():
    board = load_board("alquerque")
    geometry, taken = BoardGeometry(board, (0, 0, 400, 400)), []
    (x, y), (other_x, _) = geometry.site_to_px(0), geometry.site_to_px(1)
    middle = (x + other_x) / 2
    for candidates in (frozenset({0}), frozenset({1})):
        assert BoardTarget(Box(0, 0, 400, 400), geometry, candidates, taken.append).down(middle, y)
    assert taken == [0, 1]


def test_a_touch_beside_the_board_is_left_to_what_is_there():
    geometry = BoardGeometry(load_board("alquerque"), (0, 0, 400, 400))
    target = BoardTarget(Box(0, 0, 400, 400), geometry, frozenset(), lambda site: None)
    assert not target.down(500, 100)


def test_a_key_acts_as_soon_as_a_finger_comes_down():
    taken = []
    key = KeyTarget(Box(0, 0, 40, 40), lambda: taken.append("key"), "Play")
    assert not key.down(50, 20)
    assert key.down(20, 20)
    assert taken == ["key"]
    assert (key.place_of("Play"), key.place_of("")) == ((20, 20), None)
