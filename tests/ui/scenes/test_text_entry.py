import pygame
import pytest

from companion.match.entries import COMMENT_LIMIT


@pytest.fixture
def typing(sitting):
    """A sitting that types; what comes of it is in ``taken``."""
    sitting.taken = []
    sitting.stage.ways.to_typing("A title", "", sitting.taken.append)
    sitting.ticks(3)
    return sitting


def text(sitting):
    return sitting.scene.text


def walk(sitting, title):
    """Walk to a key by Hint and Next alone, and take it with Confirm."""
    wanted = sitting.scene.entries().index(title)
    keys = sitting.scene.keys()
    while keys[sitting.scene.focus].row != keys[wanted].row:
        sitting.press("hint")
    while sitting.scene.focus != wanted:
        sitting.press("next")
    sitting.press("confirm")


def test_keys_on_screen_type_and_the_first_letter_is_large(typing):
    for title in ("H", "e", "y", ",", "space", "123", "4", "2", "!", "abc", "Aa", "Q", "t"):
        typing.tap(title)
    assert text(typing) == "Hey, 42!Qt"
    typing.tap("erase")
    typing.tap("done")
    assert typing.taken == ["Hey, 42!Q"]
    assert typing.scene.name == "start"


def test_buttons_alone_type_erase_and_finish(typing):
    for title in ("G", "o", "space"):
        walk(typing, title)
    assert text(typing) == "Go "
    typing.press("back")
    assert text(typing) == "Go"
    walk(typing, "done")
    assert typing.taken == ["Go"]


def test_a_keyboard_types_letters_that_are_buttons_elsewhere(typing):
    typing.post(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")
    typing.post(pygame.TEXTINPUT, text="mh ü")
    typing.key(pygame.K_SPACE, pygame.K_h)
    assert text(typing) == "mh ü"
    typing.key(pygame.K_BACKSPACE)
    assert text(typing) == "mh "
    typing.key(pygame.K_RETURN)
    assert typing.taken == ["mh "]


@pytest.mark.parametrize("leave", [
    lambda sitting: sitting.key(pygame.K_ESCAPE),
    lambda sitting: sitting.hold("back"),
    lambda sitting: sitting.tap("cancel"),
])  # fmt: skip
def test_leaving_takes_nothing(typing, leave):
    typing.post(pygame.TEXTINPUT, text="no")
    leave(typing)
    assert typing.taken == []
    assert typing.scene.name == "start"


def test_back_leaves_where_there_is_nothing_to_erase(typing):
    assert typing.lines[0] == "cancel"
    typing.press("back")
    assert typing.scene.name == "start"


def test_a_text_ends_at_its_limit_and_control_characters_are_left_out(typing):
    typing.post(pygame.TEXTINPUT, text="\x1b[2J" + "x" * 500)
    typing.ticks(2)
    assert text(typing) == "[2J" + "x" * (COMMENT_LIMIT - 3)


def test_the_keys_of_a_keyboard_are_buttons_again_afterwards(typing):
    typing.key(pygame.K_ESCAPE)
    typing.key(pygame.K_TAB)
    assert typing.scene.list.selected == 1


def test_tab_walks_and_shift_tab_walks_back(typing):
    typing.key(pygame.K_TAB)
    assert typing.scene.focus == 1
    typing.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert typing.scene.focus == 0
