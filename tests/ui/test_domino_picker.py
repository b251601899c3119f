import pytest

from companion.plugins import find_game
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.play.hand import NUMBER, DominoPicker, domino_of
from companion.ui.widgets.layout import lay_out

QUINCY = find_game("quincy")
EMPTY = "/".join(["." * 9] * 9)


def picker(out="") -> DominoPicker:
    fields = f" out={out}" if out else ""
    text = f"{EMPTY} 1 hands=5/5{fields} dominoes=physical"
    return DominoPicker(QUINCY.from_text(text).begin())


def test_ten_numbers_lead_to_all_fifty_five_dominoes():
    dominoes = set()
    names = picker()
    assert names.titles() == tuple("0123456789")
    for number in range(10):
        names.choose(number)
        assert len(names.items) == 10
        assert all(number in item.token.values for item in names.items)
        dominoes |= {item.token for item in names.items}
    assert len(dominoes) == 55


def test_a_domino_is_reached_by_either_of_its_numbers():
    domino = domino_of(7, 3)
    assert picker().way_to(domino) == ((NUMBER, (3,)), domino)
    names = picker()
    names.choose(7)
    assert names.way_to(domino) == (domino,)
    assert domino.values == (3, 7)


def test_what_is_played_is_gone_and_no_cursor_stops_there():
    names = picker("35.44")
    names.choose(3)
    half = names.position.begin()
    assert names.is_gone(domino_of(3, 5))
    assert not names.is_gone(domino_of(3, 4))
    assert domino_of(3, 5) not in names.stops(half)
    assert len(names.stops(half)) == 10


def test_a_number_is_gone_with_its_last_domino():
    names = picker(".".join(f"{min(4, n)}{max(4, n)}" for n in range(10)))
    gone = [item.token.values[0] for item in names.items if names.is_gone(item.token)]
    assert gone == [4]


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, (1280, 800)])
def test_every_number_and_domino_is_large_enough_for_a_finger(size):
    layout = lay_out(*size)
    names = picker()
    names.place(layout)
    assert names.view.most_scroll == 0
    boxes = [names.view.entry_box(index) for index in range(10)]
    assert min(min(box.w, box.h) for box in boxes) >= 64 * layout.unit
