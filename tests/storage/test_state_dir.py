import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.errors import StateInUseError
from companion.storage import state_dir as state_dir_module
from companion.storage.state_dir import StateDir, state_path

INSTANCES = 20


def test_the_service_manager_names_the_folder():
    assert state_path({"STATE_DIRECTORY": "/var/lib/companion:/var/lib/other"}) == Path(
        "/var/lib/companion"
    )


def test_elsewhere_it_is_the_users_own(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/home/ann/state")
    assert state_path({}) == Path("/home/ann/state/board-companion")
    assert state_path({"STATE_DIRECTORY": ""}) == Path("/home/ann/state/board-companion")


def test_a_missing_folder_is_made(tmp_path):
    with StateDir(tmp_path / "a" / "b") as state:
        assert state.problem == ""
        assert state.path.is_dir()


def test_a_second_instance_is_refused_in_one_line(tmp_path):
    with StateDir(tmp_path):
        with pytest.raises(StateInUseError) as caught:
            StateDir(tmp_path)
        assert re.fullmatch(r"expected no other running instance, got .*", str(caught.value))


def test_a_closed_folder_is_free_again(tmp_path):
    state = StateDir(tmp_path)
    state.close()
    state.close()
    with StateDir(tmp_path) as again:
        assert again.problem == ""


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path):
    (tmp_path / "file").write_text("")
    with StateDir(tmp_path / "file" / "state") as state:
        assert state.problem == "Not a directory"


def test_a_lock_that_is_there_is_held_on_a_read_only_disk(tmp_path, monkeypatch):
    StateDir(tmp_path).close()
    real_open = os.open

    def read_only(path, flags, *rest, **named):
        if flags & os.O_RDWR:
            raise OSError(30, "Read-only file system")
        return real_open(path, flags, *rest, **named)

    monkeypatch.setattr(os, "open", read_only)
    with StateDir(tmp_path) as state:
        assert state.problem == ""
        with pytest.raises(StateInUseError):
            StateDir(tmp_path)
    with StateDir(tmp_path / "new") as state:
        assert state.problem == "Read-only file system"


def test_a_forked_search_does_not_hold_the_folder(tmp_path):
    go_on_reader, go_on_writer = os.pipe()
    ready_reader, ready_writer = os.pipe()
    state = StateDir(tmp_path)
    child = os.fork()
    if child == 0:
        os.write(ready_writer, b"x")
        os.close(go_on_writer)
        os.read(go_on_reader, 1)
        os._exit(0)
    os.read(ready_reader, 1)
    # What the system does when the program is killed: it unlocks nothing, it only closes.
    os.close(state._descriptor)
    state_dir_module._held.clear()
    with StateDir(tmp_path) as again:
        assert again.problem == ""
    os.close(go_on_writer)
    os.waitpid(child, 0)
    for descriptor in (go_on_reader, ready_reader, ready_writer):
        os.close(descriptor)


def run_at_once(path):
    """Start 20 instances at once; return what each said and how long the refused ones took."""
    begin_reader, begin_writer = os.pipe()
    end_reader, end_writer = os.pipe()
    said_reader, said_writer = os.pipe()
    children = []
    for _ in range(INSTANCES):
        child = os.fork()
        if child == 0:
            os.close(begin_writer)
            os.close(end_writer)
            os.read(begin_reader, 1)
            started = time.monotonic()
            try:
                StateDir(path)
                line = "runs"
            except StateInUseError as error:
                line = f"{time.monotonic() - started:.3f} {error}"
            os.write(said_writer, line.encode() + b"\n")
            os.read(end_reader, 1)
            os._exit(0)
        children.append(child)
    for descriptor in (begin_reader, begin_writer, end_reader, said_writer):
        os.close(descriptor)
    with os.fdopen(said_reader) as file:
        lines = [file.readline().strip() for _ in range(INSTANCES)]
    os.close(end_writer)
    for child in children:
        os.waitpid(child, 0)
    return lines


def test_of_twenty_at_once_exactly_one_runs(tmp_path):
    for _ in range(5):
        lines = run_at_once(tmp_path)
        assert lines.count("runs") == 1
        refused = [line for line in lines if line != "runs"]
        assert all("expected no other running instance" in line for line in refused)
        assert max(float(line.split()[0]) for line in refused) < 1


def test_without_the_lock_all_would_run(tmp_path, monkeypatch):
    monkeypatch.setattr(state_dir_module.fcntl, "flock", lambda *_: None)
    assert run_at_once(tmp_path).count("runs") > 1


def test_a_killed_instance_leaves_the_folder_free(tmp_path):
    code = (
        "import sys, time; from pathlib import Path;"
        "from companion.storage.state_dir import StateDir;"
        "state = StateDir(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE
    ) as child:
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(StateInUseError):
            StateDir(tmp_path)
        child.kill()
    with StateDir(tmp_path) as state:
        assert state.problem == ""
