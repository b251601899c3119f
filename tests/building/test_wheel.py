"""The wheel: whole, compiled in all of its rules or in none, whoever builds it."""

import os
import shutil
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest

from companion.building.environment import Environment
from companion.building.wheel import copy_sources
from tests.building.checkouts import ROOT, compile_less, set_up_once

pytest.importorskip("mypyc")
BUILD = "from setuptools import build_meta; print(build_meta.build_wheel('.'))"


STRICT = """
import warnings
from setuptools import SetuptoolsDeprecationWarning, build_meta
for deprecation in (DeprecationWarning, PendingDeprecationWarning, SetuptoolsDeprecationWarning):
    warnings.simplefilter("error", deprecation)
build_meta.build_sdist(".")
build_meta.build_wheel(".")
"""
"""What setuptools is going to refuse one day is an error."""


def built(tmp_path, **changes):
    """What building a wheel says, and what is in it."""
    copy_sources(ROOT, tmp_path / "sources")
    if changes["COMPANION_COMPILED"] != "no":
        compile_less(tmp_path / "sources")
    done = subprocess.run(
        [sys.executable, "-c", BUILD], cwd=tmp_path / "sources", env={**os.environ, **changes},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    wheels = list((tmp_path / "sources").glob("*.whl"))
    names = zipfile.ZipFile(wheels[0]).namelist() if wheels else []
    return done, names


def compiler(tmp_path, body):
    path = tmp_path / "cc"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def modules(folder, of=ROOT):
    return {path.relative_to(of).as_posix() for path in (of / folder).rglob("*.py")}


def test_without_compiling_it_has_every_module_and_every_file_of_the_packages(tmp_path):
    done, names = built(tmp_path, COMPANION_COMPILED="no")
    assert done.returncode == 0, done.stderr
    sources = modules("companion") | modules("sim")
    assert sources - set(names) == set()
    for kept in ("companion/games/alquerque/board.toml", "companion/config/default-config.toml",
                 "sim/scripts/demo.txt", "companion/ui/fonts/OFL.txt"):  # fmt: skip
        assert kept in names
    assert not [name for name in names if name.endswith(".so") or "unrolled" in name]


@pytest.mark.needs("compiler", "python headers")
def test_a_compiler_that_fails_in_the_middle_leaves_all_uncompiled(tmp_path):
    # The thin modules about the group of all rules would come through.
    failing = compiler(tmp_path, 'case "$*" in *__native_*) exit 1;; esac; exec cc "$@"')
    done, names = built(tmp_path, COMPANION_COMPILED="", CC=failing)
    assert done.returncode == 0, done.stderr
    assert "the rules are left uncompiled" in done.stderr
    assert not [name for name in names if name.endswith(".so") or "unrolled" in name]


def new_game(folder):
    folder.parent.mkdir()
    command = [sys.executable, "-m", "companion.cli", "new-game", folder.name]
    subprocess.run([*command, "--to", folder], cwd=ROOT, check=True, capture_output=True)


def test_what_builds_needs_nothing_of_the_systems_that_may_be_too_old(tmp_path_factory):
    # Where the environment sees Debian 12's packaging 23.0, setuptools would take that.
    players = Environment(set_up_once(tmp_path_factory) / ".venv", "play")
    code = "import packaging.licenses, sys; print(packaging.__file__)"
    done = subprocess.run(
        [players.python, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()).is_relative_to(players.site_packages)


@pytest.mark.parametrize(
    "put",
    [partial(copy_sources, ROOT), partial(shutil.copytree, ROOT / "examples/nine-mens-morris"),
     new_game],
    ids=["the program", "the example", "a new game"],
)  # fmt: skip
def test_nothing_in_how_it_is_built_is_deprecated(put, tmp_path, tmp_path_factory):
    # By today's setuptools, which players get, and by the one of the tools for the tests.
    players = Environment(set_up_once(tmp_path_factory) / ".venv", "play")
    for number, tools in enumerate(("", str(players.site_packages))):
        sources = tmp_path / str(number) / "nine-holes"
        put(sources)
        done = subprocess.run(
            [sys.executable, "-c", STRICT], cwd=sources, capture_output=True, text=True,
            env={**os.environ, "COMPANION_COMPILED": "no", "PYTHONPATH": tools}, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
