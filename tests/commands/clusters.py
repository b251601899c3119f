"""A real Dask scheduler and its workers, as processes of this machine, and jobs for them."""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from companion.commands.arguments import executor_of
from companion.errors import EngineError

ROOT = Path(__file__).parents[2]
START_S = 60.0


class DaskCluster:
    """Processes that a test has started; a context manager, which ends them.

    Args:
        folder: where they keep what they need.
        environment: what is set for them besides.
    """

    def __init__(self, folder, **environment):
        self.folder = folder
        self.environment = environment
        self.processes = []
        self.scheduler = None
        self.address = ""

    def __enter__(self):
        self.start_scheduler()
        return self

    def __exit__(self, *_):
        # With the workers that nannies have started, which belong to the same group.
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def start_scheduler(self, *words, port=0):
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self.scheduler = self.started(
            "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard",
            "--scheduler-file", str(file), "--idle-timeout", "600", *words,
        )  # fmt: skip
        self.address = until(lambda: read_address(file))

    def start_workers(self, count, *words, path=ROOT):
        """Start so many, each with one thread and a nanny, of the program in the folder *path*."""
        return self.started(
            "worker", self.address, "--nworkers", str(count), "--nthreads", "1",
            "--host", "127.0.0.1", "--no-dashboard", "--local-directory", str(self.folder),
            "--death-timeout", "60",
            *words, path=path,
        )  # fmt: skip

    def worker_pids(self):
        """The processes that nannies have started to work, by their numbers."""
        parents = {process.pid for process in self.processes}
        return {pid for pid, parent, words in all_processes()
                if parent in parents and b"spawn_main" in words}  # fmt: skip

    def started(self, program, *words, path=ROOT):
        command = (sys.executable, "-P", "-m", f"distributed.cli.dask_{program}", *words)
        environment = {**os.environ, "PYTHONPATH": str(path), **self.environment}
        process = subprocess.Popen(
            command, env=environment, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self.processes.append(process)
        return process

    def answers(self, work, jobs, watch=lambda job, number: None):
        """What *work* answers to *jobs* here."""
        args = argparse.Namespace(jobs=None, cluster=self.address)
        with executor_of(args) as executor:
            return list(executor.run(work, jobs, watch))


def all_processes():
    """Number, parent and command of each process."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            yield int(folder.name), int(parent), (folder / "cmdline").read_bytes()


def read_address(file):
    with contextlib.suppress(OSError, ValueError, KeyError):
        return json.loads(file.read_text())["address"]
    return None


def until(look, patience_s=START_S):
    """What *look* returns, once that is something."""
    until_s = time.monotonic() + patience_s
    while time.monotonic() < until_s:
        if seen := look():
            return seen
        time.sleep(0.02)
    raise AssertionError(f"nothing within {patience_s} s")


def squared(job, tell):
    """A job for workers."""
    return job, job * job


def pid_of_worker(job, tell):
    return os.getpid()


def telling(job, tell):
    tell(10 * job)
    return job


def refusing(job, tell):
    raise EngineError("expected {wanted}, got {job!r}", wanted="another job", job=job)


def broken(job, tell):
    return 1 // job


def deadly_once(job, tell):
    """Ends its process by kill -9, but for the time when the file *job* is there already."""
    with contextlib.suppress(FileExistsError):
        Path(job).touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def deadly(job, tell):
    os.kill(os.getpid(), signal.SIGKILL)
