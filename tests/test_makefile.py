"""The set-up's first words to a newcomer: what is missing, and the command that mends it."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def checkout(tmp_path):
    """A folder with the Makefile alone, as far as the checks of the set-up go."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def fake_python(folder, body):
    """Return a stand-in for the machine's Python that answers the checks as *body* says."""
    path = folder / "fake-python"
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def make(folder, python, target="play"):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    return subprocess.run(
        ["make", f"PYTHON={python}", target],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def told(done):
    """Return the line that is ours among what make printed."""
    return [line for line in done.stderr.splitlines() if not line.startswith("make")]


@pytest.mark.parametrize("target", ["play", "test"])
def test_a_missing_python_is_named_with_the_command_that_mends_it(checkout, target):
    done = make(checkout, "no-such-python", target)
    assert done.returncode == 2
    assert told(done) == ["Python 3.11 or newer is missing: sudo apt install python3 python3-venv"]


def test_a_python_that_is_too_old_is_named(checkout):
    done = make(checkout, fake_python(checkout, "exit 1"))
    assert done.returncode == 2
    assert len(told(done)) == 1
    assert "3.11 or newer is needed" in told(done)[0]


def test_a_missing_venv_module_is_named_with_the_command_that_mends_it(checkout):
    python = fake_python(checkout, 'case "$*" in *ensurepip*) exit 1;; esac')
    done = make(checkout, python)
    assert done.returncode == 2
    assert told(done) == ["python3-venv is missing: sudo apt install python3-venv"]


def test_nothing_is_left_half_made_when_the_environment_cannot_be_made(checkout):
    python = fake_python(
        checkout,
        'case "$*" in *"-m venv"*) mkdir -p .venv && echo > .venv/pyvenv.cfg; exit 1;; esac',
    )
    assert make(checkout, python).returncode == 2
    assert not (checkout / ".venv").exists()


def test_a_set_up_environment_is_not_set_up_again():
    done = subprocess.run(
        ["make", "-n", "test"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    if (ROOT / ".venv" / ".dev").exists():
        assert "pip install" not in done.stdout
    else:
        assert "pip install" in done.stdout
