import re

import pytest

from companion.cli import main
from companion.plugins import GAMES
from companion.words.pages import rules_pages

OWN = """
name = "mini-quincala"
note = "own"
rows = ["ooooo", "ooooo"]
[setups.start.white]
1 = ["a1"]
[setups.start.black]
1 = ["e2"]
"""


def words(text):
    return " ".join(text.split())


@pytest.mark.parametrize("name", GAMES)
def test_all_that_the_screen_tells_is_printed(name, capsys):
    assert main(["rules", name]) == 0
    printed = capsys.readouterr().out
    plain = re.sub(r"^(Example|  position|  moves|  not allowed): .*$", "", printed, flags=re.M)
    assert max(map(len, plain.splitlines())) < 80
    text = words(printed)
    for page in rules_pages(GAMES[name]):
        assert page.title in text
        assert words(page.example.caption) in text
        for paragraph in page.paragraphs:
            assert words(paragraph.heading) in text
            assert words(paragraph.text) in text


@pytest.mark.parametrize("name", GAMES)
def test_plain_rules_are_the_same_without_positions(name, capsys):
    assert main(["rules", name, "--plain"]) == 0
    plain = capsys.readouterr().out
    assert max(map(len, plain.splitlines())) < 80
    for page in rules_pages(GAMES[name]):
        assert page.title in plain
        assert not page.example.position or page.example.position not in plain
        for paragraph in page.paragraphs:
            assert words(paragraph.text) in words(plain)


@pytest.mark.parametrize("name", GAMES)
def test_every_example_that_is_printed_can_be_shown_and_played(name, capsys):
    assert main(["rules", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    positions = [at for at, line in enumerate(lines) if line.startswith("  position: ")]
    assert len(positions) > 4
    for at in positions:
        position = lines[at].removeprefix("  position: ")
        moves = lines[at + 1].removeprefix("  moves: ") if "moves:" in lines[at + 1] else ""
        assert main(["show", name, "--position", position]) == 0
        for move in moves.split():
            assert main(["show", name, "--position", position, "--moves", move]) == 0


def test_options_and_presets_change_what_is_told(capsys):
    assert (
        main(["rules", "alquerque", "--option", "preset=bell", "--option", "quiet_limit=7"]) == 0
    )
    text = words(capsys.readouterr().out)
    assert "If you can capture, you must" in text
    assert "After 7 moves in a row" in text


def test_a_board_of_ones_own_is_told_of(tmp_path, capsys):
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    assert main(["rules", "quincala-knocking", "--board", str(tmp_path / "own.toml")]) == 0
    assert "The board has 10 dots" in words(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["chess"], "'chess'"),
        (["alquerque", "--option", "forward=up"], "'up'"),
        (["alquerque", "--option", "hue=red"], "'hue'"),
        (["querni", "--option", "draw_after=0"], "1 to 200"),
        (["querni", "--board", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_what_is_unknown_is_refused_in_one_line(arguments, problem, capsys):
    assert main(["rules", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert problem in captured.err
