"""The Makefile's first words to a newcomer: one line with what mends it, and nothing half made."""

import errno
import os
import resource
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.building.__main__ import write_error_line
from companion.building.environment import MARK, SIGN
from tests.building.checkouts import NO_INDEX, copy_checkout, make, python_word, said_by_make

PYTHON = python_word().removeprefix("PYTHON=")


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return copy_checkout(tmp_path_factory.mktemp("clone") / "clone")


@pytest.fixture
def checkout(sources, tmp_path):
    """A checkout in which nothing has been set up."""
    return shutil.copytree(sources, tmp_path / "new")


def fake_python(folder, body):
    """The word that names a stand-in for the machine's Python, which does what *body* says."""
    path = folder / "fake-python"
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"PYTHON={path}"


def without(folder, *modules):
    """The word that names this Python without *modules*."""
    hide = "".join(f"sys.modules[{module!r}] = None; " for module in modules)
    code = (
        f"import runpy, sys; sys.path.insert(0, ''); {hide}"
        "runpy.run_module('companion.building', run_name='__main__', alter_sys=True)"
    )
    is_ours = 'case "$*" in *companion.building*) shift 4'
    return fake_python(
        folder, f'{is_ours}; exec {PYTHON} -E -s -c "{code}" "$@";; esac\nexec {PYTHON} "$@"'
    )


@pytest.mark.parametrize("target", ["play", "test", "bench", "wheel"])
def test_a_missing_python_is_named_with_the_command_that_mends_it(checkout, target):
    done = make(checkout, "PYTHON=no-such-python", target)
    assert done.returncode == 2
    assert said_by_make(done) == [
        "Python 3.11 or newer is missing: sudo apt install python3 python3-venv"
    ]


def test_a_python_that_is_too_old_is_named(checkout):
    done = make(checkout, fake_python(checkout, "exit 1"), "play")
    assert done.returncode == 2
    assert len(said_by_make(done)) == 1
    assert "3.11 or newer is needed" in said_by_make(done)[0]
    assert said_by_make(done)[0].endswith("run 'make PYTHON=python3.11 play'")


@pytest.mark.parametrize("target", ["play", "test"])
@pytest.mark.parametrize("module", ["ensurepip", "venv"])
def test_a_missing_venv_module_is_named_with_the_command_that_mends_it(checkout, target, module):
    done = make(checkout, without(checkout, module), target)
    assert done.returncode == 2
    assert len(said_by_make(done)) == 1
    assert "python3-venv is missing: " in said_by_make(done)[0]
    assert said_by_make(done)[0].endswith("apt install python3-venv")
    assert not list(checkout.glob(".venv*"))


@pytest.mark.parametrize("target", ["play", "bench", "wheel"])
def test_a_folder_that_cannot_be_written_is_named_with_another(checkout, target):
    # Where not even root can make one, though root may write there by its mode.
    nowhere = "/proc/board-companion"
    done = make(checkout, target, f"VENV={nowhere}")
    assert done.returncode == 2
    assert said_by_make(done) == [
        f"expected a folder that can be written, got {nowhere!r}: "
        f"make {target} VENV={Path.home() / '.board-companion'}"
    ]


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (errno.ENOSPC, "expected 300 MB of free disk space, got 0 MB in '/x': make room"),
        (errno.EROFS, "expected a folder that can be written, got '/x': make play VENV="),
        (errno.EIO, "expected to write in '/x', got 'Input/output error': mend that, then run"),
    ],
)
def test_what_the_system_refuses_is_told_in_one_line(error, line):
    message = write_error_line(OSError(error, os.strerror(error)), Path("/x"), "play")
    assert message.startswith(line)
    assert "\n" not in message


def test_a_disk_that_is_full_is_told_in_one_line_and_nothing_is_left_half_made(checkout):
    done = subprocess.run(
        ["make", python_word(), "play"], cwd=checkout, capture_output=True, text=True,
        # No file of more than some bytes.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200)), check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(said_by_make(done)) == 1, done.stderr
    assert said_by_make(done)[0].startswith("expected an environment in ")
    assert not (checkout / ".venv").exists()


def test_what_was_cut_off_is_made_anew_and_without_a_network_one_line_says_so(checkout):
    # What was cut off is made anew, up to what needs a network.
    (checkout / ".venv").mkdir()
    for name in (SIGN, "half"):
        (checkout / ".venv" / name).touch()
    done = make(checkout, "play", **NO_INDEX)
    assert done.returncode == 2
    assert len(said_by_make(done)) == 1, done.stderr
    assert "the network is needed once" in said_by_make(done)[0]
    assert "make play" in said_by_make(done)[0]
    assert (checkout / ".venv" / "bin" / "python").exists()
    assert not (checkout / ".venv" / "half").exists()
    assert not (checkout / ".venv" / MARK).exists()


def test_an_interrupted_set_up_says_that_it_goes_on_from_there(checkout):
    begun = 'if __name__ == "__main__":'
    stopping = (
        "def require_room(folder, command):\n"
        "    import signal\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n\n\n"
    )
    file = checkout / "companion/building/__main__.py"
    file.write_text(file.read_text().replace(begun, stopping + begun))
    done = make(checkout, "play")
    assert done.returncode != 0
    assert said_by_make(done) == ["stopped; make play goes on from here"]


def test_clean_removes_all_that_was_made_and_what_earlier_versions_compiled(checkout):
    before = sorted(path for path in checkout.rglob("*") if "__pycache__" not in str(path))
    for name in (".venv/bin", ".venv-dev", "build", "dist", "board_companion.egg-info"):
        (checkout / name).mkdir(parents=True)
    for name in ("companion_rules_0__mypyc.so", "companion/games/querni/kernel/glance.so"):
        (checkout / name).touch()
    done = make(checkout, "clean")
    assert done.returncode == 0, done.stderr
    after = sorted(path for path in checkout.rglob("*") if "__pycache__" not in str(path))
    assert after == before


def test_every_target_that_help_names_is_there(checkout):
    named = [line.split()[1] for line in make(checkout, "help").stdout.splitlines()]
    assert len(named) > 10
    for target in named:
        assert make(checkout, "-n", target).returncode == 0, target
    assert sys.version_info >= (3, 11)
