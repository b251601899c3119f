"""Makes each mutation in a copy of the sources, and tells which of them the tests notice.

    python -m tests.mutation [--processes N] [--only NAME ...]

Noticed is one whose tests fail, and pass without it: so no flaw of the machine counts.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.mutation.mutations import ROOT, Mutation, mutations

SHARE = 0.95
"""So many of all that are tried have to be noticed."""

TEST_S = 60
"""What one test may take: many times what the longest of them does."""

LIMIT_S = 400
"""What all tests of one mutation may take."""

NOT_COPIED = (".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "build", "dist")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+\.py(?:::\w+)+(?:\[.*?\])?)(?= - |$)", re.MULTILINE)

NOTICED, UNNOTICED, UNSOUND = "noticed", "unnoticed", "unsound"


class Run(NamedTuple):
    """
    What came of some tests.

    Attributes:
        status: as pytest ends; None where it did not end in time.
        failed: the first test that failed, or an empty text.
    """

    status: int | None
    failed: str


class Verdict(NamedTuple):
    """
    What came of one mutation.

    Attributes:
        kind: `NOTICED`, `UNNOTICED`, or `UNSOUND` where the tests say nothing about it.
        by: the test that has noticed it, or what is unsound.
    """

    mutation: Mutation
    kind: str
    by: str
    seconds: float

    @property
    def line(self) -> str:
        """Return it as one line."""
        name = self.mutation.name
        return f"{self.kind:9} {self.seconds:6.1f} s  {name}" + (f"  {self.by}" if self.by else "")


class Tree:
    """A copy of the sources in *folder*, with one mutation at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "tree"
        self._scratch = folder / "scratch"
        self._process: subprocess.Popen[str] | None = None
        self._is_ended = False
        shutil.copytree(ROOT, self._folder, ignore=shutil.ignore_patterns(*NOT_COPIED))

    def judged(self, mutation: Mutation) -> Verdict:
        """Return what the tests of *mutation* say of it."""
        began_s = time.monotonic()
        path = self._folder / mutation.file
        text = path.read_text(encoding="utf-8")
        self._put(path, mutation.applied(text))
        try:
            run = self._run(mutation.tests)
        finally:
            self._put(path, text)
        kind, by = self._kind_of(run, mutation)
        return Verdict(mutation, kind, by, time.monotonic() - began_s)

    def end(self) -> None:
        """End what runs in it, and all that comes behind."""
        self._is_ended = True
        if self._process is not None:
            _kill(self._process)

    def _kind_of(self, run: Run, mutation: Mutation) -> tuple[str, str]:
        if run.status == 0:
            return UNNOTICED, ""
        if run.status not in (1, None):
            return UNSOUND, f"pytest ended with status {run.status}"
        tests = (run.failed,) if run.failed else mutation.tests
        if self._run(tests).status != 0:
            return UNSOUND, f"{' '.join(tests)} fails without it as well"
        return NOTICED, run.failed or "hangs"

    def _put(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        # What Python compiled is told apart by size and second alone.
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)

    def _run(self, tests: tuple[str, ...]) -> Run:
        command = [
            sys.executable, "-m", "pytest", "-x", "-m", "not slow", "--tb=no", "-rfE",
            "-p", "no:cacheprovider", "-o", f"timeout={TEST_S}",
            "--basetemp", str(self._scratch), *tests,
        ]  # fmt: skip
        if self._is_ended:
            return Run(None, "")
        # Processes that tests start take the copy, too, and not what is installed.
        environment = {**os.environ, "PYTHONPATH": str(self._folder)}
        self._process = subprocess.Popen(
            command, cwd=self._folder, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, start_new_session=True,
        )  # fmt: skip
        try:
            said, _ = self._process.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            _kill(self._process)
            self._process.communicate()
            return Run(None, "")
        match = FAILED.search(said)
        return Run(self._process.returncode, match[1] if match else "")


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill *process* and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def verdicts(wanted: list[Mutation], processes: int, folder: Path) -> list[Verdict]:
    """Return what came of all that are *wanted*, and print each as soon as it is known."""
    trees = []
    free: SimpleQueue[Tree] = SimpleQueue()
    for number in range(processes):
        (folder / str(number)).mkdir()
        trees.append(Tree(folder / str(number)))
        free.put(trees[-1])

    def judged(mutation: Mutation) -> Verdict:
        tree = free.get()
        try:
            return tree.judged(mutation)
        finally:
            free.put(tree)

    results = []
    with ThreadPoolExecutor(processes) as pool:
        try:
            for done in as_completed([pool.submit(judged, mutation) for mutation in wanted]):
                results.append(done.result())
                print(results[-1].line, flush=True)
        except BaseException:
            # Ctrl-C reaches no tests: they have a session of their own.
            pool.shutdown(wait=False, cancel_futures=True)
            for tree in trees:
                tree.end()
            raise
    return results


def run_mutations() -> int:
    """Try the mutations; return 0 where enough are noticed and the others have their reasons."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description="Try all mutations.")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--only", nargs="+", default=[""], metavar="NAME", help="part of a name")
    given = parser.parse_args()
    wanted = [one for one in mutations() if any(part in one.name for part in given.only)]
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        results = verdicts(wanted, given.processes, Path(folder))
    count = Counter(verdict.kind for verdict in results)
    minutes = (time.monotonic() - began_s) / 60
    print(f"{count[NOTICED]} of {len(results)} noticed in {minutes:.0f} min")
    bad = [one for one in results if one.kind != NOTICED and not one.mutation.unnoticed]
    for verdict in bad:
        print(verdict.line)
    return int(bool(bad) or count[NOTICED] < SHARE * len(results))


if __name__ == "__main__":
    sys.exit(run_mutations())
