"""A screen at which nobody is: it shows games or goes dark, and wakes exactly where it was."""

import pygame
import pytest

from companion.config.values import Settings
from companion.ports import ButtonName, Press
from companion.ui.scenes.gif import rgb_of
from companion.ui.scenes.text_entry import TypingScene
from companion.ui.stage import IDLE_S, MOVE_S, Darkness, SampleShow
from tests.answers import engine_doing, use
from tests.sitting import with_screen


def leave_alone(sitting, seconds=IDLE_S + 1):
    """Let so much time pass at once, then a few turns of the loop."""
    sitting.ticks(3)
    sitting.clock.now_s += seconds
    sitting.ticks(60)


def show(sitting):
    return sitting.stage._idle.show


def is_shown(sitting):
    """Whether a sample is on screen."""
    for _ in range(2):
        if show(sitting)._opening is not None:
            show(sitting)._opening.wait()
        sitting.ticks(2)
    assert sitting.stage.view.board is not None
    return isinstance(show(sitting), SampleShow)


@pytest.fixture
def playing(sitting):
    """A game with a touch made, which nobody goes on with."""
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.touch("c4")
    return sitting


def state_of(sitting):
    match = sitting.match
    journal = {
        path.name: path.read_bytes() for path in sitting.state.path.iterdir() if path.is_file()
    }
    return sitting.scene, match.stamp, match.half.touches, sitting.banner, sitting.note, journal


def lamps_of(sitting):
    """What the lamps show, in one phase of their patterns."""
    return sitting.stage.lamps.frame(sitting.stage.view, 1000.0)


WAKING = {
    "touch": lambda sitting: sitting.touch("c2"),
    "button on screen": lambda sitting: sitting.tap("Confirm"),
    "menu": lambda sitting: sitting.tap("Menu"),
    "back": lambda sitting: sitting.press("back"),
    "next": lambda sitting: sitting.press("next"),
    "confirm": lambda sitting: sitting.press("confirm"),
    "hint held": lambda sitting: sitting.hold("hint"),
    "back held": lambda sitting: sitting.hold("back"),
    "key": lambda sitting: sitting.key(pygame.K_RETURN),
    "hint key": lambda sitting: sitting.key(pygame.K_h),
}


@pytest.mark.parametrize("how", WAKING)
def test_what_wakes_the_screen_does_nothing_else(playing, how):
    before, lamps = state_of(playing), lamps_of(playing)
    leave_alone(playing)
    assert is_shown(playing)
    WAKING[how](playing)
    playing.ticks(3)
    assert show(playing) is None
    assert state_of(playing) == before
    assert lamps_of(playing) == lamps
    playing.touch("c2")
    assert len(playing.match.half.touches) == 2, "the next touch counts"


def test_a_piece_that_is_lifted_wakes_the_screen(sitting):
    sitting.play("alquerque")
    sitting.set_board()
    leave_alone(sitting)
    assert show(sitting) is not None
    sitting.lift("c2")
    sitting.ticks(3)
    assert show(sitting) is None


def test_a_game_is_shown_move_by_move_on_screen_and_lamps(playing):
    playing.look()
    leave_alone(playing)
    assert is_shown(playing)
    pictures, frames = set(), set()
    for _ in range(4):
        playing.wait(MOVE_S + 0.6)
        pictures.add(rgb_of(playing.surface))
        frames.add(playing.leds.frame)
    assert len(pictures) == 4
    assert len(frames) >= 3


def test_one_game_follows_another(playing):
    leave_alone(playing)
    assert is_shown(playing)
    first = show(playing)._playback.course.record
    first_show = show(playing)
    first_show._playback.jump(first_show._playback.last)
    playing.wait(10)
    if first_show._opening is not None:
        first_show._opening.wait()
    playing.wait_until(lambda: first_show._playback.course.record is not first)


def test_it_rests_between_two_moves(playing):
    leave_alone(playing)
    assert is_shown(playing)
    playing.wait(1)
    assert not playing.stage.is_busy()
    updates = []
    update = show(playing).update
    show(playing).update = lambda now_s: updates.append(now_s) or update(now_s)
    playing.wait(2)
    assert len(updates) <= 60, "a move keeps it up for 0.25 s; all turns would be 200"


def test_the_screen_may_go_dark(playing):
    playing.look()
    playing.stage.change(Settings(idle="dark"))
    leave_alone(playing)
    assert isinstance(show(playing), Darkness)
    assert not any(rgb_of(playing.surface))
    assert not any(playing.leds.frame)
    playing.touch("c2")
    assert any(playing.leds.frame)


def test_the_screen_may_stay_as_it_is(playing):
    playing.stage.change(Settings(idle="stay"))
    leave_alone(playing)
    assert show(playing) is None


def test_somebody_who_is_there_is_not_disturbed(playing):
    for _ in range(4):
        leave_alone(playing, IDLE_S - 20)
        playing.press("next")
    assert show(playing) is None


def test_a_clock_that_goes_back_does_not_keep_it_awake(playing):
    playing.clock.now_s -= 1_000
    leave_alone(playing)
    assert show(playing) is not None


def test_a_program_that_thinks_is_waited_for(sitting):
    use(sitting, engine_doing("time.sleep(1000)"))
    sitting.play("alquerque", who=("program level 3", "person"))
    leave_alone(sitting)
    assert sitting.scene.show().is_thinking
    assert show(sitting) is None


def test_menus_rest_as_well_and_a_keyboard_does_not(sitting):
    sitting.tap("Settings")
    leave_alone(sitting)
    assert show(sitting) is not None
    sitting.press("confirm")
    assert sitting.scene.name == "settings"
    sitting.stage.push(TypingScene(sitting.stage, "A title", "", print))
    leave_alone(sitting)
    assert show(sitting) is None


def test_the_hand_of_a_player_stays_covered(sitting):
    sitting.play("quincy", seed=1)
    sitting.press("confirm")
    leave_alone(sitting)
    assert is_shown(sitting)
    sitting.pins.press(ButtonName.HINT)
    sitting.wait(1)
    assert sitting.scene.entries()[0] == "Domino 1"
    sitting.pins.release(ButtonName.HINT)
    sitting.wait(0.2)
    sitting.pins.press(ButtonName.HINT)
    sitting.wait(1)
    assert sitting.scene.entries()[0] != "Domino 1"


def test_a_lost_end_of_the_touch_that_woke_it_blocks_nothing(playing):
    leave_alone(playing)
    playing.mouse_down(playing.place("c2"))
    assert show(playing) is None
    playing.post(pygame.MOUSEBUTTONDOWN, pos=playing.on_display(playing.place("c2")), button=1)
    playing.ticks(2)
    assert len(playing.match.half.touches) == 2


def test_a_press_from_before_it_woke_confirms_nothing(playing):
    playing.touch("c2")
    assert playing.match.half.move is not None
    leave_alone(playing)
    pressed_at_s = playing.clock.now_s
    playing.press("next")
    playing.ticks(3)
    assert show(playing) is None
    playing.stage.handle(Press(ButtonName.CONFIRM, False, pressed_at_s))
    assert playing.plies == ["c2-c3"]
    playing.press("confirm")
    assert len(playing.plies) == 2


def test_back_held_on_to_wake_it_does_not_switch_off(playing):
    leave_alone(playing)
    playing.finger(ButtonName.BACK, 4.0)
    assert (show(playing), playing.scene.name) == (None, "play")


def test_its_window_can_be_closed(playing):
    leave_alone(playing)
    playing.post(pygame.QUIT)
    playing.ticks(1)
    assert playing.stage.is_closing


def test_the_move_of_the_computer_that_waits_to_be_made_is_still_there(sit):
    sitting = sit(config=with_screen(animation=True))
    sitting.play("alquerque", who=("program level 1", "person"))
    sitting.wait_for_search()
    sitting.wait(2)
    legs = sitting.scene.front.legs
    sitting.wait_for_search()
    # Its legs are shown again and again meanwhile.
    for _ in range(round(IDLE_S / 0.2) + 5):
        sitting.clock.now_s += 0.2
        sitting.ticks(1)
    assert show(sitting) is not None
    sitting.press("confirm")
    assert (sitting.plies, sitting.scene.front.legs) == ([], legs)
    sitting.press("confirm")
    assert len(sitting.plies) == 1
