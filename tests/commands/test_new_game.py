"""``companion new-game``: what it writes is a game; what it cannot write leaves nothing."""

import os
import re
import shlex
import sys
from functools import cache
from pathlib import Path

import pytest

from companion.cli import main, make_parser
from companion.commands.new_game import FILES
from companion.plugins.outside import NAMING
from companion.testing.rule_checks import entries_of
from tests.written_game import NAME, ROOT, WrittenGame

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return WrittenGame(tmp_path_factory.mktemp("new") / NAME)


def test_its_own_tests_pass(written):
    done = written.checks()
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("words", "beginning"),
    [
        (["games", NAME], f"{NAME}\n  board {NAME}: "),
        (["moves", NAME, "--moves", "b2 a1"], "b1\nc1\na2\nc2\na3\nb3\nc3\n"),
        (["perft", NAME, "--depth", "3"], "504\n"),
        (["show", NAME, "--moves", "b2 a1"], ".../.w./b.. w\n"),
        (["hint", NAME, "--position", "wbb/bwb/ww. w", "--nodes", "100"], "c1\n"),
        (["rules", NAME], "Nine Holes\n"),
        (["print", NAME, "--what", "board", "--out", "board.pdf"], "board.pdf: 1 page\n"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_every_command_knows_it(written, words, beginning):
    done = written.companion(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(beginning)


def told_commands():
    """Each command of the guide, and whether it only has to parse."""
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for body in re.findall(r"^```sh\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL):
        for line in body.splitlines():
            program, *words = shlex.split(line)
            yield pytest.param(program, words, id=line)


@pytest.mark.parametrize(("program", "words"), list(told_commands()))
def test_the_guide_can_be_walked(written, program, words):
    if program != "companion" or words[0] in ("new-game", "sim", "match"):
        # Done by the fixture or by another test; the program would wait for a player.
        assert program in ("cd", "pip", "pytest") or make_parser().parse_args(words)
        return
    done = written.companion(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_linters_and_types_are_content(written):
    for words in (["ruff", "check", "."], ["ruff", "format", "--check", "."]):
        done = written.run("-m", *words, "--no-cache")
        assert done.returncode == 0, done.stdout
    done = written.run("-m", "mypy", "--strict", "--cache-dir", os.devnull, str(written.source))
    assert done.returncode == 0, done.stdout


def test_it_is_short(written):
    files = [*written.source.glob("*.py"), *written.source.glob("*.toml")]
    assert sum(len(file.read_text().splitlines()) for file in files) <= 150


def test_its_counts_are_those_of_nine_dots(written, monkeypatch):
    for entry in entries_of(written.folder / "tests" / "perft.txt", None):
        assert counted(cells_of(entry.where), entry.depth) == entry.sequences, str(entry)


def cells_of(where):
    """The letters of nine dots and who is next, from the text of a position."""
    rows, side = (".../.../...", "w") if where == "start" else where.split(" ")
    return "".join(reversed(rows.split("/"))) + side


def test_other_folders_beside_it_are_no_part_of_the_package(tmp_path):
    written = WrittenGame(tmp_path / NAME)
    (written.folder / "shots").mkdir()
    (written.folder / "shots" / "1.png").touch()
    (written.source / "lessons").mkdir()
    (written.source / "rooms").mkdir()
    (written.source / "rooms" / "__init__.py").touch()
    done = written.run("-c", "from setuptools import setup; setup()", "build", "-b", str(tmp_path))
    assert done.returncode == 0, done.stderr
    built = {path.name for path in (tmp_path / "lib").iterdir()}
    assert built == {written.source.name}
    assert (tmp_path / "lib" / written.source.name / "rooms" / "__init__.py").is_file()


def test_its_catalog_has_what_it_tells_and_says_where_it_is(tmp_path):
    written = WrittenGame(tmp_path / NAME)
    rules = written.source / "rules.py"
    spec = 'OptionSpec("quiet_limit", (10, 30), 30, "nobody")'
    text = rules.read_text(encoding="utf-8")
    text = text.replace("import Board, Game,", "import Board, Game, OptionSpec,")
    text = text.replace(f'board_name="{NAME}")', f'board_name="{NAME}", option_specs=({spec},))')
    rules.write_text(text, encoding="utf-8")
    done = written.run("-m", "companion.testing.catalog", NAME)
    file = written.source / "locale" / "companion.pot"
    assert (done.stdout, done.stderr) == (f"{file}: 5 messages\n", "")
    messages = re.findall(r'^msgid "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
    assert {"Nine Holes", "Quiet limit", "White", "Black"} < set(messages)
    assert not {"English", "10", "30"} & set(messages)


@cache
def counted(cells, depth):
    """How many sequences of *depth* plies there are, with nothing of the program."""
    if depth == 0:
        return 1
    if any(cells[a] == cells[b] == cells[c] != "." for a, b, c in LINES):
        return 0
    side, other = cells[9], "b" if cells[9] == "w" else "w"
    return sum(
        counted(cells[:site] + side + cells[site + 1 : 9] + other, depth - 1)
        for site in range(9)
        if cells[site] == "."
    )


def test_it_tells_how_to_go_on(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "tic-tac"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == "tic-tac: Tic Tac, three in a row on nine dots"
    # Not what happens to come first in the path.
    assert lines[0] == f"  {sys.executable} -m pip install --editable 'tic-tac[dev]'"
    assert [Path(shlex.split(line)[0]).exists() for line in lines] == [True] * 3
    files = [path for path in Path("tic-tac").rglob("*") if path.is_file()]
    assert len(files) == len(FILES)


def test_an_empty_folder_is_filled(tmp_path):
    assert main(["new-game", NAME, "--to", str(tmp_path)]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"README.md", "pyproject.toml", "nine_holes", "tests"}


# What cannot be written


def refused(words, tmp_path, monkeypatch, capsys):
    """What is said, in one line, when nothing is written."""
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert main(["new-game", *words]) == 2
    assert sorted(tmp_path.rglob("*")) == before
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    return line


@pytest.mark.parametrize(
    "name",
    ["Nine-Holes", "9-holes", "nine_holes", "nine--holes", "nine-", "", "é", "a" * 41, "../x"],
)
def test_what_is_no_name_is_refused(name, tmp_path, monkeypatch, capsys):
    line = refused([name], tmp_path, monkeypatch, capsys)
    assert line == f"companion: expected a name of {NAMING}, got {name!r}"


def test_a_game_that_exists_is_refused(tmp_path, monkeypatch, capsys):
    line = refused(["querni"], tmp_path, monkeypatch, capsys)
    assert line == "companion: expected the name of a new game, got 'querni', which exists"


@pytest.mark.parametrize("name", ["json", "class", "pytest", "companion"])
def test_a_name_that_python_knows_is_refused(name, tmp_path, monkeypatch, capsys):
    line = refused([name], tmp_path, monkeypatch, capsys)
    assert line == f"companion: expected a name that no Python package has, got {name!r}"


def test_a_folder_with_something_in_it_is_refused(tmp_path, monkeypatch, capsys):
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "own.txt").write_text("kept")
    line = refused([NAME], tmp_path, monkeypatch, capsys)
    assert line == f"companion: expected a new or empty folder, got {NAME!r}"


def test_a_file_in_its_place_is_refused(tmp_path, monkeypatch, capsys):
    (tmp_path / NAME).write_text("kept")
    line = refused([NAME], tmp_path, monkeypatch, capsys)
    assert line == f"companion: expected a new or empty folder, got {NAME!r}"


@pytest.mark.parametrize("place", ["missing/here", "file/here", "/proc/here"])
def test_a_folder_that_cannot_be_made_is_refused(place, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("kept")
    line = refused([NAME, "--to", place], tmp_path, monkeypatch, capsys)
    assert line.startswith(f"companion: expected a folder that can be written, got {place!r}: ")


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("deed", ["write_text", "rename"])
def test_a_full_disk_leaves_nothing(is_there, deed, tmp_path, monkeypatch, capsys):
    if is_there:
        (tmp_path / NAME).mkdir()
    real, times = getattr(Path, deed), []

    def full(path, *words, **values):
        times.append(path)
        if len(times) == (3 if deed == "write_text" or is_there else 1):
            raise OSError(28, "No space left on device")
        return real(path, *words, **values)

    monkeypatch.setattr(Path, deed, full)
    line = refused([NAME], tmp_path, monkeypatch, capsys)
    assert line.endswith(f"got {NAME!r}: No space left on device")
