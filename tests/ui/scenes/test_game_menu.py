import pytest

from companion.config.files import load_settings
from tests.storage.failing_disk import FailingDisk, full


@pytest.fixture
def menu(sitting):
    """A sitting in the menu of a game of two plies."""
    sitting.play()
    sitting.move("c2-c3", "c4xc2")
    sitting.hold("back")
    return sitting


PAGES = ("Help", "Sound and more")


def answered(sitting, title, *presses):
    sitting.choose(title)
    sitting.press(*presses)


def all_entries(sitting):
    """Return the lines of the menu in front and of the pages behind it."""
    entries = list(sitting.scene.entries())
    for page in PAGES:
        sitting.choose(page)
        entries += sitting.scene.entries()
        sitting.press("back")
    return entries


def test_everything_is_in_the_menu_and_explained(menu):
    assert menu.banner == "Alquerque"
    assert menu.lines == ["play on", "next line", "", "go on"]
    assert menu.scene.entries()[0] == "Continue"
    assert {
        "All legal moves", "Take back", "Offer a draw", "End and count pieces", "Resign", "Sound",
        "Turn the board", "Save a record", "Settings", "Back to start", "Tutor",
    } <= set(all_entries(menu))  # fmt: skip
    for page in (None, *PAGES):
        if page is not None:
            menu.choose(page)
            assert (menu.banner, menu.lines[0]) == (page, "go back")
        for _ in menu.scene.entries():
            assert menu.note.endswith(".")
            menu.press("next")
        if page is not None:
            menu.press("back")


def test_what_is_wanted_most_is_in_sight_at_once(menu):
    """Nothing of the menu is out of sight on a screen of the usual size."""
    for page in (None, *PAGES):
        if page is not None:
            menu.choose(page)
        assert menu.scene.list.most_scroll == 0, page
        if page is not None:
            menu.press("back")


@pytest.mark.parametrize("how", ["press", "hold", "Continue"])
def test_back_and_continue_return_to_the_game_as_it_was(menu, how):
    if how == "press":
        menu.press("back")
    elif how == "hold":
        menu.hold("back")
        assert menu.scene.name == "game menu"
        menu.press("back")
    else:
        menu.choose(how)
    assert menu.scene.name == "play"
    assert menu.plies == ["c2-c3", "c4xc2"]


def test_a_begun_turn_is_still_there_after_the_menu(menu):
    menu.press("back")
    menu.touch("c1")
    menu.hold("back")
    menu.press("back")
    assert len(menu.match.half.touches) == 1


def test_the_lamps_go_on_showing_the_game(menu):
    menu.settle()
    assert any(menu.leds.frame)


def test_all_legal_moves_opens_the_list(menu):
    menu.choose("Help")
    menu.choose("All legal moves")
    menu.settle()
    assert menu.scene.name == "play"
    assert "c1xc3" in menu.scene.entries()


# Taking back and redoing


def test_take_back_asks_and_a_begun_turn_is_laid_down_first(menu):
    menu.press("back")
    menu.touch("c1")
    menu.hold("back")
    menu.choose("Take back")
    assert menu.match.half.touches == ()
    assert menu.banner == "White: allow the take-back? Confirm, or Back"
    menu.press("confirm")
    assert menu.plies == ["c2-c3"]


def test_what_was_taken_back_can_be_played_again(menu):
    answered(menu, "Take back", "confirm")
    menu.hold("back")
    menu.choose("Sound and more")
    menu.choose("Redo")
    assert menu.scene.name == "play"
    assert menu.plies == ["c2-c3", "c4xc2"]
    menu.hold("back")
    assert "Redo" not in all_entries(menu)


def test_another_move_forgets_what_was_taken_back(menu):
    answered(menu, "Take back", "confirm")
    menu.move("c4xc2")
    menu.hold("back")
    assert "Redo" not in all_entries(menu)


def test_without_a_ply_there_is_nothing_to_take_back(sitting):
    sitting.play()
    sitting.hold("back")
    assert not {"Take back", "Redo"} & set(all_entries(sitting))


# Endings


def test_a_draw_is_offered_by_the_side_to_move_and_accepted_by_the_other(menu):
    menu.choose("Offer a draw")
    assert menu.banner == "White: offer a draw? Confirm, or Back"
    menu.press("confirm")
    assert menu.banner == "Black: agree to a draw? Confirm, or Back"
    menu.press("confirm")
    assert menu.scene.name == "game over"
    assert menu.match.outcome.reason == "agreed"


@pytest.mark.parametrize("agreed", [0, 1])
def test_a_draw_can_be_declined(menu, agreed):
    answered(menu, "Offer a draw", *["confirm"] * agreed, "back")
    assert menu.scene.name == "play"
    assert menu.match.outcome is None
    assert menu.match.question is None
    assert (menu.note == "Black wants to play on.") == bool(agreed), menu.note


def test_giving_up_is_asked_once_more(menu):
    menu.choose("Resign")
    assert menu.banner == "White: resign? Confirm, or Back"
    assert menu.note == "Black would win the game."
    menu.press("back")
    assert menu.match.outcome is None
    menu.hold("back")
    answered(menu, "Resign", "confirm")
    assert menu.scene.name == "game over"
    assert menu.match.outcome == (1, "resigned")


def test_the_count_is_told_before_it_is_claimed_and_both_agree(menu):
    menu.choose("Sound and more")
    menu.walk_to("End and count pieces")
    assert "White 11, Black 12" in menu.note
    menu.press("confirm")
    assert menu.banner == "White: end the game by count? Confirm, or Back"
    menu.press("confirm")
    assert menu.banner == "Black: end the game by count? Confirm, or Back"
    menu.press("confirm")
    assert menu.scene.name == "game over"
    assert menu.match.outcome == (1, "count")


def test_a_count_can_be_declined(menu):
    menu.choose("Sound and more")
    answered(menu, "End and count pieces", "confirm", "back")
    assert menu.match.outcome is None


def test_a_game_without_a_count_offers_none(sitting):
    sitting.play("quincala-knocking")
    sitting.hold("back")
    assert "End and count pieces" not in all_entries(sitting)


# House matters


def test_the_board_is_turned_step_by_step_and_stays_so(menu, tmp_path):
    menu.choose("Sound and more")
    menu.walk_to("Turn the board")
    seen = [menu.values()["Turn the board"]]
    for _ in range(4):
        menu.press("confirm")
        seen.append(menu.values()["Turn the board"])
    assert seen == ["White", "Black", "player to move", "your side", "White"]
    menu.press("confirm", "back", "back")
    assert menu.place("a1")[1] < menu.place("a5")[1]
    assert load_settings(tmp_path / "state")[0].view == "second"


def test_a_record_is_saved_on_request_and_named(menu):
    menu.choose("Sound and more")
    menu.choose("Save a record")
    assert menu.note.startswith("Saved under Records as ")
    (kept,) = menu.library.records()
    assert kept.path.name in menu.note
    assert [ply.text for ply in kept.record.plies] == ["c2-c3", "c4xc2"]


def test_a_record_that_cannot_be_written_is_told(sit):
    disk = FailingDisk()
    sitting = sit(disk=disk)
    sitting.play()
    sitting.move("c2-c3")
    sitting.hold("back")
    disk.fails = full
    sitting.choose("Sound and more")
    sitting.choose("Save a record")
    assert sitting.note == "The record could not be saved."


def test_leaving_the_table_keeps_the_game_to_be_resumed(menu):
    menu.choose("Back to start")
    assert menu.scene.name == "start"
    assert menu.chosen == "Resume"


def test_while_a_question_is_open_the_menu_offers_nothing_that_it_forbids(sitting):
    sitting.play()
    sitting.move("c2-c3")
    refused = {"All legal moves", "Take back", "Offer a draw", "Resign"}
    sitting.hold("back")
    assert refused <= set(all_entries(sitting))
    sitting.choose("Offer a draw")
    assert sitting.match.question is not None
    sitting.hold("back")
    assert not refused & set(all_entries(sitting))
