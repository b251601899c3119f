import itertools

import pygame
import pytest

from companion.ui.scenes.menu import LEAST_INFO_H, AskScene, Choice, info_box, list_box
from companion.ui.widgets.layout import lay_out
from companion.ui.widgets.list_view import ENTRY_GAP
from tests.ui.layouts import SIZES, unsound


@pytest.mark.parametrize("key", [pygame.K_TAB, pygame.K_DOWN, pygame.K_RIGHT])
def test_the_cursor_walks_by_key_and_by_button_and_wraps(sitting, key):
    titles = sitting.scene.entries()
    walked = []
    for _ in range(len(titles)):
        sitting.key(key)
        walked.append(sitting.chosen)
    assert walked == [*titles[1:], titles[0]]
    sitting.press("next")
    assert sitting.chosen == titles[1]


@pytest.mark.parametrize(
    ("key", "mod"), [(pygame.K_UP, 0), (pygame.K_LEFT, 0), (pygame.K_TAB, pygame.KMOD_SHIFT)]
)
def test_the_cursor_walks_backwards_by_key(sitting, key, mod):
    sitting.key(key, mod=mod)
    assert sitting.chosen == sitting.scene.entries()[-1]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER])
def test_confirm_takes_the_line_under_the_cursor(sitting, key):
    sitting.walk_to("Settings")
    sitting.key(key)
    assert sitting.scene.name == "settings"


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_BACKSPACE])
def test_back_leaves(sitting, key):
    sitting.tap("Settings")
    sitting.key(key)
    assert sitting.scene.name == "start"
    sitting.tap("Settings")
    sitting.press("back")
    assert sitting.scene.name == "start"


def test_a_long_back_does_nothing_where_there_is_no_menu(sitting):
    sitting.tap("Settings")
    sitting.hold("back")
    sitting.key(pygame.K_m)
    assert sitting.scene.name == "settings"


def test_hint_does_nothing_in_a_menu(sitting):
    sitting.press("hint")
    assert sitting.scene.name == "start"
    assert sitting.lines[2] == ""


def test_a_finger_puts_the_cursor_on_a_line_and_takes_it_on_release(sitting):
    place = sitting.scene.entry_place("Settings")
    sitting.mouse_down(place)
    assert sitting.scene.name == "start"
    assert sitting.chosen == "Settings"
    sitting.mouse_up(place)
    assert sitting.scene.name == "settings"


def test_a_finger_that_slides_off_a_line_takes_nothing(sitting):
    x, y = sitting.scene.entry_place("Settings")
    sitting.mouse_down((x, y))
    sitting.mouse_move((x, y - 40))
    sitting.mouse_up((x, y))
    assert sitting.scene.name == "start"


def test_a_list_that_is_too_long_scrolls_by_finger_and_wheel(sit):
    sitting = sit(size=(480, 320))
    sitting.tap("New game")
    sitting.tap("Alquerque")
    view = sitting.scene.list
    assert view.most_scroll > 0
    x, y = view.box.center
    sitting.mouse_down((x, y))
    sitting.mouse_move((x, y - 60))
    sitting.mouse_up((x, y - 60))
    assert view.scroll == 60
    sitting.turn_wheel(1)
    assert view.scroll < 60
    assert sitting.scene.name == "options"


def test_buttons_say_what_they_do(sitting):
    assert sitting.lines == ["", "next line", "", "choose"]
    assert sitting.filled == [False, False, False, True]
    sitting.tap("Settings")
    assert sitting.lines == ["go back", "next line", "", "choose"]
    sitting.choose("Screen")
    sitting.walk_to("Colors")
    assert sitting.lines == ["go back", "next line", "", "change"]


def test_the_cursor_stays_where_it_was_when_a_line_is_taken_again_and_again(sitting):
    sitting.tap("Settings")
    sitting.tap("Lamps")
    sitting.walk_to("Lamp brightness")
    sitting.press("confirm", "confirm")
    assert sitting.chosen == "Lamp brightness"
    assert sitting.values()["Lamp brightness"] == "80%"


def test_the_list_overlaps_neither_explanation_nor_buttons(sitting):
    wrong = []
    for size in SIZES:
        sitting.stage.layout = layout = lay_out(*size)
        gap = layout.px(ENTRY_GAP)
        box = list_box(sitting.stage.layout, has_picture=sitting.scene.has_picture)
        parts = {"list": box._replace(w=box.w - gap, h=box.h - gap), "info": layout.info}
        parts |= {f"button {n}": b for n, b in enumerate(layout.buttons)}
        wrong += [(size, fault) for fault in unsound(layout, parts)]
    assert wrong == []


@pytest.mark.parametrize("size", [(720, 1280), (1080, 1920), (480, 800)])
def test_a_long_list_over_words_alone_leaves_them_no_more_than_they_need(sit, size):
    sitting = sit(size=size)
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.tap("Who plays")
    scene, layout = sitting.scene, sitting.stage.layout
    gap, info = layout.px(ENTRY_GAP), info_box(layout, scene.list)
    assert scene.list.most_scroll > 0
    assert info.y < info.bottom == layout.info.bottom
    assert scene.list.box.bottom - gap < info.y
    assert info.h == pytest.approx(layout.px(LEAST_INFO_H), abs=2) or info.h < layout.info.h


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_lines_are_64_pixels_high_and_in_line_with_what_stands_beside_them(sit, size):
    sitting = sit(size=size)
    gap = sitting.stage.layout.px(ENTRY_GAP)
    boxes = [sitting.scene.list.entry_box(n, gap) for n in range(3)]
    assert all(box.h >= 64 for box in boxes)
    assert all(one.bottom + gap == other.y for one, other in itertools.pairwise(boxes))
    if sitting.stage.layout.is_portrait:
        assert boxes[0].x == sitting.stage.layout.info.x
        assert boxes[0].right == sitting.stage.layout.info.right
    else:
        assert boxes[0].y == sitting.stage.layout.info.y


# Questions


@pytest.fixture
def asked(sitting):
    """Returns what was done, after a question was put."""
    done = []
    sitting.stage.push(
        AskScene(
            sitting.stage,
            "Really?",
            Choice("No", None, "Nothing happens.", verb="keep"),
            Choice("Yes", lambda: done.append("yes"), "It happens."),
        )
    )
    sitting.ticks(3)
    return done


def test_a_question_begins_on_the_way_out_and_back_takes_it(sitting, asked):
    assert sitting.banner == "Really?"
    assert sitting.chosen == "No"
    assert sitting.lines == ["keep", "next line", "", "keep"]
    sitting.press("confirm")
    assert (asked, sitting.scene.name) == ([], "start")


def test_back_is_the_way_out_of_a_question(sitting, asked):
    sitting.press("next", "back")
    assert (asked, sitting.scene.name) == ([], "start")


def test_the_deed_is_done_after_the_question_is_gone(sitting, asked):
    sitting.press("next", "confirm")
    assert (asked, sitting.scene.name) == (["yes"], "start")
