"""The command line: what it prints, and that every error is one line and status 2."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main, make_parser
from companion.commands import text as text_commands
from companion.contract import option_text
from companion.plugins import GAMES
from companion.words.game_words import game_line, words_of
from tests.tall_towers import TALL

ROOT = Path(__file__).parents[1]
START = "bbbbb/bbbbb/bb.ww/wwwww/wwwww w"
SMALL = """
name = "small"
note = "for tests"
rows = ["ooo", "ooo", "ooo"]
lines = "alquerque"
[setups.start.white]
1 = ["a1", "b1"]
[setups.start.black]
1 = ["a3", "b3"]
"""


@pytest.fixture
def run(capsys):
    """Runs the command line and returns what it prints, which must not be an error."""

    def run(*words):
        assert main(words) == 0, capsys.readouterr().err
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return run


@pytest.fixture
def fail(capsys):
    """Runs the command line and returns its complaint, which must be one line and status 2."""

    def fail(*words):
        assert main(words) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("companion: ")
        assert printed.err.count("\n") == 1
        return printed.err

    return fail


# What is printed


def test_games_lists_options_values_defaults_and_presets(run):
    text = run("games")
    assert text.splitlines()[0] == "quincala-knocking"
    assert "  option forward: off or on or captures-free (default off)\n" in text
    assert "  option huffing: off or on (default off, needs compulsory=on)\n" in text
    assert "  option quiet_limit: 0 to 500 (default 50)\n" in text
    assert "  preset=bell: compulsory=on forward=on huffing=off no_return=off\n" in text
    assert "R. C. Bell" in text


def test_games_explains_each_game_option_value_and_preset(run):
    text = run("games")
    for game in GAMES.values():
        words = words_of(game.name).options
        assert f"\n  {game_line(game.name)}\n" in text
        for spec in game.option_specs:
            assert f"\n    {words.line(spec.name)}\n" in text
            for value in () if isinstance(spec.values, range) else spec.values:
                line = f"{option_text(value)}: {words.value_line(spec.name, value)}"
                assert f"\n    {line}\n" in text
        assert all(f"\n    {words.preset_line(name)}\n" in text for name in game.presets)


def test_games_lists_one_game(run):
    assert "quincala" not in run("games", "alquerque")


def test_moves_are_printed_one_a_line(run):
    assert run("moves", "alquerque") == "b2-c3\nc2-c3\nd2-c3\nd3-c3\n"


def test_of_more_moves_than_anybody_reads_some_are_printed(capsys):
    words = ("moves", "quincala-mixing", "--position", TALL)
    assert main(words) == 0
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 20_000
    assert printed.err == "more than 20,000 moves; --all lists them\n"


def test_all_moves_are_printed_where_that_is_asked_for(run, monkeypatch):
    monkeypatch.setattr(text_commands, "MOST_LISTED", 3)
    assert run("moves", "alquerque", "--all") == "b2-c3\nc2-c3\nd2-c3\nd3-c3\n"


def test_moves_are_played_first(run):
    assert "c1xc3" in run("moves", "alquerque", "--moves", "c2-c3 c4xc2").splitlines()


def test_options_and_presets_are_taken(run):
    counted = run("perft", "alquerque", "--option", "preset=bell", "--depth", "6")
    assert counted == "76\n"
    both = ("--option", "preset=bell", "--option", "forward=off")
    assert run("perft", "alquerque", *both, "--depth", "6") == "107\n"


def test_divide_ends_with_the_count_alone(run):
    lines = run("perft", "alquerque", "--depth", "3", "--divide").splitlines()
    assert lines[0].startswith("b2-c3: ")
    assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == 33
    assert lines[-1] == "33"


@pytest.mark.parametrize("words", [("--divide",), ()])
def test_depth_zero_counts_one(run, words):
    assert run("perft", "alquerque", "--depth", "0", *words) == "1\n"


def test_divide_of_a_finished_game_is_zero(run):
    over = ("--position", "...../...../...../...../w.... b")
    assert run("perft", "alquerque", *over, "--depth", "2", "--divide") == "0\n"
    assert run("moves", "alquerque", *over) == ""


def test_show_prints_the_position(run):
    assert run("show", "alquerque") == START + "\n"
    shown = run("show", "alquerque", "--option", "quiet_limit=9", "--moves", "c2-c3").strip()
    assert shown == "bbbbb/bbbbb/bbwww/ww.ww/wwwww b quiet=1 quiet_limit=9"
    assert run("show", "alquerque", "--position", shown).strip() == shown


def test_show_tells_no_hidden_hand_unless_asked_to(run):
    rows = "/".join(["........."] * 9)
    assert run("show", "quincy", "--seed", "7") == f"{rows} 1 hands=5/5\n"
    moves = ("--seed", "7", "--moves", run("moves", "quincy", "--seed", "7").splitlines()[0])
    output = run("show", "quincy", *moves)
    assert "hands=5/5 out=" in output
    assert "pile=" not in output
    whole = run("show", "quincy", *moves, "--all-hands").strip()
    assert "pile=" in whole
    assert run("show", "quincy", "--position", whole, "--all-hands").strip() == whole
    assert run("show", "quincy", "--position", whole) == output


def test_moves_go_on_from_a_position_text(run):
    assert "b quiet=1" in run("show", "alquerque", "--position", START, "--moves", "c2-c3")


def test_a_huff_has_a_colon_among_the_moves(run):
    huffable = "b..../.b.../w..../...../w.... b compulsory=on huffing=on offenders=a3"
    shown = run("show", "alquerque", "--position", huffable, "--moves", "huff:a3 a5-a4")
    assert shown.split()[0] == "...../bb.../...../...../w...."
    assert "huff a3\n" in run("moves", "alquerque", "--position", huffable)


def test_the_seed_tosses_the_coin(run):
    sides = {
        run("show", "alquerque", "--option", "starts=coin", "--seed", str(seed)).split()[1]
        for seed in range(8)
    }
    assert sides == {"w", "b"}


def test_a_board_file_replaces_the_shipped_board(run, tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    assert run("show", "alquerque", "--board", str(file)) == "bb./.../ww. w\n"
    text = ("--position", ".b./.../w.. w")
    assert run("show", "alquerque", "--board", str(file), *text) == ".b./.../w.. w\n"


def test_show_draws_the_position(run, tmp_path):
    file = tmp_path / "start.png"
    assert run("show", "alquerque", "--png", str(file)) == START + "\n"
    assert file.read_bytes().startswith(b"\x89PNG\r\n")


def test_a_picture_that_cannot_be_written_is_refused(fail, tmp_path):
    assert "start.png" in fail("show", "alquerque", "--png", str(tmp_path / "no" / "start.png"))


def test_what_the_system_refuses_is_told_without_its_number(fail, tmp_path):
    place = str(tmp_path / "none")
    for words in (
        ["sim", "--script", place],
        ["tablebase", "check", place],
        ["show", "alquerque", "--board", place],
    ):
        assert fail(*words).endswith(f", got {place!r}: No such file or directory\n")


def test_a_text_that_is_not_utf8_is_told_with_its_first_wrong_byte(fail, tmp_path):
    file = tmp_path / "text"
    file.write_bytes(b"ab\xff")
    for words in (["sim", "--script"], ["board", "check"]):
        assert fail(*words, str(file)).endswith(f", got {str(file)!r}: byte 0xff is not UTF-8\n")


def test_version_and_help(run):
    assert run("--version").startswith("companion ")
    assert "perft" in run("--help")
    assert "--divide" in run("perft", "--help")


# Errors


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plau"], "'plau'"),
        (["games", "chess"], "'chess'"),
        (["moves"], "GAME"),
        (["moves", "chess"], ", ".join(GAMES)),
        (["moves", "alquerque", "extra"], "extra"),
        (["moves", "alquerque", "--mov", "c2-c3"], "--mov"),
        (["moves", "alquerque", "--seed"], "--seed"),
        (["moves", "alquerque", "--seed", "-1"], "--seed"),
        (["moves", "alquerque", "--seed", "x"], "'x'"),
        (["moves", "alquerque", "--seed", str(2**63)], str(2**63)),
        (["moves", "alquerque", "--seed", "9" * 9999], "0 to"),
        (["moves", "alquerque", "--option", "forward"], "'forward'"),
        (["moves", "alquerque", "--option", "forward=up"], "'up'"),
        (["moves", "alquerque", "--option", "sideways=on"], "'sideways'"),
        (["moves", "alquerque", "--option", "preset=chess"], "'chess'"),
        (["moves", "alquerque", "--option", "huffing=on"], "compulsory"),
        (["moves", "alquerque", "--option", "forward=on", "--option", "forward=off"], "once"),
        (["moves", "alquerque", "--option", "a\nb"], "'a\\nb'"),
        (["moves", "alquerque", "--moves", "c2-c3 nonsense"], "'nonsense' (move 2)"),
        (
            ["moves", "alquerque", "--moves", "c2-c3,c4xc2"],
            "(move 1); moves are separated by spaces",
        ),
        (["moves", "alquerque", "--moves", "c2-c3 c2-c3"], "'c2-c3' (move 2): "),
        (["moves", "alquerque", "--moves", "c2xc4"], "(move 1)"),
        (["moves", "alquerque", "--position", "nonsense"], "'nonsense'"),
        (["moves", "alquerque", "--position", START, "--seed", "0"], "--seed"),
        (["moves", "alquerque", "--position", START, "--option", "forward=on"], "--option"),
        (["moves", "alquerque", "--board", "/nowhere.toml"], "'/nowhere.toml'"),
        (["moves", "alquerque", "--board", "/"], "'/'"),
        (["perft", "alquerque"], "--depth"),
        (["perft", "alquerque", "--depth", "-1"], "--depth"),
        (["perft", "alquerque", "--depth", "51"], "'51'"),
        (["perft", "alquerque", "--depth", "1.5"], "'1.5'"),
        (["unknown\ncommand"], "'unknown"),
        (["moves", "alquerque", "one\nother"], "one other"),
    ],
)
def test_errors_are_one_line_and_status_two(fail, words, said):
    assert said in fail(*words)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["shw"], "show"),
        (["Games"], "games"),
        (["new_game"], "new-game"),
        (["moves", "alquerqe"], "alquerque"),
        (["moves", "mixing"], "quincala-mixing"),
        (["moves", "alquerque", "--option", "hufing=yes"], "huffing"),
        (["moves", "alquerque", "--option", "forward=capturesfree"], "captures-free"),
        (["moves", "alquerque", "--option", "preset=bel"], "bell"),
        (["moves", "alquerque", "--optoin", "preset=bell"], "--option"),
        (["match", "alquerque", "--a=1", "--b=2", "--game=3"], "--games"),
        (["tablebase", "build", "alquerque", "--peices", "3"], "--pieces"),
        (["--unatended"], "--unattended"),
        (["replay", "sample:quincy-crosing"], "quincy-crossing"),
    ],
)
def test_what_is_mistyped_is_told_what_is_nearest(fail, words, meant):
    assert fail(*words).endswith(f"; did you mean '{meant}'?\n")


@pytest.mark.parametrize(
    "words",
    [
        ["zzz"],
        ["moves", "x" * 100_000],
        ["moves", "qu"],
        ["moves", "alquerque", "--zzz"],
        ["results", "--game", "foo"],
        ["moves", "alquerque", "--option", "zzz=on"],
        ["moves", "alquerque", "--option", "quiet_limit=900"],
    ],
)
def test_what_is_like_nothing_is_told_so(fail, words):
    assert "did you mean" not in fail(*words)


def test_what_follows_two_dashes_or_an_option_is_no_option(fail):
    assert "--mov'" in fail("moves", "--", "--mov")
    assert "(move 1)" in fail("moves", "alquerque", "--moves=--move")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["moves", "alquerque", "--nope\x1b[2J\x07"], "--nope\\x1b[2J\\x07\n"),
        (["moves", "alquerque", "\udcff"], "\\udcff\n"),
        (["moves", "x" * 100_000], "expected a game"),
    ],
)
def test_hostile_words_neither_steer_the_terminal_nor_flood_it(fail, words, said):
    complaint = fail(*words)
    assert said in complaint
    assert len(complaint) <= 1100
    assert complaint.removesuffix("\n").isprintable()


def test_a_pipe_that_nobody_reads_is_refused(fail, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for words in (["show", "alquerque", "--png"], ["print", "alquerque", "--what=drill", "--out"]):
        assert "No such device or address" in fail(*words, str(tmp_path / "pipe"))


def test_an_unlucky_board_is_refused_with_file_key_and_value(fail, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(SMALL.replace('"a3"', '"z9"'))
    complaint = fail("show", "alquerque", "--board", str(file))
    assert "mine.toml: setups.start.black.1" in complaint
    assert "'z9'" in complaint


def test_every_command_sets_what_runs_it():
    assert len(COMMANDS) >= 4
    assert callable(make_parser().parse_args(["games"]).run)


# As a process of its own


def run_companion(*words, **kwargs):
    command = [sys.executable, "-m", "companion.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **kwargs)


def test_errors_leave_the_process_with_status_two_and_no_traceback():
    ended = run_companion("moves", "alquerque", "--moves", "a1-a2")
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        ["moves", "quincala-knocking"],
        ["perft", "alquerque", "--depth", "2"],
        ["show", "alquerque", "--moves", "c2-c3"],
        ["--help"],
        ["moves", "alquerque", "--moves", "a1-a1"],
    ],
)
def test_text_commands_import_no_pygame(words):
    code = (
        "import sys; from companion.cli import main; main(sys.argv[1:]); "
        "print([m for m in ('pygame', 'gpiozero', 'serial') if m in sys.modules])"
    )
    command = [sys.executable, "-c", code, *words]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.stdout.splitlines()[-1] == "[]"


LIKE_DEBIANS = """
import sys, warnings
folder = sys.path.pop(sys.path.index({folder!r}))
del sys.modules["pygame"]
warnings.warn(
    "Your system is avx2 capable but pygame was not built with support for it. The performance"
    " of some of your blits could be adversely affected", RuntimeWarning
)
if "other" in sys.argv[-1]:
    warnings.warn("something else is wrong with pygame", RuntimeWarning)
import pygame
"""
"""Warns as Debian's pygame does when it is imported, then gives way to the installed one."""


@pytest.mark.parametrize(("name", "warning_count"), [("board.png", 0), ("other.png", 1)])
def test_what_pygame_was_built_for_is_kept_back_and_nothing_else(tmp_path, name, warning_count):
    (tmp_path / "pygame.py").write_text(LIKE_DEBIANS.format(folder=str(tmp_path)))
    command = [sys.executable, "-m", "companion.cli", "show", "alquerque", "--png"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    done = subprocess.run(
        [*command, str(tmp_path / name)], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("Warning: ") == warning_count
    assert ("something else is wrong" in done.stderr) == bool(warning_count)
    assert (tmp_path / name).stat().st_size > 1000


# With this variable set Python keeps nothing back that it could complain about at the end.
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def test_a_reader_that_has_gone_away_is_quiet():
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "companion.cli", "moves", "quincala-knocking"]
    ended = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, env=BUFFERED, timeout=60)
    os.close(write)
    assert ended.stderr == b""
    assert ended.returncode == 141


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_what_a_terminal_cannot_show_is_told_otherwise(tmp_path, encoding):
    name = os.fsdecode(bytes(tmp_path) + b"/\xff.pdf")
    ended = run_companion(
        "print", "alquerque", "--what", "drill", "--out", name,
        env={**BUFFERED, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\\udcff.pdf: 1 page\n" in ended.stdout


def test_a_full_disk_under_both_outputs_leaves_the_status():
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "companion.cli", "games"]
        ended = subprocess.run(command, stdout=full, stderr=full, env=BUFFERED, timeout=60)
    assert ended.returncode == 2


@pytest.mark.parametrize("words", ["games", "--version", "--help", "moves --help"])
@pytest.mark.parametrize("complains", [True, False])
def test_what_cannot_be_printed_is_a_failure(words, complains):
    command = f"{shlex.quote(sys.executable)} -m companion.cli {words} >&-"
    command += "" if complains else " 2>&-"
    ended = subprocess.run(command, shell=True, timeout=60, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 2
    wanted = "companion: expected an open standard output, got a closed one\n"
    assert ended.stderr == (wanted if complains else "")


def test_a_full_disk_is_told_in_one_line():
    command = [sys.executable, "-m", "companion.cli", "games"]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, env=BUFFERED, timeout=60
        )
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1


def test_ctrl_c_is_quiet():
    # Counting this deep takes days; the timer presses Ctrl-C in the midst of it, and again
    # where the first press fell into a moment in which Python drops exceptions.
    code = (
        "import signal, sys; from companion.cli import main; "
        "signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT)); "
        "signal.setitimer(signal.ITIMER_REAL, 0.2, 20); sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "perft", "alquerque", "--depth", "40"]
    ended = subprocess.run(command, capture_output=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


def test_caps_of_the_buttons_are_printed_in_a_width_of_ones_own(run, fail, tmp_path):
    out = tmp_path / "caps.pdf"
    assert run("print", "buttons", "--size", "22.5", "--out", str(out)) == f"{out}: 1 page\n"
    assert out.read_bytes().startswith(b"%PDF")
    wrong = fail("print", "buttons", "--pitch", "20", "--out", str(out))
    assert "--pitch with a game only" in wrong
    assert "--size with 'buttons' only" in fail(
        "print", "alquerque", "--what", "board", "--size", "20", "--out", str(out)
    )
    assert "--what board, pieces or drill" in fail("print", "alquerque", "--out", str(out))
    assert "expected 8 to 100 mm" in fail("print", "buttons", "--size", "3", "--out", str(out))
