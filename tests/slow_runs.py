"""When the slow tests of each fault ran last: the last column of docs/reliability.md.

``make test-slow`` and ``make test-games`` set ``NOTE_RUNS``.  A row gets today's date once every
slow test of those that tests/data/reliability.toml names for it has passed in one run, and keeps
the old one otherwise.  The table is printed at the end of the run.
"""

from __future__ import annotations

import datetime
import os
import re
import tomllib
from pathlib import Path

import pytest

TABLE = Path(__file__).parents[1] / "docs" / "reliability.md"
TESTS = Path(__file__).parent / "data" / "reliability.toml"
VARIABLE = "NOTE_RUNS"
ROW = re.compile(r"^\| (\d+) \| ([^|]+?) +\|.*\| ([^|]+?) \|$", re.MULTILINE)


def read_faults(path=TESTS):
    """Return the tests of each fault, by its number."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return {int(number): fault for number, fault in data.items()}


def function_of(test_id):
    """Return the test of *test_id*, without the class around it and what it is called with."""
    path, *_, name = test_id.split("[")[0].split("::")
    return f"{path}::{name}"


def noted(text, faults, there, slow, passed, today):
    """
    Return the table *text* with *today* in each row of which all slow tests have passed.

    Args:
        text: the whole file.
        faults: the tests of each row, by its number.
        there: the ids of all tests in the files of this run.
        slow: those of them that are slow.
        passed: those that have run, and passed.
        today: the date.
    """
    known = {function_of(test_id) for test_id in there}
    missed = {function_of(test_id) for test_id in slow - passed}
    ran = {function_of(test_id) for test_id in slow & passed}

    def dated(row):
        named = {test for tests in faults[int(row[1])].values() for test in tests}
        is_whole = named <= known and named & ran and not named & missed
        return f"{row[0].rsplit(' | ', 1)[0]} | {today} |" if is_whole else row[0]

    return ROW.sub(dated, text)


class SlowRuns:
    """A plugin of pytest that writes the dates, also where several processes run the tests."""

    def __init__(self, table=TABLE, tests=TESTS):
        self.table, self.tests = table, tests
        self.there, self.slow, self.passed = set(), set(), set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items):
        """Note which tests there are, before any is left out."""
        self.there = {item.nodeid for item in items}
        self.slow = {item.nodeid for item in items if item.get_closest_marker("slow")}

    def pytest_runtest_logreport(self, report):
        """Note which have passed."""
        if report.when == "call" and report.passed:
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self, session):
        """Hand what there is to the process that started this one, or write the dates."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["tests"] = (sorted(self.there), sorted(self.slow))
            return
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        text = self.table.read_text(encoding="utf-8")
        faults = read_faults(self.tests)
        text = noted(text, faults, self.there, self.slow, self.passed, today)
        self.table.write_text(text, "utf-8")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        """Take what one of the processes has found; each of them finds all."""
        there, slow = getattr(node, "workeroutput", {}).get("tests", ((), ()))
        self.there |= set(there)
        self.slow |= set(slow)

    def pytest_terminal_summary(self, terminalreporter):
        """Print the faults, and when what is slow of them ran last."""
        terminalreporter.section("when the slow tests of each fault ran last")
        for row in ROW.finditer(self.table.read_text(encoding="utf-8")):
            terminalreporter.write_line(f"{row[1]:>2}  {row[2]:<70} {row[3]}")


def slow_runs():
    """Return the plugin where the dates are to be written, or None."""
    return SlowRuns() if os.environ.get(VARIABLE) and TABLE.exists() else None
