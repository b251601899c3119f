"""The table of docs/reliability.md: every fault has its row, every test in it exists."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "reliability.md"
FAULTS = (*range(1, 44), 45, 46)


@cache
def rows():
    """Return the cells of each row, by its number."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    cells = [re.split(r" *\| *", line.strip("| ")) for line in lines if re.match(r"\| \d", line)]
    return {int(row[0]): row for row in cells}


def named(text):
    return re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)


def test_every_fault_has_one_row():
    assert list(rows()) == list(FAULTS)
    assert all(len(row) == 6 and all(row) for row in rows().values())


@pytest.mark.parametrize("number", FAULTS)
def test_every_test_that_is_named_exists(number):
    row = rows()[number]
    assert named(row[2]), "a test that brings the fault about"
    for path, name in named(" ".join(row)):
        text = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^ *def {name}\(", text, re.MULTILINE), (path, name)


def test_every_test_of_a_fault_stands_in_its_row():
    for path in (ROOT / "tests" / "faults").glob("test_*.py"):
        number = int(path.name.split("_")[1])
        assert path.name in " ".join(rows()[number]), path.name
        names = re.findall(r"^ *def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert all(name.startswith(f"test_fault_{number:02}_") for name in names), path.name
