"""The whole program as a service manager starts it, on a display that shows nothing."""

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
UP_S = 40
"""Many times what a start takes, for a busy machine."""

MAIN = "import sys; from companion.cli import main; sys.exit(main())"


class Running:
    """
    A program that runs.

    Attributes:
        process: it.
        heard: what it has told the service manager.
    """

    def __init__(self, process, listener):
        self.process = process
        self.heard = []
        self._listener = listener

    def listen(self, within_s=0.0):
        """Take in what it tells, waiting *within_s* for the next."""
        while select.select([self._listener], [], [], within_s)[0]:
            self.heard.append(self._listener.recv(4096).decode())
            within_s = 0.0

    def wait_for(self, message, within_s=UP_S):
        """Return whether it tells *message* in time."""
        until = time.monotonic() + within_s
        while message not in self.heard and time.monotonic() < until:
            if self.process.poll() is not None:
                self.listen()
                break
            self.listen(0.2)
        return message in self.heard

    def end(self, within_s=UP_S):
        """End it as a service manager does, and return its status."""
        self.process.terminate()
        return self.process.wait(within_s)


@contextmanager
def running(
    state, *, before="", command="sim", words=(), is_up=True, watchdog_s=10, **environment
):
    """
    A program with its state in the folder *state*, killed at the end if it still runs.

    Args:
        state: the folder.
        before: code that runs in it first, which may break what is to be broken.
        command: the first word of its command line.
        words: more of that.
        is_up: whether it is waited for until its first picture is drawn.
        watchdog_s: how long its watchdog waits.
        environment: more variables.
    """
    code = f"{before}\n{MAIN}"
    with tempfile.TemporaryDirectory() as folder:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind(f"{folder}/notify")
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", code, command, "--state", str(state), *words],
            env={
                **os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy",
                "NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": str(int(watchdog_s * 1e6)),
                "HOME": folder, "XDG_CONFIG_HOME": folder, **environment,
            },
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, text=True,
        )  # fmt: skip
        program = Running(process, listener)
        try:
            if is_up:
                assert program.wait_for("READY=1"), process.stderr.read()
            yield program
        finally:
            process.kill()
            process.communicate()
            listener.close()


def crash(program):
    """End *program* as a fault of its own would."""
    program.process.send_signal(signal.SIGKILL)
    program.process.wait()


def is_safe_start(program):
    """Return whether *program*, which is up, has started safely."""
    return "STATUS=safe start after crashes" in program.heard
