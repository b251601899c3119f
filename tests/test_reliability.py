"""The table of docs/reliability.md: every fault has its row, every test named for it exists."""

import re

import pytest

from tests.slow_runs import ROW, TABLE, read_faults

ROOT = TABLE.parents[1]
FAULTS = read_faults()


def test_every_fault_has_one_row_and_its_tests():
    rows = {int(row[1]): row for row in ROW.finditer(TABLE.read_text(encoding="utf-8"))}
    assert list(rows) == list(FAULTS) == list(range(1, len(FAULTS) + 1))
    assert len(FAULTS) >= 46
    assert [number for number, row in rows.items() if row[0].count(" | ") != 3] == []


@pytest.mark.parametrize("number", FAULTS)
def test_every_test_that_is_named_exists(number):
    fault = FAULTS[number]
    assert fault["tests"], "a test that brings the fault about"
    assert set(fault) <= {"tests", "broken"}
    for test in (*fault["tests"], *fault.get("broken", ())):
        path, name = test.split("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^ *def {name}\(", text, re.MULTILINE), test


def test_every_test_of_a_fault_is_named_for_it():
    for path in (ROOT / "tests" / "faults").glob("test_*.py"):
        number = int(path.name.split("_")[1])
        assert path.name in str(FAULTS[number]), path.name
        names = re.findall(r"^ *def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert all(name.startswith(f"test_fault_{number:02}_") for name in names), path.name
