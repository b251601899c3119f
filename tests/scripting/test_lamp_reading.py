"""Reading lamps back: roles from colors alone, and lamps that no dot lies on."""

import pytest

from companion.art.marks import Mark
from companion.plugins import load_board
from companion.scripting.fingers import BRIGHT_PHASE
from companion.scripting.scripted import read_lamps
from companion.ui.lamps import GLOWS, BlinkPattern, LampLight, level
from hardware.adalight import carryable

BOARD = load_board("alquerque")
C3 = BOARD.site_of("c3")


@pytest.fixture
def light():
    """The lamps of the board in a row, three more lamps behind them."""
    return LampLight(tuple(range(25)), 28, 40, 100_000)


def test_every_role_is_read_back_from_its_own_frame(light):
    for mark in Mark:
        frame = carryable(light.frame({C3: mark}, BRIGHT_PHASE))
        assert read_lamps(frame, BOARD, light, carryable).roles == {
            "c3": mark.value.replace(" ", "-")
        }


def test_no_two_roles_look_alike_and_no_pattern_is_dark():
    glows = [
        tuple(round(level(glow.pattern, BRIGHT_PHASE) * value * 0.4) for value in glow.color)
        for glow in GLOWS.values()
    ]
    assert len(set(glows)) == len(Mark)
    assert all(level(pattern, BRIGHT_PHASE) > 0 for pattern in BlinkPattern)


def test_dark_lamps_have_no_role(light):
    assert read_lamps(bytes(84), BOARD, light, carryable) == ({}, [])


def test_a_color_of_no_role_is_told(light):
    frame = bytes(36) + b"\x01\x02\x03" + bytes(45)
    assert read_lamps(frame, BOARD, light, carryable).roles == {"c3": "010203"}


def test_a_lamp_beside_the_board_is_a_stray(light):
    frame = bytes(81) + b"\x00\x00\x01"
    assert read_lamps(frame, BOARD, light, carryable) == ({}, [27])
