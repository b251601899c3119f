"""A game from outside at the table: offered, played, and closed where it fails."""

import contextlib
import json
import subprocess
import sys
import threading
import time

import pygame
import pytest

import companion.plugins
from companion.app import Arguments, open_program
from companion.art.theme import DARK
from companion.cli import main
from companion.engine.limits import Limits, Result
from companion.engine.service import Engine
from companion.plugins.outside import LeftOut
from companion.scripting.fingers import ManualClock
from companion.storage.state_dir import StateDir
from companion.testing.screen_checks import LANDSCAPE
from companion.ui.scenes.gif import rgb_of
from companion.ui.widgets.window import open_display
from tests.answers import think
from tests.outside_games import NAME, PLUGIN, RULES, TITLE
from tests.sitting import Sitting

FAILS_AFTER_TWO = RULES.replace(
    "    def after(self, half):\n",
    "    def after(self, half):\n        assert len(self.cells) < 2, 'no third piece'\n",
)


STAMPED = RULES
for plain, stamped in (
    ("Piece, Position, Refusal,", "Piece, Position, Refusal, Token,"),
    ("if not self.touches:", "if len(self.touches) < 2:"),
    ("        if self.touches or self.position.outcome():\n",
     "        if len(self.touches) == 1: return {Token('stamp', ()): ()}\n"
     "        if self.touches or self.position.outcome():\n"),
    ("for at in self.touches", "for at in self.touches[:1]"),
):  # fmt: skip
    assert plain in STAMPED
    STAMPED = STAMPED.replace(plain, stamped)
"""The same, but a piece that was placed is stamped, beside the board, before it counts."""


def test_it_is_offered_after_the_games_of_the_program(tmp_path, installed):
    installed("offered_game")
    with Sitting(tmp_path / "state") as sitting:
        sitting.tap("New game")
        assert sitting.scene.entries()[-1] == TITLE
        assert len(sitting.scene.entries()) == len(companion.plugins.BUILT_IN) + 1


def test_a_whole_game_of_it_is_played_by_touch_and_kept_as_a_record(tmp_path, installed):
    installed("played_game")
    with Sitting(tmp_path / "state") as sitting:
        sitting.play(NAME)
        sitting.move("a1", "b1", "a2", "b2")
        sitting.move("a3")
        assert sitting.scene.name == "game over"
        assert sitting.banner.startswith("White wins")
    [record] = (tmp_path / "state" / "records").glob("*.txt")
    assert f"Game: {NAME}" in record.read_text("utf-8")


def test_what_a_turn_offers_beside_the_board_only_later_is_there_to_be_touched(
    tmp_path, installed
):
    installed("stamping_game", rules=STAMPED)
    with Sitting(tmp_path / "state") as sitting:
        sitting.play(NAME)
        sitting.touch("a1")
        assert sitting.scene.turn.tray().titles() == ("stamp",)
        sitting.tap("stamp")
        # What was chosen stays in sight, and can be taken back.
        assert sitting.scene.turn.tray().titles() == ("stamp",)
        sitting.press("back")
        assert sitting.scene.turn.tray().titles() == ("stamp",)
        sitting.press("back")
        assert sitting.scene.turn.tray().titles() == ()
        sitting.touch("a1")
        sitting.tap("stamp")
        sitting.press("confirm")
        assert sitting.plies == ["a1"]


def test_the_search_gives_a_hint_in_it(tmp_path, installed):
    installed("hinted_game")
    with Sitting(tmp_path / "state") as sitting:
        sitting.play(NAME)
        sitting.move("a1", "b1", "a2", "b2")
        sitting.press("hint")
        think(sitting)
        sitting.press("hint")
        assert "a3" in sitting.note


LOOK = """
from companion.ui.board.marks import Look

def ledge(pen, box, half, voice):
    pen.panel(box, "alert")

LOOK = Look(ledge=ledge)
"""


def ledge_of(folder, installed, package, **files):
    """The pixels of what is beside the board in a match of the game *package*."""
    looks = PLUGIN.replace('rules="rules:GAME"', 'rules="rules:GAME", look="look:LOOK"')
    installed(package, plugin=looks, **files)
    with Sitting(folder / package) as sitting:
        sitting.play(NAME)
        surface = pygame.Surface(LANDSCAPE)
        sitting.stage.draw(surface, sitting.stage.now_s)
        ledge = surface.subsurface(sitting.stage.layout.off_board)
        return rgb_of(ledge)


@pytest.mark.parametrize("values", ["pen, box, half, voice", "pen, box, half", "pen, box, *more"])
def test_it_may_draw_a_panel_of_its_own_beside_the_board(tmp_path, installed, values):
    alert = bytes(DARK.alert)
    look = LOOK.replace("pen, box, half, voice", values)
    assert alert in ledge_of(tmp_path, installed, "looked_game", look=look)


def test_a_look_that_does_not_load_costs_the_panel_and_nothing_else(tmp_path, installed):
    alert = bytes(DARK.alert)
    assert alert not in ledge_of(tmp_path, installed, "blind_game", look=LOOK + "1 / 0")


SEARCH = """
import time
from companion.engine.knowledge import Knowledge

class Lazy(Knowledge):
    def value(self, position):
        {fault}

KNOWLEDGE = Lazy()
"""


@pytest.mark.parametrize("fault", ["raise ValueError('no value')", "time.sleep(1000)"])
def test_an_evaluator_that_fails_costs_the_hint_and_nothing_else(tmp_path, installed, fault):
    name = f"{fault[:5]}_game".replace(".", "_")
    searched = PLUGIN.replace(
        'rules="rules:GAME"', 'rules="rules:GAME", search="search:KNOWLEDGE"'
    )
    installed(name, plugin=searched, search=SEARCH.format(fault=fault))
    with Sitting(tmp_path / "state") as sitting:
        sitting.play(NAME)
        sitting.press("hint")
        think(sitting)
        assert "No hint" in sitting.note
        sitting.move("a1")
        assert sitting.plies == ["a1"]


def test_where_it_fails_it_is_closed_and_its_moves_are_kept(tmp_path, installed):
    installed("failing_game", rules=FAILS_AFTER_TWO)
    state = tmp_path / "state"
    with Sitting(state) as sitting:
        sitting.play(NAME)
        sitting.move("a1", "b1")
        kept = sitting.library._saves.journal_path.read_bytes()
        sitting.touch("a2")
        assert sitting.scene.name == "start"
        [notice] = sitting.services.notices
        assert notice.startswith(f"{TITLE} failed and was closed. The moves so far are kept.")
        assert "no third piece" in notice
        # Every other game goes on.
        sitting.play("alquerque")
        sitting.move("c2-c3")
        assert sitting.plies == ["c2-c3"]
    assert kept in [path.read_bytes() for path in state.iterdir() if path.is_file()]


WRONG_VALUES = {
    "facts": ("        return tuple(placed)\n",
              "        return None if self.position.cells else tuple(placed)\n"),
    "touches": ("        if self.touches or self.position.outcome():\n",
                "        if self.position.cells: return {99: ()}\n"
                "        if self.touches or self.position.outcome():\n"),
}  # fmt: skip
"""What a game hands over against the contract once a piece stands, though it raises nothing."""


@pytest.mark.parametrize("wrong", WRONG_VALUES)
def test_wrong_values_in_a_game_close_it_and_its_moves_are_kept(tmp_path, installed, wrong):
    good, bad = WRONG_VALUES[wrong]
    assert good in RULES
    installed(f"wrong_{wrong}_game", rules=RULES.replace(good, bad))
    state = tmp_path / "state"
    with Sitting(state) as sitting:
        sitting.play(NAME)
        sitting.touch("a1")
        sitting.press("confirm")
        sitting.wait(1)
        if sitting.scene.name != "start":
            sitting.touch("b2")
        assert sitting.scene.name == "start"
        [notice] = sitting.services.notices
        assert notice.startswith(f"{TITLE} failed and was closed. The moves so far are kept.")
        kept = sitting.library._saves.journal_path.read_text("utf-8")
        assert "a1" in kept
        sitting.play("alquerque")
        sitting.move("c2-c3")
        assert sitting.plies == ["c2-c3"]


def test_a_fault_of_the_program_is_not_put_on_a_game_of_its_own(tmp_path, installed, monkeypatch):
    installed("blameless_game")

    def fail(*_):
        raise TypeError("a fault of the program")

    with Sitting(tmp_path / "state") as sitting:
        companion.plugins.outside()
        sitting.play("alquerque")
        monkeypatch.setattr("companion.ui.lamp_show.LampShow.changed_frame", fail)
        with pytest.raises(TypeError, match="a fault of the program"):
            sitting.touch("c2")


def test_one_that_fails_beside_a_game_that_goes_on_leaves_that_alone(tmp_path, installed):
    installed("beside_game", rules=FAILS_AFTER_TWO)
    with Sitting(tmp_path / "state") as sitting:
        sitting.play("alquerque")
        sitting.move("c2-c3")
        game = companion.plugins.find_game(NAME)
        sitting.library.leave(game)
        assert sitting.library.unfinished().game.name == "alquerque"


def test_one_that_fails_while_its_saved_game_is_read_is_told_and_the_program_starts(
    tmp_path, installed
):
    made = installed("later_game")
    with Sitting(tmp_path / "state") as sitting:
        sitting.play(NAME)
        sitting.move("a1", "b1", "a2")
    (made / "rules.py").write_text(FAILS_AFTER_TWO, encoding="utf-8")
    for name in ("later_game", "later_game.rules"):
        del sys.modules[name]
    companion.plugins._outside.cache_clear()
    with Sitting(tmp_path / "state") as sitting:
        assert sitting.scene.name == "start"
        [notice] = sitting.library.notices
        assert (notice.code, notice.values[0]) == ("game-failed", NAME)


def test_one_that_is_left_out_is_told_on_the_start_screen(tmp_path, installed):
    installed("broken_game", plugin="1 / 0")
    open_display()
    with StateDir(tmp_path / "state") as state:
        clock = ManualClock()
        program = open_program(Arguments("sim", wants_table=False), state, clock, wall=False)
        try:
            program.load_rest()
            until_s = time.monotonic() + 30
            while not program.stage.services.notices and time.monotonic() < until_s:
                clock.now_s += 0.6
                program.tick()
                time.sleep(0.002)
            assert program.stage.services.notices == [
                "The game broken-game was skipped: expected a game, got "
                "ZeroDivisionError: division by zero (__init__.py, line 1)"
            ]
        finally:
            program.close()


LESSON = f"""\
lesson: Place a piece
game: {NAME}
about: Any free dot will do.

show
position: .../.../...
say: The board starts empty.
play a1: White's first piece.

task
do: place a piece
goal: place
hint: Any free dot.
right: Well placed.
"""
BAD_LESSONS = {
    "misspelled": LESSON.replace("say:", "says:").encode(),
    "illegal": LESSON.replace("play a1", "play a9").encode(),
    "bytes": b"\xff\xfe\x00",
    "large": b"#" * 70_000,
    "of-another": LESSON.replace(f"game: {NAME}", "game: alquerque").encode(),
    "crash": LESSON.replace(".../.../...", "...").encode(),
}


def notices_in_time(sitting):
    """What the start screen tells, once it does: lessons are looked at in a thread."""
    while not sitting.services.notices:
        time.sleep(0.01)
        sitting.ticks(1)
    return sitting.services.notices


def test_the_start_screen_does_not_wait_for_lessons_of_games_from_outside(sit, monkeypatch):
    may_end = threading.Event()

    def slow():
        may_end.wait()
        return [LeftOut("alquerque", "it took too long")]

    monkeypatch.setattr("companion.ui.scenes.start.lessons_left_out", slow)
    sitting = sit()
    companion.plugins.outside()
    sitting.press("next")
    sitting.wait(1)
    assert sitting.services.notices == []
    may_end.set()
    assert notices_in_time(sitting) == ["A lesson of Alquerque was skipped: it took too long"]


@pytest.mark.parametrize("bad", BAD_LESSONS)
def test_a_bad_lesson_is_left_out_and_told_and_all_others_are_learned(tmp_path, installed, bad):
    from companion.commands.doctor import check_games

    made = installed(f"taught_{bad.replace('-', '_')}_game")
    (made / "lessons").mkdir()
    (made / "lessons" / "01-good.txt").write_text(LESSON, encoding="utf-8")
    (made / "lessons" / "02-bad.txt").write_bytes(BAD_LESSONS[bad])
    with Sitting(tmp_path / "state") as sitting:
        assert TITLE in (plugin.title for plugin in companion.plugins.outside().plugins)
        [notice] = notices_in_time(sitting)
        assert notice.startswith(f"A lesson of {TITLE} was skipped: ") and "\n" not in notice
        sitting.tap("Learn")
        assert len(sitting.scene.entries()) == len(companion.plugins.BUILT_IN) + 1
        sitting.choose(TITLE)
        assert sitting.scene.entries() == ("Place a piece",)
        sitting.choose("Place a piece")
        assert sitting.scene.name == "lesson"
    [finding] = [each for each in check_games() if each.code == "lesson-left-out"]
    assert finding.values[0] == NAME


def test_the_command_line_tells_of_one_that_is_left_out(installed, capsys):
    installed("missing_game", board=None)
    assert main(["games"]) == 0
    captured = capsys.readouterr()
    assert captured.err == (
        "companion: The game missing-game was skipped: "
        "expected a board, got no missing_game/board.toml\n"
    )
    assert NAME not in captured.out


def test_the_command_line_says_why_where_one_that_is_left_out_is_named(installed, capsys):
    installed(
        "failing_game", rules=RULES.replace("class Placed", "class Placed: 1 / 0\nclass Placed")
    )
    assert main(["moves", "failing-game"]) == 2
    message = capsys.readouterr().err
    assert message.startswith(
        "companion: expected a game that can be played, got 'failing-game', which was skipped: "
    )
    assert "ZeroDivisionError" in message and message.count("\n") == 1


def test_a_move_that_is_none_is_refused_with_the_reason_of_its_touch(installed, capsys):
    installed("refusing_game")
    assert main(["moves", NAME, "--moves", "b2 b2"]) == 2
    message = capsys.readouterr().err
    assert message == "companion: expected a legal move, got 'b2' (move 2): That dot is taken.\n"
    assert main(["moves", NAME, "--moves", "b2 somewhere"]) == 2
    message = capsys.readouterr().err
    assert message == f"companion: expected a legal move of {NAME}, got 'somewhere' (move 2)\n"


@pytest.mark.parametrize("words", [["moves"], ["perft", "--depth", "2"], ["show"]])
def test_the_command_line_plays_one_that_is_installed(installed, capsys, words):
    installed(f"{words[0]}_game")
    command, *more = words
    assert main([command, NAME, *more]) == 0
    assert capsys.readouterr().out


def test_one_that_fails_on_the_command_line_is_one_line_and_status_2(installed, capsys):
    installed("cli_game", rules=FAILS_AFTER_TWO)
    assert main(["perft", NAME, "--depth", "4"]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert f"expected game {NAME} to work, got AssertionError: no third piece" in captured.err


MATCH = ["match", "--a", "nodes:50", "--b", "random", "--games", "1"]
FAULTS = {
    "none": ("return None", f"companion: expected game {NAME} to work, got TypeError"),
    "huge": ("return 10**40", "companion: expected values of positions as whole numbers"),
    "float": ("return 1.5", "companion: expected values of positions as whole numbers"),
    "endless": (
        "while True: pass",
        "companion: expected an answer within 0.",
    ),
}
"""What an evaluator does, and what the command line says of it."""


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("words", [["hint", "--time", "0.1"], MATCH], ids=["hint", "match"])
def test_a_bad_evaluator_is_one_line_on_the_command_line(
    installed, capsys, monkeypatch, words, fault
):
    monkeypatch.setattr("companion.engine.players.GRACE_S", 0.4)
    monkeypatch.setattr("companion.engine.players.UNTIMED_S", 0.4)
    monkeypatch.setattr("companion.engine.players.NODE_S", 0)
    command, *more = words
    does, expected = FAULTS[fault]
    searched = PLUGIN.replace(
        'rules="rules:GAME"', 'rules="rules:GAME", search="search:KNOWLEDGE"'
    )
    searcher = SEARCH.format(fault=does)
    installed(f"{fault}_{command}_game", plugin=searched, search=searcher)
    assert main([command, NAME, *more]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(expected)
    assert captured.err.count("\n") == 1


def answered(start):
    """Return the last answer of a process that searches from *start*."""
    with contextlib.closing(Engine()) as engine:
        asked = engine.ask(start, (), Limits(nodes=9, time_s=0.1))
        while (answer := asked.answer()) is None or not getattr(answer, "is_final", True):
            time.sleep(0.002)
        return answer


def test_what_one_prints_does_not_come_between_what_programs_read(installed):
    installed(
        "noisy_game",
        plugin=f"print('loaded')\n{PLUGIN}",
        rules=RULES.replace(
            "    def begin(self):\n", "    def begin(self):\n        print('noise')\n"
        ),
    )

    def run(*words, asked=""):
        command = [sys.executable, "-P", "-m", "companion.cli", *words]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
        assert "loaded" in done.stderr and "noise" in done.stderr
        return done.stdout

    assert len(json.loads(run("moves", NAME, "--json"))["moves"]) == 9
    output = run("engine", NAME, asked="isready\nquery moves\nisready\nquit\n")
    assert [line.split()[0] for line in output.splitlines()] == ["readyok", "response", "readyok"]
    output = run(
        "match", NAME, "--a", "9", "--b", "random", "--games", "2", "--jobs", "2", "--json"
    )
    assert json.loads(output)["game"] == NAME
    # The process that searches has an output of its own.
    assert isinstance(answered(companion.plugins.find_game(NAME).initial()), Result)


def test_a_hint_waits_for_no_other_game_that_hangs(installed):
    installed("three_in_a_row")
    start = companion.plugins.find_game(NAME).initial()
    installed("hanging_game", plugin="while True: pass")
    installed("stuck_game", plugin="while True: pass")
    assert isinstance(answered(start), Result)


def test_doctor_tells_what_is_installed_and_what_is_left_out(installed):
    from companion.commands.doctor import check_games

    installed("good_game")
    installed("bad_game", plugin="1 / 0")
    codes = [finding.code for finding in check_games()]
    assert codes == ["games-installed", "game-left-out"]


def test_about_tells_who_made_it_and_why_another_is_left_out(tmp_path, installed):
    installed("told_game")
    installed("worse_game", plugin="1 / 0")
    with Sitting(tmp_path / "state") as sitting:
        sitting.tap("Settings")
        sitting.tap("About this program")
        assert sitting.scene.entries() == ("Board Companion", TITLE, "worse-game")
        sitting.choose(TITLE)
        assert "Made by: A. Maker\nLicense: MIT" in sitting.scene.chosen().line
        assert sitting.scene.name == "about"


def test_a_start_with_an_unfinished_game_waits_for_none_of_them(tmp_path, monkeypatch):
    with Sitting(tmp_path / "state") as sitting:
        sitting.play("alquerque")
        sitting.move("c2-c3")

    def wait():
        raise AssertionError("looked for games from outside")

    monkeypatch.setattr(companion.plugins, "outside", wait)
    monkeypatch.setattr("companion.ui.scenes.start.is_known", lambda: False)
    with Sitting(tmp_path / "state") as sitting:
        assert sitting.scene.entries()[0] == "Resume"
        sitting.tap("Resume")
        assert sitting.plies == ["c2-c3"]
