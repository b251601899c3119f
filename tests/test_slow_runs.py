"""The dates in docs/reliability.md: written when all slow tests of a row have passed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.slow_runs import ROW, TABLE, noted, read_faults

ROOT = Path(__file__).parents[1]
TEXT = """\
# Title

| No. | Fault | What the tests found | Slow ones ran |
|---|---|---|---|
| 1 | kill | Nothing is lost. | - |
| 2 | cut | Nothing is lost. | quick |
"""
FAULTS = {
    1: {
        "tests": ["tests/a.py::test_quick", "tests/b.py::test_slow"],
        "broken": ["tests/a.py::test_no"],
    },
    2: {"tests": ["tests/a.py::test_quick"]},
}
THERE = {"tests/a.py::test_quick", "tests/a.py::test_no", "tests/b.py::TestIt::test_slow[1]"}
SLOW = {"tests/b.py::TestIt::test_slow[1]", "tests/b.py::TestIt::test_slow[2]"}


def dates(passed, there=THERE | SLOW, slow=SLOW):
    text = noted(TEXT, FAULTS, there, slow, passed, "2031-02-03")
    return [row[3] for row in ROW.finditer(text)]


def test_a_row_is_dated_when_all_its_slow_tests_have_passed():
    assert dates(SLOW) == ["2031-02-03", "quick"]


@pytest.mark.parametrize("passed", [set(), {max(SLOW)}, {"tests/a.py::test_quick"}])
def test_a_row_keeps_its_date_where_one_is_missing(passed):
    assert dates(passed) == ["-", "quick"]


def test_a_row_keeps_its_date_where_not_all_its_files_were_looked_at():
    assert dates(SLOW, there=SLOW) == ["-", "quick"]


def test_all_else_stays_as_it_is():
    text = TABLE.read_text(encoding="utf-8")
    assert noted(TEXT, FAULTS, set(), set(), set(), "x") == TEXT
    assert noted(text, read_faults(), set(), set(), set(), "x") == text


@pytest.mark.parametrize("processes", [[], ["-p", "xdist.plugin", "-n2"]])
@pytest.mark.parametrize(("fails", "date"), [("", "| 20"), ("1 / 0", "| not yet |")])
def test_a_run_writes_the_dates_and_prints_them(tmp_path, processes, fails, date):
    table, tests = tmp_path / "table.md", tmp_path / "tests"
    tests.mkdir()
    table.write_text("| 7 | a fault | It is found. | not yet |\n")
    data = tmp_path / "data.toml"
    data.write_text('[7]\ntests = ["tests/test_a.py::test_one", "tests/test_a.py::test_quick"]\n')
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow: x\n")
    (tests / "test_a.py").write_text(
        "import pytest\n\ndef test_quick(): pass\n\n@pytest.mark.slow\n"
        f"@pytest.mark.parametrize('a', [1, 2])\ndef test_one(a): {fails or 'pass'}\n"
    )
    (tmp_path / "conftest.py").write_text(
        "from pathlib import Path\nfrom tests.slow_runs import SlowRuns\n\n"
        "def pytest_configure(config):\n"
        f"    runs = SlowRuns(Path({str(table)!r}), Path({str(data)!r}))\n"
        "    config.pluginmanager.register(runs)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-m", "slow", "-p", "no:cacheprovider", *processes],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        # Without other plugins, which take longer to load than all the rest.
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    assert (done.returncode == 0) is not bool(fails), done.stdout
    assert date in table.read_text()
    assert " 7  a fault" in done.stdout
