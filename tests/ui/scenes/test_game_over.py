import pytest

from companion.ui.board.marks import Mark
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


def test_the_end_is_told_with_its_reason_and_its_record(over):
    assert over.banner == "Black wins. Well played!"
    (kept,) = over.library.records()
    assert over.note == f"White resigned.\nRecord: {kept.path.name}"
    assert kept.record.outcome == (1, "resigned")
    assert [ply.text for ply in kept.record.plies] == ["c2-c3", "c4xc2"]


def test_the_winner_has_a_laurel_on_the_piece_that_moved_last(over):
    assert over.marked(Mark.WIN) == {"c2"}
    assert any(over.leds.frame)


def test_a_draw_has_no_laurel(sitting):
    sitting.play()
    sitting.move("c2-c3")
    sitting.hold("back")
    sitting.choose("Offer a draw")
    sitting.press("confirm", "confirm")
    assert sitting.banner == "The game is a draw. Well played!"
    assert sitting.marked(Mark.WIN) == set()


def test_a_game_given_up_before_the_first_move_shows_a_piece_of_the_winner(sitting):
    sitting.play()
    sitting.hold("back")
    sitting.choose("Resign")
    sitting.press("confirm")
    (name,) = sitting.marked(Mark.WIN)
    assert sitting.match.position.pieces()[sitting.scene.board().site_of(name)][0].side == 1


def test_a_finger_beside_the_lines_leaves_the_cursor_where_it_is(over):
    over.walk_to("To the start")
    x, _ = over.scene.entry_place("Take back")
    _, y = over.scene.entry_place("To the start")
    over.mouse_down((x, y))
    over.mouse_up((x, y))
    assert over.chosen == "To the start"


def test_buttons_say_what_they_do(over):
    assert over.lines == ["start screen", "next line", "", "new game"]
    over.press("next")
    assert over.lines[3] == "take back"
    over.press("next")
    assert over.lines[3] == "leave"


def test_play_again_begins_the_same_game_by_the_same_rules(over):
    over.choose("Play again")
    assert over.scene.name == "set table"
    assert over.plies == []
    assert over.match.header.options["forward"] == "captures-free"
    assert over.match.header.seed != 7


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


@pytest.mark.parametrize("how", ["To the start", "back"])
def test_leaving_closes_the_match_and_keeps_one_record(over, how):
    if how == "back":
        over.press("back")
    else:
        over.choose(how)
    assert over.scene.name == "start"
    assert "Resume" not in over.scene.entries()
    assert len(over.library.records()) == 1


def test_it_all_works_by_finger(over):
    over.tap("To the start")
    assert over.scene.name == "start"
    resigned(over)
    over.tap("Play again")
    assert over.scene.name == "set table"


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
    assert "The record could not be written." in sitting.note
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
