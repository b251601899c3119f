"""Whether rules run compiled: all of them, or none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.building.compiling import FOLDER, UNROLLED, compiled_of, kernel_modules, source_of
from companion.games.alquerque.rules.kernel.loops import WRITTEN_OUT

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tree(tmp_path):
    """The program with files in the places of compiled modules that no Python can load."""
    shutil.copytree(
        ROOT / "companion",
        tmp_path / "companion",
        ignore=shutil.ignore_patterns("*.so", "__pycache__", "fonts"),
    )
    for module in (*kernel_modules(), WRITTEN_OUT):
        compiled(tmp_path, module).write_bytes(b"no machine code")
    return tmp_path


def compiled(tree, module):
    """Where *module* has what was compiled of it in *tree*."""
    return tree / compiled_of(module).relative_to(ROOT)


def run_program(tree, *words, **changes):
    """Runs the program in *tree* with *changes* in the environment."""
    environment = {key: value for key, value in os.environ.items() if key != "COMPANION_COMPILED"}
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", *words],
        cwd=tree, env={**environment, "PYTHONPATH": str(tree), **changes},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_what_is_compiled_is_taken(tree):
    # Python has tried to load what is no machine code.
    assert "ImportError" in run_program(tree, "perft", "alquerque", "--depth", "1").stderr


def test_what_is_compiled_is_left_alone_on_request(tree):
    done = run_program(tree, "--version", COMPANION_COMPILED="no")
    assert "(rules not compiled)\n" in done.stdout
    counted = run_program(tree, "perft", "alquerque", "--depth", "3", COMPANION_COMPILED="no")
    assert (counted.stdout, counted.stderr) == ("33\n", "")


def test_what_is_written_for_the_compiler_is_never_run_as_a_source(tree):
    written = tree / source_of(WRITTEN_OUT).relative_to(ROOT)
    written.write_text("1 / 0\n", encoding="utf-8")
    for module in (*kernel_modules(), WRITTEN_OUT):
        compiled(tree, module).unlink()
    assert "(rules not compiled)\n" in run_program(tree, "--version").stdout
    counted = run_program(tree, "perft", "alquerque", "--depth", "3")
    assert (counted.stdout, counted.stderr) == ("33\n", "")


def test_each_kernel_is_compiled_whoevers_it_is():
    kernels = {path.parent for path in (ROOT / "companion").rglob(f"{FOLDER}/__init__.py")}
    assert {source_of(module).parent for module in kernel_modules()} == kernels
    assert all(source_of(module).is_file() for module in kernel_modules())
    assert WRITTEN_OUT.endswith(f".{UNROLLED}")
