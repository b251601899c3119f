"""The bar of what takes long: on a terminal alone, and never on standard output."""

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading

import pytest

LONG = [
    ["match", "alquerque", "--a", "20", "--b", "random", "--games", "6"],
    ["match", "alquerque", "--a", "20", "--b", "random", "--games", "6", "--json"],
    ["bench", "perft"],
    ["tablebase", "build", "alquerque", "--pieces", "3", "--anew", "--out", "small.table"],
    ["print", "alquerque", "--what=board", "--pitch=100", "--out", "board.pdf"],
]


def run_with_stderr(words, folder, stderr):
    command = [sys.executable, "-m", "companion.cli", *words]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr, cwd=folder, timeout=60)


def watched(words, folder):
    """Standard output and what a terminal shows of a command."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    shown = []

    def read():
        with contextlib.suppress(OSError):
            while data := os.read(ours, 4096):
                shown.append(data)

    thread = threading.Thread(target=read)
    thread.start()
    done = run_with_stderr(words, folder, theirs)
    os.close(theirs)
    thread.join()
    os.close(ours)
    assert done.returncode == 0, b"".join(shown)
    return done.stdout, b"".join(shown).decode()


def without_figures(out):
    """What a bench prints is another in each run."""
    return re.sub(rb" *[\d.]+ s|load [\d.]+|ok|MISSED", b"", out)


@pytest.mark.parametrize("words", LONG, ids=" ".join)
def test_a_terminal_shows_how_far_it_is_and_the_output_is_the_same(tmp_path, words):
    out, shown = watched(words, tmp_path)
    assert re.search(r"\d+%\|.*\| \d\d:\d\d, (\d\d:\d\d|\?) left", shown)
    plain = run_with_stderr(words, tmp_path, subprocess.PIPE)
    assert plain.returncode == 0
    assert "%|" not in plain.stderr.decode()
    # The bar is gone at the end, whatever else it leaves.
    assert shown.endswith("\r") and not shown.rpartition("\r")[0].rpartition("\r")[2].strip()
    assert without_figures(out) == without_figures(plain.stdout)


def test_a_table_shows_the_whole_way(tmp_path):
    words = ["tablebase", "build", "alquerque", "--pieces", "4", "--anew", "--out", "small.table"]
    _, shown = watched(words, tmp_path)
    shares = [int(share) for share in re.findall(r"(\d+)%\|", shown)]
    assert shares == sorted(shares)
    assert any(20 < share < 80 for share in shares) and max(shares) <= 100
    assert re.search(r"(^|\r) *\r?3 pieces: [\d.]+ s\r\n", shown)


def test_nothing_is_loaded_where_nobody_watches():
    code = (
        "import sys; from companion.cli import main; "
        "main(['match', 'alquerque', '--a=random', '--b=random', '--games=2']); "
        "print('tqdm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "False"
