"""A start that nobody watches: whatever the configuration says, there is a game to play."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pygame
import pytest

from companion.app import Arguments, open_program
from companion.config.files import SECTIONS, load_config, usable_boards, usable_config
from companion.config.values import Config
from companion.errors import ConfigError
from companion.ports import LinkState
from companion.scripting.fingers import ManualClock
from companion.storage.state_dir import StateDir
from companion.ui.widgets.window import open_display
from tests.config.config_files import DEFAULT, OneFile, damaged

ROOT = Path(__file__).parents[2]


@pytest.fixture
def start(tmp_path):
    """Opens the whole program, unattended, with a configuration; closes it afterward."""
    open_ones = []

    def start(text, *, is_safe=False, backend="sim"):
        path = tmp_path / "config.toml"
        path.write_text(text, encoding="utf-8")
        state = StateDir(tmp_path / "state")
        open_display()
        pygame.event.clear()
        arguments = Arguments(backend, path, is_safe=is_safe, is_unattended=True)
        program = open_program(arguments, state, ManualClock(), wall=False)
        open_ones.append((program, state))
        return program

    yield start
    for program, state in open_ones:
        program.close()
        state.close()


def usable(tmp_path, text):
    path = tmp_path / "config.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    config = usable_config(path, tmp_path)
    assert path.exists(), "it is there to be mended"
    return config


def test_a_section_that_is_refused_is_left_at_its_defaults_and_the_others_count(tmp_path):
    text = '[screen]\ntheme = "pink"\nwidth = 1024\n[buttons]\nback = 3\n[leds]\nbrightness = 7\n'
    config = usable(tmp_path, text)
    assert config.screen == Config().screen
    assert (config.buttons.back, config.leds.brightness) == (3, 7)
    assert config.refused == {"screen"}
    with pytest.raises(ConfigError) as refused:
        load_config(tmp_path / "config.toml")
    assert config.problem == str(refused.value)


def test_the_first_of_two_problems_is_told_and_both_sections_are_defaults(tmp_path):
    config = usable(tmp_path, "[leds]\nbaud = 3\n[buttons]\nhint = 19\n[screen]\nwidth = 640\n")
    assert (config.leds, config.buttons) == (Config().leds, Config().buttons)
    assert (config.refused, config.screen.width) == ({"leds", "buttons"}, 640)
    assert "leds.baud" in config.problem


@pytest.mark.parametrize("text", [b"[screen", b"\xff\xfe", b"x" * 40000])
def test_a_file_that_is_none_leaves_everything_at_its_defaults(tmp_path, text):
    config = usable(tmp_path, text)
    assert config.refused == set(SECTIONS)
    assert (config.screen, config.leds) == (Config().screen, Config().leds)
    assert "config.toml" in config.problem


def test_a_file_that_is_missing_is_told(tmp_path):
    problem = usable_config(tmp_path / "missing.toml", tmp_path).problem
    assert "expected a readable file" in problem


def test_a_good_file_is_taken_as_it_is(tmp_path):
    assert usable(tmp_path, DEFAULT) == load_config(tmp_path / "config.toml", tmp_path)


def test_lamps_that_stand_before_their_panel_are_taken(tmp_path):
    config = usable(tmp_path, '[lamps]\nalquerque = [300, 1]\n[leds]\npanel = "32x32"\n')
    assert (config.problem, config.lamps) == ("", {"alquerque": (300, 1)})
    assert config == load_config(tmp_path / "config.toml", tmp_path)


def test_a_board_in_the_folder_of_nobody_is_the_shipped_one(tmp_path):
    config = usable(tmp_path, '[boards]\nalquerque = "~no-such-user/board.toml"\n')
    config, boards = usable_boards(config)
    assert (boards, config.refused) == ({}, {"boards"})
    assert "~no-such-user" in config.problem


def test_a_board_that_cannot_be_used_is_the_shipped_one(tmp_path):
    (tmp_path / "bad.toml").write_text("dots =")
    config = usable(tmp_path, '[boards]\nalquerque = "bad.toml"\n')
    config, boards = usable_boards(config)
    assert (boards, config.refused) == ({}, {"boards"})
    assert "bad.toml" in config.problem


def no_file_is_refused(seed, count):
    disk = OneFile()
    kinds = Counter()
    for number, disk.data in enumerate(damaged(random.Random(seed), count)):
        config = usable_config(Path("my.toml"), Path("nowhere"), disk)
        assert bool(config.problem) == bool(config.refused), (seed, number, disk.data)
        kinds[min(len(config.refused), 2)] += 1
    assert set(kinds) == {0, 1, 2}, "some good, some in part, some not"


def test_no_damaged_file_keeps_the_program_from_starting():
    no_file_is_refused(22, 1000)


@pytest.mark.slow
def test_no_damaged_file_of_100_000_keeps_the_program_from_starting():
    no_file_is_refused(23, 100_000)


def test_the_start_screen_says_what_was_refused_and_games_can_be_played(start):
    program = start('[screen]\ntheme = "pink"\n')
    notice = program.stage.services.notices[0]
    assert notice.startswith("Configuration error:")
    assert "config.toml: screen.theme: expected dark or light or contrast, got 'pink'" in notice
    program.tick()
    assert program.stage.scene.name == "start"
    assert program.devices.leds.state() is not LinkState.OFF


@pytest.mark.parametrize(
    "text", ['[leds]\ncurrent_cap_ma = "500"\n', "[leds\ncurrent_cap_ma = 500\n"]
)
def test_lamps_stay_dark_where_nothing_tells_how_much_they_may_draw(start, text):
    program = start(text)
    assert program.devices.leds.state() is LinkState.OFF
    assert "lamps stay dark" in program.stage.services.notices[0]
    program.tick()


def test_a_safe_start_tells_of_both(start):
    program = start('[screen]\ntheme = "pink"\n', is_safe=True)
    text = "\n".join(program.stage.services.notices)
    assert "Safe start" in text and "screen.theme" in text
    assert "No buttons" not in text


def start_companion(folder, *options):
    (folder / "bad.toml").write_text("[leds]\nbaud = 3\n")
    command = [sys.executable, "-m", "companion.cli", "play", "--backend", "sim", *options]
    return subprocess.Popen(
        [*command, "--config", "bad.toml", "--state", "state"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy"},
        stderr=subprocess.PIPE, text=True, cwd=folder,
    )  # fmt: skip


def test_in_a_terminal_it_stays_one_line_and_status_2(tmp_path):
    program = start_companion(tmp_path)
    _, message = program.communicate(timeout=60)
    assert (program.returncode, message.count("\n")) == (2, 1)
    assert "leds.baud: expected" in message


def test_unattended_the_line_is_in_the_log_and_the_program_runs(tmp_path):
    program = start_companion(tmp_path, "--unattended")
    try:
        assert "leds.baud: expected" in program.stderr.readline()
        assert program.poll() is None
        program.terminate()
        assert program.wait(30) == 0
    finally:
        program.kill()
        program.communicate()


@pytest.mark.parametrize(
    ("named", "configured", "is_simulated"),
    [("auto", "pi", False), ("auto", "sim", True), ("auto", "nonsense", True),
     ("sim", "pi", True), ("pi", "sim", False)],
)  # fmt: skip
def test_the_configuration_says_which_devices_there_are_where_nothing_else_does(
    start, named, configured, is_simulated
):
    program = start(f'[devices]\nbackend = "{configured}"\n', backend=named)
    assert (program.devices.simulated is not None) == is_simulated
