"""The program on a real display and under a real mouse: an X server without a screen."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from companion.config.files import load_settings, save_settings
from companion.config.values import Settings

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


@contextmanager
def _played(state, environment):
    """The program as players start it, its window once it is there; ended as by a desktop."""
    command = [sys.executable, "-m", "companion.cli", "play", "--state", str(state)]
    program = subprocess.Popen(command, env=environment)
    try:
        until = time.monotonic() + READY_S
        window = ""
        while not window and time.monotonic() < until:
            time.sleep(0.1)
            shown = ["xdotool", "search", "--onlyvisible", "--class", "^board-companion$"]
            window = _output(shown, environment).strip()
        assert window, "no window"
        yield window
    finally:
        program.terminate()
        assert program.wait(READY_S) == 0


def _is_sized(window, size, environment, *keys):
    """Whether the window gets that size, each of *keys* pressed first."""
    if keys:
        _output(["xdotool", "windowfocus", "--sync", window, "key", *keys], environment)
    until = time.monotonic() + READY_S
    wanted = "Geometry: {}x{}".format(*size)
    while time.monotonic() < until:
        if wanted in _output(["xdotool", "getwindowgeometry", window], environment):
            return True
        time.sleep(0.1)
    return False


def test_full_screen_comes_and_goes_and_the_next_start_has_what_was_left(display, tmp_path):
    environment = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path)}
    environment.pop("SDL_VIDEODRIVER")
    state, whole, size = tmp_path / "state", (1280, 720), (1000, 600)
    with _played(state, environment) as window:
        assert _is_sized(window, (1050, 480), environment)
        assert _is_sized(window, whole, environment, "F11")
        assert _is_sized(window, (1050, 480), environment, "F11")
        _output(["xdotool", "windowsize", window, *map(str, size)], environment)
        assert _is_sized(window, size, environment, "F9")
        time.sleep(1)
    assert load_settings(state)[0] == Settings(
        fullscreen="off", table_panel="on-board",
        window=f"{size[0]}x{size[1]}", window_with_panel=f"{size[0]}x{size[1]}",
    )  # fmt: skip
    with _played(state, environment) as window:
        assert _is_sized(window, size, environment)
        assert _is_sized(window, whole, environment, "F11")
    with _played(state, environment) as window:
        assert _is_sized(window, whole, environment)
        assert _is_sized(window, size, environment, "F11")


def test_a_window_larger_than_this_display_is_brought_down(display, tmp_path):
    environment = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path)}
    environment.pop("SDL_VIDEODRIVER")
    save_settings(Settings(window_with_panel="1900x1000"), _made(tmp_path / "state"))
    with _played(tmp_path / "state", environment) as window:
        assert _is_sized(window, (1152, 648), environment)


def _made(folder):
    folder.mkdir()
    return folder
