from dataclasses import replace
from itertools import pairwise

import pytest

from companion.art.marks import Mark
from companion.clock import parse_clock
from companion.config.values import Config, LedConfig
from companion.match.match import NewMatch
from companion.plugins import find_game, load_board
from companion.testing.screen_checks import STILL, OpenedProgram
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.lamp_show import LampShow
from companion.ui.view import View

QUINCALA = load_board("mini-quincala")
ALQUERQUE = load_board("alquerque")


def shown(board=QUINCALA, marks=None):
    """A view for the lamps."""
    return View(key="a screen", board=board, picture=BoardPicture(marks=marks or {}))


def show_on(panel="16x16", **leds) -> LampShow:
    return LampShow(Config(leds=LedConfig(panel=panel, **leds)))


def marks_with(mark):
    return {0: frozenset({mark})}


def test_a_view_without_a_board_is_dark():
    assert show_on().frame(shown(None), 0.0) == bytes(768)


def test_a_marked_dot_lights_the_lamp_under_it():
    frame = show_on("9x9", brightness=100).frame(shown(ALQUERQUE, marks_with(Mark.TARGET)), 0.0)
    assert frame[:3] == bytes([0, 200, 120])
    assert not any(frame[3:])


def test_nothing_new_is_sent_while_nothing_changes():
    show = show_on()
    view = shown(marks=marks_with(Mark.TARGET))
    assert show.changed_frame(view, 1.0) is not None
    for n in range(200):
        # The same again, or another view that shows the same.
        same = view if n % 2 else view._replace(note="another")
        assert show.changed_frame(same, 1.0 + n / 100) is None


def test_a_change_is_sent_at_once():
    show = show_on()
    view = shown(marks=marks_with(Mark.TARGET))
    show.changed_frame(view, 1.0)
    assert show.changed_frame(shown(marks=marks_with(Mark.PLACE)), 1.001) is not None


def test_lamps_blink_though_the_view_stays():
    show = show_on()
    view = shown(marks=marks_with(Mark.CAPTURE))
    sent = [show.changed_frame(view, 1.0 + n / 100) for n in range(100)]
    assert sum(frame is not None for frame in sent) > 4


def test_another_view_is_shown_though_the_pattern_stays():
    show = show_on()
    show.changed_frame(shown(marks=marks_with(Mark.PLACE)), 1.0)
    assert show.changed_frame(shown(marks=marks_with(Mark.TARGET)), 2.0) is not None


@pytest.mark.parametrize("mark", Mark)
def test_an_idle_board_sends_at_most_sixteen_frames_a_second(mark):
    show = show_on(brightness=100)
    view = shown(marks=marks_with(mark))
    sent = [show.changed_frame(view, 5.0 + n / 1000) for n in range(1000)]
    assert sum(frame is not None for frame in sent) <= 16


def test_a_pattern_goes_on_by_itself():
    show = show_on(brightness=100)
    view = shown(marks=marks_with(Mark.CAPTURE))
    sent = [show.changed_frame(view, 5.0 + n / 100) for n in range(100)]
    assert len({frame for frame in sent if frame is not None}) == 2


def test_a_board_that_does_not_fit_is_told_and_leaves_the_lamps_dark():
    show = show_on("8x8")
    view = shown(marks=marks_with(Mark.TARGET))
    assert show.frame(view, 0.0) == bytes(3 * 64)
    assert "'8x8'" in show.problem
    assert show.light_for(ALQUERQUE) is not None
    assert show.problem == ""


def test_the_configured_panel_is_used():
    config = Config(leds=LedConfig(panel="9x9", first_corner="far-right", along="files"))
    show = LampShow(config)
    assert show.panel.name == "9x9"
    assert show.light_for(QUINCALA).lamps[QUINCALA.site_of("i8")] == 1
    # The second column from the far right runs back, so its far end comes last.
    assert show.light_for(QUINCALA).lamps[QUINCALA.site_of("h9")] == 17
    assert show.light_for(QUINCALA).count == 81


def test_a_lamp_that_is_looked_for_shines_alone_within_the_cap():
    view = shown(None)._replace(single_lamp=5)
    for brightness, level in ((0, 26), (40, 102), (100, 255)):
        leds = LedConfig(brightness=brightness)
        frame = LampShow(Config(leds=leds)).frame(view, 0.0)
        assert frame == bytes(15) + bytes([level] * 3) + bytes(768 - 18)


def test_the_lamps_of_the_configuration_go_before_those_of_the_board_file():
    board = load_board("alquerque")
    lamps = tuple(range(40, 65))
    show = LampShow(Config(lamps={"alquerque": lamps}))
    assert show.light_for(board).lamps == lamps
    assert LampShow(Config(lamps={"alquerque": ()})).light_for(board).lamps != lamps


@pytest.mark.parametrize("lamps", [range(24), range(240, 265)])
def test_lamps_that_do_not_fit_the_board_or_the_panel_are_a_problem_that_is_told(lamps):
    show = LampShow(Config(lamps={"alquerque": tuple(lamps)}))
    assert show.light_for(load_board("alquerque")) is None
    assert "board alquerque: expected 25 lamps below 256" in show.problem


def lamp_of(frame, lamp):
    return frame[3 * lamp : 3 * lamp + 3]


def hurried_frames(seconds=4, **leds):
    """Return the frames that are sent, each with its time, of a view that stays as it is."""
    show = show_on(brightness=100, last_seconds=True, **leds)
    show.is_hurried, view = True, shown(ALQUERQUE, marks_with(Mark.TARGET))
    times = [5.0 + n / 100 for n in range(seconds * 100)]
    sent = [(now_s, show.changed_frame(view, now_s)) for now_s in times]
    return show, [(now_s, frame) for now_s, frame in sent if frame is not None]


def test_free_lamps_flash_once_a_second_in_the_last_seconds_and_the_others_stay():
    show, sent = hurried_frames(seconds=4)
    lamps = show.light_for(ALQUERQUE).lamps
    assert {bytes(lamp_of(frame, lamps[0])) for _, frame in sent} == {bytes([0, 200, 120])}
    free = [lamp_of(frame, lamps[7]) for _, frame in sent]
    assert len(set(free)) == 2 and all(any(rgb) for rgb in free)
    brighter = sum(after > before for before, after in pairwise(free))
    assert brighter == 3, "the first second begins bright"


def test_calm_free_lamps_only_glow():
    show, sent = hurried_frames(calm=True)
    assert len(sent) == 1
    assert any(lamp_of(sent[0][1], show.light_for(ALQUERQUE).lamps[7]))


def test_the_last_seconds_are_on_no_lamp_unless_they_were_chosen():
    show, view = show_on(), shown(ALQUERQUE, marks_with(Mark.TARGET))
    before = show.frame(view, 0.0)
    show.is_hurried = True
    assert show.frame(view, 0.0) == before


def test_all_free_lamps_together_stay_under_the_cap():
    show = show_on(brightness=100, last_seconds=True, current_cap_ma=100)
    show.is_hurried = True
    frame = show.frame(shown(load_board("quincy")), 0.0)
    assert 0 < sum(frame) * 20 / 255 <= 100


def test_a_game_whose_clock_is_nearly_over_lights_the_free_lamps(tmp_path):
    config = replace(STILL, leds=replace(STILL.leds, last_seconds=True))
    with OpenedProgram(tmp_path, config=config) as opened:
        game = find_game("alquerque")
        clock = parse_clock("13s")
        match = opened.services.library.start(NewMatch(game, game.complete(None), 0, clock=clock))
        opened.stage.go(to.Play(match))
        opened.wait(1.0)

        def lit():
            frame = opened.stage.lamps.frame(opened.stage.view, opened.clock.now_s)
            return sum(any(lamp_of(frame, lamp)) for lamp in range(256))

        assert lit() < 25
        opened.wait(3.0)
        assert lit() == 25
        opened.wait(10.0)
        assert opened.scene.match.question is not None and lit() < 25
