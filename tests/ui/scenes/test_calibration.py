"""Finding the lamps, by hands that see only what the strip shows."""

import random
import tomllib

import pytest

from companion.config.files import load_settings
from companion.config.values import Settings
from companion.plugins import find_game
from companion.ports import ButtonName, LinkState, Press
from companion.ui.lamps import Panel, lamp_map
from companion.words.game_words import game_title
from tests.sitting import Sitting

TRUE = Panel(16, 16, "far-right", "files", True)


def board_of(sitting, game):
    return sitting.library.first_position(find_game(game)).board


def begin(sitting, game="quincy"):
    sitting.choose("Settings")
    sitting.choose("Lamps")
    sitting.choose("Find the lamps")
    sitting.choose(game_title(game))
    assert sitting.scene.name == "calibration"
    return board_of(sitting, game)


def lit(sitting):
    """The lamps that shine on the strip now."""
    sitting.ticks(10)
    frame = sitting.leds.frame
    return [n for n in range(len(frame) // 3) if any(frame[3 * n : 3 * n + 3])]


def answer_all(sitting, true_lamps, tell):
    for count in range(300):
        if sitting.scene.name != "calibration":
            return count
        (lamp,) = lit(sitting)
        tell(true_lamps.index(lamp) if lamp in true_lamps else None)
    raise AssertionError("it asks without end")


def by_touch(sitting):
    def tell(site):
        if site is None:
            sitting.tap("Hint")
        else:
            sitting.click(sitting.scene.site_place(site))

    return tell


def by_buttons(sitting):
    def tell(site):
        if site is None:
            sitting.press("hint")
            return
        while sitting.scene.focus != site:
            sitting.press("next")
        sitting.press("confirm")

    return tell


@pytest.mark.parametrize("how", [by_touch, by_buttons])
def test_a_wiring_is_found_kept_shown_and_there_after_a_restart(tmp_path, how):
    with Sitting(tmp_path) as sitting:
        board = begin(sitting)
        true = lamp_map(board, TRUE)
        assert answer_all(sitting, true, how(sitting)) <= 8
        assert sitting.banner == "Lamps found"
        assert (
            "far right; the strip runs along the files; every other run goes back" in sitting.note
        )
        assert "column 3, row 3. Spacing from dot to dot: 1." in sitting.note
        sitting.press("confirm")
        assert lit(sitting) == sorted(true)
    with Sitting(tmp_path) as sitting:
        # All boards are right by it, also one that was not on the lamps.
        sitting.play("alquerque")
        other = board_of(sitting, "alquerque")
        light = sitting.stage.lamps.light_for(other)
        assert light.lamps == lamp_map(other, TRUE)


def test_an_irregular_wiring_is_kept_for_its_board_alone(tmp_path):
    with Sitting(tmp_path) as sitting:
        board = begin(sitting, "alquerque")
        true = tuple(random.Random(3).sample(range(60), len(board)))
        answer_all(sitting, true, by_touch(sitting))
        assert "irregular" in sitting.note
        sitting.press("confirm")
        assert lit(sitting) == sorted(true)
    with Sitting(tmp_path) as sitting:
        light = sitting.stage.lamps.light_for(board_of(sitting, "alquerque"))
        assert light.lamps == true
        other = board_of(sitting, "quincy")
        assert sitting.stage.lamps.light_for(other).lamps == lamp_map(other, Panel(16, 16))


def test_undo_brings_the_lamps_back_as_they_were(tmp_path):
    with Sitting(tmp_path) as sitting:
        board = begin(sitting)
        answer_all(sitting, lamp_map(board, TRUE), by_touch(sitting))
        sitting.press("confirm")
        sitting.walk_to("Undo")
        sitting.press("confirm")
        assert sitting.stage.lamps.light_for(board).lamps == lamp_map(board, Panel(16, 16))
    settings, notices = load_settings(tmp_path)
    assert (settings.first_corner, settings.along, settings.serpentine, notices) == (
        "near-left", "ranks", True, (),
    )  # fmt: skip
    assert settings.lamps == {"quincy": ()}


def test_leaving_changes_nothing(tmp_path):
    with Sitting(tmp_path) as sitting:
        board = begin(sitting)
        answer_all(sitting, lamp_map(board, TRUE), by_touch(sitting))
        sitting.tap("Leave")
        assert sitting.stage.lamps.panel == Panel(16, 16)
    assert not (tmp_path / "settings.toml").exists()


def test_a_wrong_touch_is_taken_back_and_the_same_lamp_asked_again(sitting):
    board = begin(sitting)
    true = lamp_map(board, TRUE)
    first = lit(sitting)
    sitting.click(sitting.scene.site_place(40))
    assert lit(sitting) != first
    sitting.press("back")
    assert lit(sitting) == first
    answer_all(sitting, true, by_touch(sitting))
    assert sitting.banner == "Lamps found"


def test_a_dot_that_has_its_lamp_is_refused_with_the_way_out(sitting):
    begin(sitting)
    place = sitting.scene.site_place(40)
    sitting.click(place)
    before = lit(sitting)
    sitting.click(place)
    assert "Back undoes a wrong answer." in sitting.note
    assert lit(sitting) == before


def test_a_second_press_of_hint_says_nothing_of_a_lamp_that_nobody_has_seen(sitting):
    begin(sitting)
    at_s = sitting.clock.now_s
    for _ in range(2):
        sitting.stage.handle(Press(ButtonName.HINT, False, at_s))
    assert len(sitting.scene.state.answers) == 1


def test_one_lamp_alone_is_lit_also_where_the_brightness_is_nothing(sitting):
    sitting.stage.change(type(sitting.services.settings)(brightness=0))
    begin(sitting)
    assert len(lit(sitting)) == 1


def test_back_without_an_answer_leaves(sitting):
    begin(sitting)
    sitting.press("back")
    assert sitting.scene.name == "choose calibration"


def test_after_some_answers_back_held_leaves_at_once(sitting):
    begin(sitting)
    assert sitting.scene.show().labels[0].held == ""
    for name in (40, 41):
        sitting.click(sitting.scene.site_place(name))
    assert sitting.scene.show().labels[0].held == "leave"
    sitting.hold("back")
    assert sitting.scene.name == "choose calibration"


def test_by_ear_next_behind_the_last_dot_leads_out(sitting):
    sitting.stage.change(Settings(speak_everything=True))
    board = begin(sitting)
    for site in (40, 41):
        sitting.click(sitting.scene.site_place(site))
    sitting.hold("back")
    assert sitting.scene.name == "calibration", "then holding Back says the last sentence again"
    assert sitting.scene.show().labels[0].held == ""
    while sitting.scene.focus != len(board) - 1:
        sitting.press("next")
    sitting.press("next")
    assert sitting.stage.narrator.said[-1] == "Confirm: leave."
    sitting.press("next")
    assert sitting.scene.focus == 0
    sitting.scene._walk(-1)
    sitting.press("confirm")
    assert sitting.scene.name == "choose calibration"


def test_without_lamps_it_says_so_and_does_not_begin(sitting):
    sitting.leds.link = LinkState.SEARCHING
    sitting.choose("Settings")
    sitting.choose("Lamps")
    sitting.choose("Find the lamps")
    assert sitting.note == "No lamps are connected."
    sitting.press("confirm")
    assert sitting.scene.name == "choose calibration"


def test_dots_that_never_light_up_are_named(sitting):
    board = begin(sitting, "alquerque")
    true = [*random.Random(3).sample(range(60), len(board) - 1), 999]
    answer_all(sitting, true, by_touch(sitting))
    assert sitting.banner == "Some lamps are missing"
    assert "never lit up: e5." in sitting.note
    assert sitting.scene.entries() == ("Start again", "Leave")


def test_what_is_kept_is_a_file_that_people_can_read(tmp_path):
    with Sitting(tmp_path) as sitting:
        board = begin(sitting, "alquerque")
        true = tuple(random.Random(3).sample(range(60), len(board)))
        answer_all(sitting, true, by_touch(sitting))
        sitting.press("confirm")
        sitting.press("back")
    text = (tmp_path / "settings.toml").read_text()
    assert tomllib.loads(text)["lamps"]["alquerque"] == list(true)
    assert max(map(len, text.splitlines())) < 100
