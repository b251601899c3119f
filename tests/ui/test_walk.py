from companion.plugins import find_game
from companion.ui.panels.tray import walk_order
from tests.moving import touched
from tests.ui.querni_positions import CHAIN_OF_FIVE, QUERNI, position, sites


def named(half, count):
    board = half.position.board
    return [board.name_of(touch) for touch in walk_order(half)[:count]]


def test_where_nothing_is_removed_the_walk_follows_the_board():
    for game in (find_game("alquerque"), find_game("quincala-knocking")):
        half = game.initial().begin()
        assert walk_order(half) == list(half.next_touches())


def test_the_tiles_of_a_chain_come_first():
    half = touched(position(CHAIN_OF_FIVE))
    assert named(half, 6) == ["f2", "g2", "e3", "c4", "d4", "b2"]
    assert set(walk_order(half)) == set(half.next_touches())


def test_what_removes_most_comes_before_all_else():
    assert named(touched(position(CHAIN_OF_FIVE), "g2"), 4) == ["c4", "d4", "e3", "f1"]


def test_only_tiles_that_can_do_something_are_walked_over():
    half = QUERNI.initial(seed=5).begin()
    assert set(walk_order(half)) == set(half.next_touches())
    assert not set(walk_order(half)) & set(sites("a5 a6"))


def test_a_pass_comes_last():
    half = QUERNI.initial({"passing": True}, 5).begin()
    assert walk_order(half)[-1].kind == "pass"
