"""What systemd hears of the program, on a real socket."""

import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.backends.service_manager import SHARE, ServiceManager

ROOT = Path(__file__).parents[2]


@pytest.fixture
def heard(tmp_path):
    """A socket as systemd has one; a place in the file system, or an abstract name."""
    opened = []

    def listen(address=str(tmp_path / "notify")):
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind("\0" + address[1:] if address.startswith("@") else address)
        listener.setblocking(False)
        opened.append(listener)
        return listener, address

    yield listen
    for listener in opened:
        listener.close()


@pytest.fixture
def managed():
    """Makes service managers that are closed afterward."""
    made = []

    def manage(**environment):
        made.append(ServiceManager(environment))
        return made[-1]

    yield manage
    for manager in made:
        manager.close()


def messages(listener):
    datagrams = []
    while select.select([listener], [], [], 0)[0]:
        datagrams.append(listener.recv(4096).decode())
    return datagrams


@pytest.mark.parametrize("is_abstract", [False, True])
def test_the_manager_hears_what_it_is_told(heard, is_abstract):
    abstract = f"@board-companion-test-{os.getpid()}"
    listener, address = heard(abstract) if is_abstract else heard()
    manager = ServiceManager({"NOTIFY_SOCKET": address})
    manager.ready()
    manager.status("a game of\nQuerni")
    manager.close()
    manager.close()
    assert messages(listener) == ["READY=1", "STATUS=a game of Querni", "STOPPING=1"]


def test_the_watchdog_is_fed_in_time_and_not_more_often(heard, managed):
    listener, address = heard()
    manager = managed(NOTIFY_SOCKET=address, WATCHDOG_USEC="10000000")
    assert manager.watchdog_s == 10
    for tick in range(1000):
        manager.feed(100 + tick / 100)
    count = len(messages(listener))
    assert 10 / 5 <= count <= 10 / (SHARE * 10) + 1


def test_a_clock_that_jumps_back_does_not_starve_the_watchdog(heard, managed):
    listener, address = heard()
    manager = managed(NOTIFY_SOCKET=address, WATCHDOG_USEC="10000000")
    manager.feed(5_000)
    manager.feed(10)
    assert messages(listener) == ["WATCHDOG=1", "WATCHDOG=1"]


@pytest.mark.parametrize(
    "environment",
    [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"},
     {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}],
)  # fmt: skip
def test_without_a_watchdog_nothing_is_fed(heard, managed, environment):
    listener, address = heard()
    manager = managed(NOTIFY_SOCKET=address, **environment)
    assert manager.watchdog_s is None
    manager.feed(1)
    assert messages(listener) == []


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "vsock:1:2", "@nobody-listens", "/\0"])
def test_without_a_manager_nothing_happens(address):
    manager = ServiceManager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000"})
    manager.ready()
    manager.feed(1)
    manager.close()


def test_a_manager_that_has_gone_or_does_not_read_stops_nothing(heard):
    listener, address = heard()
    manager = ServiceManager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1"})
    for number in range(5_000):
        manager.feed(number)
    listener.close()
    manager.feed(10_000)
    manager.close()


def test_processes_that_it_starts_are_told_nothing_of_the_manager():
    environment = {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1", "HOME": "/"}
    ServiceManager(environment)
    assert environment == {"HOME": "/"}


def started(folder, address, **extra):
    """The whole program on a display that shows nothing, as a service would start it."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "sim", "--state", str(folder)],
        env={
            **os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy",
            "NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000000", **extra,
        },
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
    )  # fmt: skip


def wait_for(listener, message, within_s=30):
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if select.select([listener], [], [], 0.2)[0] and listener.recv(4096).decode() == message:
            return True
    return False


def test_the_program_says_that_it_is_up_that_it_lives_and_that_it_ends(heard, tmp_path):
    listener, address = heard()
    program = started(tmp_path, address)
    try:
        assert wait_for(listener, "READY=1")
        for _ in range(3):
            assert wait_for(listener, "WATCHDOG=1")
        # Stopped, its main loop does not turn, so nothing else may feed the watchdog.
        program.send_signal(signal.SIGSTOP)
        time.sleep(0.1)
        messages(listener)
        assert not wait_for(listener, "WATCHDOG=1", within_s=1.5)
        program.send_signal(signal.SIGCONT)
        assert wait_for(listener, "WATCHDOG=1")
        program.terminate()
        assert wait_for(listener, "STOPPING=1")
        assert program.wait(20) == 0
        assert not (tmp_path / "starts").exists()
    finally:
        program.kill()
        program.communicate()


def test_after_three_crashes_in_a_minute_the_start_is_a_safe_one(heard, tmp_path):
    listener, address = heard()
    for _ in range(3):
        program = started(tmp_path, address)
        assert wait_for(listener, "READY=1")
        program.kill()
        program.communicate()
    messages(listener)
    program = started(tmp_path, address)
    try:
        assert wait_for(listener, "STATUS=safe start after crashes")
        assert wait_for(listener, "READY=1")
        program.terminate()
        assert program.wait(20) == 0
    finally:
        program.kill()
        program.communicate()
