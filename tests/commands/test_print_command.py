from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.print import add_print
from companion.errors import CompanionError, UsageError
from tests.printing.pdf_reading import read_pdf

ROOT = Path(__file__).parents[2]
OWN = """
name = "own"
note = "for tests"
rows = ["ooo", "ooo"]
"""


class Parser(argparse.ArgumentParser):
    """Raises, as the parser of the whole command line does."""

    def error(self, message):
        raise UsageError(message)


def print_command(*words):
    parser = Parser()
    add_print(parser.add_subparsers(parser_class=Parser))
    args = parser.parse_args(["print", *map(str, words)])
    return args.run(args)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "sheet.pdf"


@pytest.fixture
def fail(out):
    """Runs the command and returns its complaint, one line, with nothing written."""

    def fail(*words):
        with pytest.raises(CompanionError) as raised:
            print_command(*words, *(() if "--out" in words else ("--out", out)))
        assert not out.exists()
        message = str(raised.value)
        assert "\n" not in message
        return message

    return fail


@pytest.mark.parametrize("what", ["board", "pieces", "drill"])
@pytest.mark.parametrize("game", ["quincala-knocking", "alquerque"])
def test_it_writes_a_file_and_says_how_many_pages(game, what, out, capsys):
    assert print_command(game, "--what", what, "--out", out) == 0
    assert len(read_pdf(out.read_bytes())) == 1
    assert capsys.readouterr().out == f"{out}: 1 page\n"


def test_paper_pitch_and_style_are_taken(out, capsys):
    words = ("--paper", "letter", "--pitch", "30", "--style", "ornamental")
    print_command("quincala-knocking", "--what", "board", *words, "--out", out)
    pages = read_pdf(out.read_bytes())
    assert capsys.readouterr().out == f"{out}: {len(pages)} pages\n"
    assert len(pages) > 1
    assert pages[0].width == pytest.approx(215.9, abs=0.01)
    assert "dots 30 mm apart" in pages[0].text


def test_games_whose_rules_are_not_here_have_pieces(out):
    print_command("quincala-mixing", "--what", "pieces", "--option", "sizes=5", "--out", out)
    (page,) = read_pdf(out.read_bytes())
    assert "40 pieces in 5 sizes, all visible in one tower" in page.text


def test_a_board_of_ones_own_is_drawn(out, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    print_command("quincala-knocking", "--what", "board", "--board", file, "--out", out)
    (page,) = read_pdf(out.read_bytes())
    assert "Board own, dots 18 mm apart" in page.text


def test_holes_and_panel_are_taken(out):
    words = ("--hole", "6.5", "--panel", "9x9", "--pitch", "20")
    print_command("alquerque", "--what", "drill", *words, "--out", out)
    (page,) = read_pdf(out.read_bytes())
    assert "every 2 lamps of panel 9x9" in page.text
    assert "holes 6.5 mm wide" in page.text


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess", "--what", "board"), "got 'chess'"),
        (("alquerque",), "--what"),
        (("alquerque", "--what", "rules"), "'rules'"),
        (("alquerque", "--what", "board", "--paper", "B5"), "A4, A3 or Letter, got 'B5'"),
        (("alquerque", "--what", "board", "--pitch", "4.9"), "expected 5 to 100 mm, got '4.9'"),
        (("alquerque", "--what", "board", "--pitch", "101"), "expected 5 to 100 mm, got '101'"),
        (("alquerque", "--what", "board", "--pitch", "nan"), "expected 5 to 100 mm, got 'nan'"),
        (("alquerque", "--what", "board", "--pitch", "wide"), "expected 5 to 100 mm, got 'wide'"),
        (("alquerque", "--what", "board", "--style", "gothic"), "'gothic'"),
        (("alquerque", "--what", "board", "--hole", "3"), "--hole with --what drill only"),
        (("alquerque", "--what", "drill", "--style", "plain"), "--style with --what board only"),
        (("alquerque", "--what", "drill", "--hole", "0"), "expected 0.5 to 50 mm, got '0'"),
        (
            ("alquerque", "--what", "drill", "--hole", "9", "--pitch", "9"),
            "smaller than the pitch",
        ),
        (("alquerque", "--what", "drill", "--panel", "8x8"), "(16x16, 9x9), got '8x8'"),
        (("alquerque", "--what", "board", "--option", "forward"), "NAME=VALUE, got 'forward'"),
        (("alquerque", "--what", "board", "--option", "forward=up"), "got 'up'"),
        (("quincala-mixing", "--what", "pieces", "--option", "sizes=9"), "3 or 4 or 5, got '9'"),
        (("alquerque", "--what", "board", "--board", "none.toml"), "got 'none.toml'"),
    ],
)
def test_mistakes_are_told_in_one_line(words, complaint, fail):
    assert complaint in fail(*words)


def test_a_board_without_lamps_cannot_be_drilled(fail, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    words = ("quincala-knocking", "--what", "drill", "--board", file)
    assert "expected a board with lamps" in fail(*words)


def test_an_option_given_twice_is_refused(fail):
    words = ("--option", "sizes=3", "--option", "sizes=4")
    assert "once" in fail("quincala-mixing", "--what", "pieces", *words)


def test_printing_needs_no_pygame(out):
    program = (
        "import argparse, sys; from companion.commands.print import add_print;"
        "assert 'reportlab' not in sys.modules;"
        "parser = argparse.ArgumentParser(); add_print(parser.add_subparsers());"
        "args = parser.parse_args(sys.argv[1:]); args.run(args);"
        "assert 'reportlab' in sys.modules; assert 'pygame' not in sys.modules"
    )
    words = ["print", "quincala-knocking", "--what", "board", "--style", "ornamental"]
    command = [sys.executable, "-c", program, *words, "--out", str(out)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert out.stat().st_size > 10_000
