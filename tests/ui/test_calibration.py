import itertools
import random

import pytest

from companion.config.values import ALONG, CORNERS
from companion.contract import LampGrid
from companion.plugins import load_board
from companion.ui.lamps import Panel, lamp_map
from companion.ui.scenes.calibration import Calibration

BOARDS = ("alquerque", "mini-quincala", "quincala", "querni", "quincy")
WIRINGS = list(itertools.product(CORNERS, ALONG, (True, False)))


def asked(board, panel, true_lamps, most=400):
    """Answer every question truly, as *true_lamps* are under the dots."""
    calibration = Calibration(board, panel)
    for _ in range(most):
        if calibration.lamp is None:
            return calibration
        lamp = calibration.lamp
        site = true_lamps.index(lamp) if lamp in true_lamps else None
        calibration = calibration.answered(site)
    raise AssertionError("it asks without end")


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("wiring", WIRINGS, ids=str)
def test_each_wiring_of_the_panel_is_found_with_few_touches(name, wiring):
    board = load_board(name)
    true = lamp_map(board, Panel(16, 16, *wiring))
    calibration = asked(board, Panel(16, 16), true)
    assert calibration.lamps == true
    assert calibration.is_at_home
    assert len(calibration.answers) <= 8


@pytest.mark.parametrize("seed", range(12))
def test_a_board_that_lies_elsewhere_or_wider_is_found(seed):
    draw = random.Random(seed)
    board = load_board(draw.choice(("alquerque", "quincy")))
    pitch = draw.randint(1, 3) if board.name == "alquerque" else 1
    room = 16 - (board.files - 1) * pitch
    grid = LampGrid((draw.randrange(room), draw.randrange(room)), pitch)
    panel = Panel(16, 16, *draw.choice(WIRINGS))
    true = tuple(panel.pixel_of(*grid.at(place)) for place in board.places)
    calibration = asked(board, Panel(16, 16), true)
    assert calibration.lamps == true
    assert not calibration.is_one_by_one
    assert len(calibration.answers) <= 40


def test_an_irregular_wiring_is_asked_lamp_by_lamp():
    board = load_board("alquerque")
    true = random.Random(5).sample(range(81), len(board))
    calibration = asked(board, Panel(9, 9), tuple(true))
    assert calibration.is_one_by_one
    assert calibration.lamps == tuple(true)


def test_two_dots_whose_wires_were_exchanged_are_noticed_if_one_is_asked():
    board = load_board("alquerque")
    regular = lamp_map(board, Panel(16, 16))
    first = Calibration(board, Panel(16, 16)).lamp
    other = next(lamp for lamp in regular if lamp != first)
    true = [{first: other, other: first}.get(lamp, lamp) for lamp in regular]
    assert asked(board, Panel(16, 16), tuple(true)).lamps == tuple(true)


def test_a_lamp_that_is_nowhere_leaves_the_dots_that_are_missing():
    board = load_board("alquerque")
    true = [*random.Random(5).sample(range(81), len(board) - 1), 999]
    calibration = asked(board, Panel(9, 9), tuple(true))
    assert calibration.lamps is None
    assert calibration.missing == (len(board) - 1,)


def test_what_was_answered_can_be_taken_back():
    board = load_board("quincy")
    calibration = Calibration(board, Panel(16, 16))
    wrong = calibration.answered(0)
    assert wrong.undone() == calibration
    assert wrong.undone().lamp == calibration.lamp


def test_no_lamp_is_asked_twice():
    board = load_board("querni")
    true = lamp_map(board, Panel(16, 16, "far-right", "files", False))
    lamps = [answer.lamp for answer in asked(board, Panel(16, 16), true).answers]
    assert len(set(lamps)) == len(lamps)


def test_a_board_too_large_for_the_panel_is_asked_lamp_by_lamp():
    calibration = Calibration(load_board("quincala"), Panel(9, 9))
    assert calibration.is_one_by_one
