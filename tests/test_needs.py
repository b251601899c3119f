"""A test that the machine cannot run is skipped with one line that says what to install."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import NEEDS, lines_for

ROOT = Path(__file__).parents[1]
FIRMWARE = "tests/hardware/test_firmware_avr.py"


@pytest.fixture
def run(tmp_path):
    """Runs tests on a machine on which no program is found."""

    def run(*words, **changes):
        environment = {key: value for key, value in os.environ.items() if key != "CI"}
        # In a folder of its own: else it tidies up after other runs, however much they left.
        own = ["-p", "no:cacheprovider", "--basetemp", str(tmp_path / "run")]
        return subprocess.run(
            [sys.executable, "-m", "pytest", *own, *words],
            cwd=ROOT, env={**environment, "PATH": "/nowhere", **changes},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    return run


@pytest.mark.parametrize("workers", ["0", "1"])
def test_tests_without_what_they_need_are_told_in_one_line(run, workers):
    done = run(FIRMWARE, "-n", workers)
    lines = [line for line in done.stdout.splitlines() if "skipped without" in line]
    assert lines == [
        "7 tests were skipped without the compiler of the firmware: "
        "sudo apt install make gcc-avr avr-libc binutils-avr"
    ]
    assert done.returncode == 0, done.stdout


def test_in_ci_they_fail(run):
    done = run(FIRMWARE, "-n", "0", CI="true")
    assert "7 failed" in done.stdout
    assert "was skipped, which CI does not allow" in done.stdout


def test_a_test_that_lacks_two_things_is_told_of_both():
    one, other = NEEDS["systemd"].reason, NEEDS["udev"].reason
    assert lines_for([f"Skipped: {one}; {other}", f"Skipped: {one}", "Skipped: no wheel"]) == [
        f"2 tests were skipped {one}",
        f"1 test was skipped {other}",
    ]


def test_ci_installs_all_that_can_be_installed():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    installed = set(re.search(r"^packages=\((.*?)\)", script, re.M | re.S)[1].split())
    mends = [need.mend for need in NEEDS.values() if need.mend.startswith("sudo apt install ")]
    assert {word for mend in mends for word in mend.split()[3:]} <= installed
