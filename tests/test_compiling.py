"""Whether rules run compiled: all of them, or none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.compiling import HOT, WRITTEN, compiled_of, source_of

ROOT = Path(__file__).parents[1]


@pytest.fixture
def tree(tmp_path):
    """The program with files in the places of compiled modules that no Python can load."""
    shutil.copytree(
        ROOT / "companion",
        tmp_path / "companion",
        ignore=shutil.ignore_patterns("*.so", "__pycache__", "fonts"),
    )
    for module in (*HOT, *WRITTEN):
        compiled(tmp_path, module).write_bytes(b"no machine code")
    return tmp_path


def compiled(tree, module):
    """Where *module* has what was compiled of it in *tree*."""
    return tree / compiled_of(module).relative_to(ROOT)


def run(tree, *words, **changes):
    """Runs the program in *tree* with *changes* in the environment."""
    environment = {key: value for key, value in os.environ.items() if key != "COMPANION_COMPILED"}
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", *words],
        cwd=tree, env={**environment, "PYTHONPATH": str(tree), **changes},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_what_is_compiled_is_taken(tree):
    # Python has tried to load what is no machine code.
    assert "ImportError" in run(tree, "--version").stderr


def test_what_is_compiled_is_left_alone_on_request(tree):
    told = run(tree, "--version", COMPANION_COMPILED="no")
    assert "(rules not compiled)\n" in told.stdout
    counted = run(tree, "perft", "alquerque", "--depth", "3", COMPANION_COMPILED="no")
    assert (counted.stdout, counted.stderr) == ("33\n", "")


def test_what_is_written_for_the_compiler_is_never_run_as_a_source(tree):
    for module in WRITTEN:
        (tree / source_of(module).relative_to(ROOT)).write_text("1 / 0\n", encoding="utf-8")
    for module in (*HOT, *WRITTEN):
        compiled(tree, module).unlink()
    assert "(rules not compiled)\n" in run(tree, "--version").stdout
    counted = run(tree, "perft", "alquerque", "--depth", "3")
    assert (counted.stdout, counted.stderr) == ("33\n", "")


def test_every_module_to_compile_is_there_as_a_source():
    assert [module for module in HOT if not source_of(module).is_file()] == []
