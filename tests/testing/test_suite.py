"""The suite finds games that break the contract: the one of ``new-game``, spoiled in one place."""

from itertools import pairwise

import pytest

from companion.errors import PluginError
from companion.plugins import plugin_of
from companion.testing.cases import Traits, cases_of, places
from tests.written_game import NAME, PACKAGE, WrittenGame

BROKEN = {
    "texts_are_read_back_equal": ("sides, line.side)", "sides, 0)"),
    "a_finished_position_takes_no_touch": ("Cause.GAME_OVER", '"over"'),
    "a_move_that_decides_the_game_says_so": ("Fact(Does.WIN", 'Fact("won"'),
    "harmful_facts_are_the_pieces_that_leave": ("Does.PLACE", "Does.REMOVE"),
    "next_touches_are_worked_out_once": ("return self._next", "return dict(self._next)"),
    "a_game_does_not_begin_at_its_end": (
        "self.complete(options), {})",
        "self.complete(options), dict.fromkeys(range(9), 0))",
    ),
    "seeds_out_of_range_are_refused": ("        check_seed(seed)\n", ""),
}


TASK = """\
lesson: Place
game: nine-holes
about: Where a piece goes.

task
position: .../.../... w
do: place a piece
"""

UNSOLVABLE = """\
goal: remove
hint: Any dot will do.
right: That is how.
"""

UNSAID = """\
goal: to a1
hint: The corner.
right: That is how.
wrong remove: Nothing is removed.
"""

UNFINISHED = """\
Board Companion record 1
Game: nine-holes
Result: White wins
Reason: three-in-a-row

1. White a1
2. Black a1
"""

WORDS = """\
from companion.words.game_words import GameWords
from companion.words.names import Example, page
from nine_holes.rules import GAME

def pages(told):
    shown = Example("ww./.b./..b w", "Three in a row.", ("a1",), ("win",), winner=0)
    return (page("Aim", "Make three in a row.", example=shown),)

WORDS = GameWords(GAME, pages=pages)
"""

LONG_TITLE = """\
from companion.words.game_words import GameWords
from companion.words.names import Names
from nine_holes.rules import GAME

class LongNames(Names):
    def title(self):
        return "W" * 400

WORDS = GameWords(GAME, names=LongNames)
"""

FAILING = LONG_TITLE.replace("LongNames", "FailingNames").replace(
    'title(self):\n        return "W" * 400', "side(self, side):\n        return 1 / 0"
)

UNTRUE = {
    "lessons/01-place.txt": (
        TASK + UNSOLVABLE,
        "each_task_of_a_lesson_can_be_solved",
        "01-place.txt:5: expected a legal move that solves it, got none",
    ),
    "lessons/02-place.txt": (
        TASK + UNSAID,
        "each_task_of_a_lesson_can_be_solved",
        "02-place.txt:5: expected a move that is answered so, got none",
    ),
    "samples/nine-holes-one.txt": (
        UNFINISHED,
        "sample_games_are_legal_and_end_as_they_say",
        "nine-holes-one.txt: line 7: expected a legal touch, got a1: occupied",
    ),
    "words.py: title": (
        LONG_TITLE,
        "the_title_fits_a_line_of_the_menu",
        "expected a title of at most 40 characters on one line, got 400: 'WWW",
    ),
    "words.py: sides": (FAILING, "every_scene_beside_a_game", "ZeroDivisionError: division"),
    "words.py": (WORDS, "pictures_in_the_rules_show_what_is_said", "AssertionError: Aim"),
}
"""What a game tells that is not so: a file of it, the check that has to fail, and why."""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return WrittenGame(tmp_path_factory.mktemp("new") / NAME)


@pytest.mark.parametrize("check", BROKEN)
def test_what_breaks_the_contract_fails_the_check_of_it(check, written):
    rules = written.source / "rules.py"
    whole = rules.read_text(encoding="utf-8")
    right, wrong = BROKEN[check]
    assert right in whole
    try:
        rules.write_text(whole.replace(right, wrong), encoding="utf-8")
        done = written.checks("-k", check)
    finally:
        rules.write_text(whole, encoding="utf-8")
    assert done.returncode == 1, done.stdout
    assert f"FAILED tests/test_nine_holes.py::TestContract::test_{check}" in done.stdout


def test_options_together_are_several_and_one_alone_is_refused():
    traits = {"plugin": plugin_of("querni"), "together": {"passing": "on"}}
    alone = type("Alone", (Traits,), traits)
    with pytest.raises(PluginError, match=r"expected together as \(\{...\},\), got \{'passing'"):
        cases_of(alone, (1,))


@pytest.mark.parametrize("file", UNTRUE)
def test_what_is_not_so_fails_the_check_of_it(file, tmp_path):
    written = WrittenGame(tmp_path / NAME)
    text, check, why = UNTRUE[file]
    path = written.source / file.partition(":")[0]
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    if path.name == "words.py":
        init_file = written.source / "__init__.py"
        plugin = init_file.read_text(encoding="utf-8").replace(
            "title=", 'words="words:WORDS", title='
        )
        init_file.write_text(plugin, encoding="utf-8")
    done = written.checks("-k", check)
    assert done.returncode == 1, done.stdout
    assert f"FAILED tests/test_{PACKAGE}.py::TestContract::test_{check}" in done.stdout
    assert why in done.stdout


class Alquerque(Traits):
    plugin = plugin_of("alquerque")


def test_the_position_before_the_end_of_a_game_is_always_looked_at():
    for case in cases_of(Alquerque, (1, 2, 3)):
        kept = [place.position for place in places(case)]
        for before, last in pairwise(kept):
            if last.outcome() is not None:
                assert last in [before.play(move) for move in before.legal_moves()]
