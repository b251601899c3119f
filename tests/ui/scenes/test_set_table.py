import pytest

from companion.ui.marks import Mark
from companion.ui.scenes import ways

MOVES = ["a2-b3-c4-c3", "a8-b7-c6xd7", "b1-c2-d3-c4"]


@pytest.fixture
def setting(sitting):
    """A sitting that resumes a game of Mini Quincala."""
    sitting.play("quincala-knocking")
    sitting.move(*MOVES)
    ways.to_start(sitting.stage)
    sitting.ticks(3)
    sitting.choose("Resume")
    return sitting


def test_one_kind_of_piece_after_the_other_is_shown_with_its_places(setting):
    seen = []
    while setting.scene.name == "set table":
        seen.append((setting.banner, len(setting.marked(Mark.PLACE))))
        for name in setting.marked(Mark.PLACE):
            assert name in setting.note
        setting.press("confirm")
    assert [banner for banner, _ in seen][:2] == [
        "Set the table: White's large, 4 pieces",
        "Set the table: White's medium, 4 pieces",
    ]
    assert len(seen) == 6
    assert sum(count for _, count in seen) >= 20
    assert setting.scene.name == "play"
    assert setting.plies == MOVES


def test_the_lamps_show_the_places(setting):
    light = setting.stage.lamps.light_for(setting.scene.board())
    lit = {lamp for lamp in range(light.count) if any(setting.leds.frame[3 * lamp : 3 * lamp + 3])}
    site_of = setting.scene.board().site_of
    assert lit == {light.lamps[site_of(name)] for name in setting.marked(Mark.PLACE)}


def test_buttons_say_what_they_do(setting):
    assert setting.lines == ["start screen", "skip", "", "they stand"]
    setting.press("confirm")
    assert setting.lines[0] == "previous"
    setting.press(*["confirm"] * 4)
    assert setting.lines == ["previous", "", "", "play on"]


def test_back_goes_back_and_from_the_first_to_the_start(setting):
    setting.press("confirm", "back")
    assert "large" in setting.banner
    setting.press("back")
    assert setting.scene.name == "start"
    assert setting.chosen == "Resume"


def test_next_skips_to_the_game(setting):
    setting.press("next")
    assert setting.scene.name == "play"


def test_a_long_back_and_hint_do_nothing(setting):
    before = setting.banner
    setting.hold("back")
    setting.press("hint")
    assert (setting.scene.name, setting.banner) == ("set table", before)


def test_pieces_that_are_all_alike_are_told_by_their_side(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    ways.to_start(sitting.stage)
    sitting.ticks(3)
    sitting.choose("Resume")
    assert sitting.banner == "Set the table: White, 12 pieces"
    sitting.press("confirm")
    assert sitting.banner == "Set the table: Black, 12 pieces"


def test_a_turn_that_was_begun_begins_anew(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.touch("c4")
    ways.to_start(sitting.stage)
    sitting.ticks(3)
    sitting.choose("Resume")
    sitting.press("next")
    assert sitting.match.half.touches == ()
