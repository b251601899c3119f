"""The set-up: its first words to a newcomer, and that it compiles where it can and never must."""

import os
import shutil
import stat
import subprocess
import sys
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
    return write_program(folder / "fake-python", body)


def write_program(path, body):
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def make(folder, python, target="play", **changes):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    environment.pop("COMPANION_COMPILED", None)
    return subprocess.run(
        ["make", f"PYTHON={python}", target],
        cwd=folder, env={**environment, **changes}, capture_output=True, text=True, timeout=60,
        check=False,
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


@pytest.fixture
def installed(checkout):
    """A folder that is set up, with a pip that writes down what it is asked for, and fails."""
    shutil.copytree(
        ROOT / "companion",
        checkout / "companion",
        ignore=shutil.ignore_patterns("*.so", "__pycache__", "fonts"),
    )
    tools = checkout / ".venv" / "bin"
    tools.mkdir(parents=True)
    (tools / "python").symlink_to(sys.executable)
    write_program(tools / "companion", "echo started")
    write_program(tools / "pip", f"echo $* >>{checkout}/pip.log; echo no network >&2; exit 1")
    for stamp in ("pyvenv.cfg", ".play"):
        (checkout / ".venv" / stamp).touch()
    return checkout


def play(folder, **changes):
    """Return the lines that ``make play`` prints."""
    done = make(folder, sys.executable, **changes)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


# Any program that is there will do for a compiler that is there.
COMPILER = {"CC": "make"}


def test_without_a_compiler_the_program_starts_and_nothing_is_said(installed):
    assert play(installed, CC="no-such-compiler") == ["started"]
    assert not (installed / "pip.log").exists()


def test_rules_that_cannot_be_compiled_are_told_once_and_the_program_starts(installed):
    said = play(installed, **COMPILER)
    assert said[0].startswith("Compiling the rules, once")
    assert "run uncompiled" in said[1]
    assert said[2:] == ["started"]
    assert (installed / "build" / "compiling.log").read_text() == "no network\n"
    assert play(installed, **COMPILER) == ["started"]


def test_rules_that_have_changed_are_compiled_again(installed):
    play(installed, **COMPILER)
    hot = installed / "companion" / "games" / "querni_rules.py"
    hot.write_text(hot.read_text(encoding="utf-8") + "\n# Changed.\n", encoding="utf-8")
    assert play(installed, **COMPILER)[0].startswith("Compiling the rules")
    assert len((installed / "pip.log").read_text().splitlines()) == 2


def test_what_was_compiled_before_goes_when_rules_are_compiled(installed):
    old = [
        installed / "companion_rules_0__mypyc.so",
        installed / "companion/games/querni_rules.so",
    ]
    for file in old:
        file.touch()
    play(installed, **COMPILER)
    assert [file for file in old if file.exists()] == []
