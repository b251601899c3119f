"""The program on a real display and under a real mouse: an X server without a screen."""

import os
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.needs("display")

READY_S = 60.0

PROGRAM = """
import sys, time
from pathlib import Path
import pygame
from companion.app import Arguments, open_program
from companion.storage.state_dir import StateDir
from companion.ui.widgets.window import open_display

with StateDir(Path(sys.argv[1])) as state:
    open_display()
    program = open_program(Arguments("sim", None, (800, 480)), state)

    def turns(seconds):
        until, count = time.monotonic() + seconds, 0
        def goes_on():
            nonlocal count
            count += 1
            return time.monotonic() < until and program.stage.scene.name != "choose game"
        program.run_while(goes_on)
        return count

    turns(3)
    print(pygame.display.get_driver(), *program.stage.scene.entry_place("New game"), turns(3),
          flush=True)
    turns(60)
    print(program.stage.scene.name, flush=True)
    program.close()
"""


@pytest.fixture
def display():
    """An X server on a free display, which it names itself."""
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
        pass_fds=[write_end], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write_end)
    with os.fdopen(read_end, encoding="ascii") as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(timeout=10)


def test_it_sleeps_on_a_real_display_until_a_click_chooses(display, tmp_path):
    environment = {**os.environ, "DISPLAY": display, "XDG_CONFIG_HOME": str(tmp_path)}
    # Without a window manager nobody else says where the window is.
    environment["SDL_VIDEO_WINDOW_POS"] = "0,0"
    environment.pop("SDL_VIDEODRIVER")
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "state")],
        env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with program:
        driver, x, y, turns = program.stdout.readline().split()
        assert driver == "x11"
        # In three seconds: time passes twice a second, and some words come from elsewhere, the
        # more the busier the machine is.  A program that does not sleep turns 300 times.
        assert int(turns) < 100
        until = time.monotonic() + READY_S
        while program.poll() is None and time.monotonic() < until:
            # The window is mapped some time after it was made; a click before is lost.
            subprocess.run(
                ["xdotool", "mousemove", x, y, "click", "1"], env=environment, check=False
            )
            time.sleep(0.2)
        assert program.stdout.readline().strip() == "choose game"
    assert program.returncode == 0


def test_a_desktop_knows_the_window_by_its_class_and_its_icon(display, tmp_path):
    environment = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path)}
    environment.pop("SDL_VIDEODRIVER")
    command = [sys.executable, "-m", "companion.cli", "play", "--state", str(tmp_path / "state")]
    program = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
    try:
        until = time.monotonic() + READY_S
        windows = ""
        while not windows and time.monotonic() < until:
            time.sleep(0.2)
            windows = _output(["xdotool", "search", "--class", "^board-companion$"], environment)
        assert windows, "no window of that class"
        wanted = ["xprop", "-id", windows.split()[0], "WM_CLASS", "_NET_WM_ICON"]
        # The window has its icon a moment later.
        while "Icon (" not in (shown := _output(wanted, environment)) and time.monotonic() < until:
            time.sleep(0.2)
    finally:
        program.terminate()
        _, complaints = program.communicate()
    assert complaints == b""
    assert 'WM_CLASS(STRING) = "board-companion", "board-companion"' in shown
    # That of pygame, a snake, has 32.
    assert "Icon (128 x 128)" in shown


def _output(command, environment):
    return subprocess.run(command, env=environment, capture_output=True, text=True).stdout
