"""Whether rules run compiled: only as compiled from the present sources, or not at all."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.compiling import HOT, SEEN, WRITTEN, compiled_of, source_of

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


def run(tree, *words, **changes):
    """Runs Python over *tree* with *changes* in the environment."""
    environment = {key: value for key, value in os.environ.items() if key != "COMPANION_COMPILED"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=tree, env={**environment, "PYTHONPATH": str(tree), **changes},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def asked(tree, question, **changes):
    """The value of the expression *question* in the module of *tree*, as text."""
    code = f"import sys; sys.path[0] = ''; from companion import compiling; print({question})"
    done = run(tree, "-c", code, **changes)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def compiled(tree, module):
    """Where *module* has what was compiled of it in *tree*."""
    return tree / compiled_of(module).relative_to(ROOT)


def add_group(tree):
    group = asked(tree, "compiling.group_name()")
    compiled(tree, f"{group}__mypyc").write_bytes(b"no machine code")


def version(tree, **changes):
    return run(tree, "-m", "companion.cli", "--version", **changes)


def test_rules_that_have_changed_since_they_were_compiled_run_as_sources(tree):
    assert "(rules not compiled: they have changed since they were)" in version(tree).stdout
    counted = run(tree, "-m", "companion.cli", "perft", "alquerque", "--depth", "3")
    assert (counted.stdout, counted.stderr) == ("33\n", "")


def test_rules_compiled_from_these_sources_are_taken(tree):
    add_group(tree)
    assert asked(tree, "compiling.is_current()") == "True"
    # Python has tried to load what is no machine code.
    assert "ImportError" in version(tree).stderr


@pytest.mark.parametrize(
    "source",
    [
        "companion/games/querni_rules.py",
        "companion/games/lattice.py",
        "companion/games/unrolling.py",
        "companion/games/boards/alquerque.toml",
    ],
)
def test_a_change_of_a_hot_module_or_of_what_it_is_made_from_is_noticed(tree, source):
    add_group(tree)
    file = tree / source
    times = file.stat()
    file.write_text(file.read_text(encoding="utf-8") + "\n# Changed.\n", encoding="utf-8")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert "changed since" in version(tree).stdout


@pytest.mark.parametrize("is_compiled", [False, True])
def test_what_is_written_for_the_compiler_is_never_run_as_a_source(tree, is_compiled):
    for module in WRITTEN:
        (tree / source_of(module).relative_to(ROOT)).write_text("1 / 0\n", encoding="utf-8")
    if not is_compiled:
        for module in (*HOT, *WRITTEN):
            compiled(tree, module).unlink()
    counted = run(tree, "-m", "companion.cli", "perft", "alquerque", "--depth", "3")
    assert (counted.stdout, counted.stderr) == ("33\n", "")


@pytest.mark.parametrize("missing", [HOT[0], WRITTEN[0]])
def test_no_module_is_taken_compiled_where_one_is_missing(tree, missing):
    add_group(tree)
    compiled(tree, missing).unlink()
    assert "(rules not compiled" in version(tree).stdout


def test_what_is_compiled_is_left_alone_on_request(tree):
    add_group(tree)
    assert "(rules not compiled)\n" in version(tree, COMPANION_COMPILED="no").stdout


def test_where_nothing_is_compiled_that_is_told(tree):
    for module in (*HOT, *WRITTEN):
        compiled(tree, module).unlink()
    assert "(rules not compiled)\n" in version(tree).stdout


def test_the_set_up_is_told_what_can_be_compiled(tree):
    script = "companion/compiling.py"
    group = asked(tree, "compiling.group_name()")
    # Any program that is there will do for a compiler that is there.
    there = {"CC": f"{sys.executable} -pthread"}
    assert run(tree, script, **there).stdout == f"{group}\n"
    assert run(tree, script, CC="no-such-compiler").stdout == ""
    assert run(tree, script, **there, COMPANION_COMPILED="no").stdout == ""
    add_group(tree)
    assert run(tree, script, **there).stdout == ""


def imports_of(module):
    """The modules of this program that *module* imports."""
    tree = ast.parse(source_of(module).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("companion"):
            yield str(node.module)


def test_all_that_hot_modules_see_counts_as_their_source():
    seen, left = set(), list(HOT)
    while left:
        module = left.pop()
        if module not in seen:
            seen.add(module)
            left.extend(imports_of(module))
    assert seen == {*HOT, *SEEN}
