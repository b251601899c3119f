"""Whatever lies where somebody stands, no process that the program starts takes it for Python's.

Every place that starts a Python is found in the sources, and the commands that start one run
where files are called like modules of Python.
"""

import ast
import os
import subprocess
import sys

import pytest

from companion.building.environment import PIP
from tests.program_sources import MODULES, ROOT, tree_of

NAMES = ("socket", "pickle", "struct", "json", "random", "pygame", "companion", "hardware")

IMPOSTOR = """\
with open({mark!r}, "a") as mark:
    mark.write(__name__)
raise SystemExit
"""


def starts_of(tree):
    """What follows this Python in each command in *tree* that begins with it, as it is written."""
    for node in ast.walk(tree):
        is_command = isinstance(node, ast.List | ast.Tuple) and len(node.elts) > 1
        if is_command and ast.unparse(node.elts[0]) in ("sys.executable", "str(self.python)"):
            yield ast.unparse(node.elts[1])


def test_every_command_that_starts_a_python_shuts_the_current_folder_off():
    commands = {module: list(starts_of(tree_of(module))) for module in MODULES}
    options = {word for words in commands.values() for word in words}
    # Pip's own words begin with -I, and the last is what `own_python` chooses from.
    assert PIP[0] == "-I"
    assert options - {"'-I'", "'-P'", "*PIP"} == {"'-I' if sys.flags.isolated else '-P'"}, commands
    assert commands["companion.building.__main__"] == ["'-I'"]


def test_only_one_place_starts_processes_by_multiprocessing():
    users = {
        module
        for module in MODULES
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Attribute) and node.attr in ("get_context", "Pool", "Process")
        and isinstance(node.value, ast.Name) and node.value.id == "multiprocessing"
    }  # fmt: skip
    assert users == {"companion.engine.service"}


@pytest.fixture
def stands_in(tmp_path):
    """A folder with files called like modules, and what tells that one of them has run."""
    mark = tmp_path / "ran"
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(IMPOSTOR.format(mark=str(mark)))
    return folder, mark


COMMANDS = [
    "match alquerque --a nodes:50 --b nodes:50 --games 4 --jobs 2",
    "tablebase build alquerque --pieces 4 --jobs 2 --anew --out {out}",
    "doctor --state {out}",
    "hint alquerque --time 0.1",
    "launcher",
]


def run(command, folder, *flags):
    """What *command* says, run as an installed program, by Python with *flags*, in *folder*."""
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    # As the script does that pip writes: nothing of where somebody stands is on the path.
    code = f"import sys; sys.path[:] = [{str(ROOT)!r}, *filter(None, sys.path)]\n"
    code += "from companion.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
    script = home / "companion"
    script.write_text(code)
    return subprocess.run(
        [sys.executable, *flags, str(script), *command.format(out=home / "out").split()],
        cwd=folder, capture_output=True, text=True, timeout=200,
        env={
            **unguarded(), "HOME": str(home), "XDG_DATA_HOME": str(home), "PYTHONPATH": "",
            "XDG_CONFIG_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
        },
    )  # fmt: skip


def unguarded():
    """Return the environment without what `spawn_context`, in a test before, leaves in it."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_in_the_current_folder_runs(command, stands_in):
    folder, mark = stands_in
    done = run(command, folder)
    assert not mark.exists(), mark.read_text()
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1), done.stderr


def test_what_is_on_the_path_would_run(stands_in):
    folder, mark = stands_in
    subprocess.run(
        [sys.executable, "-c", "import socket"], cwd=folder, env=unguarded(), check=True
    )
    assert mark.read_text() == "socket"
