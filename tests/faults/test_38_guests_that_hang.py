"""38. A game from outside that hangs: left out or closed within 3 s, and nothing else suffers."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from companion.errors import SILENT_S
from companion.plugins.watch import GRACE_S, LOOK_S
from tests.faults.guests import (
    BAD,
    GOOD,
    HANGS,
    by_hand,
    install_both,
    plugin,
    told,
)
from tests.outside_games import RULES

CLOSED_S = SILENT_S + GRACE_S + 2 * LOOK_S
"""The watch gives a game up by then: 3 s."""

SLACK_S = 2
"""What a busy machine may add to that."""

BUSY_S = 12
"""What a start, or the way from one scene to the next, may take on a busy machine."""

IN_TURN = "    def begin(self):\n"
PLAY_GOOD = "New-game Good confirm a1 confirm"
LOOK = """
from companion.ui.board.marks import Look

def ledge(pen, box, half):
    if half.position.cells:
{hang}

LOOK = Look(ledge=ledge)
"""


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    return folder


def after_two_plies(how):
    """Return rules that hang by *how* as the third turn begins."""
    code = HANGS[how].format(indent=" " * 12)
    late = f"        if len(self.cells) > 1:\n            {code}\n"
    return RULES.replace(IN_TURN, f"{IN_TURN}{late}")


def on_screen(how):
    """Return rules that hang by *how* where the loop of the program asks for the pieces."""
    line = "    def pieces(self):\n        return {at: (Piece(side"
    assert line in RULES
    code = HANGS[how].format(indent=" " * 12)
    asked = "threading.current_thread() is threading.main_thread()"
    return "import threading\n" + RULES.replace(
        line, line.replace("\n", f"\n        if {asked}:\n            {code}\n")
    )


def commanded(path, *words, limit_s=60):
    """Return status, output, complaints of the command, and the seconds that it took."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "companion.cli", *words], timeout=limit_s, text=True,
        capture_output=True, check=False, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr.splitlines(), time.monotonic() - began


@pytest.mark.parametrize("how", ["loop", "c"])
def test_fault_38_one_that_hangs_on_import_takes_no_other_along(place, how):
    path = install_both(place, rules=HANGS[how].format(indent=""))
    status, output, complaints, _ = commanded(path, "games")
    assert status == 0
    assert GOOD in output.splitlines()
    [complaint] = complaints
    assert f"The game {BAD} was skipped: expected an answer within 3 s" in complaint


@pytest.mark.parametrize("how", HANGS)
def test_fault_38_the_command_line_ends_with_a_line_that_names_it(place, how):
    path = install_both(place, rules=after_two_plies(how))
    _, _, _, usual_s = commanded(path, "moves", GOOD, "--moves", "a1 b1")
    status, output, complaints, took_s = commanded(path, "moves", BAD, "--moves", "a1 b1")
    assert (status, output) == (2, "")
    assert complaints == [f"companion: expected game {BAD} to work, got SilentGameError: no "
                          f"answer within 2 s{' (rules.py, line 60)' * (how != 'c')}"]  # fmt: skip
    # What keeps Python's lock is heard of by the time of the processor that it takes.
    assert how == "expression" or took_s < usual_s + CLOSED_S + SLACK_S


def closed(program, shown, hand):
    """Assert that the hang after the word *hand* ends in time, and return what is *shown* then."""
    told(program, f"hand: {hand}", BUSY_S)
    began = time.monotonic()
    line = told(program, shown, CLOSED_S + BUSY_S)
    return line, time.monotonic() - began


@pytest.mark.parametrize("how", ["loop", "sleep"])
def test_fault_38_a_touch_that_hangs_closes_the_game_and_keeps_its_moves(tmp_path, place, how):
    path = install_both(place, rules=after_two_plies(how))
    hand = f"a1 confirm b1 confirm {PLAY_GOOD}"
    with by_hand(tmp_path, path, hand, (BAD,)) as program:
        told(program, "hand: b1", BUSY_S)
        shown, took_s = closed(program, "shown: start", "confirm")
        assert shown.startswith(
            "shown: start Bad failed and was closed. The moves so far are kept."
        )
        assert took_s < CLOSED_S + SLACK_S
        journal = (tmp_path / "state" / "current.journal").read_text("utf-8")
        assert "a1" in journal and "b1" in journal
        # The other is played in the same program.
        told(program, "plies: 1", BUSY_S)


def test_fault_38_where_nothing_ends_it_the_program_begins_anew_without_it(tmp_path, place):
    path = install_both(place, rules=after_two_plies("c"))
    with by_hand(tmp_path, path, f"a1 confirm b1 confirm | {PLAY_GOOD}", (BAD,)) as program:
        told(program, "hand: b1", BUSY_S)
        _, took_s = closed(program, "shown: start", "confirm")
        assert took_s < CLOSED_S + BUSY_S
        shown = told(program, f"The game {BAD} was skipped: expected an answer", BUSY_S)
        assert "The file is kept." in shown
        told(program, "plies: 1", BUSY_S)
        # Who manages the service hears of it as of the first.
        program.listen()
        assert program.heard.count("READY=1") == 2
        assert program.end() == 0
    assert not (tmp_path / "state" / "starts").exists()
    kept = "".join(path.read_text("utf-8") for path in (tmp_path / "state").rglob("*.journal*"))
    # Not in a checksum as well.
    assert kept.count('"ply":"b1"') == 1


def test_fault_38_in_drawing_it_is_closed_and_the_match_of_another_goes_on(tmp_path, place):
    path = install_both(place, rules=on_screen("sleep"))
    hand = "a1 confirm leave New-game Resume confirm b1 confirm"
    with by_hand(tmp_path, path, hand, (GOOD,)) as program:
        _, took_s = closed(program, "shown: start Bad failed", "New-game")
        assert took_s < CLOSED_S + SLACK_S
        told(program, "plies: 2", BUSY_S)


def test_fault_38_what_it_draws_itself_is_no_exception(tmp_path, place):
    look = LOOK.format(hang=f"        {HANGS['loop']}")
    path = install_both(place, plugin=plugin("Bad", 'look="look:LOOK", '), look=look)
    with by_hand(tmp_path, path, f"a1 confirm {PLAY_GOOD}", (BAD,)) as program:
        shown, took_s = closed(program, "shown: start Bad failed", "confirm")
        assert "(look.py, line 6)" in shown
        assert took_s < CLOSED_S + SLACK_S
        told(program, "plies: 1", BUSY_S)


@pytest.mark.parametrize("how", ["loop", "c"])
def test_fault_38_one_that_hangs_on_import_is_told_and_the_other_is_played(tmp_path, place, how):
    path = install_both(place, rules=HANGS[how].format(indent=""))
    with by_hand(tmp_path, path, f"confirm skipped? {PLAY_GOOD}") as program:
        told(program, f"The game {BAD} was skipped: expected an answer within 3 s", BUSY_S)
        told(program, "plies: 1", BUSY_S)
        began = time.monotonic()
        assert program.end() == 0
        assert time.monotonic() - began < 2 + SLACK_S


@pytest.mark.parametrize(
    "left", ["threading.Thread(target=time.sleep, args=(99,), daemon=False).start()",
             "atexit.register(time.sleep, 99)"],
    ids=["thread", "atexit"],
)  # fmt: skip
def test_fault_38_what_it_leaves_behind_does_not_hold_up_the_end(place, left):
    path = install_both(place, rules=f"import atexit, threading, time\n{left}\n{RULES}")
    status, output, complaints, took_s = commanded(path, "perft", GOOD, "--depth", "1")
    assert (status, output, complaints) == (0, "9\n", [])
    assert took_s < BUSY_S


SEARCH = """
from companion.engine.knowledge import Knowledge

class Hanging(Knowledge):
    def value(self, position):
        {hang}

KNOWLEDGE = Hanging()
"""


@pytest.mark.parametrize("how", ["loop", "c"])
def test_fault_38_in_the_search_it_costs_the_hint_alone(tmp_path, place, how):
    search = SEARCH.format(hang=HANGS[how].format(indent=" " * 8))
    path = install_both(place, plugin=plugin("Bad", 'search="search:KNOWLEDGE", '), search=search)
    status, _, complaints, took_s = commanded(path, "hint", BAD, "--nodes", "500")
    assert (status, len(complaints)) == (2, 1)
    assert f"expected game {BAD} to work, got SilentGameError" in complaints[0]
    assert took_s < CLOSED_S + BUSY_S
    if how == "loop":
        return
    with by_hand(tmp_path, path, "hint a1 confirm", (BAD,)) as program:
        told(program, "plies: 1", BUSY_S)
        assert program.end() == 0


@contextmanager
def held_up(tmp_path, place, how):
    """The program, its loop in a turn that hangs by *how*."""
    path = install_both(place, rules=after_two_plies(how))
    with by_hand(tmp_path, path, "a1 confirm b1 confirm", (BAD,)) as program:
        told(program, "hand: b1", BUSY_S)
        told(program, "hand: confirm", BUSY_S)
        time.sleep(0.2)
        yield program


@pytest.mark.parametrize(("how", "after_s"), [("loop", 0), ("c", 0), ("c", SILENT_S - 0.4)])
def test_fault_38_a_signal_ends_it_within_two_seconds(tmp_path, place, how, after_s):
    with held_up(tmp_path, place, how) as program:
        # Late enough, the program was to begin anew before it had to end.
        time.sleep(after_s)
        began = time.monotonic()
        assert program.end() == 0
        assert time.monotonic() - began < 2 + SLACK_S
    assert not (tmp_path / "state" / "starts").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_fault_38_a_second_signal_ends_it_at_once(tmp_path, place, number):
    with held_up(tmp_path, place, "c") as program:
        began = time.monotonic()
        program.process.send_signal(number)
        time.sleep(0.2)
        program.process.send_signal(number)
        # A busy machine may be late, and the first one meet a program that begins anew.
        assert program.process.wait(5) in (128 + number, -number)
        assert time.monotonic() - began < 1


def test_fault_38_work_that_takes_long_is_no_hang(place):
    # No one list of plies takes long, and a count, even by the game itself, may.
    count = "    def perft(self, depth):\n        return super().perft(depth)\n\n"
    slow = RULES.replace(IN_TURN, f"{count}{IN_TURN}        import time; time.sleep(0.035)\n")
    path = install_both(place, rules=slow)
    status, output, complaints, took_s = commanded(path, "perft", BAD, "--depth", "3")
    assert (status, output, complaints) == (0, "504\n", [])
    assert took_s > SILENT_S
