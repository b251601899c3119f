"""What a run makes once is made once, however many processes ask for it."""

import multiprocessing
import os
import time

import pytest

from tests.once import folder_of_run, made_once


def slowly(folder):
    with (folder / "makers").open("a") as makers:
        makers.write(f"{os.getpid()}\n")
    time.sleep(0.2)
    (folder / "all").touch()


def ask(factory, answers):
    answers.put((made_once(factory, "thing", slowly) / "all").exists())


@pytest.fixture
def factory(tmp_path, monkeypatch):
    """As pytest's own in one worker of several."""
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    return Factory(tmp_path / "popen-gw0")


class Factory:
    def __init__(self, base):
        self.base = base

    def getbasetemp(self):
        return self.base


def test_of_processes_that_ask_at_once_one_makes_it_and_all_wait(factory, tmp_path):
    fork = multiprocessing.get_context("fork")
    answers = fork.Queue()
    asking = [fork.Process(target=ask, args=(factory, answers)) for _ in range(3)]
    for process in asking:
        process.start()
    assert [answers.get(timeout=30) for _ in asking] == [True] * 3
    for process in asking:
        process.join(30)
    assert len((tmp_path / "thing" / "makers").read_text().split()) == 1


def test_what_failed_is_tried_again(factory):
    def fail(folder):
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        made_once(factory, "thing", fail)
    assert (made_once(factory, "thing", slowly) / "all").exists()


def test_without_workers_it_lies_in_the_only_folder(factory, monkeypatch):
    monkeypatch.delenv("PYTEST_XDIST_WORKER")
    assert folder_of_run(factory) == factory.base
