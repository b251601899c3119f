"""Holds docs/building.md and its pictures to the code: power, pins, and the lamps of each game."""

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from gpiozero import pi_info

from companion.art.marks import Mark
from companion.config.files import load_config
from companion.config.values import ButtonConfig, LedConfig
from companion.errors import BoardError
from companion.plugins import find_game, load_board
from companion.ui.lamps import CHANNEL_MA, GLOWS, LampLight, Panel, lamp_map, level
from tests.scripts import script
from tests.texts import blocks, text_of

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
BUILDING = text_of("docs/building.md")
PANEL = Panel(16, 16)
LAMP_MA = 3 * CHANNEL_MA
CHIP_MA = int(re.search(r"CHIP_MA = (\d+)", text_of("hardware/firmware/core/lamps.h"))[1])
RESERVE = 1.25

drawing = script("draw_pictures")


def rows_below(text, head):
    """The cells of each row of the table of *text* whose first column is headed *head*."""
    table = re.search(rf"^\| {re.escape(head)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M)[1]
    return [[cell.strip() for cell in row[1:-2].split("|")] for row in table.splitlines(True)]


# Power


def test_the_supplies_told_follow_the_rule():
    rows = rows_below(BUILDING, "Lamps")
    assert f"{RESERVE} × (`current_cap_ma` + {CHIP_MA} mA × lamps)" in BUILDING
    assert len(rows) == 5
    for lamps, white, cap, supply in rows:
        assert white == f"{int(lamps) * LAMP_MA / 1000:.1f} A"
        needed_ma = RESERVE * (int(cap) + CHIP_MA * int(lamps))
        assert supply == f"{math.ceil(needed_ma / 100) / 10:.1f} A"


def test_host_and_firmware_reckon_with_the_same_current():
    assert f"COLOR_MA = {CHANNEL_MA:.0f}" in text_of("hardware/firmware/core/lamps.h")
    assert f"{CHANNEL_MA:.0f} mA for each of the three colors" in BUILDING
    assert f"{LAMP_MA:.0f} mA for a lamp that is all white" in BUILDING


def brightest_ma(brightness):
    """What all dots of Quincala draw in the brightest role that many can have, and the cursor."""
    board = load_board("quincala")
    light = LampLight(lamp_map(board, PANEL), PANEL.lamp_count, brightness, 20_000)

    def drawn(mark, step):
        roles = dict.fromkeys(range(len(board.names)), mark) | {0: Mark.FOCUS}
        return sum(light.frame(roles, step)) * CHANNEL_MA / 255

    steps = [step for step in range(16) if level(GLOWS[Mark.FOCUS].pattern, step) == 1]
    return max(drawn(mark, step) for mark in GLOWS if mark is not Mark.FOCUS for step in steps)


def test_the_most_that_a_game_draws_is_told_and_below_the_default_cap():
    match = re.search(
        r"all (\d+) dots of Quincala .* draw ([\d.]+) A at `brightness` (\d+) "
        r"and ([\d.]+) A at 100",
        BUILDING,
    )
    defaults = LedConfig()
    assert match.groups() == (
        str(len(load_board("quincala").names)),
        f"{brightest_ma(defaults.brightness) / 1000:.1f}",
        str(defaults.brightness),
        f"{brightest_ma(100) / 1000:.1f}",
    )
    assert brightest_ma(defaults.brightness) < defaults.current_cap_ma
    assert (
        f"The defaults, {defaults.brightness} and a cap of {defaults.current_cap_ma}" in BUILDING
    )


def test_the_firmware_is_built_with_the_cap_of_the_program_and_its_dark_lamps():
    settings = re.findall(r"make firmware MAX_LAMPS=(\d+) CAP_MA=(\d+)", BUILDING)
    expected = LedConfig().current_cap_ma + CHIP_MA * PANEL.lamp_count
    assert settings == [(str(PANEL.lamp_count), str(expected))]


def test_the_call_of_avrdude_is_that_of_make_flash():
    called = re.search(r"^\tavrdude (.+)$", text_of("hardware/firmware/Makefile"), re.M)[1]
    call = re.search(r"^avrdude (.+)$", BUILDING, re.M)[1]
    values = {
        "$(PORT)": "/dev/ttyUSB0",
        "$(BOOTLOADER_BAUD)": "115200",
        "$<": "build/firmware.hex",
    }
    for variable, value in values.items():
        called = called.replace(variable, value)
    assert call == called


# The board


@pytest.mark.parametrize("cells", rows_below(BUILDING, "Game"), ids=lambda cells: cells[0])
def test_the_lamps_of_each_game_are_those_of_its_board(cells):
    name, size, dots, corner, pitch, *distances = cells
    board = find_game(name.strip("`")).shipped_board()
    grid = board.lamps[PANEL.name]
    assert size == f"{board.files}×{board.ranks}"
    assert dots == str(len(board.names))
    assert corner == f"column {grid.first[0]}, row {grid.first[1]}"
    assert pitch == str(grid.pitch)
    assert distances == [f"{led_mm * grid.pitch:g}" for led_mm in (10, 16.7, 33.3)]


def test_the_panel_is_told_for_all_games_with_the_lamps_they_use_together():
    boards = {find_game(cells[0].strip("`")).board_name for cells in rows_below(BUILDING, "Game")}
    assert boards == set(drawing.BOARDS)
    used = {lamp for name in boards for lamp in lamp_map(load_board(name), PANEL)}
    assert f"Of the {PANEL.lamp_count} lamps {len(used)} lie under a dot" in BUILDING


def test_a_small_panel_takes_the_games_that_are_told():
    refused = []
    for cells in rows_below(BUILDING, "Game"):
        game = find_game(cells[0].strip("`"))
        try:
            lamp_map(game.shipped_board(), Panel(9, 9))
        except BoardError:
            refused.append(game.name)
    assert refused == ["quincala-mixing", "querni"]
    assert "a 9×9 panel takes all games but Quincala Mixing and Querni" in BUILDING


def test_the_settings_told_are_read_and_are_the_defaults_but_for_the_speed(tmp_path):
    (block,) = blocks(BUILDING, "toml")
    (tmp_path / "config.toml").write_text(block, encoding="utf-8")
    config = load_config(tmp_path / "config.toml")
    assert config.buttons == ButtonConfig()
    assert config.leds == LedConfig(baud=500_000)


# Pictures


def test_the_pictures_are_what_is_drawn_now():
    kept = {path.stem: path.read_text(encoding="utf-8") for path in PICTURES.glob("build-*.svg")}
    assert kept == {name: draw().as_text() for name, draw in drawing.DRAWN.items()}


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.svg")), ids=lambda path: path.stem)
def test_a_picture_is_well_formed_and_nothing_of_it_is_cut_off(path):
    tree = ET.parse(path)
    _, _, width, height = map(float, tree.getroot().get("viewBox").split())
    for text in tree.iter("{http://www.w3.org/2000/svg}text"):
        # Wider than a letter of usual typefaces is on average.
        reach = 0.62 * float(text.get("font-size")) * len(text.text)
        begin = {"start": 0, "middle": reach / 2, "end": reach}[text.get("text-anchor")]
        x, y = float(text.get("x")), float(text.get("y"))
        assert x - begin >= 0, text.text
        assert x - begin + reach <= width, text.text
        assert 10 <= y <= height - 3, text.text


def test_the_picture_and_the_table_name_the_pins_of_the_header():
    pins = pi_info(drawing.FORTY_PINS).headers["J8"].pins
    rows = re.findall(r"\| (\d+) \| (\d+) \| `buttons\.", text_of("docs/table.md"))
    assert len(rows) == 4
    assert [pins[int(pin)].name for _, pin in rows] == [f"GPIO{gpio}" for gpio, _ in rows]
    drawn = drawing.buttons().as_text()
    assert re.findall(r"GPIO (\d+)<", drawn) == [gpio for gpio, _ in rows]
    assert [f"pin {pin}<" in drawn for _, pin in rows] == [True] * 4
