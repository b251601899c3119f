import pytest

from companion.art.marks import Mark
from companion.config.values import Settings
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.ui import destinations as to
from companion.ui.scenes.game_over import DEAF_S
from tests.match.playing import play
from tests.sitting import status_texts
from tests.storage.failing_disk import FailingDisk, full


@pytest.fixture
def over(sitting):
    """A sitting at the end of a game that White gave up after two plies."""
    resigned(sitting)
    return sitting


def resigned(sitting):
    sitting.play(seed=7, forward="captures-free")
    sitting.move("c2-c3", "c4xc2")
    resign(sitting)


def resign(sitting):
    sitting.hold("back")
    sitting.choose("Resign")
    sitting.press("confirm")
    sitting.wait(DEAF_S)


def test_the_end_is_told_with_its_reason_and_that_it_is_kept(over, written):
    assert over.banner == "Black wins"
    (kept,) = over.library.records()
    assert over.note == "White resigned.\nThe game is kept under Records."
    assert written(over).splitlines().count("Black wins") == 2
    assert kept.record.outcome == (1, "resigned")
    assert [ply.text for ply in kept.record.plies] == ["c2-c3", "c4xc2"]


def test_the_winner_has_a_laurel_on_the_piece_that_moved_last(over):
    assert over.marked(Mark.WIN) == {"c2"}
    assert any(over.leds.frame)


def test_a_rematch_as_black_shows_the_board_from_your_side_where_that_is_set(sitting):
    sitting.stage.change(Settings(view="yours"))
    sitting.play("alquerque", who=("person", "program level 3"))
    assert not sitting.stage.is_turned(sitting.match)
    resign(sitting)
    sitting.choose("Rematch")
    while sitting.scene.name not in ("play", "program"):
        sitting.press("confirm")
    assert sitting.match.header.players == ("program level 3", "person")
    assert sitting.stage.is_turned(sitting.match)
    layout = sitting.stage.layout.board
    assert sitting.place("a1")[1] < layout.center[1] < sitting.place("a5")[1]


@pytest.mark.parametrize(
    "players", [("person", "person"), ("program level 1", "program level 2")], ids=["two", "none"]
)
def test_your_side_is_the_first_where_not_one_person_plays(sitting, players):
    sitting.stage.change(Settings(view="yours"))
    sitting.play("alquerque", who=players)
    assert not sitting.stage.is_turned(sitting.match)


def test_a_draw_has_no_laurel(sitting):
    sitting.play()
    sitting.move("c2-c3")
    sitting.hold("back")
    sitting.choose("Offer a draw")
    sitting.press("confirm", "confirm")
    assert sitting.banner == "The game is a draw"
    assert sitting.marked(Mark.WIN) == set()


def test_a_game_given_up_before_the_first_move_shows_a_piece_of_the_winner(sitting):
    sitting.play()
    sitting.hold("back")
    sitting.choose("Resign")
    sitting.press("confirm")
    (name,) = sitting.marked(Mark.WIN)
    assert sitting.match.position.pieces()[sitting.scene.show().board.site_of(name)][0].side == 1


def test_a_finger_beside_the_lines_leaves_the_cursor_where_it_is(over):
    over.walk_to("Start screen")
    beside = over.stage.layout.note.center
    over.mouse_down(beside)
    over.mouse_up(beside)
    assert over.chosen == "Start screen"


def test_buttons_say_what_they_do(over):
    assert over.lines == ["to start", "next line", "", "start"]
    verbs = {}
    for _ in over.scene.entries():
        verbs[over.chosen] = over.lines[3]
        over.press("next")
    assert verbs == {
        "Rematch": "start",
        "View the game": "look",
        "New game": "choose",
        "Start screen": "leave",
        "Take back": "take back",
    }


def test_a_rematch_begins_the_same_game_by_the_same_rules(over):
    over.press("confirm", "confirm")
    assert over.scene.name == "play"
    assert over.plies == []
    assert over.match.header.options["forward"] == "captures-free"
    assert over.match.header.seed != 7
    assert len(over.library.records()) == 1


def test_a_confirm_pressed_too_often_does_nothing(sitting):
    resigned(sitting)
    for name in ("confirm", "confirm"):
        sitting.scene._since_s = sitting.clock.now_s
        sitting.press(name)
        assert sitting.scene.name == "game over"
    sitting.wait(DEAF_S)
    sitting.press("confirm")
    assert sitting.scene.name == "set up"
    sitting.press("back")
    assert sitting.scene.name == "game over"
    assert sitting.match.plies


def test_the_game_is_looked_through_and_comes_back_to_its_end(over):
    over.choose("View the game")
    assert over.scene.name == "viewer"
    assert over.scene.path == over.library.records()[0].path
    over.press("back")
    assert over.scene.name == "game over"


def test_a_new_game_is_chosen_and_back_leads_to_the_end(over):
    over.choose("New game")
    assert over.scene.name == "choose game"
    over.press("back")
    assert over.scene.name == "game over"


YOU = ("person", "program level 3")


def ended(sitting, winner, players=YOU, hints=(2, None)):
    """End a game against the computer, which *winner* has won, None for a draw."""
    match = sitting.library.start(
        NewMatch(find_game("alquerque"), {}, 7, players=players, hints=hints)
    )
    play(match, "c2-c3")
    if winner is None:
        match.offer_draw(0)
    else:
        match.resign(1 - winner)
    while match.outcome is None:
        match.confirm(match.stamp)
    sitting.stage.go(to.GameOver(match))
    sitting.wait(DEAF_S)
    return sitting


@pytest.mark.parametrize(
    ("winner", "players", "banner", "offered"),
    [
        (0, YOU, "You won!", {"Next level": "4"}),
        (1, YOU, "The computer won", {"Easier level": "2"}),
        (1, YOU[::-1], "You won!", {"Next level": "4"}),
        (None, YOU, "The game is a draw", {}),
        (0, ("person", "program level 8"), "You won!", {}),
        (1, ("person", "program level 1"), "The computer won", {}),
    ],
)
def test_against_the_computer_the_end_says_you_and_suggests_a_level(
    sitting, winner, players, banner, offered
):
    ended(sitting, winner, players)
    assert sitting.banner == banner
    values = sitting.values()
    assert {title: value for title, value in values.items() if "level" in title} == offered


def test_a_rematch_against_the_computer_changes_sides_and_hints(sitting):
    ended(sitting, 1)
    assert sitting.values()["Rematch"] == "as Black"
    sitting.press("confirm", "confirm")
    assert sitting.match.header.players == YOU[::-1]
    assert sitting.match.header.hints == (None, 2)
    assert sitting.stage.config.play.seats[:2] == YOU[::-1]


def test_the_next_level_is_one_press_and_keeps_the_sides(sitting):
    ended(sitting, 0)
    sitting.choose("Next level")
    sitting.press("confirm")
    assert sitting.match.header.players == ("person", "program level 4")
    assert sitting.match.header.hints == (2, None)


def test_a_finished_game_can_be_taken_back_when_both_agree(over):
    over.choose("Take back")
    assert over.scene.name == "play"
    assert over.match.question is not None
    over.press("confirm", "confirm")
    assert over.match.outcome is None
    over.move("c1xc3")
    assert over.plies == ["c2-c3", "c4xc2", "c1xc3"]


def test_an_end_that_was_taken_back_leaves_no_record(sitting):
    sitting.play("quincy", seed=7)
    sitting.press("confirm")
    sitting.move(sitting.match.position.legal_moves()[0].text)
    resign(sitting)
    (ended,) = sitting.library.records()
    assert ended.record.seed == 7
    sitting.choose("Take back")
    sitting.press("confirm", "confirm")
    assert sitting.match.outcome is None
    assert sitting.library.records() == []


def test_a_record_that_somebody_wrote_into_stays(over):
    (ended,) = over.library.records()
    with ended.path.open("a") as file:
        file.write("\n")
    over.choose("Take back")
    assert [kept.path for kept in over.library.records()] == [ended.path]


def test_declining_that_leads_back_to_the_end(over):
    over.choose("Take back")
    over.press("back")
    assert over.scene.name == "game over"
    assert len(over.library.records()) == 1


@pytest.mark.parametrize("how", ["Start screen", "back"])
def test_leaving_closes_the_match_and_keeps_one_record(over, how):
    if how == "back":
        over.press("back")
    else:
        over.choose(how)
    assert over.scene.name == "start"
    assert "Resume" not in over.scene.entries()
    assert len(over.library.records()) == 1


def test_it_all_works_by_finger(over):
    over.tap("Start screen")
    assert over.scene.name == "start"
    resigned(over)
    over.tap("Rematch")
    assert over.scene.name == "set up"


def test_a_long_back_does_nothing(over):
    over.hold("back")
    assert over.scene.name == "game over"


def test_a_record_that_cannot_be_written_is_told_and_nothing_is_lost(sit):
    disk = FailingDisk()
    sitting = sit(disk=disk)
    sitting.play()
    sitting.move("c2-c3")
    disk.fails = full
    sitting.hold("back")
    sitting.choose("Resign")
    sitting.press("confirm")
    assert sitting.scene.name == "game over"
    assert "The record could not be saved." in sitting.note
    assert "not being saved" in status_texts(sitting.stage)
    disk.fails = lambda number, name: None
    sitting.press("back")
    assert sitting.scene.name == "start"
    assert [len(kept.record.plies) for kept in sitting.library.records()] == [1]


def test_a_game_won_on_the_board_ends_by_itself(sitting):
    sitting.play(quiet_limit=2)
    sitting.move("c2-c3", "c4xc2", "c1xc3", "d4-c4")
    assert sitting.scene.name == "play"
    sitting.move("c3-c2")
    assert sitting.scene.name == "game over"
    assert sitting.note.startswith("Too long without a capture: the pieces were counted.")
