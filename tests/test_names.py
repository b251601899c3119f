"""Holds that nothing outside the folder of a game knows it by name, but the list of games.

Neither a game nor an option of a game is named anywhere else, in code, comments and docstrings,
nor a code that only games have: why a touch is refused, a game ends or a move is good.  What
differs from game to game is asked of the contract, or lies in the folder of the game.
"""

from __future__ import annotations

import ast
import enum
import re
from importlib import import_module
from pathlib import Path

import pytest

from companion.plugins import GAMES
from companion.words.game_words import game_title

ROOT = Path(__file__).parents[1]
PARTS = ("companion", "hardware", "sim")
GAMES_FOLDER = "companion/games"
LIST = "companion/plugins/__init__.py"

EXCEPTIONS = {
    ("companion/contract/board_table.py", "alquerque"): (
        'board files say `lines = "alquerque"`, and those of players stay readable'
    ),
    ("companion/printing/sheets.py", "dominoes"): "a key of paper.toml: what belongs to a game",
    ("companion/words/turn.py", "knocking"): "what a move does, in any game",
    ("companion/match/entries.py", "players"): "a field of the journal: who has each seat",
    ("companion/commands/results.py", "players"): "a key of the results: whose they are",
    ("companion/storage/exchange.py", "players"): "a field of a record: who has each seat",
    ("companion/storage/state_dir.py", "starts"): "a file: when the program was started",
    ("companion/ui/widgets/button_row.py", "forward"): "a key of the viewer",
    ("companion/words/buttons.py", "forward"): "what a button does",
    ("companion/words/pages.py", "sizes"): "a number that pages.txt may name",
    ("companion/ui/scenes/players.py", "players"): "a scene, as scripts call it",
}
"""What may be said where, and what it means there."""


def names_of_games():
    """What a game is called: its title, its name, and each word of that."""
    for name in GAMES:
        yield from (name, game_title(name), *name.split("-"))


NAMES = sorted({name.lower() for name in names_of_games()})
OPTIONS = {spec.name for game in GAMES.values() for spec in game.option_specs}


def codes_of_games():
    """The codes of several words that only games have: a single word may be anybody's."""
    for file in (ROOT / GAMES_FOLDER).rglob("codes.py"):
        module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        for kind in vars(module).values():
            if isinstance(kind, enum.EnumMeta) and kind.__module__ == module.__name__:
                yield from (code.value for code in kind if "-" in code)


CODES = set(codes_of_games())


def names_in(text):
    """The games that *text* names anywhere; options and codes that are texts in its code."""
    yield from re.findall("|".join(map(re.escape, NAMES)), text.lower())
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and node.value in OPTIONS | CODES:
            yield node.value


def files_of(part):
    """The files of *part* but those of games, and the list of them."""
    homes = [folder for folder in (ROOT / GAMES_FOLDER).iterdir() if folder.is_dir()]
    for file in sorted((ROOT / part).rglob("*.py")):
        if file != ROOT / LIST and not any(home in file.parents for home in homes):
            yield file


def found_in(part):
    """File and name of all that is named in the files of *part*."""
    for file in files_of(part):
        for name in names_in(file.read_text(encoding="utf-8")):
            yield file.relative_to(ROOT).as_posix(), name


@pytest.mark.parametrize("part", PARTS)
def test_no_game_is_known_by_name(part):
    assert sorted(set(found_in(part)) - set(EXCEPTIONS)) == []


def test_every_exception_is_still_needed():
    mentions = {one for part in PARTS for one in found_in(part)}
    assert set(EXCEPTIONS) - mentions == set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("if game.name == 'quincy': pass", "quincy"),
        ("kind = QuerniScene", "querni"),
        ("# A move of Alquerque.", "alquerque"),
        ("from companion.games.quincala_knocking import PLUGIN", "quincala"),
        ("options.get('huffing')", "huffing"),
        ("if outcome.reason == 'all-sizes-mixed': pass", "all-sizes-mixed"),
    ],
)
def test_a_name_is_found(text, name):
    assert name in set(names_in(text))
