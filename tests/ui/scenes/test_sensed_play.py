"""A sensed board on screen: pieces lifted and put are touches, and the guide mends the rest."""

import pytest

from companion.art.marks import Mark
from companion.engine.limits import Limits
from companion.match.match import NewMatch
from companion.plugins import GAMES
from companion.program import REST_S
from companion.table.watch import GUIDE_AFTER_S, HANDS_AFTER_S
from companion.ui import destinations as to
from companion.ui.play import program_player

BLACK = ("person", "program level 3")


@pytest.fixture(autouse=True)
def _few_nodes(monkeypatch):
    """Bound the search by nodes, so that the same moves come on every machine."""
    limits = {"nodes": 60, "time_s": 30}
    monkeypatch.setattr(program_player, "limits_of", lambda level: Limits(level=level, **limits))


@pytest.fixture
def game(sitting):
    """A sitting at the beginning of a game of Alquerque, its board sensed."""
    sitting.play()
    sitting.set_board()
    return sitting


def test_lifting_and_putting_is_touching_and_confirm_commits(game):
    game.lift("c2")
    assert game.banner == "White's turn: touch where it goes"
    assert game.marked(Mark.TARGET) == {"c3"}
    game.put("c3")
    assert game.banner == "White's turn: c2 to c3. Confirm plays it"
    assert game.plies == []
    game.press("confirm")
    assert game.plies == ["c2-c3"]


def test_a_piece_of_the_other_side_is_refused_on_screen_and_by_its_lamp(game):
    game.lift("a4")
    assert game.note == "That piece belongs to the other side."
    assert game.marked(Mark.ERROR) == {"a4"}
    game.put("a4")
    assert game.match.half.touches == ()


def test_touch_and_table_may_be_mixed(game):
    game.touch("c2")
    game.lift("c2")
    game.touch("c3")
    game.put("c3")
    game.press("confirm")
    assert game.plies == ["c2-c3"]
    assert game.scene.name == "play"


def test_what_stands_wrong_opens_the_guide_and_it_closes_by_itself(game):
    game.lift("c2")
    game.put("c3")
    game.press("confirm")
    game.lift("e5")
    game.put("c2")
    game.wait(GUIDE_AFTER_S + REST_S + 0.1)
    assert game.scene.name == "mend table"
    assert game.banner == "Fix the board: 2 places"
    assert game.note == "Take off what is on c2. Put a black piece on e5."
    assert game.marked(Mark.REMOVE) == {"c2"}
    assert game.marked(Mark.PLACE) == {"e5"}
    game.lift("c2")
    assert game.banner == "Put a black piece on e5"
    game.put("e5")
    assert game.scene.name == "play"
    assert game.note == "The board is right again."
    assert game.plies == ["c2-c3"]


def test_a_captured_piece_that_still_stands_is_asked_for_after_confirm(game):
    game.lift("c2")
    game.put("c3")
    game.press("confirm")
    game.lift("c4")
    game.put("c2")
    assert game.match.half.move.text == "c4xc2"
    game.wait(GUIDE_AFTER_S + 1)
    assert game.scene.name == "play"
    game.press("confirm")
    game.wait(GUIDE_AFTER_S + REST_S + 0.1)
    assert game.banner == "Take off what is on c3"
    game.lift("c3")
    assert game.scene.name == "play"


def test_by_touch_goes_on_without_the_sensors_until_the_table_agrees(game):
    standing = set(game.standing)
    game.standing.clear()
    game.sense()
    game.wait(20)
    assert game.scene.name == "mend table"
    game.press("back")
    assert game.scene.name == "play"
    game.wait(30)
    game.move("c2-c3")
    assert game.scene.name == "play"
    game.standing = standing - {"c2"} | {"c3"}
    game.sense()
    game.lift("c4")
    assert game.match.half.touches == (game.scene.show().board.site_of("c4"),)


def test_an_empty_sensor_that_is_lost_closes_the_guide(game):
    game.put("c3")
    game.wait(GUIDE_AFTER_S + REST_S + 0.1)
    assert game.scene.name == "mend table"
    game.inputs.lost()
    game.ticks(2)
    assert game.scene.name == "play"
    game.move("c2-c3")
    assert game.plies == ["c2-c3"]


def test_a_reset_in_mid_turn_changes_nothing(game):
    game.lift("c2")
    game.inputs.lost()
    game.wait(1)
    assert game.banner == "White's turn: touch where it goes"
    game.sense()
    assert game.banner == "White's turn: touch where it goes"
    game.put("c3")
    game.press("confirm")
    assert game.plies == ["c2-c3"]


def test_confirm_takes_the_only_place_where_a_piece_may_be_put_on_others(sitting):
    sitting.play("quincala-knocking")
    sitting.move("b1-c1", "h9-g9")
    sitting.set_board()
    sitting.lift("c1")
    sitting.press("confirm")
    assert "It must be there: press Confirm again." in sitting.note
    assert len(sitting.plies) == 2
    sitting.press("confirm")
    assert sitting.plies[2:] == ["c1-c2"]


def test_of_several_such_places_one_is_asked_for(sitting):
    sitting.play("quincala-knocking")
    sitting.move("d3-c3", "f7-g7")
    sitting.set_board()
    sitting.lift("c3")
    sitting.press("confirm")
    assert (
        sitting.note == "Where did it go? Touch c2, b3 or c4, or lift what is there for a moment."
    )
    sitting.lift("b3")
    sitting.put("b3")
    sitting.press("confirm")
    assert sitting.plies[-1] == "c3-b3"


def test_the_move_of_the_program_is_recognized_and_needs_no_confirm(sitting):
    sitting.play(who=BLACK)
    sitting.set_board()
    sitting.lift("c2")
    sitting.put("c3")
    sitting.press("confirm")
    sitting.ticks(3)
    sitting.wait_for_search()
    sitting.wait(1)
    assert sitting.scene.name == "program"
    half = sitting.scene.match.half
    before, after = half.position.pieces(), half.pieces()
    board = sitting.scene.show().board
    sitting.lift(*(board.name_of(site) for site in before if site not in after))
    assert sitting.lines[3] == "done"
    assert len(sitting.plies) == 1
    sitting.put(*(board.name_of(site) for site in after if site not in before))
    assert len(sitting.plies) == 2
    sitting.wait(GUIDE_AFTER_S + 1)
    assert sitting.scene.name == "play"


def test_another_move_than_the_programs_is_mended(sitting):
    sitting.play(who=BLACK)
    sitting.set_board()
    sitting.lift("c2")
    sitting.put("c3")
    sitting.press("confirm")
    sitting.ticks(3)
    sitting.wait_for_search()
    sitting.wait(1)
    wrong = next(n for n in ("a4", "e5", "a5") if sitting.scene.show().board.site_of(n)
                 not in sitting.scene.match.half.touches)  # fmt: skip
    sitting.lift(wrong)
    sitting.wait(HANDS_AFTER_S + REST_S + 0.1)
    assert sitting.scene.name == "mend table"
    sitting.put(wrong)
    assert sitting.scene.name == "program"


def test_a_lesson_is_not_on_the_table(sitting):
    sitting.tap("Learn")
    sitting.tap("Alquerque")
    sitting.tap(sitting.scene.entries()[0])
    assert sitting.scene.name == "lesson"
    sitting.standing = {"a1"}
    sitting.sense()
    sitting.wait(20)
    assert sitting.scene.name == "lesson"


# The guide


def set_up(sitting, name="alquerque", **options):
    """Set the table one by one as the menu does, with an empty sensed board."""
    sitting.stage.go(to.SetUp(NewMatch(GAMES[name], GAMES[name].complete(options))))
    sitting.ticks(3)
    sitting.press("hint")
    sitting.standing = set()
    sitting.sense()
    return sitting


def test_the_guide_steps_on_by_itself_and_the_game_begins_when_all_stands(sitting):
    set_up(sitting)
    assert sitting.scene.counter() == "Step 1 of 2"
    *some, last = sorted(sitting.marked(Mark.PLACE))
    sitting.put(*some)
    assert sitting.scene.counter() == "Step 1 of 2"
    sitting.put(last)
    assert sitting.scene.counter() == "Step 2 of 2"
    sitting.put(*sorted(sitting.marked(Mark.PLACE) - sitting.standing))
    assert sitting.scene.name == "play"
    assert sitting.plies == []


def test_what_was_set_too_early_is_not_asked_for_again(sitting):
    set_up(sitting)
    first = sitting.marked(Mark.PLACE)
    sitting.press("confirm")
    second = sitting.marked(Mark.PLACE)
    sitting.press("back")
    sitting.put(*sorted(second), *sorted(first))
    assert sitting.scene.name == "play"


def test_what_stood_before_the_guide_waits_for_confirm(sitting):
    sitting.play()
    sitting.move("c2-c3", "c4xc2")
    sitting.set_board()
    sitting.lift("a1")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("Resume")
    sitting.sense()
    sitting.press("hint")
    sitting.put("a1")
    assert sitting.scene.name == "set table"
    assert sitting.scene.counter() == "Step 1 of 2"


def test_a_board_that_is_set_already_needs_no_confirm(sitting):
    sitting.play()
    sitting.move("c2-c3", "c4xc2")
    sitting.set_board()
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("Resume")
    sitting.wait(1.0)
    assert sitting.scene.name == "play"


def test_the_game_begins_when_the_last_piece_is_put(sitting):
    sitting.stage.go(to.SetUp(NewMatch(GAMES["alquerque"])))
    sitting.sense()
    *some, last = sorted(sitting.marked(Mark.PLACE))
    sitting.put(*some)
    sitting.wait(1.0)
    assert sitting.scene.name == "set up"
    sitting.put(last)
    assert sitting.scene.name == "play"


def test_no_sensor_knows_one_tile_from_another(sitting):
    sitting.stage.go(to.SetUp(NewMatch(GAMES["querni"], seed=5)))
    sitting.sense()
    sitting.put(*sorted(sitting.marked(Mark.PLACE)))
    sitting.wait(1.0)
    assert sitting.scene.name == "set up"


def test_a_step_that_was_gone_back_to_waits_until_something_is_moved(sitting):
    set_up(sitting)
    first = sorted(sitting.marked(Mark.PLACE))
    sitting.put(*first)
    sitting.press("back")
    sitting.wait(1.0)
    assert sitting.scene.counter() == "Step 1 of 2"
    sitting.lift(first[0])
    assert sitting.scene.counter() == "Step 1 of 2"
    sitting.put(first[0])
    assert sitting.scene.counter() == "Step 2 of 2"


def test_a_piece_on_a_tower_waits_for_confirm(sitting):
    sitting.play("quincala-knocking")
    sitting.move("a2-b3")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)
    sitting.choose("Resume")
    sitting.press("hint")
    sitting.standing = set()
    sitting.sense()
    waited = []
    while sitting.scene.name == "set table":
        counter = sitting.scene.counter()
        sitting.put(*sorted(sitting.marked(Mark.PLACE) - sitting.standing))
        if sitting.scene.name == "set table" and sitting.scene.counter() == counter:
            waited.append(sitting.marked(Mark.PLACE))
            sitting.press("confirm")
    # Both that stand on the tower: neither can be told from the other.
    assert ["b3" in places for places in waited] == [True, True]


def test_the_guide_back_to_the_game_steps_on_with_lifts_and_moves(game):
    game.move("c2-c3", "c4xc2")
    before = set(game.standing)
    game.hold("back")
    game.choose("Help")
    game.choose("Board doesn't match")
    game.choose("2 moves behind")
    assert game.scene.name == "set table"
    game.standing = before
    game.sense()
    while game.scene.name == "set table":
        counter = game.scene.counter()
        game.lift(*sorted(game.marked(Mark.REMOVE)))
        game.put(*sorted(game.marked(Mark.PLACE) - game.standing))
        assert game.scene.name != "set table" or game.scene.counter() != counter
    assert game.standing == {
        game.scene.show().board.name_of(site) for site in game.match.half.pieces()
    }
