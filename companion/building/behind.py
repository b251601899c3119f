"""Compiles the rules while the program already plays, in a process that outlives it.

The next start finds them compiled.  A copy that cannot be compiled keeps the reason, and is
not tried again; one that was replaced meanwhile is left to the process started for the new.
"""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.building.environment import Environment, held
from companion.building.program import Programs
from companion.building.progress import (
    DONE,
    FAILED,
    RUNNING,
    STATE,
    CompileProgress,
    read_progress,
    write_progress,
)
from companion.building.sources import digests_of
from companion.building.wheel import build_wheel, ensure_compiler, snapshot
from companion.errors import SetUpError

LOG: Final = "compiling.log"
BUILDER: Final = (
    "import runpy, sys; sys.path.append(sys.argv.pop(1)); "
    "runpy.run_module('companion.building', run_name='__main__', alter_sys=True)"
)
"""Runs the set-up of the checkout that is named, behind all that Python brings: ``json.py`` in
whatever folder somebody stands is not taken for Python's own."""

LOCK: Final = "compiling.lock"
NICENESS: Final = 19
"""A game that is being played comes first."""


def progress_file(environment: Environment) -> Path:
    """Return the file that says how far compiling is."""
    return environment.folder / STATE


def start_behind(environment: Environment) -> None:
    """Start compiling the program that starts in *environment*, and do not wait for it."""
    # From here on, so that the program does not read how an earlier one has ended.
    progress_file(environment).unlink(missing_ok=True)
    with (environment.folder / LOG).open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", BUILDER, str(Path(__file__).parents[2]), "compile",
             "--to", str(environment.folder)],
            stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    write_progress(progress_file(environment), CompileProgress(RUNNING, 0.0, process.pid))
    # It waits for this, so that how it ends is never overwritten.
    assert process.stdin is not None, "a pipe was asked for"
    process.stdin.close()


def is_compiling(environment: Environment) -> bool:
    """Return whether a process compiles for *environment* now."""
    progress = read_progress(progress_file(environment))
    return progress is not None and progress.state == RUNNING


def stop_behind(environment: Environment) -> None:
    """End the process that compiles for *environment*, if there is one, with its compiler."""
    progress = read_progress(progress_file(environment))
    if progress is not None and progress.state == RUNNING:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(progress.pid, signal.SIGKILL)
    progress_file(environment).unlink(missing_ok=True)


def compile_behind(environment: Environment, checkout: Path) -> None:
    """Compile the program that starts in *environment*, and tell how far that is in a file.

    Begins once the standard input ends: by then who started this has noted that it runs; and
    once nobody else compiles: one that was stopped may take a moment to end.
    """
    sys.stdin.read()
    os.nice(NICENESS)
    state, ending = progress_file(environment), CompileProgress(FAILED)

    def watch(fraction: float) -> None:
        write_progress(state, CompileProgress(RUNNING, fraction, os.getpid()))

    with _held_lock(environment):
        try:
            compile_current(environment, checkout, watch)
            ending = CompileProgress(DONE, 1.0)
        except (SetUpError, OSError) as error:
            print(error)
        finally:
            write_progress(state, ending)


def compile_current(
    environment: Environment, checkout: Path, watch: Callable[[float], None]
) -> None:
    """Let the program in *environment* start compiled from now on.

    Raises:
        SetUpError: it cannot be compiled, or its tools cannot be fetched.
    """
    ensure_compiler(environment)
    programs = Programs(environment)
    with snapshot(checkout, environment) as sources:
        digests = digests_of(sources)
        if programs.is_compiled() or not programs.is_of(digests):
            return
        try:
            wheel = build_wheel(environment, sources, compiles=True, watch=watch)
        except SetUpError as error:
            programs.note_not_compiled(str(error))
            raise
        with held(environment.folder):
            # Edited meanwhile, and started again: the newer program stays.
            if programs.is_of(digests):
                programs.add(wheel, digests)


@contextmanager
def _held_lock(environment: Environment) -> Iterator[None]:
    with (environment.folder / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
