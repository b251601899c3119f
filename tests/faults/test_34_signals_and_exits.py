"""34. Whatever ends the program: it runs again within 30 s, unless a person switched it off."""

import configparser
import os
import signal
import time

import pytest

from companion.commands.play import EXIT_WISHED
from tests.faults.running import ROOT, running

UNITS = ("board-companion.service", "board-companion-desktop.service")

QUIT = """
from companion.program import Program
whole = Program.run
def run(program, manager):
    def close(): program.stage.is_closing = True
    tick, turns = program.tick, []
    def quitting():
        tick()
        turns.append(1)
        if len(turns) > 20: close()
    program.tick = quitting
    whole(program, manager)
Program.run = run
"""

CLOSE = "program.stage.is_closing = True"
RESTART = "program.stage.is_restarting = program.stage.is_closing = True"


class Unit:
    """What systemd does when a service ends, by the manual: systemd.service(5), Restart=."""

    def __init__(self, name):
        parsed = configparser.ConfigParser(strict=False, interpolation=None)
        parsed.optionxform = str
        parsed.read(ROOT / "systemd" / name)
        self.values = parsed["Service"]

    def restarts_after(self, status):
        """Return whether it is started again after *status*, negative for a signal."""
        prevented = self.values.get("RestartPreventExitStatus", "").split()
        is_clean = status in (0, -signal.SIGHUP, -signal.SIGINT, -signal.SIGTERM, -signal.SIGPIPE)
        if str(status) in prevented:
            return False
        return self.values["Restart"] == "always" or not is_clean

    @property
    def pause_s(self):
        return float(self.values["RestartSec"])


def ended_by(tmp_path, number):
    """Return the status of a program that signal *number* ends, and the time it took."""
    with running(tmp_path) as program:
        before = time.monotonic()
        program.process.send_signal(number)
        status = program.process.wait(30)
        return status, time.monotonic() - before


@pytest.mark.parametrize("name", ["SIGHUP", "SIGINT", "SIGTERM"])
def test_fault_34_a_signal_ends_it_in_order_and_it_is_started_again(tmp_path, name):
    status, took_s = ended_by(tmp_path, getattr(signal, name))
    assert status in (0, 130)
    # No crash is noted, so that no safe start comes of it.
    assert not (tmp_path / "starts").exists()
    for unit in map(Unit, UNITS):
        assert unit.restarts_after(status)
        assert took_s + unit.pause_s < 30


def test_fault_34_a_broken_pipe_does_not_end_it(tmp_path):
    with running(tmp_path) as program:
        program.process.stdout.close()
        program.process.stderr.close()
        program.process.send_signal(signal.SIGPIPE)
        time.sleep(0.5)
        assert program.process.poll() is None
        assert program.end() == 0
        program.process.stdout = program.process.stderr = None


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGABRT"])
def test_fault_34_a_kill_is_a_crash_and_it_is_started_again(tmp_path, name):
    # The kernel's killer sends SIGKILL.
    status, _ = ended_by(tmp_path, getattr(signal, name))
    assert status == -getattr(signal, name)
    assert (tmp_path / "starts").exists()
    assert all(unit.restarts_after(status) for unit in map(Unit, UNITS))


def test_fault_34_who_quits_at_the_table_is_obeyed(tmp_path):
    with running(tmp_path, before=QUIT) as program:
        status = program.process.wait(30)
    assert status == EXIT_WISHED
    assert not (tmp_path / "starts").exists()
    assert not any(unit.restarts_after(status) for unit in map(Unit, UNITS))


def test_fault_34_a_version_chosen_at_the_table_is_started(tmp_path):
    with running(tmp_path, before=QUIT.replace(CLOSE, RESTART)) as program:
        status = program.process.wait(30)
    assert status == 0
    assert not (tmp_path / "starts").exists()
    assert all(unit.restarts_after(status) for unit in map(Unit, UNITS))


def test_fault_34_without_a_service_manager_quitting_is_status_0(tmp_path):
    with running(tmp_path, before="import os; del os.environ['NOTIFY_SOCKET']\n" + QUIT,
                 is_up=False) as program:  # fmt: skip
        assert program.process.wait(30) == 0


def test_fault_34_an_end_that_nobody_wished_starts_it_again(tmp_path):
    for unit in map(Unit, UNITS):
        assert all(unit.restarts_after(status) for status in (0, 1, 2, 130, 141))


def test_fault_34_the_units_of_before_are_caught():
    unit = Unit(UNITS[0])
    unit.values["Restart"] = "on-failure"
    assert not unit.restarts_after(0)


def test_fault_34_who_ignores_a_hang_up_is_not_ended_by_it(tmp_path):
    before = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    with running(tmp_path, before=before) as program:
        os.kill(program.process.pid, signal.SIGHUP)
        time.sleep(0.5)
        assert program.process.poll() is None
        assert program.end() == 0
