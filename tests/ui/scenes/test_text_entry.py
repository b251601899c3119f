import itertools

import pygame
import pytest

from companion.match.entries import COMMENT_LIMIT
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.scenes.text_entry import TypingScene

each_way_up = pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=["wide", "tall"])


@pytest.fixture
def typing(sitting):
    """A sitting that types; what comes of it is in ``taken``."""
    sitting.taken = []
    sitting.stage.push(TypingScene(sitting.stage, "A title", "", sitting.taken.append))
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


@each_way_up
def test_keys_on_screen_type_and_the_first_letter_is_large(typing, size):
    typing.resize(size)
    for title in ("H", "e", "y", ",", "space", "123", "4", "2", "!", "abc", "Aa", "Q", "t"):
        typing.tap(title)
    assert text(typing) == "Hey, 42!Qt"
    typing.tap("erase")
    typing.tap("done")
    assert typing.taken == ["Hey, 42!Q"]
    assert typing.scene.name == "start"


@each_way_up
def test_buttons_alone_type_erase_and_finish(typing, size):
    typing.resize(size)
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


@each_way_up
def test_names_have_their_accents(typing, size):
    typing.resize(size)
    for title in (
        "éä",
        "É",
        "abc",
        "m",
        "i",
        "l",
        "e",
        "space",
        "Aa",
        "éä",
        "Ö",
        "abc",
        "z",
        "éä",
        "ß",
    ):
        typing.tap(title)
    assert text(typing) == "Émile Özß"


@each_way_up
def test_buttons_reach_every_key(typing, size):
    typing.resize(size)
    scene, seen = typing.scene, []
    rows = [list(row) for _, row in itertools.groupby(scene.keys(), key=lambda key: key.row)]
    for row in rows:
        for _ in row:
            seen.append(scene.keys()[scene.focus])
            typing.press("next")
        typing.press("hint")
    assert sorted(seen) == sorted(itertools.chain(*rows))


@each_way_up
def test_the_key_that_turns_the_page_turns_it_back(typing, size):
    typing.resize(size)
    for title in ("123", "éä"):
        walk(typing, title)
        assert focused(typing) == "abc"
        typing.press("confirm")
        assert focused(typing) == title


def test_the_key_in_focus_is_the_same_when_the_screen_is_turned(typing):
    typing.resize(PORTRAIT)
    for _ in range(5):
        typing.press("hint")
    typing.press("next")
    assert focused(typing) == "done"
    typing.resize(LANDSCAPE)
    assert focused(typing) == "done"


def focused(sitting):
    return sitting.scene.entries()[sitting.scene.focus]


def test_tab_walks_and_shift_tab_walks_back(typing):
    typing.key(pygame.K_TAB)
    assert typing.scene.focus == 1
    typing.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert typing.scene.focus == 0
