import configparser
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import launcher
from companion.commands.launcher import command, desktop_entry
from companion.plugins import GAMES
from companion.words.game_words import game_title


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data home"))
    return tmp_path / "data home"


def entry_of(text):
    parser = configparser.RawConfigParser(strict=True, delimiters="=")
    parser.optionxform = str
    parser.read_string(text)
    return parser


def unquoted(value):
    """The words of an ``Exec``, by the rules of the specification."""
    value = value.replace("\\\\", "\\")
    words, at = [], 0
    while at < len(value):
        assert value[at] == '"'
        word, at = "", at + 1
        while value[at] != '"':
            at += value[at] == "\\"
            word, at = word + value[at], at + 1
        assert "%" not in word.replace("%%", ""), "a field code"
        words.append(word.replace("%%", "%"))
        at += 2
    return words


def test_the_program_and_its_games_are_in_the_menu(data, capsys):
    assert main(["launcher"]) == 0
    icon, entry = map(Path, capsys.readouterr().out.splitlines())
    assert entry == data / "applications" / "board-companion.desktop"
    sections = entry_of(entry.read_text())
    assert sections["Desktop Entry"]["Icon"] == str(icon)
    assert sections["Desktop Entry"]["StartupWMClass"] == "board-companion"
    assert ElementTree.parse(icon).getroot().tag.endswith("svg")
    assert sections["Desktop Entry"]["Actions"] == "".join(f"{name};" for name in GAMES)
    for name in GAMES:
        action = sections[f"Desktop Action {name}"]
        assert action["Name"] == game_title(name)
        assert unquoted(action["Exec"]) == [*command(), "play", name]
    assert unquoted(sections["Desktop Entry"]["Exec"]) == [*command(), "play"]


def test_what_the_menu_starts_is_this_program(data, capsys):
    assert main(["launcher"]) == 0
    capsys.readouterr()
    words = entry_of((data / "applications" / "board-companion.desktop").read_text())
    started = [*unquoted(words["Desktop Entry"]["Exec"])[:-1], "--version"]
    done = subprocess.run(started, cwd="/", capture_output=True, text=True, check=True)
    assert main(["--version"]) == 0
    assert done.stdout == capsys.readouterr().out


def test_it_is_taken_out_again_and_twice_is_fine(data, capsys):
    assert main(["launcher"]) == main(["launcher"]) == 0
    capsys.readouterr()
    assert main(["launcher", "--remove"]) == 0
    assert capsys.readouterr().out.count("removed ") == 2
    assert [path for path in data.rglob("*") if path.is_file()] == []
    assert main(["launcher", "--remove"]) == 0
    assert capsys.readouterr().out == ""


def test_odd_places_are_quoted(tmp_path):
    odd = r'/a b/100%/"quoted"/$HOME/`x`/back\slash'
    sections = entry_of(desktop_entry((odd,), tmp_path / "icon.svg"))
    assert unquoted(sections["Desktop Entry"]["Exec"]) == [odd, "play"]


def test_without_a_data_folder_of_its_own_it_goes_into_the_home(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert main(["launcher"]) == 0
    assert (tmp_path / ".local/share/applications/board-companion.desktop").exists()


def test_elsewhere_than_on_linux_it_is_refused(data, monkeypatch, capsys):
    monkeypatch.setattr(launcher.sys, "platform", "darwin")
    assert main(["launcher"]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and "got 'darwin'" in error
    assert not data.exists()


def test_a_folder_that_cannot_be_written_is_refused(data, capsys):
    data.parent.mkdir(exist_ok=True)
    data.write_text("in the way")
    assert main(["launcher"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
