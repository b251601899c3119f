"""A test that hangs is one failure: the others of the run go on."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

HANGING = """
import subprocess, threading, time

def test_asleep():
    time.sleep(60)

def test_waiting_for_a_thread():
    thread = threading.Thread(target=time.sleep, args=(60,), daemon=True)
    thread.start()
    thread.join()

def test_waiting_for_a_process():
    subprocess.run(["sleep", "60"])

def test_busy():
    while True:
        pass

def test_next():
    pass
"""


def test_tests_that_hang_fail_one_by_one_and_the_next_one_runs(tmp_path):
    file = tmp_path / "test_of_hanging.py"
    file.write_text(HANGING, encoding="utf-8")
    words = [
        "-c", ROOT / "pyproject.toml", "-p", "no:cacheprovider", "--basetemp", tmp_path / "run",
        "-n", 1, "--timeout", 0.5,
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *map(str, words), str(file)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert len(re.findall(r"^E +Failed: Timeout \(>0\.5s\)", done.stdout, re.M)) == 4
    assert "4 failed, 1 passed" in done.stdout
