"""The command line in every language: its help, its man page, its errors, argparse's own texts."""

import argparse
import ast
import errno
import gettext
import io
import os
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.cli import COMMANDS, main, make_parser
from companion.commands.completion import command_tree
from companion.plugins import GAMES
from companion.testing.catalog import read_translation
from companion.words import translate
from companion.words.command_line import ARGPARSE, SYSTEM
from companion.words.translate import languages
from tests.words.translated import FILES

PROGRAMMING = {
    "conflicting subparser: %s",
    "conflicting subparser alias: %s",
    ".__call__() not defined",
    'argument "-" with mode %r',
    "can't open '%(filename)s': %(error)s",
    "cannot merge actions - two groups are named %r",
    "'required' is an invalid argument for positionals",
    "invalid option string %(option)r: must start with a character %(prefix_chars)r",
    "dest= is required for options like %r",
    "invalid conflict_resolution value: %r",
    "mutually exclusive arguments must be optional",
    "cannot have multiple subparser arguments",
    "%r is not callable",
    "%(prog)s: error: %(message)s\n",
}
"""What argparse says of faults in the program itself, and where it tells errors by itself."""

OF_OTHERS = {
    " (default: %(default)s)",
    "%(prog)s: warning: %(message)s\n",
    "subcommands",
    "show program's version number and exit",
    "option '%(option)s' is deprecated",
    "command '%(parser_name)s' is deprecated",
    "argument '%(argument_name)s' is deprecated",
}
"""What it says of things that this program does not use: texts of Python 3.12 to 3.14."""

PARTS = [(name,) for name in COMMANDS] + [
    ("board", "check"),
    ("tablebase", "build"),
    ("tablebase", "check"),
]


def texts_of_argparse():
    """The messages for which the argparse of this Python asks gettext."""
    source = Path(argparse.__file__).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_":
            (text,) = node.args
            if isinstance(text, ast.Constant):
                yield text.value


NEWEST = (3, 14, 10)
"""The newest Python whose argparse was looked through; a newer one may say more, in English."""


@pytest.mark.skipif(sys.version_info[:3] > NEWEST, reason="an argparse that nobody has translated")
def test_what_argparse_says_is_in_the_catalog():
    assert set(texts_of_argparse()) - PROGRAMMING - OF_OTHERS <= {
        each.message for each in ARGPARSE
    }


def test_a_translation_fills_in_what_argparse_does():
    place = re.compile(r"%(?:\(\w+\))?[sr]")
    for language in (code for code in languages() if code != "en"):
        known = read_translation(FILES[language])
        for each in ARGPARSE:
            text = known[each.message].string
            assert sorted(place.findall(text)) == sorted(place.findall(each.message)), text


def test_what_the_system_says_is_in_the_catalog_as_it_says_it():
    said = {os.strerror(number) for number in errno.errorcode}
    assert {each.message for each in SYSTEM} <= said


def choices_told(*words):
    """How the argparse of this Python lists *words*: from 3.13 on without quotes."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("shell", choices=words)
    with pytest.raises(argparse.ArgumentError) as caught:
        parser.parse_args(["tcsh"])
    return re.search(r"\((?:choose from|möglich:) (.*)\)", str(caught.value))[1]


@pytest.fixture
def in_language(monkeypatch):
    """Runs the command line in a language and returns its status and what it prints."""
    before = gettext.textdomain()
    monkeypatch.setenv("COLUMNS", "80")

    def run(language, *words):
        monkeypatch.setenv("LANGUAGE", language)
        # Set, because a machine's language may be one that has no translations at all.
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        translate._catalog_of.cache_clear()
        printed = io.StringIO()
        with redirect_stdout(printed):
            status = main(words)
        return status, printed.getvalue()

    yield run
    gettext.textdomain(before)
    translate._catalog_of.cache_clear()


@pytest.fixture
def marked(monkeypatch, tmp_path, catalog, in_language):
    """The same in a language in which each message has marks around it."""
    marked = Catalog(locale="de")
    for entry in catalog:
        if isinstance(entry.id, str) and entry.id:
            marked.add(entry.id, f"⟦{entry.id}⟧", context=entry.context)
    place = tmp_path / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "companion.mo").open("wb") as file:
        write_mo(file, marked)
    monkeypatch.setattr(translate, "_PROGRAM", str(tmp_path))
    monkeypatch.setattr(translate, "_catalogs", [str(tmp_path)])
    return lambda *words: in_language("de", *words)


INNERMOST = re.compile("⟦[^⟦⟧]*⟧")


def unmarked(text):
    """The words of *text* that no message has in it, without options and paths."""
    while INNERMOST.search(text):
        text = INNERMOST.sub(" ", text)
    return set(re.findall(r"(?<![-\w./])[A-Za-z][\w-]*", text))


KEPT = {"companion", "auto", "pi", "sim", "NAME", "N", "D", "S", "MM", "WxH", *COMMANDS}
KEPT |= {"build", "check", "board", "pieces", "drill", "plain", "ornamental"}
KEPT |= {"bash", "zsh", "fish"}
"""Names of commands, values and units, which no language has otherwise."""


@pytest.mark.parametrize("words", [(), *PARTS], ids=" ".join)
def test_no_word_of_the_help_is_said_past_the_catalog(marked, words):
    status, text = marked(*words, "--help")
    assert status == 0 and text.count("⟦") >= 3
    assert unmarked(text) - KEPT == set()


def test_no_word_of_the_man_page_is_said_past_the_catalog(marked):
    status, page = marked("man")
    plain = re.sub(r"\\f[BIR]|\\&|^\.\w+", " ", page.replace("\\-", "-"), flags=re.MULTILINE)
    values = {str(value) for game in GAMES.values() for value in game.name.split()}
    assert status == 0
    assert unmarked(plain.replace("\\(aq", "'")) - KEPT - values - NAMED == set()


NAMED = {"COMPANION", "Board", "Companion"}


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
def test_no_line_of_the_help_is_wider_than_the_terminal(in_language, language):
    for words in ((), *PARTS):
        status, text = in_language(language, *words, "--help")
        assert status == 0
        assert [line for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("moves", "nope"), "ein Spiel ({games}) erwartet, nicht „nope“"),
        (("mvoes",), "ein Befehl ({commands}) erwartet, nicht „mvoes“; meinst du „moves“?"),
        (("perft", "querni", "--depth", "x"), "Argument --depth: 0 bis 50 erwartet, nicht „x“"),
        (
            ("replay", "nix.txt"),
            "eine lesbare Aufzeichnung erwartet, nicht „nix.txt“: "
            "Datei oder Ordner nicht gefunden",
        ),
        (("moves",), "diese Argumente fehlen: SPIEL"),
        (("moves", "querni", "--board"), "Argument --board: ein Wert erwartet"),
        (("completion", "tcsh"), "Argument shell: ungültige Wahl: 'tcsh' (möglich: {shells})"),
    ],
)
def test_an_error_is_told_in_the_language_of_the_environment(
    in_language, capsys, words, complaint
):
    assert in_language("de", *words)[0] == 2
    named = {
        "games": ", ".join(GAMES),
        "commands": ", ".join(COMMANDS),
        "shells": choices_told("bash", "zsh", "fish"),
    }
    assert capsys.readouterr().err == f"companion: {complaint.format(**named)}\n"


def test_completion_describes_in_the_language(in_language):
    for shell in ("bash", "zsh", "fish"):
        status, script = in_language("fr", "completion", shell)
        assert status == 0 and "alquerque" in script
        assert shell == "bash" or "afficher les coups légaux" in script


def test_the_tree_is_the_same_in_every_language(monkeypatch):
    def tree():
        return [
            (each.path, argument.flags, argument.values, argument.is_file)
            for each in command_tree(make_parser().commands)
            for argument in each.arguments
        ]

    english = tree()
    monkeypatch.setattr(translate, "_languages", ["es"])
    assert tree() == english
