"""What making the ground of a board costs; how it looks is held by the golden pictures."""

import os
import subprocess
import sys

import pytest

from companion.art.on_screen import BoardCanvas, fineness
from companion.art.theme import DARK
from companion.contract import parse_board
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.board_painter import render_background

BOARD_PX = 436
"""The board's place on a screen of 800x480."""

MEASURE = """
import sys
from companion.plugins import find_game
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.board_painter import render_background
from companion.ui.widgets.fonts import Fonts
from companion.art.theme import DARK
from tests.bounds import own_peak_mb

name, side = sys.argv[1], int(sys.argv[2])
fonts = Fonts()
board = find_game(name).initial().board
# What any board takes once: fonts, lists of dots and lines.
render_background(BoardGeometry(board, (0, 0, 40, 40)), DARK, fonts)
before = own_peak_mb()
render_background(BoardGeometry(board, (0, 0, side, side)), DARK, fonts)
print(own_peak_mb() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
@pytest.mark.parametrize("name", ["quincala-knocking", "alquerque", "quincy", "querni"])
def test_making_the_background_holds_one_big_picture_in_full_color(name):
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, "-c", MEASURE, name, str(BOARD_PX)]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    big_mb = (BOARD_PX * fineness(BOARD_PX)) ** 2 * 4 / 1024**2
    # Beside it two pictures of numbers, a quarter as large, and the smaller one that comes of it.
    assert 0 < float(run.stdout) < 1.9 * big_mb


@pytest.mark.parametrize("cuts", ["", 'cuts = [["b2", "c2"], ["d4", "e5"]]'], ids=["", "cuts"])
@pytest.mark.parametrize("drawing", ["dots", "lines", "squares"])
def test_what_the_face_hides_of_the_bands_around_it_need_not_be_drawn(
    fonts, monkeypatch, drawing, cuts
):
    text = f"""
name = "frayed"
note = "an edge with notches, and a hole"
rows = ["ooooo.o", "ooooooo", "oo.oooo", "ooooooo", "ooooooo", ".oooooo"]
drawing = "{drawing}"
ornament = "curves"
{cuts}
"""
    geometry = BoardGeometry(parse_board(text, "frayed.toml"), (0, 0, 200, 180))
    drawn, draw = render_background(geometry, DARK, fonts), BoardCanvas._draw
    monkeypatch.setattr(BoardCanvas, "_draw", lambda *of, **_: draw(*of))
    assert drawn.get_buffer().raw == render_background(geometry, DARK, fonts).get_buffer().raw
