"""Clocks in play: the lever, what costs nobody time, the flag, the pause, and the choice."""

import time

import pytest

from companion.clock import TimeLeft, clock_text, parse_clock
from companion.config.values import Settings
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.table.watch import GUIDE_AFTER_S
from companion.testing.screen_checks import PORTRAIT
from companion.ui import destinations as to
from companion.words.timing import clock_names
from tests.ui.program_scenes import KNOCKING, RISKY, SILENT, answering, with_search

BLACK = ("person", "program level 3")


def begin(sitting, clock, game="alquerque", who=("person", "person")):
    match = sitting.library.start(
        NewMatch(find_game(game), {}, 0, players=who, clock=parse_clock(clock))
    )
    sitting.stage.go(to.Play(match))
    sitting.ticks(3)


def left(sitting):
    """What both clocks show, in seconds."""
    return [face.ms / 1000 for face in sitting.scene.clock.faces()]


def near(*seconds, by=0.3):
    return [pytest.approx(value, abs=by) for value in seconds]


def test_only_the_side_to_move_uses_time(sitting):
    begin(sitting, "10m,5m")
    sitting.wait(10)
    assert left(sitting) == near(590, 300)
    sitting.move("c2-c3")
    sitting.wait(5)
    assert left(sitting) == near(590, 295, by=1)


def test_the_longest_name_stands_on_a_clock_as_it_is(sitting):
    names = ("Wilhelmina Montgomer", "Maximiliane Wemmming")
    begin(sitting, "1h30m+3x30s", who=names)
    assert clock_names(names, "alquerque", sitting.scene.turn.voice) == names


def test_confirm_is_the_lever(sitting):
    begin(sitting, "10m+5s")
    sitting.wait(20)
    before = left(sitting)[0]
    sitting.move("c2-c3")
    ply = sitting.match.plies[0]
    assert before - 0.5 < ply.clock[0].ms / 1000 - 5 <= before
    assert ply.clock[1] == TimeLeft(605_000)


def test_a_touch_of_confirm_on_screen_is_the_lever_too(sitting):
    begin(sitting, "10m")
    sitting.begin_move("c2-c3")
    sitting.tap("Confirm")
    assert sitting.plies == ["c2-c3"] and sitting.match.plies[0].clock is not None


def test_menu_rules_and_pause_cost_nobody_time(sitting):
    begin(sitting, "10m")
    sitting.wait(5)
    sitting.hold("back")
    sitting.wait(60)
    sitting.choose("Help")
    sitting.choose("Read the rules")
    sitting.wait(60)
    sitting.press("back", "back")
    sitting.choose("Pause")
    assert sitting.scene.name == "pause"
    sitting.wait(60)
    sitting.press("confirm")
    sitting.wait(5)
    assert left(sitting) == near(590, 600, by=1.5)


def test_a_pause_hides_the_board_on_screen_and_lamps(sitting):
    begin(sitting, "10m")
    sitting.hold("back")
    sitting.choose("Pause")
    assert sitting.scene.show().board is None and sitting.scene.table is None
    sitting.settle()
    assert not any(sitting.leds.frame)
    sitting.press("back")
    assert sitting.scene.name == "play"


def test_without_a_clock_there_is_nothing_to_pause(sitting):
    sitting.play()
    sitting.hold("back")
    assert "Pause" not in sitting.scene.entries()
    assert sitting.scene.play.clock.faces() is None


def test_a_table_that_is_out_of_step_costs_nobody_time(sitting):
    begin(sitting, "10m")
    sitting.set_board()
    sitting.lift("e5")
    sitting.put("c3")
    sitting.wait(GUIDE_AFTER_S + 1)
    assert sitting.scene.name == "mend table"
    before = left(sitting)
    sitting.wait(100)
    assert left(sitting) == before
    sitting.lift("c3")
    sitting.put("e5")
    sitting.wait(5)
    assert sitting.scene.name == "play"
    assert left(sitting)[0] == near(before[0] - 5, by=2)[0]


def test_putting_the_board_right_after_a_take_back_costs_nobody_time(sitting):
    begin(sitting, "10m")
    sitting.move("c2-c3")
    sitting.press("back", "confirm")
    assert sitting.plies == [] and sitting.lines[3] == "it's right"
    before = left(sitting)
    sitting.wait(60)
    assert left(sitting) == before
    sitting.press("confirm")
    sitting.wait(5)
    assert left(sitting)[0] == near(before[0] - 5)[0]


def test_the_tutors_warning_costs_nobody_time(sitting):
    sitting.stage.change(Settings(tutor=True))
    with_search(sitting, RISKY)
    begin(sitting, "10m")
    sitting.begin_move("c2-c3")
    sitting.press("confirm")
    sitting.wait_for_search()
    assert sitting.scene.name == "tutor"
    before = left(sitting)
    sitting.wait(60)
    assert left(sitting) == before


def test_a_question_costs_nobody_time(sitting):
    begin(sitting, "10m")
    sitting.hold("back")
    sitting.choose("Offer a draw")
    sitting.wait(100)
    sitting.press("back")
    assert left(sitting) == near(600, 600, by=2)


def test_the_computer_uses_time_while_it_thinks_and_not_while_its_move_is_made(sitting):
    with_search(sitting, SILENT)
    begin(sitting, "10m", KNOCKING, BLACK)
    sitting.move("a2-b3-c4-c3")
    sitting.wait(30)
    assert left(sitting)[1] == near(570)[0]
    text = sitting.match.position.legal_moves()[0].text
    with_search(sitting, answering(sitting.match.position, text))
    sitting.stage.go(to.Play(sitting.match))
    sitting.ticks(5)
    sitting.wait_for_search()
    sitting.wait(100)
    assert left(sitting)[1] == near(570, by=3)[0]
    sitting.press("confirm")
    assert len(sitting.match.plies) == 2
    assert left(sitting)[1] == near(570, by=3)[0]


def test_a_fallen_flag_is_asked_about_and_wins(sitting):
    begin(sitting, "5s,10m")
    sitting.wait(5.3)
    assert sitting.banner == "White: time is up. Black: Confirm to win, or Back"
    assert sitting.lines[0] == "play on" and sitting.lines[3] == "end game"
    sitting.press("confirm")
    assert sitting.scene.name == "game over"
    assert "White ran out of time." in sitting.note


def test_both_may_play_on_after_the_flag_and_it_falls_only_once(sitting):
    begin(sitting, "5s,10m")
    sitting.touch("c2")
    sitting.wait(5.3)
    sitting.press("back")
    sitting.wait(60)
    assert sitting.scene.name == "play" and sitting.match.question is None
    sitting.touch("c3")
    sitting.press("confirm")
    assert sitting.match.plies[0].clock == (TimeLeft(0, 0, True), TimeLeft(600_000))


def test_against_the_computer_your_own_flag_is_told_to_you(sitting):
    with_search(sitting, SILENT)
    begin(sitting, "5s", KNOCKING, BLACK)
    sitting.wait(5.3)
    assert sitting.banner == "Your time is up. Confirm to stop, or Back to play on"


def test_a_time_of_day_that_jumps_changes_nothing(sitting, monkeypatch):
    begin(sitting, "10m")
    for jumped_s in (0.0, 4e9, 1.0):
        monkeypatch.setattr(time, "time", lambda now_s=jumped_s: now_s)
        sitting.wait(5)
    assert left(sitting) == near(585, 600)


def test_clocks_cost_one_picture_a_second_and_none_when_they_are_off(sitting, monkeypatch):
    drawn = []
    draw = sitting.stage.draw
    monkeypatch.setattr(sitting.stage, "draw", lambda *given: (drawn.append(1), draw(*given)))
    begin(sitting, "10m")
    sitting.wait(2)
    drawn.clear()
    sitting.wait(10)
    assert 9 <= len(drawn) <= 11
    sitting.play()
    sitting.wait(2)
    drawn.clear()
    sitting.wait(10)
    assert not drawn


def test_a_power_cut_gives_the_running_turn_back_where_it_was_kept(sit):
    sitting = sit()
    begin(sitting, "10m")
    sitting.wait(4)
    sitting.move("c2-c3")
    sitting.wait(40)
    sitting = sit()
    sitting.stage.go(to.ResumeGame())
    match = sitting.library.resume()
    assert 29_000 <= match.used_ms <= 41_000
    assert match.times.left[0].ms == near(596_000, by=600)[0]


def test_times_stand_in_the_record_and_in_the_viewer(sitting):
    begin(sitting, "10m+5s")
    sitting.wait(3)
    sitting.move("c2-c3")
    sitting.match.resign(1)
    sitting.match.confirm(sitting.match.stamp)
    sitting.stage.go(to.Play(sitting.match))
    path = sitting.library.save_record(sitting.match)
    assert "; [clock 10m+5s 10:0" in path.read_text()
    sitting.stage.go(to.Viewer(path))
    sitting.wait_for_work()
    sitting.press("next")
    assert sitting.note.startswith("Time left: White 10:0")


# Choosing


def to_options(sitting, game="Alquerque"):
    sitting.tap("New game")
    sitting.tap(game)


def test_a_clock_is_chosen_with_the_rules_and_remembered(sit):
    sitting = sit()
    to_options(sitting)
    assert sitting.values()["Clock"] == "off"
    sitting.walk_to("Clock")
    assert sitting.note == "Take as long as you like."
    sitting.choose("Clock")
    sitting.choose("15 min + 10 s")
    assert sitting.values()["Clock"] == "15 min + 10 s"
    sitting.choose("Start the game")
    sitting.press("confirm")
    assert clock_text(sitting.match.clock) == "15m+10s"
    sitting = sit()
    to_options(sitting)
    assert sitting.values()["Clock"] == "15 min + 10 s"
    sitting.choose("Clock")
    assert sitting.chosen == "15 min + 10 s"
    sitting.choose("No clock")
    assert sitting.values()["Clock"] == "off"


def test_every_offered_clock_is_a_line_of_its_own(sitting):
    to_options(sitting)
    sitting.choose("Clock")
    titles = sitting.scene.entries()
    assert len(set(titles)) == len(titles) == 10
    assert all(title[0] == title[0].upper() for title in titles)


def test_a_clock_of_ones_own_for_each_side(sitting):
    to_options(sitting)
    sitting.choose("Clock")
    sitting.choose("Your own clock")
    assert sitting.values() == {
        "Kind": "plain",
        "Main time": "10 min",
        "Both sides": "the same time",
    }
    sitting.choose("Kind")
    assert sitting.values()["Added per move"] == "5 s"
    sitting.choose("Both sides")
    sitting.choose("Black: Main time")
    assert sitting.values()["Black: Main time"] == "15 min"
    assert sitting.values()["White: Main time"] == "10 min"
    sitting.press("back", "back")
    assert sitting.values()["Clock"] == "10 min + 5 s – 15 min + 5 s"


def test_a_line_of_a_clock_tells_what_it_sets_and_what_the_kind_does(sitting):
    to_options(sitting)
    sitting.choose("Clock")
    sitting.choose("Your own clock")
    sitting.choose("Kind")
    does = "Every move adds some time (Fischer), the first one too."
    assert sitting.note == does
    sitting.choose("Added per move")
    assert sitting.note == f"How much each move adds.\n{does}"


def time_lines(sitting):
    return {title: value for title, value in sitting.values().items() if "seconds" in title}


def open_more(sitting):
    sitting.hold("back")
    sitting.choose("Sound and more")


def test_each_player_can_be_given_time_from_the_menu(sitting):
    begin(sitting, "10m,5m", who=("Anna", "person"))
    sitting.begin_move("c2-c3")
    open_more(sitting)
    assert time_lines(sitting) == {
        "Anna: 15 seconds more": "10:00",
        "Black: 15 seconds more": "5:00",
    }
    sitting.choose("Black: 15 seconds more")
    sitting.press("confirm")
    assert time_lines(sitting)["Black: 15 seconds more"] == "5:30"
    sitting.press("back", "back")
    assert left(sitting) == near(600, 330)
    assert len(sitting.match.half.touches) == 2
    sitting.press("confirm")
    assert sitting.match.plies[0].clock[1] == TimeLeft(330_000)


def test_against_the_computer_you_give_time_and_are_given_none(sitting):
    with_search(sitting, SILENT)
    begin(sitting, "10m", KNOCKING, BLACK)
    open_more(sitting)
    assert list(time_lines(sitting)) == ["The computer: 15 seconds more"]


def test_without_a_clock_there_is_no_time_to_give(sitting):
    sitting.play("alquerque")
    open_more(sitting)
    assert time_lines(sitting) == {}


def test_a_clock_that_has_run_out_is_given_nothing(sitting):
    begin(sitting, "10s,5m")
    sitting.wait(11)
    sitting.press("back")
    open_more(sitting)
    sitting.choose("White: 15 seconds more")
    assert sitting.note == "This clock has run out and stays at zero."
    assert time_lines(sitting)["White: 15 seconds more"] == "0:00"


def test_time_that_was_given_is_there_after_the_power_was_cut(sit):
    sitting = sit()
    begin(sitting, "10m")
    sitting.move("c2-c3")
    open_more(sitting)
    sitting.choose("White: 15 seconds more")
    sitting.press("back", "back")
    given = sitting.match.times.left
    sitting = sit()
    sitting.choose("Resume")
    assert sitting.match.times.left == given
    assert given[0].ms > 610_000


def test_every_kind_can_be_put_together(sitting):
    to_options(sitting)
    sitting.choose("Clock")
    sitting.choose("Your own clock")
    seen = set()
    for _ in range(7):
        seen.add(sitting.scene.setting[0].kind)
        for title in sitting.scene.entries():
            if title not in ("Kind", "Both sides"):
                for _ in range(20):
                    sitting.choose(title)
                    setting = sitting.scene.setting
                    assert parse_clock(clock_text(setting)) == setting
        sitting.choose("Kind")
    assert len(seen) == 7


def test_a_rematch_swaps_the_times_with_the_sides(sitting):
    with_search(sitting, SILENT)
    begin(sitting, "5m,10m", KNOCKING, BLACK)
    sitting.match.resign(0)
    sitting.match.confirm(sitting.match.stamp)
    sitting.stage.go(to.Play(sitting.match))
    sitting.wait(2)
    sitting.choose("Rematch")
    sitting.press("confirm")
    assert clock_text(sitting.match.clock) == "10m,5m"


@pytest.mark.parametrize("game", ["alquerque", "quincy", "querni", "quincala-mixing"])
@pytest.mark.parametrize("size", [None, PORTRAIT])
def test_the_faces_cover_nothing(sit, game, size):
    sitting = sit(size=size) if size else sit()
    begin(sitting, "10m", game)
    screen = sitting.scene.table.layout(has_menu=True)
    boxes = [
        *screen.clocks,
        screen.board,
        screen.off_board,
        screen.menu,
        screen.moves,
        screen.note,
    ]
    boxes += [*screen.buttons, screen.banner]
    boxes = [box for box in boxes if box.w and box.h]
    for number, box in enumerate(boxes):
        for other in boxes[number + 1 :]:
            is_apart = (
                box.right <= other.x
                or other.right <= box.x
                or box.bottom <= other.y
                or other.bottom <= box.y
            )
            assert is_apart, (box, other)
