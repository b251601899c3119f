"""Checkouts of the project in folders of their own, and what is done with them from a shell."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.building.environment import Environment
from companion.building.program import Programs
from companion.building.wheel import ensure_compiler
from tests.needs import NEEDS, is_there

ROOT = Path(__file__).parents[2]
BESIDE = (
    "Makefile",
    "pyproject.toml",
    "requirements-dev.txt",
    "setup.py",
    "README.md",
    "LICENSE",
    "systemd",
    "tools",
)

NO_INDEX = {
    "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "",
    "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1", "PIP_CONFIG_FILE": os.devnull,
}  # fmt: skip
"""Variables with which pip reaches nobody."""

# A ply by touch, confirmed at the table, as the newest sources would do it.
PLY = """\
game alquerque
touch c2
touch c3
press confirm
expect moves "c2-c3"
"""

COMPILER = """\
\"\"\"A compiler that remembers: what it has made of the same text once it hands out again.\"\"\"
import hashlib, pathlib, shutil, subprocess, sys

words = [word for word in sys.argv[1:] if not word.startswith("-O")] + ["-O0", "-g0"]
out = pathlib.Path(words[words.index("-o") + 1]) if "-o" in words else None
sources = [word for word in words if word.endswith(".c")]
if out is None or not sources:
    sys.exit(subprocess.call(["cc", *words]))
digest = hashlib.sha256(b"".join(pathlib.Path(name).read_bytes() for name in sources)).hexdigest()
kept = pathlib.Path(__file__).with_name(digest + ".o")
if not kept.exists():
    status = subprocess.call(["cc", *words])
    if status:
        sys.exit(status)
    shutil.copyfile(out, kept)
shutil.copyfile(kept, out)
"""


def copy_checkout(folder):
    """Return *folder*, new, with what a fresh clone of the project has in it."""
    folder.mkdir(parents=True)
    for name in ("companion", "hardware", "sim"):
        leave = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    for name in BESIDE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    return folder


def make(checkout, *words, stderr=subprocess.PIPE, **changes):
    """What ``make`` says in *checkout*, whose Python is this one unless the words name another."""
    leave = ("MAKE", "COMPANION", "PYTHON")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(leave)}
    environment |= {"SDL_VIDEODRIVER": "dummy", "COMPANION_COMPILED": "no"}
    interpreter = [] if any(word.startswith("PYTHON=") for word in words) else [python_word()]
    return subprocess.run(
        ["make", *interpreter, *words],
        cwd=checkout, env={**environment, **changes}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=stderr, text=True, timeout=300, check=False,
    )  # fmt: skip


def python_word():
    # Not the one of the tests' environment: a newcomer has none yet.
    return f"PYTHON={getattr(sys, '_base_executable', sys.executable)}"


def said_by_make(done):
    """The lines that are ours among the errors that make printed."""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    return [line.removeprefix("board-companion: ") for line in lines]


def ply_script(checkout):
    """A script that plays a ply, beside *checkout*."""
    script = checkout.parent / "ply.txt"
    script.write_text(PLY, encoding="utf-8")
    return script


def plays_a_ply(checkout, environment=".venv"):
    """Whether the program that is set up in *checkout* starts and plays a ply; what it said."""
    done = subprocess.run(
        [checkout / environment / "bin" / "companion", "sim", "--script", ply_script(checkout)],
        cwd=checkout.parent, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode == 0, done.stdout + done.stderr


def version(checkout, **changes):
    """What the program that is set up in *checkout* says of itself."""
    done = subprocess.run(
        [checkout / ".venv" / "bin" / "companion", "--version"],
        env={**os.environ, "COMPANION_COMPILED": "yes", **changes},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def programs_of(checkout):
    """The copies of the program that are set up in *checkout*."""
    return Programs(Environment(checkout / ".venv", "play"))


def remembering_compiler(folder):
    """A C compiler that is quick the second time."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "cc"
    if not path.exists():
        script = path.with_suffix(".py")
        script.write_text(COMPILER, encoding="utf-8")
        # A first line with Python's own place would break at a blank in it.
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', "utf-8")
        path.chmod(0o755)
    return path


@contextmanager
def shared(tmp_path_factory, name):
    """A folder that all processes of this run share, held for this one."""
    base = tmp_path_factory.getbasetemp()
    base = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield base / name


KERNELS = '(ROOT / "companion").rglob(f"{FOLDER}/[!_]*.py")'
OF_ONE_GAME = """(
        *ROOT.glob("companion/contract/kernel/[!_]*.py"),
        *ROOT.glob("companion/games/alquerque/rules/kernel/[!_]*.py"),
    )"""


def compile_less(checkout):
    """Have the rules of one game be compiled in *checkout*, where how it is done is looked at."""
    file = checkout / "companion/building/compiling.py"
    text = file.read_text(encoding="utf-8")
    assert text.count(KERNELS) == 1
    file.write_text(text.replace(KERNELS, OF_ONE_GAME), encoding="utf-8")


def link_developers_environment(checkout):
    """Give *checkout* the environment that these tests run in, without its files once more."""
    if not (ROOT / ".venv-dev").exists():
        pytest.skip("needs the environment that make test makes")
    copy_environment(ROOT / ".venv-dev", checkout / ".venv-dev")


def copy_environment(environment, folder):
    """Copy *environment* to *folder*; its libraries, which nothing writes to, by a link each."""
    libraries = {
        library
        for places in ("lib/python3*/site-packages/*", "tools/*/*")
        for library in environment.glob(places)
        if library.is_dir() and not library.name.endswith("-info")
    }

    def left_out(where, names):
        # What is being compiled there meanwhile goes away under whoever copies it.
        return {
            name
            for name in names
            if Path(where, name) in libraries or name.startswith(".building-")
        }

    shutil.copytree(
        environment, folder, symlinks=True, copy_function=_link_or_copy, ignore=left_out
    )
    for library in libraries:
        (folder / library.relative_to(environment)).symlink_to(library)


def _link_or_copy(source, target):
    # No link leads from one file system into another.
    is_elsewhere = Path(source).stat().st_dev != Path(target).parent.stat().st_dev
    is_kept = source.endswith((".log", ".json", ".lock"))
    return shutil.copy2(source, target) if is_kept or is_elsewhere else os.link(source, target)


def set_up_once(tmp_path_factory):
    """The folder of a checkout in which ``make play`` has been run, once for the whole run."""
    with shared(tmp_path_factory, "set-up") as folder, pytest.MonkeyPatch.context() as patch:
        if not folder.exists():
            fresh = copy_checkout(folder.with_name("being-set-up"))
            # Most modules of the libraries are never loaded here: each is compiled when it is.
            patch.setenv("PIP_COMPILE", "0")
            done = make(fresh, "play", "ARGS=--version")
            if "the network is needed" in done.stderr:
                shutil.rmtree(fresh)
                pytest.skip(NEEDS["network"].reason)
            assert done.returncode == 0, done.stderr
            if is_there("compiler") and is_there("python headers"):
                # Fetched here once, instead of by each test that compiles.
                ensure_compiler(Environment(fresh / ".venv", "play"))
            fresh.rename(folder)
        return folder
