"""Holds the texts to the code: links resolve, commands run, tables are complete."""

from __future__ import annotations

import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from companion.building.__main__ import APT_ON_A_PI
from companion.cli import COMMANDS, main, make_parser
from companion.config.files import load_boards, load_config
from companion.config.values import (
    ButtonConfig,
    ClubConfig,
    Config,
    ControllerConfig,
    DevicesConfig,
    LedConfig,
    PhonesConfig,
    PlayConfig,
    ScreenConfig,
    SensorConfig,
    SoundConfig,
)
from companion.contract import option_text, parse_board
from companion.errors import BoardError
from companion.plugins import GAMES
from companion.ui.lamps import GLOWS, Panel, lamp_map
from tests.texts import ROOT, blocks, text_of, without_blocks

TEXTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "hardware").rglob("*.md")),
]
SECTIONS = {
    "screen": ScreenConfig,
    "leds": LedConfig,
    "buttons": ButtonConfig,
    "controller": ControllerConfig,
    "sensors": SensorConfig,
    "play": PlayConfig,
    "sound": SoundConfig,
    "devices": DevicesConfig,
    "phones": PhonesConfig,
    "club": ClubConfig,
}
DEFAULTS = ROOT / "companion" / "config" / "default-config.toml"
QUICK = ("games", "moves", "perft", "show", "rules", "board")
"""Commands that print text at once; of the others only the arguments are checked."""


def anchors(path):
    """What a link to a heading of *path* may end with, as GitHub makes it."""
    heads = re.findall(r"^#+ (.+)$", without_blocks(path.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def links():
    for path in TEXTS:
        text = without_blocks(path.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)]+)\)", text):
            if "://" not in target:
                yield pytest.param(path, target, id=f"{path.name}-{target}")


def example_board():
    return next(body for body in blocks(text_of("docs/boards.md"), "toml") if "rows" in body)


def commands():
    # That of games from outside is walked by tests/commands/test_new_game.py.
    for path in (path for path in TEXTS if path.name != "adding-a-game.md"):
        for body in blocks(path.read_text(encoding="utf-8"), "sh", "console"):
            for line in body.splitlines():
                words = shlex.split(line.removeprefix("$ "), comments=True)
                if words[:1] == ["companion"]:
                    yield pytest.param(words[1:], id=f"{path.name}-{line.strip()}")


@pytest.mark.parametrize(("path", "target"), list(links()))
def test_links_lead_somewhere(path, target):
    name, _, anchor = target.partition("#")
    file = (path.parent / name).resolve() if name else path
    assert file.exists()
    assert not anchor or anchor in anchors(file)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_no_cell_of_a_table_takes_more_than_some_lines(path):
    rows = re.findall(r"^\|.*\|$", without_blocks(path.read_text(encoding="utf-8")), re.M)
    assert [cell for row in rows for cell in row.strip("| ").split(" | ") if len(cell) > 400] == []


@pytest.mark.parametrize("page", ["docs/architecture.md", "docs/threads.md"])
def test_what_the_map_names_is_there(page):
    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("companion", "hardware", "sim")
        for path in (ROOT / folder).rglob("*.py")
    )
    there = set(re.findall(r"^ *(?:def|class) (\w+)|^(\w+)(?:: [^=\n]+)? = ", sources, re.M))
    known = {name for pair in there for name in pair} | {"DigitalInputDevice", "Button"}
    named = set(re.findall(r"`((?:[A-Z]\w*[a-z]\w*)(?:\.\w+)*)[(`]", text_of(page)))
    attributes = set(re.findall(r"^ +(?:self\.)?(\w+)(?:: [^=\n]+)?(?: = |:|$)", sources, re.M))
    gone = [name for name in sorted(named) if not set(name.split(".")) <= known | attributes]
    assert gone == []


@pytest.mark.parametrize("words", list(commands()))
def test_commands_parse_and_quick_ones_run(words, tmp_path, monkeypatch, capsys):
    make_parser().parse_args(words or ["play"])
    if words and words[0] in QUICK:
        monkeypatch.chdir(tmp_path)
        # The README's are for whoever is in the checkout.
        Path("companion").symlink_to(ROOT / "companion")
        Path("my-board.toml").write_text(example_board(), encoding="utf-8")
        assert main(words) == 0, capsys.readouterr().err


def test_every_command_is_in_the_readme():
    readme = text_of("README.md")
    assert {name for name in COMMANDS if f"companion {name}" not in readme} == set()


def test_what_the_makefile_asks_for_and_offers_is_told():
    makefile = text_of("Makefile")
    packages = " ".join(APT_ON_A_PI)
    assert f"sudo apt install {packages}\n" in text_of("README.md")
    offered = set(re.findall(r'"make ([\w-]+) ', makefile))
    targets = set(re.findall(r"\bmake ([\w-]+)(?=[` ]+[|#])", text_of("README.md")))
    rows = re.findall(r"^\| (`make .+?`) \|", text_of("CONTRIBUTING.md"), re.M)
    targets |= set(re.findall(r"make ([\w-]+)", " ".join(rows)))
    assert targets == offered - {"clean"}


def test_the_example_board_is_a_board():
    assert parse_board(example_board(), "docs/boards.md").name == "cross"


def test_the_real_set_that_is_described_is_checked_as_told(tmp_path, capsys):
    text = text_of("docs/boards.md")
    (described,) = [b for b in blocks(text, "toml") if 'note = "measured' in b]
    (tmp_path / "own.toml").write_text(described, encoding="utf-8")
    assert main(["board", "check", str(tmp_path / "own.toml")]) == 0
    assert capsys.readouterr().out in blocks(text, "")
    # As the guide says it is used.
    (tmp_path / "config.toml").write_text('[boards]\nmini-quincala = "own.toml"\n')
    boards = load_boards(load_config(tmp_path / "config.toml"))
    position = GAMES["quincala-knocking"].initial(board=boards["mini-quincala"])
    assert len(position.board) == 71
    assert lamp_map(position.board, Panel(18, 18))[position.board.site_of("b5")] == 8 * 18 + 2


def told_refusals():
    """Each message of docs/boards.md."""
    for block in blocks(text_of("docs/boards.md"), ""):
        yield from (line for line in block.splitlines() if line.startswith("my-board.toml: "))


SPOILED = {
    "rows[2]: expected 5 cells": ('"ooooo",\n    "ooooo",', '"oooo",\n    "ooooo",'),
    "rows[2]: expected 1 to 26": ('"ooooo",\n    "ooooo",', '"ooxoo",\n    "ooooo",'),
    "note:": ('note = "an example"', ""),
    "lines:": ('"all"', '"some"'),
    "cuts[1]:": ('"c3"]', '"e2"]'),
    "setups.start.white.1: expected a dot": ('"d1"]', '"z9"]'),
    "setups.start.white.1: expected one": ('1 = ["c1"', '1 = ["b1"'),
    "areas.home:": ('["b1", "c1", "d1"]', '["b1", "b1"]'),
    "lamps.16x16:": ("\npitch = 3", ""),
    "lamps.4x4:": ("16x16]\nfirst = [2, 2]\npitch = 3", "4x4]\nfirst = [1, 0]\npitch = 1"),
    "shape:": ("lines =", "shape = 1\nlines ="),
}


@pytest.mark.parametrize("message", list(told_refusals()))
def test_the_messages_of_board_files_are_those_told(message):
    spoil = next(pair for start, pair in SPOILED.items() if f"toml: {start}" in message)
    text = example_board()
    assert spoil[0] in text
    text = text.replace(*spoil, 1).replace('["b2", "e2"]', '["a2", "e2"]')
    with pytest.raises(BoardError) as caught:
        parse_board(text, "my-board.toml")
    assert str(caught.value) == message


def test_the_example_record_can_be_replayed(tmp_path, capsys):
    example = next(b for b in blocks(text_of("docs/records.md"), "") if b.startswith("Board"))
    (tmp_path / "record.txt").write_text(example, encoding="utf-8")
    assert main(["replay", str(tmp_path / "record.txt")]) == 0, capsys.readouterr().err


def test_every_key_of_a_board_file_is_told():
    page = text_of("docs/boards.md")
    with pytest.raises(BoardError) as caught:
        parse_board("no-such-key = 1", "")
    known = str(caught.value).partition("one of ")[2].partition(", got")[0].split(", ")
    assert "rows" in known
    assert [key for key in known if f"\n| `{key}" not in page] == []


def test_the_default_file_has_every_option_with_its_default():
    assert load_config(DEFAULTS) == Config()
    data = tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))
    for name, section in SECTIONS.items():
        # The lists of single boards are shown as comments.
        names = [field.name for field in fields(section) if field.name != "boards"]
        assert list(data[name]) == names
    assert set(data) == {*SECTIONS, "lamps", "boards"}


@pytest.mark.parametrize("name", SECTIONS)
def test_every_option_is_told_with_the_table(name):
    row = next(
        line for line in text_of("docs/table.md").splitlines() if line.startswith(f"| `[{name}]`")
    )
    names = {field.name for field in fields(SECTIONS[name])} - {"boards"}
    assert [field for field in sorted(names) if f"`{field}`" not in row] == []


def test_the_pins_told_are_the_defaults():
    pins = dict(re.findall(r"\| (\d+) \| \d+ \| `buttons\.(\w+)`", text_of("docs/table.md")))
    defaults = ButtonConfig()
    assert {name: int(pin) for pin, name in pins.items()} == {
        name: getattr(defaults, name) for name in ("back", "next", "hint", "confirm")
    }


def test_the_roles_told_are_those_of_the_lamps():
    roles = re.findall(
        r"^\| ([\w ]+) \| `(#[0-9A-F]{6})` \| ([\w ]+) \|", text_of("docs/table.md"), re.M
    )
    lit = [
        (mark.value, f"#{bytes(glow.color).hex().upper()}", glow.pattern.value)
        for mark, glow in GLOWS.items()
    ]
    assert roles == lit


def tells_values(cell, spec):
    """Whether *cell* has every value of *spec*, the default in bold."""
    default = option_text(spec.default)
    if f"**`{default}`**" not in cell and f"**{default}**" not in cell:
        return False
    if isinstance(spec.values, range):
        return f"{spec.values[0]}–{spec.values[-1]}" in cell
    return all(f"`{option_text(value)}`" in cell for value in spec.values)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_and_preset_of_a_game_is_told_with_its_values(game):
    page = text_of("docs/rules.md")
    for spec in game.option_specs:
        rows = [line for line in page.splitlines() if line.startswith(f"| `{spec.name}` |")]
        assert any(tells_values(row.split("|")[2], spec) for row in rows), spec.name
    assert all(f"`{preset}`" in page for preset in game.presets)
