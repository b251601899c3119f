"""What making the ground of a board costs; how it looks is held by the golden pictures."""

import os
import subprocess
import sys

import pytest

from companion.ui.widgets.canvas import fineness

BOARD_PX = 436
"""The board's place on a screen of 800x480."""

MEASURE = """
import re, sys
from pathlib import Path
from companion.games import find_game
from companion.ui.board.board_background import render_background
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.theme import DARK

def peak_kb():
    # Of this process alone; `resource` tells the parent's peak where that was higher.
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])

name, side = sys.argv[1], int(sys.argv[2])
fonts = Fonts()
board = find_game(name).initial().board
# What any board takes once: fonts, lists of dots and lines.
render_background(BoardGeometry(board, (0, 0, 40, 40)), DARK, fonts)
before = peak_kb()
render_background(BoardGeometry(board, (0, 0, side, side)), DARK, fonts)
print(peak_kb() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
@pytest.mark.parametrize("name", ["quincala-knocking", "alquerque", "quincy", "querni"])
def test_making_the_background_holds_one_big_picture_in_full_color(name):
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, "-c", MEASURE, name, str(BOARD_PX)]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    big_kb = (BOARD_PX * fineness(BOARD_PX)) ** 2 * 4 / 1024
    # Beside it two pictures of numbers, a quarter as large, and the smaller one that comes of it.
    assert int(run.stdout) < 1.9 * big_kb
