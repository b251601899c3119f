"""Compiling while the program plays: the next start has all of it, or none."""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from companion.building.__main__ import (
    COMPILING_LOCK,
    LOG,
    is_compiling,
    progress_file,
    stop_behind,
)
from companion.building.environment import Environment
from companion.building.progress import (
    DONE,
    FAILED,
    RUNNING,
    CompileProgress,
    bar_text,
    read_progress,
    write_progress,
)
from companion.building.wheel import ASSEMBLED, ASSEMBLER_PER_C, fraction_done
from tests.building.checkouts import (
    ROOT,
    compile_less,
    make,
    plays_a_ply,
    programs_of,
    remembering_compiler,
    shared,
    version,
)

needs_a_compiler = pytest.mark.needs("compiler", "python headers")
# The first of them waits for a whole set-up.
pytestmark = pytest.mark.timeout(600)

PATIENCE_S = 300


@pytest.fixture
def compiler(tmp_path_factory):
    """Variables that have the rules compiled, quickly when they have been once in this run."""
    with shared(tmp_path_factory, "compiler") as folder:
        return {"COMPANION_COMPILED": "", "CC": str(remembering_compiler(folder))}


def play(checkout, **changes):
    done = make(checkout, "play", "ARGS=--version", **changes)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def ended(checkout):
    """How compiling behind the program in *checkout* has ended, and how far it was seen to be."""
    environment, seen = programs_of(checkout).environment, []
    deadline = time.monotonic() + PATIENCE_S
    while is_compiling(environment):
        assert time.monotonic() < deadline, (environment.folder / LOG).read_text()
        seen.append(read_progress(progress_file(environment)).fraction)
        time.sleep(0.02)
    return read_progress(progress_file(environment)), seen


def last_words(checkout):
    """What compiling wrote into its log, which may come after it has let go of its lock."""
    log, deadline = checkout / ".venv" / LOG, time.monotonic() + PATIENCE_S
    while not log.read_text() and time.monotonic() < deadline:
        time.sleep(0.02)
    return log.read_text()


@needs_a_compiler
def test_after_compiling_behind_it_that_was_even_killed_once_the_next_start_is_compiled(
    checkout, compiler
):
    compile_less(checkout)
    *_, said, uncompiled = play(checkout, **compiler)
    assert "in the background" in said
    assert uncompiled.endswith("(rules not compiled)")
    progress = read_progress(progress_file(programs_of(checkout).environment))
    assert progress.state == RUNNING
    while not (checkout / ".venv" / COMPILING_LOCK).exists():
        # It starts later than a program that only says what it is.
        time.sleep(0.02)
    os.killpg(progress.pid, signal.SIGKILL)
    while is_compiling(programs_of(checkout).environment):
        time.sleep(0.02)

    with (checkout / ".venv" / COMPILING_LOCK).open() as lock:
        # As while what was killed is still ending.
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "in the background" in play(checkout, **compiler)[0]
        time.sleep(1.0)
        assert is_compiling(programs_of(checkout).environment)
    progress, seen = ended(checkout)
    assert progress == CompileProgress(DONE, 1.0), (checkout / ".venv" / LOG).read_text()
    assert seen == sorted(seen)
    assert len(set(seen)) > 2
    assert play(checkout, **compiler) == [version(checkout)]
    assert version(checkout).endswith("(rules compiled)")
    works, said = plays_a_ply(checkout)
    assert works, said
    # As sources where that is asked for.
    assert version(checkout, COMPANION_COMPILED="no").endswith("(rules not compiled)")
    # Nothing half-made is left of it.
    assert not list((checkout / ".venv").glob(".building-*"))


@needs_a_compiler
def test_a_compiler_that_fails_leaves_the_program_whole_and_is_not_asked_again(checkout):
    failing = checkout.parent / "cc"
    failing.write_text("#!/bin/sh\necho no such luck >&2\nexit 1\n")
    failing.chmod(0o755)
    variables = {"COMPANION_COMPILED": "", "CC": str(failing)}
    assert len(play(checkout, **variables)) == 2
    progress, _ = ended(checkout)
    assert progress.state == FAILED
    assert "no such luck" in (checkout / ".venv" / "building.log").read_text()
    assert "expected a wheel of the program, got " in last_words(checkout)
    assert play(checkout, **variables) == [version(checkout)]
    assert plays_a_ply(checkout)[0]
    assert not list((checkout / ".venv" / "program").rglob("*.so"))


@needs_a_compiler
@pytest.mark.slow
def test_rules_that_change_meanwhile_are_those_that_get_compiled(checkout, compiler):
    play(checkout, **compiler)
    rule = checkout / "companion/games/querni/kernel/rules.py"
    rule.write_text(rule.read_text(encoding="utf-8") + "\n# Changed.\n", encoding="utf-8")
    play(checkout, **compiler)
    assert ended(checkout)[0].state == DONE
    assert play(checkout, **compiler) == [version(checkout)]
    assert version(checkout).endswith("(rules compiled)")
    copy = programs_of(checkout).current() / "companion/games/querni/kernel/rules.py"
    assert copy.read_text(encoding="utf-8").endswith("# Changed.\n")


def test_a_copy_that_cannot_be_made_is_told(tmp_path):
    environment = Environment(tmp_path / ".venv", "play")
    # Tools that are there already.
    (environment.site_packages / "mypyc").mkdir(parents=True)
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    command = "from companion.building.__main__ import main; main()"
    words = ["compile", "--to", str(environment.folder)]
    done = subprocess.run(
        [sys.executable, "-c", command, *words], cwd=checkout, stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "No such file or directory" in done.stdout
    assert read_progress(progress_file(environment)) == CompileProgress(FAILED)


def test_without_a_compiler_nothing_is_said(checkout):
    without = {"COMPANION_COMPILED": "", "CC": "no-such-compiler"}
    assert play(checkout, **without) == [version(checkout)]
    assert not is_compiling(programs_of(checkout).environment)


@needs_a_compiler
def test_what_compiles_is_ended_on_request(checkout, compiler):
    play(checkout, **compiler)
    environment = programs_of(checkout).environment
    stop_behind(environment)
    assert not is_compiling(environment)
    assert read_progress(progress_file(environment)) is None


class TestProgress:
    @pytest.mark.parametrize(
        "progress",
        [
            CompileProgress(RUNNING, 0.25, os.getpid()),
            CompileProgress(DONE, 1.0),
            CompileProgress(FAILED, 0.5, 1),
        ],
    )
    def test_it_is_read_as_it_was_written(self, tmp_path, progress):
        write_progress(tmp_path / "state.json", progress)
        assert read_progress(tmp_path / "state.json") == progress

    @pytest.mark.parametrize(
        "text",
        ["", "{}", "[1]", "null", '{"state": "running", "fraction": "x", "pid": 1}',
         '{"state": "running", "fraction": 0.5, "pid": 1}',
         '{"state": "running", "fraction": 0.5, "pid": 0, "started": ""}',
         '{"state": "running", "fraction": 0.5, "pid": 99999999, "started": ""}',
         '{"state": "running", "fraction": 0.5, "pid": 99999999999999999999, "started": ""}'],
    )  # fmt: skip
    def test_what_says_nothing_and_what_nobody_goes_on_with_is_none(self, tmp_path, text):
        (tmp_path / "state.json").write_text(text)
        assert read_progress(tmp_path / "state.json") is None
        assert read_progress(tmp_path / "missing.json") is None

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
    def test_a_process_that_has_got_the_number_of_one_that_compiled_is_none(self, tmp_path):
        """As after a power cut, when numbers are given anew."""
        file = tmp_path / "state.json"
        with subprocess.Popen(["sleep", "60"]) as other:
            write_progress(file, CompileProgress(RUNNING, 0.5, other.pid))
            document = json.loads(file.read_text())
            assert read_progress(file) is not None
            file.write_text(json.dumps({**document, "pid": os.getpid()}))
            assert read_progress(file) is None
            other.kill()

    def test_a_bar_fills_from_left_to_right(self):
        assert bar_text(0.0) == f"[{30 * '.'}]   0 %"
        assert bar_text(0.5) == f"[{15 * '#'}{15 * '.'}]  50 %"
        assert bar_text(1.0) == f"[{30 * '#'}] 100 %"

    def test_how_far_it_is_follows_what_the_compiler_has_written(self, tmp_path):
        sources, scratch = tmp_path / "sources", tmp_path / "scratch"
        (sources / "build").mkdir(parents=True)
        scratch.mkdir()
        seen = [fraction_done(sources, scratch)]
        (sources / "build/__native_a.c").write_bytes(b"c" * 1000)
        seen.append(fraction_done(sources, scratch))
        for part in (0.01, 0.5, 1.0, 2.0):
            (scratch / "a.s").write_bytes(b"s" * round(1000 * ASSEMBLER_PER_C * part))
            seen.append(fraction_done(sources, scratch))
        (sources / "build/__native_a.o").write_bytes(b"")
        seen.append(fraction_done(sources, scratch))
        assert seen[0] == 0.0
        assert seen == sorted(seen)
        assert len({round(part, 9) for part in seen}) == 5
        assert seen[-1] == ASSEMBLED

    def test_folders_that_come_and_go_meanwhile_do_not_stop_it(self, tmp_path):
        """setuptools removes what it packed from, below the folder that is looked through."""
        build = tmp_path / "sources" / "build"
        build.mkdir(parents=True)
        (build / "__native_a.c").write_bytes(b"c")
        command = (
            "import shutil, pathlib\n"
            "while True:\n"
            "    for n in range(50): pathlib.Path(f'bdist/{n}').mkdir(parents=True)\n"
            "    shutil.rmtree('bdist')\n"
        )
        with subprocess.Popen([sys.executable, "-c", command], cwd=build) as packing:
            try:
                end = time.monotonic() + 0.5
                while time.monotonic() < end:
                    assert fraction_done(tmp_path / "sources", tmp_path) < ASSEMBLED
            finally:
                packing.kill()
