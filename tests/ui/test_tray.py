import pytest

from companion.art.marks import Mark
from companion.contract import Token
from companion.plugins import find_game
from companion.testing.screen_checks import PORTRAIT
from companion.ui.board.motion import leg_between
from companion.ui.board.pictures import move_arrows, turn_picture
from companion.ui.panels.tray import Tray, tray_items
from companion.ui.play import hand
from companion.ui.widgets.layout import lay_out

MIXING = find_game("quincala-mixing")
QUERNI = find_game("querni")
QUINCY = find_game("quincy")


def first_turn(game, **options):
    return game.initial(game.complete(options), 1).begin()


@pytest.fixture
def physical(sitting, monkeypatch):
    """A sitting at the beginning of a game with all 55 dominoes in a plain tray."""
    # Without what names a domino by its numbers.
    monkeypatch.setattr(hand, "naming_tray", Tray)
    sitting.play("quincy", dominoes="physical")
    return sitting


def test_the_tray_has_what_the_turn_offered_when_it_began():
    half = first_turn(QUINCY)
    items = tray_items(half)
    assert [item.token for item in items] == list(half.next_touches())
    assert [item.token for item in tray_items(half.extended(items[2].token))] == [
        item.token for item in items
    ]


def test_equal_pieces_in_hand_are_one_item_with_their_number():
    missing = MIXING.initial().to_text().replace("...3w..3w...", "..........")
    items = tray_items(MIXING.from_text(missing).begin())
    assert [(item.token.values, item.number) for item in items] == [((0, 3), 2)]


def test_a_game_without_such_things_has_an_empty_tray():
    assert tray_items(first_turn(find_game("alquerque"))) == ()


def test_a_domino_that_can_be_played_nowhere_is_dead():
    rest = QUINCY.initial(seed=1).to_text().partition(" ")[2]
    rows = ["." * 9] * 9
    assert "4|9" not in dead_titles("/".join(rows), rest)
    rows[3] = "........b"
    rows[8] = "...b....."
    assert dead_titles("/".join(rows), rest) == ["4|9"]


def dead_titles(rows, rest):
    items = tray_items(QUINCY.from_text(f"{rows} {rest}").begin())
    return ["|".join(map(str, item.token.values)) for item in items if item.is_dead]


@pytest.mark.parametrize("size", [(800, 480), PORTRAIT, (1280, 800)])
def test_every_item_is_as_large_as_a_finger(size):
    layout = lay_out(*size)
    tray = Tray(first_turn(QUINCY, dominoes="physical"))
    tray.place(layout)
    box = tray.view.entry_box(0)
    assert box.h >= 64
    assert box.w >= 62


def test_a_touch_in_the_tray_chooses_and_another_one_chooses_anew(physical):
    physical.tap("0|1")
    assert physical.match.half.touches == (Token("domino", (0, 1)),)
    physical.tap("0|2")
    assert physical.match.half.touches == (Token("domino", (0, 2)),)
    physical.tap("0|2")
    assert physical.match.half.touches == ()


def test_the_tray_scrolls_to_what_the_cursor_is_on(physical):
    items = physical.scene.turn.tray().items
    for _ in items:
        physical.press("next")
    assert physical.scene.turn.cursor.focus == items[-1].token
    assert physical.lines[3] == "pick 9|9"
    view = physical.scene.turn.tray().view
    assert view.index_at(*view.entry_box(len(items) - 1).center) == len(items) - 1


def test_a_dragged_finger_scrolls_the_tray_and_chooses_nothing(physical):
    x, y = physical.scene.turn.tray().view.box.center
    physical.mouse_down((x, y))
    physical.mouse_move((x, y - 60))
    physical.mouse_up((x, y - 60))
    assert physical.scene.turn.tray().view.scroll == 60
    assert physical.match.half.touches == ()


def test_a_domino_is_played_by_touch_and_the_next_by_buttons(physical):
    physical.move("0|1@91")
    assert physical.plies == ["0|1@91"]
    physical.press("next", "confirm")
    physical.walk_to_touch(physical.match.half.position.legal_moves()[-1].touches[-1])
    physical.press("confirm", "confirm")
    assert len(physical.plies) == 2


def test_the_end_of_a_chain_is_no_leg():
    position = QUERNI.initial(seed=1)
    position = position.play(position.legal_moves()[0])
    step_and_removal = position.parse("a5-a4[11-13]")
    half = position.half_move(step_and_removal)
    assert leg_between(half.undone(), half) is None
    assert len(move_arrows(half)) == 1
    picture = turn_picture(half.undone(), (), None)
    assert Mark.SELECTED in picture.marks[half.touches[-2]]


@pytest.mark.parametrize("size", [(800, 480), PORTRAIT, (1280, 800)])
def test_mere_words_leave_room_for_the_moves(size):
    layout = lay_out(*size)
    tray = Tray(first_turn(QUERNI, passing=True))
    tray.place(layout)
    rest, box = tray.rest(layout), tray.view.entry_box(0)
    assert rest.y == layout.moves.y
    assert rest.h >= layout.px(60)
    assert rest.bottom < box.y
    assert box.bottom == layout.moves.bottom
    assert box.h >= 64
    assert Tray(first_turn(QUINCY)).rest(layout).h == 0
