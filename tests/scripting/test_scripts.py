"""Whole games by script: the real program, its devices simulated.

Most run in this process, to save the start.  Those that are killed, what resumes them and
the demonstration run in processes of their own.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.plugins import GAMES
from companion.ports import ButtonName
from companion.scripting.script import read_script
from companion.ui.panels.panels import move_lines
from companion.ui.panels.tray import Tray
from companion.ui.play.scene import PlayScene
from companion.ui.stage import Stage
from companion.ui.widgets.pen import Pen
from companion.words.table import MOST_BANNER_CHARACTERS
from tests.sitting import UNSEEN, nobody_looking
from tests.ui.mixing_scenes import BEFORE_PLACING, THREE_SIZES
from tests.words.notation import is_notation, is_said

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "sim" / "scripts"
LIMIT_S = 120
"""Far more than any script takes, so that only a program that hangs is ended by it."""

FIRST_PART = "mini-quincala.txt"
SECOND_PART = "mini-quincala-resumed.txt"
PROGRAM_KILLED = "program-killed.txt"
PROGRAM_RESUMED = "program-resumed.txt"
PARTS = {FIRST_PART, SECOND_PART, PROGRAM_KILLED, PROGRAM_RESUMED}
WHOLE = sorted({path.name for path in SCRIPTS.glob("*.txt")} - PARTS)
PICTURES = {"demo.txt": 10, "hints.txt": 3, "pictures.txt": 11, "quincy-2.txt": 3}
"""Scripts that take pictures, with how many."""

BLIND = "blind-"
"""How the scripts are called that are played by ear; ``docs/by-ear`` keeps what is heard."""

LONG = {"blind-mixing.txt", "mixing-4.txt", "mixing-5.txt"}
"""Scripts that are among the longest, of a game that others play as well: the last of them
to the same end in another language."""

PLAYERS = "players with commas between (names of 1 to 20 characters, 'person' or 'phone')"

RESULTS = {
    "alquerque-huffing.txt": "result: Black wins (no-pieces)",
    "blind-alquerque.txt": "result: Black wins (no-pieces)",
    "blind-knocking.txt": "result: White wins (all-sizes-knocked)",
    "blind-mixing.txt": "result: Black wins (all-sizes-mixed)",
    "blind-querni.txt": "result: Blue wins (all-removed)",
    "blind-quincy.txt": "result: Yellow wins (two-lines)",
    "buttons-only.txt": "result: Black wins (resigned)",
    "demo.txt": "result: White wins (no-pieces)",
    "hints.txt": "result: Black wins (resigned)",
    "mixing-3.txt": "result: Black wins (all-sizes-mixed)",
    "mixing-4.txt": "result: Black wins (all-sizes-mixed)",
    "mixing-5.txt": "result: White wins (all-sizes-mixed)",
    "program.txt": "result: Black wins (resigned)",
    "program-buttons.txt": "result: Black wins (resigned)",
    "querni.txt": "result: Blue wins (all-removed)",
    "quincy-2.txt": "result: Blue wins (two-lines)",
    "quincy-4.txt": "result: Yellow wins (two-lines)",
    "quincy-physical.txt": "result: draw (agreed)",
}
"""Scripts that play one game to its end, with how it ends."""


@pytest.fixture
def home(tmp_path):
    """An environment with neither a screen nor files of anybody's own."""
    environment = dict(os.environ)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "STATE_DIRECTORY"):
        environment.pop(name, None)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"):
        folder = tmp_path / name.lower()
        folder.mkdir(mode=0o700)
        environment[name] = str(folder)
    return environment


@pytest.fixture
def companion(home):
    """Runs the program with some words on its command line and returns how it went."""

    def run(*words, **changes):
        return subprocess.run(
            [sys.executable, "-m", "companion.cli", *map(str, words)],
            env={**home, **changes}, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT_S,
            check=False,
        )  # fmt: skip

    return run


@pytest.fixture
def play_file(home, monkeypatch):
    """Runs a script in this process and returns the exit status."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "TMPDIR"):
        monkeypatch.setenv(name, home[name])
    return lambda path, *words: main(["sim", "--script", str(path), *map(str, words)])


@pytest.fixture
def play(play_file, tmp_path, capsys):
    """Runs a script given as text; returns the exit status and what standard error got."""

    def play(text, *words):
        path = tmp_path / "game.txt"
        path.write_text(text, encoding="utf-8")
        status = play_file(path, *words)
        printed = capsys.readouterr()
        assert printed.out == ""
        return status, printed.err.replace(str(path), "game.txt")

    return play


@pytest.fixture
def spoken(monkeypatch, name):
    """
    Collects all that is written on each play screen, with the moves that it could have named.

    Only the list of moves may have notation.  Pixels are painted where they are kept.
    """
    clip = None if name in PICTURES else UNSEEN
    said, written, draw = set(), set(), Stage.draw

    def noted(write):
        def note(pen, text, *places, **looks):
            written.add(text)
            return write(pen, text, *places, **looks)

        return note

    def listen(stage, surface, now_s):
        written.clear()
        surface.set_clip(clip)
        draw(stage, surface, now_s)
        scene = stage.scene
        if isinstance(scene, PlayScene) and scene.moves is None:
            match, hinted = scene.match, scene.hint.result
            moves = {ply.move.text for ply in match.plies[-4:]}
            moves |= {match.half.move.text} if match.half.move else set()
            moves |= {move.text for move in hinted.line} if hinted is not None else set()
            assert len(scene.show().banner.text) <= MOST_BANNER_CHARACTERS
            listed = {text for line in move_lines(match) for text in line.texts}
            for text in {scene.show().banner.text, scene.show().note} | (written - listed):
                said.add((text, frozenset(moves), match.position.board))

    monkeypatch.setattr(Pen, "text", noted(Pen.text))
    monkeypatch.setattr(Pen, "paragraph", noted(Pen.paragraph))
    monkeypatch.setattr(Stage, "draw", listen)
    return said


def records(state):
    return sorted((state / "records").glob("*.txt"))


# The scripts that are shipped


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in WHOLE],
)
def test_a_script_plays_to_its_end_and_its_record_can_be_read_back(
    play_file, tmp_path, capfd, spoken, name
):
    shots, state = tmp_path / "shots", tmp_path / "state"
    words = ["--heard", tmp_path / name] if name.startswith(BLIND) else []
    status = play_file(SCRIPTS / name, "--state", state, "--shots", shots, *words)
    assert (status, *capfd.readouterr()) == (0, "", "")
    for sentence, moves, board in spoken:
        named = [text for text in moves if is_notation(text, board) and is_said(text, sentence)]
        assert named == [], sentence
    if words:
        kept = ROOT / "docs" / "by-ear" / name.removeprefix(BLIND)
        heard = (tmp_path / name).read_text(encoding="utf-8")
        assert heard == kept.read_text(encoding="utf-8"), "read what has changed: make by-ear"
    pictures = list(shots.glob("*.png"))
    assert len(pictures) == PICTURES.get(name, 0)
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)
    if name in RESULTS:
        [record] = records(state)
        status = main(["replay", "--final", str(record)])
        result = capfd.readouterr().out.splitlines()[-1]
        assert (status, result) == (0, RESULTS[name])


@pytest.mark.parametrize("name", [name for name in WHOLE if name.startswith("blind-")])
def test_a_blind_game_is_played_by_buttons_and_ears_alone(name):
    steps = read_script(SCRIPTS / name)
    done = {step.command for step in steps} - {"hear", "game", "wait"}
    assert done <= {"press", "hold", "down", "up", "seek", "expect"}
    assert {step.words[0] for step in steps if step.command == "expect"} == {"said"}
    pressed = {step.words[0] for step in steps if step.command in ("press", "hold", "down", "up")}
    assert pressed <= {button.value for button in ButtonName}


def test_there_is_a_blind_game_of_each_game():
    blind = [name for name in WHOLE if name.startswith("blind-")]
    steps = [step for name in blind for step in read_script(SCRIPTS / name)]
    begun = {step.words[0] for step in steps if step.command == "game"}
    sought = {step.words[0].strip(".").lower() for step in steps if step.command == "seek"}
    assert begun | (sought & set(GAMES)) == set(GAMES)


def test_a_game_is_killed_and_resumed_and_its_record_read_back(companion, tmp_path, capsys):
    state = tmp_path / "state"
    killed = companion("sim", "--script", SCRIPTS / FIRST_PART, "--state", state)
    assert (killed.returncode, killed.stderr) == (-signal.SIGKILL, "")
    assert records(state) == []
    resumed = companion("sim", "--script", SCRIPTS / SECOND_PART, "--state", state)
    assert (resumed.returncode, resumed.stderr) == (0, "")
    [record] = records(state)
    assert main(["replay", str(record)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4] == "5. White c2-d3-d4"
    assert lines[19] == "20. Black g6xf5"
    assert lines[21:] == ["result: Black wins (all-sizes-knocked)"]


def test_a_game_against_the_program_is_killed_and_resumed_in_the_programs_turn(
    companion, tmp_path
):
    state = tmp_path / "state"
    killed = companion("sim", "--script", SCRIPTS / PROGRAM_KILLED, "--state", state)
    assert (killed.returncode, killed.stderr) == (-signal.SIGKILL, "")
    resumed = companion("sim", "--script", SCRIPTS / PROGRAM_RESUMED, "--state", state)
    assert (resumed.returncode, resumed.stderr) == (0, "")
    [record] = records(state)
    assert "Players: person, program level 4\n" in record.read_text(encoding="utf-8")


def test_the_example_of_the_documentation_is_true(play):
    text = (ROOT / "docs" / "scripts.md").read_text(encoding="utf-8")
    example = text.split("## An example\n")[1].split("\n## ")[0]
    assert "expect lamps" in example
    assert play(example) == (0, "")


# What is not as expected, cannot be done, or cannot be read


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('expect banner "Black"', "expected a banner with 'Black', got \"White's turn: "),
        ('expect note "no"', "expected a note with 'no', got "),
        ('expect list "Resume"', "expected an entry 'Resume', got []"),
        ("expect scene start", "expected the scene 'start', got 'play'"),
        ("expect side black", "expected black to move, got 'white'"),
        ("expect piece b1 3w1b", "expected 3w1b on b1, got '3w'"),
        ("expect piece e5 1w", "expected 1w on e5, got 'none'"),
        ("expect lamp b1 target", "expected lamp b1 target, got 'movable'"),
        ("expect lamp b1 off", "expected lamp b1 off, got 'movable'"),
        ("expect lamp e5 movable", "expected lamp e5 movable, got 'off'"),
        ('expect lamps ""', "expected lamps '', got {'a2': 'movable', "),
        ("expect moves 1", "expected 1 plies, got []"),
        ('expect moves "b1-c1"', "expected the last plies 'b1-c1', got []"),
        ('expect result "white"', "expected a result with 'white', got 'none'"),
        ('expect record "White"', "expected a newest record with 'White', got ''"),
        ("expect link lost", "expected the link lost, got "),
    ],
)
def test_what_is_not_as_expected_ends_with_1_and_one_line(play, monkeypatch, line, problem):
    if "link" in line:
        monkeypatch.setattr("companion.scripting.fingers.LINK_TIMEOUT_S", 0.1)
    status, error = play(f"game quincala-knocking\n{line}\nexpect moves 9\n")
    assert status == 1
    assert error.startswith(f"companion: game.txt:2: {problem}")
    assert error.count("\n") == 1


def test_one_lamp_too_many_and_one_too_few_are_told(play):
    status, error = play('game alquerque\nexpect lamps "movable:b2,c2,d2 capture:e5 target:d3"\n')
    assert status == 1
    assert error.endswith("got {'d3': 'movable', 'e5': 'off'}\n")


def test_lamps_that_stand_still_are_read_as_those_that_blink(play):
    chosen = "game alquerque\ntouch c2\nwait 15\n"
    status, error = play(f'{chosen}expect lamps "selected:c2 target:c3"\n')
    assert (status, error) == (0, "")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("touch z9", "1: expected a board on screen, got the scene 'start'"),
        ("expect moves 0", "1: expected a board on screen, got the scene 'start'"),
        ('tap "Old game"', "1: expected something to tap (New game, "),
        ("game chess", f"1: expected a game ({', '.join(GAMES)}), got 'chess'"),
        ("game alquerque seed=-1", "1: expected a seed, got '-1'"),
        ("game alquerque names=Anna", f"1: expected 2 {PLAYERS}, got 'Anna'"),
        ("game alquerque names=", f"1: expected 2 {PLAYERS}, got ''"),
        ("game alquerque names=Anna,Ben,", f"1: expected 2 {PLAYERS}, got 'Anna,Ben,'"),
        ("game quincy players=4 names=A,B", f"1: expected 4 {PLAYERS}, got 'A,B'"),
        (f"game querni names=A,{'B' * 21}", f"1: expected 2 {PLAYERS}, got 'A,{'B' * 21}'"),
        ('game querni names="A,program level 3"', f"1: expected 2 {PLAYERS}, got 'A,program"),
        ("game alquerque huffing=yes", "1: expected option huffing as off or on, got 'yes'"),
        ("press red", "1: expected a button (back, next, hint, confirm), got 'red'"),
        ("key anykey", "1: expected the name of a key, got 'anykey'"),
        ("wait inf", "1: expected 0 to 3600 seconds, got 'inf'"),
        ("wait long", "1: expected 0 to 3600 seconds, got 'long'"),
        ("resize 800", "1: expected a size such as 800x480, got '800'"),
        ("resize 0x0", "1: expected a size such as 800x480, got '0x0'"),
        ("game alquerque\ntouch z9", "2: expected a dot of board alquerque, got 'z9'"),
        ("game alquerque\nexpect piece z9 none", "2: expected a dot of board alquerque, got 'z9'"),
        ("game alquerque\nexpect lamp z9 off", "2: expected a dot of board alquerque, got 'z9'"),
        ('game alquerque\nmove "a1-a2"', "2: expected a legal touch, got a1: "),
        ('game alquerque\nmove "one"', "2: expected a move such as c2-c3, "),
        ('game alquerque\nmove "c2-c3" feet', "2: expected touch or buttons, got 'feet'"),
    ],
)
def test_a_step_that_cannot_be_done_ends_with_2_and_one_line(play, lines, problem):
    status, error = play(f"{lines}\n")
    assert status == 2
    assert error.startswith(f"companion: game.txt:{problem}")
    assert error.count("\n") == 1


def test_what_is_nowhere_to_be_touched_is_told_with_its_line(play, monkeypatch):
    monkeypatch.setattr(Tray, "token_place", lambda *_: None)
    plies = THREE_SIZES[: BEFORE_PLACING + 1]
    lines = ["game quincala-mixing sizes=3", *(f'move "{ply}"' for ply in plies)]
    with nobody_looking():
        status, error = play("\n".join(lines) + "\n")
    assert status == 2
    assert error.startswith(
        f"companion: game.txt:{len(lines)}: expected Black's 1 in the tray, got it nowhere\n"
    )


def test_a_move_that_was_not_played_is_told(play):
    status, error = play('game alquerque\nmove "d2-c3"\npress back\nmove "d4xd2"\n')
    assert status == 1
    assert "game.txt:4: expected d4xd2 to be played, got " in error


def test_a_malformed_script_does_nothing_and_ends_with_2(play, tmp_path):
    status, error = play("shot before\ngame alquerque\nhop c3\n", "--shots", tmp_path / "shots")
    assert status == 2
    assert error.startswith("companion: game.txt:3: expected a command (")
    assert error.count("\n") == 1
    assert not (tmp_path / "shots").exists()


def test_a_script_that_is_not_there_ends_with_2(capsys, tmp_path):
    assert main(["sim", "--script", str(tmp_path / "none.txt")]) == 2
    error = capsys.readouterr().err
    assert "expected a readable script" in error
    assert error.count("\n") == 1


def test_pictures_that_cannot_be_written_are_told(play, tmp_path):
    (tmp_path / "file").touch()
    status, error = play("shot start\n", "--shots", tmp_path / "file")
    assert status == 2
    assert "game.txt:1: expected to write " in error
    assert "Errno" not in error


def test_a_pipe_in_the_place_of_a_picture_stops_nobody(play, tmp_path):
    os.mkfifo(tmp_path / "start.png")
    status, error = play("shot start\n", "--shots", tmp_path)
    assert status == 2
    assert "No such device or address" in error


def test_a_script_leaves_the_games_of_the_table_alone(play, home):
    assert play('game alquerque\nmove "c2-c3"\n') == (0, "")
    assert list(Path(home["XDG_STATE_HOME"]).iterdir()) == []


# Without a screen

NO_SCREEN = [
    pytest.param({"SDL_VIDEODRIVER": "x11"}, id="no X server"),
    # With a graphics card SDL could draw on the console.
    *([] if Path("/dev/dri").exists() else [pytest.param({}, id="nothing")]),
]


@pytest.mark.parametrize("changes", NO_SCREEN)
def test_unattended_it_ends_in_one_line_so_that_it_is_started_again(companion, tmp_path, changes):
    done = companion("play", "--unattended", "--state", tmp_path / "own", **changes)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = [line for line in done.stderr.splitlines() if line.startswith("companion: ")]
    assert line.startswith("companion: expected a display, got none: ")


def test_without_a_screen_a_demonstration_is_played_and_told(companion, tmp_path, capsys):
    own = tmp_path / "own"
    # Whichever way there is none: the test above tries all of them.
    done = companion("play", "--state", own, SDL_VIDEODRIVER="x11")
    assert done.returncode == 0
    # SDL and its libraries may complain as well.
    [line] = [line for line in done.stderr.splitlines() if line.startswith("companion: ")]
    assert line.startswith("companion: expected a display, got none: ")
    assert line.endswith("playing a demonstration game without a screen")
    record, _, last = done.stdout.rpartition("pictures: ")
    assert record.startswith("Board Companion record 1\nGame: alquerque\n")
    assert record.endswith("25. White c1xe3xc3xa3xa5xc5\n")
    pictures = sorted(path.name for path in Path(last.strip()).iterdir())
    assert pictures[0] == "01-start.png"
    assert len(pictures) == PICTURES["demo.txt"]
    assert records(own) == []
    copy = tmp_path / "copy.txt"
    copy.write_text(record, encoding="utf-8")
    assert main(["replay", "--final", str(copy)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "result: White wins (no-pieces)"


def test_a_script_can_have_a_seat_at_a_phone(play):
    steps = ('game alquerque names=phone,person', 'expect scene "phones of seats"', "press back",
             "expect scene phone", "hold back", 'tap "Phones"', 'tap "Play them at the table"',
             "expect scene play", "move c2-c3", "expect side black")  # fmt: skip
    assert play("".join(f"{step}\n" for step in steps)) == (0, "")
