"""The shared words know no game: neither by name nor by an option."""

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

from companion.games import GAMES

WORDS = Path(str(files("companion.words")))
NAMES = {name.split("-")[0] for name in GAMES}
OPTIONS = {spec.name for game in GAMES.values() for spec in game.option_specs}
FREE = {"players"}
"""An option somewhere, and who sits at the table anywhere."""


def named_in(source):
    """The games and options that the text or a constant of *source* names."""
    named = set(re.findall(r"[a-z]+", source.lower())) & NAMES
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in OPTIONS - FREE:
            named.add(node.value)
    return named


@pytest.mark.parametrize("file", sorted(WORDS.rglob("*.py")), ids=lambda file: file.stem)
def test_no_module_of_words_names_a_game_or_an_option(file):
    assert named_in(file.read_text(encoding="utf-8")) == set()


def test_what_names_a_game_or_an_option_is_found():
    assert named_in("# as in Quincy") == {"quincy"}
    assert named_in("import companion.games.querni.rules") == {"querni"}
    assert named_in('x = options["huffing"]') == {"huffing"}
