import io
import os

import pytest

from companion.building.progress import (
    DONE,
    FAILED,
    LOOK_S,
    RUNNING,
    VARIABLE,
    CompileProgress,
    CompileWatch,
    watch_of,
    write_progress,
)
from companion.words.table import compiling_text


@pytest.fixture
def path(tmp_path):
    return tmp_path / "compiling.json"


def test_it_looks_once_a_second_and_tells_of_changes_alone(path):
    watch = CompileWatch(path)
    write_progress(path, CompileProgress(RUNNING, 0.25, os.getpid()))
    assert watch.update(10.0)
    write_progress(path, CompileProgress(RUNNING, 0.5, os.getpid()))
    assert not watch.update(10.0 + LOOK_S / 2)
    assert watch.progress.fraction == 0.25
    assert watch.update(10.0 + LOOK_S)
    assert watch.progress.fraction == 0.5
    assert not watch.update(10.0 + 2 * LOOK_S)


@pytest.mark.parametrize("state", [DONE, FAILED])
def test_once_it_has_ended_nobody_looks_again(path, state):
    watch = CompileWatch(path)
    write_progress(path, CompileProgress(state))
    assert watch.update(0.0)
    write_progress(path, CompileProgress(RUNNING, 0.5, os.getpid()))
    assert not watch.update(100.0)
    assert watch.progress.state == state


def test_where_nobody_compiles_nothing_is_told(path):
    watch = CompileWatch(path)
    assert not watch.update(0.0)
    assert watch.progress is None


def test_a_terminal_shows_one_line_that_grows_to_its_end(path):
    terminal = io.StringIO()
    watch = CompileWatch(path, terminal)
    for second, progress in enumerate(
        (
            CompileProgress(RUNNING, 0.1, os.getpid()),
            CompileProgress(RUNNING, 0.6, os.getpid()),
            CompileProgress(DONE, 1.0),
        )
    ):
        write_progress(path, progress)
        watch.update(float(second))
    shown = terminal.getvalue()
    assert shown.count("\n") == 1
    assert shown.endswith("100 %\n")
    assert [part.split("]")[1].strip() for part in shown.split("\r")[1:]] == [
        "10 %",
        "60 %",
        "100 %",
    ]


def test_the_variable_names_what_is_watched(path):
    assert watch_of({}) is None
    write_progress(path, CompileProgress(RUNNING, 0.5, os.getpid()))
    watch = watch_of({VARIABLE: str(path)})
    assert watch.update(0.0)


def test_what_a_player_reads_has_the_percentage_or_the_end():
    assert compiling_text(CompileProgress(RUNNING, 0.428)).endswith(": 43%")
    assert (
        compiling_text(CompileProgress(DONE)) == "The faster rules are ready for the next start."
    )
    assert "slower" in compiling_text(CompileProgress(FAILED))
