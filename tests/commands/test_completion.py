"""Completion and the man page: what a shell is told is what the parser takes."""

import shlex
import shutil
import subprocess

import pytest

from companion.cli import COMMANDS, main, make_parser
from companion.commands.completion import command_tree
from companion.plugins import GAMES

COMPLETE = """
{script}
COMP_WORDS=({words}); COMP_CWORD=$(({count} - 1)); compopt() {{ :; }}
_companion; printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def printed(capsys, *words):
    assert main(words) == 0
    return capsys.readouterr().out


def tree():
    return list(command_tree(make_parser().commands))


@pytest.fixture
def completed(capsys, tmp_path):
    """What bash itself makes of a line, whose last word is not finished."""
    script = printed(capsys, "completion", "bash")
    (tmp_path / "game.toml").write_text("")

    def completed(line):
        words = line.split(" ")
        quoted_words = " ".join(map(shlex.quote, words))
        text = COMPLETE.format(script=script, words=quoted_words, count=len(words))
        done = subprocess.run(
            ["bash", "--norc", "-c", text], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.stderr == ""
        return done.stdout.split()

    return completed


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("companion mat", ["match"]),
        ("companion moves alq", ["alquerque"]),
        ("companion moves alquerque --opt", ["--option"]),
        ("companion moves alquerque --option huf", ["huffing=off", "huffing=on"]),
        ("companion moves alquerque --option preset=bell-", ["preset=bell-strict"]),
        ("companion moves --board gam", ["game.toml"]),
        ("companion replay gam", ["game.toml"]),
        ("companion print alquerque --what d", ["drill"]),
        ("companion play --backend s", ["sim"]),
        ("companion tablebase b", ["build"]),
        ("companion tablebase build --pi", ["--pieces"]),
        ("companion completion f", ["fish"]),
        ("companion moves alquerque --seed ", None),
        ("companion nonsense --", ["--help", "--version"]),
    ],
)
def test_bash_completes_what_follows(completed, line, words):
    completions = completed(line)
    assert words is None or completions == words


def test_bash_completes_every_command_and_every_game(completed):
    assert set(completed("companion ")) == {*COMMANDS, "--help", "--version"}
    assert set(GAMES) <= set(completed("companion moves "))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_has_every_option_of_every_command(capsys, shell):
    script = printed(capsys, "completion", shell)
    for command in tree():
        for argument in command.arguments:
            for flag in argument.flags:
                assert flag.lstrip("-") in script, (command.path, flag)


def test_the_scripts_name_commands_of_the_shell_that_are_closed(capsys):
    for line in printed(capsys, "completion", "fish").splitlines():
        assert line.startswith(("#", "complete -c companion "))
        assert len(shlex.split(line.replace("\\'", ""))) > 3
    for line in printed(capsys, "completion", "zsh").splitlines():
        assert line.replace("'\\''", "").count("'") % 2 == 0


def test_the_man_page_tells_every_command_and_option(capsys):
    page = printed(capsys, "man")
    plain = page.replace("\\-", "-")
    for command in tree():
        assert f'.SS "companion {" ".join(command.path)}"' in plain
        for argument in command.arguments:
            if argument.flags and "--help" not in argument.flags:
                assert f"\\fB{argument.flags[-1]}\\fR" in plain
    requests = {line.split()[0] for line in page.splitlines() if line[:1] in (".", "'")}
    assert requests == {".TH", ".SH", ".SS", ".B", ".PP", ".TP"}


@pytest.mark.parametrize("words", [["groff", "-man", "-ww", "-Tutf8"]])
def test_the_man_page_is_read_without_a_warning(capsys, words):
    if shutil.which(words[0]) is None:
        # Structure is held above; that of groff itself where it is.
        return
    page = printed(capsys, "man")
    done = subprocess.run(words, input=page, capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize("words", [["completion"], ["completion", "tcsh"]])
def test_another_shell_is_one_line_and_status_2(capsys, words):
    assert main(words) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1
