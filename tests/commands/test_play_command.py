"""``companion play GAME``: a real process on SDL's dummy display, and what it begins."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from companion.cli import main, make_parser
from companion.clock import clock_text
from companion.commands.play import opening_of
from companion.match.seats import PERSON, program_at
from companion.ui import destinations as to
from tests.sitting import Sitting

LIMIT_S = 30


def started(folder, *words):
    """The header of the journal of the game that a program begins, which is then ended."""
    command = [sys.executable, "-m", "companion.cli", *words, "--state", str(folder)]
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    journal = folder / "current.journal"
    before = journal.read_bytes() if journal.exists() else b""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment)
    try:
        until_s = time.monotonic() + LIMIT_S
        while time.monotonic() < until_s and process.poll() is None:
            data = journal.read_bytes() if journal.exists() else b""
            if data != before and data.endswith(b"\n"):
                break
            time.sleep(0.05)
        assert process.poll() is None, process.stderr.read()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=LIMIT_S)
    return json.loads(data.splitlines()[0].partition(b" ")[2])


@pytest.mark.parametrize("command", [["play", "--backend", "sim"], ["sim"]])
def test_a_game_begins_at_once_as_it_is_asked_for(tmp_path, command):
    # The computer's moves are on screen alone, so that there is no table to set up.
    config = tmp_path / "config.toml"
    config.write_text('[play]\nprogram_moves = "fast"\n', encoding="utf-8")
    words = ["alquerque", "--option", "preset=bell", "--seed", "5", "--players", "you,computer:3"]
    header = started(tmp_path / "state", *command, *words, "--config", str(config))
    assert header["game"] == "alquerque"
    assert header["options"]["compulsory"] is True
    assert (header["seed"], header["players"]) == (5, ["person", "program level 3"])


def test_the_table_is_set_up_first_and_an_unfinished_game_kept_as_a_record(tmp_path):
    with Sitting(tmp_path) as sitting:
        sitting.play("querni", seed=1)
        sitting.move(sitting.match.position.legal_moves()[0].text)
        opening("querni", "--seed", "2").begin(sitting.program)
        assert sitting.scene.name == "set up"
        # A press means what is on screen when it comes.
        sitting.ticks(1)
        sitting.press("confirm")
        assert sitting.scene.name == "play"
        assert (sitting.match.header.seed, sitting.plies) == (2, [])
    (record,) = (tmp_path / "records").glob("*.txt")
    assert "Result: unfinished" in record.read_text()


def opening(*words):
    return opening_of(make_parser().parse_args(["play", *words]))


@pytest.mark.parametrize(
    ("words", "players"),
    [
        (["alquerque", "--players", "persons"], (PERSON, PERSON)),
        (["alquerque", "--players", "you,computer:3"], (PERSON, program_at(3))),
        (["alquerque", "--players", "level:8, person"], (program_at(8), PERSON)),
        (
            ["quincy", "--option", "players=4", "--players", "you,computer:1"],
            (PERSON, program_at(1)) * 2,
        ),
        (
            ["quincy", "--option", "players=4", "--players", "you,you,computer:1,you"],
            (PERSON, PERSON, program_at(1), PERSON),
        ),
        (["quincy", "--option", "players=4", "--players", "persons"], (PERSON,) * 4),
        (["alquerque"], None),
        (["alquerque", "--names", "Anna, Ben"], ("Anna", "Ben")),
        (
            ["alquerque", "--players", "computer:3,you", "--names", "Anna"],
            (program_at(3), "Anna"),
        ),
        (
            ["quincy", "--option", "players=4", "--names", "Anna,Ben"],
            ("Anna", "Ben", "Anna", "Ben"),
        ),
        (
            ["quincy", "--option", "players=4", "--names", "Anna,Ben,Cleo,Dan"],
            ("Anna", "Ben", "Cleo", "Dan"),
        ),
        (
            ["quincy", "--option", "players=4", "--players", "you,computer:1", "--names", "A,B"],
            ("A", program_at(1), "B", program_at(1)),
        ),
    ],
)
def test_players_are_named_as_the_screen_calls_them(words, players):
    assert opening(*words).players == players


def test_a_clock_is_named_for_both_sides_or_for_each():
    assert clock_text(opening("alquerque", "--clock", "10m+5s,5m").clock) == "10m+5s,5m"
    assert opening("alquerque", "--clock", "off").clock is None
    assert opening("alquerque").clock is None


def test_without_a_game_nothing_begins():
    assert opening() is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "alquerqe"], "did you mean 'alquerque'?"),
        (["play", "--seed", "3"], "expected a game with --option, --seed, --players"),
        (["play", "--players", "persons"], "expected a game with"),
        (["play", "--clock", "10m"], "expected a game with"),
        (["play", "alquerque", "--clock", "0"], "gives some time, got '0'"),
        (["play", "alquerque", "--clock", "100h"], "at most 10 hours"),
        (["play", "alquerque", "--clock", "ten"], "expected a clock such as 10m, 10m+5s"),
        (["sim", "--option", "preset=bell"], "expected a game with"),
        (["play", "alquerque", "--option", "forward=up"], "'up'"),
        (["play", "alquerque", "--seed", "x"], "'x'"),
        (["play", "alquerque", "--players", "you"], "for 2 seats, got 1 in 'you'"),
        (["play", "alquerque", "--players", "you,you,you"], "for 2 seats, got 3"),
        (["play", "alquerque", "--players", "you,him"], "got 'him'"),
        (["play", "--names", "Anna,Ben"], "expected a game with"),
        (["play", "alquerque", "--names", "Anna"], "for 2 persons, got 1"),
        (
            ["play", "alquerque", "--names", "Anna,"],
            "expected names of 1 to 20 letters, other than 'person', 'program level' and '#', "
            "got ''",
        ),
        (["play", "alquerque", "--names", "person,Ben"], "other than 'person'"),
        (["play", "alquerque", "--names", "Anna," + "b" * 21], "1 to 20 letters"),
        (["play", "alquerque", "--players", "computer:1,you", "--names", "A,B"], "for 1 person,"),
        (["play", "alquerque", "--players", ""], "computer:1 to computer:8, got ''"),
        (["play", "alquerque", "--players", "you,computer:9"], "got 'computer:9'"),
        (["play", "alquerque", "--players", "you,computer"], "got 'computer'"),
        (
            ["play", "quincy", "--option", "dominoes=physical", "--players", "you,computer:1"],
            "got 'physical'",
        ),
        (["sim", "alquerque", "--script", "sim/scripts/demo.txt"], "expected --script or a game"),
    ],
)
def test_what_cannot_begin_is_one_line_and_status_2(capsys, tmp_path, words, said):
    assert main([*words, "--state", str(tmp_path)]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and said in error


def test_a_configuration_that_is_refused_again_and_again_is_no_crash(
    capsys, tmp_path, monkeypatch
):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (tmp_path / "bad.toml").write_text("[screen]\nwidth = 3\n", encoding="utf-8")
    words = ["sim", "--config", str(tmp_path / "bad.toml"), "--state", str(tmp_path / "state")]
    for _ in range(4):
        assert main(words) == 2
        assert not (tmp_path / "state" / "starts").exists()
    assert "screen.width" in capsys.readouterr().err


def test_who_asked_for_a_game_gets_no_demonstration(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-such")
    assert main(["play", "alquerque", "--backend", "sim", "--state", str(tmp_path)]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and "expected a display" in error


def test_who_was_named_plays_and_wins_by_that_name(tmp_path):
    with Sitting(tmp_path) as sitting:
        opening("alquerque", "--names", "Anna,Ben").begin(sitting.program)
        sitting.ticks(1)
        sitting.press("confirm")
        assert sitting.match.header.players == ("Anna", "Ben")
        match = sitting.match
        match.resign(0)
        while match.question is not None:
            match.answer(True, match.stamp)
        sitting.stage.go(to.GameOver(match))
        sitting.ticks(2)
        assert sitting.scene.show().banner.text == "Ben won"
