"""Games from outside: a good one is offered, a bad one is left out with one line."""

import sys
import threading
import time

import pytest

import companion.games
import companion.plugins
from companion.errors import MOVED
from companion.plugins.outside import LONGEST_TITLE, find_outside
from tests.outside_games import PLUGIN, RULES, install
from tests.program_sources import MODULES


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder in which Python looks for packages, gone again after the test."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    packages = {path.name for path in tmp_path.iterdir()}
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]


def left_out(taken=(), patience_s=5.0):
    """Why the only game that is installed is not offered."""
    games = find_outside(taken, patience_s)
    assert games.plugins == ()
    [one] = games.left_out
    assert "\n" not in one.reason
    return one.reason


def test_a_game_that_is_installed_is_offered(place):
    install(place)
    games = find_outside(())
    [plugin] = games.plugins
    assert games.left_out == ()
    assert (plugin.game.name, plugin.title, plugin.author) == (
        "three-in-a-row", "Three in a row", "A. Maker",
    )  # fmt: skip
    assert [plugin.game.initial().perft(depth) for depth in (1, 2, 3)] == [9, 72, 504]


def test_what_has_moved_is_where_it_is_said_to_be():
    assert not set(MOVED) & set(MODULES)
    assert {name for now in MOVED.values() for name in now.split(" or ")} <= set(MODULES)


def test_games_come_in_the_order_of_their_names(place):
    install(place, "b_game", rules=RULES.replace('"three-in-a-row"', '"b-game"', 1))
    install(place, "a_game", rules=RULES.replace('name="three-in-a-row"', 'name="a-game"', 1))
    assert next(plugin.game.name for plugin in find_outside(()).plugins) == "a-game"


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"plugin": "1 / 0"}, "ZeroDivisionError"),
        ({"plugin": "import no_such_module"}, "no_such_module"),
        (
            {"plugin": "from companion.words.parts.turn import TurnWords"},
            "since 0.2.0 it is in companion.words.names or companion.words.turn (__init__",
        ),
        (
            {"rules": "from companion.words.parts.names import Names"},
            "'companion.words.parts': since 0.2.0 it is in companion.words.names",
        ),
        ({"plugin": "raise SystemExit(3)"}, "SystemExit"),
        ({"plugin": "PLUGIN = 3"}, "expected a GamePlugin, got a int"),
        ({"plugin": "import companion"}, "PLUGIN"),
        ({"plugin": PLUGIN.replace("title=", "minutes=-1, title=")}, "expected 0 to 600 minutes"),
        ({"plugin": PLUGIN.replace("title=", 'minutes="ten", title=')}, "got 'ten'"),
        ({"plugin": PLUGIN.replace("Three in a row", "T" * 300)}, f"at most {LONGEST_TITLE} "),
        ({"plugin": PLUGIN.replace("Three in", r"Three\nin")}, "on one line"),
        ({"rules": "GAME = 3"}, "to be a Game, got a int"),
        ({"rules": "syntax error"}, "SyntaxError"),
        ({"rules": RULES.replace('name="three-in-a-row", folder', 'name="A b", folder')}, "'A b'"),
        ({"board": None}, "expected a board, got no game_"),
        ({"board": "name = 3"}, "/board.toml"),
        ({"board": 'name = "other"\nnote = "x"\nrows = ["ooo", "ooo", "ooo"]\n'}, "'other'"),
        (
            {"board": 'name = "three-in-a-row"\nnote = "x"\nrows = ["oo", "oo"]\n',
             "rules": RULES.replace("options, {})", "options, {8: 0})")
             .replace("self.complete(options), {}", "self.complete(options), {8: 0}")},
            "expected pieces on dots 0 to 3, got 8",
        ),
        (
            {"rules": RULES.replace("self.complete(options), {}", "self.complete(options), {4: 7}")
             .replace('"wb"[side]', '"wb"[side % 2]')},
            "sides 0 and 1",
        ),
        (
            {"rules": RULES.replace("rows = rows_text(", "rows = 'x' * 10_000_000 or (")},
            "at most 10000 characters, got 10000000",
        ),
        (
            {"rules": RULES.replace("cells[at]) for at in cells}", "cells[at]) for at in (1,)}")},
            "KeyError",
        ),
        (
            {"rules": RULES.replace("    def outcome(self):\n        for", """
    def legal_moves(self):
        return super().legal_moves() * 2

    def outcome(self):
        for""")},
            "each legal move once, got 'a1' twice",
        ),
        (
            {"rules": RULES.replace("if self.touches or self", "if True or self")},
            "neither",
        ),
        (
            {"rules": RULES.replace("    def outcome(self):\n        for", """
    def outcome(self):
        if not self.cells:
            return Outcome(None, "full-board")
        for""")},
            "expected a first position to play on from, got 'full-board'",
        ),
        (
            {"rules": RULES.replace("half.touches[0]: self.side}", "half.touches[1]: self.side}")},
            "IndexError",
        ),
    ],
    ids=lambda value: value[:28] if isinstance(value, str) else "",
)  # fmt: skip
def test_a_bad_one_is_left_out_with_one_line(place, files, reason):
    install(place, **files)
    assert reason in left_out()


@pytest.mark.parametrize("where", ["plugin", "rules"])
def test_one_that_never_answers_is_left_out_and_stopped(place, where):
    import threading

    text = {"plugin": "while True:\n    pass\n", "rules": RULES + "\nwhile True:\n    pass\n"}
    install(place, **{where: text[where]})
    assert "expected an answer within 0.2 s" in left_out(patience_s=0.2)
    for thread in threading.enumerate():
        if thread.name == "outside-game":
            thread.join(5)
            assert not thread.is_alive()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("        self.game, self.board, self.options, self.cells = game, board, options, cells\n",
         "expected Placed.lines to be a method, as its Position says, got ((0, 1),)"),
        ("        self.position, self.touches = position, touches\n",
         "expected Turn.lines to be a method, as its HalfMove says, got ((0, 1),)"),
    ],
    ids=["position", "turn"],
)  # fmt: skip
def test_a_value_in_place_of_a_method_is_told(place, line, reason):
    install(place, rules=RULES.replace(line, f"{line}        self.lines = ((0, 1),)\n"))
    assert reason in left_out()


def test_a_method_in_place_of_a_value_is_told(place):
    install(place, rules=RULES.replace("    @property\n    def side", "    def side"))
    assert "expected Placed.side to be a value" in left_out()


def test_one_that_sleeps_takes_no_other_along(place):
    install(place, "a_game", rules=f"import time\ntime.sleep(2)\n{RULES}")
    install(place, "b_game")
    games = find_outside((), 0.5)
    assert [plugin.folder for plugin in games.plugins] == ["b_game"]
    assert [name for name, _ in games.left_out] == ["a-game"]


def test_a_position_whose_moves_take_long_holds_up_none_of_another_game(place):
    begin = "    def begin(self):\n"
    slow = f"{begin}        import threading, time\n        time.sleep(2 * ({{asked}}))\n"
    slow = slow.format(asked="threading.current_thread().name == 'slow'")
    install(place, "a_game", rules=RULES.replace(begin, slow))
    install(place, "b_game", rules=RULES.replace('="three-in-a-row", f', '="b-game", f'))
    held_up, quick = (plugin.game.initial() for plugin in find_outside(()).plugins)
    thread = threading.Thread(target=held_up.legal_moves, name="slow", daemon=True)
    thread.start()
    time.sleep(0.1)
    assert len(quick.legal_moves()) == 9
    assert thread.is_alive()


ENDLESS = RULES.replace("if self.touches or self", "if self")
"""Whatever is touched may be touched again."""


def test_a_turn_without_end_is_told_by_its_touches(place):
    install(place, rules=ENDLESS.replace("not in placed)", "== 0)"))
    assert "of at most 200 touches, got no end after a1 a1 a1 a1 a1 a1 a1 a1 ..." in left_out()


def test_turns_that_branch_without_end_are_told_as_well(place, monkeypatch):
    monkeypatch.setattr("companion.contract.position.MOST_TURNS", 500)
    install(place, rules=ENDLESS)
    assert "expected at most 500 turns" in left_out()


@pytest.mark.parametrize("touch", ["'a1'", "9", "-1", "True", "None"])
def test_what_can_not_be_touched_is_told_with_what_offers_it(place, touch):
    install(place, rules=RULES.replace("return {site: (Fact", f"return {{{touch}: (Fact"))
    reason = left_out()
    assert f"next_touches to give dots 0 to 8 or Tokens, got {touch} after no touch" in reason


def test_one_with_the_name_of_another_is_left_out(place):
    install(place)
    assert "'three-in-a-row' again" in left_out(taken=("three-in-a-row",))


def test_of_two_with_one_name_the_first_is_offered(place):
    install(place, "one_game")
    install(place, "two_game")
    games = find_outside(())
    assert [plugin.folder for plugin in games.plugins] == ["one_game"]
    assert [name for name, _ in games.left_out] == ["two-game"]


def test_a_bad_one_touches_no_other(place):
    install(place)
    install(place, "bad_game", plugin="1 / 0")
    games = find_outside(())
    assert [plugin.game.name for plugin in games.plugins] == ["three-in-a-row"]
    assert [name for name, _ in games.left_out] == ["bad-game"]


def test_games_made_for_the_first_version_find_the_list_where_it_was():
    for name in ("GAMES", "find_game", "load_board", "plugin_of", "plugins"):
        assert getattr(companion.games, name) is getattr(companion.plugins, name)
