"""Jobs in several processes: all are done, and a process that is gone is told."""

import os
import signal

import pytest

from companion.engine.jobs import Processes
from companion.errors import EngineError


def squared(job, tell):
    tell(job + 100)
    return job, job * job, os.getpid()


def refused(job, tell):
    raise EngineError("expected {wanted}, got {job!r}", wanted="another job", job=job)


def deadly(job, tell):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(("processes", "used"), [(1, 1), (2, 2)])
def test_every_job_is_done_and_tells_how_far_it_is(processes, used):
    heard = []
    answers = list(
        Processes(processes).run(
            squared, range(9), lambda job, number: heard.append((job, number))
        )
    )
    assert sorted(answer[:2] for answer in answers) == [(n, n * n) for n in range(9)]
    assert sorted(heard) == [(n, n + 100) for n in range(9)]
    pids = {pid for _, _, pid in answers}
    assert len(pids) == used and (os.getpid() in pids) == (processes == 1)


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_of_a_job_is_the_same_here(processes):
    with pytest.raises(EngineError, match="expected another job, got 7") as caught:
        list(Processes(processes).run(refused, [7, 7], lambda job, number: None))
    assert caught.value.message.template == "expected {wanted}, got {job!r}"


def test_a_process_that_is_killed_is_told_in_one_line():
    with pytest.raises(EngineError, match="expected a process to do its job, got its end"):
        list(Processes(2).run(deadly, [1, 2, 3], lambda job, number: None))


def test_without_jobs_nothing_is_done():
    assert list(Processes(2).run(squared, [], lambda job, number: None)) == []
