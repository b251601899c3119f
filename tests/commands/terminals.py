"""Runs a command at a terminal of its own: a pty, as a person's terminal program makes one."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

LIMIT_S = 60


def at_terminal(words, columns=80, language="en"):
    """Return the status of the command line *words* at a terminal, and all that it shows there."""
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    ours = {"LANGUAGE": language, "LANG": "C.UTF-8", "TERM": "xterm", "SDL_VIDEODRIVER": "dummy"}
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LC_ALL")}
    with subprocess.Popen(
        [sys.executable, "-m", "companion.cli", *words],
        stdin=terminal, stdout=terminal, stderr=terminal, env={**env, **ours},
    ) as process:  # fmt: skip
        os.close(terminal)
        shown = b"".join(iter(lambda: _read(reader), b""))
        os.close(reader)
        status = process.wait(LIMIT_S)
    return status, shown.decode().replace("\r\n", "\n")


def _read(reader):
    try:
        return os.read(reader, 4096)
    except OSError:
        # So Linux says that nobody has the terminal open any more.
        return b""
