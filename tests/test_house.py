"""What `make house` counts: in a small tree whose figures are known, and in this one."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.house.__main__ import MARGIN, MARGIN_FILE, ROOT, figures, table
from tools.house.sources import (
    Sources,
    line_count,
    longest_chain,
    loops,
    mutual,
    python_files,
    room_graph,
)
from tools.house.trace import Call, Place, Trace, crossings, functions

TREE = {
    "companion/__init__.py": '"""One line."""\n',
    "companion/rules/__init__.py": "",
    "companion/rules/board.py": """
        from __future__ import annotations
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from companion.rules import moves
        class Board:
            a: int = 0
            def __init__(self): ...
            @property
            def b(self): ...
            @b.setter
            def b(self, value): ...
            def c(self):
                def inner(): ...
        """,
    "companion/rules/moves.py": """
        import companion.rules.board
        """,
    "companion/screen.py": """
        from companion.rules.moves import Move
        def late():
            from companion import words
        """,
    "companion/words.py": """
        import companion.screen
        import json
        """,
    "sim/__init__.py": "import companion.words\n",
}


@pytest.fixture
def tree(tmp_path):
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("\n        ", "\n"))
    return tmp_path


@pytest.fixture
def sources(tree):
    return Sources(tree)


def test_modules_and_their_lines_are_counted(sources):
    assert (len(sources.files), len(sources.parts)) == (7, 4)
    assert line_count([sources.files["companion"], sources.files["companion.screen"]]) == 5


@pytest.mark.needs("git")
def test_what_git_ignores_is_not_counted(tree):
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    (tree / ".gitignore").write_text("made.py\n")
    (tree / "companion" / "made.py").touch()
    assert len(python_files(tree, "companion")) == 6


def test_importers_are_counted_wherever_they_import(sources):
    assert sources.single_importer == {
        "companion.rules.board": "companion.rules.moves",
        # For types alone, and the screen.
        "companion.screen": "companion.words",
    }


def test_a_chain_leaves_out_what_is_imported_for_types(sources):
    # screen and words, which lead to each other, moves, board; sim before them.
    assert longest_chain(sources.run_imports) == 5
    assert sources.run_imports["companion.rules.board"] == frozenset()
    assert longest_chain({"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset()}) == 3


def test_loops_are_those_of_files_and_of_rooms(sources):
    assert loops(sources.imports) == [
        {"companion.rules.board", "companion.rules.moves"},
        {"companion.screen", "companion.words"},
    ]
    rooms = room_graph(sources.imports)
    assert mutual(rooms) == {
        ("companion.screen", "companion.words"), ("companion.words", "companion.screen"),
    }  # fmt: skip
    assert loops(rooms) == [{"companion.screen", "companion.words"}]


def test_methods_are_those_in_the_body_of_the_class_each_once(sources):
    assert sources.method_count("Board") == 3
    with pytest.raises(LookupError):
        sources.method_count("Bored")


MODULE = """
class Stage:
    def handle(self, event):
        first()
        return [leaf(each) for each in (1, 2)]

def first():
    leaf(0)

def leaf(value):
    import os
    if value == 2:
        descriptor = os.open("there", os.O_CREAT | os.O_WRONLY)
        os.fsync(descriptor)
        os.close(descriptor)
"""


def test_every_function_that_the_entry_calls_is_noted_and_the_stack_of_the_sync(
    tmp_path, monkeypatch
):
    file = tmp_path / "sim" / "small.py"
    file.parent.mkdir()
    file.write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(MODULE, str(file), "exec"), names)
    trace = Trace(tmp_path)
    profile = sys.getprofile()
    sys.setprofile(trace)
    names["leaf"](1)
    names["Stage"]().handle(3)
    sys.setprofile(profile)
    handle, first, leaf = (
        Place("sim/small.py", name) for name in ("Stage.handle", "first", "leaf")
    )
    (event,) = trace.events
    assert event.kind == "int"
    assert event.calls == [(handle, first), (first, leaf), (handle, leaf), (handle, leaf)]
    assert event.sync == [handle, leaf]
    assert functions(event.calls) == {handle, first, leaf}
    assert crossings(event.calls) == set()


def test_a_crossing_leads_from_one_room_to_another_and_counts_once():
    play, board, match = (
        Place(f"companion/{file}.py", "f") for file in ("ui/play/turn", "ui/board/look", "match/a")
    )
    calls: list[Call] = [(play, board), (play, board), (board, match), (play, play)]
    assert crossings(calls) == {(play, board), (board, match)}


def test_this_tree_has_figures_that_can_be(tmp_path):
    here = figures(ROOT)
    assert 10 <= here["confirm"] <= here["touch"] <= 100
    assert 100 < here["modules"] < here["lines"] / 50
    assert here["chain"] < here["modules"]
    lines = list(table(here, here, "abc"))
    assert all(f"{round(value):,}" in "\n".join(lines) for value in here.values())


def test_the_margin_that_is_widened_is_where_it_was():
    assert (Path(ROOT) / MARGIN_FILE).read_text(encoding="utf-8").count(MARGIN[0]) == 1
